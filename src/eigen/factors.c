/* factors.c - Factors of M, or of A - σM, for searches that request solutions.  If σ is an eigenvalue, σ is shifted
 * slightly. */
#include "eigen/products.h"

#include "direct/direct.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/sorting.h"
#include "linalg/common.h"

#include <math.h>

#define DENSE 2000 /* maximum order of a dense factor if sparse factors are unavailable */

/* ---- tests for singularity ----------------------------------------------------------------------------------- */
/* Solve for a pseudo-random right-hand side to estimate the norm of the inverse.  The matrix is singular if this norm times the
 * norm of the matrix is at least 1/share. */
static bool is_factor_singular(gla_scope *s, const gla_sparse_factorization *f, double share)
{
    int64_t n = direct_order(f);
    direct_lock(s, f);
    gla_array *number = gla_s_astype(s, GLA_FLOAT64, s->status ? NULL : sparse_range(s, f->at, n));
    gla_array *b = gla_s_apply(s, gla_cos, gla_s_combine(s, gla_multiply, number, number));
    b = b ? gla_s_view(s, b, 2, (int64_t[]){1, n}, (int64_t[]){n, 1}, 0) : NULL;
    b = b ? gla_s_astype(s, f->a->own.data->dtype, b) : NULL;
    gla_array *x = b && n > 0 ? direct_solve(s, f, GLA_NO_TRANS, gla_s_contiguous(s, f->at, b->dtype, b)) : NULL;
    double size = x ? eigen_largest(s, x) : 0;
    direct_unlock(f);
    return !s->status && !(size * direct_norm(f) * share < 1);
}

/* Test the pivots of a dense factor. */
static bool are_pivots_singular(gla_scope *s, const gla_array *upper, double share)
{
    gla_array *pivots = s->status ? NULL : gla_s_apply(s, gla_abs, gla_s_diagonal(s, upper, 0));
    gla_array *tiny = gla_s_combine(s, gla_less_equal, pivots, gla_s_number(s, share * eigen_largest(s, pivots)));
    return !s->status && tiny->size > 0 && gla_s_truth(s, gla_s_reduce_all(s, gla_any, tiny));
}

/* ---- factors ------------------------------------------------------------------------------------------------- */
/* Factor a.  Return false if the matrix is singular, or if a perturbation of this relative magnitude could make it singular. */
static bool factor(gla_scope *s, eigen_products *p, const gla_sparse *a, double share)
{
    gla_array *full = NULL, *order = NULL;
    if (s->status)
        return false;
    gla_status st = direct_factor_often(a, &p->factor);
    if (st == GLA_SINGULAR_ERROR)
        return false;
    if (!st)
        return !is_factor_singular(s, p->factor, share);
    if (st != GLA_NOT_SUPPORTED_ERROR || sparse_m(a) > DENSE) {
        gla_s_check(s, st);
        return false;
    }
    if (gla_s_adopt(s, gla_sparse_toarray(a, &full), &full))
        gla_s_check(s, gla_lu(full, &order, &p->lower, &p->upper, true));
    if (gla_s_own(s, order) && !s->status)
        gla_s_check(s, gla_argsort(order, &p->order, -1, false, true));
    return !are_pivots_singular(s, p->upper, share) && !s->status;
}

void eigen_factor(gla_scope *s, eigen_products *p, const gla_sparse *m)
{
    if (!factor(s, p, m, 0) && !s->status)
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: M is singular; give another M, or give sigma", s->op);
}

/* ---- A - σM -------------------------------------------------------------------------------------------------- */
static gla_array *shift_of(gla_scope *s, const eigen_solver *q)
{
    const double sigma[2] = {creal(q->sigma), cimag(q->sigma)};
    gla_array *made = NULL;
    if (s->status || sigma[1] == 0)
        return gla_s_number(s, sigma[0]);
    return gla_s_adopt(s, gla_scalar(GLA_COMPLEX128, sigma, &made), &made);
}

static gla_sparse *shifted(gla_scope *s, const eigen_solver *q, const gla_sparse *a, const gla_sparse *m)
{
    gla_sparse *eye = NULL, *moved = NULL, *made = NULL;
    gla_array *sigma = shift_of(s, q);
    if (s->status)
        return NULL;
    if (!m)
        gla_s_check(s, gla_sparse_eye(sparse_m(a), &eye, GLA_NO_AXIS, 0, a->own.data->dtype, sparse_device(a)->name));
    if (!s->status)
        gla_s_check(s, gla_sparse_multiply(m ? m : eye, sigma, &moved));
    if (!s->status)
        gla_s_check(s, gla_sparse_subtract(a, moved, &made));
    gla_object_unref(eye);
    gla_object_unref(moved);
    return made;
}

/* Move sigma away from an eigenvalue by √ε times the norm of the matrix, to the side from which that eigenvalue is wanted.  The
 * search recovers the digits that other eigenvalues lose (lock.c).  If eigenvectors are not orthogonal, the distance is ε^⅓
 * instead of √ε. */
static void move_sigma(gla_scope *s, eigen_solver *q, const gla_sparse *a, const gla_sparse *moved, const gla_sparse *m)
{
    double size = eigen_largest(s, moved->own.data), of_m = m ? eigen_largest(s, m->own.data) : 1;
    size = size > 0 ? size : eigen_largest(s, a->own.data);
    double eps = eigen_epsilon(q->v.dtype), share = q->kind == EIGEN_GENERAL ? cbrt(eps) : sqrt(eps);
    bool above = q->which == EIGEN_SA || q->which == EIGEN_SR;
    double by = share * (size > 0 ? size : 1) / (of_m > 0 ? of_m : 1);
    q->sigma += above ? by : -by;
}

void eigen_factor_shifted(gla_scope *s, eigen_solver *q, eigen_products *p, const gla_sparse *a, const gla_sparse *m)
{
    const double complex given = q->sigma;
    bool found = false;
    for (int i = 0; i < 2 && !found && !s->status; i++) {
        eigen_drop_products(p);
        gla_sparse *moved = shifted(s, q, a, m);
        found = factor(s, p, moved, pow(eigen_epsilon(q->v.dtype), 0.7)); /* otherwise other eigenvalues would lose all digits
                                                                           */
        if (!found && i == 0 && !s->status)
            move_sigma(s, q, a, moved, m);
        gla_object_unref(moved);
    }
    if (found || s->status)
        return;
    q->sigma = given;
    gla_s_fail(s, GLA_SINGULAR_ERROR,
               "%s: A - sigma M is singular, even after sigma was shifted slightly; give another sigma, A or M", s->op);
}
