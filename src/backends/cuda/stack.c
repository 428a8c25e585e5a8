/* stack.c - Kernels that run before and after routines of the vendor libraries: checks for NaN and Inf, the status of each
 * matrix, and row exchanges. */
#include "backends/device/array/array_kernels.h"
#include "math.h"

static gla_status launch(gla_math_call *c, const char *name, int64_t n, void **args)
{
    const gla_device_program p = gla_device_typed("stack.h", c->dtype);
    void *kernel;
    gla_status st = gla_device_find(c->dev, &p, name, &kernel);
    return st ? st : gla_cuda_launch_for(c->op, c->dev, kernel, n, args);
}

static gla_status find(gla_math_call *c, const gla_matrix *m, int code)
{
    int64_t n = c->batch * m->rows * m->cols;
    gla_matrix x = *m;
    void *args[] = {&n, &x.rows, &x.cols, &x.ld, &x.stride, &x.data, &code, &c->codes};
    return launch(c, "find_non_finite", n, args);
}

static gla_status begin_codes(gla_math_call *c)
{
    c->codes = c->info + c->batch;
    return gla_cuda_check(c->op, cudaMemsetAsync(c->codes, 0, (size_t)c->batch * sizeof(int), gla_cuda_stream(c->cuda)));
}

static gla_status replace_by_identity(gla_math_call *c, const gla_matrix *a)
{
    gla_matrix x = *a;
    void *args[] = {&c->batch, &x.rows, &x.cols, &x.ld, &x.stride, &x.data, &c->codes};
    return launch(c, "replace_by_identity", c->batch * 256, args);
}

gla_status gla_math_guard(gla_math_call *c, const gla_matrix *a, const gla_matrix *b)
{
    gla_status st = begin_codes(c);
    if (!st && b)
        st = find(c, b, GLA_INFO_B_NOT_FINITE);
    if (!st)
        st = find(c, a, GLA_INFO_A_NOT_FINITE);
    return st ? st : replace_by_identity(c, a);
}

gla_status gla_math_survey(gla_math_call *c, const gla_matrix *a, bool turned, const gla_matrix *b)
{
    gla_status st = begin_codes(c);
    if (!st && b)
        st = gla_device_survey_right(c->condition, b, c->codes);
    if (!st)
        st = gla_device_survey(c->condition, a, (gla_device_part){.turned = turned}, c->codes);
    return st ? st : replace_by_identity(c, a);
}

gla_status gla_math_find_infinite(gla_math_call *c, const gla_matrix *a)
{
    return find(c, a, GLA_INFO_VENDOR_NOT_FINITE);
}

gla_status gla_math_collect(gla_math_call *c, int *failed)
{
    void *args[] = {&c->batch, &c->info, &c->codes, &failed};
    return launch(c, "collect", c->batch, args);
}

gla_status gla_math_find_skew(gla_math_call *c, int64_t n, const void *gram, int64_t first, int64_t count)
{
    int *info = c->info + first;
    void *args[] = {&count, &n, &gram, &info};
    return launch(c, "find_not_orthonormal", count * n * n, args);
}

gla_status gla_math_exchanges(gla_math_call *c, int64_t n, const int64_t *pivots, int *order)
{
    void *args[] = {&n, &pivots, &order};
    return launch(c, "exchanges", 1, args);
}

gla_status gla_math_reorder(gla_math_call *c, const gla_matrix *shape, bool back, const int *order, const void *in, int64_t ldi,
                            void *out, int64_t ldo)
{
    gla_matrix m = *shape;
    int turned = back;
    void *args[] = {&m.rows, &m.cols, &turned, &order, &in, &ldi, &out, &ldo};
    return launch(c, "reorder", m.rows * m.cols, args);
}
