/* solve.c - Solutions with sparse factors: residuals, iterative refinement, and checks of accuracy. */
#include "direct/direct.h"

#include "elementwise/where.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementary.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ROUNDING (16 * DBL_EPSILON)   /* residual relative to |a||x| + |b| that is treated as rounding */
#define USELESS 1e-6                  /* relative residual from which x is no solution */
#define EQUATION (4096 * DBL_EPSILON) /* relative residual of an equation above which x is refined */
#define EQUATION_LOST 1e-10           /* relative residual of an equation above which a warning is given */
#define CORRECTIONS 3                 /* maximum number of corrections; each one must halve that residual */
#define LOST 0.1                      /* relative error of a known solution that means total loss of accuracy */
#define SMALL_PIVOT 1e-8              /* ratio of pivots below which the condition is tested more thoroughly */

/* Return the maximum of each relative residual over all rows. */
static direct_shares worst_of(const direct_shares *shares, int64_t k)
{
    direct_shares worst = {0, 0};
    for (int64_t i = 0; i < k; i++)
        worst = (direct_shares){fmax(worst.whole, shares[i].whole), fmax(worst.equation, shares[i].equation)};
    return worst;
}

static gla_array *marked(gla_scope *s, const gla_sparse_factorization *f, int64_t k, const bool *marks)
{
    gla_array *made = NULL;
    void *data;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_BOOL, 2, (int64_t[]){k, 1}, &made, &data)))
        return NULL;
    memcpy(data, marks, (size_t)k * sizeof *marks);
    return gla_s_to_device(s, f->at, gla_s_own(s, made));
}

/* Apply one correction to the rows of x that the correction improves, and update the residual of these rows. */
static gla_array *correct(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b, gla_array *x,
                          gla_array **rest, direct_shares *shares)
{
    int64_t k = b->shape[0];
    direct_shares *now = gla_s_memory(s, k, sizeof *now);
    bool *better = gla_s_memory(s, k, sizeof *better);
    gla_array *again = gla_s_combine(s, gla_add, x, direct_solve(s, f, trans, gla_s_contiguous(s, f->at, x->dtype, *rest)));
    gla_array *left = direct_measure(s, f, trans, b, again, now);
    for (int64_t i = 0; !s->status && i < k; i++) {
        better[i] = shares[i].whole > ROUNDING ? now[i].whole < shares[i].whole : now[i].equation < shares[i].equation;
        if (better[i])
            shares[i] = now[i];
    }
    gla_array *is_better = marked(s, f, k, better);
    *rest = gla_s_where(s, is_better, left, *rest);
    return gla_s_where(s, is_better, again, x);
}

/* ---- checks of accuracy -------------------------------------------------------------------------------------- */
/* Return the error of computed solutions compared with known solutions, whose elements have magnitude one in the units of their
 * columns.  Rounding errors in a x cause an error as large as the condition permits. */
static double error_of_known(gla_scope *s, const gla_sparse_factorization *f, const gla_array *units)
{
    int64_t n = direct_order(f), k = n < 1000 || f->report.pivots < SMALL_PIVOT ? 4 : 1;
    gla_trans trans = f->a->turned ? GLA_TRANS : GLA_NO_TRANS; /* the direction in which the stored rows are used */
    double *found = NULL, error = INFINITY;
    int start = gla_scope_mark(s);
    gla_array *number = gla_s_astype(s, GLA_FLOAT64, s->status ? NULL : sparse_range(s, f->at, n * k));
    gla_array *known = gla_s_combine(s, gla_add, gla_s_apply(s, gla_cos, number), gla_s_number(s, 1.5));
    known = known ? gla_s_view(s, known, 2, (int64_t[]){k, n}, (int64_t[]){n, 1}, 0) : NULL;
    known = units ? gla_s_combine(s, gla_divide, known, units) : known;
    known = known ? gla_s_astype(s, f->a->own.data->dtype, known) : NULL;
    gla_array *b = known ? direct_product(s, f->a, trans, known) : NULL;
    gla_array *x = b ? direct_solve(s, f, trans, gla_s_contiguous(s, f->at, b->dtype, b)) : NULL;
    gla_array *wrong = gla_s_apply(s, gla_abs, gla_s_combine(s, gla_subtract, x, known));
    wrong = gla_s_reduce_all(s, gla_max, units ? gla_s_combine(s, gla_multiply, wrong, units) : wrong);
    if (gla_s_to_host(s, wrong, (void **)&found) && !isnan(*found))
        error = *found;
    gla_scope_keep(s, start, NULL);
    return error;
}

/* If the columns of a have different magnitudes, small contributions to b are lost although each element of x may be accurate.
 * Therefore a bad estimate is repeated in the units of the columns. */
static void find_doubt(gla_scope *s, gla_sparse_factorization *f)
{
    double error = error_of_known(s, f, NULL);
    if (!s->status && error > GLA_DOUBTFUL) {
        gla_array *units = direct_column_sizes(s, f, f->a->turned ? GLA_TRANS : GLA_NO_TRANS);
        error = fmin(error, error_of_known(s, f, units));
    }
    if (!s->status)
        f->doubt = error;
}

/* Report an infinite x.  If perturbed pivots hid a singular matrix, known solutions are not reproduced either. */
static void report_infinite(gla_scope *s, const gla_sparse_factorization *f)
{
    if (isnan(f->doubt))
        find_doubt(s, (gla_sparse_factorization *)f);
    if (f->doubt > LOST)
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: a is singular or numerically singular; %s", s->op,
                   "look for linearly dependent rows or columns, or use sparse.lstsq");
    else
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: x is too large for float64; rescale a or b so that x becomes smaller", s->op);
}

/* Solve, with corrections.  *left becomes the relative residual of the worst equation. */
static gla_array *solve_checked(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, gla_array *b, double *left)
{
    int64_t k = b->shape[0];
    direct_shares *shares = gla_s_memory(s, k, sizeof *shares), worst = {0, 0};
    gla_array *x = direct_solve(s, f, trans, b), *rest = direct_measure(s, f, trans, b, x, shares);
    if (s->status)
        return NULL;
    worst = worst_of(shares, k);
    *left = worst.equation;
    if (worst.whole <= ROUNDING && worst.equation <= EQUATION)
        return x;
    if (!direct_is_finite(s, x))
        report_infinite(s, f);
    double before = INFINITY;
    for (int i = 0; i < CORRECTIONS && !s->status; i++) {
        x = correct(s, f, trans, b, x, &rest, shares);
        worst = worst_of(shares, k);
        if (worst.equation <= EQUATION || worst.equation > before / 2)
            break;
        before = worst.equation;
    }
    if (!s->status && worst.whole > USELESS)
        gla_s_fail(s, GLA_SINGULAR_ERROR,
                   "%s: the residual is too large even after a correction, because the factors are inaccurate; %s", s->op,
                   f->kind == GLA_DIRECT_LU ? "look for nearly dependent rows or columns, or use sparse.lstsq"
                                            : "use the kind \"lu\"");
    *left = worst.equation;
    if (!s->status && *left > EQUATION_LOST && !gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING))
        *left = direct_worst_equation(s, f, trans, b, x);
    return x;
}

static void announce(gla_scope *s, const gla_sparse_factorization *f, double left)
{
    static const char silence[] = "set_policy('ill_conditioned', 'ignore') silences this";
    if (s->status || gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING))
        return;
    if (isnan(f->doubt))
        find_doubt(s, (gla_sparse_factorization *)f);
    if (!s->status && f->doubt > GLA_DOUBTFUL)
        gla_s_check(s, gla_warn(GLA_ILL_CONDITIONED_WARNING, s->op,
                                "a is so ill-conditioned that x may have no correct digit (estimated relative error "
                                "%.2g); look for nearly dependent columns, or use sparse.lstsq; %s",
                                f->doubt, silence));
    else if (!s->status && left > EQUATION_LOST)
        gla_s_check(s, gla_warn(GLA_ILL_CONDITIONED_WARNING, s->op,
                                "even after refinement the residual of one equation is %.2g relative to its terms; scale "
                                "the rows and columns of a to similar magnitudes, or use the kind \"%s\"; %s",
                                left, f->kind == GLA_DIRECT_LU ? "klu" : "lu", silence));
}

static gla_status solve(const gla_sparse_factorization *f, const gla_array *b, gla_transpose asked, gla_array **x)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    gla_scope s;
    gla_trans trans = flags[asked];
    gla_array *result = NULL;
    gla_scope_begin(&s, "solve");
    direct_lock(&s, f);
    gla_sparse *const kept[2] = {f->sizes[0], f->sizes[1]};
    const sparse_use form = sparse_in(&s, f->a, trans != GLA_NO_TRANS); /* for the products; a format made for them is released
                                                                         * afterwards */
    if (!s.status) {
        direct_sides sides = direct_prepare_sides(&s, f->at, f->place, direct_order(f), b);
        gla_array *rows = sides.rows;
        if (rows && rows->size > 0) {
            double left = 0;
            rows = solve_checked(&s, f, trans, rows, &left);
            announce(&s, f, left);
        }
        result = direct_return_sides(&s, &sides, rows);
    }
    gla_status st = sparse_used(gla_scope_return(&s, result, x), &form);
    if (st)
        direct_drop_sizes((gla_sparse_factorization *)f, kept);
    direct_unlock(f);
    return st;
}

gla_status gla_sparse_factorization_solve(const gla_sparse_factorization *factor, const gla_array *b, gla_array **x,
                                          gla_transpose trans)
{
    *x = NULL;
    if ((unsigned)trans > GLA_CONJUGATE_TRANSPOSED)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "solve: trans is %d, but it must be 0 (not transposed), 1 (transposed) or 2 (conjugate transposed)",
                        (int)trans);
    return solve(factor, b, trans, x);
}

gla_status gla_sparse_solve(const gla_sparse *a, const gla_array *b, gla_array **x)
{
    gla_sparse_factorization *f = NULL;
    *x = NULL;
    if (sparse_m(a) != sparse_n(a))
        return gla_fail(GLA_SHAPE_ERROR, "solve: a is %lld x %lld, but it must be square; use sparse.lstsq",
                        (long long)sparse_m(a), (long long)sparse_n(a));
    gla_status st = gla_sparse_factor(a, &f, NULL);
    if (!st)
        st = solve(f, b, GLA_AS_GIVEN, x);
    gla_object_unref(f);
    return st;
}
