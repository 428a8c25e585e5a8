/* nested.c - lists of lists of numbers -> array: shape and type.
 *
 * Two passes: this one finds shape and type, nested_fill.c stores.  Numbers of other classes and arrays of other libraries
 * run code of their own, which may change the lists, and answer otherwise when asked again: each is read here, once, and
 * what it was is kept for the second pass, which trusts nothing else of the first.
 */
#include "nested.h"

static gla_status fail_kind(const char *got, const char *others)
{
    return gla_argument_fact(GLA_SHAPE_ERROR, "is %s where others are %s; make all rows equally long and deep", got, others);
}

gla_status gla_py_fail_changed(void)
{
    return gla_argument_fact(GLA_SHAPE_ERROR, "changed while it was read; pass a copy");
}

/* ---- what was read once ------------------------------------------------------------------------------------------ */
/* A new place for o.  Its address is good until the next one is added. */
static GlaKept *keep(GlaNested *s, PyObject *o)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 16;
        GlaKept *bigger = PyMem_Realloc(s->kept, capacity * sizeof *bigger);
        if (!bigger) {
            gla_fail_memory("asarray", capacity * sizeof *bigger);
            return NULL;
        }
        s->kept = bigger;
        s->capacity = capacity;
    }
    GlaKept *k = &s->kept[s->count++];
    *k = (GlaKept){.object = gla_py_new_ref(o)};
    return k;
}

/* This runs code of the script: nothing of s is needed any more. */
static void forget(GlaNested *s)
{
    for (size_t i = 0; i < s->count; i++) {
        gla_unref(s->kept[i].array);
        gla_py_let_go(s->kept[i].plain);
        gla_py_let_go(s->kept[i].object);
    }
    PyMem_Free(s->kept);
}

/* ---- shape and type ---------------------------------------------------------------------------------------------- */
static gla_status see_level(GlaNested *s, int depth, int64_t length)
{
    s->deep |= depth >= GLA_MAX_NDIM;
    if (s->deep)
        return gla_argument_fact(GLA_SHAPE_ERROR, "is nested deeper than %d lists, or contains itself; arrays have at most %d "
                                 "dimensions", GLA_MAX_NDIM, GLA_MAX_NDIM);
    if (s->leaf_depth >= 0 && depth >= s->leaf_depth)
        return fail_kind(GLA_DESCRIBE_LIST, "numbers");
    if (depth == s->ndim)
        s->shape[s->ndim++] = length;
    else if (s->shape[depth] != length)
        return gla_argument_fact(GLA_SHAPE_ERROR, "has %lld elements where others have %lld; make all rows equally long",
                                 (long long)length, (long long)s->shape[depth]);
    return GLA_OK;
}

static gla_status see_leaf(GlaNested *s, int depth, gla_dtype dtype, PyObject *o)
{
    char text[GLA_DESCRIPTION];
    if (s->ndim > depth)
        return fail_kind(gla_py_describe(o, text), "lists");
    s->leaf_depth = depth;
    if (dtype > s->widest)
        s->widest = dtype;
    return GLA_OK;
}

static gla_status see_number(GlaNested *s, int depth, gla_dtype dtype, PyObject *o)
{
    s->mixed = true;
    return see_leaf(s, depth, dtype, o);
}

static gla_status see_integer(GlaNested *s, int depth, PyObject *o)
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
    return see_number(s, depth, dtype, o);
}

gla_dtype gla_py_kind_of(gla_dtype dtype)
{
    if (gla_dtype_is_complex(dtype))
        return GLA_COMPLEX128;
    if (gla_dtype_is_real_floating(dtype))
        return GLA_FLOAT64;
    return dtype == GLA_BOOL || dtype == GLA_UINT64 ? dtype : GLA_INT64;
}

/* Takes the reference to a over. */
static gla_status see_array(GlaNested *s, int depth, PyObject *o, gla_array *a)
{
    gla_dtype dtype = gla_array_dtype(a);
    GlaKept *k = keep(s, o);
    gla_status st = k ? GLA_OK : gla_last_status();
    bool single = !st && gla_array_ndim(a) == 0 && !strcmp(gla_array_device(a), "host");
    if (single) {
        gla_array *host;
        void *data;
        k->dtype = dtype;
        if (!(st = gla_to_host(a, &host, &data))) {
            memcpy(k->value, data, gla_itemsize(dtype));
            gla_unref(host);
        }
    }
    for (int i = 0; !st && i < gla_array_ndim(a); i++)
        st = see_level(s, depth + i, gla_array_shape(a)[i]);
    int ndim = gla_array_ndim(a);
    if (s->arrays && s->arrays != dtype)
        s->mixed = true;
    s->arrays = dtype;
    s->negative |= gla_dtype_is_integer(dtype) && !gla_dtype_is_unsigned(dtype);
    if (!st && !single)
        k->array = a;
    else
        gla_unref(a);
    return st ? st : see_leaf(s, depth + ndim, gla_py_kind_of(dtype), o);
}

static gla_status scan_object(GlaNested *s, int depth, PyObject *o);

static gla_status scan_list(GlaNested *s, int depth, PyObject *o)
{
    Py_ssize_t n = PySequence_Fast_GET_SIZE(o);
    gla_status st = see_level(s, depth, n);
    for (Py_ssize_t i = 0; !st && i < n; i++) {
        if ((st = gla_py_step(&s->steps, 1)))
            break;
        if (i >= PySequence_Fast_GET_SIZE(o))
            return gla_py_fail_changed();
        if ((st = scan_object(s, depth + 1, PySequence_Fast_GET_ITEM(o, i))) && !s->deep)
            gla_argument_at(i);
    }
    return st;
}

/* What stands for o is read instead of it, now and in the second pass.  Takes the reference to plain over. */
static gla_status scan_plain(GlaNested *s, int depth, PyObject *o, PyObject *plain)
{
    GlaKept *k = plain ? keep(s, o) : NULL;
    if (!k) {
        Py_XDECREF(plain);
        return plain ? gla_last_status() : gla_py_pending();
    }
    k->plain = plain;
    return scan_object(s, depth, plain);
}

/* What is neither a built-in number nor a list: it may run code of its own, and is held meanwhile. */
static gla_status scan_other(GlaNested *s, int depth, PyObject *o)
{
    gla_array *a = NULL, *tmp = NULL;
    gla_status st;
    if (PyObject_TypeCheck(o, &gla_py_base_type)) {
        st = gla_py_array(o, &a, &tmp);
        return st ? st : see_array(s, depth, o, gla_ref(a));
    }
    if ((st = gla_py_step(&s->steps, 0x200)))
        return st;
    if (gla_py_foreign(o, &tmp, &st))
        return st ? st : see_array(s, depth, o, tmp);
    if (PySequence_Check(o) && !PyUnicode_Check(o) && !PyBytes_Check(o) && !PyType_Check(o))
        return scan_plain(s, depth, o, gla_py_list(o));
    PyObject *number;
    if ((st = gla_py_plain_number(o, &number)))
        return st;
    if (!number && gla_py_described(o, &tmp, &st))
        return st ? st : see_array(s, depth, o, tmp);
    return number ? scan_plain(s, depth, o, number) : gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_NUMBER);
}

static gla_status scan_object(GlaNested *s, int depth, PyObject *o)
{
    if (PyFloat_Check(o)) /* numpy.float64 among them */
        return see_number(s, depth, GLA_FLOAT64, o);
    if (PyBool_Check(o))
        return see_number(s, depth, GLA_BOOL, o);
    if (PyLong_Check(o))
        return see_integer(s, depth, o);
    if (PyComplex_Check(o))
        return see_number(s, depth, GLA_COMPLEX128, o);
    Py_INCREF(o);
    gla_status st = PyList_Check(o) || PyTuple_Check(o) ? scan_list(s, depth, o) : scan_other(s, depth, o);
    if (st)
        gla_py_let_go(o);
    else
        Py_DECREF(o);
    return st;
}

static gla_status choose_dtype(const GlaNested *s, gla_dtype *dtype)
{
    *dtype = s->leaf_depth < 0 ? GLA_FLOAT64 : s->mixed ? s->widest : s->arrays;
    if (s->unfit && *dtype < GLA_FLOAT64)
        return gla_argument_fact(GLA_OVERFLOW_ERROR, "holds an integer that does not fit in 64 bits; make it a float");
    if (*dtype == GLA_UINT64 && s->negative && s->mixed)
        return gla_argument_fact(GLA_OVERFLOW_ERROR, "holds negative integers and ones of 2**63 or more, which no integer "
                                 "type holds together; make them floats");
    return GLA_OK;
}

gla_status gla_py_nested(PyObject *o, gla_array **out)
{
    GlaNested s = {.leaf_depth = -1};
    gla_dtype dtype;
    void *data;
    *out = NULL;
    gla_status st = scan_object(&s, 0, o);
    if (!st)
        st = choose_dtype(&s, &dtype);
    if (!st)
        st = gla_new_host(dtype, s.ndim, s.shape, out, &data);
    if (!st && gla_array_size(*out) && (st = gla_py_fill_nested(&s, o, dtype, data))) {
        gla_unref(*out);
        *out = NULL;
    }
    forget(&s);
    return st;
}
