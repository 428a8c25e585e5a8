/* value.c - Single values: conversion, and description in messages. */
#include "gpulinalg/binding.h"

#include "core/core.h"
#include "tape/tape.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void gla_number_load(gla_number *n, gla_dtype dtype, const void *p)
{
    n->dtype = GLA_INT64;
    switch (dtype) {
    case GLA_BOOL:
        n->dtype = GLA_BOOL;
        n->v.b = *(const uint8_t *)p != 0;
        break;
    case GLA_INT8: n->v.i = *(const int8_t *)p; break;
    case GLA_INT16: n->v.i = *(const int16_t *)p; break;
    case GLA_INT32: n->v.i = *(const int32_t *)p; break;
    case GLA_INT64: n->v.i = *(const int64_t *)p; break;
    case GLA_UINT8: n->v.i = *(const uint8_t *)p; break;
    case GLA_UINT16: n->v.i = *(const uint16_t *)p; break;
    case GLA_UINT32: n->v.i = *(const uint32_t *)p; break;
    case GLA_UINT64:
        n->dtype = GLA_UINT64;
        n->v.u = *(const uint64_t *)p;
        break;
    case GLA_FLOAT32:
    case GLA_FLOAT64:
        n->dtype = GLA_FLOAT64;
        n->v.f[0] = dtype == GLA_FLOAT32 ? *(const float *)p : *(const double *)p;
        break;
    default:
        n->dtype = GLA_COMPLEX128;
        for (int i = 0; i < 2; i++)
            n->v.f[i] = dtype == GLA_COMPLEX64 ? ((const float *)p)[i] : ((const double *)p)[i];
    }
}

double gla_number_real(const gla_number *n)
{
    switch (n->dtype) {
    case GLA_BOOL: return n->v.b;
    case GLA_INT64: return (double)n->v.i;
    case GLA_UINT64: return (double)n->v.u;
    default: return n->v.f[0];
    }
}

gla_status gla_leave_tape(const char *op, const gla_array *x)
{
    return gla_taping && gla_has_shape(x) ? gla_tape_leaves(op, x) : GLA_OK;
}

gla_status gla_single(const gla_array *a, const char *op, gla_number *n)
{
    gla_array *host;
    void *data;
    if (gla_array_size(a) != 1)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: the array has %lld elements, not one; select one with an index, or use sum, any, all or tolist",
                        op, (long long)gla_array_size(a));
    if (gla_is_array(a) && gla_device_of(a)->is_host && !gla_buffer_is_watched(a->buffer)) {
        gla_number_load(n, a->dtype, gla_data(a));
        return GLA_OK;
    }
    gla_status st = gla_to_host(a, &host, &data);
    if (st)
        return st;
    gla_number_load(n, gla_array_dtype(host), data);
    gla_unref(host);
    return GLA_OK;
}

const char *gla_text_of_number(char buf[GLA_DESCRIPTION], const gla_number *n)
{
    double x = n->v.f[0];
    if (n->dtype == GLA_BOOL || n->dtype == GLA_COMPLEX128)
        return NULL;
    if (n->dtype == GLA_FLOAT64 && !(fabs(x) < 1e15 && x == floor(x)))
        return gla_describe_real(buf, x);
    if (n->dtype == GLA_UINT64)
        snprintf(buf, GLA_DESCRIPTION, "%llu", (unsigned long long)n->v.u);
    else
        gla_describe_integer(buf, n->dtype == GLA_FLOAT64 ? (int64_t)x : n->v.i);
    return buf;
}

void gla_show_handle(gla_value *v, void *handle)
{
    v->kind = strcmp(gla_object_class(handle), "Array") == 0 ? GLA_VALUE_ARRAY : GLA_VALUE_OBJECT;
    v->array = handle;
    v->object = handle;
}

void gla_show_floating_device(gla_value *v)
{
    char name[64];
    snprintf(name, sizeof name, "%.50s", v->text ? v->text : "");
    snprintf(v->buffer, sizeof v->buffer, "auto:%s", name);
    gla_show_text(v, v->buffer);
}

void gla_show_text(gla_value *v, const char *utf8)
{
    v->kind = GLA_VALUE_TEXT;
    v->text = utf8;
    v->length = strlen(utf8);
}

void gla_show_truth(gla_value *v, bool truth)
{
    v->kind = GLA_VALUE_NUMBER;
    v->number = (gla_number){.dtype = GLA_BOOL, .v.b = truth};
}

void gla_show_list(gla_value *v, void *list)
{
    v->kind = GLA_VALUE_LIST;
    v->list = list;
}

static const char *describe_number(char buf[GLA_DESCRIPTION], const gla_number *n)
{
    switch (n->dtype) {
    case GLA_BOOL: return n->v.b ? GLA_DESCRIBE_TRUE : GLA_DESCRIBE_FALSE;
    case GLA_INT64: return gla_describe_integer(buf, n->v.i);
    case GLA_UINT64: return n->v.u > INT64_MAX ? GLA_DESCRIBE_LARGE : gla_describe_integer(buf, n->v.i);
    case GLA_FLOAT64: return gla_describe_real(buf, n->v.f[0]);
    default: return gla_describe_complex(buf, n->v.f[0], n->v.f[1]);
    }
}

static const char *describe_none(char buf[GLA_DESCRIPTION])
{
    gla_spell_print(buf, GLA_DESCRIPTION, "{none}");
    return buf;
}

const char *gla_describe_value(char buf[GLA_DESCRIPTION], const gla_value *v)
{
    switch (v->kind) {
    case GLA_VALUE_NONE: return describe_none(buf);
    case GLA_VALUE_NUMBER: return describe_number(buf, &v->number);
    case GLA_VALUE_LARGE: return GLA_DESCRIBE_LARGE;
    case GLA_VALUE_TEXT: return v->text ? gla_describe_text(buf, v->text, v->length) : "a string that is not Unicode";
    case GLA_VALUE_REFERENCE: return GLA_DESCRIBE_REFERENCE;
    case GLA_VALUE_BYTES: return GLA_DESCRIBE_BYTES;
    case GLA_VALUE_LIST: return GLA_DESCRIBE_LIST;
    case GLA_VALUE_DICTIONARY: return v->text ? v->text : GLA_DESCRIBE_DICTIONARY; /* Perl has its own word */
    case GLA_VALUE_FUNCTION: return GLA_DESCRIBE_FUNCTION;
    case GLA_VALUE_ARRAY: return gla_describe_array(buf, v->array);
    case GLA_VALUE_SLICE: return gla_describe_object(buf, "slice");
    case GLA_VALUE_ELLIPSIS: return gla_describe_object(buf, "ellipsis");
    case GLA_VALUE_OBJECT: return gla_describe_class(buf, gla_object_class(v->object));
    default: return gla_describe_object(buf, v->text);
    }
}

gla_status gla_wanted(gla_reader *r, gla_status kind, void *object, const char *wanted)
{
    char text[GLA_DESCRIPTION];
    gla_value v;
    gla_status st = r->binding->look(r, object, GLA_LOOK_ONLY, &v);
    return st ? st : gla_argument_is(kind, gla_describe_value(text, &v), wanted);
}
