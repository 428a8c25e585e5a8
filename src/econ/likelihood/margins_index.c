/* margins_index.c - Marginal effects of models whose mean is a function F of one index.
 *
 * The effect of a regressor is the average of F' times its coefficient; of a dummy, the average of F(1) - F(0). */
#include "econ/likelihood/margins.h"
#include "gpulinalg.h"

#include <string.h>

typedef struct shape {
    const econ_method *method;
    const char *mean, *slope, *bend;
} shape;

static bool find_shape(const econ_method *method, shape *found)
{
    const shape all[] = {{&lik_logit.method, lik_logit.mean, lik_logit.slope, lik_logit.bend},
                         {&lik_probit.method, lik_probit.mean, lik_probit.slope, lik_probit.bend},
                         {&lik_poisson.method, lik_poisson.mean, lik_poisson.slope, lik_poisson.bend},
                         {&lik_negbin_method, lik_poisson.mean, lik_poisson.slope, lik_poisson.bend},
                         {&lik_tobit_method, "m = eta", "m = 0*eta + 1", "m = 0*eta"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].method == method) {
            *found = all[i];
            return true;
        }
    return false;
}

static gla_array *apply(gla_scope *s, const char *text, gla_array *index)
{
    gla_array *out[1] = {NULL};
    lik_formula(s, "T eta", "T m", text, 1, &index, out);
    return out[0];
}

static void dummy(gla_scope *s, lik_margins *m, const shape *f, gla_array *index, int64_t j)
{
    double b = m->e->b[j], *means = gla_s_memory(s, m->k + 1, sizeof *means);
    gla_array *step = gla_s_combine(s, gla_multiply, lik_regressor(s, m, j), gla_s_number(s, b));
    gla_array *zero = gla_s_combine(s, gla_subtract, index, step), *one = gla_s_combine(s, gla_add, zero, gla_s_number(s, b));
    gla_array *change = gla_s_combine(s, gla_subtract, apply(s, f->mean, one), apply(s, f->mean, zero));
    gla_array *slope = apply(s, f->slope, one), *bend = gla_s_combine(s, gla_subtract, slope, apply(s, f->slope, zero));
    double *gradient = lik_effect(s, m, m->e->names->v[j], lik_average(s, m, change));
    lik_averages(s, m, bend, means);
    double own = lik_average(s, m, slope);
    for (int64_t l = 0; l < m->k && gradient && means; l++)
        gradient[l] = l == j ? own : means[l];
}

static gla_array *index_at(gla_scope *s, const lik_margins *m, gla_array *X)
{
    gla_array *index = gla_s_combine(s, gla_matmul, X, econ_array(s, m->e->b, 1, &m->k));
    return m->offset ? gla_s_combine(s, gla_add, index, m->offset) : index;
}

/* The average of F at the index after the change, less that before it. */
static void change(gla_scope *s, lik_margins *m, const shape *f, const lik_item *item, const lik_move *move)
{
    double *before = gla_s_memory(s, m->k + 1, sizeof *before);
    gla_array *one = index_at(s, m, move->one), *zero = index_at(s, m, move->zero);
    gla_array *rise = gla_s_combine(s, gla_subtract, apply(s, f->mean, one), apply(s, f->mean, zero));
    double *gradient = lik_effect(s, m, item->name, lik_average(s, m, rise));
    lik_averages_of(s, m, apply(s, f->slope, one), move->one, gradient);
    lik_averages_of(s, m, apply(s, f->slope, zero), move->zero, before);
    for (int64_t l = 0; l < m->k && gradient && before; l++)
        gradient[l] -= before[l];
}

/* The average of F' times the derivative of the index. */
static void derive(gla_scope *s, lik_margins *m, const shape *f, const lik_item *item, const lik_move *move, gla_array *index)
{
    double *direct = gla_s_memory(s, m->k + 1, sizeof *direct);
    gla_array *d = gla_s_combine(s, gla_matmul, move->slope, econ_array(s, m->e->b, 1, &m->k));
    gla_array *slope = apply(s, f->slope, index), *bend = gla_s_combine(s, gla_multiply, apply(s, f->bend, index), d);
    double *gradient = lik_effect(s, m, item->name, lik_average(s, m, gla_s_combine(s, gla_multiply, slope, d)));
    lik_averages(s, m, bend, gradient);
    lik_averages_of(s, m, slope, move->slope, direct);
    for (int64_t l = 0; l < m->k && gradient && direct; l++)
        gradient[l] += direct[l];
}

/* The effect of a variable that changes several columns, or one of them not in proportion. */
static void variable(gla_scope *s, lik_margins *m, const shape *f, const lik_item *item, gla_array *index)
{
    int mark = gla_scope_mark(s);
    lik_move move = lik_find_move(s, m, item);
    if (move.slope && !s->status)
        derive(s, m, f, item, &move, index);
    else if (move.one && !s->status)
        change(s, m, f, item, &move);
    (void)gla_scope_keep(s, mark, NULL);
}

void lik_index_margins(gla_scope *s, lik_margins *m)
{
    shape f;
    double *means = gla_s_memory(s, m->k + 1, sizeof *means);
    gla_array *index = index_at(s, m, m->X);
    if (s->status || !find_shape(m->e->method, &f))
        return;
    double slope = lik_average(s, m, apply(s, f.slope, index));
    lik_averages(s, m, apply(s, f.bend, index), means);
    for (int64_t i = 0; i < m->n_items && !s->status; i++) {
        if (m->items[i].use) {
            variable(s, m, &f, &m->items[i], index);
            continue;
        }
        int64_t j = m->items[i].column;
        double b = m->e->b[j];
        if (m->dummy[j]) {
            dummy(s, m, &f, index, j);
            continue;
        }
        double *gradient = lik_effect(s, m, m->e->names->v[j], b * slope);
        for (int64_t l = 0; l < m->k && gradient; l++)
            gradient[l] = b * means[l] + (l == j ? slope : 0);
    }
}
