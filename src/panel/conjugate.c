/* conjugate.c - Alternating projections, accelerated by conjugate gradients.
 *
 * With D the dummies and W the weights, the effects x solve D'W D x = D'W v.  The grouping variable f with most groups is
 * eliminated: its means are subtracted from v.  The remaining system is S x = D_o'W v, where o denotes the other grouping
 * variables and
 *  S = D_o'W D_o - D_o'W D_f (D_f'W D_f)⁻¹ D_f'W D_o,
 * the Schur complement.  Conjugate gradients solve this system, whose size is the number of groups instead of rows.  The first
 * preconditioner divides by the weights of the groups.  With two grouping variables this is the accelerated method of
 * alternating projections.  If the iteration converges slowly, complement.c computes a better preconditioner. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"
#include "sparse/sparse.h"

#include <math.h>

enum { X, R, P, RZ, LEFT, COUNT };
enum { MOVE, LENGTH, TURN };

#define ROUND 4     /* iterations between two convergence checks */
#define PATIENCE 12 /* iterations before the preconditioner may be replaced */
#define SLOW 24     /* the preconditioner is replaced if more than this number of further iterations is expected */

/* ---- steps --------------------------------------------------------------------------------------------------- */
static gla_array *product(gla_scope *s, const gla_sparse *a, const gla_array *x)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_sparse_dot(a, x, &made), &made);
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
        [LENGTH] = {"T rz, T pq, T left, T limit, T count", "T step, T count1",
                    "step = left > limit && pq > 0 ? rz/pq : 0; count1 = left > limit ? count + 1 : count"},
        [TURN] = {"T z, T p, T next, T rz, T left, T limit", "T p1", "p1 = left > limit && rz > 0 ? z + next/rz*p : z"}};
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

/* ---- products ------------------------------------------------------------------------------------------------ */
static gla_array *part(const projections *q, gla_scope *s, const gla_array *x, int64_t block)
{
    return gla_s_slice(s, x, 0, q->begins[block], q->p->levels[q->p->blocks[block].way]);
}

/* Given the effects x of the other grouping variables, return their means over the groups of the first grouping variable. */
static gla_array *means_of(const projections *q, gla_scope *s, const gla_array *x)
{
    return gla_s_combine(s, gla_divide, product(s, q->means, x), q->of_first);
}

static gla_array *times(const projections *q, gla_scope *s, const gla_array *x)
{
    if (q->complement)
        return product(s, q->complement, x);
    gla_array *own = gla_s_combine(s, gla_multiply, q->total, x);
    own = gla_s_combine(s, gla_subtract, own, product(s, q->sums, means_of(q, s, x)));
    return q->among ? gla_s_combine(s, gla_add, own, product(s, q->among, x)) : own;
}

/* ---- the iteration ------------------------------------------------------------------------------------------- */
static void iterate(projections *q)
{
    gla_scope s;
    gla_scope_begin(&s, q->p->s.op);
    gla_array **a = q->state, *length[2] = {NULL}, *moved[3] = {NULL}, *turned[1] = {NULL};
    gla_array *along = times(q, &s, a[P]), *pq = panel_dot(&s, a[P], along);
    compute(&s, q->formula[LENGTH], 5, (const gla_array *[]){a[RZ], pq, a[LEFT], q->limit, a[COUNT]}, length);
    compute(&s, q->formula[MOVE], 6, (const gla_array *[]){a[X], a[R], a[P], along, q->total, length[0]}, moved);
    gla_array *z = moved[2], *left = panel_dot(&s, moved[1], z), *next = left;
    if (q->inverse) {
        z = panel_solve_approximately(q, &s, moved[1]);
        next = panel_dot(&s, moved[1], z);
    }
    compute(&s, q->formula[TURN], 6, (const gla_array *[]){z, a[P], next, a[RZ], left, q->limit}, turned);
    if (!s.status) {
        put_state(q, X, moved[0]);
        put_state(q, R, moved[1]);
        put_state(q, P, turned[0]);
        put_state(q, RZ, next);
        put_state(q, LEFT, left);
        put_state(q, COUNT, length[1]);
    }
    gla_s_check(&q->p->s, gla_scope_end(&s));
}

/* Start, or restart, from the current residual of b. */
static void start(projections *q, const gla_array *b)
{
    gla_scope s;
    gla_scope_begin(&s, q->p->s.op);
    gla_array *r = gla_s_combine(&s, gla_subtract, b, times(q, &s, q->state[X]));
    gla_array *z = gla_s_combine(&s, gla_divide, r, q->total), *left = panel_dot(&s, r, z), *rz = left;
    if (q->inverse) {
        z = panel_solve_approximately(q, &s, r);
        rz = panel_dot(&s, r, z);
    }
    if (!s.status) {
        put_state(q, R, r);
        put_state(q, P, z);
        put_state(q, RZ, rz);
        put_state(q, LEFT, left);
    }
    gla_s_check(&q->p->s, gla_scope_end(&s));
}

/* Return the number of columns that have not converged.  *worst is the largest ratio of a residual to its limit. */
static int64_t look(projections *q, double *worst)
{
    gla_scope s;
    void *left = NULL, *limit = NULL;
    int64_t open = 0;
    *worst = 0;
    if (q->p->s.status)
        return 0;
    gla_scope_begin(&s, q->p->s.op);
    gla_array *l = gla_s_to_host(&s, q->state[LEFT], &left), *m = s.status ? NULL : gla_s_to_host(&s, q->limit, &limit);
    for (int64_t c = 0; c < q->p->k && !s.status; c++) {
        double is = panel_real(l, left, c), may_be = panel_real(m, limit, c);
        open += is > may_be;
        *worst = is > may_be && is / may_be > *worst ? is / may_be : *worst;
    }
    gla_s_check(&q->p->s, gla_scope_end(&s));
    return open;
}

/* Conjugate gradients have reduced the ratio from `first` to `worst` in some iterations.  Return true if they would need many
 * more iterations to reach 1. */
static bool is_slow(int64_t iterations, double first, double worst)
{
    return iterations >= PATIENCE && log(worst) * (double)iterations > SLOW * log(first / worst);
}

/* ---- complete method ----------------------------------------------------------------------------------------- */
/* Return the sums of values over the groups of each other block, stacked.  If values is NULL, return the totals of these
 * groups. */
static gla_array *of_others(const projections *q, gla_array *values)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    gla_array *all = gla_s_new(s, p->dev, p->dtype, 2, (int64_t[]){q->length, values ? p->k : 1});
    for (int64_t b = 0; b < p->n_blocks && !s->status; b++)
        if (p->blocks[b].way != q->first) {
            int mark = gla_scope_mark(s);
            gla_s_assign(s, part(q, s, all, b), values ? panel_sums(p, values, b) : panel_totals(p, b));
            gla_scope_keep(s, mark, NULL);
        }
    return s->status ? NULL : all;
}

static gla_array *right_side(projections *q)
{
    int mark = gla_scope_mark(&q->p->s);
    return gla_scope_keep(&q->p->s, mark, of_others(q, panel_weighted(q->p)));
}

/* Iterate until all columns have converged or another preconditioner is needed.  Return the number of columns that have not
 * converged. */
static int64_t run(projections *q, int64_t *done)
{
    const int64_t maxiter = q->p->maxiter, before = *done;
    double first, worst;
    int64_t left = look(q, &first);
    worst = first;
    while (left > 0 && *done < maxiter && !q->p->s.status) {
        iterate(q);
        ++*done;
        if (*done % ROUND == 0 || *done == maxiter) {
            left = look(q, &worst);
            if (left > 0 && !q->approximated && is_slow(*done - before, first, worst))
                break;
        }
    }
    return left;
}

static void solve(projections *q, const gla_array *b)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t left = 0, done = 0;
    put_state(q, X, gla_s_zeros(s, p->dev, p->dtype, 2, (int64_t[]){q->length, p->k}));
    put_state(q, COUNT, gla_s_zeros(s, p->dev, p->dtype, 1, &p->k));
    for (int restarts = 0; !s->status && restarts <= PANEL_RESTARTS; restarts++) {
        int64_t before = done;
        start(q, b);
        left = run(q, &done);
        if (done == before || done >= p->maxiter)
            break;
        if (left > 0)
            panel_approximate(q);
    }
    gla_array *count = s->status ? NULL : gla_s_reduce_all(s, gla_max, q->state[COUNT]);
    p->iterations = count ? sparse_integer(s, gla_s_astype(s, GLA_INT64, count)) : 0;
    if (left > 0)
        panel_not_converged(p, left, done);
}

static void take_effects(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t *blocks = gla_s_memory(s, p->n_blocks, sizeof *blocks);
    gla_array **effects = gla_s_memory(s, p->n_blocks, sizeof *effects);
    if (s->status)
        return;
    gla_array *means = gla_s_apply(s, gla_negative, means_of(q, s, q->state[X]));
    for (int64_t b = 0; b < p->n_blocks; b++) {
        blocks[b] = b;
        effects[b] = part(q, s, p->blocks[b].way == q->first ? means : q->state[X], b);
    }
    panel_subtract(p, p->n_blocks, blocks, effects);
}

void panel_conjugate(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    make_formulas(q);
    panel_cross(q);
    q->total = of_others(q, NULL);
    gla_array *b = right_side(q);
    if (!s->status)
        solve(q, b);
    take_effects(q);
    gla_object_unref(q->means);
    gla_object_unref(q->sums);
    gla_object_unref(q->among);
    gla_object_unref(q->complement);
    panel_free_inverse(q->inverse);
    for (int i = 0; i < PANEL_STATE; i++)
        gla_unref(q->state[i]);
    for (int i = 0; i < PANEL_FORMULAS; i++)
        gla_object_unref(q->formula[i]);
}
