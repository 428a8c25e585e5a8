/* tables.c - Arguments that are Tables, or that can be converted to a Table. */
#include "binding/reader.h"
#include "binding/texts.h"

#include "core/core.h"
#include "gpulinalg.h"
#include "gpulinalg/binding.h"
#include "runtime/allocation.h"

#include <string.h>

#define WANT_TABLE "a Table, a dictionary of columns, a list of records or a data frame"

/* The columns of a Table that is being read. */
typedef struct reading {
    gla_strings names, kinds;
    gla_arrays columns;
    gla_strings levels;
} reading;

gla_status gla_read_table_like(gla_reader *r, void *o, gla_table **table, gla_table **made)
{
    void *object = NULL, *own = NULL;
    gla_status st = gla_read_object(r, o, "Table", &object, &own);
    *table = object;
    *made = own;
    return st;
}

static bool is_table(const gla_value *v)
{
    return v->kind == GLA_VALUE_DICTIONARY || (v->kind == GLA_VALUE_OBJECT && !strcmp(gla_object_class(v->object), "Table"));
}

gla_status gla_read_data(gla_reader *r, void *o, gla_kept_data *store, const gla_dataset **p)
{
    gla_value v;
    gla_table *table = NULL;
    gla_array *array = NULL;
    *p = NULL;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    if (is_table(&v))
        st = gla_read_table_like(r, o, &table, &store->table);
    else
        st = gla_read_array(r, o, &array, &store->array);
    store->data = (gla_dataset){table, array};
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
    const struct gla_econ_fit **more = st ? NULL : gla_realloc(list->v, (size_t)(list->n + 1) * sizeof *more);
    if (!st && !more)
        st = gla_fail_memory("etable", sizeof *more);
    if (st) {
        gla_object_unref(made);
        return st;
    }
    list->v = more;
    list->v[list->n++] = made ? made : gla_object_ref(object);
    return GLA_OK;
}

gla_status gla_add_fit(gla_reader *r, void *o, gla_fits *list)
{
    gla_value v;
    int64_t n = 0;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (st || v.kind != GLA_VALUE_LIST)
        return st ? st : add_object(r, o, list);
    void *items = r->binding->list(r, o, INT64_MAX, &n, &st);
    for (int64_t i = 0; items && i < n && !st; i++)
        st = add_object(r, r->binding->item(r, items, i), list);
    if (items)
        gla_release_value(r, items);
    return st;
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
