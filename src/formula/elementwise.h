/* elementwise.h - what a function of each element is made of, for what calls it. */
#ifndef GLA_FORMULA_ELEMENTWISE_H
#define GLA_FORMULA_ELEMENTWISE_H

#include "formula/bind.h"
#include "runtime/object.h"

struct gla_elementwise {
    gla_object object;
    gla_formula *formula;
    gla_variants variants;
};

/* What the function is for arguments of such types; the errors of gla_bind and of gla_check_plain. */
gla_status gla_elementwise_variant(const gla_elementwise *f, const gla_arrays *args, gla_variant **v);

#endif
