/* table_start.c - Find the delimiter of a table and the line where the table starts, which may be below titles. */
#include "io/sample.h"
#include "runtime/allocation.h"

#include <string.h>

/* ---- the delimiter -------------------------------------------------------------------------------------------------- */
/* Read the first rows with the delimiter of the first line. If the row lengths are inconsistent, use the first delimiter that
 * makes them consistent. */
static void find_start(table *t, gla_rows *r, gla_maybe header, table_sample *s, table_choice *c)
{
    bool guessed = !t->delimiter;
    char first = guessed ? gla_rows_delimiter(t->rows, (size_t)(t->data + t->size - t->rows), t->form.decimal, t->comment)
                         : t->delimiter;
    table_take_sample(t, r, first, s);
    *c = table_choose(t, s, first, header);
    t->delimiter = first;
    bool good = c->certain && (first != ' ' || (s->width > 1 && c->first == 0)); /* titles contain blanks, whatever the
                                                                                  * delimiter */
    bool tabs = s->n && first != ' ' && memchr(s->rows[0].at, '\t', strcspn(s->rows[0].at, "\r\n"));
    if (!guessed || (good && !tabs) || first == '\t')
        return;
    for (const char *d = "\t;, "; *d; d++) {
        if (*d == first || (good && *d != '\t') || (*d == ',' && t->form.decimal == ','))
            continue;
        table_sample other;
        table_take_sample(t, r, *d, &other);
        table_choice made = table_choose(t, &other, *d, header);
        bool column = *d == ';' && !c->certain && table_is_column(&other); /* below a name that contains blanks */
        if (!column && (!made.certain || other.width < 2 || (good && !table_is_even(&other))))
            continue;
        *s = other;
        *c = made;
        t->delimiter = *d;
        return;
    }
}

/* Read a first line "sep=;", which spreadsheets read and write to specify the delimiter. */
static void read_separator(table *t)
{
    const char *p = t->rows;
    size_t left = (size_t)(t->data + t->size - p);
    if (left < 6 || memcmp(p, "sep=", 4) || (p[5] != '\r' && p[5] != '\n') || strchr("\"\r\n", p[4]))
        return;
    if (!t->delimiter)
        t->delimiter = p[4];
    t->rows = p + 6 + (p[5] == '\r' && left > 6 && p[6] == '\n');
    t->rows_line = 2;
}

static gla_status skip_lines(table *t)
{
    gla_rows r = {0};
    gla_rows_start(&r, t->op, t->path, t->data, t->size, ',', '\0');
    t->rows = r.at;
    t->rows_line = 1;
    if (t->skip < 0)
        read_separator(t);
    for (int64_t i = 0; i < t->skip; i++) {
        if (!gla_rows_skip(&r))
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: skiprows is %lld, but the number of lines in '%.200s' is only %lld", t->op,
                            (long long)t->skip, t->path, (long long)i);
        t->rows = r.at;
        t->rows_line = r.next_line;
    }
    return GLA_OK;
}

/* ---- the names -------------------------------------------------------------------------------------------------------- */
static gla_status name_columns(table *t, bool named)
{
    char plain[32];
    double number;
    for (int i = 0; i < t->n; i++) {
        const gla_cell *cell = i >= t->row_names ? &t->reader.cells[i - t->row_names] : NULL;
        gla_cell made = {.start = plain, .length = (size_t)snprintf(plain, sizeof plain, "column%d", i + 1)};
        t->columns[i].nameless = named && (!cell || !cell->length);
        gla_status st = gla_levels_add(t->op, &t->names, named && !t->columns[i].nameless ? cell : &made, &number);
        if (st)
            return st;
        t->columns[i].name = t->names.texts[(int64_t)number];
        if (number < i)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has two columns named '%.*s'; rename one", t->op, t->path,
                            TABLE_NAMED(&t->columns[i]));
    }
    return GLA_OK;
}

/* Fail if the first line has one field and starts with #, because the whole table would be read as one column. */
static gla_status check_comment(const table *t, bool guessed)
{
    const gla_rows *r = &t->reader;
    if (!guessed || t->comment || t->n != 1 || r->cells[0].length == 0 || *r->cells[0].start != '#' ||
        gla_rows_delimiter(r->at, (size_t)(r->end - r->at), t->form.decimal, '\0') == ' ')
        return GLA_OK;
    return gla_fail(
        GLA_ARGUMENT_ERROR,
        "%s: the first line of '%.200s' has one field, but the second has more; pass {comment='#'} to skip lines that "
        "begin with #",
        t->op, t->path);
}

void table_rewind(table *t)
{
    gla_rows_start(&t->reader, t->op, t->path, t->data, t->size, t->delimiter, t->comment);
    t->reader.at = t->rows;
    t->reader.next_line = t->rows_line;
}

/* Count the columns of the rows. The line of column names may have an additional empty field at its end. */
static int count_columns(const table_sample *s, const table_choice *c)
{
    const table_row *names = &s->rows[c->first];
    if (c->row_names)
        return names->n + 1;
    bool shorter = c->first + 1 < s->n && names->n > 1 && names->last_empty;
    for (int i = c->first + 1; i < s->n; i++)
        shorter &= s->rows[i].n == names->n - 1;
    return names->n - shorter;
}

/* Skip the rows of units below the names. */
static gla_status skip_units(table *t)
{
    bool more = true;
    for (int64_t i = 0; i < t->units; i++) {
        gla_status st = gla_rows_next(&t->reader, &more);
        if (st || !more)
            return st ? st
                      : gla_fail(GLA_ARGUMENT_ERROR,
                                 "%s: units is %lld, but the number of rows below the names in '%.200s' is only %lld", t->op,
                                 (long long)t->units, t->path, (long long)i);
    }
    t->rows = t->reader.at;
    t->rows_line = t->reader.next_line;
    return GLA_OK;
}

static gla_status read_names(table *t, gla_maybe header, const table_sample *s, const table_choice *c, bool guessed)
{
    bool more, texts = false;
    double value;
    t->rows = s->n ? s->rows[c->first].at : t->rows;
    t->rows_line = s->n ? s->rows[c->first].line : t->rows_line;
    table_rewind(t);
    gla_status st = gla_rows_next(&t->reader, &more);
    if (st)
        return st;
    if (!more)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' contains no rows", t->op, t->path);
    t->row_names = c->row_names;
    t->n = s->n ? count_columns(s, c) : t->reader.n;
    if ((st = check_comment(t, guessed)))
        return st;
    for (int i = 0; i < t->reader.n; i++) {
        gla_cell_kind kind = gla_form_read(&t->form, &t->reader.cells[i], &value);
        texts |= kind == GLA_CELL_TEXT || kind == GLA_CELL_TRUTH;
    }
    bool named = header == GLA_MAYBE ? texts : header == GLA_YES;
    if (!(t->columns = gla_calloc((size_t)t->n, sizeof *t->columns)))
        return gla_fail_memory(t->op, (size_t)t->n * sizeof *t->columns);
    st = name_columns(t, named);
    if (!named)
        table_rewind(t);
    return st ? st : skip_units(t);
}

gla_status table_start(table *t, gla_maybe header)
{
    table_sample s;
    table_choice c;
    gla_status st = skip_lines(t);
    if (st)
        return st;
    bool guessed = !t->delimiter;
    find_start(t, &t->reader, header, &s, &c);
    if (t->comment == t->delimiter)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: comment is '%c', which is also the delimiter of '%.200s'; give another one",
                        t->op, t->comment, t->path);
    return read_names(t, header, &s, &c, guessed);
}
