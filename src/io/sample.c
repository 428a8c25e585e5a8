/* sample.c - Inspect the first rows of a table (sample.h). The number of fields per row and the positions of numbers
 * distinguish titles from rows of data: titles have fewer fields, or hardly any nonempty fields. */
#include "io/sample.h"

#include <string.h>

static bool is_year(const gla_cell *cell, gla_cell_kind kind, double value)
{
    return kind == GLA_CELL_INTEGER && cell->length == 4 && value >= 1500 && value < 2200;
}

/* Return true if a text contains only digits and signs, as a number in another notation does. */
static bool is_formatted(const gla_cell *cell)
{
    bool digit = false;
    for (size_t i = 0; i < cell->length; i++) {
        char c = cell->start[i];
        if (c >= '0' && c <= '9')
            digit = true;
        else if (!(c & 0x80) && !strchr(" +-.,'%$()_", c))
            return false;
    }
    return digit;
}

static void look(const table *t, const gla_rows *r, table_row *s)
{
    const gla_cell *first = &r->cells[0];
    s->n = r->n;
    s->quoted = first->quoted;
    s->hash = first->length && *first->start == '#';
    s->last_empty = r->cells[r->n - 1].length == 0;
    s->plain = true;
    for (int i = 0; i < r->n; i++) {
        double value;
        const gla_cell *cell = &r->cells[i];
        gla_cell_kind kind = gla_form_read(&t->form, cell, &value);
        uint64_t bit = i < 64 ? (uint64_t)1 << i : 0;
        bool number = kind == GLA_CELL_INTEGER || kind == GLA_CELL_REAL || (kind == GLA_CELL_TEXT && is_formatted(cell));
        bool year = is_year(cell, kind, value);
        s->filled += cell->length > 0;
        s->plain &= kind != GLA_CELL_TEXT && kind != GLA_CELL_TRUTH;
        s->others += (number && !year) || (kind == GLA_CELL_MISSING && cell->length);
        s->numbers |= number ? bit : 0;
        s->years |= year ? bit : 0;
        s->texts |= cell->length && !number ? bit : 0;
    }
}

/* Find the number of fields per row of the table: the row length that accounts for most fields. Titles and notes have few
 * fields. */
static int find_width(const table_sample *s)
{
    int width = 0;
    int64_t most = 0;
    for (int i = 0; i < s->n; i++) {
        int64_t count = 0, n = s->rows[i].n;
        for (int k = 0; k < s->n; k++)
            count += s->rows[k].n == n;
        count *= count > 1 ? n : 1;
        if (count > most) {
            most = count;
            width = (int)n;
        }
    }
    return width;
}

void table_take_sample(const table *t, gla_rows *r, char delimiter, table_sample *s)
{
    bool more = true;
    gla_rows_start(r, t->op, t->path, t->data, t->size, delimiter, t->comment);
    r->at = t->rows;
    r->next_line = t->rows_line;
    memset(s, 0, sizeof *s);
    while (s->n < TABLE_SAMPLE) {
        table_row *row = &s->rows[s->n];
        row->at = r->at;
        row->line = r->next_line;
        if (gla_rows_next(r, &more) || !more)
            break;
        look(t, r, row);
        s->n++;
    }
    s->width = find_width(s);
}

/* ---- names and titles ---------------------------------------------------------------------------------------------- */
static bool fits(const table_sample *s, int i, int width)
{
    return s->rows[i].n == width || (s->rows[i].n == width + 1 && s->rows[i].last_empty);
}

/* Return true if the row contains names: its cells are texts or years, and at least one column has numbers below. */
static bool are_names(const table_sample *s, int at)
{
    const table_row *names = &s->rows[at];
    bool above = false;
    for (int i = at + 1; i < s->n && !above; i++)
        above = s->rows[i].numbers & (names->texts | names->years);
    return above && names->texts && !names->others && names->filled >= s->width - 1 - s->width / 8;
}

/* Return true for a title that a spreadsheet has padded with empty fields. */
static bool is_padded_title(const table_sample *s, int i)
{
    const table_row *row = &s->rows[i];
    return row->n == s->width && s->width > 1 && row->filled < s->width && 2 * row->filled <= s->width && !row->hash &&
           !row->numbers;
}

/* Return the row of the names if it is below titles, else -1. */
static int below_titles(const table_sample *s)
{
    int at = 0;
    while (at < s->n && !s->rows[at].hash && (!fits(s, at, s->width) || is_padded_title(s, at)))
        at++;
    if (at == 0 || at >= s->n || !fits(s, at, s->width) || !are_names(s, at))
        return -1;
    for (int i = 0; i < at; i++)
        if (s->rows[i].n > s->width)
            return -1;
    int rows = 0;
    while (at + 1 + rows < s->n && fits(s, at + 1 + rows, s->width))
        rows++;
    return rows > 1 || (rows == 1 && at + 2 == s->n) ? at : -1;
}

/* R writes no name for the column of row names, so the first line has one field less than the following lines. */
static bool has_row_names(const table_sample *s, char delimiter)
{
    const table_row *names = &s->rows[0];
    bool numbers = false, filled = false;
    if (s->n < 2 || names->n != s->width - 1 || names->others || !names->texts || names->filled < names->n)
        return false;
    for (int i = 1; i < s->n; i++) {
        const table_row *row = &s->rows[i];
        if (row->n != s->width || (!row->quoted && delimiter != ' ' && delimiter != '\t'))
            return false;
        numbers |= row->numbers > 1;
        filled |= !row->last_empty;
    }
    return filled && (numbers || s->rows[1].quoted);
}

bool table_is_even(const table_sample *s)
{
    int n = s->rows[0].n, shorter = n - s->rows[0].last_empty;
    bool even = true, trailing = true;
    for (int i = 0; i < s->n; i++) {
        even &= fits(s, i, n);
        trailing &= i == 0 || s->rows[i].n == shorter;
    }
    return s->n && (even || trailing);
}

bool table_is_column(const table_sample *s)
{
    bool column = s->n > 1;
    for (int i = 0; i < s->n; i++)
        column &= s->rows[i].n == 1 && (i == 0 || s->rows[i].plain);
    return column;
}

table_choice table_choose(const table *t, const table_sample *s, char delimiter, gla_maybe header)
{
    table_choice c = {0, false, table_is_even(s)};
    if (s->n == 0 || header == GLA_NO)
        return c;
    if (!c.certain && has_row_names(s, delimiter))
        return (table_choice){0, true, true};
    int at = t->skip < 0 ? below_titles(s) : -1;
    return at >= 0 ? (table_choice){at, false, true} : c;
}
