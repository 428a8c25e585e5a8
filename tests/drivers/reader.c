/* reader.c - Reader of the case language's values, as in a binding. The library decides what they mean as arguments. */
#include "cases.h"

#include <string.h>

static void show_number(const value *v, gla_number *n)
{
    static const gla_dtype dtypes[] = {
        [BOOL] = GLA_BOOL, [INTEGER] = GLA_INT64, [UNSIGNED] = GLA_UINT64, [REAL] = GLA_FLOAT64, [COMPLEX] = GLA_COMPLEX128};
    n->dtype = dtypes[v->kind];
    if (v->kind == BOOL)
        n->v.b = v->integer != 0;
    else if (v->kind == REAL || v->kind == COMPLEX) {
        n->v.f[0] = v->real;
        n->v.f[1] = v->imag;
    } else
        n->v.i = v->integer;
}

static gla_status look(gla_reader *r, void *object, gla_look how, gla_value *shown)
{
    static const gla_value_kind kinds[] = {
        [NONE] = GLA_VALUE_NONE,     [TEXT] = GLA_VALUE_TEXT,    [LIST] = GLA_VALUE_LIST,    [ARRAY] = GLA_VALUE_ARRAY,
        [STRINGS] = GLA_VALUE_OTHER, [RECORD] = GLA_VALUE_OTHER, [OBJECT] = GLA_VALUE_OBJECT};
    const value *v = object;
    (void)r;
    (void)how;
    bool number = v->kind >= BOOL && v->kind <= COMPLEX;
    shown->kind = number ? GLA_VALUE_NUMBER : kinds[v->kind];
    shown->array = v->array;
    shown->object = v->object;
    shown->list = object;
    shown->text = v->kind == TEXT ? v->text : v->kind == STRINGS || v->kind == RECORD ? "result" : NULL;
    shown->length = shown->text ? strlen(shown->text) : 0;
    if (number)
        show_number(v, &shown->number);
    return GLA_OK;
}

static void *list(gla_reader *r, void *object, int64_t most, int64_t *n, gla_status *status)
{
    const value *v = object;
    (void)r;
    (void)status;
    *n = v->kind == LIST ? v->n : 0;
    return v->kind != LIST || *n > most ? NULL : object;
}

static int64_t length(gla_reader *r, void *items)
{
    (void)r;
    return ((const value *)items)->n;
}

static void *item(gla_reader *r, void *items, int64_t i)
{
    (void)r;
    return (void *)&((const value *)items)->items[i];
}

static int64_t numbers(gla_reader *r, void *items, int64_t first, int64_t n, gla_dtype dtype, void *to)
{
    const value *v = ((const value *)items)->items + first;
    int64_t i = 0;
    (void)r;
    for (; i < n && v[i].kind == (dtype == GLA_FLOAT64 ? REAL : INTEGER); i++)
        if (dtype == GLA_FLOAT64)
            ((double *)to)[i] = v[i].real;
        else if (to)
            ((int64_t *)to)[i] = v[i].integer;
    return i;
}

static const gla_binding case_language = {.look = look, .list = list, .length = length, .item = item, .numbers = numbers};
gla_reader reader = {&case_language};
