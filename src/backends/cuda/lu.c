/* lu.c - LU factorisation and linear systems, one matrix after another, by our own panels or cuSOLVER. */
#include "backends/device/dense/dense.h"
#include "panels.h"

/* Order from which the column of the condition estimate is solved in a second queue, concurrently with the columns of b if
 * there are many columns. */
#define SIDE_BY_SIDE 256
/* Stacks up to this size in bytes are copied, so that matrices whose factors contain NaN or Inf can be factored again. */
#define KEPT_BYTES ((size_t)1 << 30)

static gla_status vendor_getrf(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots)
{
    size_t device, host;
    void *ai = gla_matrix_at(a, c->dtype, i);
    gla_status st = gla_cusolver_check(c->op, cusolverDnXgetrf_bufferSize(c->math->solver, c->math->params, a->rows, a->cols,
                                                                          c->type, ai, a->ld, c->type, &device, &host));
    if (!st)
        st = gla_math_work(c, device, host);
    if (!st)
        st = gla_cusolver_check(c->op,
                                cusolverDnXgetrf(c->math->solver, c->math->params, a->rows, a->cols, c->type, ai, a->ld, pivots,
                                                 c->type, c->work, c->work_bytes, c->host_work, c->host_bytes, c->info + i));
    return st;
}

gla_status gla_math_getrf(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots)
{
    return gla_lu_panels_take(c, a) ? gla_lu_panels(c, a, i, pivots) : vendor_getrf(c, a, i, pivots);
}

/* Copy columns to `work`.  If `plain`, the system matrix is not transposed, and the rows of the columns are permuted to the
 * order of the rows of L. */
static gla_status copy_in(gla_math_call *c, bool plain, const gla_matrix *b, const int *order, void *work)
{
    size_t column = (size_t)b->rows * gla_itemsize(c->dtype), pitch = (size_t)b->ld * gla_itemsize(c->dtype);
    if (plain)
        return gla_math_reorder(c, b, false, order, b->data, b->ld, work, b->rows);
    return gla_cuda_check(c->op, cudaMemcpy2DAsync(work, column, b->data, pitch, column, (size_t)b->cols,
                                                   cudaMemcpyDeviceToDevice, gla_cuda_stream(c->cuda)));
}

static gla_status copy_out(gla_math_call *c, bool plain, const gla_matrix *b, const int *order, const void *work)
{
    size_t column = (size_t)b->rows * gla_itemsize(c->dtype), pitch = (size_t)b->ld * gla_itemsize(c->dtype);
    if (!plain)
        return gla_math_reorder(c, b, true, order, work, b->rows, b->data, b->ld);
    return gla_cuda_check(c->op, cudaMemcpy2DAsync(b->data, pitch, work, column, column, (size_t)b->cols,
                                                   cudaMemcpyDeviceToDevice, gla_cuda_stream(c->cuda)));
}

/* Data for the substitutions of one matrix.  `order` contains one row index per row.  `work` contains b, unless b is NULL,
 * followed by the column of c->condition from which the condition is estimated. */
typedef struct columns {
    gla_matrix x, w;      /* both are in `work`: columns of b, and the column for the estimate */
    gla_matrix estimated; /* source and destination of the column for the estimate */
    const gla_matrix *b;
    int *order;
} columns;

static columns columns_of(const gla_math_call *c, int64_t n, const gla_matrix *b, int64_t i, int *order, void *work)
{
    int64_t item = (int64_t)gla_itemsize(c->dtype), cols = b ? b->cols : 0;
    return (columns){{work, n, cols, n, 0},
                     {(char *)work + cols * n * item, n, 1, n, 0},
                     {(char *)c->condition->w + i * n * item, n, 1, n, 0},
                     b,
                     order};
}

/* Copy all columns to the workspace.  cuSOLVER's getrs is not used, because it exchanges one row after another and therefore
 * takes twice as long for few columns. */
static gla_status copy_all_in(gla_math_call *c, gla_trans ta, const columns *s)
{
    bool plain = ta == GLA_NO_TRANS;
    gla_status st = s->b ? copy_in(c, plain, s->b, s->order, s->x.data) : GLA_OK;
    return st ? st : copy_in(c, plain, &s->estimated, s->order, s->w.data);
}

static gla_status copy_all_out(gla_math_call *c, gla_trans ta, const columns *s)
{
    bool plain = ta == GLA_NO_TRANS;
    gla_status st = s->b ? copy_out(c, plain, s->b, s->order, s->x.data) : GLA_OK;
    return st ? st : copy_out(c, plain, &s->estimated, s->order, s->w.data);
}

/* Solve for all columns with the factors in `a`, whose row order is s->order.  The columns of b, if any, come first. */
static gla_status substitute(gla_math_call *c, gla_trans ta, const gla_matrix *a, const columns *s)
{
    gla_matrix all = s->b ? s->x : s->w;
    all.cols = s->x.cols + 1;
    gla_status st = copy_all_in(c, ta, s);
    if (!st)
        st = gla_math_substitute(c, ta, a, &all);
    return st ? st : copy_all_out(c, ta, s);
}

/* Workspace for one system: pivots, the row order, a column for the estimate and, if b has few columns, a copy of b.  `unused`
 * receives the status of getrs, which is never positive. */
typedef struct space {
    int64_t *pivots;
    int *order, *unused;
    void *work;
    bool has_b; /* work contains a copy of b */
} space;

static gla_status vendor_getrs(gla_math_call *c, gla_trans ta, const gla_matrix *a, const gla_matrix *b, const space *s)
{
    return gla_cusolver_check(c->op, cusolverDnXgetrs(c->math->solver, c->math->params, gla_cublas_op(ta), a->rows, b->cols,
                                                      c->type, a->data, a->ld, s->pivots, c->type, b->data, b->ld, s->unused));
}

/* Solve from b to `work` and back to b: with L and then with U or, for a transpose, with Uᵀ and then with Lᵀ. */
static gla_status solve_through_work(gla_math_call *c, gla_trans ta, const gla_matrix *a, const gla_matrix *b, const space *s,
                                     void *work)
{
    gla_dense d;
    bool plain = ta == GLA_NO_TRANS;
    gla_dense_triangle t = {.n = a->rows, .columns = b->cols, .unit = plain, .conjugate = ta == GLA_CONJ_TRANS};
    gla_strided columns = gla_dense_columns(a), factors = plain ? columns : gla_dense_transposed(columns);
    gla_strided x = gla_dense_columns(b), y = {work, 1, b->rows, b->rows * b->cols};
    gla_status st = gla_dense_begin(&d, c->op, c->dev, c->dtype, 1);
    if (!st)
        st = copy_in(c, plain, b, s->order, work);
    if (!st)
        st = gla_dense_solve_into(&d, t, factors, y, x);
    t.upper = true;
    t.unit = !plain;
    if (!st)
        st = gla_dense_solve_into(&d, t, factors, x, y);
    return st ? st : copy_out(c, plain, b, s->order, work);
}

/* Solve for many columns of b by matrix products, if there is memory for a copy of b. */
static gla_status substitute_many(gla_math_call *c, gla_trans ta, const gla_matrix *a, const gla_matrix *b, const space *s)
{
    void *work = NULL;
    gla_status st = GLA_OK;
    if (!gla_math_inverts(a->rows, b->cols))
        return vendor_getrs(c, ta, a, b, s);
    st = gla_cuda_alloc(c->op, c->dev, (size_t)(b->rows * b->cols) * gla_itemsize(c->dtype), &work);
    if (st == GLA_OUT_OF_MEMORY_ERROR) {
        gla_clear_error();
        return vendor_getrs(c, ta, a, b, s);
    }
    if (!st)
        st = solve_through_work(c, ta, a, b, s, work);
    gla_cuda_free(c->dev, work);
    return st;
}

static gla_status gesv_one(gla_math_call *c, gla_trans ta, const gla_matrix *a, const gla_matrix *b, int64_t i, const space *s)
{
    gla_matrix ai = *a, bi = *b;
    ai.data = gla_matrix_at(a, c->dtype, i);
    bi.data = gla_matrix_at(b, c->dtype, i);
    const columns all = columns_of(c, a->rows, s->has_b ? &bi : NULL, i, s->order, s->work);
    bool beside = !s->has_b && a->rows >= SIDE_BY_SIDE;
    gla_status st = gla_math_getrf(c, a, i, s->pivots);
    if (!st) /* compute this before the fork, because both queues read the row order */
        st = gla_math_exchanges(c, a->rows, s->pivots, s->order);
    if (!st && beside)
        st = gla_cuda_fork(c->cuda);
    if (!st)
        st = substitute(c, ta, &ai, &all);
    gla_cuda_return();
    if (!st && !s->has_b)
        st = substitute_many(c, ta, &ai, &bi, s);
    gla_status joined = beside ? gla_cuda_join(c->cuda) : GLA_OK;
    return st ? st : joined;
}

static gla_status gesv_each(gla_math_call *c, gla_trans ta, const gla_matrix *a, const gla_matrix *b)
{
    size_t n = (size_t)a->rows, head = (n + 1) * sizeof(int64_t), tail = (n + 2) / 2 * 2 * sizeof(int);
    bool has_b = b->cols <= 32 && n > 1;
    char *block = NULL;
    size_t columns = (has_b ? (size_t)b->cols : 0) + 1;
    gla_status st = gla_cuda_alloc(c->op, c->dev, head + tail + 16 + n * columns * gla_itemsize(c->dtype), (void **)&block);
    if (st)
        return st;
    size_t offset = (head + tail + 15) / 16 * 16;
    space s = {(int64_t *)block, (int *)(block + head), (int *)(block + head - sizeof(int64_t)), block + offset, has_b};
    for (int64_t i = 0; i < c->batch && !st; i++)
        st = gesv_one(c, ta, a, b, i, &s);
    gla_cuda_free(c->dev, block);
    return st;
}

/* Factor each matrix.  If `estimated`, also solve for one column per matrix, from which the condition number is estimated. */
static gla_status getrf_each(gla_math_call *c, const gla_matrix *a, int64_t *pivots, bool estimated)
{
    int64_t k = a->rows < a->cols ? a->rows : a->cols;
    gla_status st = GLA_OK;
    char *block = NULL;
    size_t n = (size_t)a->rows, head = (n + 3) / 4 * 4 * sizeof(int);
    if (estimated)
        st = gla_cuda_alloc(c->op, c->dev, head + n * gla_itemsize(c->dtype), (void **)&block);
    for (int64_t i = 0; i < c->batch && !st; i++) {
        gla_matrix ai = *a;
        ai.data = gla_matrix_at(a, c->dtype, i);
        st = gla_math_getrf(c, a, i, pivots + i * k);
        if (st || !estimated)
            continue;
        const columns all = columns_of(c, a->rows, NULL, i, (int *)block, block + head);
        st = gla_math_exchanges(c, a->rows, pivots + i * k, all.order);
        if (!st)
            st = substitute(c, GLA_NO_TRANS, &ai, &all);
    }
    gla_cuda_free(c->dev, block);
    return st;
}

/* Convert pivots from the device, which are 1-based, to 0-based indices. */
static void count_from_zero(int64_t *pivots, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        pivots[i]--;
}

/* cuSOLVER multiplies by the reciprocal of a pivot, which is infinite if the pivot is subnormal.  Rank-deficient matrices can
 * yield subnormal pivots, and then their factors contain NaN.  The kernels of src/backends/device factor these matrices again,
 * from a copy. */
typedef struct again {
    gla_device *dev;
    gla_dtype dtype;
    const gla_matrix *a;
    const void *kept;
    int64_t *pivots, *info;
    double *estimates;
    bool wanted;
} again;

static gla_status factor_again(const again *g, int64_t batch)
{
    const gla_matrix *a = g->a;
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < batch && !st; i++) {
        gla_matrix one = *a;
        gla_cuda *cuda;
        if (g->info[i] != GLA_INFO_VENDOR_NOT_FINITE)
            continue;
        if ((st = gla_cuda_enter("lu", g->dev, &cuda)))
            break;
        size_t item = gla_itemsize(g->dtype), start = (size_t)(i * a->stride) * item;
        int64_t k = a->rows < a->cols ? a->rows : a->cols;
        one.data = (char *)a->data + start;
        st = gla_cuda_check("lu", cudaMemcpyAsync(one.data, (const char *)g->kept + start, gla_host_bytes(item, a, 1),
                                                  cudaMemcpyDeviceToDevice, gla_cuda_stream(cuda)));
        if (!st)
            st = gla_device_getrf(g->dev, g->dtype, &one, 1, g->pivots + i * k, g->info + i,
                                  g->estimates ? g->estimates + i : NULL, g->wanted);
    }
    return st;
}

gla_status gla_cusolver_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                              int64_t *info, double *estimates, bool wanted)
{
    gla_math_call c;
    gla_device_condition condition;
    void *kept = NULL;
    int64_t *on_device = NULL, k = a->rows < a->cols ? a->rows : a->cols;
    size_t bytes = (size_t)(batch * k) * sizeof *on_device;
    bool square = a->rows == a->cols, estimated = square && wanted;
    gla_status st = gla_math_begin(&c, "lu", dev, dtype, batch);
    if (st)
        return st;
    c.estimates = estimates;
    st = gla_device_condition_begin(&condition, c.op, dev, dtype, a->rows, a->cols, batch);
    c.condition = &condition;
    if (!st)
        st = gla_cuda_alloc(c.op, dev, bytes, (void **)&on_device);
    if (!st)
        st = gla_math_survey(&c, a, false, square ? NULL : a);
    bool is_vendors = !gla_lu_panels_take(&c, a) && !gla_cuda_wants_vendor();
    if (!st && is_vendors && gla_host_bytes(gla_itemsize(dtype), a, batch) <= KEPT_BYTES)
        st = gla_math_keep(&c, a, &kept);
    if (!st)
        st = getrf_each(&c, a, on_device, estimated);
    if (!st && kept)
        st = gla_math_find_infinite(&c, a);
    if (!st)
        st = gla_device_survey_result(&condition, a);
    if (!st)
        st = estimated ? gla_device_finish_estimates(&condition) : gla_device_finish_marks(&condition);
    if (!st)
        st = gla_cuda_check(c.op, cudaMemcpyAsync(pivots, on_device, bytes, cudaMemcpyDeviceToHost, gla_cuda_stream(c.cuda)));
    gla_cuda_free(dev, on_device);
    st = gla_math_end(&c, st, info); /* this waits, so the pivots have arrived too */
    gla_device_condition_end(&condition);
    if (!st)
        count_from_zero(pivots, batch * k); /* cuSOLVER's pivots are 1-based, like LAPACK's */
    const again g = {dev, dtype, a, kept, pivots, info, estimates, wanted};
    if (!st && kept)
        st = factor_again(&g, batch);
    gla_cuda_free(dev, kept);
    return st;
}

typedef struct solving {
    gla_device *dev;
    gla_dtype dtype;
    gla_trans ta;
    const gla_matrix *a, *b;
    int64_t batch, *info;
    double *estimates;
    gla_status st;
} solving;

static bool is_of_stack(const void *call)
{
    const solving *p = call;
    return gla_device_stack_panels_take(p->dev, p->a->rows, p->a->rows, p->batch) && !gla_cuda_wants_vendor();
}

static bool solve_stack(void *call)
{
    solving *p = call;
    p->st = gla_device_stack_panels_gesv(p->dev, p->dtype, p->ta, p->a, p->b, p->batch, p->info, p->estimates);
    return true;
}

static bool solve_each(void *call)
{
    solving *p = call;
    gla_math_call c;
    gla_device_condition condition;
    p->st = gla_math_begin(&c, "solve", p->dev, p->dtype, p->batch);
    if (p->st)
        return true;
    c.estimates = p->estimates;
    gla_status st = gla_device_condition_begin(&condition, c.op, p->dev, p->dtype, p->a->rows, p->b->cols, p->batch);
    c.condition = &condition;
    if (!st)
        st = gla_math_survey(&c, p->a, p->ta != GLA_NO_TRANS, p->b);
    if (!st)
        st = gesv_each(&c, p->ta, p->a, p->b);
    if (!st)
        st = gla_device_survey_result(&condition, p->b);
    if (!st)
        st = gla_device_finish_estimates(&condition);
    p->st = gla_math_end(&c, st, p->info);
    gla_device_condition_end(&condition);
    return true;
}

static const gla_strategy rows[] = {
    {"stack", "stacks of matrices of order up to 512: panels of all matrices", GLA_NO_SLOT, is_of_stack, solve_stack},
    {"one by one", "any: our own panels or cuSOLVER", GLA_NO_SLOT, NULL, solve_each},
};
const gla_strategies gla_cuda_gesv_strategies = {"solve (cuda)", rows};

gla_status gla_cuda_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                         int64_t batch, int64_t *info, double *estimates, bool wanted)
{
    solving p = {.dev = dev, .dtype = dtype, .ta = ta, .a = a, .b = b, .batch = batch, .info = info, .estimates = estimates};
    (void)wanted; /* the solution must not depend on whether an estimate is requested */
    gla_try(&gla_cuda_gesv_strategies, dev, &p.st, &p);
    return p.st;
}
