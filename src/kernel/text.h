/* text.h - typed expressions as device code in the portable dialect, and its launch. */
#ifndef GLA_KERNEL_TEXT_H
#define GLA_KERNEL_TEXT_H

#include "kernel/bind.h"

/* Give back what was built for a variant. */
void gla_text_free(gla_variant *v);

#endif
