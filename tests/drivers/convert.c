/* convert.c - from a value of the case language to an argument of the library, with the errors that a binding raises. */
#include "backend.h" /* gla_fail */
#include "cases.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static gla_status wrong(const char *what)
{
    return gla_fail(GLA_DTYPE_ERROR, "%s", what);
}

static gla_status to_integer(const value *v, int64_t *out)
{
    if (v->kind == UNSIGNED)
        return gla_fail(GLA_OVERFLOW_ERROR, "an integer does not fit into 64 bits");
    if (v->kind != INTEGER && v->kind != BOOL)
        return wrong("not an integer");
    *out = v->integer;
    return GLA_OK;
}

/* The dtype of a scalar as a plain list holds it; GLA_NO_DTYPE for what is not a number. */
static gla_dtype dtype_of(const value *v)
{
    switch (v->kind) {
    case BOOL: return GLA_BOOL;
    case INTEGER: return GLA_INT64;
    case UNSIGNED: return GLA_UINT64;
    case REAL: return GLA_FLOAT64;
    case COMPLEX: return GLA_COMPLEX128;
    default: return GLA_NO_DTYPE;
    }
}

/* Shape and widest type of nested lists. */
static gla_status measure(const value *v, int depth, gla_ints *shape, gla_dtype *dtype)
{
    if (v->kind != LIST) {
        gla_dtype mine = dtype_of(v);
        if (!mine)
            return wrong("a list holds something that is not a number");
        if (shape->n >= 0 && shape->n != depth)
            return gla_fail(GLA_SHAPE_ERROR, "nested lists are ragged");
        shape->n = depth;
        *dtype = mine > *dtype ? mine : *dtype;
        return GLA_OK;
    }
    if (depth == GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "nested lists are deeper than 16");
    if (shape->v[depth] >= 0 && shape->v[depth] != v->n)
        return gla_fail(GLA_SHAPE_ERROR, "nested lists are ragged");
    shape->v[depth] = v->n;
    if (v->n == 0) {
        if (shape->n >= 0 && shape->n != depth + 1)
            return gla_fail(GLA_SHAPE_ERROR, "nested lists are ragged");
        shape->n = depth + 1;
    }
    for (int i = 0; i < v->n; i++) {
        gla_status st = measure(&v->items[i], depth + 1, shape, dtype);
        if (st)
            return st;
    }
    return GLA_OK;
}

static char *fill(const value *v, gla_dtype dtype, char *to)
{
    if (v->kind == LIST) {
        for (int i = 0; i < v->n; i++)
            to = fill(&v->items[i], dtype, to);
        return to;
    }
    double number[2] = {v->kind == UNSIGNED ? (double)(uint64_t)v->integer : (double)v->integer, 0};
    if (v->kind == REAL || v->kind == COMPLEX) {
        number[0] = v->real;
        number[1] = v->imag;
    }
    uint8_t truth = v->integer != 0;
    size_t size = gla_itemsize(dtype);
    memcpy(to, dtype >= GLA_FLOAT32 ? (void *)number : dtype == GLA_BOOL ? (void *)&truth : (void *)&v->integer, size);
    return to + size;
}

static gla_status to_array(const value *v, const gla_array **out)
{
    gla_array *a = NULL;
    gla_dtype dtype = dtype_of(v);
    void *data;
    char number[16];
    if (v->kind == ARRAY) {
        *out = v->array;
        return GLA_OK;
    }
    if (v->kind == LIST) {
        gla_ints shape = {.n = -1};
        memset(shape.v, -1, sizeof shape.v);
        gla_status st = measure(v, 0, &shape, &dtype);
        if (!st)
            st = gla_new_host(dtype ? dtype : GLA_FLOAT64, shape.n, shape.v, &a, &data);
        if (st)
            return st;
        fill(v, dtype, data);
    } else if (dtype) {
        fill(v, dtype, number);
        gla_status st = gla_scalar(dtype, number, &a);
        if (st)
            return st;
    } else {
        return gla_fail(GLA_ARGUMENT_ERROR, "not an array");
    }
    *out = keep_array(a);
    return GLA_OK;
}

/* Of an operator. */
static gla_status to_operand(const value *v, argument *out)
{
    out->object = v->kind == OBJECT ? v->object : NULL;
    return out->object ? GLA_OK : to_array(v, &out->array);
}

static gla_status to_arrays(const value *v, gla_arrays *out)
{
    if (v->kind != LIST)
        return gla_fail(GLA_ARGUMENT_ERROR, "not a list of arrays");
    out->n = v->n;
    out->v = keep((size_t)v->n * sizeof *out->v);
    for (int i = 0; i < v->n; i++) {
        gla_status st = to_array(&v->items[i], &out->v[i]);
        if (st)
            return st;
    }
    return GLA_OK;
}

static gla_status to_ints(const value *v, gla_ints *out)
{
    if (v->kind != LIST) {
        out->n = 1;
        return to_integer(v, &out->v[0]);
    }
    if (v->n > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "more than 16 integers");
    out->n = v->n;
    for (int i = 0; i < v->n; i++) {
        gla_status st = to_integer(&v->items[i], &out->v[i]);
        if (st)
            return st;
    }
    return GLA_OK;
}

/* One place of an index. */
static gla_status to_place(const value *v, gla_index *out)
{
    if (v->kind == TEXT)
        return gla_index_parse(v->text, out);
    if (out->n == 2 * GLA_MAX_NDIM)
        return gla_fail(GLA_INDEX_ERROR, "too many indices");
    gla_index_item *item = &out->v[out->n++];
    if (v->kind == REAL || v->kind == COMPLEX)
        return wrong("a place of an index is a fraction");
    if (v->kind == ARRAY || v->kind == LIST || v->kind == BOOL) {
        item->kind = GLA_INDEX_ARRAY;
        return to_array(v, &item->array);
    }
    item->kind = v->kind == NONE ? GLA_INDEX_NEW_AXIS : GLA_INDEX_INTEGER;
    return v->kind == NONE ? GLA_OK : to_integer(v, &item->start);
}

/* A list is an index array, unless there is something in it that an array cannot hold: then it is a list of places. */
static gla_status to_index(const value *v, gla_index *out)
{
    bool places = false;
    for (int i = 0; v->kind == LIST && i < v->n; i++)
        places |= v->items[i].kind == TEXT || v->items[i].kind == NONE;
    if (!places)
        return to_place(v, out);
    for (int i = 0; i < v->n; i++) {
        gla_status st = to_place(&v->items[i], out);
        if (st)
            return st;
    }
    return GLA_OK;
}

static gla_status to_text(const value *v, const char **out)
{
    if (v->kind == TEXT)
        *out = v->text;
    else if (v->kind == INTEGER)
        *out = format("%lld", (long long)v->integer);
    else if (v->kind == REAL)
        *out = format("%.17g", v->real);
    else if (v->kind != NONE)
        return wrong("not a text");
    return GLA_OK;
}

static gla_status to_dtype(const value *v, gla_dtype *out)
{
    if (v->kind == NONE)
        return GLA_OK;
    if (v->kind != TEXT)
        return wrong("not the name of a dtype");
    *out = gla_dtype_from_name(v->text);
    return *out ? GLA_OK : gla_fail(GLA_DTYPE_ERROR, "there is no dtype \"%s\"", v->text);
}

static gla_status to_object(const value *v, const char *class, const void **out)
{
    *out = v->object;
    return v->kind == NONE || (v->kind == OBJECT && strcmp(gla_object_class(v->object), class) == 0)
        ? GLA_OK : gla_fail(GLA_DTYPE_ERROR, "something else was given where a %s is needed", class);
}

/* A text or a list of texts. */
static gla_status to_texts(const value *v, const gla_strings **out)
{
    if (v->kind == NONE)
        return GLA_OK;
    int n = v->kind == LIST ? v->n : 1;
    gla_strings *s = keep(sizeof *s);
    *s = (gla_strings){n, keep((size_t)n * sizeof *s->v)};
    for (int i = 0; i < n; i++) {
        const value *item = v->kind == LIST ? &v->items[i] : v;
        if (item->kind != TEXT)
            return wrong("not a text");
        s->v[i] = (char *)item->text;
    }
    *out = s;
    return GLA_OK;
}

gla_status convert(const char *kind, size_t length, bool optional, const value *v, argument *out)
{
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)length, kind);
    memset(out, 0, sizeof *out);
    if (strcmp(name, "array") == 0)
        return optional && v->kind == NONE ? GLA_OK : to_array(v, &out->array);
    if (strcmp(name, "target") == 0) {
        out->target = v->array;
        return v->kind == ARRAY ? GLA_OK : wrong("not an array that can be changed");
    }
    if (strcmp(name, "operand") == 0)
        return to_operand(v, out);
    if (isupper((unsigned char)*name)) /* a class of handles */
        return to_object(v, name, &out->object);
    if (strcmp(name, "texts") == 0)
        return to_texts(v, &out->texts);
    if (strcmp(name, "bytes") == 0) {
        out->bytes = (gla_bytes){v->kind == TEXT ? strlen(v->text) : 0, v->text};
        return v->kind == TEXT ? GLA_OK : wrong("not bytes");
    }
    if (strcmp(name, "arrays") == 0)
        return to_arrays(v, &out->arrays);
    if (strcmp(name, "index") == 0)
        return to_index(v, &out->index);
    if (strcmp(name, "ints") == 0) {
        out->given = v->kind != NONE;
        return out->given ? to_ints(v, &out->ints) : GLA_OK;
    }
    if (strcmp(name, "dtype") == 0)
        return to_dtype(v, &out->dtype);
    if (strcmp(name, "axis") == 0) {
        out->axis = GLA_NO_AXIS;
        return v->kind == NONE ? GLA_OK : to_integer(v, &out->axis);
    }
    if (strcmp(name, "text") == 0)
        return to_text(v, &out->text);
    if (strcmp(name, "double") == 0) {
        out->real = v->kind == REAL ? v->real : (double)v->integer;
        return v->kind == REAL || v->kind == INTEGER || v->kind == BOOL ? GLA_OK : wrong("not a number");
    }
    if (strcmp(name, "maybe") == 0 && v->kind == NONE)
        return GLA_OK;
    gla_status st = to_integer(v, &out->integer); /* bool, maybe, int, int64 */
    if (!st && strcmp(name, "int") == 0 && (out->integer < INT_MIN || out->integer > INT_MAX))
        st = gla_fail(GLA_OVERFLOW_ERROR, "an integer does not fit into 32 bits");
    out->boolean = out->integer != 0;
    out->maybe = out->boolean ? GLA_YES : GLA_NO;
    return st;
}
