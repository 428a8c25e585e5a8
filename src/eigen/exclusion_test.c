/* exclusion_test.c - Proof that the complement of the locked vectors has no eigenvalue at a point, before the best values of
 * the complement have converged.
 *
 * Let y be a left eigenvector of length 1 with eigenvalue z.  Each polynomial p with p(z) = 1 satisfies yᴴ p(A) v = yᴴ v.
 * Therefore the minimum norm of p(A) v, which is the GMRES residual of v with A - z, is at least
 * yᴴ v|.  For a random v, |yᴴ v| is about 1/√n.  A smaller residual proves that no such y exists. */
#include "eigen/eigen.h"

#include <math.h>

#define COMPONENT 0.003 /* times 1/√n: one random vector in four hundred has a smaller component along y */
enum { SAMPLES = 32 };  /* number of test points on a circle or line of equally good values */

static double complex element(const eigen_solver *q, const eigen_ritz *r, int i, int j)
{
    return i == q->at ? r->beta : q->h[i + (int64_t)j * q->m];
}

/* Return the GMRES residual norm, with A - z, of the first vector after the locked rows.  The norm is the product of the sines
 * of the rotations. */
static double find_rest(const eigen_solver *q, const eigen_ritz *r, double complex z, double complex *work)
{
    int first = q->locked, n = q->at - first;
    double complex *column = work, *cosine = work + n + 1, *sine = cosine + n;
    double rest = 1;
    for (int c = 0; c < n; c++) {
        for (int i = 0; i <= c + 1; i++)
            column[i] = element(q, r, first + i, first + c) - (i == c ? z : 0);
        for (int i = 0; i < c; i++) {
            double complex upper = column[i], lower = column[i + 1];
            column[i] = eigen_sum(conj(cosine[i]) * upper, conj(sine[i]), lower);
            column[i + 1] = eigen_sum(cosine[i] * lower, -sine[i], upper);
        }
        double length = sqrt(eigen_length2(column[c]) + eigen_length2(column[c + 1]));
        if (!(length > 0))
            return rest;
        cosine[c] = column[c] / length;
        sine[c] = column[c + 1] / length;
        rest *= cabs(sine[c]);
    }
    return rest;
}

/* Return test point i.  All test points are as good as the last wanted value. */
static double complex sample(const eigen_solver *q, const eigen_ritz *r, int i)
{
    double complex last = r->value[r->order[q->k - 1]];
    double angle = 2 * acos(-1) * i / SAMPLES, at = (2.0 * i - SAMPLES) / SAMPLES, height = 0, width = 0;
    for (int j = 0; j < r->m; j++) {
        height = fmax(height, fabs(cimag(r->value[j])));
        width = fmax(width, fabs(creal(r->value[j])));
    }
    switch (q->which) {
    case EIGEN_LM: return cabs(last) * CMPLX(cos(angle), sin(angle));
    case EIGEN_LR:
    case EIGEN_SR: return CMPLX(creal(last), at * height);
    default: return CMPLX(at * width, cimag(last));
    }
}

bool eigen_excludes(gla_scope *s, const eigen_solver *q, const eigen_ritz *r)
{
    bool general = q->kind == EIGEN_GENERAL, ends = q->which == EIGEN_LA || q->which == EIGEN_SA || q->which == EIGEN_BE;
    double limit = COMPONENT / sqrt((double)q->v.n), rest = 0;
    double complex *work = gla_s_memory(s, 3 * (int64_t)q->m + 3, sizeof *work);
    if (s->status || q->kind == EIGEN_SINGULAR || q->which == EIGEN_SM || q->which == EIGEN_SI || q->restarts > q->began)
        return false;
    for (int i = 0; i < q->k && rest <= limit; i++)
        rest = fmax(rest, find_rest(q, r, r->value[r->order[i]], work));
    if (!general && !ends) /* same magnitude, opposite sign */
        rest = fmax(rest, find_rest(q, r, -r->value[r->order[q->k - 1]], work));
    for (int i = 0; i < SAMPLES && general && rest <= limit; i++)
        rest = fmax(rest, find_rest(q, r, sample(q, r, i), work));
    return rest <= limit;
}
