/* solve.c - solutions by factors: what they leave of the right-hand sides, one correction, and whether they can be trusted. */
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

#define ROUNDING (16 * DBL_EPSILON) /* what is left of b, beside |a||x| + |b|: up to here it is rounding */
#define USELESS 1e-6                /* and from here on x is no solution */
#define LOST 0.1                    /* an error of known solutions of size one: nothing of them is found */
#define SMALL_PIVOT 1e-8            /* beside the largest one: the condition is looked at more closely */

/* x with one correction in the rows that it makes better. */
static gla_array *correct(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b, gla_array *x,
                          gla_array *rest, gla_array **left)
{
    gla_array *again = gla_s_combine(s, gla_add, x, direct_solve(s, f, trans, gla_s_contiguous(s, f->at, x->dtype, rest)));
    gla_array *unused, *now = direct_left(s, f, trans, b, again, &unused);
    gla_array *is_better = gla_s_combine(s, gla_less, now, *left);
    *left = gla_s_where(s, is_better, now, *left);
    return gla_s_where(s, is_better, again, x);
}

/* ---- whether it can be trusted ------------------------------------------------------------------------------------------ */
/* The error of solutions that are known: rounding of a x makes them wrong by as much as the condition allows. */
static void find_doubt(gla_scope *s, gla_sparse_factorization *f)
{
    int64_t n = direct_order(f), k = n < 1000 || f->report.pivots < SMALL_PIVOT ? 4 : 1;
    gla_trans trans = f->a->turned ? GLA_TRANS : GLA_NO_TRANS; /* what the rows that are there serve */
    double *doubt = NULL;
    int start = gla_scope_mark(s);
    gla_array *number = gla_s_typed(s, GLA_FLOAT64, s->status ? NULL : sparse_range(s, f->at, n * k));
    gla_array *known = gla_s_combine(s, gla_add, gla_s_apply(s, gla_cos, number), gla_s_number(s, 1.5));
    known = known ? gla_s_view(s, known, 2, (int64_t[]){k, n}, (int64_t[]){n, 1}, 0) : NULL;
    known = known ? gla_s_typed(s, f->a->own.data->dtype, known) : NULL;
    gla_array *b = known ? direct_product(s, f->a, trans, known) : NULL;
    gla_array *x = b ? direct_solve(s, f, trans, gla_s_contiguous(s, f->at, b->dtype, b)) : NULL;
    gla_array *wrong = gla_s_reduce_all(s, gla_max, gla_s_apply(s, gla_abs, gla_s_combine(s, gla_subtract, x, known)));
    if (gla_s_to_host(s, wrong, (void **)&doubt))
        f->doubt = isnan(*doubt) ? INFINITY : *doubt; /* the known ones are of size one */
    gla_scope_keep(s, start, NULL);
}

/* x is infinite: of a matrix that replaced pivots have hidden to be singular, known solutions are not found either. */
static void report_infinite(gla_scope *s, const gla_sparse_factorization *f)
{
    if (isnan(f->doubt))
        find_doubt(s, (gla_sparse_factorization *)f);
    if (f->doubt > LOST)
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: a is singular, or so nearly that its factors are of no use; %s", s->op,
                   "look for rows or columns that depend on others, or use sparse.lstsq");
    else
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: x is too large for float64; use other units, so that its numbers become smaller",
                   s->op);
}

static gla_array *solve_checked(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, gla_array *b)
{
    gla_array *rest = NULL, *x = direct_solve(s, f, trans, b), *left = direct_left(s, f, trans, b, x, &rest);
    if (s->status || direct_all_below(s, left, ROUNDING))
        return x;
    if (!direct_is_finite(s, x))
        report_infinite(s, f);
    if (!s->status)
        x = correct(s, f, trans, b, x, rest, &left);
    if (!s->status && !direct_all_below(s, left, USELESS))
        gla_s_fail(s, GLA_SINGULAR_ERROR,
                   "%s: what x leaves of b is too large even after a correction: the factors are of no use; %s", s->op,
                   f->kind == GLA_DIRECT_LU ? "look for rows or columns that nearly depend on others, or use sparse.lstsq"
                                            : "use the kind \"lu\"");
    return x;
}

static void announce(gla_scope *s, const gla_sparse_factorization *f)
{
    gla_sparse_factorization *known = (gla_sparse_factorization *)f;
    if (s->status || gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING))
        return;
    if (isnan(f->doubt))
        find_doubt(s, known);
    if (!s->status && f->doubt > GLA_DOUBTFUL)
        gla_s_check(s,
                    gla_warn(GLA_ILL_CONDITIONED_WARNING, s->op,
                             "a is so ill-conditioned that x may hold no correct digit (estimated relative error %.2g); look "
                             "for columns that nearly depend on others, or use sparse.lstsq; set_policy('ill_conditioned', "
                             "'ignore') silences this",
                             f->doubt));
}

static bool find_trans(gla_scope *s, const char *text, gla_trans *trans)
{
    *trans = GLA_NO_TRANS;
    if (!text || strcmp(text, "n") == 0)
        return true;
    if (strcmp(text, "t") != 0 && strcmp(text, "h") != 0) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: transpose is '%.40s', but it is n, t or h", s->op, text);
        return false;
    }
    *trans = text[0] == 't' ? GLA_TRANS : GLA_CONJ_TRANS;
    return true;
}

static gla_status solve(const gla_sparse_factorization *f, const gla_array *b, const char *transpose, gla_array **x)
{
    gla_scope s;
    gla_trans trans;
    gla_array *result = NULL;
    gla_scope_begin(&s, "solve");
    find_trans(&s, transpose, &trans);
    direct_lock(&s, f);
    const sparse_use form = sparse_in(&s, f->a, trans != GLA_NO_TRANS); /* for the products, which leave nothing else behind */
    if (!s.status) {
        direct_sides sides = direct_take(&s, f->at, f->place, direct_order(f), b);
        gla_array *rows = sides.rows;
        if (rows && rows->size > 0) {
            rows = solve_checked(&s, f, trans, rows);
            announce(&s, f);
        }
        result = direct_give(&s, &sides, rows);
    }
    gla_status st = sparse_used(gla_scope_return(&s, result, x), &form);
    direct_unlock(f);
    return st;
}

gla_status gla_sparse_factorization_solve(const gla_sparse_factorization *factor, const gla_array *b, gla_array **x,
                                          const char *transpose)
{
    *x = NULL;
    return solve(factor, b, transpose, x);
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
        st = solve(f, b, NULL, x);
    gla_object_unref(f);
    return st;
}
