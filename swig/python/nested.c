/* nested.c - lists of lists of numbers -> array.
 *
 * Two passes: the first finds shape and type, the second stores.  Numbers of other classes and arrays of other
 * libraries run code of their own, which may change the lists meanwhile: the second pass trusts nothing of the first.
 */
#include "binding.h"

typedef struct scan {
    int ndim;       /* levels seen so far */
    int leaf_depth; /* of the first number; -1 before */
    int64_t shape[GLA_MAX_NDIM];
    gla_dtype widest; /* of the numbers: BOOL < INT64 < UINT64 < FLOAT64 < COMPLEX128 */
    gla_dtype arrays; /* type of all arrays among them; NO_DTYPE before the first and when they differ */
    bool mixed;       /* not only arrays of one type */
    bool negative, unfit; /* there is a negative integer; one that does not fit 64 bits */
} scan;

typedef struct fill {
    const scan *found;
    gla_dtype dtype;
    size_t itemsize;
    char *to; /* the next element */
} fill;

static gla_status fail_ragged(const char *how)
{
    return gla_fail(GLA_SHAPE_ERROR, "asarray: the nested lists are ragged (%s); all lists of one level must be "
                    "equally long", how);
}

static gla_status fail_changed(void)
{
    return gla_fail(GLA_SHAPE_ERROR, "asarray: a list changed while it was read; give a list that stays as it is");
}

/* ---- first pass -------------------------------------------------------------------------------------------------- */
static gla_status see_level(scan *s, int depth, int64_t length)
{
    if (depth >= GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "asarray: lists are nested more than %d deep; at most %d dimensions are "
                        "possible", GLA_MAX_NDIM, GLA_MAX_NDIM);
    if (s->leaf_depth >= 0 && depth >= s->leaf_depth)
        return fail_ragged("a list stands where a number stood before");
    if (depth == s->ndim)
        s->shape[s->ndim++] = length;
    else if (s->shape[depth] != length)
        return fail_ragged("lengths differ");
    return GLA_OK;
}

static gla_status see_leaf(scan *s, int depth, gla_dtype dtype)
{
    if (s->ndim > depth)
        return fail_ragged("a number stands where a list stood before");
    s->leaf_depth = depth;
    if (dtype > s->widest)
        s->widest = dtype;
    return GLA_OK;
}

static gla_status see_integer(scan *s, int depth, PyObject *o)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(o, &overflow);
    gla_dtype dtype = GLA_INT64;
    if (overflow > 0) {
        dtype = GLA_UINT64;
        PyLong_AsUnsignedLongLong(o);
        if (PyErr_Occurred()) {
            PyErr_Clear();
            s->unfit = true;
        }
    }
    s->unfit |= overflow < 0;
    s->negative |= value < 0 && overflow <= 0;
    s->mixed = true;
    return see_leaf(s, depth, dtype);
}

/* The type that holds any number of dtype, of those that a list of plain numbers can have. */
static gla_dtype kind_of(gla_dtype dtype)
{
    if (gla_dtype_is_complex(dtype))
        return GLA_COMPLEX128;
    if (gla_dtype_is_real_floating(dtype))
        return GLA_FLOAT64;
    return dtype == GLA_BOOL || dtype == GLA_UINT64 ? dtype : GLA_INT64;
}

static gla_status see_array(scan *s, int depth, const gla_array *a)
{
    gla_dtype dtype = gla_array_dtype(a);
    gla_status st = GLA_OK;
    for (int i = 0; !st && i < gla_array_ndim(a); i++)
        st = see_level(s, depth + i, gla_array_shape(a)[i]);
    if (s->arrays && s->arrays != dtype)
        s->mixed = true;
    s->arrays = dtype;
    s->negative |= gla_dtype_is_integer(dtype) && !gla_dtype_is_unsigned(dtype);
    return st ? st : see_leaf(s, depth + gla_array_ndim(a), kind_of(dtype));
}

static gla_status scan_object(scan *s, int depth, PyObject *o);

static gla_status scan_list(scan *s, int depth, PyObject *o)
{
    Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
    gla_status st = see_level(s, depth, n);
    for (Py_ssize_t i = 0; !st && i < n; i++) {
        if (i >= PySequence_Fast_GET_SIZE(o))
            return fail_changed();
        st = scan_object(s, depth + 1, PySequence_Fast_GET_ITEM(o, i));
    }
    return st;
}

/* What is neither a built-in number nor a list: it may run code of its own, so it is held. */
static gla_status scan_other(scan *s, int depth, PyObject *o)
{
    gla_array *a = NULL, *tmp = NULL;
    gla_status st;
    PyNumberMethods *m = Py_TYPE(o)->tp_as_number;
    if (PyObject_TypeCheck(o, &gla_py_base_type)) {
        st = gla_py_array(o, &a, &tmp);
        return st ? st : see_array(s, depth, a);
    }
    Py_INCREF(o);
    if (gla_py_foreign(o, &tmp, &st)) {
        st = st ? st : see_array(s, depth, tmp);
        gla_unref(tmp);
    } else if (PyFloat_Check(o) || PyComplex_Check(o)) {
        s->mixed = true;
        st = see_leaf(s, depth, PyFloat_Check(o) ? GLA_FLOAT64 : GLA_COMPLEX128);
    } else if (PyLong_Check(o)) {
        st = see_integer(s, depth, o);
    } else if (PySequence_Check(o) && !PyUnicode_Check(o) && !PyBytes_Check(o) && !PyType_Check(o)) {
        PyObject *list = PySequence_List(o);
        st = list ? scan_list(s, depth, list) : gla_py_pending();
        Py_XDECREF(list);
    } else if (m && (m->nb_index || m->nb_float)) {
        s->mixed = true;
        st = see_leaf(s, depth, m->nb_index ? GLA_INT64 : GLA_FLOAT64);
    } else {
        st = gla_fail(GLA_DTYPE_ERROR, "asarray: a list holds an object of type %.100s, which is no number; leave it "
                      "out or put a number (NaN for a missing value)", Py_TYPE(o)->tp_name);
    }
    Py_DECREF(o);
    return st;
}

static gla_status scan_object(scan *s, int depth, PyObject *o)
{
    if (PyFloat_CheckExact(o)) {
        s->mixed = true;
        return see_leaf(s, depth, GLA_FLOAT64);
    }
    if (PyLong_CheckExact(o))
        return see_integer(s, depth, o);
    if (PyBool_Check(o)) {
        s->mixed = true;
        return see_leaf(s, depth, GLA_BOOL);
    }
    if (!PyList_Check(o) && !PyTuple_Check(o))
        return scan_other(s, depth, o);
    Py_INCREF(o);
    gla_status st = scan_list(s, depth, o);
    Py_DECREF(o);
    return st;
}

/* ---- second pass ------------------------------------------------------------------------------------------------- */
static gla_status store(fill *f, const GlaNumber *n)
{
    double real = n->dtype == GLA_FLOAT64 || n->dtype == GLA_COMPLEX128 ? n->v.f[0] : n->dtype == GLA_BOOL ? n->v.b
                  : n->dtype == GLA_UINT64 ? (double)n->v.u : (double)n->v.i;
    if (n->dtype > f->dtype)
        return fail_changed();
    switch (f->dtype) {
    case GLA_BOOL: *(uint8_t *)f->to = n->v.b; break;
    case GLA_INT64:
    case GLA_UINT64: *(int64_t *)f->to = n->dtype == GLA_BOOL ? n->v.b : n->v.i; break;
    case GLA_FLOAT64: *(double *)f->to = real; break;
    default:
        ((double *)f->to)[0] = real;
        ((double *)f->to)[1] = n->dtype == GLA_COMPLEX128 ? n->v.f[1] : 0;
    }
    f->to += f->itemsize;
    return GLA_OK;
}

static gla_status store_elements(fill *f, const gla_array *a, int axis, const char *p)
{
    gla_status st = GLA_OK;
    gla_dtype dtype = gla_array_dtype(a);
    if (axis < gla_array_ndim(a)) {
        ptrdiff_t step = (ptrdiff_t)(gla_array_strides(a)[axis] * (int64_t)gla_itemsize(dtype));
        for (int64_t i = 0; !st && i < gla_array_shape(a)[axis]; i++)
            st = store_elements(f, a, axis + 1, p + i * step);
        return st;
    }
    if (dtype == f->dtype) {
        memcpy(f->to, p, f->itemsize);
        f->to += f->itemsize;
        return GLA_OK;
    }
    GlaNumber n = gla_py_load(dtype, p);
    return store(f, &n);
}

static gla_status store_array(fill *f, int depth, const gla_array *a)
{
    gla_array *host;
    void *data;
    bool fits = depth + gla_array_ndim(a) == f->found->ndim &&
                (!f->found->mixed ? gla_array_dtype(a) == f->dtype : kind_of(gla_array_dtype(a)) <= f->dtype);
    for (int i = 0; fits && i < gla_array_ndim(a); i++)
        fits = gla_array_shape(a)[i] == f->found->shape[depth + i];
    if (!fits)
        return fail_changed();
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
        return fail_changed();
    int64_t n = f->found->shape[depth];
    for (int64_t i = 0; !st && i < n; i++) {
        if (PySequence_Fast_GET_SIZE(o) != n)
            return fail_changed();
        st = fill_object(f, depth + 1, PySequence_Fast_GET_ITEM(o, (Py_ssize_t)i));
    }
    return !st && PySequence_Fast_GET_SIZE(o) != n ? fail_changed() : st;
}

static gla_status fill_other(fill *f, int depth, PyObject *o)
{
    gla_array *a = NULL, *tmp = NULL;
    GlaNumber n;
    gla_status st;
    Py_INCREF(o);
    if (PyObject_TypeCheck(o, &gla_py_base_type)) {
        st = gla_py_array(o, &a, &tmp);
        st = st ? st : store_array(f, depth, a);
    } else if (gla_py_foreign(o, &tmp, &st)) {
        st = st ? st : store_array(f, depth, tmp);
        gla_unref(tmp);
    } else if (gla_py_number(o, f->dtype >= GLA_FLOAT64, &n, &st)) {
        st = st ? st : depth == f->found->ndim ? store(f, &n) : fail_changed();
    } else {
        PyObject *list = PySequence_List(o);
        st = list ? fill_list(f, depth, list) : gla_py_pending();
        Py_XDECREF(list);
    }
    Py_DECREF(o);
    return st;
}

static gla_status fill_object(fill *f, int depth, PyObject *o)
{
    if (PyFloat_CheckExact(o) && f->dtype == GLA_FLOAT64 && depth == f->found->ndim) { /* most of what lists hold */
        *(double *)f->to = PyFloat_AS_DOUBLE(o);
        f->to += sizeof(double);
        return GLA_OK;
    }
    if (!PyList_Check(o) && !PyTuple_Check(o))
        return fill_other(f, depth, o);
    Py_INCREF(o);
    gla_status st = fill_list(f, depth, o);
    Py_DECREF(o);
    return st;
}

static gla_status choose_dtype(const scan *s, gla_dtype *dtype)
{
    *dtype = s->leaf_depth < 0 ? GLA_FLOAT64 : s->mixed ? s->widest : s->arrays;
    if (s->unfit && *dtype < GLA_FLOAT64)
        return gla_fail(GLA_OVERFLOW_ERROR, "asarray: a list holds an integer that does not fit in 64 bits; make it a "
                        "float");
    if (*dtype == GLA_UINT64 && s->negative && s->mixed)
        return gla_fail(GLA_OVERFLOW_ERROR, "asarray: a list holds negative integers and ones of 2**63 or more, which "
                        "no integer type holds together; make them floats");
    return GLA_OK;
}

gla_status gla_py_nested(PyObject *o, gla_array **out)
{
    scan s = {.leaf_depth = -1};
    fill f = {.found = &s};
    void *data;
    *out = NULL;
    gla_status st = scan_object(&s, 0, o);
    if (!st)
        st = choose_dtype(&s, &f.dtype);
    if (!st)
        st = gla_new_host(f.dtype, s.ndim, s.shape, out, &data);
    if (st)
        return st;
    f.itemsize = gla_itemsize(f.dtype);
    f.to = data;
    /* An empty list of arrays may need no element, but lists of lists are walked all the same. */
    if ((st = gla_array_size(*out) ? fill_object(&f, 0, o) : GLA_OK)) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}
