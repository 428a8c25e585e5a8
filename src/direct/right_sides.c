/* right_sides.c - Conversion of right-hand sides to the form of the solvers, and of solutions to the form of results. */
#include "direct/direct.h"

#include "gpulinalg/elementwise.h"

static void check_shape(gla_scope *s, int64_t n, const gla_array *b)
{
    char text[GLA_SHAPE_TEXT];
    if (b->ndim != 1 && b->ndim != 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: b has %d dimensions, but it must be a vector or a matrix", s->op, b->ndim);
    else if (b->shape[0] != n)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: b has shape %s, but it must have %lld rows like a", s->op,
                   gla_shape_text(b->ndim, b->shape, text, sizeof text), (long long)n);
}

/* Split rows into real parts, then imaginary parts. */
static gla_array *split(gla_scope *s, gla_device *at, const gla_array *rows)
{
    int64_t k = rows ? rows->shape[0] : 0;
    gla_array *both = rows ? gla_s_new(s, at, GLA_FLOAT64, 2, (int64_t[]){2 * k, rows->shape[1]}) : NULL;
    gla_array *first = gla_s_slice(s, both, 0, 0, k), *second = gla_s_slice(s, both, 0, k, k);
    gla_s_assign(s, first, gla_s_apply(s, gla_real, rows));
    gla_s_assign(s, second, gla_s_apply(s, gla_imag, rows));
    return s->status ? NULL : both;
}

direct_sides direct_prepare_sides(gla_scope *s, gla_device *at, const gla_array *place, int64_t n, const gla_array *b)
{
    const gla_array *in[2] = {place, b};
    gla_array *placed[2] = {NULL, NULL};
    direct_sides sides = {.is_vector = b->ndim == 1};
    check_shape(s, n, b);
    gla_s_place(s, 2, in, false, &sides.dev, placed);
    if (s->status)
        return sides;
    sides.dtype = gla_floating_of(gla_promote_arrays(2, in));
    sides.k = sides.is_vector ? 1 : b->shape[1];
    sides.is_split = gla_dtype_is_complex(b->dtype) && !gla_dtype_is_complex(place->dtype);
    gla_array *rows = sides.is_vector ? gla_s_view(s, placed[1], 2, (int64_t[]){1, n}, (int64_t[]){0, placed[1]->strides[0]}, 0)
                                      : gla_s_swap_last(s, placed[1]);
    gla_dtype wide = gla_dtype_is_complex(sides.dtype) ? GLA_COMPLEX128 : GLA_FLOAT64;
    rows = rows ? gla_s_contiguous(s, at, wide, rows) : NULL;
    sides.rows = sides.is_split ? split(s, at, rows) : rows;
    if (sides.rows && !direct_is_finite(s, sides.rows))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: b contains NaN or Inf; remove these rows", s->op);
    return sides;
}

/* re + i im */
static gla_array *join(gla_scope *s, int64_t k, const gla_array *both)
{
    const double i[2] = {0, 1};
    gla_array *made = NULL;
    gla_array *unit = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_COMPLEX128, i, &made), &made);
    gla_array *second = gla_s_combine(s, gla_multiply, gla_s_slice(s, both, 0, k, k), unit);
    return gla_s_combine(s, gla_add, gla_s_slice(s, both, 0, 0, k), second);
}

gla_array *direct_return_sides(gla_scope *s, const direct_sides *sides, gla_array *rows)
{
    if (sides->is_split && rows)
        rows = join(s, sides->k, rows);
    gla_array *there = rows ? gla_s_contiguous(s, sides->dev, sides->dtype, rows) : NULL;
    if (there && !direct_is_finite(s, there))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: x is too large for %s; rescale a or b so that x becomes smaller", s->op,
                   gla_dtype_name(sides->dtype));
    if (!there || s->status)
        return NULL;
    int64_t n = there->shape[1];
    return sides->is_vector ? gla_s_view(s, there, 1, &n, (int64_t[]){1}, 0) : gla_s_swap_last(s, there);
}

gla_array *direct_product(gla_scope *s, const gla_sparse *a, gla_trans trans, const gla_array *rows)
{
    gla_array *made;
    if (trans == GLA_NO_TRANS) {
        gla_array *columns = gla_s_swap_last(s, rows);
        return gla_s_swap_last(s, s->status ? NULL : gla_s_adopt(s, gla_sparse_dot(a, columns, &made), &made));
    }
    const gla_array *in = trans == GLA_CONJ_TRANS ? gla_s_apply(s, gla_conj, rows) : rows;
    gla_array *out = s->status ? NULL : gla_s_adopt(s, gla_sparse_rdot(a, in, &made), &made);
    return trans == GLA_CONJ_TRANS ? gla_s_apply(s, gla_conj, out) : out;
}
