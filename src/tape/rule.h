/* rule.h - What a rule of a derivative sees, and the operations that it is made of.
 *
 * A rule is named GLA_VJP(symbol) and computes the cotangents of the arguments of a function from those of its results: for
 * y = f(x) and the cotangent g of y, gla_r_give(c, 0, g · dy/dx). Arguments and results are numbered as in the C function:
 * solve(a, b, out, trans) has the arguments a, b, trans and one result. Values are available only if @vjp of the function
 * declares them saved; shapes are always available.
 *
 *     GLA_VJP(inv)                  @vjp saves out
 *     {
 *         gla_array *t = gla_r_h(c, gla_r_out(c, 0));
 *         gla_r_give(c, 0, gla_r_negative(c, gla_r_matmul(c, gla_r_matmul(c, t, gla_r_g(c, 0)), t)));
 *     }
 *
 * Rules call public functions only, so that an outer tape records them: second derivatives need no code. Arrays belong to the
 * scope of the rule (core/scope.h); NULL arguments, after a failure or for a cotangent of zero, yield NULL. For complex numbers
 * the gradient is that of df = Re Σ conj(g) dz, so a linear map A has the rule Aᴴ g. */
#ifndef GLA_TAPE_RULE_H
#define GLA_TAPE_RULE_H

#include "core/scope.h"
#include "tape/log.h"

struct gla_vjp {
    gla_scope s;
    const gla_node *node;
    gla_array **g;      /* of each result, NULL: zero */
    gla_array **d;      /* of each operand of the arguments, to be set */
    const bool *wanted; /* for each of these */
    gla_array ***into;  /* for each of these, the cotangent so far; see gla_r_into */
    gla_status (*gradient)(const gla_tape *t, const gla_arrays *y, const gla_arrays *x, gla_arrays **gradients,
                           const gla_arrays *seeds); /* of an inner tape */
};

/* The declaration keeps the compiler from warning that there is none. */
#define GLA_VJP(symbol)            \
    gla_vjp_rule gla_vjp_##symbol; \
    void gla_vjp_##symbol(gla_vjp *c)

/* The rules of all functions (src/derivatives.c), by the number in their description; NULL where there is none. */
extern gla_vjp_rule *const gla_vjp_rules[];
gla_vjp_rule gla_vjp_lens_gather, gla_vjp_lens_scatter;

/* ---- arguments and results -------------------------------------------------------------------------------------------- */
gla_array *gla_r_x(gla_vjp *c, int argument);                              /* saved argument */
gla_array *gla_r_item(gla_vjp *c, int argument, int k);                    /* saved item of a list */
const gla_operand *gla_r_like(const gla_vjp *c, int argument);             /* shape and dtype of an argument, */
const gla_operand *gla_r_like_item(const gla_vjp *c, int argument, int k); /* of an item of a list, */
const gla_operand *gla_r_like_out(const gla_vjp *c, int result);           /* and of a result */
int gla_r_items(const gla_vjp *c, int argument);                           /* number of items of a list */
gla_array *gla_r_out(gla_vjp *c, int result);                              /* saved result */
gla_array *gla_r_g(gla_vjp *c, int result);                                /* its cotangent; NULL: zero */
bool gla_r_wants(const gla_vjp *c, int argument);
bool gla_r_wants_item(const gla_vjp *c, int argument, int k);
/* Set the cotangent of an argument. It is summed over broadcast dimensions and converted to the dtype of the argument (the real
 * part, if that is real). NULL is zero. */
void gla_r_give(gla_vjp *c, int argument, gla_array *cotangent);
void gla_r_give_item(gla_vjp *c, int argument, int k, gla_array *cotangent);
/* Return the cotangent of an argument so far if the rule may add to it in place, so that it need not set one. NULL otherwise.
 */
gla_array *gla_r_into(gla_vjp *c, int argument);
/* Fail because the derivative does not exist here. The message begins with the name of the function. */
void gla_r_fail(gla_vjp *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- public operations, which an outer tape records -------------------------------------------------------------------- */
gla_array *gla_r_number(gla_vjp *c, double value);
gla_array *gla_r_apply(gla_vjp *c, gla_unary *function, const gla_array *x);
gla_array *gla_r_combine(gla_vjp *c, gla_binary *function, const gla_array *x, const gla_array *y);
gla_array *gla_r_adopt(gla_vjp *c, gla_status st, gla_array **made);
gla_array *gla_r_add(gla_vjp *c, const gla_array *x, const gla_array *y); /* a NULL operand is zero */
gla_array *gla_r_subtract(gla_vjp *c, const gla_array *x, const gla_array *y);
gla_array *gla_r_multiply(gla_vjp *c, const gla_array *x, const gla_array *y);
gla_array *gla_r_divide(gla_vjp *c, const gla_array *x, const gla_array *y);
gla_array *gla_r_negative(gla_vjp *c, const gla_array *x);
gla_array *gla_r_scale(gla_vjp *c, const gla_array *x, double factor);
gla_array *gla_r_conj(gla_vjp *c, const gla_array *x); /* x itself if it is real */
gla_array *gla_r_matmul(gla_vjp *c, const gla_array *x, const gla_array *y);
gla_array *gla_r_t(gla_vjp *c, const gla_array *x); /* transpose of the last two axes */
gla_array *gla_r_h(gla_vjp *c, const gla_array *x); /* conjugate transpose */
/* Return x = g · derivative with 0 where g, the cotangent of the only result, is 0 and the derivative is not finite: a branch
 * that was not taken yields 0, not 0·inf. Elsewhere x stays as it is, so that it can be differentiated where g is 0. */
gla_array *gla_r_mask(gla_vjp *c, const gla_array *x);
gla_array *gla_r_where(gla_vjp *c, const gla_array *condition, const gla_array *x, const gla_array *y);
gla_array *gla_r_selected(gla_vjp *c, const gla_array *condition, const gla_array *x); /* 0 where the condition is false */
gla_array *gla_r_sum_along(gla_vjp *c, const gla_array *x, int axis); /* the axis remains, with length one, unless it is 0 */
gla_array *gla_r_sum(gla_vjp *c, const gla_array *x, const gla_ints *axes, bool keepdims);
gla_array *gla_r_reshape(gla_vjp *c, const gla_array *x, int ndim, const int64_t *shape);
gla_array *gla_r_broadcast(gla_vjp *c, const gla_array *x, int ndim, const int64_t *shape);
gla_array *gla_r_add_last(gla_vjp *c, const gla_array *x, int n); /* n axes of length one at the end */
gla_array *gla_r_astype(gla_vjp *c, const gla_array *x, gla_dtype dtype);
gla_array *gla_r_tril(gla_vjp *c, const gla_array *x, int64_t k);
gla_array *gla_r_triu(gla_vjp *c, const gla_array *x, int64_t k);
gla_array *gla_r_zeros(gla_vjp *c, int argument); /* of the shape and dtype of an argument */
/* Return true if a reduction over `axis` (NULL: all) removes axis i of ndim axes. */
bool gla_r_is_reduced(const gla_ints *axis, int ndim, int i);
/* Add axes of length one where a reduction of x over `axis` has removed them; axis NULL: all. */
gla_array *gla_r_spread(gla_vjp *c, const gla_array *y, const gla_operand *x, const gla_ints *axis);
/* Return φ(z)/Φ(z), the derivative of log Φ(z) (rules/special.c). */
gla_array *gla_r_normal_ratio(gla_vjp *c, const gla_array *z, const gla_array *log_cdf);

/* ---- parts and positions (rules/parts.c) ------------------------------------------------------------------------------- */
static inline int gla_r_axis(int64_t axis, int ndim)
{
    return (int)(axis < 0 ? axis + ndim : axis);
}
static inline bool gla_r_fails(const gla_vjp *c)
{
    return c->s.status != GLA_OK;
}
gla_array *gla_r_part(gla_vjp *c, const gla_array *x, int axis, int64_t start, int64_t count);
gla_array *gla_r_join(gla_vjp *c, const gla_array *x, const gla_array *y, int axis);
gla_array *gla_r_filled(gla_vjp *c, const gla_array *like, int axis, int64_t n, double value);    /* length n along axis */
gla_array *gla_r_padded(gla_vjp *c, const gla_array *x, int axis, int64_t before, int64_t after); /* with zeros */
gla_array *gla_r_resized(gla_vjp *c, const gla_array *x, int axis, int64_t n);                    /* cut, or zeros at the end */
gla_array *gla_r_flipped(gla_vjp *c, const gla_array *x, int axis);
gla_array *gla_r_moved(gla_vjp *c, const gla_array *x, int from, int to); /* axis */
gla_array *gla_r_flat(gla_vjp *c, const gla_array *x);
gla_array *gla_r_range(gla_vjp *c, const gla_device *dev, int64_t start, int64_t n, gla_dtype dtype);
gla_array *gla_r_take(gla_vjp *c, const gla_array *x, const gla_array *positions, int axis);
gla_array *gla_r_item_of(gla_vjp *c, const gla_array *x, const gla_index *key);
/* x[key] += value, also where the key repeats a position. */
void gla_r_add_at(gla_vjp *c, gla_array *x, const gla_index *key, const gla_array *value);
/* Numbers 1, 2, … for the elements of an operand, in its shape. A function that only arranges elements tells with them where
 * each element of its result comes from (0: from no element). */
gla_array *gla_r_numbers(gla_vjp *c, const gla_operand *x);
/* Return the sums of the elements of g with the same number, in that shape. */
gla_array *gla_r_collect(gla_vjp *c, const gla_array *numbers, const gla_array *g, int ndim, const int64_t *shape);

/* Set d to the cotangents of the n operands x of a function that is composed of public operations, from the cotangent g of its
 * result: the function is computed again, on a tape of its own. For rules that are too long otherwise. */
typedef gla_array *gla_r_composition(gla_vjp *c, gla_array *const x[]);
void gla_r_compose(gla_vjp *c, gla_r_composition *f, int n, gla_array *const x[], const gla_array *g, gla_array *d[]);

#endif
