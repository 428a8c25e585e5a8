/* cycle.c - End of a cycle: eigenvalue approximations from a full basis, and the convergence test. */
#include "eigen/eigen.h"

#include <math.h>
#include <string.h>

/* Copy the coefficients of this cycle's steps to the matrix, up to the first step that left only rounding errors.  Return the
 * number of that step, or m.  A second call in the same cycle writes the same values again. */
static int collect(gla_scope *s, eigen_solver *q, double *beta)
{
    eigen_steps t = eigen_read(s, &q->v);
    int m = q->m;
    *beta = 0;
    for (int j = q->from; j < q->at && !s->status; j++) {
        double square = eigen_square(&t, j);
        bool spent = !isnan(square) && eigen_is_dependent(&t, j, j + 1);
        if (!spent && !eigen_is_usable(s, q, square))
            break;
        for (int i = q->kind == EIGEN_GENERAL ? 0 : j; i <= j; i++)
            q->h[i + (int64_t)j * m] = q->kind == EIGEN_GENERAL ? eigen_coefficient(&t, j, i)
                                                                : creal(eigen_coefficient(&t, j, i));
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

static eigen_ritz make_ritz(gla_scope *s, const eigen_solver *q)
{
    int64_t m = q->at;
    bool general = q->kind == EIGEN_GENERAL;
    eigen_ritz r = {.m = (int)m, .real = !gla_dtype_is_complex(q->v.dtype)};
    size_t size = r.real ? sizeof(double) : sizeof(double complex);
    r.value = gla_s_memory(s, m, sizeof *r.value);
    r.vector = general ? NULL : gla_s_memory(s, m * m, sizeof *r.vector);
    r.t = general ? gla_s_memory(s, m * m, size) : NULL;
    r.z = general ? gla_s_memory(s, m * m, size) : NULL;
    r.bound = gla_s_memory(s, m, sizeof *r.bound);
    r.order = gla_s_memory(s, m, sizeof *r.order);
    return r;
}

/* The locked rows are not coupled with the other rows. */
static void solve_hermitian(gla_scope *s, const eigen_solver *q, eigen_ritz *r)
{
    int64_t m = r->m, first = q->locked, n = m - first;
    double *values = gla_s_memory(s, n, sizeof *values);
    double complex *small = gla_s_memory(s, n * n, sizeof *small), *vectors = gla_s_memory(s, n * n, sizeof *vectors);
    if (s->status)
        return;
    for (int64_t j = 0; j < n; j++)
        memcpy(small + j * n, q->h + first + (first + j) * q->m, (size_t)n * sizeof *small);
    eigen_small(s, true, n, small, values, vectors);
    memset(r->vector, 0, (size_t)(m * m) * sizeof *r->vector);
    for (int64_t i = 0; i < m && !s->status; i++) {
        r->value[i] = i < first ? creal(q->h[i + i * q->m]) : values[i - first];
        if (i < first)
            r->vector[i + i * m] = 1;
        else
            memcpy(r->vector + first + i * m, vectors + (i - first) * n, (size_t)n * sizeof *vectors);
        r->bound[i] = r->beta * cabs(r->vector[m - 1 + i * m]);
    }
}

static int count_converged(const eigen_solver *q, const eigen_ritz *r)
{
    int n = 0;
    for (int i = 0; i < q->k; i++)
        n += eigen_has_converged(q, r, r->order[i]);
    return n;
}

/* Plan the next convergence check before the basis is full.  Residuals shrink at a steady rate, so the rate predicts when they
 * will be small enough.  Check early if a check costs little compared with the steps. */
static void plan_look(eigen_solver *q, const eigen_ritz *r)
{
    double excess = eigen_excess(q, r), next = q->check_every;
    double gained = q->excess - excess;
    if (isfinite(gained) && gained > 0)
        next = ceil(excess / gained * (double)(q->products - q->looked));
    if (q->checking && q->restarts == q->began) /* the GMRES residual may become small enough at any time */
        next = fmin(next, q->check_every);
    q->excess = excess;
    q->looked = q->products;
    q->next_check = q->products + (int64_t)fmin(fmax(next, 2), q->m);
}

/* Convert an eigenvalue of the operator to an eigenvalue of the original problem. */
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

/* ---- the end ------------------------------------------------------------------------------------------------- */
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

static void finish(gla_scope *s, eigen_solver *q, eigen_ritz *r)
{
    int m = r->m, n = 0;
    bool general = q->kind == EIGEN_GENERAL, complexes = general || gla_dtype_is_complex(q->v.dtype);
    double complex *y = gla_s_memory(s, (int64_t)(q->k + 1) * m, sizeof *y), *work = gla_s_memory(s, m, sizeof *work),
                   *values = gla_s_memory(s, q->k + 1, sizeof *values);
    int *number = gla_s_memory(s, q->k + 1, sizeof *number);
    if (s->status)
        return;
    for (int i = 0; i < q->k; i++) {
        int at = r->order[i];
        if (eigen_has_converged(q, r, at)) {
            bool real = general && r->real && fabs(cimag(r->value[at])) <= 0x1p-45 * cabs(r->value[at]);
            number[n] = at;
            values[n++] = value_of(q, real ? creal(r->value[at]) : r->value[at]);
        }
    }
    if (!general)
        sort_by_value(n, values, number);
    for (int i = 0; i + 1 < n && general; i++) /* the shift has exchanged the two values of a pair */
        if (cimag(values[i]) < 0 && number[i] != number[i + 1] && values[i + 1] == conj(values[i])) {
            int at = number[i];
            values[i + 1] = values[i];
            values[i] = conj(values[i]);
            number[i] = number[i + 1];
            number[i + 1] = at;
        }
    for (int i = 0; i < n; i++) {
        if (general)
            eigen_schur_vector(r, number[i], work, y + (int64_t)i * m);
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

/* Return the residual of x as an eigenvector in the basis; 0 if the residual consists only of rounding errors. */
static double find_left(const eigen_solver *q, const eigen_ritz *r, double complex value, const double complex *x)
{
    double left = 0, size = 0;
    for (int64_t j = 0; j < r->m; j++) {
        double complex sum = -value * x[j];
        for (int64_t l = 0; l < r->m; l++) {
            sum = eigen_sum(sum, q->h[j + l * q->m], x[l]);
            size += eigen_length2(q->h[j + l * q->m]);
        }
        left += eigen_length2(sum);
    }
    return left <= 0x1p-84 * size ? 0 : sqrt(left);
}

/* Compute the residuals of the wanted pairs and of the best unwanted pair. */
static void find_bounds(gla_scope *s, const eigen_solver *q, eigen_ritz *r)
{
    int64_t m = r->m;
    double complex *work = gla_s_memory(s, m, sizeof *work), *x = gla_s_memory(s, m, sizeof *x);
    int others = 0;
    for (int i = 0; i < m && others == 0 && !s->status; i++) {
        int at = r->order[i];
        eigen_schur_vector(r, at, work, x);
        r->bound[at] = hypot(r->beta * cabs(x[m - 1]), find_left(q, r, r->value[at], x));
        others += i >= q->k && at >= q->locked;
    }
}

/* Compute eigenvalue approximations from the vectors up to q->at. */
static void find_ritz(gla_scope *s, eigen_solver *q, eigen_ritz *r)
{
    bool general = q->kind == EIGEN_GENERAL;
    if (general)
        eigen_schur(s, r, q->h, q->m, q->locked);
    else if (!s->status)
        solve_hermitian(s, q, r);
    eigen_rank(s, q, r);
    if (general)
        find_bounds(s, q, r);
    if (!s->status)
        q->converged = count_converged(q, r);
}

eigen_next eigen_end_cycle(gla_scope *s, eigen_solver *q)
{
    eigen_ritz r = make_ritz(s, q);
    int spent = s->status ? 0 : collect(s, q, &r.beta);
    if (s->status)
        return EIGEN_OVER;
    if (spent < q->m - 1) { /* in an invariant subspace, continue with a vector outside it, which may find further copies of the
                             * same values */
        q->from = q->at = spent + 1;
        return EIGEN_PLACE;
    }
    find_ritz(s, q, &r);
    if (s->status)
        return EIGEN_OVER;
    bool known = q->converged == q->k && eigen_is_complete(s, q, &r);
    bool over = known || (q->at == q->m && q->restarts - q->began >= q->maxiter);
    int *chosen = gla_s_memory(s, q->k, sizeof *chosen), count = over || s->status ? 0 : eigen_choose_locked(q, &r, chosen);
    if (s->status)
        return EIGEN_OVER;
    if (count > 0)
        return eigen_lock(s, q, &r, chosen, count);
    plan_look(q, &r);
    if (!over && q->at < q->m)
        return EIGEN_PRODUCT;
    if (!over)
        return eigen_restart(s, q, &r);
    finish(s, q, &r);
    q->incomplete_check = !known;
    eigen_is_over(s, q);
    return EIGEN_OVER;
}
