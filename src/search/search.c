/* search.c - Search for roots or minima: the object that requests and receives function values. */
#include "search/search.h"
#include "runtime/lock.h"

#include "array/number.h"
#include "core/scope.h"
#include "elementwise/where.h"
#include "runtime/object.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { GIVEN = 5, LIMITS = 4 };

struct gla_search {
    gla_object object;
    pthread_mutex_t lock;
    const search_method *method;
    double xtol, rtol;
    int64_t maxiter, got;           /* maximum number of requests after the first two values; number of values received */
    gla_array *given[GIVEN];        /* the first two points, the ends, and the first value; used until the state is
                                     * initialised */
    gla_array *state[SEARCH_STATE]; /* used from then on */
    gla_elementwise *step;
};

static void drop(gla_array *arrays[], int n)
{
    for (int i = 0; i < n; i++) {
        gla_unref(arrays[i]);
        arrays[i] = NULL;
    }
}

static void destroy(void *object)
{
    gla_search *q = object;
    drop(q->given, GIVEN);
    drop(q->state, SEARCH_STATE);
    gla_object_unref(q->step);
    pthread_mutex_destroy(&q->lock);
    gla_free(q);
}

const gla_class gla_search_class = {.name = "Search", .destroy = destroy};

/* Evaluate a formula; the results are owned by the scope. */
static void compute(gla_scope *s, const gla_elementwise *f, int n, const gla_array *in[], gla_array *out[])
{
    gla_arrays *made = NULL;
    if (s->status || gla_s_check(s, gla_elementwise_call(f, &(gla_arrays){.n = n, .v = in}, &made)))
        return;
    for (int64_t i = 0; i < made->n; i++)
        out[i] = gla_s_own(s, gla_ref((gla_array *)made->v[i]));
    gla_arrays_free(made);
}

static void compute_once(gla_scope *s, const char *inputs, const char *outputs, const char *text, int n, const gla_array *in[],
                         gla_array *out[])
{
    gla_elementwise *f = NULL;
    if (!s->status && !gla_s_check(s, gla_new_elementwise(inputs, outputs, text, &f, s->op)))
        compute(s, f, n, in, out);
    gla_object_unref(f);
}

/* Append the arguments that all formulas share. */
static void add_limits(const gla_search *q, gla_scope *s, gla_dtype dtype, const gla_array *in[LIMITS])
{
    const double limits[LIMITS] = {q->xtol, q->rtol, dtype == GLA_FLOAT32 ? FLT_MIN : DBL_MIN, (double)q->got - 2};
    for (int i = 0; i < LIMITS; i++)
        in[i] = s->status ? NULL : gla_s_number(s, limits[i]);
}

static void check_tolerance(gla_scope *s, const char *name, double value)
{
    if (!(value >= 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is %g, but it must not be negative", s->op, name, value);
}

/* Copy the ends to one device and one dtype. */
static gla_dtype place_ends(gla_scope *s, const gla_array *a, const gla_array *b, const gla_array *ends[2])
{
    gla_array *placed[2];
    gla_device *dev = NULL;
    ends[0] = a;
    ends[1] = b;
    gla_dtype dtype = gla_floating_of(gla_promote_arrays(2, ends));
    if (gla_dtype_is_complex(dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the ends are complex, but they must be real", s->op);
    gla_s_place(s, 2, ends, false, &dev, placed);
    for (int i = 0; i < 2; i++)
        ends[i] = s->status ? NULL : gla_s_astype(s, dtype, placed[i]);
    return dtype;
}

/* The first points and the ends are copies, because the caller may change its arrays. */
static void find_points(gla_search *q, gla_scope *s, gla_dtype dtype, const gla_array *ends[2])
{
    const gla_array *in[2 + LIMITS] = {ends[0], ends[1]};
    gla_array *points[4] = {NULL};
    add_limits(q, s, dtype, in + 2);
    compute_once(s, q->method->first, "T p, T q, T c, T d", q->method->points, 2 + LIMITS, in, points);
    for (int i = 0; i < 4 && !s->status; i++)
        q->given[i] = gla_ref(points[i]);
}

static gla_status begin(const search_method *method, const gla_array *a, const gla_array *b, double xtol, double rtol,
                        int64_t maxiter, gla_search **search)
{
    gla_scope s;
    const gla_array *ends[2];
    gla_search *made = NULL;
    *search = NULL;
    gla_scope_begin(&s, method->op);
    check_tolerance(&s, "xtol", xtol);
    check_tolerance(&s, "rtol", rtol);
    check_tolerance(&s, "maxiter", (double)maxiter);
    gla_dtype dtype = place_ends(&s, a, b, ends);
    if (!s.status && !(made = gla_object_new(s.op, &gla_search_class, NULL, sizeof *made)))
        gla_s_check(&s, gla_last_status());
    if (!s.status) {
        double least = method->least[dtype == GLA_FLOAT32];
        gla_make_lock(&made->lock);
        made->method = method;
        made->xtol = xtol;
        made->rtol = rtol > least ? rtol : least;
        made->maxiter = maxiter;
        find_points(made, &s, dtype, ends);
        if (s.status)
            gla_object_unref(made);
        else
            *search = made;
    }
    return gla_scope_end(&s);
}

gla_status gla_search_root(const gla_array *a, const gla_array *b, gla_search **search, double xtol, double rtol,
                           int64_t maxiter)
{
    return begin(&search_for_root, a, b, xtol, rtol, maxiter, search);
}

gla_status gla_search_minimum(const gla_array *a, const gla_array *b, gla_search **search, double xtol, int64_t maxiter)
{
    return begin(&search_for_minimum, a, b, xtol, 0, maxiter, search);
}

/* ---- steps --------------------------------------------------------------------------------------------------- */
/* Return the point at which the next value is requested. */
static gla_array *next_place(const gla_search *q)
{
    return q->got < 2 ? q->given[q->got] : q->state[SEARCH_X];
}

/* Return the values on the device and in the dtype of the points, with a shape that broadcasts with the shape of the points. */
static gla_array *take_values(gla_search *q, gla_scope *s, const gla_array *fx)
{
    const gla_array *x = next_place(q), *both[2] = {x, fx};
    gla_array *placed[2];
    gla_device *dev = NULL;
    int64_t shape[GLA_MAX_NDIM];
    int ndim = 0;
    if (gla_dtype_is_complex(fx->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the function values are complex, but they must be real", s->op);
    if (s->status || gla_s_check(s, gla_common_shape(s->op, 2, both, &ndim, shape)))
        return NULL;
    if (q->got >= 2 && (ndim != x->ndim || memcmp(shape, x->shape, (size_t)ndim * sizeof *shape) != 0)) {
        char text[2][GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the function values have shape %s, but the points have shape %s", s->op,
                   gla_shape_text(fx->ndim, fx->shape, text[0], sizeof text[0]),
                   gla_shape_text(x->ndim, x->shape, text[1], sizeof text[1]));
    }
    gla_s_place(s, 2, both, false, &dev, placed);
    return s->status ? NULL : gla_s_convert(s, placed[1], x->dtype, dev, q->got < 2 ? GLA_YES : GLA_MAYBE);
}

static void find_state(gla_search *q, gla_scope *s, const gla_array *fx, gla_array *state[])
{
    const gla_array *in[SEARCH_STATE + 1 + LIMITS];
    int n = q->got == 1 ? 4 : SEARCH_STATE + 1;
    gla_array *const *from = q->got == 1 ? q->given + 2 : q->state;
    if (s->status)
        return;
    for (int i = 0; i < n - 1; i++)
        in[i] = from[i];
    in[n - 1] = fx;
    add_limits(q, s, fx->dtype, in + n);
    if (q->got == 1)
        compute_once(s, q->method->second, q->method->after, q->method->start, n + LIMITS, in, state);
    else if (q->step ||
             !gla_s_check(s, gla_new_elementwise(q->method->before, q->method->after, q->method->step, &q->step, s->op)))
        compute(s, q->step, n + LIMITS, in, state);
}

/* Return the number of elements whose status is `code`, and the position of the first such element. */
static int64_t count_codes(gla_scope *s, const gla_array *codes, int code, int64_t *where)
{
    gla_number n = {0}, first = {0};
    gla_array *are = gla_s_combine(s, gla_equal, codes, gla_s_number(s, code)), *made = NULL;
    if (s->status || !gla_s_adopt(s, gla_count_nonzero(are, &made, NULL, false), &made) ||
        gla_s_check(s, gla_read_number(s->op, "fx", made, &n)) || !gla_s_adopt(s, gla_argmax(are, &made, NULL, false), &made) ||
        gla_s_check(s, gla_read_number(s->op, "fx", made, &first)))
        return 0;
    *where = (int64_t)first.integer;
    return (int64_t)n.integer;
}

/* Raise an error for the elements whose status is `code`.  The message contains their number and the position of the first. */
static void refuse(gla_scope *s, gla_status kind, const gla_array *codes, int code, const char *what)
{
    char text[160] = "";
    int64_t at = 0, n = count_codes(s, codes, code, &at), size = codes->size, used = 0;
    if (s->status)
        return;
    for (int d = 0; d < codes->ndim; d++) {
        size /= codes->shape[d];
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%lld", d ? ", " : "", (long long)(at / size));
        at %= size;
    }
    if (codes->ndim == 0)
        gla_s_fail(s, kind, "%s: %s", s->op, what);
    else
        gla_s_fail(s, kind, "%s: %s, in %lld of %lld elements, the first at [%s]", s->op, what, (long long)n,
                   (long long)codes->size, text);
}

/* Raise an error for NaN.  The message contains the first point x at which the function value is NaN. */
static void refuse_nan(gla_scope *s, const gla_array *codes, const gla_array *x)
{
    char text[80];
    int64_t at = 0;
    gla_number value = {0};
    count_codes(s, codes, SEARCH_NAN, &at);
    gla_array *one = s->status ? NULL : gla_s_view(s, x, 0, x->shape, x->strides, at);
    if (!one || gla_s_check(s, gla_read_number(s->op, "x", one, &value)))
        return;
    snprintf(text, sizeof text, "the function value is NaN at x = %.17g", value.re);
    refuse(s, GLA_NON_FINITE_ERROR, codes, SEARCH_NAN, text);
}

/* Return true if the state requires more steps.  Raise an error if the state is invalid. */
static bool is_open(gla_search *q, gla_scope *s, const gla_array *codes, const gla_array *x)
{
    char text[120];
    gla_number worst = {0};
    gla_array *highest = s->status || codes->size == 0 ? NULL : gla_s_reduce_all(s, gla_max, codes);
    if (!highest || gla_s_check(s, gla_read_number(s->op, "fx", highest, &worst)))
        return false;
    switch ((int)worst.integer) {
    case SEARCH_FOUND: return false;
    case SEARCH_NAN: refuse_nan(s, codes, x); return false;
    case SEARCH_NO_END: refuse(s, GLA_ARGUMENT_ERROR, codes, SEARCH_NO_END, "an end is infinite or NaN"); return false;
    case SEARCH_SAME_SIGN:
        refuse(s, GLA_ARGUMENT_ERROR, codes, SEARCH_SAME_SIGN,
               "the function has the same sign at both ends; choose a and b with a root between them");
        return false;
    default: break;
    }
    if (q->got - 1 < q->maxiter)
        return true;
    snprintf(text, sizeof text, "did not converge in %lld step%s; increase maxiter or xtol", (long long)q->maxiter,
             q->maxiter == 1 ? "" : "s");
    refuse(s, GLA_CONVERGENCE_ERROR, codes, SEARCH_OPEN, text);
    return false;
}

/* After a failure a search requests the same value again.  A search that has not converged keeps its state. */
static bool learn(gla_search *q, gla_scope *s, const gla_array *fx)
{
    gla_array *state[SEARCH_STATE] = {NULL};
    gla_array *values = take_values(q, s, fx);
    if (q->got == 0 && !s->status) {
        q->given[4] = gla_ref(values);
        q->got++;
        return true;
    }
    find_state(q, s, values, state);
    bool more = is_open(q, s, state[SEARCH_CODE], state[SEARCH_X]);
    if (s->status && s->status != GLA_CONVERGENCE_ERROR)
        return false;
    drop(q->given, GIVEN);
    drop(q->state, SEARCH_STATE);
    for (int i = 0; i < SEARCH_STATE; i++)
        q->state[i] = gla_ref(state[i]);
    q->got++;
    return more;
}

gla_status gla_search_step(const gla_search *search, const gla_array *fx, bool *more)
{
    gla_search *q = (gla_search *)search; /* the logically constant search changes */
    gla_scope s;
    gla_scope_begin(&s, q->method->op);
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_end(&s);
    *more = learn(q, &s, fx);
    pthread_mutex_unlock(&q->lock);
    return gla_scope_end(&s);
}

/* ---- results
 * --------------------------------------------------------------------------------------------------------------- */
gla_status gla_search_x(const gla_search *search, gla_array **out)
{
    gla_search *q = (gla_search *)search;
    gla_scope s;
    gla_scope_begin(&s, q->method->op);
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_return(&s, NULL, out);
    gla_array *x = gla_s_own(&s, gla_ref(next_place(q)));
    pthread_mutex_unlock(&q->lock);
    return gla_scope_return(&s, gla_s_convert(&s, x, x->dtype, gla_device_of(x), GLA_YES), out); /* the caller may change it */
}

/* From two arrays of points, or of function values, select the element of each pair at which the function value is better. */
static gla_status better(const gla_search *search, const int which[2], gla_array **out)
{
    gla_search *q = (gla_search *)search;
    const search_method *m = q->method;
    gla_array *of[2], *value[2], *best = NULL;
    gla_scope s;
    gla_scope_begin(&s, m->op);
    if (!gla_s_lock(&s, &q->lock))
        return gla_scope_return(&s, NULL, out);
    if (q->got < 2)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the search has no result before it has received two values", s.op);
    for (int i = 0; i < 2; i++) {
        of[i] = s.status ? NULL : gla_s_own(&s, gla_ref(q->state[which[i]]));
        value[i] = s.status ? NULL : gla_s_own(&s, gla_ref(q->state[m->value[i]]));
    }
    pthread_mutex_unlock(&q->lock);
    for (int i = 0; i < 2 && m->of_root; i++)
        value[i] = gla_s_apply(&s, gla_abs, value[i]);
    best = gla_s_where(&s, gla_s_combine(&s, gla_less_equal, value[0], value[1]), of[0], of[1]);
    return gla_scope_return(&s, best, out);
}

gla_status gla_search_best(const gla_search *search, gla_array **out)
{
    return better(search, search->method->place, out);
}

gla_status gla_search_value(const gla_search *search, gla_array **out)
{
    return better(search, search->method->value, out);
}
