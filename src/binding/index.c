/* index.c - Index expressions of a script: integers, slices, masks, lists of positions, new axes, strings. */
#include "binding/reader.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <math.h>

enum { MAX_PARTS = 2 * GLA_MAX_NDIM };

static bool is_integral(double x)
{
    return x == floor(x) && x >= -9223372036854775808.0 && x < 9223372036854775808.0;
}

/* Read an integer of any size. Integers beyond 64 bits are out of range for every array and are clamped. */
static bool integer_of(const gla_reader *r, const gla_value *v, int64_t *value)
{
    const gla_number *n = &v->number;
    if (v->kind == GLA_VALUE_NUMBER && n->dtype == GLA_INT64)
        *value = n->v.i;
    else if (v->kind == GLA_VALUE_LARGE)
        *value = n->v.f[0] > 0 ? INT64_MAX : INT64_MIN + 1;
    else if (v->kind == GLA_VALUE_NUMBER && n->dtype == GLA_UINT64)
        *value = n->v.u > INT64_MAX ? INT64_MAX : n->v.i;
    else if (v->kind == GLA_VALUE_NUMBER && n->dtype == GLA_FLOAT64 && r->binding->whole_floats && is_integral(n->v.f[0]))
        *value = (int64_t)n->v.f[0];
    else
        return false;
    return true;
}

static gla_status read_bound(gla_reader *r, void *o, bool *given, int64_t *value)
{
    char text[GLA_DESCRIPTION];
    gla_value v;
    gla_status st = r->binding->look(r, o, GLA_LOOK_INTEGER, &v);
    *given = v.kind != GLA_VALUE_NONE;
    if (st || !*given || integer_of(r, &v, value))
        return st;
    if (v.kind == GLA_VALUE_NUMBER && v.number.dtype == GLA_BOOL) {
        *value = v.number.v.b;
        return GLA_OK;
    }
    if (v.kind == GLA_VALUE_ARRAY && !gla_array_ndim(v.array) && gla_dtype_is_integer(gla_array_dtype(v.array)))
        return gla_read_int64(r, o, value);
    st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    return st ? st
              : gla_argument_fact(GLA_DTYPE_ERROR, "has a bound that is %s, but it must be an integer or {none}",
                                  gla_describe_value(text, &v));
}

static gla_status read_slice(gla_reader *r, gla_bound bounds[3], gla_index_item *item)
{
    gla_status st = GLA_OK;
    bool is_plain = !bounds[0].object && !bounds[1].object && !bounds[2].object;
    for (int i = 0; i < 3 && !is_plain && !st; i++)
        if (bounds[i].object)
            st = read_bound(r, bounds[i].object, &bounds[i].given, &bounds[i].value);
    *item = (gla_index_item){.kind = GLA_INDEX_SLICE,
                             .has_start = bounds[0].given,
                             .has_stop = bounds[1].given,
                             .start = bounds[0].value,
                             .stop = bounds[1].value,
                             .step = bounds[2].given ? bounds[2].value : 1};
    return st;
}

/* Convert integral floats to integers if the language does not distinguish the two, and convert an empty list in every
 * language. Fractions are always refused. */
static gla_status to_integer_positions(gla_reader *r, gla_array **a)
{
    gla_array *list, *whole = NULL;
    void *from, *to;
    int64_t n = gla_array_size(*a);
    if (gla_array_dtype(*a) != GLA_FLOAT64)
        return GLA_OK;
    gla_status st = gla_to_host(*a, &list, &from);
    if (st)
        return st;
    st = gla_new_host(GLA_INT64, gla_array_ndim(list), gla_array_shape(list), &whole, &to);
    for (int64_t i = 0; i < n && !st; i++) {
        char text[GLA_DESCRIPTION];
        double x = ((const double *)from)[i];
        if (!is_integral(x))
            st = gla_argument_fact(GLA_DTYPE_ERROR, "contains %s, but positions must be integers", gla_describe_real(text, x));
        else
            ((int64_t *)to)[i] = (int64_t)x;
    }
    bool wanted = !st && (r->binding->whole_floats || !n);
    gla_unref(list);
    gla_unref(wanted ? *a : whole);
    if (wanted)
        *a = whole;
    return st;
}

gla_status gla_read_places(gla_reader *r, void *o, gla_array **array, gla_array **made)
{
    gla_value v;
    *made = NULL;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (!st)
        st = gla_read_array(r, o, array, made);
    if (st || !*made || v.kind != GLA_VALUE_LIST)
        return st;
    st = to_integer_positions(r, made);
    *array = *made;
    return st;
}

static gla_status read_array(gla_reader *r, void *o, gla_index_item *item, gla_arrays *held)
{
    gla_array *a, *made = NULL;
    if (!held->v && !(held->v = gla_calloc(MAX_PARTS, sizeof *held->v)))
        return gla_fail_memory("index", MAX_PARTS * sizeof *held->v);
    gla_status st = gla_read_places(r, o, &a, &made);
    if (st) {
        gla_unref(made);
        return st;
    }
    held->v[held->n++] = made ? made : gla_ref(a);
    *item = (gla_index_item){.kind = GLA_INDEX_ARRAY, .array = a};
    return GLA_OK;
}

/* Append the object o, whose value is v, to an index expression. */
static gla_status add_part(gla_reader *r, void *o, gla_value *v, gla_index *index, gla_arrays *held)
{
    gla_status st = GLA_OK;
    if (v->kind == GLA_VALUE_TEXT && v->text)
        return (st = gla_check_text(v->text, v->length)) ? st : gla_index_parse(v->text, index);
    if (index->n == MAX_PARTS)
        return gla_argument_fact(GLA_INDEX_ERROR, "has more than %d parts", MAX_PARTS);
    gla_index_item *item = &index->v[index->n];
    *item = (gla_index_item){.kind = GLA_INDEX_INTEGER};
    if (v->kind == GLA_VALUE_SLICE)
        st = read_slice(r, v->bounds, item);
    else if (v->kind == GLA_VALUE_ELLIPSIS)
        item->kind = GLA_INDEX_ELLIPSIS;
    else if (v->kind == GLA_VALUE_NONE)
        item->kind = GLA_INDEX_NEW_AXIS;
    else if (!integer_of(r, v, &item->start))
        st = v->kind == GLA_VALUE_NUMBER && v->number.dtype >= GLA_FLOAT64 ? gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_INDEX)
                                                                           : read_array(r, o, item, held);
    index->n += !st;
    return st;
}

/* Return true if a list contains an item that an array of positions cannot contain, such as a slice. */
static bool holds_parts(gla_reader *r, void *o)
{
    const gla_binding *binding = r->binding;
    gla_value v;
    if (binding->look(r, o, GLA_LOOK_ELEMENT, &v) || v.kind != GLA_VALUE_LIST)
        return false;
    void *list = v.list;
    for (int64_t i = 0, n = binding->length(r, list); i < n;) {
        int64_t got = gla_plain_numbers(r, list, i, n - i, GLA_INT64, NULL);
        i += got;
        if (!got && binding->look(r, binding->item(r, list, i++), GLA_LOOK_ELEMENT, &v))
            return false;
        if (!got &&
            (v.kind == GLA_VALUE_NONE || v.kind == GLA_VALUE_TEXT || v.kind == GLA_VALUE_SLICE || v.kind == GLA_VALUE_ELLIPSIS))
            return true;
    }
    return false;
}

gla_status gla_read_index(gla_reader *r, void *o, gla_index *index, gla_arrays *held)
{
    const gla_binding *binding = r->binding;
    gla_value v;
    int64_t n = 0;
    gla_status st = GLA_OK;
    index->n = 0;
    if (!binding->is_parts || !binding->is_parts(r, o)) {
        st = binding->look(r, o, GLA_LOOK_PLACE, &v);
        if (st || v.kind != GLA_VALUE_LIST || !holds_parts(r, o))
            return st ? st : add_part(r, o, &v, index, held);
    }
    void *list = binding->list(r, o, INT64_MAX, &n, &st);
    for (int64_t i = 0; !st && i < n; i++) {
        void *part = binding->item(r, list, i);
        if (!(st = binding->look(r, part, GLA_LOOK_PLACE, &v)))
            st = add_part(r, part, &v, index, held);
        if (st)
            gla_argument_at(i);
    }
    if (list)
        gla_release_value(r, list);
    return st;
}
