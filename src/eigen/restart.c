/* restart.c - the search for eigenvalues goes on from the best part of a full basis.
 *
 * For Hermitian matrices thick restarts of Lanczos's method, for others Krylov-Schur: what is kept is an invariant
 * subspace of the small matrix, and the matrix in the new basis has one full row behind it. */
#include "eigen/eigen.h"

#include <math.h>
#include <string.h>

/* Schur vectors as the new basis: in it the matrix is the leading part of the Schur form, and the row behind it. */
static void project(eigen_solver *q, const eigen_ritz *r, int kept, double complex *y)
{
    int64_t m = q->m;
    const double *t = r->t, *z = r->z;
    const double complex *complex_t = r->t, *complex_z = r->z;
    for (int64_t i = 0; i < m * kept; i++)
        y[i] = r->real ? z[i] : complex_z[i];
    memset(q->h, 0, (size_t)(m * m) * sizeof *q->h);
    for (int64_t j = 0; j < kept; j++) {
        for (int64_t i = 0; i < kept; i++)
            q->h[i + j * m] = r->real ? t[i + j * m] : complex_t[i + j * m];
        q->h[kept + j * m] = r->beta * y[m - 1 + j * m];
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
static int choose_general(gla_scope *s, const eigen_solver *q, eigen_ritz *r, int kept)
{
    if (r->real && cimag(r->value[r->order[kept - 1]]) > 0)
        kept += kept + 1 < q->m ? 1 : -1;
    return eigen_schur_choose(s, r, kept);
}

eigen_next eigen_restart(gla_scope *s, eigen_solver *q, eigen_ritz *r)
{
    int m = q->m, kept = count_kept(q);
    double complex *y = gla_s_memory(s, (int64_t)m * (m + 1), sizeof *y);
    if (s->status)
        return EIGEN_OVER;
    q->failed = true; /* from here on there is no way back, until the step is over */
    if (q->kind == EIGEN_GENERAL) {
        kept = choose_general(s, q, r, kept);
        if (s->status)
            return EIGEN_OVER;
        project(q, r, kept, y);
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
