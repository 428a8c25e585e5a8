/* weights.c - Weights of rows, and weighted sums. */
#include "econ/within.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

/* Position in the data, counted from 1, of the first row in which `bad` is true; *value receives its weight. */
static int64_t first_row(gla_scope *s, const model_frame *f, const gla_array *bad, double *value)
{
    gla_array *at = NULL, *w, *row, *numbers = gla_s_astype(s, GLA_INT64, bad);
    double position = 0;
    if (!s->status)
        gla_s_adopt(s, gla_argmax(numbers, &at, NULL, false), &at);
    econ_read(s, at, &position, 1);
    w = s->status ? NULL : gla_s_slice(s, f->weights, 0, (int64_t)position, 1);
    econ_read(s, w, value, 1);
    row = s->status || !f->rows ? NULL : gla_s_slice(s, f->rows, 0, (int64_t)position, 1);
    econ_read(s, row, &position, 1);
    return (int64_t)position + 1;
}

static void refuse(gla_scope *s, const model_frame *f, const gla_array *good, const char *must)
{
    double value = 0;
    gla_array *bad = gla_s_apply(s, gla_logical_not, good);
    gla_array *any = gla_s_reduce_all(s, gla_any, bad);
    if (!gla_s_truth(s, any))
        return;
    int64_t row = first_row(s, f, bad, &value);
    if (!s->status)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the weight of row %lld is %g, but %s", s->op, (long long)row, value, must);
}

void econ_check_weights(gla_scope *s, const model_frame *f, const econ_options *o)
{
    if (!f->weights || s->status)
        return;
    gla_array *positive = gla_s_combine(s, gla_greater, f->weights, gla_s_number(s, 0));
    gla_array *finite = gla_s_apply(s, gla_isfinite, f->weights);
    refuse(s, f, gla_s_combine(s, gla_logical_and, positive, finite),
           "weights must be positive and finite; drop rows with other weights first");
    if (!s->status && o->weights_type && o->weights_type[0] == 'f')
        refuse(s, f, gla_s_combine(s, gla_equal, f->weights, gla_s_apply(s, gla_round, f->weights)),
               "frequencies must be whole numbers; use weights_type analytic or probability for other weights");
}

gla_array *econ_roots(gla_scope *s, const gla_array *weights)
{
    return weights && !s->status ? gla_s_add_last(s, gla_s_apply(s, gla_sqrt, weights)) : NULL;
}

double econ_sum(gla_scope *s, const gla_array *x, const gla_array *weights)
{
    double sum = 0;
    gla_array *made = NULL;
    if (s->status)
        return 0;
    made = weights ? gla_s_combine(s, gla_matmul, x, weights)
                   : gla_s_adopt(s, gla_sum(x, &made, NULL, GLA_NO_DTYPE, false), &made);
    econ_read(s, made, &sum, 1);
    return sum;
}

double econ_squares(gla_scope *s, const gla_array *x, const gla_array *weights)
{
    double sum = 0;
    if (s->status)
        return 0;
    econ_read(s, gla_s_combine(s, gla_matmul, weights ? gla_s_combine(s, gla_multiply, x, weights) : (gla_array *)x, x), &sum,
              1);
    return sum;
}

double econ_deviations(gla_scope *s, const gla_array *x, const gla_array *weights)
{
    double total = s->status ? 1 : (double)x->size;
    if (weights)
        total = econ_sum(s, weights, NULL);
    double mean = econ_sum(s, x, weights) / total;
    return econ_squares(s, gla_s_combine(s, gla_subtract, x, gla_s_number(s, mean)), weights);
}
