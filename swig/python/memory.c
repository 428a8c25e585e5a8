/* memory.c - memory of other objects -> array, without a copy where its layout allows.
 *
 * Nothing that an exporter says is trusted: what contradicts itself is refused before the memory is touched.
 */
#include "memory.h"

gla_dtype gla_py_kind(char kind, Py_ssize_t size)
{
    static const struct {
        char kind;
        gla_dtype first, last;
    } kinds[] = {{'b', GLA_BOOL, GLA_BOOL}, {'i', GLA_INT8, GLA_INT64}, {'u', GLA_UINT8, GLA_UINT64},
                 {'f', GLA_FLOAT32, GLA_FLOAT64}, {'c', GLA_COMPLEX64, GLA_COMPLEX128}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (gla_dtype dtype = kinds[i].first; kind == kinds[i].kind && dtype <= kinds[i].last; dtype++)
            if (gla_itemsize(dtype) == (size_t)size)
                return dtype;
    return GLA_NO_DTYPE;
}

bool gla_py_is_swapped(char order)
{
#if PY_LITTLE_ENDIAN
    return order == '>' || order == '!';
#else
    return order == '<';
#endif
}

gla_status gla_py_fail_format(const GlaMemory *m)
{
    const char *f = m->format, *remedy = "convert it to one of gpulinalg's types first";
    if (*f && strchr("@=<>!|", *f))
        f++;
    if (!strcmp(f, "e") || !strcmp(f, "f2") || !strcmp(f, "float16") || !strcmp(f, "bfloat16"))
        remedy = "half precision is not supported; convert it to float32 first";
    else if (!strcmp(f, "g") || !strcmp(f, "Zg"))
        remedy = "extended precision is not supported; convert it with astype('float64')";
    else if (*f == 'T')
        remedy = "it holds records; take one numeric field";
    return gla_argument_fact(GLA_DTYPE_ERROR, "is a %.100s whose elements have the type '%.40s'; %s", gla_py_type_name(m),
                             m->format, remedy);
}

gla_status gla_py_fail_lie(const GlaMemory *m, const char *what)
{
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s whose buffer contradicts itself (%s); copy its data into an "
                             "array that you trust", gla_py_type_name(m), what);
}

bool gla_py_stream_number(PyObject *o, long long *number, gla_status *status)
{
    int overflow = 0;
    PyObject *index = PyNumber_Index(o);
    *number = index ? PyLong_AsLongLongAndOverflow(index, &overflow) : 0;
    Py_XDECREF(index);
    *status = gla_py_excuse();
    return !*status && !overflow && (*number > 0 || *number == -1);
}

bool gla_py_enter(GlaPyEntry *entry)
{
    if (!Py_IsInitialized())
        return false;
    entry->state = PyGILState_Ensure();
    gla_keep_error(&entry->error);
    PyErr_Fetch(&entry->pending[0], &entry->pending[1], &entry->pending[2]);
    return true;
}

void gla_py_leave(GlaPyEntry *entry)
{
    PyErr_Restore(entry->pending[0], entry->pending[1], entry->pending[2]);
    gla_restore_error(&entry->error);
    PyGILState_Release(entry->state);
}

/* ---- layout ------------------------------------------------------------------------------------------------------ */
gla_status gla_py_span(const GlaMemory *m, Py_ssize_t *low, Py_ssize_t *high, Py_ssize_t *size)
{
    Py_ssize_t n = 1, reach;
    *low = 0;
    *high = m->itemsize;
    bool empty = false, overflow = false;
    for (int i = 0; i < m->ndim; i++) {
        if (m->shape[i] < 0)
            return gla_py_fail_lie(m, "a dimension is negative");
        empty |= m->shape[i] == 0;
    }
    for (int i = 0; !empty && i < m->ndim; i++) {
        overflow |= __builtin_mul_overflow(n, m->shape[i], &n);
        overflow |= __builtin_mul_overflow(m->shape[i] - 1, m->strides[i], &reach);
        overflow |= reach < 0 ? __builtin_add_overflow(*low, reach, low) : __builtin_add_overflow(*high, reach, high);
    }
    *size = empty ? 0 : n;
    if (overflow)
        return gla_py_fail_lie(m, "its size overflows");
    if (!m->data && *size)
        return gla_py_fail_lie(m, "it has elements but no address");
    return GLA_OK;
}

/* Whether the memory can be used as it is: native, aligned, strides of whole elements.  GPUs read complex numbers whole. */
static bool is_usable(const GlaMemory *m)
{
    Py_ssize_t align = gla_dtype_is_complex(m->dtype) && !m->device ? m->itemsize / 2 : m->itemsize;
    if (m->swapped || (uintptr_t)m->data % (size_t)align)
        return false;
    for (int i = 0; i < m->ndim; i++)
        if (m->shape[i] > 1 && m->strides[i] % m->itemsize)
            return false;
    return true;
}

/* NULL when a signal ends it. */
static char *copy_elements(const GlaMemory *m, int axis, const char *from, char *to, uint32_t *steps)
{
    if (axis < m->ndim) {
        for (Py_ssize_t i = 0; to && i < m->shape[axis]; i++)
            to = copy_elements(m, axis + 1, from + i * m->strides[axis], to, steps);
        return to;
    }
    if (gla_py_step(steps, 1))
        return NULL;
    Py_ssize_t word = gla_dtype_is_complex(m->dtype) ? m->itemsize / 2 : m->itemsize;
    for (Py_ssize_t i = 0; i < m->itemsize; i++)
        to[i] = from[m->swapped ? i - i % word + word - 1 - i % word : i];
    return to + m->itemsize;
}

gla_status gla_py_take(GlaMemory *m, void (*release)(void *), void *owner, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    Py_ssize_t size = 0, low, high;
    uint32_t steps = 0;
    void *to;
    gla_status st = gla_py_span(m, &low, &high, &size);
    if (st)
        return st;
    for (int i = 0; i < m->ndim; i++) {
        shape[i] = m->shape[i];
        strides[i] = m->shape[i] > 1 ? m->strides[i] / m->itemsize : 1;
    }
    if (m->device && !is_usable(m))
        return gla_argument_fact(GLA_NOT_SUPPORTED_ERROR, "is a %.100s on a GPU whose elements do not lie at whole multiples "
                                 "of their size; copy it there first", gla_py_type_name(m));
    if (m->device)
        return gla_adopt(m->device, m->data, m->dtype, m->ndim, shape, strides, m->readonly, release, owner, out);
    if (is_usable(m))
        return gla_borrow(m->data, m->dtype, m->ndim, shape, strides, m->readonly, release, owner, out);
    if ((st = gla_new_host(m->dtype, m->ndim, shape, out, &to)))
        return st;
    if (size && !copy_elements(m, 0, m->data, to, &steps)) {
        gla_unref(*out);
        *out = NULL;
        return gla_last_status();
    }
    release(owner);
    return GLA_OK;
}

