/* indices.c - Likelihoods of an index and one further parameter, such as a dispersion. */
#include "econ/likelihood/search.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { L, U, V, H, C, D, PARTS };

gla_array *lik_two_index(gla_scope *s, lik_two *t)
{
    int64_t m = t->q.f->X.n;
    gla_array *index = gla_s_combine(s, gla_matmul, t->q.Z, lik_small(s, t->q.f, t->q.at, 1, &m));
    return t->added && t->q.f->offset ? gla_s_combine(s, gla_add, index, t->q.f->offset) : index;
}

static void parts_at(gla_scope *s, lik_two *t, gla_array *out[PARTS])
{
    gla_array *in[8] = {t->q.f->y, lik_two_index(s, t), gla_s_number(s, t->q.at[t->q.k - 1]), t->q.w};
    memcpy(in + 4, t->more, sizeof t->more);
    lik_compute(s, t->step, 4 + t->n_more, in, out);
}

/* Z'(h Z, c, u) and the sums of l, v and d are read in one piece. */
static void evaluate(gla_scope *s, lik_search *q)
{
    lik_two *t = (lik_two *)q;
    int64_t k = q->k, m = k - 1, wide = k + 1;
    gla_array *out[PARTS] = {NULL}, *flat = NULL, *sums = NULL, *both = NULL;
    q->loglik = NAN;
    if (s->status || !(q->at[m] > t->least))
        return;
    parts_at(s, t, out);
    gla_array *left = gla_s_combine(s, gla_multiply, q->Z, out[H] ? gla_s_add_last(s, out[H]) : NULL);
    gla_array *right = lik_columns(s, left, lik_columns(s, out[C], out[U]));
    gla_array *made = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, q->Z), right);
    sums = lik_columns(s, lik_columns(s, out[L], out[V]), out[D]);
    if (!s->status)
        gla_s_adopt(s, gla_sum(sums, &sums, &(gla_ints){.n = 1, .v = {0}}, GLA_NO_DTYPE, false), &sums);
    if (!s->status)
        gla_s_adopt(s, gla_reshape(made, &(gla_ints){.n = 1, .v = {m * wide}}, &flat, GLA_MAYBE, "C"), &flat);
    const gla_array *parts[2] = {flat, sums};
    if (!s->status)
        gla_s_adopt(s, gla_concat(&(gla_arrays){.n = 2, .v = parts}, &both, 0), &both);
    double *read = gla_s_memory(s, m * wide + 3, sizeof *read);
    econ_read(s, both, read, m * wide + 3);
    if (s->status)
        return;
    for (int64_t i = 0; i < m; i++) {
        memcpy(q->hessian + i * k, read + i * wide, (size_t)k * sizeof *read);
        q->hessian[m * k + i] = read[i * wide + m];
        q->gradient[i] = read[i * wide + k];
    }
    q->loglik = read[m * wide];
    q->gradient[m] = read[m * wide + 1];
    q->hessian[m * k + m] = read[m * wide + 2];
}

void lik_two_begin(gla_scope *s, lik_two *t, const model_frame *f)
{
    char inputs[120];
    snprintf(inputs, sizeof inputs, "T y, T e, T t, T w%s", t->inputs);
    if (!s->status)
        gla_s_check(s, gla_new_elementwise(inputs, "T l, T u, T v, T h, T c, T d", t->text, &t->step, s->op));
    t->q.evaluate = evaluate;
    lik_search_begin(s, &t->q, f, f->X.n + 1);
}

void lik_two_end(lik_two *t)
{
    gla_object_unref(t->step);
    t->step = NULL;
}

gla_array *lik_two_scores(gla_scope *s, lik_two *t)
{
    gla_array *out[PARTS] = {NULL};
    parts_at(s, t, out);
    gla_array *left = gla_s_combine(s, gla_multiply, t->q.Z, out[U] ? gla_s_add_last(s, out[U]) : NULL);
    return lik_columns(s, left, out[V]);
}
