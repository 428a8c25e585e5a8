/* record.c - texts, lists of them and records that functions return. */
#include "runtime/runtime.h"

#include <stdio.h>
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

static gla_field *append(gla_record *r, const char *key, gla_field_kind kind)
{
    if (r->n == r->capacity) {
        int capacity = r->capacity ? 2 * r->capacity : 8;
        gla_field *fields = gla_realloc(r->fields, (size_t)capacity * sizeof *fields);
        if (!fields) {
            gla_fail_memory("device_info", (size_t)capacity * sizeof *fields);
            return NULL;
        }
        r->fields = fields;
        r->capacity = capacity;
    }
    gla_field *f = &r->fields[r->n++];
    memset(f, 0, sizeof *f);
    snprintf(f->key, sizeof f->key, "%s", key);
    f->kind = kind;
    return f;
}

gla_status gla_record_text(gla_record *r, const char *key, const char *text)
{
    gla_field *f = append(r, key, GLA_FIELD_TEXT);
    if (!f)
        return gla_last_status();
    snprintf(f->text, sizeof f->text, "%s", text);
    return GLA_OK;
}

gla_status gla_record_integer(gla_record *r, const char *key, int64_t value)
{
    gla_field *f = append(r, key, GLA_FIELD_INTEGER);
    if (!f)
        return gla_last_status();
    f->integer = value;
    return GLA_OK;
}

gla_status gla_record_real(gla_record *r, const char *key, double value)
{
    gla_field *f = append(r, key, GLA_FIELD_REAL);
    if (!f)
        return gla_last_status();
    f->real = value;
    return GLA_OK;
}

gla_status gla_record_bool(gla_record *r, const char *key, bool value)
{
    gla_field *f = append(r, key, GLA_FIELD_BOOL);
    if (!f)
        return gla_last_status();
    f->integer = value;
    return GLA_OK;
}
