/* fold.h - what reductions and scans that users write have in common: map, combine, post. */
#ifndef GLA_FORMULA_FOLD_H
#define GLA_FORMULA_FOLD_H

#include "array/number.h"
#include "core/scope.h"
#include "dialect/code.h"
#include "formula/bind.h"
#include "runtime/object.h"

/* map: the inputs to one value; combine: two such values, `a` and `b`, to one; post: the last one, `a`, of `n` elements to
 * the output. */
typedef struct gla_fold {
    gla_object object;
    gla_formula *map, *combine, *post;
    gla_variants variants;
    bool is_scan, has_identity;
    gla_number identity; /* what no elements give */
} gla_fold;

gla_status gla_fold_new(const gla_class *class, bool is_scan, const char *inputs, const char *output, const char *map,
                        const char *combine, const char *post, const gla_array *identity, const char *name, gla_fold **out);
void gla_fold_destroy(void *object);

/* One call in preparation: operands on the device, with the shape that they broadcast to.  The scope owns them. */
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

/* Whether a device that cannot stop may go through the loops of post, for that many elements. */
void gla_fold_check_post(gla_fold_call *call, int64_t n);

/* The operands seen with the call's axes in another order; NULL: in theirs. */
typedef struct gla_fold_operands {
    gla_stack_view view[GLA_MAX_INPUTS];
    const gla_array *in[GLA_MAX_INPUTS];
} gla_fold_operands;
void gla_fold_view(const gla_fold_call *call, const int order[], gla_fold_operands *operands);

/* Fill an array with the identity. */
void gla_fold_fill(gla_fold_call *call, gla_array *out);
/* The identity in the type that is accumulated in. */
gla_constant gla_fold_identity(const gla_fold_call *call);

/* map, combine, post. */
static inline const gla_expr *const *gla_fold_exprs(const gla_fold_call *call)
{
    return (const gla_expr *const *)call->v->expr;
}

/* The source that devices compile for such operands, of which the first nkeep axes are kept. */
void gla_fold_code(gla_fold_call *call, gla_fold_kind kind, const gla_array *const in[], int nkeep, char **text);

#endif
