/* objects.c - Arguments that are objects of the library's classes, or values that are converted to such objects. */
#include "binding/columns.h"
#include "binding/lists.h"

#include "core/core.h"
#include "gpulinalg.h"

#include <string.h>

#define WANT_TABLE "a Table, a dictionary of columns, a list of records, a list of names and columns, or a data frame"

#define WANT_DATA "a Table, a dictionary of columns, a data frame or an array"

/* Convert a value that is not an object of the library. *made stays NULL if the class has no conversion of it. */
static gla_status convert(gla_reader *r, void *o, const gla_value *v, const char *class_name, void **made)
{
    gla_table *table = NULL;
    gla_status st = r->binding->object ? r->binding->object(r, o, class_name, made) : GLA_OK;
    if (st || *made || strcmp(class_name, "Table") != 0)
        return st;
    st = gla_make_table(r, o, v, &table);
    *made = table;
    return st;
}

gla_status gla_read_object(gla_reader *r, void *o, const char *class_name, void **object, void **made)
{
    char wanted[GLA_DESCRIPTION];
    gla_value v;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    *object = *made = NULL;
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    if (v.kind == GLA_VALUE_OBJECT && !strcmp(gla_object_class(v.object), class_name)) {
        *object = v.object;
        return GLA_OK;
    }
    if (v.kind != GLA_VALUE_OBJECT)
        st = convert(r, o, &v, class_name, made);
    *object = *made;
    if (st || *made)
        return st;
    return gla_wanted(r, GLA_DTYPE_ERROR, o, strcmp(class_name, "Table") ? gla_describe_class(wanted, class_name) : WANT_TABLE);
}

gla_status gla_read_table_like(gla_reader *r, void *o, gla_table **table, gla_table **made)
{
    void *object = NULL, *own = NULL;
    gla_status st = gla_read_object(r, o, "Table", &object, &own);
    *table = object;
    *made = own;
    return st;
}

/* ---- data ----------------------------------------------------------------------------------------------------------- */
static gla_status read_data(gla_reader *r, void *o, const gla_value *v, gla_kept_data *store)
{
    gla_table *table = NULL;
    gla_array *array = NULL;
    void *frame = NULL;
    gla_status st = GLA_OK;
    if (v->kind == GLA_VALUE_OTHER && r->binding->object)
        st = r->binding->object(r, o, "Table", &frame);
    if (frame)
        table = store->table = frame;
    else if (!st && gla_makes_table(r, v))
        st = gla_read_table_like(r, o, &table, &store->table);
    else if (!st && v->kind == GLA_VALUE_TEXT)
        st = gla_wanted(r, GLA_ARGUMENT_ERROR, o, WANT_DATA "; Table.read makes a Table of a file");
    else if (!st && (st = gla_read_array(r, o, &array, &store->array)) == GLA_NO_ARRAY)
        gla_wanted(r, GLA_ARGUMENT_ERROR, o, WANT_DATA);
    store->data = (gla_dataset){table, array};
    return st;
}

gla_status gla_read_data(gla_reader *r, void *o, gla_kept_data *store, const gla_dataset **p)
{
    gla_value v;
    *p = NULL;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    st = read_data(r, o, &v, store);
    *p = st ? NULL : &store->data;
    return st;
}

void gla_release_data(gla_kept_data *store)
{
    if (!store)
        return;
    gla_unref(store->array);
    gla_object_unref(store->table);
}

/* ---- lists of Fits -------------------------------------------------------------------------------------------------- */
static gla_status add_object(gla_reader *r, void *o, gla_fits *list)
{
    void *object = NULL, *made = NULL;
    gla_status st = gla_read_object(r, o, "Fit", &object, &made);
    if (!st && !object)
        st = gla_wanted(r, GLA_DTYPE_ERROR, o, "a Fit");
    const struct gla_econ_fit **more = st ? NULL : gla_with_space(list->v, list->n, sizeof *more);
    if (!st && !more)
        st = gla_fail_memory("etable", (size_t)(list->n + 1) * sizeof *more);
    if (st) {
        gla_object_unref(made);
        return st;
    }
    list->v = more;
    list->v[list->n++] = made ? made : gla_object_ref(object);
    return GLA_OK;
}

/* Append a Fit, or the Fits in lists of any depth. */
static gla_status add_fits(gla_reader *r, void *o, int depth, gla_fits *list)
{
    gla_value v;
    int64_t n = 0;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (st || v.kind != GLA_VALUE_LIST)
        return st ? st : add_object(r, o, list);
    if (depth == GLA_MAX_NDIM)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "is nested more than %d lists deep", GLA_MAX_NDIM);
    void *items = r->binding->list(r, o, INT64_MAX, &n, &st);
    for (int64_t i = 0; items && i < n && !st; i++)
        if ((st = add_fits(r, r->binding->item(r, items, i), depth + 1, list)))
            gla_argument_at(i);
    if (items)
        gla_release_value(r, items);
    return st;
}

gla_status gla_add_fit(gla_reader *r, void *o, gla_fits *list)
{
    return add_fits(r, o, 0, list);
}

gla_status gla_read_fits(gla_reader *r, void *o, gla_fits *list)
{
    *list = (gla_fits){.n = 0};
    gla_status st = gla_add_fit(r, o, list);
    if (st)
        gla_release_fits(list);
    return st;
}

void gla_release_fits(gla_fits *list)
{
    if (!list)
        return;
    for (int64_t i = 0; i < list->n; i++)
        gla_object_unref((void *)list->v[i]);
    gla_free(list->v);
    *list = (gla_fits){.n = 0};
}
