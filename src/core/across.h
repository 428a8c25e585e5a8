/* across.h - copies between devices. */
#ifndef GLA_CORE_ACROSS_H
#define GLA_CORE_ACROSS_H

#include "core.h"

/* dst = src; they have one shape, are not empty and are on different devices. */
gla_status gla_assign_across(const char *op, gla_array *dst, const gla_array *src);

#endif
