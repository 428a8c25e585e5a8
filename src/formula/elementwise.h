/* elementwise.h - The struct of a user-defined elementwise function, for its callers. */
#ifndef GLA_FORMULA_ELEMENTWISE_H
#define GLA_FORMULA_ELEMENTWISE_H

#include "formula/bind.h"
#include "runtime/object.h"

struct gla_elementwise {
    gla_object object;
    gla_formula *formula;
    gla_variants variants;
};

/* Find the variant for the types of the arguments. Fails as gla_bind and gla_check_plain do. */
gla_status gla_elementwise_variant(const gla_elementwise *f, const gla_arrays *args, gla_variant **v);

#endif
