/* write_table.c - arrays as columns of a table of text. */
#include "io/io.h"

#include "array/number_text.h"

#include <math.h>
#include <string.h>

typedef struct source {
    gla_array *array; /* contiguous, on the host */
    const char *data;
    int64_t columns;
} source;

static gla_status bring(const char *op, const gla_array *x, int64_t place, int64_t *rows, source *s)
{
    gla_device *host;
    gla_array *contiguous = NULL;
    void *data;
    if (!x || x->ndim < 1 || x->ndim > 2)
        return gla_fail(GLA_SHAPE_ERROR, "%s: columns[%lld] has %d dimensions, but it must have 1 or 2", op, (long long)place,
                        x ? x->ndim : 0);
    if (gla_dtype_is_complex(x->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: columns[%lld] is complex; write its real and imag parts", op, (long long)place);
    if (place > 0 && x->shape[0] != *rows)
        return gla_fail(GLA_SHAPE_ERROR, "%s: columns[%lld] has %lld rows, but columns[0] has %lld", op, (long long)place,
                        (long long)x->shape[0], (long long)*rows);
    *rows = x->shape[0];
    s->columns = x->ndim == 2 ? x->shape[1] : 1;
    gla_status st = gla_host_device(&host);
    if (!st)
        st = gla_array_contiguous(op, host, x->dtype, x, &contiguous);
    if (!st)
        st = gla_to_host(contiguous, &s->array, &data);
    if (!st)
        s->data = data;
    gla_unref(contiguous);
    return st;
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
    const char *p = s->data + (size_t)element * gla_itemsize(s->array->dtype);
    if (s->array->dtype == GLA_BOOL)
        fputc(*p ? '1' : '0', out);
    else {
        gla_scalar_text(s->array->dtype, p, text);
        fputs(text, out);
    }
}

static gla_status write_rows(const gla_file *f, const source *s, int64_t n, int64_t rows, char delimiter)
{
    for (int64_t r = 0; r < rows; r++) {
        bool first = true;
        for (int64_t i = 0; i < n; i++)
            for (int64_t k = 0; k < s[i].columns; k++, first = false) {
                if (!first)
                    fputc(delimiter, f->stream);
                write_cell(f->stream, &s[i], r * s[i].columns + k);
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

static gla_status write_all(const char *op, const char *path, const source *s, int64_t n, int64_t rows,
                            const gla_strings *names, char delimiter)
{
    gla_file f;
    void *state = gla_work_begin(INFINITY); /* a pipe's reader may be another thread of the script */
    gla_status st = gla_file_open(&f, op, path);
    if (st) {
        gla_work_end(state);
        return st;
    }
    for (int64_t i = 0; names && i < names->n; i++) {
        if (i)
            fputc(delimiter, f.stream);
        write_name(f.stream, names->v[i], delimiter, names->n == 1);
    }
    if (names)
        fputc('\n', f.stream);
    st = gla_file_close(&f, write_rows(&f, s, n, rows, delimiter));
    gla_work_end(state);
    return st;
}

gla_status gla_write_table(const char *path, const gla_arrays *columns, const gla_strings *names, const char *delimiter)
{
    static const char op[] = "write_table";
    int64_t rows = 0, total = 0, n = columns->n;
    if (delimiter && (strlen(delimiter) != 1 || strchr("\"#\r\n.0123456789+-eE", *delimiter) || *delimiter & 0x80))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: delimiter is '%.60s', but it must be one character that no number holds", op,
                        delimiter);
    if (n == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: columns is an empty list; give at least one array", op);
    source *sources = gla_calloc((size_t)n, sizeof *sources);
    if (!sources)
        return gla_fail_memory(op, (size_t)n * sizeof *sources);
    gla_status st = GLA_OK;
    for (int64_t i = 0; !st && i < n; i++) {
        st = bring(op, columns->v[i], i, &rows, &sources[i]);
        total += sources[i].columns;
    }
    if (!st)
        st = check_names(op, names, total);
    if (!st)
        st = write_all(op, path, sources, n, rows, names, delimiter ? *delimiter : ',');
    for (int64_t i = 0; i < n; i++)
        gla_unref(sources[i].array);
    gla_free(sources);
    return st;
}
