/* small.c - Small dense arrays on the host. */
#include "econ/econ.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

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

void econ_refuse_empty(gla_scope *s, const model_frame *f)
{
    const char *causes = "";
    for (int64_t i = 0; i < f->n_notes && !s->status; i++)
        causes = gla_s_print(s, "%s%s %s", causes, i ? ";" : ":", f->notes[i]);
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no row is left%.600s", s->op, causes);
}

bool econ_is_iid(const gla_econ_fit *fit)
{
    return !fit->vcov || !fit->vcov[0] || strcasecmp(fit->vcov, "iid") == 0;
}
