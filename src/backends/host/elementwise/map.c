/* map.c - The map slot: pass strided operands of any dtype to the compiled loops, block by block. */
#include "backends/host/array/copy.h"
#include "elementwise.h"
#include "elementwise/info.h"
#include "backends/host/array/slots.h"
#include "loop_table.h"

#include <string.h>

/* Bytes of a block of one operand; four blocks fit in the first-level cache. */
#define BLOCK_BYTES 8192
/* Rows of at least this length are processed one by one, so that contiguous rows need not be gathered. */
#define LONG_ROW 256
/* For fewer elements, a second thread is not worthwhile. */
#define GRAIN 65536
#define COSTLY_GRAIN 4096

/* How a loop accesses an operand's elements. */
typedef enum access {
    DIRECT,   /* contiguous and of the right dtype: used in place */
    BY_ROW,   /* each row is contiguous and of the right dtype */
    CONSTANT, /* a single element, which is repeated once in a block */
    GATHERED  /* copied to a block; a result is copied back */
} access;

typedef struct map_job {
    gla_walk walk;
    gla_loop loop;
    char *data[4];
    gla_dtype dtype[4], want[4]; /* dtypes as stored, and as the loop needs them */
    access access[4];
    int64_t block; /* number of elements processed at a time */
    bool long_rows;
} map_job;

static const gla_loop_table *const tables[GLA_DTYPE_COUNT] = {
    [GLA_BOOL] = &gla_loops_bool8,           [GLA_INT8] = &gla_loops_int8,       [GLA_INT16] = &gla_loops_int16,
    [GLA_INT32] = &gla_loops_int32,          [GLA_INT64] = &gla_loops_int64,     [GLA_UINT8] = &gla_loops_uint8,
    [GLA_UINT16] = &gla_loops_uint16,        [GLA_UINT32] = &gla_loops_uint32,   [GLA_UINT64] = &gla_loops_uint64,
    [GLA_FLOAT32] = &gla_loops_float32,      [GLA_FLOAT64] = &gla_loops_float64, [GLA_COMPLEX64] = &gla_loops_complex64,
    [GLA_COMPLEX128] = &gla_loops_complex128};

gla_loop gla_host_loop(gla_op op, gla_dtype compute)
{
    gla_loop loop = gla_host_wide_loop(op, compute);
    loop = loop ? loop : (*tables[compute])[op];
    return loop ? loop : gla_host_special_loop(op, compute);
}

static access choose_access(const map_job *job, int k)
{
    const gla_walk *w = &job->walk;
    bool same = job->dtype[k] == job->want[k];
    if (same && gla_walk_is_linear(w, k))
        return DIRECT;
    if (k < w->n - 1 && gla_walk_is_constant(w, k))
        return CONSTANT;
    return same && job->long_rows && w->strides[k][w->ndim - 1] == 1 ? BY_ROW : GATHERED;
}

static void plan(map_job *job)
{
    const gla_walk *w = &job->walk;
    bool direct = true;
    job->long_rows = w->shape[w->ndim - 1] >= LONG_ROW;
    size_t item = 1;
    for (int k = 0; k < w->n; k++) {
        job->access[k] = choose_access(job, k);
        direct = direct && job->access[k] <= BY_ROW;
        item = gla_itemsize(job->want[k]) > item ? gla_itemsize(job->want[k]) : item;
    }
    job->block = direct ? INT64_MAX : BLOCK_BYTES / (int64_t)item;
}

/* Fill a block with n copies of operand k's only element. */
static void repeat(const map_job *job, int k, char *block, int64_t n)
{
    size_t item = gla_itemsize(job->want[k]), bytes = (size_t)n * item;
    gla_host_convert(job->dtype[k], job->want[k])(1, job->data[k], 1, block, 1);
    for (size_t have = item; have < bytes; have *= 2)
        memcpy(block + have, block, have < bytes - have ? have : bytes - have);
}

/* Apply the loop to elements [begin, end) of the walk. */
static void map_range(void *arg, int64_t begin, int64_t end)
{
    const map_job *job = arg;
    const gla_walk *w = &job->walk;
    const int last = w->ndim - 1, out = w->n - 1;
    _Alignas(64) char blocks[4][BLOCK_BYTES];
    int64_t index[GLA_MAX_NDIM];
    void *p[4];
    bool by_row = false, seeks = false;
    for (int k = 0; k <= out; k++) {
        by_row = by_row || job->access[k] == BY_ROW;
        seeks = seeks || job->access[k] == BY_ROW || job->access[k] == GATHERED;
        if (job->access[k] == CONSTANT)
            repeat(job, k, blocks[k], job->block < end - begin ? job->block : end - begin);
    }
    for (int64_t at = begin, n; at < end; at += n) {
        n = end - at < job->block ? end - at : job->block;
        if (seeks)
            gla_walk_seek(w, at, index);
        if (by_row && w->shape[last] - index[last] < n)
            n = w->shape[last] - index[last];
        for (int k = 0; k <= out; k++) {
            int64_t item = (int64_t)gla_itemsize(job->dtype[k]);
            p[k] = blocks[k];
            if (job->access[k] == DIRECT)
                p[k] = job->data[k] + at * item;
            else if (job->access[k] == BY_ROW)
                p[k] = job->data[k] + gla_walk_offset(w, k, index) * item;
            else if (job->access[k] == GATHERED && k < out)
                gla_walk_gather(w, k, job->data[k], job->dtype[k], index, n, p[k], job->want[k]);
        }
        job->loop(n, p);
        if (job->access[out] == GATHERED)
            gla_walk_scatter(w, out, job->data[out], job->dtype[out], index, n, p[out], job->want[out]);
    }
}

/* Check whether the second operand of an integer operation contains a forbidden value, and report such a value. */
static gla_status check_second(gla_op op, unsigned checks, const gla_array *y)
{
    _Alignas(64) char block[BLOCK_BYTES];
    bool zero = checks & GLA_FLAG_ZERO_DIVISOR; /* if checked for zeros, read as bool, and otherwise as int64 */
    gla_dtype as = zero ? GLA_BOOL : GLA_INT64;
    gla_walk w;
    int64_t index[GLA_MAX_NDIM];
    if (!zero && (y->dtype == GLA_BOOL || gla_dtype_is_unsigned(y->dtype)))
        return GLA_OK;
    gla_walk_init(&w, 1, &y);
    int64_t size = gla_walk_is_constant(&w, 0) ? 1 : w.size, step = BLOCK_BYTES / (int64_t)gla_itemsize(as);
    for (int64_t at = 0; at < size; at += step) {
        int64_t n = size - at < step ? size - at : step;
        bool bad = false;
        gla_walk_seek(&w, at, index);
        gla_walk_gather(&w, 0, gla_data(y), y->dtype, index, n, block, as);
        for (int64_t i = 0; i < n; i++)
            bad |= zero ? !((uint8_t *)block)[i] : ((int64_t *)block)[i] < 0;
        if (bad)
            return gla_op_fail_check(op);
        if (gla_host_stop())
            return gla_host_stopped();
    }
    return GLA_OK;
}

/* Return true if an operand is one repeated element. */
static bool is_repeated(const gla_array *a)
{
    for (int d = 0; d < a->ndim; d++)
        if (a->strides[d] != 0 && a->shape[d] != 1)
            return false;
    return true;
}

/* Run a small call at once if its operands are contiguous or single elements, because planning would take longer than the work.
 * Return true if the call was run. */
static bool run_small(map_job *job, int nin, const gla_array *const all[])
{
    _Alignas(64) char blocks[3][BLOCK_BYTES];
    const int64_t n = all[nin]->size;
    void *p[4] = {NULL};
    for (int k = 0; k <= nin; k++) {
        p[k] = job->data[k];
        if (all[k]->contiguous && job->dtype[k] == job->want[k])
            continue;
        if (k == nin || n == 0 || !is_repeated(all[k]) || n > BLOCK_BYTES / (int64_t)gla_itemsize(job->want[k]))
            return false;
        repeat(job, k, blocks[k], n);
        p[k] = blocks[k];
    }
    job->loop(n, p);
    return true;
}

gla_status gla_host_map(gla_device *dev, gla_op op, gla_dtype compute, int nin, const gla_array *const in[], gla_array *out)
{
    const gla_op_info *f = gla_op_describe(op);
    const gla_array *all[4] = {NULL};
    map_job job;
    (void)dev;
    if (f->flags & GLA_FLAG_CHECKS && gla_kind_of(compute) == GLA_KIND_INT) {
        gla_status st = check_second(op, f->flags, in[1]);
        if (st)
            return st;
    }
    if ((op == GLA_OP_pow || op == GLA_OP_square) && gla_kind_of(compute) == GLA_KIND_INT && !gla_op_ignores_overflow()) {
        bool fit;
        gla_status st = gla_host_check_powers(compute, in[0], op == GLA_OP_pow ? in[1] : NULL, &fit);
        if (st || (!fit && (st = gla_op_warn_overflow(op, compute))))
            return st;
    }
    job.loop = gla_host_loop(op, compute);
    for (int k = 0; k <= nin; k++) {
        all[k] = k < nin ? in[k] : out;
        job.data[k] = gla_data(all[k]);
        job.dtype[k] = all[k]->dtype;
        job.want[k] = k == nin ? all[k]->dtype : op == GLA_OP_where && k == 0 ? GLA_BOOL : compute;
    }
    int64_t grain = f->flags & GLA_FLAG_COSTLY || gla_kind_of(compute) == GLA_KIND_COMPLEX ? COSTLY_GRAIN : GRAIN;
    if (out->size < grain && run_small(&job, nin, all))
        return GLA_OK;
    gla_walk_init(&job.walk, nin + 1, all);
    plan(&job);
    return gla_host_parallel(out->size, grain, map_range, &job);
}
