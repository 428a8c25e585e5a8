/* stack_norms.c - Norms and scale factors of the matrices of a stack; see stack_norms.h. */
#include "stack_norms.h"
#include "runtime/devices.h"

/* Copy the elements of x to the host as float64. */
static void fetch(const gla_call *c, const gla_array *x, double *to)
{
    void *data;
    gla_array *host = gla_s_to_host(c->s, x, &data);
    gla_array *flat = host ? gla_s_contiguous(c->s, gla_device_of(host), GLA_FLOAT64, host) : NULL;
    for (int64_t i = 0; flat && i < flat->size; i++)
        to[i] = ((const double *)gla_data(flat))[i];
}

void gla_stack_norms(const gla_call *c, const char *ord, const gla_array *x, double *norms)
{
    int start = gla_scope_mark(c->s);
    gla_array *made, *each = gla_failed(c) ? NULL : gla_s_adopt(c->s, gla_matrix_norm(x, &made, false, ord), &made);
    if (each)
        fetch(c, each, norms);
    gla_scope_keep(c->s, start, NULL);
}

gla_array *gla_stack_numbers(const gla_call *c, const double *numbers)
{
    int64_t shape[GLA_MAX_NDIM];
    gla_device *host;
    if (gla_failed(c) || gla_s_check(c->s, gla_host_device(&host)))
        return NULL;
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = shape[c->nbatch + 1] = 1;
    gla_array *from = gla_s_new(c->s, host, GLA_FLOAT64, c->nbatch + 2, shape);
    gla_array *to = gla_s_new(c->s, c->dev, gla_real_of(c->dtype), c->nbatch + 2, shape);
    for (int64_t i = 0; from && i < c->count; i++)
        ((double *)gla_data(from))[i] = numbers[i];
    gla_s_assign(c->s, to, from);
    gla_s_release(c->s, from);
    return to;
}
