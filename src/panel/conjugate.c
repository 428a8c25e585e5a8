/* conjugate.c - alternating projections, accelerated by conjugate gradients.
 *
 * With D_i the dummies of grouping i and W the weights, b = D'W v is solved by D'W D x = b.  The grouping with most groups
 * is eliminated: its means have been taken out of v, and S = D_o'W D_o - C_of D_f⁻¹ C_fo is left, o being the others and
 * C_ij = D_i'W D_j.  Conjugate gradients, preconditioned by the weights of the groups, solve that; for two groupings this is
 * the method of alternating projections with its acceleration, in numbers of groups instead of rows. */
#include "panel/panel.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/expression.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"
#include "sparse/sparse.h"

enum { X, R, Z, P, RZ, COUNT };
enum { MOVE, LENGTH, TURN };

#define ROUND 4 /* iterations between two looks at what is left */

/* ---- steps ----------------------------------------------------------------------------------------------------------- */
static gla_array *product(gla_scope *s, const gla_sparse *a, const gla_array *x)
{
    gla_array *made;
    return s->status ? NULL : gla_s_made(s, gla_sparse_dot(a, x, &made), &made);
}

static void compute(gla_scope *s, const gla_elementwise *f, int n, const gla_array *const in[], gla_array *out[])
{
    gla_arrays *made = NULL;
    gla_arrays args = {.n = n, .v = (const gla_array **)(uintptr_t)in};
    for (int i = 0; i < n; i++)
        if (!in[i])
            return;
    if (s->status || gla_s_check(s, gla_elementwise_call(f, &args, &made)))
        return;
    for (int64_t i = 0; i < made->n; i++)
        out[i] = gla_s_own(s, gla_ref((gla_array *)made->v[i]));
    gla_arrays_free(made);
}

static void make_formulas(projections *q)
{
    static const char *const texts[PANEL_FORMULAS][3] = {
        [MOVE] = {"T x, T r, T p, T q, T d, T step", "T x1, T r1, T z", "x1 = x + step*p; r1 = r - step*q; z = r1/d"},
        [LENGTH] = {"T rz, T pq, T limit, T count", "T step, T count1",
                    "step = rz > limit && pq > 0 ? rz/pq : 0; count1 = rz > limit ? count + 1 : count"},
        [TURN] = {"T z, T p, T next, T rz, T limit", "T p1", "p1 = next > limit ? z + next/rz*p : z"}};
    gla_scope *s = &q->p->s;
    for (int i = 0; i < PANEL_FORMULAS && !s->status; i++)
        gla_s_check(s, gla_new_elementwise(texts[i][0], texts[i][1], texts[i][2], &q->formula[i], s->op));
}

static void put_state(projections *q, int which, gla_array *x)
{
    if (!x)
        return;
    gla_unref(q->state[which]);
    q->state[which] = gla_ref(x);
}

/* ---- products ---------------------------------------------------------------------------------------------------------- */
static const gla_sparse *shared(const projections *q, int64_t i, int64_t j)
{
    return q->shared[i * q->p->ways + j];
}

static gla_array *part(const projections *q, gla_scope *s, const gla_array *x, int64_t o)
{
    return gla_s_stretch(s, x, 0, q->begins[o], q->p->levels[q->which[o]]);
}

/* D_f⁻¹ C_fo x: what the effects x of the others are in the means of the first grouping. */
static gla_array *means_of(const projections *q, gla_scope *s, const gla_array *x)
{
    gla_array *sum = NULL;
    for (int64_t o = 0; o < q->others; o++) {
        gla_array *more = product(s, shared(q, q->first, q->which[o]), part(q, s, x, o));
        sum = sum ? gla_s_combine(s, gla_add, sum, more) : more;
    }
    return gla_s_combine(s, gla_divide, sum, q->of_first);
}

static gla_array *times(const projections *q, gla_scope *s, const gla_array *x)
{
    gla_array *means = means_of(q, s, x), *own = gla_s_combine(s, gla_multiply, q->total, x);
    gla_array **parts = gla_s_memory(s, q->others, sizeof *parts);
    for (int64_t o = 0; o < q->others && !s->status; o++) {
        int64_t i = q->which[o];
        gla_array *sum = gla_s_combine(s, gla_subtract, part(q, s, own, o), product(s, shared(q, i, q->first), means));
        for (int64_t j = 0; j < q->others; j++)
            if (j != o)
                sum = gla_s_combine(s, gla_add, sum, product(s, shared(q, i, q->which[j]), part(q, s, x, j)));
        parts[o] = sum;
    }
    return s->status || q->others == 1 ? parts ? parts[0] : NULL : sparse_joined(s, (int)q->others, parts);
}

/* ---- the iteration ----------------------------------------------------------------------------------------------------- */
static void iterate(projections *q)
{
    gla_scope s;
    gla_scope_begin(&s, q->p->s.op);
    gla_array **a = q->state, *length[2] = {NULL}, *moved[3] = {NULL}, *turned[1] = {NULL};
    gla_array *along = times(q, &s, a[P]);
    compute(&s, q->formula[LENGTH], 4, (const gla_array *[]){a[RZ], panel_dot(&s, a[P], along), q->limit, a[COUNT]}, length);
    compute(&s, q->formula[MOVE], 6, (const gla_array *[]){a[X], a[R], a[P], along, q->total, length[0]}, moved);
    gla_array *next = panel_dot(&s, moved[1], moved[2]);
    compute(&s, q->formula[TURN], 5, (const gla_array *[]){moved[2], a[P], next, a[RZ], q->limit}, turned);
    if (!s.status) {
        put_state(q, X, moved[0]);
        put_state(q, R, moved[1]);
        put_state(q, Z, moved[2]);
        put_state(q, P, turned[0]);
        put_state(q, RZ, next);
        put_state(q, COUNT, length[1]);
    }
    gla_s_check(&q->p->s, gla_scope_end(&s));
}

/* Begin, or begin again, with what is left of b. */
static void start(projections *q, const gla_array *b)
{
    gla_scope s;
    gla_scope_begin(&s, q->p->s.op);
    gla_array *left = gla_s_combine(&s, gla_subtract, b, times(q, &s, q->state[X]));
    gla_array *z = gla_s_combine(&s, gla_divide, left, q->total), *rz = panel_dot(&s, left, z);
    if (!s.status) {
        put_state(q, R, left);
        put_state(q, Z, z);
        put_state(q, P, z);
        put_state(q, RZ, rz);
    }
    gla_s_check(&q->p->s, gla_scope_end(&s));
}

/* How many columns are not done. */
static int64_t left_of(projections *q)
{
    gla_scope s;
    if (q->p->s.status)
        return 0;
    gla_scope_begin(&s, q->p->s.op);
    gla_array *open = gla_s_combine(&s, gla_greater, q->state[RZ], q->limit), *count = NULL;
    count = s.status ? NULL : gla_s_made(&s, gla_sum(open, &count, NULL, GLA_INT64, false), &count);
    int64_t left = count ? sparse_integer(&s, count) : 0;
    gla_s_check(&q->p->s, gla_scope_end(&s));
    return left;
}

/* ---- all together ------------------------------------------------------------------------------------------------------ */
/* For each other grouping the sums of values, or without these the weights, one below the other. */
static gla_array *of_others(const projections *q, gla_array *values)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    gla_array **parts = gla_s_memory(s, q->others, sizeof *parts);
    for (int64_t o = 0; o < q->others && !s->status; o++)
        parts[o] = values ? panel_sums(p, values, q->which[o]) : panel_totals(p, q->which[o]);
    return s->status || q->others == 1 ? parts ? parts[0] : NULL : sparse_joined(s, (int)q->others, parts);
}

static gla_array *right_side(projections *q)
{
    int mark = gla_scope_mark(&q->p->s);
    return gla_scope_keep(&q->p->s, mark, of_others(q, panel_weighted(q->p)));
}

static void solve(projections *q, const gla_array *b)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t left = 0, done = 0, restarts = 0;
    put_state(q, X, gla_s_zeros(s, p->dev, p->dtype, 2, (int64_t[]){q->length, p->k}));
    put_state(q, COUNT, gla_s_zeros(s, p->dev, p->dtype, 1, &p->k));
    for (; !s->status && restarts <= PANEL_RESTARTS && done <= p->maxiter; restarts++) {
        start(q, b);
        left = left_of(q);
        if (left == 0 || done == p->maxiter)
            break;
        while (left > 0 && done < p->maxiter && !s->status) {
            iterate(q);
            done++;
            if (done % ROUND == 0 || done == p->maxiter)
                left = left_of(q);
        }
    }
    gla_array *count = s->status ? NULL : gla_s_reduce_all(s, gla_max, q->state[COUNT]);
    p->iterations = count ? sparse_integer(s, gla_s_typed(s, GLA_INT64, count)) : 0;
    if (left > 0)
        panel_not_converged(p, left, done);
}

static void take_effects(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t *ways = gla_s_memory(s, p->ways, sizeof *ways);
    gla_array **effects = gla_s_memory(s, p->ways, sizeof *effects);
    if (s->status)
        return;
    ways[0] = q->first;
    effects[0] = gla_s_apply(s, gla_negative, means_of(q, s, q->state[X]));
    for (int64_t o = 0; o < q->others; o++) {
        ways[o + 1] = q->which[o];
        effects[o + 1] = part(q, s, q->state[X], o);
    }
    panel_subtract(p, p->ways, ways, effects);
}

void panel_conjugate(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    q->shared = gla_s_memory(s, p->ways * p->ways, sizeof *q->shared);
    make_formulas(q);
    panel_find_shared(q);
    gla_scope_keep(s, mark, NULL);
    q->total = of_others(q, NULL);
    gla_array *b = right_side(q);
    if (!s->status)
        solve(q, b);
    take_effects(q);
    for (int64_t i = 0; q->shared && i < p->ways * p->ways; i++)
        gla_object_unref(q->shared[i]);
    for (int i = 0; i < PANEL_STATE; i++)
        gla_unref(q->state[i]);
    for (int i = 0; i < PANEL_FORMULAS; i++)
        gla_object_unref(q->formula[i]);
}
