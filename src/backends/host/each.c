/* each.c - what the BLAS and LAPACK files share: walking through a stack, sizes, constants. */
#include "fortran.h"

#include <limits.h>

static const double one_double[2] = {1, 0}, zero_double[2] = {0, 0};
static const float one_float[2] = {1, 0}, zero_float[2] = {0, 0};
const void *const gla_host_one[4] = {one_float, one_double, one_float, one_double};
const void *const gla_host_zero[4] = {zero_float, zero_double, zero_float, zero_double};

gla_status gla_host_fits(const char *op, const gla_matrix *a)
{
    if (a->rows > INT_MAX || a->cols > INT_MAX || a->ld > INT_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR,
                        "%s: a matrix of %lld x %lld is too large for this BLAS, which counts to %d; "
                        "work in parts",
                        op, (long long)a->rows, (long long)a->cols, INT_MAX);
    return GLA_OK;
}

int64_t gla_host_work_size(gla_dtype dtype, const void *answer)
{
    bool single = gla_kind(dtype) % 2 == 0;
    double n = single ? *(const float *)answer : *(const double *)answer;
    return (int64_t)(single ? n * (1 + 0x1p-22) : n) + 1; /* a float may have been rounded down */
}

gla_status gla_host_each(const char *op, int64_t batch, size_t bytes, gla_host_one_matrix one, void *job)
{
    double small[64]; /* enough for tiny matrices, and saves their allocation */
    void *work = bytes <= sizeof small ? small : gla_malloc(bytes);
    if (!work)
        return gla_fail_memory(op, bytes);
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < batch && !st; i++)
        if (gla_host_stop())
            st = gla_host_stopped();
        else
            one(job, i, work);
    if (work != small)
        gla_free(work);
    return st;
}
