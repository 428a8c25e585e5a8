/* gradient.c - Residuals of least squares, and their product with the matrix, in twice the working precision
 * (kernels/tall.h). */
#include "dense.h"

#include "backends/device/list/list.h"

#define PIECE ((size_t)32 << 20) /* number of bytes copied at a time from a matrix on the host */

typedef struct gradient {
    gla_dense d;
    const gla_tall *a;
    const char *b, *x;
    char *g;
    double *sums;
    int64_t nrhs, item, wide, chunks, piece; /* bytes of an element and of a wide element; number of chunks of rows; number of
                                              * rows copied at a time */
    char *residuals, *partial;
    int64_t part; /* bytes of the partial sums per right-hand side */
} gradient;

GLA_LIST_FLOATING(gradient)
{
    gla_list_add(list, gla_device_typed("tall.h", t), "lstsq on any device", gla_list_next(t));
}

/* Add the contribution of rows [first, first + rows), which are stored at `data`, for all right-hand sides. */
static gla_status add_rows(const gradient *p, const void *data, int64_t ld, int64_t first, int64_t rows)
{
    gla_status st = GLA_OK;
    int n = (int)p->a->cols, more = first > 0;
    int64_t nrhs = p->nrhs, chunks = p->chunks;
    for (int64_t j = 0; j < nrhs && !st; j++) {
        const void *b = p->b + (first * nrhs + j) * p->item, *x = p->x ? p->x + j * p->wide : NULL;
        const gla_argument residual[] = {GLA_VALUE(rows), GLA_VALUE(n),    GLA_BUFFER(data),
                                         GLA_VALUE(ld),   GLA_BUFFER(b),   GLA_VALUE(nrhs),
                                         GLA_BUFFER(x),   GLA_VALUE(nrhs), GLA_BUFFER(p->residuals)};
        const gla_argument sum[] = {GLA_VALUE(rows),   GLA_VALUE(n),
                                    GLA_VALUE(chunks), GLA_BUFFER(data),
                                    GLA_VALUE(ld),     GLA_BUFFER(p->residuals),
                                    GLA_VALUE(more),   GLA_BUFFER(p->partial + j * p->part)};
        st = gla_dense_run(&p->d, "tall.h", "", "tall_residual", rows, 9, residual);
        if (!st)
            st = gla_dense_run(&p->d, "tall.h", "", "tall_chunks", chunks * (n + 1), 8, sum);
    }
    return st;
}

/* Copy the rows from the host in chunks, to a->data if it is not NULL, and add the contribution of each chunk. */
static gla_status from_host(const gradient *p)
{
    const gla_tall *a = p->a;
    size_t row = (size_t)(a->cols * p->item);
    void *room = NULL;
    gla_status st = a->data ? GLA_OK : gla_device_scratch(p->d.op, p->d.dev, (size_t)p->piece * row, &room);
    for (int64_t i = 0; i < a->rows && !st; i += p->piece) {
        int64_t count = a->rows - i < p->piece ? a->rows - i : p->piece;
        char *to = a->data ? (char *)a->data + (size_t)i * row : room;
        const char *from = (const char *)a->host + i * a->host_ld * p->item;
        if (a->host_ld == a->cols)
            st = gla_device_write(p->d.op, p->d.dev, to, from, (size_t)count * row);
        for (int64_t k = 0; k < count && a->host_ld != a->cols && !st; k++)
            st = gla_device_write(p->d.op, p->d.dev, to + (size_t)k * row, from + k * a->host_ld * p->item, row);
        if (!st)
            st = add_rows(p, to, a->cols, i, count);
    }
    gla_device_drop(p->d.dev, room);
    return st;
}

static gla_status total(const gradient *p)
{
    gla_status st = GLA_OK;
    int n = (int)p->a->cols;
    int64_t chunks = p->chunks, nrhs = p->nrhs;
    for (int64_t j = 0; j < nrhs && !st; j++) {
        const gla_argument args[] = {
            GLA_VALUE(chunks), GLA_VALUE(n),           GLA_BUFFER(p->partial + j * p->part), GLA_BUFFER(p->g + j * p->wide),
            GLA_VALUE(nrhs),   GLA_BUFFER(p->sums + j)};
        st = gla_dense_run(&p->d, "tall.h", "", "tall_sum", n + 1, 6, args);
    }
    return st;
}

gla_status gla_device_gradient(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                               double *sums)
{
    gradient p = {.a = a, .b = b, .x = x, .g = g, .sums = sums, .nrhs = nrhs};
    bool is_complex = gla_dtype_is_complex(a->dtype);
    gla_status st = gla_dense_begin(&p.d, "lstsq", dev, a->dtype, 1);
    if (st)
        return st;
    const gla_traits *traits = gla_device_traits(dev);
    int64_t threads = (int64_t)traits->units * (traits->is_cpu ? 64 : 1024), pair = is_complex ? 32 : 16;
    p.item = p.d.item;
    p.wide = is_complex ? 16 : 8;
    p.chunks = threads / (a->cols + 1) + 1 < a->rows ? threads / (a->cols + 1) + 1 : a->rows;
    p.piece = (int64_t)(PIECE / (size_t)(a->cols * p.item)) + 1;
    if (p.piece > a->rows || !a->host)
        p.piece = a->rows;
    p.part = p.chunks * (a->cols + 1) * pair;
    st = gla_device_scratch(p.d.op, dev, (size_t)(p.piece * pair), (void **)&p.residuals);
    if (!st)
        st = gla_device_scratch(p.d.op, dev, (size_t)(nrhs * p.part), (void **)&p.partial);
    if (!st)
        st = a->host ? from_host(&p) : add_rows(&p, a->data, a->ld, 0, a->rows);
    if (!st)
        st = total(&p);
    gla_device_drop(dev, p.partial);
    gla_device_drop(dev, p.residuals);
    return st;
}
