/* small.c - Stacks of small matrices.  Each lane of a wide register contains one matrix, and all lanes execute the same steps.
 *
 * A single matrix is processed in the same way, so that a result does not depend on the stack that contains the matrix.
 * Unusual matrices are rejected: matrices that contain NaN or Inf, are singular or not positive definite, or have very small or
 * large elements.  LAPACK then repeats the whole stack and reports the errors. */
#include "condition.h"
#include "lapack.h"
#include "small.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

/* Number of multiplications in about 0.1 ms. */
#define GRAIN 1e6
/* Number of matrices that one step can process, for either dtype. */
#define FEW 8

#define REAL float
#define ABS fabsf
#define SQRT sqrtf
#define SAFE_MIN 0x1p-100f
#define SAFE_MAX 0x1p100f
#define EPSILON 0x1p-23
#define LANES 16
#define NAME(x) x##_floats
#include "small.inc"
#undef LANES
#undef NAME
#define LANES 1
#define NAME(x) x##_float
#include "small.inc"
#undef LANES
#undef NAME
#undef REAL
#undef ABS
#undef SQRT
#undef SAFE_MIN
#undef SAFE_MAX
#undef EPSILON
#define REAL double
#define ABS fabs
#define SQRT sqrt
#define SAFE_MIN 0x1p-960
#define SAFE_MAX 0x1p960
#define EPSILON 0x1p-52
#define LANES 8
#define NAME(x) x##_doubles
#include "small.inc"
#undef LANES
#undef NAME
#define LANES 1
#define NAME(x) x##_double
#include "small.inc"

static const gla_small_loops solving[2] = {{solve_floats, solve_float}, {solve_doubles, solve_double}};
static const gla_small_loops determinants[2] = {{det_floats, det_float}, {det_doubles, det_double}};
static const gla_small_loops factors[2] = {{cholesky_floats, cholesky_float}, {cholesky_doubles, cholesky_double}};

/* If the last group has few matrices, these are solved one at a time. */
static bool take_group(gla_small_job *s, int64_t first, void *work)
{
    int64_t lanes = s->batch - first < s->lanes ? s->batch - first : s->lanes;
    if (4 * lanes >= s->lanes || !s->loops.one)
        return s->loops.several(s, first, lanes, work);
    for (int64_t i = 0; i < lanes; i++)
        if (!s->loops.one(s, first + i, 1, work))
            return false;
    return true;
}

static void take_groups(void *arg, int64_t begin, int64_t end)
{
    gla_small_job *s = arg;
    void *work = gla_malloc(s->bytes);
    if (!work)
        atomic_store(&s->status, GLA_SMALL_NO_MEMORY);
    for (int64_t i = begin; work && i < end && atomic_load_explicit(&s->status, memory_order_relaxed) == 0; i++) {
        if (gla_host_stop())
            break;
        if (!take_group(s, i * s->lanes, work))
            atomic_store(&s->status, GLA_SMALL_UNUSUAL);
    }
    gla_free(work);
}

/* Return DONE if no matrix failed and no estimate is doubtful. */
static gla_small outcome(const gla_small_job *s, int64_t *info)
{
    for (int64_t i = 0; s->info && i < s->batch; i++)
        if (info[i])
            return GLA_SMALL_FAILED;
    for (int64_t i = 0; s->estimates && i < s->batch; i++)
        if (s->estimates[i] >= GLA_DOUBTFUL) {
            memset(info, 0, (size_t)s->batch * sizeof *info);
            return GLA_SMALL_DOUBTFUL;
        }
    return GLA_SMALL_DONE;
}

gla_status gla_host_small_run(const char *op, gla_small_job *s, gla_dtype dtype, int64_t cells, double work, int64_t *info,
                              gla_small *answer)
{
    s->lanes = dtype == GLA_FLOAT32 ? 16 : 8;
    s->bytes = (size_t)(cells * s->lanes) * gla_itemsize(dtype);
    int64_t groups = (s->batch + s->lanes - 1) / s->lanes;
    gla_status st = gla_host_parallel(groups, (int64_t)(GRAIN / (work + 1000)), take_groups, s);
    if (!st && s->status == GLA_SMALL_NO_MEMORY)
        st = gla_fail_memory(op, s->bytes);
    *answer = st || s->status == GLA_SMALL_UNUSUAL ? GLA_SMALL_NOT_TAKEN : outcome(s, info);
    return st;
}

static gla_status run(const char *op, gla_small_job *s, gla_dtype dtype, int64_t *info, gla_small *answer)
{
    int64_t n = s->n;
    double work = (double)(n * n) * (double)(n + s->columns);
    return gla_host_small_run(op, s, dtype, n * (n + s->columns + 3), work, info, answer);
}

static bool takes(gla_dtype dtype, int64_t n, gla_small *answer)
{
    *answer = GLA_SMALL_NOT_TAKEN;
    return n <= GLA_HOST_SMALL_MAX && (dtype == GLA_FLOAT64 || dtype == GLA_FLOAT32);
}

gla_status gla_host_small_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns, const gla_strided *a,
                               const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info, double *estimates,
                               gla_small *answer)
{
    (void)dev;
    if (!takes(dtype, n, answer))
        return GLA_OK;
    gla_small_job s = {.n = n, .columns = columns, .batch = batch, .a = *a, .x = *x, .estimates = estimates};
    if (ta != GLA_NO_TRANS)
        s.a = (gla_strided){a->data, a->col, a->row, a->step};
    if (b)
        s.b = *b;
    s.loops = solving[dtype == GLA_FLOAT64];
    return run("solve", &s, dtype, info, answer);
}

gla_status gla_host_small_potrf(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                                int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    (void)dev;
    if (!takes(dtype, n, answer))
        return GLA_OK;
    gla_small_job s = {.n = n, .batch = batch, .a = *a, .x = *x, .estimates = estimates};
    s.loops = factors[dtype == GLA_FLOAT64];
    if (batch <= FEW) {
        s.info = info;
        memset(info, 0, (size_t)batch * sizeof *info);
    }
    return run("cholesky", &s, dtype, info, answer);
}

gla_status gla_host_small_det(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *values, void *logs,
                              int64_t batch, int64_t *info, double *estimates, bool wanted, gla_small *answer)
{
    (void)dev;
    if (!takes(dtype, n, answer))
        return GLA_OK;
    gla_small_job s = {
        .n = n, .batch = batch, .a = *a, .values = values, .logs = logs, .estimates = estimates, .wanted = wanted};
    s.loops = determinants[dtype == GLA_FLOAT64];
    return run("det", &s, dtype, info, answer);
}
