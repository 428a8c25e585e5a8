/* stack_qr.c - QR of stacks of matrices with few columns, and of tiny matrices, in one launch of kernels/stack_qr.h.
 *
 * A matrix that fits in local memory is kept there by its group, which makes the kernel fast.  For matrices that do not fit,
 * this kernel is used only if the stack is large enough to keep the device busy.  Otherwise, block reflectors and matrix
 * products in which all groups take part (qr.c) are faster. */
#include "dense.h"

#define TINY 1152              /* up to this number of elements, one group is faster even for a single matrix */
#define MANY 16                /* minimum number of matrices that are kept in global memory */
#define MAX_IN_PLACE (1 << 18) /* largest number of elements of a matrix that is kept in global memory */
#define CHUNK 64               /* number of columns of C per group */

static void put_lines(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    if (p->numbers[1])
        gla_put(w, "#define ELEMENTS %d\n", p->numbers[1]);
    else
        gla_put(w, "#define IN_PLACE\n");
    gla_put(w, "#define THREADS %d\n", p->numbers[2]);
}

gla_device_program gla_device_stack_qr_program(gla_dtype dtype, const gla_stack_qr_variant *v)
{
    return (gla_device_program){"stack_qr.h", put_lines, NULL, {(uint16_t)dtype, (uint16_t)v->elements, (uint16_t)v->threads}};
}

bool gla_device_stack_qr_variant(size_t local_memory, gla_dtype dtype, int64_t elements, int64_t columns,
                                 gla_stack_qr_variant *v)
{
    static const int sizes[] = {320, 1152, 2560, 4352, 5632, 10880};
    size_t item = gla_itemsize(dtype), count = sizeof sizes / sizeof *sizes, i = 0;
    while (i < count && sizes[i] < elements)
        i++;
    if (i == count)
        return false;
    *v = (gla_stack_qr_variant){sizes[i], sizes[i] > TINY ? 128 : sizes[i] > sizes[0] || columns > 32 ? 64 : 32};
    return (size_t)v->elements * item + (size_t)v->threads * 3 * item + GLA_STACK_QR_COLUMNS * sizeof(int) <= local_memory;
}

/* One launch, and the size of the part that each group processes. */
typedef struct stack_qr {
    gla_dense d;
    gla_stack_qr_variant v;
    int rows, cols, width; /* size of the part in memory; smallest power of two that is at least cols */
} stack_qr;

/* Return the number of matrices above which this method is worthwhile for many columns.  This number grows with the number of
 * steps per group. */
static int64_t wide_many(int64_t cols)
{
    return cols * cols / 1024;
}

static bool takes(stack_qr *q, gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, int64_t batch, int64_t most)
{
    const gla_traits *traits = gla_device_traits(dev);
    if (cols < 1 || cols > most || rows < 1 || rows > MAX_IN_PLACE || batch < 1)
        return false;
    *q = (stack_qr){.rows = (int)rows, .cols = (int)cols, .width = 1};
    while (q->width < cols)
        q->width *= 2;
    if (cols <= GLA_STACK_QR_COLUMNS &&
        gla_device_stack_qr_variant(traits->local_memory, dtype, (rows | 1) * cols, cols, &q->v))
        return (batch > 1 || q->v.elements <= TINY) && (size_t)q->v.threads <= traits->max_group;
    q->v = GLA_STACK_QR_IN_PLACE;
    bool many = cols <= GLA_STACK_QR_COLUMNS ? batch >= MANY && batch >= traits->units : batch > wide_many(cols);
    return many && rows * cols <= MAX_IN_PLACE && (size_t)q->v.threads <= traits->max_group;
}

static gla_status launch(stack_qr *q, gla_device *dev, gla_dtype dtype, const char *name, int64_t groups, int n,
                         const gla_argument *args)
{
    void *kernel;
    const gla_device_program p = gla_device_stack_qr_program(dtype, &q->v);
    gla_status st = gla_dense_begin(&q->d, "qr", dev, dtype, groups);
    if (!st)
        st = gla_device_find(dev, &p, name, &kernel);
    return st ? st : gla_dense_launch(&q->d, kernel, groups, q->v.threads, n, args);
}

gla_status gla_device_stack_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch,
                                  int64_t most_columns, bool *done)
{
    stack_qr q;
    gla_strided x = gla_dense_columns(a);
    *done = takes(&q, dev, dtype, a->rows, a->cols, batch, most_columns);
    if (!*done)
        return GLA_OK;
    const gla_argument args[] = {GLA_VALUE(batch), GLA_VALUE(q.rows),  GLA_VALUE(q.cols), GLA_VALUE(q.width),
                                 GLA_STACK(x),     GLA_BUFFER(x.data), GLA_BUFFER(tau)};
    return launch(&q, dev, dtype, "qr_stack", batch, 7, args);
}

gla_status gla_device_stack_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t nreflect, const void *tau,
                                  int64_t batch, int64_t most_columns, bool *done)
{
    stack_qr q;
    gla_strided x = gla_dense_columns(a);
    int steps = (int)nreflect;
    *done = takes(&q, dev, dtype, a->rows, a->cols, batch, most_columns);
    if (!*done)
        return GLA_OK;
    const gla_argument args[] = {GLA_VALUE(batch),   GLA_VALUE(q.rows), GLA_VALUE(q.cols),  GLA_VALUE(steps),
                                 GLA_VALUE(q.width), GLA_STACK(x),      GLA_BUFFER(x.data), GLA_BUFFER(tau)};
    return launch(&q, dev, dtype, "qr_stack_form", batch, 8, args);
}

gla_status gla_device_stack_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                                  const void *tau, const gla_matrix *c, int64_t batch, int64_t most_columns, bool *done)
{
    stack_qr q;
    gla_strided x = gla_dense_columns(a), y = gla_dense_columns(c);
    int64_t cols = c->cols, chunk = cols < CHUNK ? cols : CHUNK;
    int steps = (int)nreflect, columns, conjugate = ta != GLA_NO_TRANS;
    *done = nreflect <= most_columns && takes(&q, dev, dtype, a->rows, chunk, batch, GLA_STACK_QR_COLUMNS);
    while (*done && q.v.elements == 0 && chunk > 1) { /* a chunk of fewer columns may fit in local memory */
        chunk = (chunk + 1) / 2;
        *done = takes(&q, dev, dtype, a->rows, chunk, batch, GLA_STACK_QR_COLUMNS);
    }
    if (!*done)
        return GLA_OK;
    columns = q.cols;
    const gla_argument args[] = {GLA_VALUE(batch),   GLA_VALUE(q.rows),  GLA_VALUE(cols),      GLA_VALUE(steps),
                                 GLA_VALUE(columns), GLA_VALUE(q.width), GLA_VALUE(conjugate), GLA_STACK(x),
                                 GLA_BUFFER(x.data), GLA_BUFFER(tau),    GLA_STACK(y),         GLA_BUFFER(y.data)};
    return launch(&q, dev, dtype, "qr_stack_apply", batch * ((cols + columns - 1) / columns), 12, args);
}
