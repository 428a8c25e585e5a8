/* state.c - Vectors and scalars of an iterative solution, and passes over them. */
#include "krylov/krylov.h"
#include "runtime/interrupt.h"

#include <string.h>

/* ---- vectors ------------------------------------------------------------------------------------------------- */
int64_t krylov_length(const gla_sparse_iteration *q, int which)
{
    return q->method->tall >> which & 1 ? q->m : q->n;
}

/* Return a vector; zeros if it has not been written yet. */
gla_array *krylov_vector(gla_sparse_iteration *q, gla_scope *s, int which)
{
    if (!q->v[which] && !s->status) {
        gla_array *made = gla_s_zeros(s, q->dev, q->dtype, 2, (int64_t[]){krylov_length(q, which), q->k});
        q->v[which] = made ? gla_ref(made) : NULL;
    }
    return q->v[which];
}

gla_array *krylov_shaped(gla_sparse_iteration *q, gla_scope *s, gla_array *x)
{
    int64_t n = s->status || q->k == 0 ? 0 : x->size / q->k;
    if (s->status)
        return NULL;
    if (q->k == 0)
        n = x->shape[0];
    return q->single ? gla_s_view(s, x, 1, (int64_t[]){n}, (int64_t[]){1}, 0)
                     : gla_s_view(s, x, 2, (int64_t[]){n, q->k}, (int64_t[]){q->k, 1}, 0);
}

void krylov_put(gla_sparse_iteration *q, int which, gla_array *x)
{
    gla_unref(q->v[which]);
    q->v[which] = x;
}

/* ---- passes -------------------------------------------------------------------------------------------------- */
void krylov_pass(gla_sparse_iteration *q, gla_scope *s, const krylov_row *row, gla_array *const in[], gla_array *const out[],
                 int at)
{
    gla_krylov_pass p = {.op = s->op, .dtype = q->dtype, .k = q->k, .dots = row->dots, .step = row->step, .at = at};
    if (s->status)
        return;
    for (; p.inputs < GLA_KRYLOV_INPUTS && in[p.inputs]; p.inputs++) {
        p.in[p.inputs] = gla_data(in[p.inputs]);
        gla_s_check(s, gla_stream_reads(in[p.inputs]));
    }
    for (; p.outputs < GLA_KRYLOV_OUTPUTS && out[p.outputs]; p.outputs++) {
        p.out[p.outputs] = gla_data(out[p.outputs]);
        gla_s_check(s, gla_stream_writes(out[p.outputs]));
    }
    gla_s_check(s, gla_stream_writes(q->numbers));
    p.n = p.inputs ? in[0]->size / q->k : 0;
    p.numbers = gla_data(q->numbers);
    memcpy(p.factor, row->factor, sizeof p.factor);
    memcpy(p.left, row->left, sizeof p.left);
    memcpy(p.right, row->right, sizeof p.right);
    memcpy(p.sum, row->sum, sizeof p.sum);
    void *state = gla_work_begin((double)p.n * (double)q->k * (p.inputs + p.outputs));
    if (!s->status)
        gla_s_check(s, q->dev->backend->krylov->pass(q->dev, &p));
    gla_work_end(state);
}

/* ---- scalars ------------------------------------------------------------------------------------------------- */
const void *krylov_numbers(gla_sparse_iteration *q, gla_scope *s)
{
    void *data = NULL;
    gla_s_to_host(s, q->numbers, &data);
    return s->status ? NULL : data;
}

double krylov_number(const gla_sparse_iteration *q, const void *numbers, int64_t which, int64_t column)
{
    int64_t at = 2 * (which * q->k + column);
    return q->dev->lacks_float64 ? ((const float *)numbers)[at] : ((const double *)numbers)[at];
}

double *krylov_numbers_copy(gla_sparse_iteration *q, gla_scope *s)
{
    int64_t count = 2 * q->numbers_of * q->k;
    const void *numbers = krylov_numbers(q, s);
    double *copy = gla_s_memory(s, count, sizeof *copy);
    for (int64_t i = 0; i < count && copy; i++)
        copy[i] = q->dev->lacks_float64 ? ((const float *)numbers)[i] : ((const double *)numbers)[i];
    return copy;
}

void krylov_set_numbers(gla_sparse_iteration *q, gla_scope *s, const double *numbers)
{
    gla_array *host = NULL;
    void *data = NULL;
    int64_t shape[2] = {q->numbers_of, q->k};
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_COMPLEX128, 2, shape, &host, &data)))
        return;
    gla_s_own(s, host);
    if (host->size > 0)
        memcpy(data, numbers, (size_t)host->size * 16);
    gla_array *made = gla_s_convert(s, host, q->dev->lacks_float64 ? GLA_COMPLEX64 : GLA_COMPLEX128, q->dev, GLA_YES);
    if (!made)
        return;
    gla_unref(q->numbers);
    q->numbers = gla_ref(made);
}
