/* arguments.c - Convert arguments other than indices and strings: scalars, shapes, axes, bools, dtypes, objects, lists of
 * arrays. */
#include "binding/reader.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <math.h>
#include <string.h>

static gla_status look(gla_reader *r, void *o, gla_look how, gla_value *v)
{
    return r->binding->look(r, o, how, v);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
/* If `fits` is true, replace a one-element array by its element. Return the status of reading the element. */
static gla_status open_array(gla_value *v, bool fits)
{
    if (v->kind != GLA_VALUE_ARRAY || !fits)
        return GLA_OK;
    v->kind = GLA_VALUE_NUMBER;
    return gla_single(v->array, "item", &v->number);
}

static gla_status narrow_integer(gla_reader *r, void *o, const gla_value *v, const char *wanted, int64_t *value)
{
    const gla_number *n = &v->number;
    bool number = v->kind == GLA_VALUE_NUMBER;
    bool whole = number && n->dtype == GLA_FLOAT64 && r->binding->whole_floats && n->v.f[0] == floor(n->v.f[0]);
    if (v->kind == GLA_VALUE_LARGE || (number && n->dtype == GLA_UINT64 && n->v.u > INT64_MAX))
        return gla_argument_is(GLA_OVERFLOW_ERROR, GLA_DESCRIBE_LARGE, GLA_WANT_INTEGER_64);
    if (whole && (n->v.f[0] < -9223372036854775808.0 || n->v.f[0] >= 9223372036854775808.0))
        return isinf(n->v.f[0]) ? gla_wanted(r, GLA_DTYPE_ERROR, o, wanted)
                                : gla_wanted(r, GLA_OVERFLOW_ERROR, o, GLA_WANT_INTEGER_64);
    if (!number || n->dtype == GLA_COMPLEX128 || (n->dtype == GLA_FLOAT64 && !whole))
        return gla_wanted(r, GLA_DTYPE_ERROR, o, wanted);
    *value = whole ? (int64_t)n->v.f[0] : n->dtype == GLA_BOOL ? n->v.b : n->v.i;
    return GLA_OK;
}

static gla_status integer_of(gla_reader *r, void *o, gla_value *v, const char *wanted, int64_t *value)
{
    gla_dtype dtype = v->kind == GLA_VALUE_ARRAY ? gla_array_dtype(v->array) : GLA_NO_DTYPE;
    gla_status st = open_array(v, dtype && gla_array_ndim(v->array) == 0 &&
                                      (r->binding->whole_floats || gla_dtype_is_integer(dtype)));
    return st ? st : narrow_integer(r, o, v, wanted, value);
}

static gla_status read_integer(gla_reader *r, void *o, const char *wanted, int64_t *value)
{
    gla_value v;
    gla_status st = look(r, o, GLA_LOOK_INTEGER, &v);
    return st ? st : integer_of(r, o, &v, wanted, value);
}

gla_status gla_read_int64(gla_reader *r, void *o, int64_t *value)
{
    return read_integer(r, o, GLA_WANT_INTEGER, value);
}

static gla_status int_of(gla_reader *r, void *o, gla_value *v, int *value)
{
    char text[GLA_DESCRIPTION];
    int64_t wide = 0;
    gla_status st = integer_of(r, o, v, GLA_WANT_INTEGER, &wide);
    if (st)
        return st;
    if (wide < INT32_MIN || wide > INT32_MAX)
        return gla_argument_is(GLA_OVERFLOW_ERROR, gla_describe_integer(text, wide), GLA_WANT_INTEGER_32);
    *value = (int)wide;
    return GLA_OK;
}

gla_status gla_read_int(gla_reader *r, void *o, int *value)
{
    gla_value v;
    gla_status st = look(r, o, GLA_LOOK_INTEGER, &v);
    return st ? st : int_of(r, o, &v, value);
}

/* Accept upper case, and "c", which LAPACK and SciPy use for "h". */
gla_status gla_read_transpose(gla_reader *r, void *o, int *value)
{
    static const char letters[] = "NnTtHhCc";
    gla_value v;
    gla_status st = look(r, o, GLA_LOOK_INTEGER, &v);
    if (st || v.kind != GLA_VALUE_TEXT)
        return st ? st : int_of(r, o, &v, value);
    const char *found = v.text && v.length == 1 ? strchr(letters, v.text[0]) : NULL;
    if (!found)
        return gla_wanted(r, v.length == 1 ? GLA_ARGUMENT_ERROR : GLA_DTYPE_ERROR, o, GLA_WANT_TRANSPOSE);
    *value = found < letters + 6 ? (int)(found - letters) / 2 : GLA_CONJUGATE_TRANSPOSED;
    return GLA_OK;
}

gla_status gla_read_axis(gla_reader *r, void *o, gla_axis *value)
{
    gla_value v;
    gla_status st = look(r, o, GLA_LOOK_INTEGER, &v);
    if (st || v.kind != GLA_VALUE_NONE)
        return st ? st : integer_of(r, o, &v, GLA_WANT_AXIS, value);
    *value = GLA_NO_AXIS;
    return GLA_OK;
}

gla_status gla_read_double(gla_reader *r, void *o, double *value)
{
    gla_value v;
    gla_status st = look(r, o, GLA_LOOK_REAL, &v);
    if (!st)
        st = open_array(&v, v.kind == GLA_VALUE_ARRAY && gla_array_size(v.array) == 1);
    if (st)
        return st;
    if (v.kind == GLA_VALUE_LARGE && isinf(v.number.v.f[0]))
        return gla_argument_fact(GLA_OVERFLOW_ERROR, "is a number beyond the range of float64 (1.8e308); scale it");
    if ((v.kind != GLA_VALUE_NUMBER && v.kind != GLA_VALUE_LARGE) || v.number.dtype == GLA_COMPLEX128)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_REAL);
    *value = gla_number_real(&v.number);
    return GLA_OK;
}

/* ---- truth values ------------------------------------------------------------------------------------------------ */
static gla_status look_at_truth(gla_reader *r, void *o, gla_value *v)
{
    gla_status st = look(r, o, GLA_LOOK_TRUTH, v);
    return st ? st : open_array(v, v->kind == GLA_VALUE_ARRAY && gla_array_ndim(v->array) == 0);
}

/* Accept 1 and 0 as true and false. */
gla_status gla_read_bool(gla_reader *r, void *o, bool *value)
{
    gla_value v;
    int64_t number = 0;
    gla_status st = look_at_truth(r, o, &v);
    if (!st && (v.kind != GLA_VALUE_NONE || !r->binding->none_is_false))
        st = narrow_integer(r, o, &v, GLA_WANT_BOOL, &number);
    if (!st && number != 0 && number != 1)
        st = gla_wanted(r, GLA_ARGUMENT_ERROR, o, GLA_WANT_BOOL);
    if (!st)
        *value = number;
    return st;
}

/* Refuse numbers, which are probably a mistake: the second dimension in reshape(x, 4, 1), or a line number in header=0. */
gla_status gla_read_maybe(gla_reader *r, void *o, gla_maybe *value)
{
    gla_value v;
    gla_status st = look_at_truth(r, o, &v);
    if (st)
        return st;
    if (v.kind == GLA_VALUE_NUMBER && v.number.dtype == GLA_BOOL)
        *value = v.number.v.b ? GLA_YES : GLA_NO;
    else if (v.kind == GLA_VALUE_NONE)
        *value = GLA_MAYBE;
    else
        st = gla_wanted(r, GLA_DTYPE_ERROR, o,
                        v.kind == GLA_VALUE_NUMBER || v.kind == GLA_VALUE_LARGE ? GLA_WANT_FLAG : GLA_WANT_MAYBE);
    return st;
}

/* ---- shapes and lists of axes ------------------------------------------------------------------------------------ */
static gla_status ints_of_list(gla_reader *r, void *o, gla_ints *store)
{
    int64_t n = 0;
    gla_status st = GLA_OK;
    void *list = r->binding->list(r, o, GLA_MAX_NDIM, &n, &st);
    if (!st && n > GLA_MAX_NDIM)
        st = gla_argument_fact(GLA_SHAPE_ERROR, "is a list of %lld integers, but an array has at most %d dimensions",
                               (long long)n, GLA_MAX_NDIM);
    store->n = st || !list ? 0 : (int)gla_plain_numbers(r, list, 0, n, GLA_INT64, store->v);
    for (; !st && store->n < n; store->n++)
        if ((st = read_integer(r, r->binding->item(r, list, store->n), GLA_WANT_INTEGER, &store->v[store->n])))
            gla_argument_at(store->n);
    if (list)
        gla_release_value(r, list);
    return st;
}

static gla_status ints_of_array(gla_reader *r, void *o, const gla_array *a, gla_ints *store)
{
    gla_array *host;
    void *data;
    size_t itemsize = gla_itemsize(gla_array_dtype(a));
    int64_t n = gla_array_size(a);
    bool fits = gla_array_ndim(a) == 1 && n <= GLA_MAX_NDIM &&
                (!n || gla_dtype_is_integer(gla_array_dtype(a)) || r->binding->whole_floats);
    if (!fits && n <= GLA_MAX_NDIM)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_INTEGERS);
    if (!fits)
        return gla_argument_fact(GLA_SHAPE_ERROR, "is a list of %lld integers, but an array has at most %d dimensions",
                                 (long long)n, GLA_MAX_NDIM);
    gla_status st = gla_to_host(a, &host, &data);
    if (st)
        return st;
    int64_t step = gla_array_strides(host)[0] * (int64_t)itemsize;
    for (store->n = 0; !st && store->n < n; store->n++) {
        gla_value v = {.kind = GLA_VALUE_NUMBER};
        gla_number_load(&v.number, gla_array_dtype(host), (const char *)data + store->n * step);
        if ((st = narrow_integer(r, o, &v, GLA_WANT_INTEGERS, &store->v[store->n])))
            gla_argument_at(store->n);
    }
    gla_unref(host);
    return st;
}

gla_status gla_read_ints(gla_reader *r, void *o, gla_ints *store, const gla_ints **p)
{
    gla_value v;
    *p = NULL;
    gla_status st = look(r, o, GLA_LOOK_INTEGER, &v);
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    if (v.kind == GLA_VALUE_LIST) {
        st = ints_of_list(r, v.list, store);
    } else if (v.kind == GLA_VALUE_ARRAY && gla_array_ndim(v.array)) {
        gla_array *a = gla_ref(v.array);
        st = ints_of_array(r, o, a, store);
        gla_unref(a);
    } else {
        store->n = 1;
        st = integer_of(r, o, &v, GLA_WANT_INTEGERS, &store->v[0]);
    }
    *p = st ? NULL : store;
    return st;
}

/* ---- types ------------------------------------------------------------------------------------------------------- */
gla_status gla_read_dtype(gla_reader *r, void *o, gla_dtype *value)
{
    gla_value v;
    char plain[40];
    gla_status st = look(r, o, GLA_LOOK_DTYPE, &v);
    *value = GLA_NO_DTYPE;
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    if (v.kind == GLA_VALUE_TEXT && v.text && v.length < sizeof plain && !memchr(v.text, 0, v.length)) {
        /* Names of NumPy classes: bool_, longlong (on platforms where long has 64 bits). */
        memcpy(plain, v.text, v.length + 1);
        if (v.length && plain[v.length - 1] == '_')
            plain[v.length - 1] = 0;
        *value = gla_dtype_from_name(!strcmp(plain, "longlong") ? "int64" : !strcmp(plain, "ulonglong") ? "uint64" : plain);
    }
    return *value ? GLA_OK : gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_DTYPE);
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */
/* Read a value that `look` does not recognise. Use the binding's `element` reader if there is one, otherwise its `memory`
 * reader. The caller owns the result. */
static gla_status read_unknown(gla_reader *r, void *o, gla_value *v)
{
    v->array = NULL;
    if (r->binding->element)
        return r->binding->element(r, o, v);
    gla_status st = r->binding->memory ? r->binding->memory(r, o, &v->array) : GLA_OK;
    v->kind = v->array ? GLA_VALUE_ARRAY : GLA_VALUE_OTHER;
    return st;
}

gla_status gla_make_array(gla_reader *r, void *o, gla_array **array, gla_array **made)
{
    gla_value v;
    *made = NULL;
    gla_status st = look(r, o, GLA_LOOK_ARRAY, &v);
    bool is_read = !st && v.kind == GLA_VALUE_OTHER;
    if (is_read)
        st = read_unknown(r, o, &v);
    if (st)
        return st;
    *array = v.kind == GLA_VALUE_ARRAY ? v.array : NULL;
    if (v.kind == GLA_VALUE_ARRAY)
        *made = is_read ? v.array : NULL;
    else if (v.kind == GLA_VALUE_NUMBER)
        st = gla_scalar(v.number.dtype, &v.number.v, made);
    else if (v.kind == GLA_VALUE_LARGE)
        st = gla_argument_fact(GLA_OVERFLOW_ERROR,
                               "is an integer that does not fit in 64 bits; give a smaller one, or a float");
    else if (v.kind == GLA_VALUE_LIST)
        st = gla_read_nested(r, is_read ? v.list : o, made);
    else {
        gla_wanted(r, GLA_ARGUMENT_ERROR, o, GLA_WANT_ARRAY);
        st = GLA_NO_ARRAY;
    }
    if (v.kind == GLA_VALUE_LIST && is_read)
        gla_release_value(r, v.list);
    *array = *made ? *made : *array;
    return st;
}

gla_status gla_read_array(gla_reader *r, void *o, gla_array **array, gla_array **made)
{
    return r->binding->array ? r->binding->array(r, o, array, made) : gla_make_array(r, o, array, made);
}

/* Read a dtype, in any spelling of the language, or an array-like value. */
gla_status gla_read_typed(gla_reader *r, void *o, gla_array **array, gla_array **made)
{
    gla_dtype dtype = GLA_NO_DTYPE;
    gla_value v;
    void *data;
    *made = NULL;
    gla_status st = look(r, o, GLA_LOOK_DTYPE, &v);
    if (!st && v.kind == GLA_VALUE_TEXT)
        st = gla_read_dtype(r, o, &dtype);
    if (st || dtype == GLA_NO_DTYPE)
        return st ? st : gla_read_array(r, o, array, made);
    st = gla_new_host(dtype, 1, (int64_t[]){0}, made, &data);
    *array = *made;
    return st;
}

/* Read a string or an array-like value. */
gla_status gla_read_chosen(gla_reader *r, void *o, gla_choice *store, const gla_chosen **p)
{
    gla_value v;
    gla_array *array = NULL;
    *p = NULL;
    gla_status st = look(r, o, GLA_LOOK_TEXT, &v);
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    st = v.kind == GLA_VALUE_TEXT ? gla_read_text(r, o, &store->chosen.text, &store->text)
                                  : gla_read_array(r, o, &array, &store->made);
    store->chosen.array = array;
    *p = st ? NULL : &store->chosen;
    return st;
}

void gla_release_choice(gla_choice *store)
{
    if (!store)
        return;
    gla_unref(store->made);
    gla_release_text(&store->text);
}

/* ---- lists of arrays --------------------------------------------------------------------------------------------- */
static gla_status read_list(gla_reader *r, void *o, bool typed, gla_arrays *arrays)
{
    int64_t n = 0;
    gla_value v;
    *arrays = (gla_arrays){.n = 0};
    gla_status st = look(r, o, GLA_LOOK_ONLY, &v);
    void *list = st ? NULL : r->binding->list(r, o, INT64_MAX, &n, &st);
    if (!st && !list)
        st = gla_wanted(r, GLA_ARGUMENT_ERROR, o, GLA_WANT_ARRAYS);
    if (!st && n && !(arrays->v = gla_malloc((size_t)n * sizeof *arrays->v)))
        st = gla_fail_memory("asarray", (size_t)n * sizeof *arrays->v);
    for (int64_t i = 0; !st && i < n; i++) {
        gla_array *a, *made = NULL;
        void *item = r->binding->item(r, list, i);
        if ((st = typed ? gla_read_typed(r, item, &a, &made) : gla_read_array(r, item, &a, &made))) {
            gla_unref(made);
            gla_argument_at(i);
        } else
            arrays->v[arrays->n++] = made ? made : gla_ref(a);
        if (!st && i % 1024 == 1023)
            st = gla_pause(r);
    }
    if (list)
        gla_release_value(r, list);
    if (st)
        gla_release_arrays(arrays);
    return st;
}

gla_status gla_read_arrays(gla_reader *r, void *o, gla_arrays *arrays)
{
    return read_list(r, o, false, arrays);
}

gla_status gla_read_typeds(gla_reader *r, void *o, gla_arrays *arrays)
{
    return read_list(r, o, true, arrays);
}

void gla_release_arrays(gla_arrays *list)
{
    if (!list || (!list->v && !list->lengths))
        return;
    gla_free(list->lengths);
    for (int64_t i = 0; i < list->n; i++)
        gla_unref((gla_array *)list->v[i]);
    gla_free(list->v);
    *list = (gla_arrays){.n = 0};
}
