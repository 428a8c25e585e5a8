/* stream.c - Write numbers, strings and arrays as bytes, or read them again. */
#include "econ/state.h"
#include "econ/econ.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <string.h>

bool econ_state_failed(const econ_state *t)
{
    return t->s->status || (t->w && t->w->status);
}

void econ_state_refuse(econ_state *t)
{
    if (!t->s->status)
        gla_s_fail(t->s, GLA_ARGUMENT_ERROR, "%s: state is not the result of fit_state, or is incomplete", t->s->op);
}

/* Write n bytes, or read them. */
void econ_state_bytes(econ_state *t, void *data, size_t n)
{
    if (econ_state_failed(t) || n == 0)
        return;
    if (t->w) {
        gla_put_bytes(t->w, data, n);
    } else if (n > t->left) {
        econ_state_refuse(t);
    } else {
        memcpy(data, t->at, n);
        t->at += n;
        t->left -= n;
    }
}

void econ_state_integer(econ_state *t, int64_t *value)
{
    econ_state_bytes(t, value, sizeof *value);
}

/* A count that is read is limited by the bytes that are left. */
int64_t econ_state_count(econ_state *t, int64_t value, size_t each)
{
    econ_state_integer(t, &value);
    if (!t->w && !econ_state_failed(t) && (value < -1 || (value > 0 && (size_t)value > t->left / each)))
        econ_state_refuse(t);
    return econ_state_failed(t) ? 0 : value;
}

void econ_state_text(econ_state *t, char **string)
{
    int64_t n = econ_state_count(t, *string ? (int64_t)strlen(*string) : -1, 1);
    if (!t->w && n >= 0 && !econ_state_failed(t) && !(*string = gla_calloc((size_t)n + 1, 1)))
        gla_s_check(t->s, gla_fail_memory(t->s->op, (size_t)n));
    if (n > 0 && !econ_state_failed(t))
        econ_state_bytes(t, *string, (size_t)n);
}

void econ_state_doubles(econ_state *t, double **values, int64_t n)
{
    int64_t present = econ_state_count(t, *values != NULL, 1);
    if (!present || econ_state_failed(t))
        return;
    if (!t->w && (n < 0 || (size_t)n > t->left / sizeof **values))
        econ_state_refuse(t);
    else if (!t->w)
        *values = econ_doubles(t->s, n);
    if (!econ_state_failed(t))
        econ_state_bytes(t, *values, (size_t)n * sizeof **values);
}

void econ_state_strings(econ_state *t, gla_strings **list)
{
    int64_t n = econ_state_count(t, *list ? (*list)->n : 0, sizeof n);
    if (!t->w && !econ_state_failed(t)) {
        *list = n < 0 ? NULL : gla_calloc(1, sizeof **list);
        if (*list)
            (*list)->v = gla_calloc((size_t)n + 1, sizeof *(*list)->v);
        if (!*list || !(*list)->v)
            gla_s_check(t->s, gla_fail_memory(t->s->op, (size_t)n * sizeof(char *)));
        else
            (*list)->n = n;
    }
    for (int64_t i = 0; i < n && !econ_state_failed(t); i++)
        econ_state_text(t, &(*list)->v[i]);
}

static void write_array(econ_state *t, const gla_array *x)
{
    void *data;
    gla_device *host;
    gla_array *read = gla_s_to_host(t->s, x, &data);
    if (!t->s->status)
        gla_s_check(t->s, gla_host_device(&host));
    read = t->s->status ? NULL : gla_s_contiguous(t->s, host, x->dtype, read);
    if (read)
        econ_state_bytes(t, gla_data(read), (size_t)read->size * gla_itemsize(read->dtype));
}

/* Move an array that was read to the current device, as the arrays of a pickle are. */
static void place(econ_state *t, gla_array **x)
{
    gla_device *dev = NULL;
    gla_array *moved = NULL;
    if (econ_state_failed(t) || gla_s_check(t->s, gla_default_device(&dev)))
        return;
    if (dev->lacks_float64 && (*x)->dtype == GLA_FLOAT64)
        return;
    if (!gla_s_check(t->s, gla_convert(t->s->op, *x, (*x)->dtype, dev, GLA_MAYBE, &moved))) {
        gla_unref(*x);
        *x = moved;
    }
}

void econ_state_array(econ_state *t, gla_array **x)
{
    int64_t dtype = econ_state_count(t, *x ? (int64_t)(*x)->dtype : 0, 1), ndim = *x ? (*x)->ndim : 0,
            shape[GLA_MAX_NDIM] = {0}, size = 1;
    void *data = NULL;
    if (dtype <= 0 || dtype >= GLA_DTYPE_COUNT || econ_state_failed(t))
        return;
    econ_state_integer(t, &ndim);
    if (ndim < 0 || ndim > GLA_MAX_NDIM)
        econ_state_refuse(t);
    for (int64_t i = 0; i < ndim && !econ_state_failed(t); i++) {
        shape[i] = t->w ? (*x)->shape[i] : 0;
        shape[i] = econ_state_count(t, shape[i], 1);
        if (shape[i] < 0 || (shape[i] > 0 && size > INT64_MAX / 16 / shape[i]))
            econ_state_refuse(t);
        else
            size *= shape[i];
    }
    if (econ_state_failed(t))
        return;
    if (t->w)
        write_array(t, *x);
    else if ((size_t)size > t->left / gla_itemsize((gla_dtype)dtype))
        econ_state_refuse(t);
    else if (!gla_s_check(t->s, gla_array_new_host(t->s->op, (gla_dtype)dtype, (int)ndim, shape, x, &data))) {
        econ_state_bytes(t, data, (size_t)size * gla_itemsize((gla_dtype)dtype));
        place(t, x);
    }
}
