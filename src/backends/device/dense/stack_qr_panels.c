/* stack_qr_panels.c - QR of stacks of matrices of medium order, and products with Q, by kernels/stack_qr_panel.h and
 * stack_qr_update.h.  Each panel takes a few launches for the whole stack. */
#include "dense.h"

#define MAX_ROWS 512
#define GROUP 128 /* as in the kernels */
#define COLUMNS 32

typedef struct stack_qr {
    gla_dense d;
    int64_t rows, reflectors, width;
    gla_strided v;   /* the reflectors */
    void *triangles; /* triangles T of all panels */
    int *powers;     /* scaling of each column */
    const void *tau;
    void *block;
} stack_qr;

gla_device_program gla_device_stack_qr_panel_program(gla_dtype dtype, int64_t rows)
{
    return gla_dense_stack_program("stack_qr_panel.h", dtype, gla_dense_stack_threads(rows));
}

gla_device_program gla_device_stack_qr_sides_program(gla_dtype dtype)
{
    return gla_dense_stack_program("stack_qr_update.h", dtype, 0);
}

bool gla_device_stack_qr_panels_take(gla_device *dev, int64_t rows, int64_t reflectors, int64_t batch)
{
    const gla_traits *traits = gla_device_traits(dev);
    return batch > 1 && reflectors > GLA_STACK_QR_COLUMNS && rows <= MAX_ROWS &&
           (size_t)gla_dense_stack_threads(rows) <= gla_traits_threads(traits) && traits->local_memory >= (size_t)48 << 10;
}

static size_t lay_out(stack_qr *q, int64_t cols, char *at)
{
    char *begin = at;
    int64_t panels = (q->reflectors + q->width - 1) / q->width;
    q->triangles = gla_dense_cut(&at, panels * q->width * q->width * q->d.batch * q->d.item);
    q->powers = gla_dense_cut(&at, cols * q->d.batch * (int64_t)sizeof(int));
    return (size_t)(at - begin);
}

static gla_status begin(stack_qr *q, gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t reflectors, const void *tau,
                        int64_t batch)
{
    *q = (stack_qr){.rows = a->rows,
                    .reflectors = reflectors,
                    .width = gla_dense_stack_width(dtype),
                    .v = gla_dense_columns(a),
                    .tau = tau};
    gla_status st = gla_dense_begin(&q->d, "qr", dev, dtype, batch);
    if (!st)
        st = gla_device_scratch("qr", dev, lay_out(q, a->cols, NULL), &q->block);
    if (!st)
        lay_out(q, a->cols, q->block);
    return st;
}

static gla_status run(const stack_qr *q, const char *name, int64_t groups, int n, const gla_argument *args)
{
    const gla_device_program p = gla_device_stack_qr_sides_program(q->d.dtype);
    void *kernel;
    gla_status st = gla_device_find(q->d.dev, &p, name, &kernel);
    return st ? st : gla_dense_launch(&q->d, kernel, groups, GROUP, n, args);
}

static stack_panel_sizes sizes_of(const stack_qr *q, int64_t first, int64_t last)
{
    return (stack_panel_sizes){
        .n = q->rows, .first = first, .last = last, .batch = q->d.batch, .ld = q->v.col, .step = q->v.step};
}

/* Form T of the panels in columns [first, last). */
static gla_status find_triangles(const stack_qr *q, int64_t first, int64_t last)
{
    stack_panel_sizes s = sizes_of(q, first, last);
    s.columns = q->reflectors;
    int64_t panels = (last - first + q->width - 1) / q->width;
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(q->v.data), GLA_BUFFER(q->tau), GLA_BUFFER(q->triangles)};
    return run(q, "qr_stack_triangles", s.batch * panels, 4, args);
}

/* Apply the reflectors of one panel to `columns` columns of c. */
static gla_status apply(const stack_qr *q, int64_t first, bool adjoint, gla_strided c, int64_t columns)
{
    int64_t last = first + q->width < q->reflectors ? first + q->width : q->reflectors;
    stack_panel_sizes s = sizes_of(q, first, last);
    int turned = adjoint;
    s.left = q->reflectors;
    s.columns = columns;
    s.ldb = c.col;
    s.stepb = c.step;
    s.sides = (columns + COLUMNS - 1) / COLUMNS;
    const gla_argument args[] = {GLA_VALUE(s), GLA_VALUE(turned), GLA_BUFFER(q->v.data), GLA_BUFFER(q->triangles),
                                 GLA_BUFFER(c.data)};
    return columns ? run(q, "qr_stack_apply", s.batch * s.sides, 5, args) : GLA_OK;
}

static gla_status scale(const stack_qr *q, int64_t cols, bool back)
{
    int64_t rows = q->rows, batch = q->d.batch, ld = q->v.col, step = q->v.step;
    int returns = back;
    const gla_argument args[] = {GLA_VALUE(rows), GLA_VALUE(cols),    GLA_VALUE(batch),      GLA_VALUE(ld),
                                 GLA_VALUE(step), GLA_VALUE(returns), GLA_BUFFER(q->v.data), GLA_BUFFER(q->powers)};
    return run(q, "qr_stack_scale", cols * batch, 8, args);
}

/* Factor the panel that begins at `first`, and apply its reflectors to the columns after the panel. */
static gla_status factor(const stack_qr *q, void *kernel, int64_t first, int64_t cols)
{
    int64_t last = first + q->width < cols ? first + q->width : cols, end = last < q->reflectors ? last : q->reflectors;
    stack_panel_sizes s = sizes_of(q, first, last);
    const gla_argument args[] = {GLA_VALUE(s), GLA_VALUE(q->reflectors), GLA_BUFFER(q->v.data), GLA_BUFFER(q->tau)};
    gla_status st = gla_dense_launch(&q->d, kernel, s.batch, gla_dense_stack_threads(q->rows), 4, args);
    if (!st && last < cols)
        st = find_triangles(q, first, end);
    return st ? st : apply(q, first, true, gla_dense_part(&q->d, q->v, 0, last), cols - last);
}

gla_status gla_device_stack_qr_panels_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch)
{
    stack_qr q;
    void *kernel;
    int64_t k = a->rows < a->cols ? a->rows : a->cols;
    const gla_device_program p = gla_device_stack_qr_panel_program(dtype, a->rows);
    gla_status st = begin(&q, dev, dtype, a, k, tau, batch);
    if (!st)
        st = gla_device_find(dev, &p, "qr_stack_panel", &kernel);
    if (!st)
        st = scale(&q, a->cols, false);
    for (int64_t first = 0; first < k && !st; first += q.width)
        st = factor(&q, kernel, first, a->cols);
    if (!st)
        st = scale(&q, a->cols, true);
    gla_device_drop(dev, q.block);
    return st;
}

/* Apply the reflectors of the panels, from the last panel to the first, each to the columns that it affects. */
static gla_status form(const stack_qr *q, gla_strided x, int64_t cols)
{
    gla_status st = find_triangles(q, 0, q->reflectors);
    for (int64_t first = (q->reflectors - 1) / q->width * q->width; first >= 0 && !st; first -= q->width)
        st = apply(q, first, false, gla_dense_part(&q->d, x, 0, first), cols - first);
    return st;
}

gla_status gla_device_stack_qr_panels_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t reflectors,
                                            const void *tau, int64_t batch)
{
    stack_qr q;
    gla_strided x = gla_dense_columns(a);
    void *kept = NULL;
    int64_t rows = a->rows, cols = a->cols, ld = x.col, step = x.step;
    gla_status st = begin(&q, dev, dtype, a, reflectors, tau, batch);
    if (!st)
        st = gla_device_scratch("qr", dev, (size_t)(rows * reflectors * batch * q.d.item), &kept);
    if (!st) {
        const gla_argument args[] = {GLA_VALUE(rows), GLA_VALUE(cols), GLA_VALUE(reflectors), GLA_VALUE(batch),
                                     GLA_VALUE(ld),   GLA_VALUE(step), GLA_BUFFER(x.data),    GLA_BUFFER(kept)};
        st = run(&q, "qr_stack_identity", (rows * cols * batch + GROUP - 1) / GROUP, 8, args);
    }
    q.v = (gla_strided){kept, 1, rows, rows * reflectors};
    if (!st)
        st = form(&q, x, cols);
    gla_device_drop(dev, kept);
    gla_device_drop(dev, q.block);
    return st;
}

gla_status gla_device_stack_qr_panels_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a,
                                            int64_t reflectors, const void *tau, const gla_matrix *c, int64_t batch)
{
    stack_qr q;
    bool adjoint = ta != GLA_NO_TRANS;
    int64_t panels = (reflectors + gla_dense_stack_width(dtype) - 1) / gla_dense_stack_width(dtype);
    gla_status st = begin(&q, dev, dtype, a, reflectors, tau, batch);
    if (!st)
        st = find_triangles(&q, 0, reflectors);
    for (int64_t i = 0; i < panels && !st; i++)
        st = apply(&q, (adjoint ? i : panels - 1 - i) * q.width, adjoint, gla_dense_columns(c), c->cols);
    gla_device_drop(dev, q.block);
    return st;
}
