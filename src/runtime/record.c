/* record.c - texts, lists of them and records that functions return. */
#include "runtime/runtime.h"

#include <string.h>

void gla_strings_free(gla_strings *s)
{
    if (!s)
        return;
    for (int64_t i = 0; i < s->n; i++)
        gla_free(s->v[i]);
    gla_free(s->v);
    gla_free(s);
}

void gla_record_free(gla_record *r)
{
    if (!r)
        return;
    for (int i = 0; i < r->n; i++)
        gla_free(r->fields[i]);
    gla_free(r->fields);
    gla_free(r);
}

gla_status gla_copy_text(const char *op, const char *text, char **out)
{
    size_t size = strlen(text) + 1;
    if (!(*out = gla_malloc(size)))
        return gla_fail_memory(op, size);
    memcpy(*out, text, size);
    return GLA_OK;
}

/* The field and its strings are one block. */
static gla_field *append(gla_record *r, const char *key, gla_field_kind kind, const char *text)
{
    size_t key_size = strlen(key) + 1, text_size = strlen(text) + 1, bytes = sizeof(gla_field) + key_size + text_size;
    if (r->n == r->capacity) {
        int capacity = r->capacity ? 2 * r->capacity : 8;
        gla_field **fields = gla_realloc(r->fields, (size_t)capacity * sizeof *fields);
        if (!fields) {
            gla_fail_memory("device_info", (size_t)capacity * sizeof *fields);
            return NULL;
        }
        r->fields = fields;
        r->capacity = capacity;
    }
    gla_field *f = gla_calloc(1, bytes);
    if (!f) {
        gla_fail_memory("device_info", bytes);
        return NULL;
    }
    f->kind = kind;
    f->key = memcpy(f + 1, key, key_size);
    f->text = memcpy((char *)(f + 1) + key_size, text, text_size);
    return r->fields[r->n++] = f;
}

gla_status gla_record_text(gla_record *r, const char *key, const char *text)
{
    return append(r, key, GLA_FIELD_TEXT, text) ? GLA_OK : gla_last_status();
}

gla_status gla_record_integer(gla_record *r, const char *key, int64_t value)
{
    gla_field *f = append(r, key, GLA_FIELD_INTEGER, "");
    if (!f)
        return gla_last_status();
    f->integer = value;
    return GLA_OK;
}

gla_status gla_record_real(gla_record *r, const char *key, double value)
{
    gla_field *f = append(r, key, GLA_FIELD_REAL, "");
    if (!f)
        return gla_last_status();
    f->real = value;
    return GLA_OK;
}

gla_status gla_record_bool(gla_record *r, const char *key, bool value)
{
    gla_field *f = append(r, key, GLA_FIELD_BOOL, "");
    if (!f)
        return gla_last_status();
    f->integer = value;
    return GLA_OK;
}
