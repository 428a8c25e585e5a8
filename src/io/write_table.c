/* write_table.c - arrays as columns of a table of text. */
#include "io/io.h"

#include "array/number_text.h"
#include "core/scope.h"

#include <string.h>

typedef struct source {
    const gla_array *array; /* contiguous, on the host */
    int64_t columns;
} source;

typedef struct table {
    int64_t n, rows, columns; /* columns: of all sources */
    source *sources;
    const gla_strings *names;
    char delimiter;
} table;

static gla_status add(gla_scope *s, table *t, int64_t place, const gla_array *x)
{
    gla_device *host = NULL;
    void *data;
    if (!x || x->ndim < 1 || x->ndim > 2)
        return gla_fail(GLA_SHAPE_ERROR, "%s: columns[%lld] has %d dimensions, but it must have 1 or 2", s->op,
                        (long long)place, x ? x->ndim : 0);
    if (gla_dtype_is_complex(x->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: columns[%lld] is complex; write its real and imag parts", s->op,
                        (long long)place);
    if (place > 0 && x->shape[0] != t->rows)
        return gla_fail(GLA_SHAPE_ERROR, "%s: columns[%lld] has %lld rows, but columns[0] has %lld", s->op, (long long)place,
                        (long long)x->shape[0], (long long)t->rows);
    gla_s_check(s, gla_host_device(&host));
    const gla_array *array = gla_s_to_host(s, gla_s_contiguous(s, host, x->dtype, x), &data);
    t->sources[place] = (source){array, x->ndim == 2 ? x->shape[1] : 1};
    t->rows = x->shape[0];
    t->columns += t->sources[place].columns;
    return s->status;
}

static void write_name(FILE *out, const char *name, char delimiter, bool alone)
{
    /* In quotes: what a reader may take for a delimiter, a comment or the blanks around a name. */
    bool plain = *name && !strpbrk(name, alone ? "\"#\r\n\t;, " : "\"#\r\n\t;,") && !strchr(name, delimiter);
    if (plain && *name != ' ' && name[strlen(name) - 1] != ' ') {
        fputs(name, out);
        return;
    }
    fputc('"', out);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', out);
        fputc(*name, out);
    }
    fputc('"', out);
}

static void write_cell(FILE *out, const source *s, int64_t element)
{
    char text[GLA_NUMBER_TEXT];
    const char *p = (char *)gla_data(s->array) + (size_t)element * gla_itemsize(s->array->dtype);
    if (s->array->dtype == GLA_BOOL)
        fputc(*p ? '1' : '0', out);
    else {
        gla_scalar_text(s->array->dtype, p, text);
        fputs(text, out);
    }
}

static gla_status write_rows(const gla_file *f, const table *t)
{
    for (int64_t r = 0; r < t->rows; r++) {
        bool first = true;
        for (const source *s = t->sources; s < t->sources + t->n; s++)
            for (int64_t k = 0; k < s->columns; k++, first = false) {
                if (!first)
                    fputc(t->delimiter, f->stream);
                write_cell(f->stream, s, r * s->columns + k);
            }
        fputc('\n', f->stream);
        gla_status st = gla_file_check(f);
        if (st)
            return st;
        if (r % 4096 == 0 && gla_interrupted())
            return gla_file_interrupted(f);
    }
    return GLA_OK;
}

/* What is written must be read again. */
static gla_status check_names(const char *op, const gla_strings *names, int64_t columns)
{
    if (names && names->n != columns)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %lld names for %lld columns", op, (long long)names->n, (long long)columns);
    for (int64_t i = 0; names && i < names->n; i++)
        if (!gla_is_utf8(names->v[i]))
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: names[%lld] is not in UTF-8; encode it", op, (long long)i);
    return GLA_OK;
}

static gla_status write_all(const gla_file *f, const void *what)
{
    const table *t = what;
    for (int64_t i = 0; t->names && i < t->names->n; i++) {
        if (i)
            fputc(t->delimiter, f->stream);
        write_name(f->stream, t->names->v[i], t->delimiter, t->names->n == 1);
    }
    if (t->names)
        fputc('\n', f->stream);
    return write_rows(f, t);
}

gla_status gla_write_table(const char *path, const gla_arrays *columns, const gla_strings *names, const char *delimiter)
{
    static const char op[] = "write_table";
    gla_scope s;
    if (delimiter && (strlen(delimiter) != 1 || strchr("\"#\r\n.0123456789+-eE", *delimiter) || *delimiter & 0x80))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: delimiter is '%.60s', but it must be one character that no number holds", op,
                        delimiter);
    if (columns->n == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: columns is an empty list; give at least one array", op);
    gla_scope_begin(&s, op);
    table t = {.n = columns->n,
               .names = names,
               .delimiter = delimiter ? *delimiter : ',',
               .sources = gla_s_memory(&s, columns->n, sizeof *t.sources)};
    for (int64_t i = 0; i < t.n && !s.status; i++)
        gla_s_check(&s, add(&s, &t, i, columns->v[i]));
    if (!s.status && !gla_s_check(&s, check_names(op, names, t.columns)))
        gla_s_check(&s, gla_file_write(op, path, write_all, &t));
    return gla_scope_end(&s);
}
