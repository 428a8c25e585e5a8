/* each.c - Apply an operation to each matrix of a stack; also sizes and constants for the files that call BLAS and LAPACK. */
#include "blas_threads.h"
#include "fortran.h"
#include "runtime/allocation.h"

#include <limits.h>

static const double one_double[2] = {1, 0}, zero_double[2] = {0, 0};
static const float one_float[2] = {1, 0}, zero_float[2] = {0, 0};
const void *const gla_host_one[4] = {one_float, one_double, one_float, one_double};
const void *const gla_host_zero[4] = {zero_float, zero_double, zero_float, zero_double};

gla_status gla_host_fits(const char *op, const gla_matrix *a)
{
    if (a->rows > INT_MAX || a->cols > INT_MAX || a->ld > INT_MAX)
        return gla_fail(GLA_OVERFLOW_ERROR,
                        "%s: a matrix of %lld x %lld is too large for this BLAS, whose largest integer is %d; "
                        "split the matrix into parts",
                        op, (long long)a->rows, (long long)a->cols, INT_MAX);
    return GLA_OK;
}

int64_t gla_host_work_size(gla_dtype dtype, const void *answer)
{
    bool single = gla_kind(dtype) % 2 == 0;
    double n = single ? *(const float *)answer : *(const double *)answer;
    return (int64_t)(single ? n * (1 + 0x1p-22) : n) + 1; /* the float may have been rounded down */
}

/* CALLS: number of multiplications and additions that take as long as the calls for one matrix.  GRAIN: number of
 * multiplications and additions in a tenth of a millisecond.  LARGE: number of multiplications and additions per matrix from
 * which OpenBLAS's threads, working on one matrix, are as fast as our threads, working on several matrices. */
#define CALLS 1000
#define GRAIN 2e5
#define LARGE 1e9
/* Stacks with less work are not divided among threads. */
#define TINY 3e5

typedef struct run {
    const gla_host_stack *stack;
    gla_host_one_matrix one;
    void *job;
    bool alone;
    atomic_bool failed;
} run;

/* Number of multiplications in a chunk of matrices. */
#define CHUNK 1e5

/* Process a chunk with one OpenBLAS thread or with the threads that `one` requests. */
static gla_status take_chunk(const run *r, int64_t begin, int64_t end, void *work)
{
    gla_status st = GLA_OK;
    if (r->alone)
        gla_blas_begin(false);
    for (int64_t i = begin; i < end && !st; i++)
        st = r->one(r->job, i, work);
    if (r->alone)
        gla_blas_end();
    return st;
}

static gla_status take(const run *r, int64_t begin, int64_t end)
{
    double small[64]; /* avoids an allocation for tiny matrices */
    size_t bytes = r->stack->bytes;
    void *work = bytes <= sizeof small ? small : gla_malloc(bytes);
    gla_status st = work ? GLA_OK : gla_fail_memory(r->stack->op, bytes);
    int64_t chunk = (int64_t)(CHUNK / (r->stack->cost + CALLS)) + 1;
    for (int64_t i = begin; i < end && !st; i += chunk)
        st = gla_host_stop() ? gla_host_stopped() : take_chunk(r, i, end - i < chunk ? end : i + chunk, work);
    if (work != small)
        gla_free(work);
    return st;
}

static void take_part(void *arg, int64_t begin, int64_t end)
{
    run *r = arg;
    if (take(r, begin, end))
        atomic_store(&r->failed, true);
}

gla_status gla_host_each(const gla_host_stack *stack, gla_host_one_matrix one, void *job)
{
    run r = {.stack = stack, .one = one, .job = job};
    double cost = stack->cost + CALLS;
    bool many = stack->batch > 1 && (cost < LARGE || stack->batch >= 4 * gla_host_threads());
    bool tiny = stack->batch == 1 && cost < TINY;
    r.alone = many || (tiny && !stack->asks);
    if (!many)
        return take(&r, 0, stack->batch);
    gla_status st = gla_host_parallel(stack->batch, (int64_t)(GRAIN / cost), take_part, &r);
    return !st && r.failed ? gla_fail_memory(stack->op, stack->bytes) : st;
}
