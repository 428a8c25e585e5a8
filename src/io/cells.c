/* cells.c - Split a text table into rows of fields: CSV (RFC 4180), or columns separated by blanks. */
#include "io/io.h"
#include "runtime/allocation.h"

#include <limits.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}
static bool is_end(char c)
{
    return c == '\n' || c == '\r';
}

static const char *after_mark(const char *data, size_t size)
{
    return size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0 ? data + 3 : data; /* UTF-8 byte order mark */
}

void gla_rows_start(gla_rows *r, const char *op, const char *path, const char *data, size_t size, char delimiter, char comment)
{
    gla_cell *cells = r->cells;
    int capacity = r->capacity;
    *r = (gla_rows){.op = op,
                    .path = path,
                    .at = after_mark(data, size),
                    .end = data + size,
                    .delimiter = delimiter,
                    .comment = comment,
                    .next_line = 1,
                    .cells = cells,
                    .capacity = capacity};
}

void gla_rows_release(gla_rows *r)
{
    gla_free(r->cells);
}

static void end_line(gla_rows *r)
{
    if (r->at < r->end && *r->at == '\r')
        r->at++;
    if (r->at < r->end && *r->at == '\n')
        r->at++;
    r->next_line++;
}

static void skip_blanks(gla_rows *r)
{
    while (r->at < r->end && is_blank(*r->at) && *r->at != r->delimiter)
        r->at++;
    while (r->delimiter == ' ' && r->at < r->end && is_blank(*r->at))
        r->at++;
}

/* Return true if a comment line starts here. A leading missing value of a spreadsheet (#N/A) is not a comment. */
static bool is_comment(const gla_rows *r)
{
    if (!r->comment || r->at == r->end || *r->at != r->comment)
        return false;
    const char *after = r->at + 4;
    if (after > r->end || memcmp(r->at, "#N/A", 4))
        return true;
    return after < r->end && *after != r->delimiter && !is_blank(*after) && !is_end(*after);
}

/* Skip empty lines and comments. With tab-separated fields, a line that contains only tabs is a row. */
static void skip_lines(gla_rows *r)
{
    for (;;) {
        const char *start = r->at;
        skip_blanks(r);
        if (is_comment(r))
            while (r->at < r->end && !is_end(*r->at))
                r->at++;
        if (r->at == r->end)
            return;
        if (!is_end(*r->at)) {
            r->at = start;
            return;
        }
        end_line(r);
    }
}

/* Find the closing quote, skipping doubled quotes and line ends. */
static gla_status quoted(gla_rows *r, gla_cell *cell)
{
    cell->start = ++r->at;
    cell->quoted = true;
    for (; r->at < r->end; r->at++) {
        if (is_end(*r->at) && !(*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n'))
            r->next_line++;
        if (*r->at != '"')
            continue;
        if (r->at + 1 == r->end || r->at[1] != '"')
            break;
        cell->escaped = true;
        r->at++;
    }
    if (r->at == r->end)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s': a quoted field that begins in line %lld is not closed", r->op,
                        r->path, (long long)r->line);
    cell->length = (size_t)(r->at++ - cell->start);
    skip_blanks(r);
    if (r->at < r->end && *r->at != r->delimiter && !is_end(*r->at) && !(r->delimiter == ' ' && r->at[-1] != '"'))
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: '%.200s': text follows a closing quote in line %lld; double the quotes inside a quoted field",
                        r->op, r->path, (long long)r->line);
    return GLA_OK;
}

static void plain(gla_rows *r, gla_cell *cell)
{
    const char *last = r->at, *end = r->end;
    const char delimiter = r->delimiter, other = delimiter == ' ' ? '\t' : delimiter;
    cell->start = last;
    while (last < end && *last != delimiter && *last != other && !is_end(*last))
        last++;
    r->at = last;
    while (last > cell->start && is_blank(last[-1]))
        last--;
    cell->length = (size_t)(last - cell->start);
}

static gla_status add_cell(gla_rows *r)
{
    if (r->n == r->capacity) {
        if (r->n > INT_MAX / 2)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: line %lld of '%.200s' has more than %d fields; transpose the table", r->op,
                            (long long)r->line, r->path, INT_MAX / 2);
        int capacity = r->capacity ? 2 * r->capacity : 32;
        gla_cell *cells = gla_realloc(r->cells, (size_t)capacity * sizeof *cells);
        if (!cells)
            return gla_fail_memory(r->op, (size_t)capacity * sizeof *cells);
        r->cells = cells;
        r->capacity = capacity;
    }
    gla_cell *cell = &r->cells[r->n++];
    *cell = (gla_cell){0};
    skip_blanks(r);
    if (r->at < r->end && *r->at == '"')
        return quoted(r, cell);
    plain(r, cell);
    return GLA_OK;
}

bool gla_rows_skip(gla_rows *r)
{
    bool more = r->at < r->end;
    while (r->at < r->end && !is_end(*r->at))
        r->at++;
    if (more)
        end_line(r);
    return more;
}

gla_status gla_rows_next(gla_rows *r, bool *more)
{
    skip_lines(r);
    r->n = 0;
    r->line = r->next_line;
    *more = r->at < r->end;
    while (*more) {
        gla_status st = add_cell(r);
        if (st)
            return st;
        skip_blanks(r);
        if (r->at == r->end || is_end(*r->at)) {
            end_line(r);
            break;
        }
        r->at += r->delimiter != ' ';
    }
    return GLA_OK;
}

char gla_rows_delimiter(const char *data, size_t size, char decimal, char comment)
{
    gla_rows r = {0};
    gla_rows_start(&r, NULL, NULL, data, size, '\n', comment);
    skip_lines(&r);
    int commas = 0, semicolons = 0, tabs = 0, gaps = 0;
    const char *first = r.at;
    for (bool inside = false; r.at < r.end && (inside || !is_end(*r.at)); r.at++) {
        gaps += !inside && *r.at == ' ' && (r.at == first || is_blank(r.at[-1])); /* columns aligned with blanks */
        inside ^= *r.at == '"';
        commas += !inside && *r.at == ',' && decimal != ',';
        semicolons += !inside && *r.at == ';';
        tabs += !inside && *r.at == '\t';
    }
    return semicolons ? ';' : commas ? ',' : tabs && !gaps ? '\t' : ' ';
}

gla_status gla_cell_text(const char *op, const gla_cell *cell, char **text)
{
    size_t n = 0;
    if (!(*text = gla_malloc(cell->length + 1)))
        return gla_fail_memory(op, cell->length + 1);
    for (size_t i = 0; i < cell->length; i++) {
        (*text)[n++] = cell->start[i];
        i += cell->escaped && cell->start[i] == '"';
    }
    (*text)[n] = '\0';
    return GLA_OK;
}
