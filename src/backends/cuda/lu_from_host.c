/* lu_from_host.c - Solve one large system whose matrix is still on the host.
 *
 * The first columns are uploaded, and their panel is factored while the remaining columns are uploaded:
 *     [A11 A12]        P1 [A11]   [L11]          A12 = L11^-1 P1 A12,  A22 = P1 A22 - L21 A12,  P2 A22 = L22 U22,
 *     [A21 A22]           [A21] = [L21] U11,     L21 = P2 L21,
 * This is the blocked algorithm of LAPACK's getrf with two blocks.  Reference: Golub and Van Loan, Matrix Computations,
 * 3.2.11. */
#include "math.h"
#include "transfer.h"
#include "runtime/allocation.h"

/* Number of columns of the first panel, chosen so that uploading the remaining columns takes no longer than factoring the
 * panel. */
#define FIRST(n) ((n)*5 / 16 / 64 * 64)

typedef struct job {
    gla_math_call *c;
    const char *host;
    gla_matrix panel, rest, left, corner; /* columns before `first`, columns from `first`, and the lower rows of each */
    gla_matrix arrived;                   /* destination of the remaining columns, and later the workspace for reordering
                                           * rows */
    gla_matrix sent; /* unfactored copy of the panel, because the condition estimate needs the whole matrix */
    int64_t n, first;
    int64_t *pivots;
    int *order, *lower; /* row order after the exchanges of the panel; order of the lower rows after the exchanges of the
                         * corner */
} job;

static size_t column_bytes(const job *j)
{
    return (size_t)j->n * gla_itemsize(j->c->dtype);
}

static void *at(const job *j, void *data, int64_t row, int64_t col, int64_t ld)
{
    return (char *)data + (col * ld + row) * (int64_t)gla_itemsize(j->c->dtype);
}

static void divide(job *j, const gla_matrix *a)
{
    int64_t n = j->n, k = j->first;
    j->panel = (gla_matrix){a->data, n, k, n, 0};
    j->rest = (gla_matrix){at(j, a->data, 0, k, n), n, n - k, n, 0};
    j->left = (gla_matrix){at(j, a->data, k, 0, n), n - k, k, n, 0};
    j->corner = (gla_matrix){at(j, a->data, k, k, n), n - k, n - k, n, 0};
}

/* Let the next guard and factorisation write their statuses to `place`.  The four statuses are, in order: pivots of the panel,
 * NaN or Inf in the panel or b, pivots of the corner, NaN or Inf in the remaining columns. */
static void report_to(gla_math_call *c, int *place)
{
    c->batch = 1;
    c->info = place;
}

/* Upload and factor the panel. */
static gla_status factor_panel(job *j, const gla_matrix *b)
{
    gla_math_call *c = j->c;
    gla_status st = gla_cuda_upload(c->dev, j->panel.data, j->host, (size_t)j->first * column_bytes(j));
    if (!st)
        st = gla_math_guard(c, &j->panel, b);
    if (!st)
        st = gla_cuda_check(c->op, cudaMemcpyAsync(j->sent.data, j->panel.data, (size_t)j->first * column_bytes(j),
                                                   cudaMemcpyDeviceToDevice, gla_cuda_stream(c->cuda)));
    if (!st)
        st = gla_device_survey_right(c->condition, b, NULL);
    if (!st)
        st = gla_math_getrf(c, &j->panel, 0, j->pivots);
    return st ? st : gla_math_exchanges(c, j->n, j->pivots, j->order);
}

static gla_status subtract_product(job *j, const gla_matrix *a, const gla_matrix *b, const gla_matrix *x)
{
    static const double minus[2] = {-1, 0}, one[2] = {1, 0};
    static const float minus_f[2] = {-1, 0}, one_f[2] = {1, 0};
    bool single = j->c->real == CUDA_R_32F;
    cudaDataType t = j->c->type;
    const void *alpha = single ? (const void *)minus_f : minus, *beta = single ? (const void *)one_f : one;
    return gla_cublas_check(j->c->op,
                            cublasGemmEx_64(j->c->math->blas, CUBLAS_OP_N, CUBLAS_OP_N, x->rows, x->cols, a->cols, alpha,
                                            a->data, t, a->ld, b->data, t, b->ld, beta, x->data, t, x->ld,
                                            single ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
}

static gla_status copy_block(const job *j, const gla_matrix *shape, void *to, int64_t ldt, const void *from, int64_t ldf)
{
    size_t item = gla_itemsize(j->c->dtype);
    return gla_cuda_check(j->c->op,
                          cudaMemcpy2DAsync(to, (size_t)ldt * item, from, (size_t)ldf * item, (size_t)shape->rows * item,
                                            (size_t)shape->cols, cudaMemcpyDeviceToDevice, gla_cuda_stream(j->c->cuda)));
}

/* Upload the remaining columns, update them by the panel, and factor the corner. */
static gla_status factor_rest(job *j, bool turned)
{
    gla_math_call *c = j->c;
    gla_matrix top = {j->rest.data, j->first, j->rest.cols, j->n, 0}, parts[2] = {j->sent, j->arrived};
    gla_status st = gla_cuda_send(c->op, c->cuda, j->arrived.data, j->host + (size_t)j->first * column_bytes(j),
                                  (size_t)j->rest.cols * column_bytes(j));
    if (!st)
        st = gla_math_guard(c, &j->arrived, NULL);
    if (!st)
        st = gla_device_survey_parts(c->condition, parts, turned);
    if (!st)
        st = gla_math_reorder(c, &j->rest, false, j->order, j->arrived.data, j->n, j->rest.data, j->n);
    if (!st)
        st = gla_math_trsm(c, GLA_LOWER, GLA_NO_TRANS, GLA_UNIT, &j->panel, &top);
    if (!st)
        st = subtract_product(j, &j->left, &top, &j->corner);
    if (!st)
        st = gla_math_getrf(c, &j->corner, 0, j->pivots + j->first);
    if (!st)
        st = gla_math_exchanges(c, j->corner.rows, j->pivots + j->first, j->lower);
    if (!st)
        st = gla_math_reorder(c, &j->left, false, j->lower, j->left.data, j->n, j->arrived.data, j->left.rows);
    return st ? st : copy_block(j, &j->left, j->left.data, j->n, j->arrived.data, j->left.rows);
}

/* Permute the rows of b to the order of the rows of L, which results from the exchanges of the panel and of the corner.  If
 * `back`, restore the original order after a solve with the transpose. */
static gla_status reorder(job *j, bool back, const gla_matrix *b)
{
    gla_math_call *c = j->c;
    gla_matrix upper = {b->data, j->first, b->cols, b->ld, 0};
    gla_matrix lower = {at(j, b->data, j->first, 0, b->ld), j->n - j->first, b->cols, b->ld, 0};
    void *work = j->arrived.data, *low = at(j, work, j->first, 0, j->n);
    gla_status st;
    if (back) {
        st = gla_math_reorder(c, &lower, true, j->lower, lower.data, b->ld, low, j->n);
        if (!st)
            st = copy_block(j, &upper, work, j->n, upper.data, b->ld);
        return st ? st : gla_math_reorder(c, b, true, j->order, work, j->n, b->data, b->ld);
    }
    st = gla_math_reorder(c, b, false, j->order, b->data, b->ld, work, j->n);
    if (!st)
        st = copy_block(j, &upper, upper.data, b->ld, work, j->n);
    return st ? st : gla_math_reorder(c, &lower, false, j->lower, low, j->n, lower.data, b->ld);
}

/* Replace b, and the column of the condition estimate, by the solutions of the systems with op(A). */
static gla_status substitute(job *j, gla_trans ta, const gla_matrix *a, const gla_matrix *b)
{
    gla_math_call *c = j->c;
    gla_matrix w = {c->condition->w, j->n, 1, j->n, 0};
    bool plain = ta == GLA_NO_TRANS;
    gla_status st = plain ? reorder(j, false, b) : GLA_OK;
    if (!st && plain)
        st = reorder(j, false, &w);
    if (st)
        return st;
    st = gla_math_substitute(c, ta, a, &w);
    if (!st)
        st = gla_math_substitute(c, ta, a, b);
    if (st || plain)
        return st;
    st = reorder(j, true, b);
    return st ? st : reorder(j, true, &w);
}

/* Read the four statuses and the condition estimate. */
static gla_status read_result(job *j, const gla_matrix *b, const int *places, int problems[4], double *estimate)
{
    gla_math_call *c = j->c;
    gla_status st = gla_device_survey_result(c->condition, b);
    if (!st)
        st = gla_device_finish_estimates(c->condition);
    if (!st)
        st = gla_cuda_read(c->op, c->cuda, problems, places, 4 * sizeof *problems);
    return st ? st : gla_device_read_estimates(c->condition, estimate);
}

/* Return the status to report.  NaN or Inf takes precedence over a zero pivot. */
static int64_t first_problem(const job *j, const int problems[4])
{
    if (problems[3])
        return problems[3];
    return problems[1] ? problems[1] : problems[0] ? problems[0] : problems[2] ? problems[2] + j->first : 0;
}

static gla_status allocate(job *j)
{
    gla_math_call *c = j->c;
    size_t n = (size_t)j->n;
    gla_status st = gla_cuda_alloc(c->op, c->dev, n * (sizeof(int64_t) + 2 * sizeof(int)), (void **)&j->pivots);
    if (!st)
        st = gla_cuda_alloc(c->op, c->dev, (size_t)j->rest.cols * column_bytes(j), &j->arrived.data);
    if (!st)
        st = gla_cuda_alloc(c->op, c->dev, (size_t)j->first * column_bytes(j), &j->sent.data);
    if (st)
        return st;
    j->order = (int *)(j->pivots + n);
    j->lower = j->order + n;
    int64_t *none = gla_malloc(n * sizeof *none); /* identity: row i is exchanged with itself */
    if (!none)
        return gla_fail_memory(c->op, n * sizeof *none);
    for (size_t i = 0; i < n; i++)
        none[i] = (int64_t)i + 1;
    st = gla_cuda_check(c->op,
                        cudaMemcpyAsync(j->pivots, none, n * sizeof *none, cudaMemcpyHostToDevice, gla_cuda_stream(c->cuda)));
    gla_free(none); /* ordinary memory, which CUDA has read when the copy function returns */
    return st;
}

gla_status gla_cuda_gesv_from_host(gla_device *dev, gla_dtype dtype, gla_trans ta, const void *host, const gla_matrix *a,
                                   const gla_matrix *b, int64_t *info, double *estimate, bool wanted)
{
    gla_math_call c;
    gla_device_condition condition = {.marks = NULL};
    int problems[4] = {0}, *places;
    (void)wanted; /* ignored, as in gla_cuda_gesv */
    job j = {.c = &c, .host = host, .n = a->rows, .first = FIRST(a->rows)};
    gla_status st = gla_math_begin(&c, "solve", dev, dtype, 2);
    if (st)
        return st;
    places = c.info;
    divide(&j, a);
    j.arrived = (gla_matrix){NULL, j.n, j.rest.cols, j.n, 0};
    j.sent = (gla_matrix){NULL, j.n, j.first, j.n, 0};
    st = gla_device_condition_begin(&condition, c.op, dev, dtype, j.n, b->cols, 1);
    c.condition = &condition;
    if (!st)
        st = allocate(&j);
    report_to(&c, places);
    if (!st)
        st = factor_panel(&j, b);
    report_to(&c, places + 2);
    if (!st)
        st = factor_rest(&j, ta != GLA_NO_TRANS);
    if (!st)
        st = substitute(&j, ta, a, b);
    if (!st)
        st = read_result(&j, b, places, problems, estimate);
    c.info = places;
    c.condition = NULL;
    gla_cuda_free(dev, j.arrived.data);
    gla_cuda_free(dev, j.sent.data);
    gla_cuda_free(dev, j.pivots);
    *info = first_problem(&j, problems);
    st = gla_math_end(&c, st, NULL);
    gla_device_condition_end(&condition);
    return st;
}
