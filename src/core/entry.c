/* entry.c - Argument checks for entry points that need more than a comparison, and their errors (entry.h). */
#include "core/dispatch.h"
#include "core/entry.h"

#include <stdio.h>
#include <string.h>

static bool is_word(const char *word, const char *name, size_t length)
{
    return strlen(word) == length && strncmp(word, name, length) == 0;
}

/* Return true if the first `length` characters name an operation, with or without its namespace, or an area or a slot. Areas
 * that manage devices are excluded, because the names of their slots are ordinary words. */
static bool is_operation(const char *name, size_t length)
{
    static const char *const of_devices[] = {"device.", "memory.", "stream.", "kernel.", "fused."};
    for (const gla_operation_needs *o = gla_operations; o->operation; o++) {
        const char *last = strrchr(o->operation, '.');
        if (is_word(o->operation, name, length) || (last && is_word(last + 1, name, length)))
            return true;
    }
    for (gla_slot i = GLA_NO_SLOT + 1; i < GLA_SLOT_COUNT; i++) {
        const char *room = gla_slots[i].name, *slot = room ? strchr(room, '.') + 1 : NULL;
        if (!room)
            continue;
        bool left_out = false;
        for (int k = 0; k < 5; k++)
            left_out = left_out || strncmp(room, of_devices[k], strlen(of_devices[k])) == 0;
        if (!left_out && (is_word(slot, name, length) || (strncmp(room, name, length) == 0 && room + length + 1 == slot)))
            return true;
    }
    return false;
}

gla_status gla_failed_in(const char *op, gla_status status)
{
    const char *message = gla_last_message();
    size_t own = strlen(op), length;
    /* Fast path, because looking up the name would take most of the time. */
    if (strncmp(message, op, own) == 0 && message[own] == ':' && gla_last_status() == status)
        return status;
    length = strspn(message, "abcdefghijklmnopqrstuvwxyz_0123456789.");
    if (message[length] == ':' && message[length + 1] == ' ' && is_operation(message, length)) {
        char rest[1024];
        snprintf(rest, sizeof rest, "%s", message + length);
        gla_fail(status, "%s%s", op, rest);
    }
    return status;
}

gla_status gla_refuse_missing(const char *op, const char *name, const char *what)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is {none}, but it must be %s", op, name, what);
}

gla_status gla_refuse_dtype(const char *op, const char *name, int64_t dtype)
{
    return gla_fail(GLA_DTYPE_ERROR, "%s: %s is %lld, which is not a dtype", op, name, (long long)dtype);
}

gla_status gla_refuse_maybe(const char *op, const char *name, int value)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %d, but it must be GLA_MAYBE, GLA_NO or GLA_YES", op, name, value);
}

static gla_status check_length(const char *op, const char *name, int64_t n, int64_t most)
{
    if (n < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the length of %s is negative (%lld)", op, name, (long long)n);
    if (n > most)
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has %lld entries, but at most %lld are possible", op, name, (long long)n,
                        (long long)most);
    return GLA_OK;
}

gla_status gla_check_ints(const char *op, const char *name, const gla_ints *list)
{
    return list ? check_length(op, name, list->n, GLA_MAX_NDIM) : gla_refuse_missing(op, name, "a list of integers");
}

gla_status gla_check_index(const char *op, const char *name, const gla_index *key)
{
    if (!key)
        return gla_refuse_missing(op, name, "an index");
    gla_status st = check_length(op, name, key->n, 2 * GLA_MAX_NDIM);
    for (int i = 0; i < key->n && !st; i++) {
        const gla_index_item *item = &key->v[i];
        if ((unsigned)item->kind < GLA_INDEX_ARRAY) /* the most frequent kinds */
            continue;
        if (item->kind != GLA_INDEX_ARRAY)
            st = gla_fail(GLA_ARGUMENT_ERROR, "%s: item %d of %s has the unknown kind %d", op, i, name, (int)item->kind);
        else
            st = gla_admit_array(op, name, item->array);
    }
    return st;
}

gla_status gla_check_arrays(const char *op, const char *name, const gla_arrays *list)
{
    if (!list)
        return gla_refuse_missing(op, name, "a list of arrays");
    gla_status st = check_length(op, name, list->n, INT32_MAX);
    if (!st && list->n && !list->v)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has a length but no elements", op, name);
    for (int64_t i = 0; i < list->n && !st; i++)
        st = gla_admit_array(op, name, list->v[i]);
    return st;
}

gla_status gla_check_objects(const char *op, const char *name, const gla_sparses *list, const gla_class *of)
{
    if (!list)
        return gla_refuse_missing(op, name, "a list of sparse matrices");
    gla_status st = check_length(op, name, list->n, INT32_MAX);
    if (!st)
        st = check_length(op, name, list->lists, INT32_MAX);
    if (!st && ((list->n && !list->v) || (list->lists && !list->lengths)))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has a length but no elements", op, name);
    for (int64_t i = 0; i < list->n && !st; i++)
        if (list->v[i] && !gla_is_object(list->v[i], of))
            st = gla_refuse_handle(op, name, list->v[i], of->name);
    return st;
}

gla_status gla_check_operand(const char *op, const char *name, const gla_array *x)
{
    return gla_has_shape(x) ? GLA_OK : gla_refuse_handle(op, name, x, "array");
}

gla_status gla_check_labels(const char *op, const char *name, const gla_strings *list)
{
    if (!list)
        return gla_refuse_missing(op, name, "a list of strings");
    gla_status st = check_length(op, name, list->n, INT32_MAX);
    if (!st && list->n && !list->v)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has a length but no elements", op, name);
    return st;
}

gla_status gla_check_texts(const char *op, const char *name, const gla_strings *list)
{
    gla_status st = gla_check_labels(op, name, list);
    for (int64_t i = 0; !st && i < list->n; i++)
        if (!list->v[i])
            st = gla_fail(GLA_ARGUMENT_ERROR, "%s: string %lld of %s is {none}", op, (long long)i, name);
    return st;
}

static gla_status refuse_choice(const char *op, const char *name, const char *text, const char *const *choices)
{
    char list[400] = "";
    for (int i = 0; choices[i]; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s'%s'",
                 i == 0           ? ""
                 : choices[i + 1] ? ", "
                                  : " or ",
                 choices[i]);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is '%.60s', but it must be %s", op, name, text, list);
}

gla_status gla_check_choice(const char *op, const char *name, const char *text, const char *const *choices)
{
    for (int i = 0; text && choices[i]; i++)
        if (strcmp(text, choices[i]) == 0)
            return GLA_OK;
    return text ? refuse_choice(op, name, text, choices) : GLA_OK;
}

gla_status gla_check_chosen(const char *op, const char *name, const gla_chosen *chosen, const char *const *choices)
{
    if (chosen->array && chosen->text)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has an array and a string; set one of them to NULL", op, name);
    return chosen->text ? gla_check_choice(op, name, chosen->text, choices) : gla_admit_array(op, name, chosen->array);
}

gla_status gla_check_variable(const char *op, const char *name, const gla_variable *variable)
{
    if (!variable)
        return gla_refuse_missing(op, name, "an array or a string");
    if (variable->array && variable->text)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has an array and a string; set one of them to NULL", op, name);
    return variable->text ? GLA_OK : gla_admit_array(op, name, variable->array);
}

gla_status gla_check_data(const char *op, const char *name, const gla_dataset *data, const gla_class *table)
{
    if (!data)
        return gla_refuse_missing(op, name, "a Table or an array");
    if (data->array && data->table)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has an array and a Table; set one of them to NULL", op, name);
    if (!data->table)
        return gla_admit_array(op, name, data->array);
    return gla_is_object(data->table, table) ? GLA_OK : gla_refuse_handle(op, name, data->table, table->name);
}

gla_status gla_check_fits(const char *op, const char *name, const gla_fits *list, const gla_class *fit)
{
    if (!list)
        return gla_refuse_missing(op, name, "a list of Fits");
    gla_status st = check_length(op, name, list->n, INT32_MAX);
    if (!st && list->n && !list->v)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has a length but no elements", op, name);
    for (int64_t i = 0; i < list->n && !st; i++)
        if (!gla_is_object(list->v[i], fit))
            st = gla_refuse_handle(op, name, list->v[i], fit->name);
    return st;
}

gla_status gla_check_bytes(const char *op, const char *name, const gla_bytes *bytes)
{
    if (!bytes)
        return gla_refuse_missing(op, name, "bytes");
    return bytes->n && !bytes->data ? gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has a length but no bytes", op, name) : GLA_OK;
}
