/* arrow_in.c - Data of other libraries by the Arrow PyCapsule interface: __arrow_c_stream__ and __arrow_c_array__. */
#include "arrow.h"

/* ---- ownership ------------------------------------------------------------------------------------------------------- */
static void end_data(arrow_data *data)
{
    for (int64_t i = 0; i < data->n; i++)
        if (data->chunks[i].release)
            data->chunks[i].release(&data->chunks[i]);
    if (data->schema.release)
        data->schema.release(&data->schema);
    gla_free(data->chunks);
    gla_free(data);
}

void gla_py_arrow_release(void *owner)
{
    arrow_data *data = owner;
    PyObject *pending[3];
    gla_kept_error error;
    if (!Py_IsInitialized())
        return;
    PyGILState_STATE state = PyGILState_Ensure();
    if (--data->refs == 0) {
        gla_keep_error(&error);
        PyErr_Fetch(&pending[0], &pending[1], &pending[2]);
        end_data(data);
        PyErr_Restore(pending[0], pending[1], pending[2]);
        gla_restore_error(&error);
    }
    PyGILState_Release(state);
}

/* ---- capsules -------------------------------------------------------------------------------------------------------- */
static gla_status fail_capsule(PyObject *o, const char *method)
{
    gla_status st = PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_ValueError) ? gla_py_pending() : GLA_OK;
    PyErr_Clear();
    return st ? st
              : gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s whose method %s returned no valid capsule",
                                  Py_TYPE(o)->tp_name, method);
}

static arrow_array *next_chunk(arrow_data *data)
{
    int64_t n = data->n;
    if (n & (n - 1))
        return &data->chunks[n];
    size_t size = (size_t)(n ? 2 * n : 1) * sizeof *data->chunks;
    arrow_array *more = gla_malloc(size);
    if (!more)
        return NULL;
    if (n)
        memcpy(more, data->chunks, (size_t)n * sizeof *more);
    gla_free(data->chunks);
    data->chunks = more;
    return &more[n];
}

static gla_status fail_stream(PyObject *o, arrow_stream *stream)
{
    if (PyErr_Occurred())
        return gla_py_pending();
    const char *reason = stream->get_last_error(stream);
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s whose Arrow stream cannot be read: %.300s", Py_TYPE(o)->tp_name,
                             reason ? reason : "no reason given");
}

static gla_status read_stream(PyObject *o, PyObject *capsule, arrow_data *data)
{
    arrow_stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (!stream || !stream->release)
        return fail_capsule(o, "__arrow_c_stream__");
    if (stream->get_schema(stream, &data->schema))
        return fail_stream(o, stream);
    gla_status st = GLA_OK;
    while (!st) {
        arrow_array *chunk = next_chunk(data);
        if (!chunk)
            return gla_fail_memory("Table", sizeof *chunk);
        *chunk = (arrow_array){.length = 0};
        if (stream->get_next(stream, chunk))
            return fail_stream(o, stream);
        if (!chunk->release)
            break;
        data->n++;
        st = PyErr_CheckSignals() < 0 ? gla_py_pending() : GLA_OK;
    }
    return st;
}

static gla_status read_array(PyObject *o, PyObject *capsules, arrow_data *data)
{
    bool is_pair = PyTuple_Check(capsules) && PyTuple_GET_SIZE(capsules) == 2;
    arrow_schema *schema = is_pair ? PyCapsule_GetPointer(PyTuple_GET_ITEM(capsules, 0), "arrow_schema") : NULL;
    arrow_array *array = schema ? PyCapsule_GetPointer(PyTuple_GET_ITEM(capsules, 1), "arrow_array") : NULL;
    if (!array || !array->release || !schema->release)
        return fail_capsule(o, "__arrow_c_array__");
    arrow_array *chunk = next_chunk(data);
    if (!chunk)
        return gla_fail_memory("Table", sizeof *chunk);
    *chunk = *array; /* the structures are moved, as the interface demands */
    data->schema = *schema;
    array->release = NULL;
    schema->release = NULL;
    data->n = 1;
    return GLA_OK;
}

/* Return true if the class of o has a method. */
static bool has(PyObject *o, const char *name, gla_status *status)
{
    GLA_PY_OWNED PyObject *type = gla_py_new_ref((PyObject *)Py_TYPE(o));
    GLA_PY_OWNED PyObject *method = *status || PyType_Check(o) ? NULL : PyObject_GetAttrString(type, name);
    if (!method && !*status)
        *status = gla_py_clear_refusal();
    return method != NULL;
}

gla_status gla_py_arrow_read(PyObject *o, arrow_data **data)
{
    gla_status st = GLA_OK;
    *data = NULL;
    bool is_stream = has(o, "__arrow_c_stream__", &st);
    const char *name = is_stream ? "__arrow_c_stream__" : has(o, "__arrow_c_array__", &st) ? "__arrow_c_array__" : NULL;
    if (st || !name)
        return st;
    GLA_PY_OWNED PyObject *given = PyObject_CallMethod(o, name, NULL);
    if (!given)
        return gla_py_pending();
    arrow_data *made = gla_calloc(1, sizeof *made);
    if (!made)
        return gla_fail_memory("Table", sizeof *made);
    made->refs = 1;
    st = is_stream ? read_stream(o, given, made) : read_array(o, given, made);
    if (!st && !made->schema.format)
        st = fail_capsule(o, name);
    if (st)
        gla_py_arrow_release(made);
    else
        *data = made;
    return st;
}
