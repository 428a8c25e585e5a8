/* csv.c - A Table as comma-separated values: numbers with all their digits, missing values as empty fields. */
#include "table/table.h"
#include "array/number_text.h"
#include "gpulinalg.h"
#include "runtime/devices.h"
#include "runtime/writer.h"

#include <string.h>

/* A column on the host. */
typedef struct field {
    const table_column *column;
    const char *values;
    const bool *missing; /* NULL: none */
} field;

static void read_field(gla_scope *s, const table_column *c, field *f)
{
    gla_array *missing = table_missing_of(s, c);
    int64_t n = c->values->shape[0];
    gla_array *values = table_edges(s, c->values, n, 0);
    missing = missing ? table_edges(s, missing, n, 0) : NULL;
    if (!s->status)
        *f = (field){c, gla_data(values), missing ? gla_data(missing) : NULL};
}

/* Write a string, in quotes if it would be read as something else. */
static void put_text(gla_writer *w, const char *text)
{
    size_t n = strlen(text);
    if (n && !strpbrk(text, ",\"\n\r") && text[0] != ' ' && text[n - 1] != ' ') {
        gla_put_text(w, text);
        return;
    }
    gla_put_text(w, "\"");
    for (; *text; text++)
        gla_put_bytes(w, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    gla_put_text(w, "\"");
}

static void put_field(gla_writer *w, const field *f, int64_t row)
{
    const gla_array *x = f->column->values;
    const char *element = f->values + (size_t)row * gla_itemsize(x->dtype);
    char text[GLA_NUMBER_TEXT];
    if (f->missing && f->missing[row])
        return;
    if (f->column->levels) {
        put_text(w, f->column->levels->v[*(const int64_t *)element]);
    } else if (x->dtype == GLA_BOOL) {
        gla_put_text(w, *element ? "TRUE" : "FALSE");
    } else {
        gla_scalar_text(x->dtype, element, text);
        gla_put_text(w, text);
    }
}

gla_status table_write_csv(gla_scope *s, const table_contents *c, char **text)
{
    gla_writer w = GLA_WRITER(s->op);
    field *fields = gla_s_memory(s, c->n + 1, sizeof *fields);
    for (int i = 0; i < c->n && !s->status; i++)
        read_field(s, c->columns[i], &fields[i]);
    if (s->status)
        return s->status;
    for (int64_t row = -1; row < c->rows; row++) {
        for (int i = 0; i < c->n; i++) {
            gla_put_text(&w, i ? "," : "");
            if (row < 0)
                put_text(&w, c->columns[i]->name);
            else
                put_field(&w, &fields[i], row);
        }
        gla_put_text(&w, "\n");
    }
    return gla_writer_finish(&w, text);
}
