/* text.c - Print a Table: aligned columns, of which those in the middle and the rows in the middle may be left out. */
#include "table/table.h"
#include "gpulinalg.h"
#include "runtime/runtime.h"
#include "runtime/writer.h"

#include <stdio.h>
#include <string.h>

enum { EDGE = 5, WHOLE = 20, LINE = 100, LONGEST = 30, DIGITS = 6 };

/* What is printed. */
typedef struct sheet {
    gla_writer w;
    const table_contents *c;
    table_cells *cells; /* of each column that may be shown */
    int *width;
    int index_width;
    int left, right; /* number of columns shown at each side */
    int64_t head, tail;
} sheet;

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int cell_width(const char *text)
{
    int n = table_width(text);
    return n > LONGEST ? LONGEST : n;
}

static int column_width(const table_cells *cells)
{
    int width = larger(cell_width(cells->name), cell_width(cells->kind));
    for (int64_t i = 0; i < cells->n; i++)
        width = larger(width, cell_width(cells->v[i]));
    return width;
}

/* Append spaces. Those at the end of a line are never written, because every cell begins with its spaces. */
static void put_spaces(sheet *p, int n)
{
    for (int i = 0; i < n; i++)
        gla_put_text(&p->w, " ");
}

/* Append a string; control characters become spaces, and a long string is cut. */
static void put_cell(sheet *p, const char *text)
{
    bool cut = table_width(text) > LONGEST;
    int shown = 0, width = 0;
    while (*text) {
        int bytes = table_character(text, &width);
        shown += width;
        if (cut && shown >= LONGEST)
            break;
        gla_put_bytes(&p->w, (unsigned char)*text < ' ' ? " " : text, (size_t)bytes);
        text += bytes;
    }
    for (; cut && shown - width < LONGEST - 1; shown++)
        gla_put_text(&p->w, " ");
    if (cut)
        gla_put_text(&p->w, "…");
}

/* Append one line: the name (row -2), the kind (-1) or a value of each column. */
static void put_line(sheet *p, const char *index, int64_t row)
{
    int pending = p->index_width - (int)strlen(index);
    gla_put_text(&p->w, index);
    for (int i = 0; i < p->c->n; i++) {
        if (i == p->left && p->left + p->right < p->c->n) {
            put_spaces(p, pending + 2);
            gla_put_text(&p->w, row < -1 ? "..." : "");
            pending = row < -1 ? 0 : 3;
        }
        if (i >= p->left && i < p->c->n - p->right)
            continue;
        const table_cells *cells = &p->cells[i];
        const char *text = row == -2 ? cells->name : row == -1 ? cells->kind : cells->v[row];
        int space = p->width[i] - cell_width(text);
        put_spaces(p, pending + 2 + (cells->left ? 0 : space));
        put_cell(p, text);
        pending = cells->left ? space : 0;
    }
    gla_put_text(&p->w, "\n");
}

/* Choose the columns that fit: from the left and from the right in turn. */
static void choose_columns(gla_scope *s, sheet *p)
{
    int n = p->c->n, used = p->index_width;
    for (int k = 0; k < n && !s->status; k++) {
        bool from_left = k % 2 == 0;
        int i = from_left ? p->left : n - 1 - p->right;
        table_read_cells(s, p->c->columns[i], p->head, p->tail, DIGITS, &p->cells[i]);
        if (s->status)
            return;
        p->width[i] = column_width(&p->cells[i]);
        used += p->width[i] + 2;
        if (used + (k + 1 < n ? 5 : 0) > LINE && k > 0)
            return;
        if (from_left)
            p->left++;
        else
            p->right++;
    }
}

static void put_rows(sheet *p)
{
    char index[24];
    for (int64_t i = 0; i < p->head + p->tail; i++) {
        bool cut = p->head + p->tail < p->c->rows;
        if (cut && i == p->head)
            gla_put_text(&p->w, "...\n");
        int64_t row = cut && i >= p->head ? p->c->rows - p->tail + (i - p->head) : i;
        snprintf(index, sizeof index, "%lld", (long long)row);
        put_line(p, index, i);
    }
}

gla_status gla_table_text(const gla_table *table, char **text)
{
    gla_scope s;
    char index[24];
    gla_scope_begin(&s, "table_text");
    table_contents *c = table_read(table);
    sheet p = {.w = GLA_WRITER("table_text"), .c = c, .head = c->rows, .tail = 0};
    if (c->rows > WHOLE)
        p.head = p.tail = EDGE;
    p.index_width = c->rows > 2 * EDGE
                        ? larger(c->rows > WHOLE ? 3 : 2, snprintf(index, sizeof index, "%lld", (long long)c->rows - 1))
                        : 1;
    p.cells = gla_s_memory(&s, c->n + 1, sizeof *p.cells);
    p.width = gla_s_memory(&s, c->n + 1, sizeof *p.width);
    choose_columns(&s, &p);
    if (!s.status && c->n) {
        put_line(&p, "", -2);
        put_line(&p, "", -1);
        put_rows(&p);
    }
    gla_put(&p.w, "[%lld row%s x %d column%s]", (long long)c->rows, c->rows == 1 ? "" : "s", c->n, c->n == 1 ? "" : "s");
    table_release(c);
    gla_status st = gla_scope_end(&s), written = gla_writer_finish(&p.w, text);
    if (!st || written)
        return st ? st : written;
    gla_free(*text);
    *text = NULL;
    return st;
}
