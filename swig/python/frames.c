/* frames.c - Tables from data frames, and columns from objects of pandas, NumPy and Arrow: gpulinalg._frames interprets those
 * of pandas and NumPy, and all others are read by Arrow's interface. */
#include "arrow.h"

/* ---- columns of gpulinalg._frames ---------------------------------------------------------------------------------------- */
static gla_status add_codes(gla_columns *c, const char *name, PyObject *values, PyObject *texts)
{
    gla_strings *levels = NULL;
    gla_array *codes = NULL, *made = NULL;
    gla_status st = gla_read_texts(&gla_py_reader, texts, &levels);
    if (!st && !(st = gla_py_array(values, &codes, &made)))
        st = gla_add_codes(c, name, codes, levels);
    else
        gla_strings_free(levels);
    gla_unref(made);
    return st;
}

static gla_status add_masked(gla_columns *c, const char *name, PyObject *values, PyObject *mask)
{
    gla_array *numbers, *made = NULL, *missing, *made_mask = NULL;
    gla_status st = gla_py_array(values, &numbers, &made);
    if (!st)
        st = gla_py_array(mask, &missing, &made_mask);
    if (!st)
        st = gla_add_numbers(c, name, numbers, missing);
    gla_unref(made_mask);
    gla_unref(made);
    return st;
}

/* Append (values, mask or None, levels or None). */
static gla_status add_part(gla_columns *c, const char *name, PyObject *part)
{
    PyObject *values, *mask, *levels;
    if (!PyArg_ParseTuple(part, "OOO", &values, &mask, &levels))
        return gla_py_pending();
    if (levels != Py_None)
        return add_codes(c, name, values, levels);
    if (mask != Py_None)
        return add_masked(c, name, values, mask);
    return gla_add_values(&gla_py_reader, c, name, values);
}

static bool is_numpy(PyObject *o)
{
    return !strncmp(Py_TYPE(o)->tp_name, "numpy.", 6);
}

static gla_status add_arrow(gla_columns *c, const char *name, PyObject *o, bool *added)
{
    arrow_data *data;
    gla_status st = gla_py_arrow_read(o, &data);
    if (st || !data)
        return st;
    *added = true;
    if (gla_py_arrow_is_frame(data))
        st = gla_argument_fact(GLA_DTYPE_ERROR, "is a data frame; give one of its columns");
    else
        st = gla_py_arrow_column(c, name, data, -1);
    gla_py_arrow_release(data);
    return st;
}

gla_status gla_py_column(gla_reader *Py_UNUSED(r), void *object, gla_columns *c, const char *name, bool *added)
{
    const char *package = gla_py_package_of(object);
    bool ours = is_numpy(object) || (package && (!strcmp(package, "pandas") || !strcmp(package, "numpy.ma")));
    *added = false;
    if (!ours)
        return add_arrow(c, name, object, added);
    GLA_PY_OWNED PyObject *module = PyImport_ImportModule("gpulinalg._frames");
    GLA_PY_OWNED PyObject *part = module
                                      ? PyObject_CallMethod(module, "column", "Ozs", object, package ? package : "numpy", name)
                                      : NULL;
    if (!part)
        return gla_py_pending();
    *added = part != Py_None;
    return *added ? add_part(c, name, part) : GLA_OK;
}

/* ---- data frames --------------------------------------------------------------------------------------------------------- */
static gla_status add_parts(gla_columns *c, PyObject *parts)
{
    gla_status st = GLA_OK;
    GLA_PY_OWNED PyObject *list = PySequence_List(parts);
    for (Py_ssize_t i = 0; list && i < PyList_GET_SIZE(list) && !st; i++) {
        const char *name;
        PyObject *part;
        st = PyArg_ParseTuple(PyList_GET_ITEM(list, i), "sO", &name, &part) ? add_part(c, name, part) : gla_py_pending();
        if (st)
            gla_argument_in(name);
    }
    return list ? st : gla_py_pending();
}

static gla_status add_children(gla_columns *c, arrow_data *data)
{
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < data->schema.n_children && !st; i++) {
        const char *name = data->schema.children[i]->name ? data->schema.children[i]->name : "";
        if ((st = gla_py_arrow_column(c, name, data, i)))
            gla_argument_in(name);
    }
    return st;
}

static gla_status make(PyObject *parts, arrow_data *data, void **table)
{
    struct gla_table *made;
    gla_columns *c = gla_begin_columns();
    if (!c)
        return gla_last_status();
    gla_status st = gla_end_columns(c, parts ? add_parts(c, parts) : add_children(c, data), &made);
    *table = made;
    return st;
}

gla_status gla_py_frame(PyObject *o, void **table)
{
    arrow_data *data = NULL;
    const char *package = gla_py_package_of(o);
    if (PyDict_Check(o) || PyList_Check(o) || PyTuple_Check(o) || is_numpy(o) || gla_py_is_array(o))
        return GLA_OK;
    GLA_PY_OWNED PyObject *module = package ? PyImport_ImportModule("gpulinalg._frames") : NULL;
    GLA_PY_OWNED PyObject *parts = module ? PyObject_CallMethod(module, "frame", "Os", o, package) : NULL;
    if (package && !parts)
        return gla_py_pending();
    if (parts && parts != Py_None)
        return make(parts, NULL, table);
    if (package && !strcmp(package, "pandas")) /* a column, which Arrow could read too */
        return GLA_OK;
    gla_status st = gla_py_arrow_read(o, &data);
    if (!st && data && gla_py_arrow_is_frame(data))
        st = make(NULL, data, table);
    if (data)
        gla_py_arrow_release(data);
    return st;
}
