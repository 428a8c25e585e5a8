/* fold.h - Common parts of user-defined reductions and scans: map, combine, post. */
#ifndef GLA_FORMULA_FOLD_H
#define GLA_FORMULA_FOLD_H

#include "array/number.h"
#include "core/scope.h"
#include "dialect/code.h"
#include "formula/bind.h"
#include "runtime/object.h"

/* map computes one value from the inputs. combine computes one value from two such values, `a` and `b`. post computes the
 * output from the final value `a` of `n` elements. */
typedef struct gla_fold {
    gla_object object;
    gla_formula *map, *combine, *post;
    gla_variants variants;
    bool is_scan, has_identity;
    gla_number identity; /* result for no elements */
} gla_fold;

gla_status gla_fold_new(const gla_class *class, bool is_scan, const char *inputs, const char *output, const char *map,
                        const char *combine, const char *post, const gla_array *identity, const char *name, gla_fold **out);
void gla_fold_destroy(void *object);

/* A prepared call: operands on the device, and their common broadcast shape. The scope owns the operands. */
typedef struct gla_fold_call {
    gla_scope s;
    gla_fold *f;
    gla_variant *v;
    gla_device *dev;
    int n, ndim;
    int64_t shape[GLA_MAX_NDIM];
    gla_array *placed[GLA_MAX_INPUTS];
    gla_dtype result;
} gla_fold_call;

void gla_fold_begin(gla_fold_call *call, const gla_fold *f, const gla_arrays *args);

/* Check that the loops of post end for that number of elements, because a device cannot interrupt them. */
void gla_fold_check_post(gla_fold_call *call, int64_t n);

/* Create views of the operands with the axes of the call in another order; NULL keeps the order. */
typedef struct gla_fold_operands {
    gla_stack_view view[GLA_MAX_INPUTS];
    const gla_array *in[GLA_MAX_INPUTS];
} gla_fold_operands;
void gla_fold_view(const gla_fold_call *call, const int order[], gla_fold_operands *operands);

/* Fill an array with the identity. */
void gla_fold_fill(gla_fold_call *call, gla_array *out);
/* Return the identity in the accumulator dtype. */
gla_constant gla_fold_identity(const gla_fold_call *call);

/* Return the expressions for map, combine and post. */
static inline const gla_expr *const *gla_fold_exprs(const gla_fold_call *call)
{
    return (const gla_expr *const *)call->v->expr;
}

/* Print the source that devices compile for these operands; the first nkeep axes are kept. */
void gla_fold_code(gla_fold_call *call, gla_fold_kind kind, const gla_array *const in[], int nkeep, char **text);

#endif
