/* write_table.c - Write arrays as columns of a text table. */
#include "io/form.h"
#include "io/io.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include "array/number_text.h"
#include "core/scope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct source {
    const gla_array *array; /* contiguous, on the host */
    int64_t columns;
    const double *places; /* the elements as float64, if a column contains texts or truth values */
} source;

typedef struct table {
    int64_t n, rows, columns; /* columns: total over all sources */
    source *sources;
    const gla_strings *names, *kinds, *levels;
    char delimiter;
} table;

static bool has_kind(const table *t, int64_t column, const char *kind)
{
    return t->kinds && !strcmp(t->kinds->v[column], kind);
}

static bool is_text(const table *t, int64_t column)
{
    return has_kind(t, column, "text");
}

/* Convert the elements to float64. In text columns they must be indices of levels. */
static gla_status add_places(gla_scope *s, const table *t, int64_t place, source *from)
{
    gla_device *host = NULL;
    void *data;
    gla_s_check(s, gla_host_device(&host));
    if (!gla_s_to_host(s, gla_s_contiguous(s, host, GLA_FLOAT64, from->array), &data))
        return s->status;
    from->places = data;
    for (int64_t i = 0; i < t->rows * from->columns; i++) {
        double at = from->places[i];
        if (is_text(t, t->columns + i % from->columns) && !(at >= 0 && at < (double)t->levels->n && at == floor(at)))
            return gla_fail(
                GLA_ARGUMENT_ERROR,
                "%s: columns[%lld] is a text column, but its value %g in row %lld is not an index, counted from 0, of one of "
                "the %lld levels",
                s->op, (long long)place, at, (long long)(i / from->columns), (long long)t->levels->n);
    }
    return s->status;
}

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
        return gla_fail(GLA_SHAPE_ERROR, "%s: columns[%lld] has length %lld, but columns[0] has length %lld", s->op,
                        (long long)place, (long long)x->shape[0], (long long)t->rows);
    gla_s_check(s, gla_host_device(&host));
    const gla_array *array = gla_s_to_host(s, gla_s_contiguous(s, host, x->dtype, x), &data);
    source *from = &t->sources[place];
    *from = (source){array, x->ndim == 2 ? x->shape[1] : 1, NULL};
    t->rows = x->shape[0];
    bool places = false;
    for (int64_t k = t->columns; k < t->columns + from->columns && !s->status; k++) {
        if (t->kinds && k >= t->kinds->n)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: the number of kinds, %lld, is less than the number of columns", s->op,
                            (long long)t->kinds->n);
        places |= is_text(t, k) || has_kind(t, k, "bool");
    }
    if (places && !s->status)
        gla_s_check(s, add_places(s, t, place, from));
    t->columns += from->columns;
    return s->status;
}

static void write_text(FILE *out, const char *name, char delimiter, bool alone)
{
    /* Quote strings that would otherwise be read as a missing value, several fields or a comment, and strings that begin or end
     * with a blank. */
    bool plain = !gla_form_is_missing(NULL, &(gla_cell){.start = name, .length = strlen(name)}) &&
                 !strpbrk(name, alone ? "\"#\r\n\t;, " : "\"#\r\n\t;,") && !strchr(name, delimiter);
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

static void write_cell(FILE *out, const source *s, int64_t element, bool truth)
{
    char text[GLA_NUMBER_TEXT];
    const char *p = (char *)gla_data(s->array) + (size_t)element * gla_itemsize(s->array->dtype);
    if (truth)
        fputs(s->places[element] != 0 ? "TRUE" : "FALSE", out);
    else if (s->array->dtype == GLA_BOOL)
        fputc(*p ? '1' : '0', out);
    else {
        gla_scalar_text(s->array->dtype, p, text);
        fputs(text, out);
    }
}

static gla_status write_rows(const gla_file *f, const table *t)
{
    for (int64_t r = 0; r < t->rows; r++) {
        int64_t column = 0;
        for (const source *s = t->sources; s < t->sources + t->n; s++)
            for (int64_t k = 0; k < s->columns; k++, column++) {
                if (column)
                    fputc(t->delimiter, f->stream);
                if (is_text(t, column))
                    write_text(f->stream, t->levels->v[(int64_t)s->places[r * s->columns + k]], t->delimiter, t->columns == 1);
                else
                    write_cell(f->stream, s, r * s->columns + k, has_kind(t, column, "bool"));
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

/* Check that texts are UTF-8, so that the table can be read again. */
static gla_status check_texts(const char *op, const char *name, const gla_strings *texts)
{
    for (int64_t i = 0; texts && i < texts->n; i++)
        if (!gla_is_utf8(texts->v[i]))
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s[%lld] is not in UTF-8; encode it", op, name, (long long)i);
    return GLA_OK;
}

static gla_status check_kinds(const char *op, const table *t)
{
    for (int64_t i = 0; t->kinds && i < t->kinds->n; i++) {
        const char *kind = t->kinds->v[i];
        if (strcmp(kind, "text") && strcmp(kind, "int64") && strcmp(kind, "float64") && strcmp(kind, "bool"))
            return gla_fail(GLA_ARGUMENT_ERROR,
                            "%s: kinds[%lld] is '%.60s', but it must be 'int64', 'float64', 'bool' or 'text'", op, (long long)i,
                            kind);
        if (!t->levels && is_text(t, i))
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: kinds[%lld] is 'text', but levels is missing; pass the strings in levels",
                            op, (long long)i);
    }
    return GLA_OK;
}

static gla_status check_counts(const char *op, const table *t)
{
    if (t->names && t->names->n != t->columns)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the number of names is %lld, but the number of columns is %lld", op,
                        (long long)t->names->n, (long long)t->columns);
    if (t->kinds && t->kinds->n != t->columns)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the number of kinds is %lld, but the number of columns is %lld", op,
                        (long long)t->kinds->n, (long long)t->columns);
    return GLA_OK;
}

static gla_status write_all(const gla_file *f, const void *what)
{
    const table *t = what;
    for (int64_t i = 0; t->names && i < t->names->n; i++) {
        if (i)
            fputc(t->delimiter, f->stream);
        write_text(f->stream, t->names->v[i], t->delimiter, t->names->n == 1);
    }
    if (t->names)
        fputc('\n', f->stream);
    return write_rows(f, t);
}

static gla_status write_file(const char *op, const char *path, const table *t)
{
    return gla_file_write(op, path, write_all, t);
}

/* Write to a string instead of a file. */
static gla_status write_string(const char *op, char **to, const table *t)
{
    char *text = NULL;
    size_t size = 0;
    const gla_file f = {.op = op, .path = "the table", .fd = -1, .stream = open_memstream(&text, &size)};
    if (!f.stream)
        return gla_fail_memory(op, 1);
    gla_status st = write_all(&f, t);
    bool good = fclose(f.stream) == 0;
    if (!st)
        st = good ? gla_copy_text(op, text, to) : gla_fail_memory(op, size);
    free(text);
    return st;
}

/* Write a table to a file, or to a string if `to` is not NULL. */
static gla_status write(const char *op, const char *path, char **to, table *t, const gla_arrays *columns, const char *delimiter)
{
    gla_scope s;
    if (delimiter && (strlen(delimiter) != 1 || strchr("\"#\r\n.0123456789+-eE", *delimiter) || *delimiter & 0x80))
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: delimiter is '%.60s', but it must be one character that does not occur in numbers", op, delimiter);
    if (columns->n == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: columns is an empty list; give at least one array", op);
    gla_scope_begin(&s, op);
    t->n = columns->n;
    t->delimiter = delimiter ? *delimiter : ',';
    t->sources = gla_s_memory(&s, columns->n, sizeof *t->sources);
    if (!gla_s_check(&s, check_texts(op, "names", t->names)) && !gla_s_check(&s, check_texts(op, "levels", t->levels)))
        gla_s_check(&s, check_kinds(op, t));
    for (int64_t i = 0; i < t->n && !s.status; i++)
        gla_s_check(&s, add(&s, t, i, columns->v[i]));
    if (!s.status && !gla_s_check(&s, check_counts(op, t)))
        gla_s_check(&s, to ? write_string(op, to, t) : write_file(op, path, t));
    return gla_scope_end(&s);
}

gla_status gla_write_table(const char *path, const gla_arrays *columns, const gla_strings *names, const char *delimiter,
                           const gla_strings *kinds, const gla_strings *levels)
{
    table t = {.names = names, .kinds = kinds, .levels = levels};
    return write("write_table", path, NULL, &t, columns, delimiter);
}

gla_status gla_format_table(const gla_arrays *columns, char **text, const gla_strings *names, const char *delimiter,
                            const gla_strings *kinds, const gla_strings *levels)
{
    table t = {.names = names, .kinds = kinds, .levels = levels};
    *text = NULL;
    return write("format_table", NULL, text, &t, columns, delimiter);
}
