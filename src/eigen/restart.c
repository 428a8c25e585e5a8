/* restart.c - Restarts of an eigenvalue search from the best part of a full basis.
 *
 * Hermitian matrices use thick-restart Lanczos, others Krylov-Schur.  An invariant subspace of the small matrix is kept.  In
 * the new basis the matrix has one full row after the kept block. */
#include "eigen/eigen.h"

#include <math.h>
#include <string.h>

/* Make Schur vectors the new basis.  The matrix becomes the leading part of the Schur form, followed by one full row. */
static void project(eigen_solver *q, const eigen_ritz *r, int kept, double complex *y)
{
    int64_t m = r->m, ld = q->m;
    const double *t = r->t, *z = r->z;
    const double complex *complex_t = r->t, *complex_z = r->z;
    for (int64_t i = 0; i < m * kept; i++)
        y[i] = r->real ? z[i] : complex_z[i];
    memset(q->h, 0, (size_t)(ld * ld) * sizeof *q->h);
    for (int64_t j = 0; j < kept; j++) {
        for (int64_t i = 0; i < kept; i++)
            q->h[i + j * ld] = r->real ? t[i + j * m] : complex_t[i + j * m];
        q->h[kept + j * ld] = r->beta * y[m - 1 + j * m];
    }
}

/* Return the number of values to keep: the wanted values, and up to half of the others.  For a general matrix keep fewer values
 * at first, and one more for each converged value, as ARPACK does. */
static int count_kept(const eigen_solver *q)
{
    int half = (q->m - q->k) / 2, more = half / 2 + q->converged, kept = q->k + half;
    if (q->kind == EIGEN_GENERAL && more < half)
        kept = q->k + more;
    return kept < q->m ? kept : q->m - 1;
}

/* Move the best values to the front of the Schur form, without splitting a pair. */
static int choose_general(gla_scope *s, const eigen_solver *q, eigen_ritz *r, int kept)
{
    if (r->real && cimag(r->value[r->order[kept - 1]]) > 0)
        kept += kept + 1 < q->m ? 1 : -1;
    return eigen_schur_choose(s, r, kept);
}

/* Move these values, and both values of each pair, to the front of the order.  The other values follow in their previous
 * order. */
static int put_first(gla_scope *s, const eigen_solver *q, eigen_ritz *r, const int *chosen, int count)
{
    bool *is_chosen = gla_s_memory(s, r->m, sizeof *is_chosen), pairs = q->kind == EIGEN_GENERAL && r->real;
    int *order = gla_s_memory(s, r->m, sizeof *order), n = 0;
    if (s->status)
        return 0;
    for (int i = 0; i < count; i++) {
        double imaginary = pairs ? cimag(r->value[chosen[i]]) : 0;
        int of_pair[2] = {imaginary < 0 ? chosen[i] - 1 : chosen[i], imaginary > 0 ? chosen[i] + 1 : chosen[i]};
        for (int j = 0; j < 2; j++) {
            if (!is_chosen[of_pair[j]])
                order[n++] = of_pair[j];
            is_chosen[of_pair[j]] = true;
        }
    }
    int first = n;
    for (int i = 0; i < r->m; i++)
        if (!is_chosen[r->order[i]])
            order[n++] = r->order[i];
    memcpy(r->order, order, (size_t)r->m * sizeof *order);
    return first;
}

/* Move locked values to the front. */
static void put_locked_first(gla_scope *s, const eigen_solver *q, eigen_ritz *r)
{
    int *locked = gla_s_memory(s, q->locked + 1, sizeof *locked);
    for (int i = 0; i < q->locked && !s->status; i++)
        locked[i] = i;
    put_first(s, q, r, locked, q->locked);
}

/* Make the vectors of the first values in the order the first rows of the basis.  Return the number of these rows. */
static int keep(gla_scope *s, eigen_solver *q, eigen_ritz *r, int kept)
{
    int m = r->m;
    double complex *y = gla_s_memory(s, (int64_t)m * (q->m + 1), sizeof *y);
    if (s->status)
        return 0;
    q->failed = true; /* the search cannot be restored until the step is complete */
    if (q->kind == EIGEN_GENERAL) {
        kept = choose_general(s, q, r, kept);
        if (s->status)
            return 0;
        project(q, r, kept, y);
    } else {
        memset(q->h, 0, (size_t)q->m * (size_t)q->m * sizeof *q->h);
        for (int i = 0; i < kept; i++) {
            memcpy(y + (int64_t)i * m, r->vector + (int64_t)r->order[i] * m, (size_t)m * sizeof *y);
            q->h[i + (int64_t)i * q->m] = r->value[r->order[i]];
            q->h[kept + (int64_t)i * q->m] = q->h[i + (int64_t)kept * q->m] = r->beta * y[m - 1 + (int64_t)i * m];
        }
    }
    eigen_compress(s, &q->v, y, m, kept);
    return kept;
}

eigen_next eigen_restart(gla_scope *s, eigen_solver *q, eigen_ritz *r)
{
    int m = q->m;
    put_locked_first(s, q, r);
    int kept = keep(s, q, r, count_kept(q));
    gla_array *rows[2] = {q->v.rows, q->v.inner};
    for (int i = 0; i < 2 && rows[i] && !s->status; i++) {
        gla_array *to = eigen_row(s, &q->v, rows[i], kept), *last = eigen_row(s, &q->v, rows[i], m);
        if (!s->status)
            gla_s_assign(s, to, last);
    }
    q->from = q->at = kept;
    q->restarts++;
    if (q->mode == EIGEN_REGULAR && !q->checking) /* slow convergence: check only when predicted */
        q->check_every = m;
    return r->beta > 0 ? EIGEN_PRODUCT : EIGEN_PLACE;
}

eigen_next eigen_lock(gla_scope *s, eigen_solver *q, eigen_ritz *r, const int *chosen, int count)
{
    int kept = keep(s, q, r, put_first(s, q, r, chosen, count));
    for (int i = 0; i < kept; i++) /* the residuals of these pairs are rounding errors, or as small as tol permits */
        q->h[kept + (int64_t)i * q->m] = q->h[i + (int64_t)kept * q->m] = 0;
    q->from = q->at = kept;
    eigen_locked(q, kept);
    q->checking = count == q->k;
    return EIGEN_PLACE;
}
