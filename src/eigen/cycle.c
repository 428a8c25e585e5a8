/* cycle.c - the basis is full: what it knows of eigenvalues, and how the search goes on from the best part of it.
 *
 * For Hermitian matrices thick restarts of Lanczos's method, for others Krylov-Schur: what is kept is an invariant
 * subspace of the small matrix, and the matrix in the new basis has one full row behind it. */
#include "eigen/eigen.h"

#include "gpulinalg/linalg.h"

#include <math.h>
#include <string.h>

typedef struct ritz {
    int m;
    double beta;            /* the length of what is left behind the last vector */
    double complex *value;  /* m */
    double complex *vector; /* m x m: of a Hermitian matrix its eigenvectors, in this order; else the Schur vectors */
    double complex *t;      /* the Schur form */
    double *bound;          /* residuals of the eigenpairs */
    int *order;             /* the best first */
} ritz;

/* What the steps of this cycle say goes into the matrix, up to the first one that left nothing: its number, or m. */
static int collect(gla_scope *s, eigen_solver *q, double *beta)
{
    eigen_steps t = eigen_read(s, &q->v);
    int m = q->m;
    *beta = 0;
    for (int j = q->from; j < q->at && !s->status; j++) {
        double square = eigen_square(&t, j);
        bool spent = !isnan(square) && eigen_is_spent(&t, j, j + 1);
        if (!spent && !eigen_is_usable(s, q, square))
            break;
        for (int i = q->kind == EIGEN_GENERAL ? 0 : j; i <= j; i++)
            q->h[i + (int64_t)j * m] = q->kind == EIGEN_GENERAL ? eigen_taken(&t, j, i) : creal(eigen_taken(&t, j, i));
        *beta = spent ? 0 : sqrt(square);
        if (j + 1 < m) {
            q->h[j + 1 + (int64_t)j * m] = *beta;
            if (q->kind == EIGEN_HERMITIAN)
                q->h[j + (int64_t)(j + 1) * m] = *beta;
        }
        if (spent)
            return j;
    }
    return m;
}

static ritz make_ritz(gla_scope *s, int m)
{
    ritz r = {.m = m};
    r.value = gla_s_memory(s, m, sizeof *r.value);
    r.vector = gla_s_memory(s, (int64_t)m * m, sizeof *r.vector);
    r.t = gla_s_memory(s, (int64_t)m * m, sizeof *r.t);
    r.bound = gla_s_memory(s, m, sizeof *r.bound);
    r.order = gla_s_memory(s, m, sizeof *r.order);
    return r;
}

static void solve_hermitian(gla_scope *s, const eigen_solver *q, ritz *r)
{
    int64_t m = q->m, shape[2] = {m, m};
    gla_array *h = NULL, *values = NULL, *vectors = NULL;
    gla_device *host = NULL;
    void *data = NULL;
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return;
    h = gla_s_new(s, host, GLA_FLOAT64, 2, shape);
    if (s->status)
        return;
    for (int64_t i = 0; i < m * m; i++)
        ((double *)gla_data(h))[i] = creal(q->h[i]);
    if (gla_s_check(s, gla_eigh(h, &values, &vectors)))
        return;
    gla_s_own(s, values);
    gla_s_own(s, vectors);
    gla_s_to_host(s, values, &data);
    for (int64_t i = 0; i < m && !s->status; i++)
        r->value[i] = ((double *)data)[i];
    gla_s_to_host(s, gla_s_contiguous(s, host, GLA_FLOAT64, vectors), &data);
    for (int64_t i = 0; i < m * m && !s->status; i++)
        r->vector[i / m + i % m * m] = ((double *)data)[i];
    for (int64_t i = 0; i < m; i++)
        r->bound[i] = r->beta * cabs(r->vector[m - 1 + i * m]);
}

static void solve_general(gla_scope *s, const eigen_solver *q, ritz *r)
{
    int m = q->m;
    double complex *x = gla_s_memory(s, 2 * (int64_t)m, sizeof *x);
    if (s->status)
        return;
    memcpy(r->t, q->h, (size_t)m * (size_t)m * sizeof *r->t);
    if (!eigen_schur(m, r->t, r->vector))
        gla_s_fail(s, GLA_CONVERGENCE_ERROR, "%s: the eigenvalues of the small matrix did not converge; give another ncv or v0",
                   s->op);
    for (int i = 0; i < m && !s->status; i++) {
        r->value[i] = r->t[i + (int64_t)i * m];
        eigen_schur_vector(m, r->t, r->vector, i, x);
        r->bound[i] = r->beta * cabs(x[m - 1]);
    }
}

static double largest_of(const ritz *r)
{
    double largest = 0;
    for (int i = 0; i < r->m; i++)
        largest = fmax(largest, cabs(r->value[i]));
    return largest;
}

/* How many of the wanted are known as well as they can be. */
static int count_converged(const eigen_solver *q, const ritz *r)
{
    int n = 0;
    for (int i = 0; i < q->k; i++)
        n += eigen_is_known(q, r->bound[r->order[i]], cabs(r->value[r->order[i]]), largest_of(r));
    return n;
}

/* Eigenvalues of the operator are those of the problem, moved. */
static double complex value_of(const eigen_solver *q, double complex theta)
{
    theta /= q->scale;
    switch (q->mode) {
    case EIGEN_SHIFTED: return q->sigma + 1 / theta;
    case EIGEN_BUCKLING: return q->sigma * theta / (theta - 1);
    case EIGEN_CAYLEY: return q->sigma * (theta + 1) / (theta - 1);
    default: return theta;
    }
}

/* ---- the end -------------------- */
static void sort_by_value(int n, double complex *values, int *number)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && creal(values[j]) < creal(values[j - 1]); j--) {
            double complex value = values[j];
            int at = number[j];
            values[j] = values[j - 1];
            number[j] = number[j - 1];
            values[j - 1] = value;
            number[j - 1] = at;
        }
}

static void finish(gla_scope *s, eigen_solver *q, ritz *r)
{
    int m = q->m, n = 0;
    bool general = q->kind == EIGEN_GENERAL, complexes = general || gla_dtype_is_complex(q->v.dtype);
    double complex *y = gla_s_memory(s, (int64_t)(q->k + 2) * m, sizeof *y),
                   *values = gla_s_memory(s, q->k + 1, sizeof *values);
    int *number = gla_s_memory(s, q->k + 1, sizeof *number);
    if (s->status)
        return;
    for (int i = 0; i < q->k; i++) {
        int at = r->order[i];
        if (eigen_is_known(q, r->bound[at], cabs(r->value[at]), largest_of(r))) {
            number[n] = at;
            values[n++] = value_of(q, r->value[at]);
        }
    }
    if (!general)
        sort_by_value(n, values, number);
    for (int i = 0; i + 1 < n && general; i++) /* a shift has exchanged the two of a pair */
        if (cimag(values[i]) < 0 && number[i] != number[i + 1] && values[i + 1] == conj(values[i])) {
            int at = number[i];
            values[i + 1] = values[i];
            values[i] = conj(values[i]);
            number[i] = number[i + 1];
            number[i + 1] = at;
        }
    for (int i = 0; i < n; i++) {
        if (general)
            eigen_schur_vector(m, r->t, r->vector, number[i], y + (int64_t)i * m);
        else
            memcpy(y + (int64_t)i * m, r->vector + (int64_t)number[i] * m, (size_t)m * sizeof *y);
    }
    gla_array *vectors = eigen_normal_signs(s, eigen_combine(s, &q->v, y, m, n, complexes), NULL);
    gla_array *w = eigen_values_array(s, q, values, n, general);
    if (!s->status) {
        eigen_keep(&q->values, w);
        eigen_keep(&q->vectors, vectors);
    }
}

/* ---- restarts -------------------- */
/* Orthonormal real vectors that span what the first n Schur vectors do, conjugate pairs among them being together. */
static int make_real(int m, int n, const double complex *z, double complex *y)
{
    int made = 0;
    for (int i = 0; i < 2 * n && made < n; i++) {
        double complex *x = y + (int64_t)made * m;
        double before = 0, length = 0;
        for (int k = 0; k < m; k++) {
            double complex e = z[k + (int64_t)(i / 2) * m];
            x[k] = i % 2 ? cimag(e) : creal(e);
            before += creal(x[k]) * creal(x[k]);
        }
        for (int pass = 0; pass < 3; pass++)
            for (int j = 0; j < made; j++) {
                double dot = 0;
                for (int k = 0; k < m; k++)
                    dot += creal(y[k + (int64_t)j * m]) * creal(x[k]);
                for (int k = 0; k < m; k++)
                    x[k] -= dot * y[k + (int64_t)j * m];
            }
        for (int k = 0; k < m; k++)
            length += creal(x[k]) * creal(x[k]);
        if (length <= 1e-16 * (before > 1e-8 ? before : 1e-8))
            continue;
        for (int k = 0; k < m; k++)
            x[k] /= sqrt(length);
        made++;
    }
    return made;
}

/* h = yᴴ h y, q x q within m x m, and the row behind it. */
static void project(gla_scope *s, eigen_solver *q, const double complex *y, int kept, double beta)
{
    int64_t m = q->m;
    double complex *hy = gla_s_memory(s, m * kept, sizeof *hy), *small = gla_s_memory(s, (int64_t)kept * kept, sizeof *small);
    if (s->status)
        return;
    for (int j = 0; j < kept; j++)
        for (int k = 0; k < m; k++)
            for (int i = 0; i < m; i++)
                hy[i + j * m] += q->h[i + k * m] * y[k + j * m];
    for (int j = 0; j < kept; j++)
        for (int i = 0; i < kept; i++)
            for (int k = 0; k < m; k++)
                small[i + (int64_t)j * kept] += conj(y[k + i * m]) * hy[k + j * m];
    memset(q->h, 0, (size_t)(m * m) * sizeof *q->h);
    for (int j = 0; j < kept; j++) {
        for (int i = 0; i < kept; i++)
            q->h[i + j * m] = small[i + (int64_t)j * kept];
        q->h[kept + j * m] = beta * y[m - 1 + j * m];
    }
}

/* The best values come first in the Schur form; a pair is not cut. */
static int choose_general(gla_scope *s, eigen_solver *q, ritz *r, int kept, double complex *y)
{
    int m = q->m;
    bool real = !gla_dtype_is_complex(q->v.dtype);
    char *wanted = gla_s_memory(s, m, 1);
    if (s->status)
        return 0;
    if (real && cimag(r->value[r->order[kept - 1]]) > 0)
        kept += kept + 1 < m ? 1 : -1;
    for (int i = 0; i < kept; i++)
        wanted[r->order[i]] = 1;
    for (int i = 0, to = 0; i < m; i++)
        if (wanted[i])
            eigen_schur_move(m, r->t, r->vector, i, to++);
    if (real)
        return make_real(m, kept, r->vector, y);
    memcpy(y, r->vector, (size_t)m * (size_t)kept * sizeof *y);
    return kept;
}

static eigen_next restart(gla_scope *s, eigen_solver *q, ritz *r)
{
    int m = q->m, kept = q->k + (m - q->k) / 2;
    kept = kept < m ? kept : m - 1;
    double complex *y = gla_s_memory(s, (int64_t)m * (m + 1), sizeof *y);
    if (s->status)
        return EIGEN_OVER;
    q->failed = true; /* from here on there is no way back, until the step is over */
    if (q->kind == EIGEN_GENERAL) {
        kept = choose_general(s, q, r, kept, y);
        project(s, q, y, kept, r->beta);
    } else {
        memset(q->h, 0, (size_t)m * (size_t)m * sizeof *q->h);
        for (int i = 0; i < kept; i++) {
            memcpy(y + (int64_t)i * m, r->vector + (int64_t)r->order[i] * m, (size_t)m * sizeof *y);
            q->h[i + (int64_t)i * m] = r->value[r->order[i]];
            q->h[kept + (int64_t)i * m] = q->h[i + (int64_t)kept * m] = r->beta * y[m - 1 + (int64_t)i * m];
        }
    }
    eigen_compress(s, &q->v, y, m, kept);
    gla_array *rows[2] = {q->v.rows, q->v.inner};
    for (int i = 0; i < 2 && rows[i] && !s->status; i++) {
        gla_array *to = eigen_row(s, &q->v, rows[i], kept), *last = eigen_row(s, &q->v, rows[i], m);
        if (!s->status)
            gla_s_assign(s, to, last);
    }
    q->from = q->at = kept;
    q->restarts++;
    return r->beta > 0 ? EIGEN_PRODUCT : EIGEN_PLACE;
}

/* A real problem has conjugate pairs of the same real part to the last bit, so that they stay together in the order. */
static void pair_up(ritz *r)
{
    for (int i = 0; i < r->m; i++) {
        double size = cabs(r->value[i]);
        int best = i;
        if (fabs(cimag(r->value[i])) <= 0x1p-45 * size) {
            r->value[i] = creal(r->value[i]);
            continue;
        }
        for (int j = i + 1; j < r->m; j++)
            if (best == i || cabs(r->value[j] - conj(r->value[i])) < cabs(r->value[best] - conj(r->value[i])))
                best = j;
        if (best != i && cabs(r->value[best] - conj(r->value[i])) <= 1e-6 * size && cimag(r->value[i]) > 0)
            r->value[best] = conj(r->value[i]);
        else if (best != i && cabs(r->value[best] - conj(r->value[i])) <= 1e-6 * size)
            r->value[i] = conj(r->value[best]);
    }
}

eigen_next eigen_end_cycle(gla_scope *s, eigen_solver *q)
{
    ritz r = make_ritz(s, q->m);
    int spent = s->status ? 0 : collect(s, q, &r.beta);
    if (s->status)
        return EIGEN_OVER;
    if (spent < q->m - 1) { /* an invariant subspace: another vector outside it, which may find more of the same values */
        q->from = q->at = spent + 1;
        return EIGEN_PLACE;
    }
    if (q->kind == EIGEN_HERMITIAN)
        solve_hermitian(s, q, &r);
    else
        solve_general(s, q, &r);
    if (s->status)
        return EIGEN_OVER;
    bool real = q->kind == EIGEN_GENERAL && !gla_dtype_is_complex(q->v.dtype);
    if (real)
        pair_up(&r);
    eigen_sort(q->which, real, q->m, r.value, r.order);
    q->converged = count_converged(q, &r);
    bool over = q->converged == q->k || q->restarts >= q->maxiter;
    if (!over) {
        return restart(s, q, &r);
    }
    finish(s, q, &r);
    eigen_is_over(s, q);
    return EIGEN_OVER;
}
