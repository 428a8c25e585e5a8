/* multivariate.c - Multivariate normal and Wishart draws. */
#include "random/composed.h"
#include "shape/reshape.h"

#include <string.h>

/* Return a stack of symmetric matrices in the given dtype. */
static gla_array *read_symmetric(random_call *c, const char *name, gla_dtype dtype, const gla_array *given)
{
    gla_scope *s = &c->s;
    gla_array *x = gla_random_real(c, name, dtype, given);
    if (!x)
        return NULL;
    if (x->ndim < 2 || x->shape[x->ndim - 1] != x->shape[x->ndim - 2]) {
        char text[GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape %s, but it must be a square matrix or a stack of square matrices",
                   s->op, name, gla_shape_text(x->ndim, x->shape, text, sizeof text));
        return NULL;
    }
    if (x->size == 0)
        return x;
    gla_array *off = gla_s_combine(s, gla_subtract, x, gla_s_swap_last(s, x)), *size = gla_s_apply(s, gla_abs, x);
    off = off ? gla_s_apply(s, gla_abs, off) : NULL;
    gla_array *near = gla_s_number(s, dtype == GLA_FLOAT32 ? 3.5e-4 : 1.5e-8);
    gla_array *most = size ? gla_s_combine(s, gla_multiply, gla_s_reduce_all(s, gla_max, size), near) : NULL;
    gla_array *fits = most ? gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_less_equal, off, most)) : NULL;
    if (fits && !gla_s_truth(s, fits))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s must be symmetric and finite", s->op, name);
    return s->status ? NULL : x;
}

/* Begin either kind of draw.  Each element of the first argument has `ndim` dimensions; the second argument is a stack of
 * symmetric matrices.  Return the dtype of the result. */
static gla_dtype begin(random_call *c, const char *op, const gla_random_generator *generator, const char *const names[2],
                       const gla_array *const in[2], int ndim, const gla_ints *shape, gla_dtype dtype, const char *device,
                       gla_array *read[2])
{
    gla_random_open(c, op, generator, 2, in, device);
    dtype = gla_random_result_type(c, dtype);
    read[0] = gla_random_real(c, names[0], dtype, in[0]);
    read[1] = read_symmetric(c, names[1], dtype, in[1]);
    if (!c->s.status)
        gla_random_find_stack(c, shape, 2, names, (const gla_array *const[]){read[0], read[1]}, (int[]){ndim, 2});
    return dtype;
}

static gla_array *factor(random_call *c, const char *name, const char *remedy, const gla_array *x)
{
    gla_array *lower = NULL;
    char spelled[GLA_SPELLED];
    if (c->s.status)
        return NULL;
    gla_status st = gla_cholesky(x, &lower, false);
    if (st == GLA_NOT_POSITIVE_DEFINITE_ERROR)
        gla_s_fail(&c->s, st, "%s: %s is not positive definite; %s", c->s.op, name, gla_spell(remedy, spelled));
    return gla_s_adopt(&c->s, st, &lower);
}

/* Return the symmetric square root of a positive semidefinite matrix.  The square root is unique, unlike a factor built from
 * eigenvectors, whose signs are arbitrary. */
static gla_array *find_root(random_call *c, const gla_array *x)
{
    gla_scope *s = &c->s;
    gla_array *values = NULL, *vectors = NULL;
    if (s->status || gla_s_check(s, gla_eigh(x, &values, &vectors)))
        return NULL;
    gla_s_own(s, values);
    gla_s_own(s, vectors);
    gla_array *near = gla_s_number(s, x->dtype == GLA_FLOAT32 ? -3.5e-4 : -1.5e-8), *zero = gla_s_number(s, 0);
    if (s->status)
        return NULL;
    if (values->size > 0) {
        gla_array *most = gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, values), -1, true);
        gla_array *least = most ? gla_s_combine(s, gla_multiply, most, near) : NULL;
        gla_array *fits = least ? gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_greater_equal, values, least)) : NULL;
        if (fits && !gla_s_truth(s, fits))
            gla_s_fail(s, GLA_NOT_POSITIVE_DEFINITE_ERROR,
                       "%s: cov has a negative eigenvalue, so it is not a covariance matrix", s->op);
    }
    gla_array *roots = s->status ? NULL : gla_s_apply(s, gla_sqrt, gla_s_combine(s, gla_maximum, values, zero));
    int64_t shape[GLA_MAX_NDIM];
    if (!roots)
        return NULL;
    memcpy(shape, vectors->shape, sizeof *shape * (size_t)vectors->ndim);
    shape[vectors->ndim - 2] = 1;
    gla_array *scaled = gla_s_combine(s, gla_multiply, vectors, gla_s_reshape(s, roots, vectors->ndim, shape));
    return scaled ? gla_s_combine(s, gla_matmul, scaled, gla_s_swap_last(s, vectors)) : NULL;
}

/* Multiply root by each vector z, as one product if there is only one root. */
static gla_array *multiply(random_call *c, const gla_array *root, const gla_array *z, int64_t n)
{
    gla_scope *s = &c->s;
    if (root->ndim > 2) {
        gla_array *product = gla_s_combine(s, gla_matmul, root, gla_s_add_last(s, z));
        return product ? gla_s_drop_last(s, product) : NULL;
    }
    gla_array *rows = gla_s_reshape(s, z, 2, (int64_t[]){n ? z->size / n : 0, n});
    gla_array *product = rows ? gla_s_combine(s, gla_matmul, rows, gla_s_swap_last(s, root)) : NULL;
    return product ? gla_s_reshape(s, product, z->ndim, z->shape) : NULL;
}

gla_status gla_random_generator_multivariate_normal(const gla_random_generator *generator, const gla_array *mean,
                                                    const gla_array *cov, gla_array **out, const gla_ints *shape,
                                                    const char *method, gla_dtype dtype, const char *device)
{
    random_call c;
    gla_scope *s = &c.s;
    gla_array *z = NULL, *read[2];
    *out = NULL;
    dtype = begin(&c, "Generator.multivariate_normal", generator, (const char *const[]){"mean", "cov"},
                  (const gla_array *const[]){mean, cov}, 1, shape, dtype, device, read);
    gla_array *centre = read[0], *matrix = read[1];
    int64_t n = s->status ? 0 : matrix->shape[matrix->ndim - 1];
    if (!s->status && centre->shape[centre->ndim - 1] != n)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: mean has length %lld, but cov is %lld x %lld", s->op,
                   (long long)centre->shape[centre->ndim - 1], (long long)n, (long long)n);
    gla_array *finite = s->status ? NULL : gla_s_reduce_all(s, gla_all, gla_s_apply(s, gla_isfinite, centre));
    if (finite && !gla_s_truth(s, finite))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: mean must be finite", s->op);
    gla_array *root = method && method[0] == 'e'
                          ? find_root(&c, matrix)
                          : factor(&c, "cov", "use {method=\"eigh\"} if it is only semidefinite", matrix);
    const gla_ints full = gla_random_shape(&c, 1, n, 0);
    if (root) {
        gla_status st = gla_random_generator_normal(c.g, &z, NULL, NULL, &full, dtype, c.dev->name);
        z = gla_random_part(&c, st, &z);
    }
    gla_array *spread = z ? multiply(&c, root, z, n) : NULL;
    return gla_random_close(&c, spread ? gla_s_combine(s, gla_add, spread, centre) : NULL, out);
}

/* ---- Wishart ------------------------------------------------------------------------------------------------- */
/* Draw Bartlett's factor.  The elements below the diagonal are normal; the diagonal elements are square roots of chi-square
 * variables, whose degrees of freedom decrease by one. */
static gla_array *draw_factor(random_call *c, const gla_array *df, int64_t n)
{
    gla_scope *s = &c->s;
    gla_array *z = NULL, *square = NULL, *lower = NULL, *steps = NULL;
    int64_t strides[GLA_MAX_NDIM];
    const gla_ints full = gla_random_shape(c, 2, n, n), diagonal = gla_random_shape(c, 1, n, 0);
    gla_array *count = gla_s_number(s, (double)n);
    steps = count ? gla_s_adopt(s, gla_arange(count, &steps, NULL, NULL, df->dtype, c->dev->name), &steps) : NULL;
    gla_array *freedom = steps ? gla_s_combine(s, gla_subtract, gla_s_add_last(s, df), steps) : NULL;
    if (!freedom)
        return NULL;
    z = gla_random_part(c, gla_random_generator_normal(c->g, &z, NULL, NULL, &full, df->dtype, c->dev->name), &z);
    if (!z)
        return NULL;
    gla_status st = gla_random_generator_chisquare(c->g, freedom, &square, &diagonal, df->dtype, c->dev->name);
    square = gla_random_part(c, st, &square);
    gla_array *root = square ? gla_s_apply(s, gla_sqrt, square) : NULL;
    lower = root ? gla_s_adopt(s, gla_tril(z, &lower, -1), &lower) : NULL;
    lower = lower ? gla_s_contiguous(s, c->dev, df->dtype, lower) : NULL;
    if (!lower)
        return NULL;
    memcpy(strides, lower->strides, sizeof *strides * (size_t)lower->ndim);
    strides[diagonal.n - 1] = n + 1;
    gla_s_assign(s, gla_s_view(s, lower, diagonal.n, diagonal.v, strides, 0), root);
    return s->status ? NULL : lower;
}

static gla_array *draw_wishart(random_call *c, const gla_array *df, const gla_array *scale)
{
    gla_scope *s = &c->s;
    int64_t n = scale->shape[scale->ndim - 1];
    gla_array *half = gla_s_number(s, 0.5), *lower = factor(c, "scale", "check it", scale);
    gla_array *drawn = lower ? draw_factor(c, df, n) : NULL;
    gla_array *root = drawn ? gla_s_combine(s, gla_matmul, lower, drawn) : NULL;
    gla_array *product = root ? gla_s_combine(s, gla_matmul, root, gla_s_swap_last(s, root)) : NULL;
    /* libraries need not compute both triangles identically */
    gla_array *twice = product ? gla_s_combine(s, gla_add, product, gla_s_swap_last(s, product)) : NULL;
    return twice ? gla_s_combine(s, gla_multiply, twice, half) : NULL;
}

gla_status gla_random_generator_wishart(const gla_random_generator *generator, const gla_array *df, const gla_array *scale,
                                        gla_array **out, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    random_call c;
    gla_scope *s = &c.s;
    gla_array *read[2];
    *out = NULL;
    begin(&c, "Generator.wishart", generator, (const char *const[]){"df", "scale"}, (const gla_array *const[]){df, scale}, 0,
          shape, dtype, device, read);
    gla_array *freedom = read[0], *matrix = read[1];
    double least = s->status ? 0 : (double)(matrix->shape[matrix->ndim - 1] - 1);
    if (!s->status && !(gla_random_all(&c, gla_greater, freedom, least) && gla_random_all(&c, gla_less, freedom, 1e300)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: df must be greater than %lld, which is the order of scale minus one, and less than 1e300", s->op,
                   (long long)least);
    return gla_random_close(&c, s->status ? NULL : draw_wishart(&c, freedom, matrix), out);
}
