/* read_table.c - Read a text table into an array, with the names and kinds of its columns. The first pass reads numbers;
 * columns without numbers are read as text in a second pass. */
#include "core/scope.h"
#include "io/inflate.h"
#include "io/table.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

/* ---- numbers ------------------------------------------------------------------------------------------------------- */
static void note(const table *t, table_found *found, const gla_cell *cell)
{
    if (found->count++)
        return;
    int n = gla_prefix(cell->start, cell->length, 40);
    memcpy(found->text, cell->start, (size_t)n);
    strcpy(found->text + n, cell->length > 40 ? "..." : "");
    found->row = t->count + 1;
    found->line = t->reader.line;
}

/* Check whether the first strings of a column are numbers in another notation. The first string is used as the example in
 * messages. */
static void note_text(const table *t, table_column *c, const gla_cell *cell)
{
    char hint[sizeof c->hint];
    note(t, &c->text, cell);
    if (c->text.count == 1)
        c->likely = gla_form_hint(&t->form, cell, c->numbers > 0, c->hint, sizeof c->hint);
    else if (c->text.count <= TABLE_LOOKS && c->likely == c->text.count - 1)
        c->likely += gla_form_hint(&t->form, cell, false, hint, sizeof hint);
}

static gla_status add_value(table *t, table_column *c, const gla_cell *cell, double *value)
{
    gla_cell_kind kind = gla_form_read(&t->form, cell, value);
    switch (kind) {
    case GLA_CELL_INTEGER:
    case GLA_CELL_REAL:
        c->numbers++;
        if (kind == GLA_CELL_INTEGER && cell->length > 2 && *cell->start == '0')
            note(t, &c->zeros, cell);
        if (c->kind != TABLE_REAL)
            c->kind = kind == GLA_CELL_REAL ? TABLE_REAL : TABLE_INTEGER;
        return GLA_OK;
    case GLA_CELL_MISSING:
        c->filled |= cell->length > 0;
        note(t, &c->absent, cell);
        return GLA_OK;
    case GLA_CELL_TRUTH: note(t, &c->truth, cell); return GLA_OK;
    case GLA_CELL_TEXT: note_text(t, c, cell); return GLA_OK;
    default: return table_fail_too_large(t, c, cell, *value);
    }
}

static gla_status grow(table *t)
{
    int64_t capacity = t->capacity ? 2 * t->capacity : 256;
    double *values = gla_realloc(t->values, (size_t)capacity * (size_t)t->n * sizeof *values);
    if (!values)
        return gla_fail_memory(t->op, (size_t)capacity * (size_t)t->n * sizeof *values);
    t->values = values;
    t->capacity = capacity;
    return GLA_OK;
}

static bool is_empty(const gla_rows *r)
{
    int i = 0;
    while (i < r->n && r->cells[i].length == 0)
        i++;
    return i == r->n;
}

static gla_status add_row(table *t)
{
    gla_status st;
    const gla_cell *cells = t->reader.cells;
    if (t->reader.n != t->n && !(t->reader.n == t->n + 1 && cells[t->n].length == 0))
        return table_fail_length(t);
    if (t->count == t->capacity && (st = grow(t)))
        return st;
    for (int i = 0; i < t->n; i++) {
        table_column *c = &t->columns[i];
        if (c->kind != TABLE_TEXT && c->kind != TABLE_UNUSED &&
            (st = add_value(t, c, &cells[i], &t->values[t->count * t->n + i])))
            return st;
    }
    t->count++;
    if (!is_empty(&t->reader))
        t->filled = t->count;
    if (t->count % 4096 == 0 && gla_interrupted())
        return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", t->op);
    return GLA_OK;
}

/* skipfooter requires the total number of rows. */
static gla_status find_limit(table *t)
{
    bool more = true;
    gla_status st = GLA_OK;
    int64_t rows = 0;
    table_rewind(t);
    while (t->footer && more && !(st = gla_rows_next(&t->reader, &more)))
        rows += more;
    t->limit = t->footer ? rows - t->footer : INT64_MAX;
    table_rewind(t);
    if (st || t->limit > 0)
        return st;
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: skipfooter is %lld, but the number of rows in '%.200s' is only %lld", t->op,
                    (long long)t->footer, t->path, (long long)rows);
}

/* Drop trailing rows that contain only delimiters, which spreadsheets write for cleared cells. */
static void leave_out_empty_rows(table *t)
{
    int64_t empty = t->n > 1 ? t->count - t->filled : 0;
    if (t->filled == 0)
        return;
    for (table_column *c = t->columns; c < t->columns + t->n; c++)
        c->absent.count -= c->absent.count < empty ? c->absent.count : empty;
    t->count -= empty;
}

static gla_status read_numbers(table *t)
{
    bool more = true;
    gla_status st = find_limit(t);
    if (st)
        return st;
    while (more && t->count < t->limit)
        if ((st = gla_rows_next(&t->reader, &more)) || (more && (st = add_row(t))))
            return st;
    if (t->count == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' contains column names, but no rows", t->op, t->path);
    leave_out_empty_rows(t);
    return GLA_OK;
}

/* ---- texts --------------------------------------------------------------------------------------------------------- */
static gla_status add_text(table *t, table_column *c, const gla_cell *cell, double *value)
{
    if (!gla_form_is_missing(&t->form, cell))
        return gla_levels_add(t->op, &t->levels, cell, value);
    c->absent.count++;
    *value = -1;
    return GLA_OK;
}

static gla_status read_texts(table *t)
{
    bool more, any = false;
    gla_status st;
    for (table_column *c = t->columns; c < t->columns + t->n; c++)
        if (c->kind == TABLE_TEXT) {
            c->absent.count = 0;
            any = true;
        }
    if (!any)
        return GLA_OK;
    table_rewind(t);
    for (int64_t row = 0; row < t->count; row++) {
        if ((st = gla_rows_next(&t->reader, &more)))
            return st;
        for (int i = 0; i < t->n; i++)
            if (t->columns[i].kind == TABLE_TEXT &&
                (st = add_text(t, &t->columns[i], &t->reader.cells[i], &t->values[row * t->n + i])))
                return st;
    }
    return GLA_OK;
}

/* ---- results ------------------------------------------------------------------------------------------------------- */
/* Return true if a missing value in the column drops its row. Text columns, and columns without any value, drop rows only if
 * the script lists them in an option. */
static bool drops_row(const table *t, const table_column *c)
{
    if (c->kind == TABLE_TEXT)
        return c->asked;
    return (c->kind == TABLE_INTEGER || c->kind == TABLE_REAL || c->kind == TABLE_TRUTH) &&
           (c->asked || c->absent.count < t->count);
}

static bool is_absent(const table_column *c, double value)
{
    return c->kind == TABLE_TEXT ? value < 0 : isnan(value);
}

static bool keeps(const table *t, int64_t row)
{
    for (int i = 0; t->missing == TABLE_DROP && i < t->n; i++)
        if (drops_row(t, &t->columns[i]) && is_absent(&t->columns[i], t->values[row * t->n + i]))
            return false;
    return true;
}

static int count_used(const table *t)
{
    int used = 0;
    for (int i = 0; i < t->n; i++)
        used += t->columns[i].kind != TABLE_UNUSED;
    return used;
}

static gla_status make_values(const table *t, gla_array **out)
{
    int64_t rows = 0, at = 0;
    double *data;
    gla_scope s;
    gla_array *columns;
    for (int64_t r = 0; r < t->count; r++)
        rows += keeps(t, r);
    if (rows == 0)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: every row of '%.200s' has a missing value; pass {missing='nan'} to keep the rows", t->op, t->path);
    gla_status st = table_warn_dropped(t, rows);
    if (st)
        return st;
    gla_scope_begin(&s, t->op);
    columns = gla_s_adopt(
        &s, gla_array_new_host(t->op, GLA_FLOAT64, 2, (int64_t[]){count_used(t), rows}, &columns, (void **)&data), &columns);
    for (int64_t r = 0; columns && r < t->count; r++) {
        if (!keeps(t, r))
            continue;
        for (int i = 0, k = 0; i < t->n; i++)
            if (t->columns[i].kind != TABLE_UNUSED)
                data[rows * k++ + at] = t->values[r * t->n + i];
        at++;
    }
    return gla_scope_return(&s, gla_s_convert(&s, gla_s_swap_last(&s, columns), GLA_NO_DTYPE, NULL, GLA_MAYBE), out);
}

static gla_status make_strings(const char *op, int64_t n, gla_strings **out)
{
    *out = gla_calloc(1, sizeof **out);
    if (!*out || !((*out)->v = gla_calloc((size_t)n + 1, sizeof *(*out)->v)))
        return gla_fail_memory(op, (size_t)n * sizeof(char *));
    return GLA_OK;
}

static gla_status add_string(const char *op, const char *text, gla_strings *list)
{
    gla_status st = gla_copy_text(op, text, &list->v[list->n]);
    list->n += !st;
    return st;
}

static gla_status make_columns(const table *t, gla_strings **names, gla_strings **kinds)
{
    static const char *const words[] = {"float64", "int64", "float64", "bool", "text"};
    gla_status st;
    int used = count_used(t);
    if ((st = make_strings(t->op, used, names)) || (st = make_strings(t->op, used, kinds)))
        return st;
    for (const table_column *c = t->columns; c < t->columns + t->n; c++)
        if (c->kind != TABLE_UNUSED &&
            ((st = add_string(t->op, c->name, *names)) || (st = add_string(t->op, words[c->kind], *kinds))))
            return st;
    return GLA_OK;
}

static void release(table *t)
{
    gla_free(t->columns);
    gla_free(t->values);
    gla_free(t->data);
    gla_form_release(&t->form);
    gla_rows_release(&t->reader);
    gla_levels_release(&t->names);
    gla_levels_release(&t->levels);
}

/* Read the file, or the contents passed by the script, and convert them to UTF-8. */
static gla_status take_text(table *t, const gla_bytes *content)
{
    gla_status st;
    if (content) {
        t->size = content->n;
        if ((st = gla_file_room(t->op, t->path, t->size + 1, 0)))
            return st;
        if (!(t->data = gla_malloc(t->size + 1)))
            return gla_fail_memory(t->op, t->size + 1);
        memcpy(t->data, content->data, t->size);
        t->data[t->size] = '\0';
    } else if ((st = gla_read_file(t->op, t->path, &t->data, &t->size)))
        return st;
    st = gla_gunzip(t->op, t->path, &t->data, &t->size);
    return st ? st : gla_decode(t->op, t->path, t->encoding, &t->data, &t->size);
}

gla_status gla_read_table(const char *path, gla_array **values, gla_strings **names, gla_strings **kinds, gla_strings **levels,
                          const char *delimiter, gla_maybe header, const char *missing, const char *decimal,
                          const gla_strings *usecols, const gla_strings *text, const char *encoding, const char *comment,
                          const char *thousands, const gla_strings *missing_values, const char *flags, const char *currency,
                          const char *percent, const gla_strings *true_values, const gla_strings *false_values,
                          gla_axis skiprows, int64_t units, int64_t skipfooter, const gla_bytes *content)
{
    table t = {.op = "read_table", .path = path};
    const table_options options = {delimiter, missing,        decimal,     comment,      thousands, currency, percent,   flags,
                                   encoding,  missing_values, true_values, false_values, skiprows,  units,    skipfooter};
    gla_status st;
    *values = NULL;
    *names = *kinds = *levels = NULL;
    if ((st = table_read_options(&t, &options)) || (st = take_text(&t, content)) || (st = table_start(&t, header)) ||
        (st = table_mark(&t, "usecols", usecols, TABLE_EMPTY, TABLE_UNUSED)) ||
        (st = table_mark(&t, "text", text, TABLE_TEXT, TABLE_EMPTY)) || (st = read_numbers(&t)) ||
        (st = table_check_columns(&t)) || (st = read_texts(&t)) || (st = make_columns(&t, names, kinds)) ||
        (st = make_strings(t.op, 0, levels)) || (st = make_values(&t, values))) {
        gla_strings_free(*names);
        gla_strings_free(*kinds);
        gla_strings_free(*levels);
        *names = *kinds = *levels = NULL;
    } else {
        gla_levels_take(&t.levels, *levels);
    }
    release(&t);
    return st;
}
