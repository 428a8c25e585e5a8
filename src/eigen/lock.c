/* lock.c - Locking of converged pairs, and the search for missing copies of multiple eigenvalues.
 *
 * A Krylov space that grows from one vector contains one copy of a multiple eigenvalue; rounding introduces other copies late,
 * or never.  Therefore, when all wanted values have converged, their vectors become the first rows of the basis, decoupled from
 * the rest of the matrix. The search continues from a random vector until the best value of the complement is known accurately
 * enough.  If this value is better than the last wanted value, it replaces the last wanted value and the search repeats.
 * Otherwise no value is missing. */
#include "eigen/eigen.h"

#include <math.h>

/* A value is treated as new if it is better than a locked value by more than this multiple of the residual limit. */
#define SLACK 16
/* Limit for the residual of the best unlocked value, relative to the distance of this value from the wanted values, times √n.
 * A random vector has a component of about 1/√n along each eigenvector, and the check must detect a hundredth of such a
 * component. */
#define SHARE 0.02

enum { LOOK_SOLUTIONS = 4, LOOK_PRODUCTS = 8 }; /* steps between convergence checks of a basis that is not yet full */

static bool is_real(const eigen_solver *q)
{
    return q->kind == EIGEN_GENERAL && !gla_dtype_is_complex(q->v.dtype);
}

/* Return the magnitude to which rounding errors are proportional: the largest value of the operator.  For an inverse, locked
 * values are excluded. */
static double largest_of(const eigen_solver *q, const eigen_ritz *r)
{
    double largest = 0;
    for (int i = q->mode == EIGEN_REGULAR ? 0 : q->locked; i < r->m; i++)
        largest = fmax(largest, cabs(r->value[i]));
    return largest;
}

static double limit_of(const eigen_solver *q, const eigen_ritz *r, int i)
{
    double value = cabs(r->value[i]);
    return eigen_limit(q, value, i < q->locked && q->mode != EIGEN_REGULAR ? value : largest_of(q, r));
}

/* Return true if a value of an inverse is tiny compared with the largest wanted value, so that rounding has destroyed digits.
 * Such a value is found again after the large values are locked. */
static bool has_lost_digits(const eigen_solver *q, const eigen_ritz *r, int i)
{
    double largest = 0;
    if (q->mode == EIGEN_REGULAR || i < q->locked)
        return false;
    for (int j = 0; j < q->k; j++)
        if (r->order[j] >= q->locked)
            largest = fmax(largest, cabs(r->value[r->order[j]]));
    return cabs(r->value[i]) < sqrt(sqrt(eigen_epsilon(q->v.dtype))) * largest;
}

bool eigen_has_converged(const eigen_solver *q, const eigen_ritz *r, int i)
{
    return i < q->locked || (r->bound[i] <= limit_of(q, r, i) && !has_lost_digits(q, r, i));
}

/* ---- the order ----------------------------------------------------------------------------------------------- */
/* Return a locked value, made better in the order by its possible rounding error. */
static double complex improved(const eigen_solver *q, const eigen_ritz *r, int i, double center)
{
    double complex v = r->value[i];
    double size = cabs(v), by = SLACK * limit_of(q, r, i), imaginary = cimag(v) < 0 ? -1 : 1;
    bool real = is_real(q);
    switch (q->which) {
    case EIGEN_LA:
    case EIGEN_LR: return v + by;
    case EIGEN_SA:
    case EIGEN_SR: return v - by;
    case EIGEN_BE: return creal(v) > center ? v + by : v - by;
    case EIGEN_LI: return v + CMPLX(0, real ? imaginary * by : by);
    case EIGEN_SI: return v - CMPLX(0, real ? imaginary * fmin(by, fabs(cimag(v))) : by);
    case EIGEN_SM: return size > by ? v * (1 - by / size) : 0;
    default: return size > 0 ? v * (1 + by / size) : by;
    }
}

void eigen_rank(gla_scope *s, const eigen_solver *q, eigen_ritz *r)
{
    double complex *values = gla_s_memory(s, r->m, sizeof *values);
    double least = INFINITY, most = -INFINITY;
    if (s->status)
        return;
    for (int i = 0; i < r->m; i++) {
        least = fmin(least, creal(r->value[i]));
        most = fmax(most, creal(r->value[i]));
    }
    for (int i = 0; i < r->m; i++)
        values[i] = i < q->locked ? improved(q, r, i, (least + most) / 2) : r->value[i];
    eigen_sort(q->which, is_real(q), r->m, values, r->order);
}

/* ---- check for missing values -------------------------------------------------------------------------------- */
static int count_locked(const eigen_solver *q, const eigen_ritz *r)
{
    int n = 0;
    for (int i = 0; i < q->k; i++)
        n += r->order[i] < q->locked;
    return n;
}

/* Return the end of the spectrum, 0 or 1, to which position `at` of the order belongs. */
static int end_of(const eigen_solver *q, int at)
{
    return q->which == EIGEN_BE ? at % 2 : 0;
}

/* Return the limit for the residual of the unwanted value at position `at`.  If the residual is at most this limit, no value is
 * missing at the same end of the spectrum. */
static double allowed(const eigen_solver *q, const eigen_ritz *r, int at)
{
    double distance = INFINITY, eps = eigen_epsilon(q->v.dtype), largest = largest_of(q, r);
    for (int i = 0; i < q->k; i++)
        if (end_of(q, i) == end_of(q, at))
            distance = fmin(distance, eigen_distance(q->which, is_real(q), r->value[r->order[at]], r->value[r->order[i]]));
    distance = isfinite(distance) ? distance : 0;
    return fmax(fmax(SHARE * distance / sqrt((double)q->v.n), cbrt(eps * eps) * largest), limit_of(q, r, r->order[at]));
}

/* For the best unlocked value at each end, consider the ratio of its residual to its limit.  Return the larger ratio; INFINITY
 * if all values are locked. */
static double worst_of_others(const eigen_solver *q, const eigen_ritz *r)
{
    bool seen[2] = {false, q->which != EIGEN_BE || q->k < 2};
    double worst = 0;
    for (int at = q->k; at < r->m; at++)
        if (r->order[at] >= q->locked && !seen[end_of(q, at)]) {
            seen[end_of(q, at)] = true;
            worst = fmax(worst, r->bound[r->order[at]] / allowed(q, r, at));
        }
    return seen[0] ? worst : INFINITY;
}

bool eigen_is_complete(gla_scope *s, const eigen_solver *q, const eigen_ritz *r)
{
    bool complete = q->at == q->v.n, full = q->k + 1 >= q->m;
    if (complete || full || q->rounds > 2 * q->k + 4) /* each round has found one of the missing values */
        return true;
    return q->checking && count_locked(q, r) == q->k && (worst_of_others(q, r) <= 1 || eigen_excludes(s, q, r));
}

double eigen_excess(const eigen_solver *q, const eigen_ritz *r)
{
    double excess = 0;
    for (int i = 0; i < q->k; i++)
        if (r->order[i] >= q->locked)
            excess = fmax(excess, log(r->bound[r->order[i]] / limit_of(q, r, r->order[i])));
    return q->checking && count_locked(q, r) == q->k ? log(worst_of_others(q, r)) : excess;
}

int eigen_choose_locked(const eigen_solver *q, const eigen_ritz *r, int *chosen)
{
    int n = 0, spoilt = 0, fresh = 0;
    for (int i = 0; i < q->k; i++) {
        int at = r->order[i];
        if (has_lost_digits(q, r, at)) {
            spoilt++;
        } else if (eigen_has_converged(q, r, at)) {
            fresh += at >= q->locked;
            chosen[n++] = at;
        }
    }
    return fresh > 0 && n + spoilt == q->k ? n : 0;
}

/* ---- the next search ----------------------------------------------------------------------------------------- */
void eigen_plan_checks(eigen_solver *q)
{
    q->check_every = q->mode != EIGEN_REGULAR ? LOOK_SOLUTIONS : LOOK_PRODUCTS;
    q->next_check = q->products + q->check_every;
}

void eigen_locked(eigen_solver *q, int count)
{
    q->locked = count;
    q->checking = count == q->k;
    q->rounds++;
    q->began = q->restarts;
    q->excess = INFINITY;
    eigen_plan_checks(q);
}
