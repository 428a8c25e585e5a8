/* restart.c - the search for eigenvalues goes on from the best part of a full basis.
 *
 * For Hermitian matrices thick restarts of Lanczos's method, for others Krylov-Schur: what is kept is an invariant
 * subspace of the small matrix, and the matrix in the new basis has one full row behind it. */
#include "eigen/eigen.h"

#include <math.h>
#include <string.h>

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
                hy[i + j * m] = eigen_sum(hy[i + j * m], q->h[i + k * m], y[k + j * m]);
    for (int j = 0; j < kept; j++)
        for (int i = 0; i < kept; i++)
            for (int k = 0; k < m; k++)
                small[i + (int64_t)j * kept] = eigen_sum(small[i + (int64_t)j * kept], conj(y[k + i * m]), hy[k + j * m]);
    memset(q->h, 0, (size_t)(m * m) * sizeof *q->h);
    for (int j = 0; j < kept; j++) {
        for (int i = 0; i < kept; i++)
            q->h[i + j * m] = small[i + (int64_t)j * kept];
        q->h[kept + j * m] = beta * y[m - 1 + j * m];
    }
}

/* How many values are kept: the wanted, and of the others up to half.  Where a matrix is not Hermitian fewer at first, and
 * one more for each that has converged, as ARPACK does: what is left out is what the next vectors turn away from. */
static int count_kept(const eigen_solver *q)
{
    int half = (q->m - q->k) / 2, more = half / 2 + q->converged, kept = q->k + half;
    if (q->kind == EIGEN_GENERAL && more < half)
        kept = q->k + more;
    return kept < q->m ? kept : q->m - 1;
}

/* The best values come first in the Schur form; a pair is not cut. */
static int choose_general(gla_scope *s, eigen_solver *q, eigen_ritz *r, int kept, double complex *y)
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

eigen_next eigen_restart(gla_scope *s, eigen_solver *q, eigen_ritz *r)
{
    int m = q->m, kept = count_kept(q);
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
    if (q->mode == EIGEN_REGULAR) /* it takes long: only at the end, when the residuals show that it comes */
        q->look_every = m;
    return r->beta > 0 ? EIGEN_PRODUCT : EIGEN_PLACE;
}
