/* contents.c - The columns of a Table: a vector that is replaced as a whole, so that readers need no lock. */
#include "table/table.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"
#include "runtime/nearest.h"
#include "runtime/runtime.h"

#include <string.h>

static void destroy(void *object)
{
    gla_table *t = object;
    table_release(t->contents);
    pthread_mutex_destroy(&t->lock);
    gla_free(t);
}

/* Bytes of the columns that a model uses: rarely more than eight. */
static double bytes_of(const void *object)
{
    enum { USED = 8 };
    table_contents *c = table_read(object);
    double bytes = 8.0 * (double)c->rows * (c->n < USED ? c->n : USED);
    table_release(c);
    return bytes;
}

const gla_class gla_table_class = {.name = "Table", .destroy = destroy, .bytes = bytes_of};

static table_contents *new_contents(gla_scope *s, int n)
{
    table_contents *c = s->status ? NULL : gla_calloc(1, sizeof *c + (size_t)n * sizeof *c->columns);
    if (c) {
        atomic_init(&c->refs, 1);
        c->n = n;
    } else if (!s->status)
        gla_s_check(s, gla_fail_memory(s->op, (size_t)n * sizeof *c->columns));
    return c;
}

void table_release(table_contents *c)
{
    if (!c || atomic_fetch_sub(&c->refs, 1) > 1)
        return;
    for (int i = 0; i < c->n; i++)
        table_column_unref(c->columns[i]);
    gla_free(c);
}

table_contents *table_read(const gla_table *t)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&t->lock;
    gla_lock(lock);
    table_contents *c = t->contents;
    atomic_fetch_add(&c->refs, 1);
    pthread_mutex_unlock(lock);
    return c;
}

static void check_length(gla_scope *s, const table_contents *c, int at, int64_t rows)
{
    int64_t length = c->columns[at]->values->shape[0];
    if (length != rows)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: column '%.60s' has %lld row%s, but %s%.60s%s has %lld", s->op, c->columns[at]->name,
                   (long long)length, length == 1 ? "" : "s", at ? "column '" : "the Table", at ? c->columns[0]->name : "",
                   at ? "'" : "", (long long)rows);
}

static void check_names(gla_scope *s, const table_contents *c)
{
    for (int i = 0; i < c->n && !s->status; i++) {
        check_length(s, c, i, c->rows);
        for (int j = 0; j < i && !s->status; j++)
            if (!strcmp(c->columns[i]->name, c->columns[j]->name))
                gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: two columns have the name '%.60s'; rename one of them", s->op,
                           c->columns[i]->name);
    }
}

table_contents *table_new_contents(gla_scope *s, int n, table_column **columns)
{
    table_contents *c = new_contents(s, n);
    for (int i = 0; i < n; i++)
        if (c)
            c->columns[i] = columns[i];
        else
            table_column_unref(columns[i]);
    if (c) {
        c->rows = n ? c->columns[0]->values->shape[0] : 0;
        check_names(s, c);
    }
    if (!s->status)
        return c;
    table_release(c);
    return NULL;
}

gla_table *table_make(gla_scope *s, int n, table_column **columns)
{
    table_contents *c = table_new_contents(s, n, columns);
    gla_table *t = s->status ? NULL : gla_object_new(s->op, &gla_table_class, NULL, sizeof *t);
    if (!t) {
        if (!s->status)
            gla_s_check(s, gla_last_status());
        table_release(c);
        return NULL;
    }
    gla_make_lock(&t->lock);
    t->contents = c;
    return t;
}

bool table_exchange(gla_scope *s, gla_table *t, const table_contents *old, table_contents *now)
{
    if (s->status || !gla_s_lock(s, &t->lock)) {
        table_release(now);
        return false;
    }
    table_contents *present = t->contents;
    bool is_old = present == old;
    if (is_old)
        t->contents = now;
    pthread_mutex_unlock(&t->lock);
    table_release(is_old ? present : now);
    return is_old;
}

void table_put(gla_scope *s, gla_table *t, table_column *column)
{
    if (s->status || !column) {
        table_column_unref(column);
        return;
    }
    if (!gla_s_lock(s, &t->lock)) {
        table_column_unref(column);
        return;
    }
    table_contents *old = t->contents;
    int at = 0;
    while (at < old->n && strcmp(old->columns[at]->name, column->name))
        at++;
    table_contents *c = new_contents(s, old->n + (at == old->n));
    if (c) {
        for (int i = 0; i < old->n; i++)
            c->columns[i] = table_column_ref(i == at ? column : old->columns[i]);
        if (at == old->n)
            c->columns[at] = table_column_ref(column);
        c->rows = old->n ? old->rows : column->values->shape[0];
        check_length(s, c, at, c->rows);
    }
    if (!s->status)
        t->contents = c;
    pthread_mutex_unlock(&t->lock);
    table_release(s->status ? c : old);
    table_column_unref(column);
}

int table_place(const table_contents *c, const char *name)
{
    for (int i = 0; i < c->n; i++)
        if (!strcmp(c->columns[i]->name, name))
            return i;
    return -1;
}

/* List the names, as many as a message has space for. */
static const char *list_names(const table_contents *c, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < c->n; i++) {
        size_t length = strlen(c->columns[i]->name);
        if (used + length + 16 > size) {
            strcpy(text + used, ", …");
            break;
        }
        used += (size_t)gla_print(text + used, size - used, "%s%s", i ? ", " : "", c->columns[i]->name);
    }
    return text;
}

table_column *table_find(gla_scope *s, const table_contents *c, const char *name)
{
    char list[240] = "";
    if (s->status)
        return NULL;
    int at = table_place(c, name);
    if (at >= 0)
        return c->columns[at];
    const char **names = gla_s_memory(s, c->n + 1, sizeof *names);
    for (int i = 0; i < c->n && names; i++)
        names[i] = c->columns[i]->name;
    int near = names ? gla_nearest_of(name, names, c->n) : -1;
    if (near >= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no column '%.60s'; did you mean '%.60s'?", s->op, name, names[near]);
    else if (c->n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no column '%.60s'; the Table has no columns", s->op, name);
    else
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no column '%.60s'; the columns are %s", s->op, name,
                   list_names(c, list, sizeof list));
    return NULL;
}
