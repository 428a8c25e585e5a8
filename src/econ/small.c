/* small.c - Small dense arrays on the host, records, and checks. */
#include "econ/econ.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "runtime/record.h"

#include <math.h>
#include <string.h>
#include <strings.h>

double *econ_doubles(gla_scope *s, int64_t n)
{
    double *made = s->status ? NULL : gla_calloc((size_t)n + 1, sizeof *made);
    if (!made && !s->status)
        gla_s_check(s, gla_fail_memory(s->op, (size_t)n * sizeof *made));
    return made;
}

void econ_read(gla_scope *s, const gla_array *x, double *to, int64_t n)
{
    void *data = NULL;
    gla_device *host;
    if (!x || s->status)
        return;
    gla_array *read = gla_s_to_host(s, x, &data);
    if (!s->status)
        gla_s_check(s, gla_host_device(&host));
    read = s->status || !read ? NULL : gla_s_contiguous(s, host, GLA_FLOAT64, read);
    if (read && n)
        memcpy(to, gla_data(read), (size_t)n * sizeof *to);
}

gla_array *econ_array(gla_scope *s, const double *values, int ndim, const int64_t *shape)
{
    gla_array *made = NULL;
    void *data;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_FLOAT64, ndim, shape, &made, &data)))
        return NULL;
    if (made->size)
        memcpy(data, values, (size_t)made->size * sizeof *values);
    return gla_s_own(s, made);
}

gla_array *econ_beside(gla_scope *s, int64_t n, const gla_array *const parts[])
{
    const gla_array **list = gla_s_memory(s, n + 1, sizeof *list);
    gla_arrays given = {.v = list};
    gla_array *joined = NULL;
    for (int64_t i = 0; i < n && !s->status; i++)
        if (parts[i])
            list[given.n++] = parts[i]->ndim == 1 ? gla_s_add_last(s, parts[i]) : parts[i];
    return s->status || given.n == 0 ? NULL : gla_s_adopt(s, gla_concat(&given, &joined, 1), &joined);
}

bool econ_is_iid(const gla_econ_fit *fit)
{
    return !fit->vcov || !fit->vcov[0] || strcasecmp(fit->vcov, "iid") == 0;
}

gla_record *econ_new_record(gla_scope *s)
{
    gla_record *r = s->status ? NULL : gla_calloc(1, sizeof *r);
    if (r)
        r->op = s->op;
    else if (!s->status)
        gla_s_check(s, gla_fail_memory(s->op, sizeof *r));
    return r;
}

gla_record *econ_finish_record(gla_scope *s, gla_record *r)
{
    if (r && !s->status)
        gla_s_check(s, r->status);
    if (!s->status)
        return r;
    gla_record_free(r);
    return NULL;
}

void econ_check_options(gla_scope *s, const econ_options *o)
{
    if (!s->status && !(o->tol >= 0 && o->tol < INFINITY))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: tol is %g, but it must be positive and finite", s->op, o->tol);
    if (!s->status && !(o->collinear_tol >= 0 && o->collinear_tol < 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: collinear_tol is %g, but it must be at least 0 and less than 1", s->op,
                   o->collinear_tol);
}

void econ_refuse_missing(gla_scope *s, const gla_array *x, const gla_array *rows, const char *name)
{
    double at = 0;
    if (s->status || !x || x->size == 0 || !gla_dtype_is_real_floating(x->dtype))
        return;
    gla_array *bad = gla_s_apply(s, gla_isnan, x), *row = NULL, *made = NULL;
    if (x->ndim == 2)
        bad = gla_s_reduce(s, gla_any, bad, 1, false);
    if (s->status || !gla_s_truth(s, gla_s_reduce_all(s, gla_any, bad)))
        return;
    row = gla_s_reduce_all(s, gla_argmax, bad);
    if (rows && !s->status)
        row = gla_s_adopt(s, gla_take(rows, gla_s_view(s, row, 1, &(int64_t){1}, NULL, 0), &made, &(gla_ints){1, {0}}), &made);
    econ_read(s, row, &at, 1);
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is missing (NaN) in row %lld; give a value for each row, or leave such rows out",
               s->op, name, (long long)at + 1);
}
