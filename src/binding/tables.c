/* tables.c - Make a Table of the script's values: a dictionary of columns, a list of records, or names and columns. */
#include "binding/columns.h"
#include "binding/lists.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <string.h>

/* Read the name of a column, which lives in `store`. */
static gla_status read_name(gla_reader *r, void *o, const char **name, gla_text *store)
{
    gla_status st = gla_read_text(r, o, name, store);
    if (!st && !*name)
        st = gla_argument_fact(GLA_ARGUMENT_ERROR, "has a column whose name is {none}; give it a name");
    return st;
}

static gla_status add_column(gla_reader *r, gla_columns *c, void *key, void *values)
{
    const char *name;
    gla_text store = {NULL, ""};
    gla_status st = read_name(r, key, &name, &store);
    if (!st)
        st = gla_add_values(r, c, name, values);
    gla_release_text(&store);
    return st;
}

/* Return the keys and values of a dictionary alternately, in its own order if it has one. */
static void *pairs_of(gla_reader *r, void *o, int64_t *n, gla_status *st)
{
    return r->binding->pairs ? r->binding->pairs(r, o, n, st) : r->binding->list(r, o, INT64_MAX, n, st);
}

static gla_status add_alternating(gla_reader *r, gla_columns *c, void *list, int64_t n)
{
    gla_status st = GLA_OK;
    if (n % 2)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "has %lld item%s, but names and columns must alternate", (long long)n,
                                 n == 1 ? "" : "s");
    for (int64_t i = 0; i < n && !st; i += 2)
        st = add_column(r, c, r->binding->item(r, list, i), r->binding->item(r, list, i + 1));
    return st;
}

/* ---- pairs ----------------------------------------------------------------------------------------------------------- */
static gla_status add_pair(gla_reader *r, gla_columns *c, void *o)
{
    int64_t n = 0;
    gla_status st = GLA_OK;
    void *pair = r->binding->list(r, o, INT64_MAX, &n, &st);
    if (!st && (!pair || n != 2))
        st = gla_argument_fact(GLA_ARGUMENT_ERROR, "is not a pair of a name and a column, as the first item is");
    if (!st)
        st = add_column(r, c, r->binding->item(r, pair, 0), r->binding->item(r, pair, 1));
    if (pair)
        gla_release_value(r, pair);
    return st;
}

static gla_status add_pairs(gla_reader *r, gla_columns *c, void *list, int64_t n)
{
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < n && !st; i++)
        if ((st = add_pair(r, c, r->binding->item(r, list, i))))
            gla_argument_at(i);
    return st;
}

/* ---- records --------------------------------------------------------------------------------------------------------- */
typedef struct field {
    char *name;
    void **values; /* of each record; NULL: the record has no such name */
} field;

typedef struct records {
    gla_reader *r;
    int64_t n, fields;
    field *v;
    void **held; /* the keys and values of each record */
} records;

/* Return the field of that name, and append it if it is new; NULL after a failure. Records mostly have the same order. */
static field *field_of(records *x, const char *name, int64_t likely)
{
    if (likely < x->fields && !strcmp(x->v[likely].name, name))
        return &x->v[likely];
    for (int64_t i = 0; i < x->fields; i++)
        if (!strcmp(x->v[i].name, name))
            return &x->v[i];
    field *more = gla_with_space(x->v, x->fields, sizeof *more);
    if (!more)
        return NULL;
    x->v = more;
    field *f = &more[x->fields];
    *f = (field){gla_malloc(strlen(name) + 1), gla_calloc((size_t)x->n, sizeof *f->values)};
    x->fields++;
    if (!f->name || !f->values)
        return NULL;
    strcpy(f->name, name);
    return f;
}

static gla_status read_record(records *x, int64_t at, void *o)
{
    gla_value v;
    int64_t n = 0;
    gla_status st = x->r->binding->look(x->r, o, GLA_LOOK_ONLY, &v);
    if (!st && v.kind != GLA_VALUE_DICTIONARY)
        return gla_wanted(x->r, GLA_DTYPE_ERROR, o, "a record, as other items are");
    x->held[at] = st ? NULL : pairs_of(x->r, o, &n, &st);
    for (int64_t i = 0; x->held[at] && i < n && !st; i += 2) {
        const char *name;
        gla_text store = {NULL, ""};
        st = read_name(x->r, x->r->binding->item(x->r, x->held[at], i), &name, &store);
        field *f = st ? NULL : field_of(x, name, i / 2);
        if (f)
            f->values[at] = x->r->binding->item(x->r, x->held[at], i + 1);
        else if (!st)
            st = gla_fail_memory("Table", (size_t)x->n * sizeof *f->values);
        gla_release_text(&store);
    }
    return st;
}

static void release_records(records *x)
{
    for (int64_t i = 0; i < x->n && x->held; i++)
        if (x->held[i])
            gla_release_value(x->r, x->held[i]);
    for (int64_t i = 0; i < x->fields; i++) {
        gla_free(x->v[i].name);
        gla_free(x->v[i].values);
    }
    gla_free(x->v);
    gla_free(x->held);
}

static gla_status add_records(gla_reader *r, gla_columns *c, void *list, int64_t n)
{
    records x = {.r = r, .n = n, .held = gla_calloc((size_t)n, sizeof *x.held)};
    gla_status st = x.held ? GLA_OK : gla_fail_memory("Table", (size_t)n * sizeof *x.held);
    for (int64_t i = 0; i < n && !st; i++) {
        if ((st = read_record(&x, i, r->binding->item(r, list, i))))
            gla_argument_at(i);
        if (!st && i % 1024 == 1023)
            st = gla_pause(r);
    }
    for (int64_t i = 0; i < x.fields && !st; i++) {
        gla_items items = {.r = r, .n = n, .each = x.v[i].values};
        st = gla_add_items(c, x.v[i].name, &items);
    }
    release_records(&x);
    return st;
}

/* ---- lists ----------------------------------------------------------------------------------------------------------- */
typedef gla_status adder(gla_reader *r, gla_columns *c, void *list, int64_t n);

static gla_value_kind kind_of(gla_reader *r, void *o, gla_value *v)
{
    return r->binding->look(r, o, GLA_LOOK_ONLY, v) ? GLA_VALUE_OTHER : v->kind;
}

/* Return how to read a list as a Table, depending on its first item, or NULL. */
static adder *adder_of(gla_reader *r, void *list)
{
    gla_value v, name;
    if (!r->binding->length(r, list))
        return add_alternating;
    switch (kind_of(r, r->binding->item(r, list, 0), &v)) {
    case GLA_VALUE_TEXT: return add_alternating;
    case GLA_VALUE_DICTIONARY: return add_records;
    case GLA_VALUE_LIST:
        if (r->binding->length(r, v.list) != 2 || kind_of(r, r->binding->item(r, v.list, 0), &name) != GLA_VALUE_TEXT)
            return NULL;
        return add_pairs;
    default: return NULL;
    }
}

bool gla_makes_table(gla_reader *r, const gla_value *v)
{
    if (v->kind == GLA_VALUE_OBJECT)
        return !strcmp(gla_object_class(v->object), "Table");
    if (v->kind == GLA_VALUE_LIST)
        return r->binding->length(r, v->list) && adder_of(r, v->list);
    return v->kind == GLA_VALUE_DICTIONARY;
}

gla_status gla_make_table(gla_reader *r, void *o, const gla_value *v, struct gla_table **made)
{
    int64_t n = 0;
    gla_status st = GLA_OK;
    bool is_dictionary = v->kind == GLA_VALUE_DICTIONARY;
    if (!is_dictionary && v->kind != GLA_VALUE_LIST)
        return GLA_OK;
    void *list = is_dictionary ? pairs_of(r, o, &n, &st) : r->binding->list(r, o, INT64_MAX, &n, &st);
    adder *add = st || !list ? NULL : is_dictionary ? add_alternating : adder_of(r, list);
    gla_columns *c = add ? gla_begin_columns() : NULL;
    if (c)
        st = gla_end_columns(c, add(r, c, list, n), made);
    else if (add)
        st = GLA_OUT_OF_MEMORY_ERROR;
    if (list)
        gla_release_value(r, list);
    return st;
}
