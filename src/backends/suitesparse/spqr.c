/* spqr.c - Minimum-norm solution of sparse least-squares problems by SPQR.  The rank is determined after the columns are
 * normalised. */
#include "suitesparse.h"
#include "runtime/allocation.h"

#include <SuiteSparseQR_C.h>
#include <math.h>
#include <string.h>

typedef struct problem {
    const char *op;
    bool is_complex;
    cholmod_common c;
    cholmod_sparse a; /* an m x n matrix whose columns are scaled by powers of two */
    int *scales;      /* 2^scales[j] is the scale factor of column j */
    double tolerance;
    int64_t k;
    cholmod_dense b;
    double *x;      /* n x k */
    int64_t *order; /* column order, if the rank is deficient */
} problem;

static gla_status fail(problem *p)
{
    if (p->c.status == CHOLMOD_OUT_OF_MEMORY || p->c.status == CHOLMOD_TOO_LARGE)
        return suitesparse_no_memory(p->op);
    return gla_fail(GLA_INTERNAL_ERROR, "%s: SPQR failed with status %d", p->op, p->c.status);
}

static int parts(const problem *p)
{
    return p->is_complex ? 2 : 1;
}

/* Scale the columns so that their lengths are between 1/2 and 1. */
static void scale_columns(problem *p, const double *from)
{
    const SuiteSparse_long *starts = p->a.p;
    double *to = p->a.x;
    for (size_t j = 0; j < p->a.ncol; j++) {
        double most = 0, sum = 0;
        int64_t begin = starts[j] * parts(p), end = starts[j + 1] * parts(p);
        for (int64_t i = begin; i < end; i++)
            most = fmax(most, fabs(from[i]));
        int first = most > 0 ? -ilogb(most) : 0, second = 0;
        for (int64_t i = begin; i < end; i++) {
            to[i] = ldexp(from[i], first);
            sum += to[i] * to[i];
        }
        if (sum > 0)
            second = -ilogb(sqrt(sum)) - 1;
        for (int64_t i = begin; i < end; i++)
            to[i] = ldexp(to[i], second);
        p->scales[j] = first + second;
    }
}

/* Undo the scaling of columns: x = D y. */
static void unscale(problem *p, const double *y)
{
    int64_t n = (int64_t)p->a.ncol, np = parts(p);
    for (int64_t i = 0; i < n * p->k * np; i++)
        p->x[i] = ldexp(y[i], p->scales[i / np % n]);
}

/* Solve a problem of full rank, by one triangular solve. */
static gla_status solve_full(problem *p, SuiteSparseQR_C_factorization *qr)
{
    cholmod_dense *y = NULL, *c = SuiteSparseQR_C_qmult(SPQR_QTX, qr, &p->b, &p->c);
    if (c)
        y = SuiteSparseQR_C_solve(SPQR_RETX_EQUALS_B, qr, c, &p->c);
    if (y)
        unscale(p, y->x);
    gla_status st = y ? GLA_OK : fail(p);
    cholmod_l_free_dense(&c, &p->c);
    cholmod_l_free_dense(&y, &p->c);
    return st;
}

/* Return the conjugate transpose (n x rank) of R D⁻¹, with the columns of R D⁻¹ in the order of the columns of `a`. */
static cholmod_sparse *transposed_triangle(problem *p, cholmod_sparse *r, const SuiteSparse_long *order, int64_t rank)
{
    const SuiteSparse_long *starts = r->p;
    const SuiteSparse_long *rows = r->i;
    double *values = r->x;
    cholmod_triplet *t = cholmod_l_allocate_triplet(p->a.ncol, (size_t)rank, (size_t)starts[r->ncol], 0,
                                                    p->is_complex ? CHOLMOD_COMPLEX : CHOLMOD_REAL, &p->c);
    if (!t)
        return NULL;
    for (size_t j = 0; j < r->ncol; j++)
        for (SuiteSparse_long i = starts[j]; i < starts[j + 1]; i++) {
            int64_t column = order ? order[j] : (int64_t)j;
            if (rows[i] >= rank)
                continue;
            ((SuiteSparse_long *)t->i)[t->nnz] = column;
            ((SuiteSparse_long *)t->j)[t->nnz] = rows[i];
            for (int q = 0; q < parts(p); q++)
                ((double *)t->x)[(int64_t)t->nnz * parts(p) + q] = ldexp(
                    q ? -values[i * parts(p) + q] : values[i * parts(p) + q], -p->scales[column]);
            t->nnz++;
        }
    cholmod_sparse *turned = cholmod_l_triplet_to_sparse(t, 0, &p->c);
    cholmod_l_free_triplet(&t, &p->c);
    return turned;
}

/* Return the first `rank` rows of z. */
static cholmod_dense *first_rows(problem *p, const cholmod_dense *z, int64_t rank)
{
    cholmod_dense *c = cholmod_l_allocate_dense((size_t)rank, z->ncol, (size_t)rank,
                                                p->is_complex ? CHOLMOD_COMPLEX : CHOLMOD_REAL, &p->c);
    size_t size = sizeof(double) * (size_t)parts(p);
    for (size_t j = 0; c && j < z->ncol; j++)
        memcpy((char *)c->x + j * (size_t)rank * size, (const char *)z->x + j * z->d * size, (size_t)rank * size);
    return c;
}

/* Find the minimum-norm x with R x = c.  If Rᴴ = Q S is a QR factorisation, x is Q S⁻ᴴ c. */
static gla_status solve_minimum_norm(problem *p, cholmod_sparse *turned, cholmod_dense *c)
{
    cholmod_dense *y = NULL, *x = NULL;
    SuiteSparseQR_C_factorization *qr = SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, SPQR_NO_TOL, turned, &p->c);
    if (qr)
        y = SuiteSparseQR_C_solve(SPQR_RTX_EQUALS_ETB, qr, c, &p->c);
    if (y)
        x = SuiteSparseQR_C_qmult(SPQR_QX, qr, y, &p->c);
    if (x)
        memcpy(p->x, x->x, p->a.ncol * (size_t)p->k * (size_t)parts(p) * sizeof(double));
    gla_status st = x ? GLA_OK : fail(p);
    cholmod_l_free_dense(&y, &p->c);
    cholmod_l_free_dense(&x, &p->c);
    SuiteSparseQR_C_free(&qr, &p->c);
    return st;
}

static gla_status solve_deficient(problem *p, int64_t *rank)
{
    cholmod_dense *z = NULL, *c = NULL;
    cholmod_sparse *r = NULL, *turned = NULL;
    SuiteSparse_long *order = NULL;
    gla_status st = GLA_OK;
    int64_t n = (int64_t)p->a.ncol;
    *rank = SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, p->tolerance, 0, 0, &p->a, NULL, &p->b, NULL, &z, &r, &order, NULL, NULL,
                            NULL, &p->c);
    if (*rank < 0)
        st = fail(p);
    else if (*rank == 0)
        memset(p->x, 0, (size_t)(n * p->k * parts(p)) * sizeof(double));
    else if (!(turned = transposed_triangle(p, r, order, *rank)) || !(c = first_rows(p, z, *rank)))
        st = fail(p);
    else
        st = solve_minimum_norm(p, turned, c);
    for (int64_t j = 0; j < n; j++)
        p->order[j] = order ? order[j] : j;
    cholmod_l_free_dense(&z, &p->c);
    cholmod_l_free_dense(&c, &p->c);
    cholmod_l_free_sparse(&r, &p->c);
    cholmod_l_free_sparse(&turned, &p->c);
    cholmod_l_free((size_t)n, sizeof *order, order, &p->c);
    return st;
}

static gla_status run(problem *p, int64_t *rank)
{
    bool wide = p->a.nrow < p->a.ncol;
    SuiteSparseQR_C_factorization *qr = NULL;
    gla_status st = GLA_OK;
    if (!wide && !(qr = SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, p->tolerance, &p->a, &p->c)))
        return fail(p);
    *rank = qr ? p->c.SPQR_istat[4] : 0;
    bool full = qr && *rank == (int64_t)p->a.ncol;
    if (full)
        st = solve_full(p, qr);
    SuiteSparseQR_C_free(&qr, &p->c);
    return full ? st : solve_deficient(p, rank);
}

gla_status suitesparse_lstsq(const char *op, gla_device *dev, const gla_csr *columns, double rcond, int64_t k, const void *b,
                             void *x, int64_t *rank, int64_t *order)
{
    size_t n = (size_t)columns->rows, m = (size_t)columns->cols, nnz = (size_t)columns->nnz;
    bool is_complex = columns->dtype == GLA_COMPLEX128;
    int xtype = is_complex ? CHOLMOD_COMPLEX : CHOLMOD_REAL;
    problem p = {.op = op, .is_complex = is_complex, .tolerance = rcond, .k = k, .x = x, .order = order};
    (void)dev;
    p.a = (cholmod_sparse){.nrow = m,
                           .ncol = n,
                           .nzmax = nnz,
                           .p = suitesparse_indices(columns->indptr, columns->index, columns->rows + 1),
                           .i = suitesparse_indices(columns->indices, columns->index, columns->nnz),
                           .x = gla_malloc((nnz ? nnz : 1) * (is_complex ? 16 : 8)),
                           .itype = CHOLMOD_LONG,
                           .xtype = xtype,
                           .dtype = CHOLMOD_DOUBLE,
                           .sorted = 1,
                           .packed = 1};
    p.b = (cholmod_dense){.nrow = m,
                          .ncol = (size_t)k,
                          .nzmax = m * (size_t)k,
                          .d = m,
                          .x = (void *)(uintptr_t)b,
                          .xtype = xtype,
                          .dtype = CHOLMOD_DOUBLE};
    p.scales = gla_malloc(n * sizeof *p.scales);
    gla_status st = p.a.p && p.a.i && p.a.x && p.scales ? GLA_OK : gla_fail_memory(op, (nnz + n) * 16);
    if (!st) {
        cholmod_l_start(&p.c);
        p.c.print = 0;
        scale_columns(&p, columns->data);
        st = run(&p, rank);
        cholmod_l_finish(&p.c);
    }
    gla_free(p.a.p);
    gla_free(p.a.i);
    gla_free(p.a.x);
    gla_free(p.scales);
    return st;
}
