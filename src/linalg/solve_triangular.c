/* solve_triangular.c - triangular systems by substitution. */
#include "condition.h"

#include <string.h>

/* A zero on the diagonal: say where the first one is. */
static gla_status fail_singular(const gla_call *c, const gla_array *diagonal)
{
    gla_array *zero = NULL, *where = NULL, *flat = NULL, *first = NULL, *host = NULL;
    gla_ints all = {1, {-1}};
    void *data;
    char text[GLA_SHAPE_TEXT], stack[GLA_SHAPE_TEXT + 40] = "";
    int64_t position[GLA_MAX_NDIM], at = 0;
    gla_status st = gla_number(0, &zero);
    if (!st)
        st = gla_equal(diagonal, zero, &where);
    if (!st)
        st = gla_reshape(where, &all, &flat, GLA_MAYBE);
    if (!st)
        st = gla_astype(flat, GLA_INT64, &first, true, "host");
    if (!st)
        st = gla_to_host(first, &host, &data);
    if (!st) {
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
        st = gla_fail(GLA_SINGULAR_ERROR,
                      "solve_triangular: a is singular: diagonal element %lld is exactly zero%s; look for "
                      "rows or columns that depend on others, or use lstsq", (long long)(at % c->n + 1), stack);
    }
    gla_unref(zero);
    gla_unref(where);
    gla_unref(flat);
    gla_unref(first);
    gla_unref(host);
    return st;
}

static gla_status check_diagonal(const gla_call *c)
{
    gla_array *diagonal;
    int64_t nonzero = 0;
    gla_status st = gla_diagonal_view(c->a, 0, &diagonal);
    if (st)
        return st;
    if (c->dev->backend->array->count_nonzero) {
        st = c->dev->backend->array->count_nonzero(c->dev, diagonal, &nonzero);
        if (!st && nonzero < diagonal->size)
            st = fail_singular(c, diagonal);
    } else {
        st = gla_fail_unsupported(c->op, c->dev);
    }
    gla_unref(diagonal);
    return st;
}

/* What lies row-major is, for BLAS, transposed: then the triangle is the other one and the flag turns; a row-major
 * right-hand side is solved for from the right, which turns the flag again.  conj(A) without transposing has no flag,
 * but never comes up when x lies as a does. */
static gla_status substitute(const gla_call *c, const gla_matrices *a, gla_trans trans, bool lower, gla_diag diag,
                             gla_matrices *x)
{
    gla_array *arrays[2] = {a->array, x->array};
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[2];
    gla_side side = x->transposed ? GLA_RIGHT : GLA_LEFT;
    if (a->transposed) {
        lower = !lower;
        trans = trans == GLA_NO_TRANS ? GLA_TRANS : trans == GLA_TRANS ? GLA_NO_TRANS : trans;
    }
    if (x->transposed)
        trans = trans == GLA_NO_TRANS ? GLA_TRANS : trans == GLA_TRANS ? GLA_NO_TRANS : trans;
    gla_batches_plan(&plan, c->nbatch, c->batch, 2, arrays);
    void *state = gla_work_begin((double)x->array->size * (double)c->n);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_batches_offsets(&plan, 2, i, at);
        gla_matrix ma = gla_matrix_at(a, at[0], plan.step[0]), mx = gla_matrix_at(x, at[1], plan.step[1]);
        st = c->dev->backend->blas->trsm(c->dev, c->dtype, side, lower ? GLA_LOWER : GLA_UPPER, trans, diag, &ma, &mx,
                                         plan.count);
    }
    gla_work_end(state);
    return st;
}

gla_status gla_triangular_stack(const gla_call *c, const gla_array *a, gla_trans trans, bool lower, bool unit,
                                gla_matrices *x)
{
    gla_matrices sa = {0};
    gla_status st = gla_matrices_borrow(c->op, c->dev, c->dtype, a, &sa);
    if (!st)
        st = substitute(c, &sa, trans, lower, unit ? GLA_UNIT : GLA_NON_UNIT, x);
    gla_matrices_release(&sa);
    return st;
}

/* The triangle alone: what the other one holds does not matter. */
static gla_status copy_triangle(const gla_call *c, bool lower, bool unit, gla_matrices *out)
{
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, c->a, c->nbatch, c->batch, GLA_COLUMN_MAJOR, out);
    return st ? st : gla_triangle(c->op, lower, unit, out->array, out->array);
}

/* Once more, scaled, where that helps; *is_finite false: a or b holds NaN or Inf, which go through as they would by hand. */
static gla_status solve_scaled(const gla_call *c, gla_triangular t, gla_matrices *x, int64_t *info, gla_doubts *doubts,
                               bool *is_finite)
{
    gla_matrices triangle = {0};
    gla_status st = copy_triangle(c, t.uplo == GLA_LOWER, t.diag == GLA_UNIT, &triangle);
    if (!st)
        st = gla_all_finite(triangle.array, is_finite);
    if (!st && *is_finite)
        st = gla_all_finite(c->b, is_finite);
    if (!st && *is_finite)
        st = gla_scaled_solve(c, t.trans, triangle.array, c->b, x->array, info, doubts);
    gla_matrices_release(&triangle);
    return st;
}

/* Zeros on the diagonal, numbers that overflow on the way, and answers that may hold no digit. */
static gla_status look_at(const gla_call *c, const gla_matrices *a, gla_triangular t, gla_matrices *x)
{
    int64_t few[GLA_FEW], *info = NULL;
    gla_doubts doubts = {.wanted = false};
    bool is_finite = true, is_singular = false;
    gla_status st = gla_info_new(c->op, c->count, few, &info);
    if (!st)
        st = gla_doubts_new(c, &doubts);
    if (!st)
        st = gla_triangle_doubts(c, a, t, x, info, &doubts);
    for (int64_t i = 0; i < c->count && !st; i++)
        is_singular = is_singular || info[i];
    if (!st && is_singular)
        st = check_diagonal(c);
    if (!st && gla_doubts_scale(c, &doubts))
        st = solve_scaled(c, t, x, info, &doubts, &is_finite);
    if (!st && is_finite)
        st = gla_doubts_check(c, &doubts, "x", "look for columns that nearly depend on others, or use lstsq");
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    return st;
}

/* Solve into x, a copy of b in the order of a's memory where that matters, else in b's. */
static gla_status solve(const gla_call *c, gla_trans trans, bool lower, bool unit, gla_matrices *x)
{
    gla_matrices a = {0};
    gla_status st = gla_matrices_borrow(c->op, c->dev, c->dtype, c->a, &a);
    gla_triangular triangle = {.uplo = lower ? GLA_LOWER : GLA_UPPER, .trans = trans, .diag = unit ? GLA_UNIT : GLA_NON_UNIT};
    gla_order order = trans != GLA_CONJ_TRANS ? GLA_AS_IT_LIES : a.transposed ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR;
    if (!st)
        st = gla_matrices_copy(c->op, c->dev, c->dtype, c->b, c->nbatch, c->batch, order, x);
    bool looks = c->dev->backend->lapack->trcon;
    if (!st && !unit && !looks && x->array->size > 0)
        st = check_diagonal(c);
    if (!st && x->array->size > 0)
        st = substitute(c, &a, trans, lower, triangle.diag, x);
    if (!st && looks && x->array->size > 0)
        st = look_at(c, &a, triangle, x);
    gla_matrices_release(&a);
    return st;
}

gla_status gla_solve_triangular(const gla_array *a, const gla_array *b, gla_array **out, int trans, bool lower,
                                bool unit_diagonal)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    gla_call c;
    gla_matrices x = {0};
    bool vector;
    *out = NULL;
    if (trans < 0 || trans > 2)
        return gla_fail(GLA_ARGUMENT_ERROR, "solve_triangular: trans is %d, but it must be 0 (a), 1 (transposed) or 2 "
                        "(conjugate transposed)", trans);
    gla_status st = gla_call_begin_pair(&c, "solve_triangular", a, b, true, &vector);
    if (!st)
        st = solve(&c, trans == 2 && !gla_dtype_is_complex(c.dtype) ? GLA_TRANS : flags[trans], lower, unit_diagonal,
                   &x);
    if (!st && vector)
        st = gla_drop_last(&x.array);
    if (st)
        gla_matrices_release(&x);
    *out = x.array;
    gla_call_end(&c);
    return st;
}
