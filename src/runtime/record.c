/* record.c - Strings, lists of strings, and records returned by functions. */
#include "runtime/runtime.h"
#include "runtime/record.h"
#include "runtime/allocation.h"

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

gla_status gla_record_new(const char *op, gla_record **out)
{
    gla_record *r = *out = gla_calloc(1, sizeof *r);
    if (!r)
        return gla_fail_memory(op, sizeof *r);
    r->op = op;
    return GLA_OK;
}

gla_status gla_record_finish(gla_record **r, gla_status st)
{
    st = st ? st : (*r)->status;
    if (st) {
        gla_record_free(*r);
        *r = NULL;
    }
    return st;
}

/* The field and its strings share one allocation. */
static void append(gla_record *r, const char *key, gla_field field)
{
    size_t key_size = strlen(key) + 1, text_size = strlen(field.text) + 1, bytes = sizeof field + key_size + text_size;
    if (r->status)
        return;
    if (r->n == r->capacity) {
        int capacity = r->capacity ? 2 * r->capacity : 8;
        gla_field **fields = gla_realloc(r->fields, (size_t)capacity * sizeof *fields);
        if (!fields) {
            r->status = gla_fail_memory(r->op, (size_t)capacity * sizeof *fields);
            return;
        }
        r->fields = fields;
        r->capacity = capacity;
    }
    gla_field *f = gla_malloc(bytes);
    if (!f) {
        r->status = gla_fail_memory(r->op, bytes);
        return;
    }
    *f = field;
    f->key = memcpy(f + 1, key, key_size);
    f->text = memcpy((char *)(f + 1) + key_size, field.text, text_size);
    r->fields[r->n++] = f;
}

void gla_record_text(gla_record *r, const char *key, const char *text)
{
    append(r, key, (gla_field){.kind = GLA_FIELD_TEXT, .text = text});
}

void gla_record_integer(gla_record *r, const char *key, int64_t value)
{
    append(r, key, (gla_field){.kind = GLA_FIELD_INTEGER, .integer = value, .text = ""});
}

void gla_record_unsigned(gla_record *r, const char *key, uint64_t value)
{
    append(r, key, (gla_field){.kind = GLA_FIELD_UNSIGNED, .integer = (int64_t)value, .text = ""});
}

void gla_record_real(gla_record *r, const char *key, double value)
{
    append(r, key, (gla_field){.kind = GLA_FIELD_REAL, .real = value, .text = ""});
}

void gla_record_bool(gla_record *r, const char *key, bool value)
{
    append(r, key, (gla_field){.kind = GLA_FIELD_BOOL, .integer = value, .text = ""});
}
