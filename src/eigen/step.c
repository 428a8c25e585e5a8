/* step.c - Common parts of all searches: requests, start vectors, and checks of squared norms. */
#include "eigen/eigen.h"

#include "array/number.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <math.h>
#include <stdlib.h>

void eigen_keep(gla_array **place, gla_array *made)
{
    gla_array *before = *place;
    *place = made ? gla_ref(made) : NULL;
    gla_unref(before);
}

void eigen_request_product(gla_scope *s, eigen_solver *q, eigen_stage stage, const char *what, gla_array *vector)
{
    if (s->status)
        return;
    eigen_keep(&q->vector, vector);
    q->wants = what;
    q->stage = stage;
}

/* Return the name of the matrix that multiplies vectors in the inner product. */
const char *eigen_inner(const eigen_solver *q)
{
    return q->mode == EIGEN_BUCKLING ? "A" : "M";
}

/* ---- start vectors ------------------------------------------------------------------------------------------- */
static gla_array *draw(gla_scope *s, eigen_solver *q, const eigen_basis *b)
{
    gla_array *made = NULL, *imaginary = NULL;
    const gla_ints shape = {1, {b->n}};
    gla_dtype real = gla_real_of(b->dtype);
    if (s->status || !gla_s_adopt(s,
                                  gla_random_generator_uniform(q->random, &made, gla_s_number(s, -1), gla_s_number(s, 1),
                                                               &shape, real, b->dev->name),
                                  &made))
        return NULL;
    if (b->dtype == real)
        return made;
    if (!gla_s_adopt(s,
                     gla_random_generator_uniform(q->random, &imaginary, gla_s_number(s, -1), gla_s_number(s, 1), &shape, real,
                                                  b->dev->name),
                     &imaginary))
        return NULL;
    double unit[2] = {0, 1};
    gla_array *i = NULL;
    if (!gla_s_adopt(s, gla_scalar(GLA_COMPLEX128, unit, &i), &i))
        return NULL;
    imaginary = gla_s_combine(s, gla_multiply, gla_s_astype(s, b->dtype, imaginary),
                              gla_s_convert(s, i, b->dtype, b->dev, GLA_MAYBE));
    return gla_s_combine(s, gla_add, gla_s_astype(s, b->dtype, made), imaginary);
}

gla_array *eigen_start(gla_scope *s, eigen_solver *q, const eigen_basis *b)
{
    gla_array *given = q->start && !q->started && !s->status ? gla_s_own(s, gla_ref(q->start)) : NULL;
    q->started = true;
    return given ? given : draw(s, q, b);
}

/* ---- steps --------------------------------------------------------------------------------------------------- */
bool eigen_is_usable(gla_scope *s, const eigen_solver *q, double square)
{
    if (s->status)
        return false;
    if (square < 0 && q->v.inner)
        gla_s_fail(s, GLA_NOT_POSITIVE_DEFINITE_ERROR,
                   "%s: %s is not positive definite, so it does not define an inner product", s->op, eigen_inner(q));
    else if (!isfinite(square))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: a product with the matrix contains NaN or Inf, or overflows", s->op);
    return !s->status;
}

/* Choose the scale from the first product, so that squared norms neither overflow nor underflow. */
static void find_scale(gla_scope *s, eigen_solver *q, const gla_array *w)
{
    gla_number largest = {0};
    int exponent = 0, most = eigen_epsilon(q->v.dtype) > 0x1p-30 ? 30 : 300;
    gla_array *size = gla_s_reduce_all(s, gla_max, gla_s_apply(s, gla_abs, w));
    if (s->status || gla_s_check(s, gla_read_number(s->op, "product", size, &largest)) || !eigen_is_usable(s, q, largest.re))
        return;
    frexp(largest.re, &exponent);
    q->scale = largest.re > 0 && abs(exponent) > most ? ldexp(1, -exponent) : 1;
}

gla_array *eigen_scaled(gla_scope *s, eigen_solver *q, gla_array *w)
{
    if (q->scale == 0)
        find_scale(s, q, w);
    return s->status || q->scale == 1 ? w : gla_s_combine(s, gla_multiply, w, gla_s_number(s, q->scale));
}

bool eigen_ends_here(gla_scope *s, const eigen_basis *b, int step, int count)
{
    if (s->status || !b->dev->is_host)
        return false;
    int mark = gla_scope_mark(s);
    eigen_steps t = eigen_read(s, b);
    bool spent = !s->status && eigen_is_dependent(&t, step, count);
    gla_scope_keep(s, mark, NULL);
    return spent;
}
