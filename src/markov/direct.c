/* direct.c - the stationary distribution of a large class by a sparse direct solver.
 *
 * The share of one state is taken to be 1, and its equation left out: what remains of the equations is an M-matrix, whose
 * diagonal, the probabilities of leaving, is added up of the ways out, so that it has no state without one.  A walk of n states
 * has a condition of n², but what the shares leave of the equations is computed with twice the digits, and corrections that are
 * solved of it bring the digits back.  The state should be one with a large share: sweeps guess it, and where the solution
 * has a much larger one it is solved again. */
#include "markov/markov.h"

#include "direct/direct.h"

#include <math.h>
#include <string.h>

#define GUESSES 8      /* sweeps there and back */
#define WIDTH 8        /* times the root of the number of states */
#define TRIES 4        /* states that are taken to be 1 */
#define LARGE 64       /* times as large as that */
#define CORRECTIONS 12 /* each of which is to be half of the one before at most */
#define SMALL 1e-15    /* the last one, beside the shares */

/* ---- numbers of twice the digits --------------------------------------------------------------------------------------- */
typedef struct twice {
    double high, low;
} twice;

static void add(twice *sum, double x)
{
    double high = sum->high + x, part = high - sum->high;
    sum->low += (sum->high - (high - part)) + (x - part);
    sum->high = high;
}

static void add_product(twice *sum, double x, double y)
{
    double product = x * y;
    add(sum, product);
    sum->low += fma(x, y, -product);
}

/* What the shares of a state bring in less what leaves it. */
static double left_of(const chain_ways *w, const double *x, int64_t k, const twice *out)
{
    twice sum = {0, 0};
    for (int64_t e = w->begins[k]; e < w->begins[k + 1]; e++)
        add_product(&sum, w->p[e], x[w->from[e]]);
    add_product(&sum, -out[k].high, x[k]);
    return sum.high + (sum.low - out[k].low * x[k]);
}

/* ---- one state taken to be 1 -------------------------------------------------------------------------------------------- */
typedef struct equations {
    const chain_ways *w;
    int64_t n, one; /* states; the one whose share is 1 */
    twice *out;     /* probabilities of leaving */
    gla_sparse_factorization *factors;
    gla_array *side;
} equations;

static int64_t place_of(const equations *q, int64_t k)
{
    return k < q->one ? k : k - 1;
}

/* Rows as they stand: rising columns, the diagonal among them. */
static int64_t write_row(const equations *q, int64_t k, int64_t at, double *data, int64_t *to)
{
    const chain_ways *w = q->w;
    bool is_in = false;
    for (int64_t e = w->begins[k]; e <= w->begins[k + 1]; e++) {
        bool ends = e == w->begins[k + 1];
        if (!is_in && (ends || w->from[e] > k)) {
            to[at] = place_of(q, k);
            data[at++] = q->out[k].high;
            is_in = true;
        }
        if (!ends && w->from[e] != q->one) {
            to[at] = place_of(q, w->from[e]);
            data[at++] = -w->p[e];
        }
    }
    return at;
}

static gla_sparse *make_matrix(gla_scope *s, const equations *q)
{
    int64_t m = q->n - 1, nnz = m, at = 0, row = 0;
    gla_array *data = NULL, *to = NULL, *ends = NULL;
    void *values = NULL, *columns = NULL, *limits = NULL;
    gla_sparse *made = NULL;
    for (int64_t k = 0; k < q->n; k++)
        for (int64_t e = q->w->begins[k]; k != q->one && e < q->w->begins[k + 1]; e++)
            nnz += q->w->from[e] != q->one;
    gla_s_check(s, gla_array_new_host(s->op, GLA_FLOAT64, 1, &nnz, &data, &values));
    gla_s_own(s, data);
    if (!s->status)
        gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 1, &nnz, &to, &columns));
    gla_s_own(s, to);
    if (!s->status)
        gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 1, &(int64_t){m + 1}, &ends, &limits));
    gla_s_own(s, ends);
    if (s->status)
        return NULL;
    ((int64_t *)limits)[0] = 0;
    for (int64_t k = 0; k < q->n; k++)
        if (k != q->one) {
            at = write_row(q, k, at, values, columns);
            ((int64_t *)limits)[++row] = at;
        }
    gla_scope inner;
    gla_scope_begin(&inner, s->op);
    sparse_rows rows = {.rows = m, .cols = m, .data = data, .indices = to, .indptr = ends};
    gla_dtype index = sparse_index_dtype(m, nnz);
    rows.indices = gla_s_typed(&inner, index, to);
    rows.indptr = inner.status ? NULL : gla_s_typed(&inner, index, ends);
    gla_s_check(s, sparse_return(&inner, &rows, false, &made));
    return made;
}

/* Corrections of the shares beside that of the state; how large they are beside all. */
static double correct(gla_scope *s, const equations *q, double *x)
{
    int mark = gla_scope_mark(s);
    double *side = gla_data(q->side), moved = 0, all = 0;
    for (int64_t k = 0; k < q->n; k++)
        if (k != q->one)
            side[place_of(q, k)] = left_of(q->w, x, k, q->out);
    gla_array *found = direct_solve(s, q->factors, GLA_NO_TRANS, q->side);
    const double *change = s->status ? NULL : gla_data(found);
    for (int64_t k = 0; k < q->n && change; k++) {
        if (k != q->one) {
            x[k] += change[place_of(q, k)];
            moved += fabs(change[place_of(q, k)]);
        }
        all += fabs(x[k]);
    }
    gla_scope_keep(s, mark, NULL);
    return s->status ? INFINITY : moved / all;
}

/* Whether the shares are found; 1 is that of the state. */
static bool solve(chain *c, gla_scope *s, equations *q, double *x)
{
    gla_sparse *a = make_matrix(s, q);
    double before = INFINITY, moved = INFINITY;
    if (!s->status)
        gla_s_check(s, gla_sparse_factor(a, &q->factors, "lu"));
    gla_object_unref(a);
    if (s->status)
        return false;
    memset(x, 0, (size_t)q->n * sizeof *x);
    x[q->one] = 1;
    direct_lock(s, q->factors);
    for (int i = 0; i < CORRECTIONS && !(moved <= SMALL) && !chain_stops(c); i++) {
        moved = correct(s, q, x);
        if (i > 0 && !(moved <= before / 2))
            break;
        before = moved;
    }
    direct_unlock(q->factors);
    gla_object_unref(q->factors);
    q->factors = NULL;
    return !s->status && moved <= 10 * SMALL;
}

/* ---- which state --------------------------------------------------------------------------------------------------------- */
static int64_t largest(const double *x, int64_t n)
{
    int64_t at = 0;
    for (int64_t k = 1; k < n; k++)
        at = x[k] > x[at] ? k : at;
    return at;
}

static int64_t guess(const chain_ways *w, int64_t n, double *x)
{
    for (int64_t k = 0; k < n; k++)
        x[k] = 1;
    for (int sweep = 0; sweep < GUESSES; sweep++) {
        double most = 0;
        for (int64_t i = 0; i < n; i++) {
            int64_t k = sweep % 2 ? n - 1 - i : i;
            x[k] = chain_inflow(w, x, k) / w->out[k];
            most = x[k] > most ? x[k] : most;
        }
        for (int64_t k = 0; k < n; k++)
            x[k] /= most;
    }
    return largest(x, n);
}

/* A last sweep, in which nothing can be negative; whether it has moved no more than rounding does. */
static bool finish(const chain_ways *w, int64_t n, double *x)
{
    double change = 0, all;
    twice sum = {0, 0};
    for (int64_t k = 0; k < n; k++)
        x[k] = x[k] > 0 ? x[k] : 0;
    for (int64_t k = 0; k < n; k++) {
        double in = chain_inflow(w, x, k) / w->out[k];
        change += fabs(in - x[k]);
        add(&sum, x[k] = in);
    }
    all = sum.high + sum.low;
    for (int64_t k = 0; k < n; k++)
        x[k] /= all;
    return change <= 1e-13 * all;
}

/* Whether factors stay sparse: states that are as many steps away from the first one are few.  Where they are many, as where
 * each state leads anywhere, factors are nearly full, and sweeps are done soon. */
static bool is_narrow(gla_scope *s, const chain_ways *w, int64_t n)
{
    int64_t *queue = gla_s_memory(s, n, sizeof *queue), begin = 0, end = 1, after = 1, most = 0;
    bool *seen = gla_s_memory(s, n, sizeof *seen);
    if (s->status)
        return false;
    for (seen[0] = true; begin < end; begin = end, end = after) {
        most = end - begin > most ? end - begin : most;
        for (int64_t i = begin; i < end; i++)
            for (int64_t e = w->begins[queue[i]]; e < w->begins[queue[i] + 1]; e++)
                if (!seen[w->from[e]]) {
                    seen[w->from[e]] = true;
                    queue[after++] = w->from[e];
                }
    }
    return (double)most <= WIDTH * sqrt((double)n);
}

bool chain_shares_directly(chain *c, const chain_ways *w, int64_t n, double *x)
{
    gla_scope s;
    bool good = false;
    gla_scope_begin(&s, c->s.op);
    equations q = {.w = w, .n = n, .out = gla_s_memory(&s, n, sizeof *q.out)};
    gla_device *host = NULL;
    gla_s_check(&s, gla_host_device(&host));
    q.side = gla_s_zeros(&s, host, GLA_FLOAT64, 2, (int64_t[]){1, n - 1});
    for (int64_t k = 0; k < n && !s.status; k++)
        for (int64_t e = w->begins[k]; e < w->begins[k + 1]; e++)
            add(&q.out[w->from[e]], w->p[e]);
    for (int64_t k = 0; k < n && !s.status; k++) { /* so that the low part is no more than rounding */
        double high = q.out[k].high + q.out[k].low;
        q.out[k] = (twice){high, q.out[k].low - (high - q.out[k].high)};
    }
    bool is_fit = is_narrow(&s, w, n);
    q.one = is_fit ? guess(w, n, x) : 0;
    for (int i = 0; i < TRIES && is_fit && !good && solve(c, &s, &q, x); i++) {
        int64_t most = largest(x, n);
        good = x[most] <= LARGE;
        q.one = most;
    }
    good = good && finish(w, n, x);
    gla_status st = gla_scope_end(&s);
    if (st == GLA_INTERRUPTED_ERROR || st == GLA_OUT_OF_MEMORY_ERROR)
        gla_s_check(&c->s, st);
    return good;
}
