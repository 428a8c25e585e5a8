/* solve_triangular.c - Triangular systems by substitution. */
#include "condition.h"
#include "contract/array.h"

#include <string.h>

/* Report the first zero on the diagonal. */
static void fail_singular(const gla_call *c, const gla_array *diagonal)
{
    gla_scope *s = c->s;
    gla_array *flat, *first;
    void *data;
    char text[GLA_SHAPE_TEXT], stack[GLA_SHAPE_TEXT + 40] = "";
    int64_t position[GLA_MAX_NDIM], at = 0;
    gla_array *where = gla_s_combine(s, gla_equal, diagonal, gla_s_number(s, 0));
    flat = where ? gla_s_adopt(s, gla_reshape(where, &(gla_ints){1, {-1}}, &flat, GLA_MAYBE, NULL), &flat) : NULL;
    first = flat ? gla_s_adopt(s, gla_astype(flat, GLA_INT64, &first, true, "host"), &first) : NULL;
    gla_array *host = gla_s_to_host(s, first, &data);
    if (!host)
        return;
    while (at < host->size && !((const int64_t *)data)[at])
        at++;
    int64_t rest = at / c->n;
    int nb = diagonal->ndim - 1;
    for (int d = nb; d-- > 0; rest /= diagonal->shape[d])
        position[d] = rest % diagonal->shape[d];
    if (nb) {
        strcpy(stack, " in matrix ");
        gla_shape_text(nb, position, text, sizeof text);
        strcat(strcat(stack, text), " of the stack");
    }
    gla_s_fail(s, GLA_SINGULAR_ERROR,
               "%s: a is singular: diagonal element %lld is exactly zero%s; "
               "look for linearly dependent rows or columns, or use lstsq",
               c->op, (long long)(at % c->n + 1), stack);
}

static void check_diagonal(const gla_call *c)
{
    gla_array *diagonal = gla_s_diagonal(c->s, c->a, 0);
    if (!diagonal)
        return;
    gla_nonzero_ranges ranges;
    if (!c->dev->backend->array->count_nonzero)
        gla_s_check(c->s, gla_fail_unsupported(c->op, c->dev));
    else if (!gla_s_check(c->s, c->dev->backend->array->count_nonzero(c->dev, diagonal, &ranges)) &&
             ranges.starts[ranges.count] < diagonal->size)
        fail_singular(c, diagonal);
}

/* For BLAS a row-major matrix is transposed, so the other triangle is used and the flag is inverted.  A row-major right-hand
 * side is solved for from the right, which inverts the flag again.  BLAS has no flag for conj(A) without transposing, but this
 * case does not occur if x has the memory order of a. */
static void substitute(const gla_call *c, const gla_matrices *a, gla_trans trans, bool lower, gla_unit_diag diag,
                       const gla_matrices *x)
{
    gla_array *arrays[2] = {a->array, x->array};
    gla_batches plan;
    int64_t at[2];
    if (gla_failed(c))
        return;
    gla_side side = x->transposed ? GLA_RIGHT : GLA_LEFT;
    if (a->transposed) {
        lower = !lower;
        trans = trans == GLA_NO_TRANS ? GLA_TRANS : trans == GLA_TRANS ? GLA_NO_TRANS : trans;
    }
    if (x->transposed)
        trans = trans == GLA_NO_TRANS ? GLA_TRANS : trans == GLA_TRANS ? GLA_NO_TRANS : trans;
    gla_batches_plan(&plan, c->nbatch, c->batch, 2, arrays);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(blas, trsm), (double)x->array->size * (double)c->n);
    for (int64_t i = 0; i < plan.loops && !gla_failed(c); i++) {
        gla_batches_offsets(&plan, 2, i, at);
        gla_matrix ma = gla_matrix_at(a, at[0], plan.step[0]), mx = gla_matrix_at(x, at[1], plan.step[1]);
        gla_s_check(c->s, r.at->backend->blas->trsm(r.at, c->dtype, side, lower ? GLA_LOWER : GLA_UPPER, trans, diag, &ma, &mx,
                                                    plan.count));
    }
    gla_run_end(&r);
}

void gla_triangular_stack(const gla_call *c, const gla_array *a, gla_trans trans, bool lower, bool unit, gla_matrices *x)
{
    int start = gla_scope_mark(c->s);
    gla_matrices sa = gla_call_borrow(c, a);
    substitute(c, &sa, trans, lower, unit ? GLA_UNIT : GLA_NON_UNIT, x);
    gla_scope_keep(c->s, start, NULL);
}

/* Estimate the condition of a triangle that must be scaled.  If elimination, which also scales rows, reports estimates that
 * leave no correct digit, these estimates are kept. */
static void look_at_scaled(const gla_call *c, gla_triangular t, const gla_array *triangle, gla_estimates *doubts)
{
    gla_estimates own = gla_estimates_of_triangle(c);
    gla_scaled upper = gla_scaled_new(c, t.uplo == GLA_LOWER ? gla_s_swap_last(c->s, triangle) : triangle, GLA_SCALE_COLUMNS);
    gla_matrices a = gla_call_copy(c, upper.host.array, GLA_COLUMN_MAJOR);
    int64_t *info = gla_call_info(c);
    gla_estimate_triangle(c, &a, (gla_triangular){.uplo = GLA_UPPER, .trans = GLA_NO_TRANS, .diag = GLA_NON_UNIT}, NULL, info,
                          &own);
    for (int64_t i = 0; i < c->count && !gla_failed(c); i++)
        if (doubts->of[i] <= GLA_DOUBTFUL || own.of[i] > doubts->of[i])
            doubts->of[i] = own.of[i];
}

/* Solve again with scaling if scaling helps.  Only the triangle is used, because the other triangle is irrelevant.  Return
 * false if a or b contains NaN or Inf, which propagate as in plain substitution. */
static bool solve_scaled(const gla_call *c, gla_triangular t, const gla_matrices *x, int64_t *info, gla_estimates *doubts)
{
    int start = gla_scope_mark(c->s);
    gla_matrices triangle = gla_call_copy(c, c->a, GLA_COLUMN_MAJOR);
    gla_call_triangle(c, t.uplo == GLA_LOWER, t.diag == GLA_UNIT, triangle.array, triangle.array);
    bool is_finite = gla_call_finite(c, triangle.array) && gla_call_finite(c, c->b);
    if (is_finite)
        gla_scaled_solve(c, t.trans, triangle.array, c->b, x->array, info, doubts);
    if (is_finite && doubts->wanted)
        look_at_scaled(c, t, triangle.array, doubts);
    gla_scope_keep(c->s, start, NULL);
    return is_finite;
}

/* Check for zeros on the diagonal, for overflow during substitution, and for results without a correct digit. */
static void look_at(const gla_call *c, const gla_matrices *a, gla_triangular t, const gla_matrices *x, bool warns)
{
    int64_t *info = gla_call_info(c);
    gla_estimates doubts = gla_estimates_of_triangle(c);
    bool is_singular = false;
    doubts.wanted = doubts.wanted && warns;
    gla_estimate_triangle(c, a, t, x, info, &doubts);
    for (int64_t i = 0; i < c->count && !gla_failed(c); i++)
        is_singular = is_singular || info[i];
    if (is_singular)
        check_diagonal(c);
    if (!gla_estimates_need_scaling(c, &doubts) || solve_scaled(c, t, x, info, &doubts))
        gla_estimates_warn(c, &doubts, "x", "look for nearly dependent columns, or use lstsq");
}

/* Solve in a copy of b.  The copy has the memory order of a if the order matters, otherwise the order of b. */
static gla_array *solve(const gla_call *c, gla_triangular t, bool warns)
{
    gla_matrices a = gla_call_borrow(c, c->a);
    gla_matrices x = gla_call_copy(c, c->b,
                                   t.trans != GLA_CONJ_TRANS ? GLA_KEEP_ORDER
                                   : a.transposed            ? GLA_ROW_MAJOR
                                                             : GLA_COLUMN_MAJOR);
    if (gla_failed(c) || x.array->size == 0)
        return x.array;
    bool looks = c->dev->backend->lapack->trcon;
    if (t.diag == GLA_NON_UNIT && !looks)
        check_diagonal(c);
    substitute(c, &a, t.trans, t.uplo == GLA_LOWER, t.diag, &x);
    if (looks)
        look_at(c, &a, t, &x, warns);
    return x.array;
}

static gla_status solve_as(const char *op, bool warns, const gla_array *a, const gla_array *b, gla_array **out,
                           gla_transpose trans, bool lower, bool unit_diagonal)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    gla_call c;
    bool vector;
    *out = NULL;
    if ((unsigned)trans > GLA_CONJUGATE_TRANSPOSED)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: trans is %d, but it must be 0 (not transposed), 1 (transposed) or 2 (conjugate transposed)", op,
                        (int)trans);
    gla_call_begin_pair(&c, op, a, b, true, false, &vector);
    gla_triangular t = {.uplo = lower ? GLA_LOWER : GLA_UPPER,
                        .diag = unit_diagonal ? GLA_UNIT : GLA_NON_UNIT,
                        .trans = gla_dtype_is_complex(c.dtype) || trans != GLA_CONJUGATE_TRANSPOSED ? flags[trans] : GLA_TRANS};
    gla_array *x = solve(&c, t, warns);
    return gla_call_return(&c, vector ? gla_s_become_vectors(c.s, x) : x, out);
}

gla_status gla_substitute_as(const char *op, const gla_array *a, const gla_array *b, gla_array **out, bool lower,
                             bool unit_diagonal)
{
    return solve_as(op, false, a, b, out, GLA_AS_GIVEN, lower, unit_diagonal);
}

gla_status gla_solve_triangular(const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans, bool lower,
                                bool unit_diagonal)
{
    return solve_as("solve_triangular", true, a, b, out, trans, lower, unit_diagonal);
}
