/* copy.c - The copy slot: copies between arrays of any dtypes and strides. */
#include "copy.h"
#include "transpose_blocks.h"
#include "backends/host/array/slots.h"

#include <string.h>

/* Arrays with fewer bytes are copied by one thread. */
#define GRAIN_BYTES (1 << 19)
/* Number of rows and of columns of a block that is transposed through a buffer in the cache. */
#define TILE 64
/* Rows with fewer elements are copied column by column, in groups of at most TOGETHER rows, which fit in the caches. */
#define SHORT 16
#define VERY_SHORT 4
#define TOGETHER 256
/* PAGE: bytes of a memory page.  PIECE: size in bytes up to which the C library copies in registers.  SECOND_CACHE: size of the
 * second-level cache. */
#define PAGE 4096
#define PIECE 2048
#define SECOND_CACHE (1 << 20)

typedef struct copy_job {
    gla_walk walk; /* array 0 is the source, array 1 the destination */
    const char *src;
    char *dst;
    gla_dtype from, to;
    size_t from_size, to_size;
    gla_host_converter convert;
    int across; /* axis along which the source is contiguous, if it is not the last axis */
} copy_job;

/* The C library copies more than PIECE bytes by "rep movsb", if the data fits in the second-level cache.  On AMD processors
 * "rep movsb" is fourteen times slower if the page offset of the destination is slightly larger than the page offset of the
 * source, as for a series shifted by one element. */
static inline void copy_block(void *dst, const void *src, int64_t bytes)
{
    uintptr_t further = ((uintptr_t)dst - (uintptr_t)src) % PAGE;
    int64_t piece = further > 0 && further < 64 && bytes <= SECOND_CACHE ? PIECE : bytes;
    for (int64_t at = 0; at < bytes; at += piece)
        memcpy((char *)dst + at, (const char *)src + at, (size_t)(bytes - at < piece ? bytes - at : piece));
}

/* Copy a line without conversion.  Reversed lines use wide registers. */
#define MOVE(name, T)                                                                           \
    static void name(int64_t n, const void *src, int64_t from_step, void *dst, int64_t to_step) \
    {                                                                                           \
        const T *s = src;                                                                       \
        T *d = dst;                                                                             \
        if (from_step == -1 && to_step == 1) {                                                  \
            GLA_INDEPENDENT                                                                     \
            for (int64_t i = 0; i < n; i++)                                                     \
                d[i] = s[-i];                                                                   \
        } else if (from_step == 1 && to_step == 1) {                                            \
            copy_block(d, s, n *(int64_t)sizeof *d);                                            \
        } else {                                                                                \
            for (int64_t i = 0; i < n; i++)                                                     \
                d[i * to_step] = s[i * from_step];                                              \
        }                                                                                       \
    }
MOVE(move_4, uint32_t)
MOVE(move_8, uint64_t)

static gla_host_converter choose_converter(gla_dtype from, gla_dtype to)
{
    const size_t size = from == to ? gla_itemsize(to) : 0;
    return size == 8 && to != GLA_COMPLEX64 ? move_8 : size == 4 ? move_4 : gla_host_convert(from, to);
}

static void copy_bytes(void *arg, int64_t begin, int64_t end)
{
    const copy_job *job = arg;
    copy_block(job->dst + begin, job->src + begin, end - begin);
}

static void convert_line(void *arg, int64_t begin, int64_t end)
{
    const copy_job *job = arg;
    job->convert(end - begin, job->src + begin * (int64_t)job->from_size, 1, job->dst + begin * (int64_t)job->to_size, 1);
}

static void convert_strided(void *arg, int64_t begin, int64_t end)
{
    const copy_job *job = arg;
    int64_t from = job->walk.strides[0][0], to = job->walk.strides[1][0];
    job->convert(end - begin, job->src + begin * from * (int64_t)job->from_size, from,
                 job->dst + begin * to * (int64_t)job->to_size, to);
}

/* Fill a line with the element at src, which already has the destination's dtype. */
static void fill_line(void *arg, int64_t begin, int64_t end)
{
    const copy_job *job = arg;
    char *dst = job->dst + begin * (int64_t)job->to_size;
    int64_t bytes = (end - begin) * (int64_t)job->to_size;
    int64_t done = bytes < 4096 ? bytes : 4096; /* double the filled part within the first page, then copy page by page */
    memcpy(dst, job->src, job->to_size);
    for (int64_t have = (int64_t)job->to_size; have < done; have *= 2)
        memcpy(dst + have, dst, (size_t)(have < done - have ? have : done - have));
    for (int64_t have = done; have < bytes; have += done)
        memcpy(dst + have, dst, (size_t)(done < bytes - have ? done : bytes - have));
}

/* Return the number of rows, beginning at `row`, that are copied together column by column.  These rows are short and have one
 * common stride. */
static int64_t count_short_rows(const gla_walk *w, const int64_t *index, int64_t row, int64_t end)
{
    const int64_t last = w->ndim - 1;
    bool without_gaps = w->strides[0][last] == 1 && w->strides[1][last] == 1;
    if (last == 0 || w->shape[last] >= (without_gaps ? VERY_SHORT : SHORT))
        return 1;
    int64_t count = w->shape[last - 1] - index[last - 1];
    count = count < end - row ? count : end - row;
    return count < w->shape[last] ? 1 : count < TOGETHER ? count : TOGETHER;
}

/* Copy rows [begin, end) of the walk, that is of all axes except the last, with conversion. */
static void copy_rows(void *arg, int64_t begin, int64_t end)
{
    const copy_job *job = arg;
    const gla_walk *w = &job->walk;
    const int64_t last = w->ndim - 1, length = w->shape[last], from = w->strides[0][last], to = w->strides[1][last];
    int64_t index[GLA_MAX_NDIM], count;
    gla_walk_seek(w, begin * length, index);
    for (int64_t row = begin; row < end; row += count) {
        const char *src = job->src + gla_walk_offset(w, 0, index) * (int64_t)job->from_size;
        char *dst = job->dst + gla_walk_offset(w, 1, index) * (int64_t)job->to_size;
        count = count_short_rows(w, index, row, end);
        if (count == 1)
            job->convert(length, src, from, dst, to);
        for (int64_t k = 0; count > 1 && k < length; k++)
            job->convert(count, src + k * from * (int64_t)job->from_size, w->strides[0][last - 1],
                         dst + k * to * (int64_t)job->to_size, w->strides[1][last - 1]);
        if (last > 0)
            index[last - 1] += count - 1;
        for (int64_t d = last; d-- > 0;) {
            if (++index[d] < w->shape[d])
                break;
            index[d] = 0;
        }
    }
}

/* Transpose one block of at most TILE x TILE elements.  A block that needs conversion, or has negative strides, is transposed
 * through a buffer in the cache. */
static void transpose_tile(const copy_job *job, const char *src, char *dst, int64_t rows, int64_t columns)
{
    const gla_walk *w = &job->walk;
    const int64_t src_row = w->strides[0][w->ndim - 1], along = w->strides[0][job->across];
    const int64_t dst_row = w->strides[1][job->across];
    _Alignas(64) char tile[TILE * TILE * 16];
    if (job->from == job->to && along == 1) {
        gla_host_transpose_block(job->to_size, rows, columns, src, src_row, dst, dst_row);
        return;
    }
    for (int64_t j = 0; j < columns; j++)
        job->convert(rows, src + j * src_row * (int64_t)job->from_size, along, tile + j * TILE * (int64_t)job->to_size, 1);
    gla_host_transpose_block(job->to_size, rows, columns, tile, TILE, dst, dst_row);
}

/* Transpose strips [begin, end) of TILE elements along the axis `across`, for every index on the other axes. */
static void transpose_strips(void *arg, int64_t begin, int64_t end)
{
    const copy_job *job = arg;
    const gla_walk *w = &job->walk;
    const int last = w->ndim - 1, across = job->across;
    const int64_t strips = (w->shape[across] + TILE - 1) / TILE, length = w->shape[last];
    for (int64_t s = begin; s < end; s++) {
        int64_t row = s % strips * TILE, rest = s / strips;
        int64_t from = row * w->strides[0][across], to = row * w->strides[1][across];
        int64_t rows = w->shape[across] - row < TILE ? w->shape[across] - row : TILE;
        for (int d = last; d-- > 0;) {
            if (d == across)
                continue;
            from += rest % w->shape[d] * w->strides[0][d];
            to += rest % w->shape[d] * w->strides[1][d];
            rest /= w->shape[d];
        }
        for (int64_t column = 0; column < length; column += TILE)
            transpose_tile(job, job->src + (from + column * w->strides[0][last]) * (int64_t)job->from_size,
                           job->dst + (to + column) * (int64_t)job->to_size, rows,
                           length - column < TILE ? length - column : TILE);
    }
}

/* Return true if source and destination are contiguous along different axes. */
static bool is_transposed(copy_job *job)
{
    const gla_walk *w = &job->walk;
    const int last = w->ndim - 1;
    if (w->strides[1][last] != 1 || w->strides[0][last] == 1 || w->strides[0][last] == 0 || w->shape[last] < 4)
        return false;
    for (int d = 0; d < last; d++)
        if ((w->strides[0][d] == 1 || w->strides[0][d] == -1) && w->shape[d] >= 4) {
            job->across = d;
            return true;
        }
    return false;
}

static gla_status run(int64_t parts, int64_t bytes, gla_host_body body, copy_job *job)
{
    int64_t grain = parts / (bytes / GRAIN_BYTES + 1) + 1;
    return gla_host_parallel(parts, grain, body, job);
}

gla_status gla_host_copy(gla_device *dev, const gla_array *src, gla_array *dst)
{
    const gla_array *both[2] = {src, dst};
    copy_job job = {.src = gla_data(src), .dst = gla_data(dst), .from = src->dtype, .to = dst->dtype};
    char element[16];
    (void)dev;
    gla_walk_init(&job.walk, 2, both);
    job.convert = choose_converter(src->dtype, dst->dtype);
    job.from_size = gla_itemsize(src->dtype);
    job.to_size = gla_itemsize(dst->dtype);
    const gla_walk *w = &job.walk;
    int64_t bytes = w->size * (int64_t)(job.from_size > job.to_size ? job.from_size : job.to_size);
    if (gla_walk_is_linear(w, 1) && gla_walk_is_constant(w, 0)) {
        job.convert(1, job.src, 1, element, 1);
        job.src = element;
        return run(w->size, bytes, fill_line, &job);
    }
    if (gla_walk_is_linear(w, 1) && gla_walk_is_linear(w, 0)) {
        if (src->dtype == dst->dtype)
            return run(bytes, bytes, copy_bytes, &job);
        return run(w->size, bytes, convert_line, &job);
    }
    if (is_transposed(&job)) {
        int64_t strips = (w->shape[job.across] + TILE - 1) / TILE;
        return run(w->size / w->shape[w->ndim - 1] / w->shape[job.across] * strips, bytes, transpose_strips, &job);
    }
    if (w->ndim == 1)
        return run(w->size, bytes, convert_strided, &job);
    return run(w->size / w->shape[w->ndim - 1], bytes, copy_rows, &job);
}
