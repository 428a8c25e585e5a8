/* nested_fill.c - lists of lists of numbers -> array: the second pass, which stores.
 *
 * Signal handlers and other threads may change the lists even now: shape and type are those that were found, and what does
 * not fit them is refused.
 */
#include "nested.h"

typedef struct fill {
    GlaNested *found;
    gla_dtype dtype;
    size_t itemsize, next; /* next: of what was kept */
    char *to;              /* the next element */
} fill;

/* A number whose type is not wider than the array's. */
static gla_status store(fill *f, const GlaNumber *n)
{
    double real = n->dtype == GLA_FLOAT64 || n->dtype == GLA_COMPLEX128 ? n->v.f[0] : n->dtype == GLA_BOOL ? n->v.b
                  : n->dtype == GLA_UINT64 ? (double)n->v.u : (double)n->v.i;
    if (n->dtype > f->dtype)
        return gla_py_fail_changed();
    switch (f->dtype) {
    case GLA_BOOL: *(uint8_t *)f->to = n->v.b; break;
    case GLA_INT64:
    case GLA_UINT64: *(int64_t *)f->to = n->dtype == GLA_BOOL ? n->v.b : n->v.i; break;
    case GLA_FLOAT64: *(double *)f->to = real; break;
    case GLA_COMPLEX128:
        ((double *)f->to)[0] = real;
        ((double *)f->to)[1] = n->dtype == GLA_COMPLEX128 ? n->v.f[1] : 0;
        break;
    default: return gla_py_fail_changed(); /* numbers of the language are of none of the other types */
    }
    f->to += f->itemsize;
    return GLA_OK;
}

static gla_status store_element(fill *f, gla_dtype dtype, const void *p)
{
    if (dtype != f->dtype) {
        GlaNumber n = gla_py_load(dtype, p);
        return store(f, &n);
    }
    memcpy(f->to, p, f->itemsize);
    f->to += f->itemsize;
    return GLA_OK;
}

static gla_status store_elements(fill *f, const gla_array *a, int axis, const char *p)
{
    gla_status st = GLA_OK;
    gla_dtype dtype = gla_array_dtype(a);
    if (axis == gla_array_ndim(a)) {
        st = gla_py_step(&f->found->steps, 1);
        return st ? st : store_element(f, dtype, p);
    }
    ptrdiff_t step = (ptrdiff_t)(gla_array_strides(a)[axis] * (int64_t)gla_itemsize(dtype));
    for (int64_t i = 0; !st && i < gla_array_shape(a)[axis]; i++)
        st = store_elements(f, a, axis + 1, p + i * step);
    return st;
}

static bool fits(const fill *f, gla_dtype dtype)
{
    return f->found->mixed ? gla_py_kind_of(dtype) <= f->dtype : dtype == f->dtype;
}

static gla_status store_array(fill *f, int depth, const gla_array *a)
{
    gla_array *host;
    void *data;
    bool good = depth + gla_array_ndim(a) == f->found->ndim && fits(f, gla_array_dtype(a));
    for (int i = 0; good && i < gla_array_ndim(a); i++)
        good = gla_array_shape(a)[i] == f->found->shape[depth + i];
    if (!good)
        return gla_py_fail_changed();
    gla_status st = gla_to_host(a, &host, &data);
    if (st)
        return st;
    st = store_elements(f, host, 0, data);
    gla_unref(host);
    return st;
}

static gla_status fill_object(fill *f, int depth, PyObject *o);

static gla_status fill_list(fill *f, int depth, PyObject *o)
{
    gla_status st = GLA_OK;
    if (depth >= f->found->ndim)
        return gla_py_fail_changed();
    int64_t n = f->found->shape[depth];
    for (int64_t i = 0; !st && i < n; i++) {
        if ((st = gla_py_step(&f->found->steps, 1)))
            break;
        if (PySequence_Fast_GET_SIZE(o) != n)
            return gla_py_fail_changed();
        if ((st = fill_object(f, depth + 1, PySequence_Fast_GET_ITEM(o, (Py_ssize_t)i))))
            gla_argument_at(i);
    }
    return !st && PySequence_Fast_GET_SIZE(o) != n ? gla_py_fail_changed() : st;
}

/* What the first pass has read, and nobody asks again.  An object that it did not meet here is new. */
static gla_status fill_kept(fill *f, int depth, PyObject *o)
{
    if (f->next == f->found->count || f->found->kept[f->next].object != o)
        return gla_py_fail_changed();
    const GlaKept *k = &f->found->kept[f->next++];
    if (k->plain)
        return fill_object(f, depth, k->plain);
    if (k->array)
        return store_array(f, depth, k->array);
    return depth == f->found->ndim && fits(f, k->dtype) ? store_element(f, k->dtype, k->value) : gla_py_fail_changed();
}

static gla_status fill_number(fill *f, int depth, PyObject *o)
{
    GlaNumber n;
    gla_status st;
    if (depth != f->found->ndim || !f->found->mixed)
        return gla_py_fail_changed();
    if (!gla_py_number(o, f->dtype >= GLA_FLOAT64, &n, &st))
        return gla_py_fail_changed();
    return st ? st : store(f, &n);
}

static gla_status fill_object(fill *f, int depth, PyObject *o)
{
    if (PyFloat_CheckExact(o) && f->dtype == GLA_FLOAT64 && depth == f->found->ndim) { /* most of what lists hold */
        *(double *)f->to = PyFloat_AS_DOUBLE(o);
        f->to += sizeof(double);
        return GLA_OK;
    }
    if (PyFloat_Check(o) || PyLong_Check(o) || PyComplex_Check(o))
        return fill_number(f, depth, o);
    if (!PyList_Check(o) && !PyTuple_Check(o))
        return fill_kept(f, depth, o);
    Py_INCREF(o);
    gla_status st = fill_list(f, depth, o);
    if (st)
        gla_py_let_go(o);
    else
        Py_DECREF(o);
    return st;
}

gla_status gla_py_fill_nested(GlaNested *s, PyObject *o, gla_dtype dtype, void *to)
{
    fill f = {.found = s, .dtype = dtype, .itemsize = gla_itemsize(dtype), .to = to};
    return fill_object(&f, 0, o);
}
