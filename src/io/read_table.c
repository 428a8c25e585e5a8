/* read_table.c - a table of text as an array, with the names and kinds of its columns.
 *
 * The text is read once for the numbers; a column without any becomes one of texts in a second reading. */
#include "io/io.h"
#include "io/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum missing { RAISE, MAKE_NAN, DROP } missing;
typedef enum kind { EMPTY, INTEGER, REAL, TEXT, UNUSED } kind;

typedef struct column {
    char *name;
    kind kind;
    int64_t numbers;            /* how many there are */
    int64_t absent, absent_row, absent_line; /* how many are missing, and the first */
    int64_t text_row, text_line; /* the first text */
    char text[44];
} column;

typedef struct table {
    const char *op, *path;
    char *data;
    size_t size;
    char delimiter, decimal;
    missing missing;
    bool header;
    int n; /* columns */
    column *columns;
    double *values; /* rows one after the other */
    int64_t rows, capacity;
    gla_rows reader;
    gla_levels levels;
} table;

static const char *place(char buf[80], int64_t row, int64_t line)
{
    snprintf(buf, 80, "row %lld (line %lld of the file)", (long long)row, (long long)line);
    return buf;
}

/* ---- options ------------------------------------------------------------------------------------------------------ */
static gla_status read_options(table *t, const char *delimiter, const char *missing, const char *decimal)
{
    static const char *const actions[] = {"raise", "nan", "drop"};
    int action = 0;
    while (missing && action < 3 && strcmp(missing, actions[action]))
        action++;
    if (action == 3)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: missing is '%.60s', but it must be 'raise', 'nan' or 'drop'", t->op, missing);
    t->missing = (enum missing)action;
    if (decimal && strcmp(decimal, ".") && strcmp(decimal, ","))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: decimal is '%.60s', but it must be '.' or ','", t->op, decimal);
    t->decimal = decimal ? *decimal : '.';
    if (delimiter && (strlen(delimiter) != 1 || strchr("\"#\r\n", *delimiter) || *delimiter == t->decimal))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: delimiter is '%.60s', but it must be one character that is no quote, # or "
                        "decimal point", t->op, delimiter);
    t->delimiter = delimiter ? *delimiter : '\0';
    return GLA_OK;
}

/* ---- the first line ------------------------------------------------------------------------------------------------ */
static gla_status start(table *t)
{
    gla_rows_start(&t->reader, t->op, t->path, t->data, t->size, t->delimiter);
    return GLA_OK;
}

static gla_status name_columns(table *t, bool named)
{
    char plain[32];
    for (int i = 0; i < t->n; i++) {
        const gla_cell *cell = &t->reader.cells[i];
        gla_status st = GLA_OK;
        snprintf(plain, sizeof plain, "column%d", i + 1);
        if (named && cell->length)
            st = gla_cell_text(t->op, cell, &t->columns[i].name);
        else
            st = gla_copy_text(t->op, plain, &t->columns[i].name);
        if (st)
            return st;
        for (int j = 0; j < i; j++)
            if (strcmp(t->columns[i].name, t->columns[j].name) == 0)
                return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has two columns named '%.100s'; rename one", t->op, t->path,
                                t->columns[i].name);
    }
    return GLA_OK;
}

static gla_status read_header(table *t, gla_maybe header)
{
    bool more, texts = false;
    double value;
    start(t);
    gla_status st = gla_rows_next(&t->reader, &more);
    if (st)
        return st;
    if (!more)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' holds no rows", t->op, t->path);
    t->n = t->reader.n;
    for (int i = 0; i < t->n; i++)
        texts |= gla_cell_number(&t->reader.cells[i], t->decimal, &value) == GLA_CELL_TEXT;
    t->header = header == GLA_MAYBE ? texts : header == GLA_YES;
    if (!(t->columns = gla_calloc((size_t)t->n, sizeof *t->columns)))
        return gla_fail_memory(t->op, (size_t)t->n * sizeof *t->columns);
    st = name_columns(t, t->header);
    if (!t->header)
        start(t);
    return st;
}

/* Mark the columns that a list names: those of texts, or all others as unused. */
static gla_status mark(table *t, const char *option, const gla_strings *list, kind listed, kind others)
{
    for (int i = 0; list && i < t->n; i++)
        if (others != EMPTY)
            t->columns[i].kind = others;
    for (int64_t k = 0; list && k < list->n; k++) {
        int i = 0;
        while (i < t->n && strcmp(t->columns[i].name, list->v[k]))
            i++;
        if (i == t->n)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s names '%.100s', but '%.200s' has no such column; its first is '%.100s'",
                            t->op, option, list->v[k], t->path, t->columns[0].name);
        if (t->columns[i].kind != UNUSED || others == UNUSED)
            t->columns[i].kind = listed;
    }
    return GLA_OK;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------- */
static gla_status fail_too_large(const table *t, const column *c, const gla_cell *cell, double value)
{
    char where[80];
    return gla_fail(GLA_OVERFLOW_ERROR, "%s: column '%.100s' of '%.200s' holds %.*s in %s, which float64 cannot hold%s; "
                    "read the column as text with text=['%.100s']", t->op, c->name, t->path,
                    (int)(cell->length > 60 ? 60 : cell->length), cell->start, place(where, t->rows + 1, t->reader.line),
                    isinf(value) ? "" : " exactly", c->name);
}

static gla_status add_number(table *t, column *c, const gla_cell *cell, double *value)
{
    gla_cell_kind kind = gla_cell_number(cell, t->decimal, value);
    if (kind == GLA_CELL_TOO_LARGE)
        return fail_too_large(t, c, cell, *value);
    if (kind == GLA_CELL_MISSING && c->absent++ == 0) {
        c->absent_row = t->rows + 1;
        c->absent_line = t->reader.line;
    }
    if (kind == GLA_CELL_TEXT && !c->text_row) {
        size_t n = cell->length < 40 ? cell->length : 40;
        memcpy(c->text, cell->start, n);
        c->text_row = t->rows + 1;
        c->text_line = t->reader.line;
    }
    if (kind == GLA_CELL_INTEGER || kind == GLA_CELL_REAL) {
        c->numbers++;
        if (c->kind != REAL)
            c->kind = kind == GLA_CELL_REAL ? REAL : INTEGER;
    }
    return GLA_OK;
}

static gla_status add_row(table *t)
{
    char where[80];
    if (t->reader.n != t->n)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has %d fields in %s, but %d in its first line", t->op, t->path,
                        t->reader.n, place(where, t->rows + 1, t->reader.line), t->n);
    if (t->rows == t->capacity) {
        int64_t capacity = t->capacity ? 2 * t->capacity : 256;
        double *values = gla_realloc(t->values, (size_t)capacity * (size_t)t->n * sizeof *values);
        if (!values)
            return gla_fail_memory(t->op, (size_t)capacity * (size_t)t->n * sizeof *values);
        t->values = values;
        t->capacity = capacity;
    }
    gla_status st = GLA_OK;
    for (int i = 0; !st && i < t->n; i++) {
        column *c = &t->columns[i];
        if (c->kind != TEXT && c->kind != UNUSED)
            st = add_number(t, c, &t->reader.cells[i], &t->values[t->rows * t->n + i]);
    }
    t->rows++;
    if (!st && t->rows % 4096 == 0 && gla_interrupted())
        st = gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", t->op);
    return st;
}

static gla_status read_numbers(table *t)
{
    bool more = true;
    gla_status st = GLA_OK;
    while (!st && more && !(st = gla_rows_next(&t->reader, &more)))
        if (more)
            st = add_row(t);
    if (!st && t->rows == 0)
        st = gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' holds names of columns, but no rows", t->op, t->path);
    return st;
}

/* A column is one of numbers, or of texts; whatever lies between is refused. */
static gla_status check_columns(table *t)
{
    char where[80];
    for (int i = 0; i < t->n; i++) {
        column *c = &t->columns[i];
        if (c->kind == UNUSED || c->kind == TEXT)
            continue;
        if (c->text_row && c->numbers)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: column '%.100s' of '%.200s' holds '%s' among numbers, in %s; correct it, "
                            "leave the column out with usecols, or read it as text with text=['%.100s']", t->op, c->name,
                            t->path, c->text, place(where, c->text_row, c->text_line), c->name);
        if (c->text_row)
            c->kind = TEXT;
        else if (c->absent && t->missing == RAISE)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: column '%.100s' of '%.200s' has no value in %s, the first of %lld; "
                            "missing='nan' reads NaN, missing='drop' leaves such rows out", t->op, c->name, t->path,
                            place(where, c->absent_row, c->absent_line), (long long)c->absent);
        else if (c->absent && (t->missing == MAKE_NAN || !c->numbers))
            c->kind = REAL; /* NaN is no integer */
    }
    return GLA_OK;
}

/* ---- texts --------------------------------------------------------------------------------------------------------- */
static gla_status read_texts(table *t)
{
    bool more = true, any = false;
    gla_status st = GLA_OK;
    for (int i = 0; i < t->n; i++)
        any |= t->columns[i].kind == TEXT;
    if (!any)
        return GLA_OK;
    start(t);
    if (t->header)
        st = gla_rows_next(&t->reader, &more);
    for (int64_t row = 0; !st && row < t->rows; row++) {
        st = gla_rows_next(&t->reader, &more);
        for (int i = 0; !st && i < t->n; i++)
            if (t->columns[i].kind == TEXT)
                st = gla_levels_add(t->op, &t->levels, &t->reader.cells[i], &t->values[row * t->n + i]);
    }
    return st;
}

/* ---- results ------------------------------------------------------------------------------------------------------- */
static bool keeps(const table *t, int64_t row)
{
    for (int i = 0; t->missing == DROP && i < t->n; i++) {
        kind k = t->columns[i].kind;
        if ((k == INTEGER || k == REAL) && isnan(t->values[row * t->n + i]))
            return false;
    }
    return true;
}

static gla_status make_values(const table *t, int used, gla_array **out)
{
    int64_t rows = 0, at = 0;
    double *data;
    gla_array *columns = NULL, *turned = NULL;
    for (int64_t r = 0; r < t->rows; r++)
        rows += keeps(t, r);
    if (rows == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: every row of '%.200s' has a missing value; missing='nan' keeps them", t->op,
                        t->path);
    gla_status st = gla_new_host(GLA_FLOAT64, 2, (int64_t[]){used, rows}, &columns, (void **)&data);
    for (int64_t r = 0; !st && r < t->rows; r++) {
        if (!keeps(t, r))
            continue;
        for (int i = 0, k = 0; i < t->n; i++)
            if (t->columns[i].kind != UNUSED)
                data[rows * k++ + at] = t->values[r * t->n + i];
        at++;
    }
    if (!st)
        st = gla_matrix_transpose(columns, &turned);
    if (!st)
        st = gla_asarray(turned, out, GLA_NO_DTYPE, NULL, GLA_MAYBE);
    gla_unref(turned);
    gla_unref(columns);
    return st;
}

static gla_status make_strings(const char *op, int64_t n, gla_strings **out)
{
    *out = gla_calloc(1, sizeof **out);
    if (!*out || !((*out)->v = gla_calloc((size_t)n + 1, sizeof *(*out)->v)))
        return gla_fail_memory(op, (size_t)n * sizeof(char *));
    return GLA_OK;
}

static gla_status make_columns(const table *t, int used, gla_strings **names, gla_strings **kinds)
{
    static const char *const words[] = {"float64", "int64", "float64", "text"};
    gla_status st = make_strings(t->op, used, names);
    if (!st)
        st = make_strings(t->op, used, kinds);
    for (int i = 0; !st && i < t->n; i++) {
        const column *c = &t->columns[i];
        if (c->kind == UNUSED)
            continue;
        if (!(st = gla_copy_text(t->op, c->name, &(*names)->v[(*names)->n])))
            (*names)->n++;
        if (!st && !(st = gla_copy_text(t->op, words[c->kind], &(*kinds)->v[(*kinds)->n])))
            (*kinds)->n++;
    }
    return st;
}

static void release(table *t)
{
    for (int i = 0; t->columns && i < t->n; i++)
        gla_free(t->columns[i].name);
    gla_free(t->columns);
    gla_free(t->values);
    gla_free(t->data);
    gla_rows_release(&t->reader);
    gla_levels_release(&t->levels);
}

gla_status gla_read_table(const char *path, gla_array **values, gla_strings **names, gla_strings **kinds,
                          gla_strings **levels, const char *delimiter, gla_maybe header, const char *missing,
                          const char *decimal, const gla_strings *usecols, const gla_strings *text)
{
    table t = {.op = "read_table", .path = path};
    int used = 0;
    *values = NULL;
    *names = *kinds = *levels = NULL;
    gla_status st = read_options(&t, delimiter, missing, decimal);
    if (!st)
        st = gla_read_file(t.op, path, &t.data, &t.size);
    if (!st && !t.delimiter)
        t.delimiter = gla_rows_delimiter(t.data, t.size, t.decimal);
    if (!st)
        st = read_header(&t, header);
    if (!st)
        st = mark(&t, "usecols", usecols, EMPTY, UNUSED);
    if (!st)
        st = mark(&t, "text", text, TEXT, EMPTY);
    if (!st)
        st = read_numbers(&t);
    if (!st)
        st = check_columns(&t);
    if (!st)
        st = read_texts(&t);
    for (int i = 0; !st && i < t.n; i++)
        used += t.columns[i].kind != UNUSED;
    if (!st)
        st = make_columns(&t, used, names, kinds);
    if (!st)
        st = make_strings(t.op, 0, levels);
    if (!st)
        st = make_values(&t, used, values);
    if (!st)
        gla_levels_take(&t.levels, *levels);
    release(&t);
    if (st) {
        gla_strings_free(*names);
        gla_strings_free(*kinds);
        gla_strings_free(*levels);
        *names = *kinds = *levels = NULL;
    }
    return st;
}
