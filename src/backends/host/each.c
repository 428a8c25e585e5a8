/* each.c - what the BLAS and LAPACK files share: walking through a stack, sizes, constants. */
#include "fortran.h"

#include <limits.h>

static const double one_double[2] = {1, 0}, zero_double[2] = {0, 0};
static const float one_float[2] = {1, 0}, zero_float[2] = {0, 0};
const void *const gla_host_one[4] = {one_float, one_double, one_float, one_double};
const void *const gla_host_zero[4] = {zero_float, zero_double, zero_float, zero_double};

/* Above this, OpenBLAS's own threads are at least as good as one matrix for each thread. */
#define LARGE_FLOPS 5e5
/* A thread is worth waking for about this much work. */
#define GRAIN_FLOPS 1e5

gla_status gla_host_fits(const char *op, const gla_matrix *a)
{
    if (a->rows > INT_MAX || a->cols > INT_MAX || a->ld > INT_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR,
                        "%s: a matrix of %lld x %lld is too large for this BLAS, which counts to %d; "
                        "work in parts", op, (long long)a->rows, (long long)a->cols, INT_MAX);
    return GLA_OK;
}

int64_t gla_host_work_size(gla_dtype dtype, const void *answer)
{
    bool single = gla_kind(dtype) % 2 == 0;
    double n = single ? *(const float *)answer : *(const double *)answer;
    return (int64_t)(single ? n * (1 + 0x1p-22) : n) + 1; /* a float may have been rounded down */
}

struct each {
    gla_host_one_matrix one;
    void *job;
    size_t bytes;
    atomic_bool no_memory;
};

static void run(void *arg, int64_t begin, int64_t end)
{
    struct each *e = arg;
    double few[64]; /* enough for tiny matrices, and saves their allocation */
    void *work = e->bytes <= sizeof few ? few : gla_malloc(e->bytes);
    if (!work) {
        atomic_store(&e->no_memory, true);
        return;
    }
    for (int64_t i = begin; i < end; i++)
        e->one(e->job, i, work);
    if (work != few)
        gla_free(work);
}

gla_status gla_host_each(const char *op, int64_t batch, double flops, size_t bytes, gla_host_one_matrix one, void *job)
{
    struct each e = {.one = one, .job = job, .bytes = bytes};
    atomic_init(&e.no_memory, false);
    if (batch == 1 || flops > LARGE_FLOPS)
        run(&e, 0, batch);
    else
        gla_host_parallel(batch, (int64_t)(GRAIN_FLOPS / (flops + 100)) + 1, run, &e);
    return atomic_load(&e.no_memory) ? gla_fail_memory(op, bytes) : GLA_OK;
}
