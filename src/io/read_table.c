/* read_table.c - a table of text as an array, with the names and kinds of its columns.
 *
 * The text is read once for the numbers; a column without any becomes one of texts in a second reading. */
#include "core/scope.h"
#include "io/inflate.h"
#include "io/io.h"
#include "io/levels.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum missing { RAISE, MAKE_NAN, DROP } missing;
typedef enum kind { EMPTY, INTEGER, REAL, TEXT, UNUSED } kind;

typedef struct column {
    const char *name; /* in names */
    kind kind;
    int64_t numbers;                         /* how many there are */
    int64_t absent, absent_row, absent_line; /* how many are missing, and the first */
    int64_t text_row, text_line;             /* the first text */
    char text[48];
} column;

typedef struct table {
    const char *op, *path;
    char *data;
    size_t size;
    char delimiter, decimal, comment;
    int encoding;
    missing missing;
    bool header;
    int n; /* columns */
    column *columns;
    double *values; /* rows one after the other */
    int64_t rows, capacity;
    gla_rows reader;
    gla_levels names, levels;
} table;

static const char *place(char buf[80], int64_t row, int64_t line)
{
    snprintf(buf, 80, "row %lld (line %lld of the file)", (long long)row, (long long)line);
    return buf;
}

/* The name of a column for %.*s in a message. */
#define NAMED(c) gla_prefix((c)->name, strlen((c)->name), 100), (c)->name

/* ---- options ------------------------------------------------------------------------------------------------------ */
static gla_status read_options(table *t, const char *delimiter, const char *missing, const char *decimal, const char *comment)
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
    if (delimiter && (strlen(delimiter) != 1 || strchr("\"#\r\n", *delimiter) || *delimiter == t->decimal || *delimiter & 0x80))
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: delimiter is '%.60s', but it must be one character that is not a quote, # or "
                        "decimal point",
                        t->op, delimiter);
    t->delimiter = delimiter ? *delimiter : '\0';
    if (comment &&
        (strlen(comment) != 1 || strchr("\" \t\r\n,.0123456789+-", *comment) || *comment == t->delimiter || *comment & 0x80))
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: comment is '%.*s', but it must be one character that no row begins with, "
                        "such as '#'",
                        t->op, gla_prefix(comment, strlen(comment), 60), comment);
    t->comment = comment ? *comment : '\0';
    return GLA_OK;
}

/* ---- the first line ------------------------------------------------------------------------------------------------ */
static void start(table *t)
{
    gla_rows_start(&t->reader, t->op, t->path, t->data, t->size, t->delimiter, t->comment);
}

static gla_status name_columns(table *t, bool named)
{
    char plain[32];
    double number;
    for (int i = 0; i < t->n; i++) {
        const gla_cell *cell = &t->reader.cells[i];
        gla_cell made = {.start = plain, .length = (size_t)snprintf(plain, sizeof plain, "column%d", i + 1)};
        gla_status st = gla_levels_add(t->op, &t->names, named && cell->length ? cell : &made, &number);
        if (st)
            return st;
        t->columns[i].name = t->names.texts[(int64_t)number];
        if (number < i)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has two columns named '%.*s'; rename one", t->op, t->path,
                            NAMED(&t->columns[i]));
    }
    return GLA_OK;
}

/* A first line of one field would make one column of all that stands in the lines after it. */
static gla_status check_comment(const table *t, bool guessed)
{
    const gla_rows *r = &t->reader;
    if (!guessed || t->comment || t->n != 1 || r->cells[0].length == 0 || *r->cells[0].start != '#' ||
        gla_rows_delimiter(r->at, (size_t)(r->end - r->at), t->decimal, '\0') == ' ')
        return GLA_OK;
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "%s: '%.200s' begins with a line of one field, but its second has more; {comment='#'} "
                    "skips lines that begin with #",
                    t->op, t->path);
}

static gla_status read_header(table *t, gla_maybe header)
{
    bool more, texts = false, guessed = !t->delimiter;
    double value;
    if (guessed)
        t->delimiter = gla_rows_delimiter(t->data, t->size, t->decimal, t->comment);
    if (t->comment == t->delimiter)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: comment is '%c', which stands between the fields of '%.200s'; give another",
                        t->op, t->comment, t->path);
    start(t);
    gla_status st = gla_rows_next(&t->reader, &more);
    if (st)
        return st;
    if (!more)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' holds no rows", t->op, t->path);
    t->n = t->reader.n;
    if ((st = check_comment(t, guessed)))
        return st;
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

/* A column by its name; where none has it, by its number, counted from 0. */
static int64_t find(const table *t, const char *wanted)
{
    char *end;
    int64_t i = gla_levels_find(&t->names, wanted);
    if (i >= 0 || *wanted < '0' || *wanted > '9')
        return i;
    errno = 0;
    long place = strtol(wanted, &end, 10);
    return *end || errno || place >= t->n ? -1 : place;
}

/* Mark the columns that a list names: those of texts, or all others as unused. */
static gla_status mark(table *t, const char *option, const gla_strings *list, kind listed, kind others)
{
    for (int i = 0; list && i < t->n; i++)
        if (others != EMPTY)
            t->columns[i].kind = others;
    for (int64_t k = 0; list && k < list->n; k++) {
        int64_t i = find(t, list->v[k]);
        if (i < 0)
            return gla_fail(GLA_ARGUMENT_ERROR,
                            "%s: %s names '%.100s', but '%.200s' has no such column; its first is '%.*s', its last number %d",
                            t->op, option, list->v[k], t->path, NAMED(&t->columns[0]), t->n - 1);
        if (t->columns[i].kind != UNUSED || others == UNUSED)
            t->columns[i].kind = listed;
    }
    return GLA_OK;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------- */
static gla_status fail_too_large(const table *t, const column *c, const gla_cell *cell, double value)
{
    char where[80];
    return gla_fail(GLA_OVERFLOW_ERROR,
                    "%s: column '%.*s' of '%.200s' holds %.*s%s in %s, which float64 cannot hold%s; "
                    "read the column as text with {text=['%.*s']}",
                    t->op, NAMED(c), t->path, gla_prefix(cell->start, cell->length, 60), cell->start,
                    cell->length > 60 ? "..." : "", place(where, t->rows + 1, t->reader.line), isinf(value) ? "" : " exactly",
                    NAMED(c));
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
        int n = gla_prefix(cell->start, cell->length, 40);
        memcpy(c->text, cell->start, (size_t)n);
        strcpy(c->text + n, cell->length > 40 ? "..." : "");
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

/* Lines that begin with # are often meant as comments, but may be rows. */
static const char *about_comments(const table *t, const char *text, char buffer[GLA_SPELLED])
{
    bool meant = !t->comment && (*text == '#' || *t->columns[0].name == '#');
    return meant ? gla_spell("; {comment='#'} skips lines that begin with #", buffer) : "";
}

static gla_status add_row(table *t)
{
    char where[80], about[GLA_SPELLED];
    if (t->reader.n != t->n)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has %d fields in %s, but %d in its first line%s", t->op, t->path,
                        t->reader.n, place(where, t->rows + 1, t->reader.line), t->n,
                        about_comments(t, t->reader.cells[0].start, about));
    if (t->rows == t->capacity) {
        int64_t capacity = t->capacity ? 2 * t->capacity : 256;
        double *values = gla_realloc(t->values, (size_t)capacity * (size_t)t->n * sizeof *values);
        if (!values)
            return gla_fail_memory(t->op, (size_t)capacity * (size_t)t->n * sizeof *values);
        t->values = values;
        t->capacity = capacity;
    }
    gla_status st;
    for (int i = 0; i < t->n; i++) {
        column *c = &t->columns[i];
        if (c->kind != TEXT && c->kind != UNUSED &&
            (st = add_number(t, c, &t->reader.cells[i], &t->values[t->rows * t->n + i])))
            return st;
    }
    if (++t->rows % 4096 == 0 && gla_interrupted())
        return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", t->op);
    return GLA_OK;
}

static gla_status read_numbers(table *t)
{
    bool more = true;
    gla_status st;
    while (more)
        if ((st = gla_rows_next(&t->reader, &more)) || (more && (st = add_row(t))))
            return st;
    return t->rows ? GLA_OK : gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' holds names of columns, but no rows", t->op, t->path);
}

/* A column is one of numbers, or of texts; whatever lies between is refused. */
static gla_status check_columns(table *t)
{
    char where[80], about[GLA_SPELLED];
    for (int i = 0; i < t->n; i++) {
        column *c = &t->columns[i];
        if (c->kind == UNUSED || c->kind == TEXT)
            continue;
        if (c->text_row && c->numbers)
            return gla_fail(GLA_ARGUMENT_ERROR,
                            "%s: column '%.*s' of '%.200s' holds '%s' among numbers, in %s; correct it, "
                            "leave the column out with usecols, or read it as text with {text=['%.*s']}%s",
                            t->op, NAMED(c), t->path, c->text, place(where, c->text_row, c->text_line), NAMED(c),
                            about_comments(t, c->text, about));
        if (c->text_row)
            c->kind = TEXT;
        else if (c->absent && t->missing == RAISE)
            return gla_fail(GLA_ARGUMENT_ERROR,
                            "%s: column '%.*s' of '%.200s' has no value in %s, the first of %lld; "
                            "{missing='nan'} reads NaN, {missing='drop'} leaves such rows out",
                            t->op, NAMED(c), t->path, place(where, c->absent_row, c->absent_line), (long long)c->absent);
        else if (c->absent && (t->missing == MAKE_NAN || !c->numbers))
            c->kind = REAL; /* NaN is no integer */
    }
    return GLA_OK;
}

/* ---- texts --------------------------------------------------------------------------------------------------------- */
static gla_status read_texts(table *t)
{
    bool more, any = false;
    gla_status st;
    for (int i = 0; i < t->n; i++)
        any |= t->columns[i].kind == TEXT;
    if (!any)
        return GLA_OK;
    start(t);
    if (t->header && (st = gla_rows_next(&t->reader, &more)))
        return st;
    for (int64_t row = 0; row < t->rows; row++) {
        if ((st = gla_rows_next(&t->reader, &more)))
            return st;
        for (int i = 0; i < t->n; i++)
            if (t->columns[i].kind == TEXT &&
                (st = gla_levels_add(t->op, &t->levels, &t->reader.cells[i], &t->values[row * t->n + i])))
                return st;
    }
    return GLA_OK;
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

static int count_used(const table *t)
{
    int used = 0;
    for (int i = 0; i < t->n; i++)
        used += t->columns[i].kind != UNUSED;
    return used;
}

static gla_status make_values(const table *t, gla_array **out)
{
    int64_t rows = 0, at = 0;
    double *data;
    gla_scope s;
    gla_array *columns;
    for (int64_t r = 0; r < t->rows; r++)
        rows += keeps(t, r);
    if (rows == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: every row of '%.200s' has a missing value; {missing='nan'} keeps them", t->op,
                        t->path);
    gla_scope_begin(&s, t->op);
    columns = gla_s_made(
        &s, gla_array_new_host(t->op, GLA_FLOAT64, 2, (int64_t[]){count_used(t), rows}, &columns, (void **)&data), &columns);
    for (int64_t r = 0; columns && r < t->rows; r++) {
        if (!keeps(t, r))
            continue;
        for (int i = 0, k = 0; i < t->n; i++)
            if (t->columns[i].kind != UNUSED)
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
    static const char *const words[] = {"float64", "int64", "float64", "text"};
    gla_status st;
    int used = count_used(t);
    if ((st = make_strings(t->op, used, names)) || (st = make_strings(t->op, used, kinds)))
        return st;
    for (const column *c = t->columns; c < t->columns + t->n; c++)
        if (c->kind != UNUSED &&
            ((st = add_string(t->op, c->name, *names)) || (st = add_string(t->op, words[c->kind], *kinds))))
            return st;
    return GLA_OK;
}

static void release(table *t)
{
    gla_free(t->columns);
    gla_free(t->values);
    gla_free(t->data);
    gla_rows_release(&t->reader);
    gla_levels_release(&t->names);
    gla_levels_release(&t->levels);
}

gla_status gla_read_table(const char *path, gla_array **values, gla_strings **names, gla_strings **kinds, gla_strings **levels,
                          const char *delimiter, gla_maybe header, const char *missing, const char *decimal,
                          const gla_strings *usecols, const gla_strings *text, const char *encoding, const char *comment)
{
    table t = {.op = "read_table", .path = path};
    gla_status st;
    *values = NULL;
    *names = *kinds = *levels = NULL;
    if ((st = read_options(&t, delimiter, missing, decimal, comment)) || (st = gla_encoding(t.op, encoding, &t.encoding)) ||
        (st = gla_read_file(t.op, path, &t.data, &t.size)) || (st = gla_gunzip(t.op, path, &t.data, &t.size)) ||
        (st = gla_decode(t.op, path, t.encoding, &t.data, &t.size)) || (st = read_header(&t, header)) ||
        (st = mark(&t, "usecols", usecols, EMPTY, UNUSED)) || (st = mark(&t, "text", text, TEXT, EMPTY)) ||
        (st = read_numbers(&t)) || (st = check_columns(&t)) || (st = read_texts(&t)) || (st = make_columns(&t, names, kinds)) ||
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
