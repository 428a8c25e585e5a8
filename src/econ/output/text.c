/* text.c - Write a table of results as aligned text. */
#include "econ/output/output.h"

/* The widths of a column: of plain cells, and of numbers before and after the decimal point. */
typedef struct layout {
    int plain, left, right, width;
} layout;

enum { GAP = 2 };

static const char *cell_text(gla_scope *s, const out_cell *c)
{
    const char *text = c->text ? out_plain(s, c->text) : "";
    if (!c->enclosed && !c->stars)
        return text;
    return gla_s_print(s, "%s%s%s%.*s", c->enclosed ? "(" : "", text, c->enclosed ? ")" : "", c->stars, "***");
}

/* The number of characters before the decimal point, or before what follows the last digit. */
static int before_point(const char *text)
{
    size_t digits = strcspn(text, "0123456789"), whole = digits + strspn(text + digits, "0123456789,");
    const char *point = strchr(text, '.');
    return point ? (int)(point - text) : (int)whole;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void measure(gla_scope *s, const out_grid *g, int column, layout *l)
{
    for (int64_t i = 0; i < g->n; i++) {
        const out_cell *c = &g->rows[i].cells[column];
        const char *text = cell_text(s, c);
        if (c->span != 1)
            continue;
        if (c->aligned) {
            l->left = larger(l->left, before_point(text));
            l->right = larger(l->right, (int)strlen(text) - before_point(text));
        } else
            l->plain = larger(l->plain, table_width(text));
    }
    l->width = larger(l->plain, l->left + l->right);
}

static int span_width(const layout *l, int column, int span)
{
    int width = GAP * (span - 1);
    for (int i = column; i < column + span; i++)
        width += l[i].width;
    return width;
}

/* Widen columns for cells that span several of them. */
static void widen(gla_scope *s, const out_grid *g, layout *l)
{
    for (int64_t i = 0; i < g->n; i++)
        for (int j = 0; j < g->columns; j++) {
            const out_cell *c = &g->rows[i].cells[j];
            int missing = c->span > 1 ? table_width(cell_text(s, c)) - span_width(l, j, c->span) : 0;
            for (int k = 0; missing > 0 && k < c->span; k++)
                l[j + k].width += missing / c->span + (k < missing % c->span);
        }
}

/* Blanks before a cell's text in its columns. */
static int indent(const out_grid *g, const out_cell *c, int column, const layout *l, int width, const char *text)
{
    int room = width - table_width(text);
    if (column == 0)
        return 0;
    if (c->aligned && c->span == 1)
        return (width - l[column].left - l[column].right) / (g->to_the_right ? 1 : 2) + l[column].left - before_point(text);
    return g->to_the_right ? room : room / 2;
}

static void put_row(gla_scope *s, gla_writer *w, const out_grid *g, const out_row *row, const layout *l, bool underline)
{
    int pending = 0; /* blanks that are written before the next text, so that lines do not end in blanks */
    for (int j = 0; j < g->columns; j++) {
        const out_cell *c = &row->cells[j];
        if (!c->span)
            continue;
        int width = span_width(l, j, c->span), before = 0, used = 0;
        const char *text = underline ? "" : cell_text(s, c);
        if (*text) {
            before = indent(g, c, j, l, width, text);
            out_blanks(w, pending + before);
            gla_put_text(w, text);
            used = before + table_width(text);
            pending = 0;
        } else if (underline && c->text && j) {
            out_blanks(w, pending);
            for (int i = 0; i < width; i++)
                gla_put_bytes(w, "-", 1);
            used = width;
            pending = 0;
        }
        pending += width - used + GAP;
    }
    gla_put_bytes(w, "\n", 1);
}

void out_line(gla_writer *w, char character, int width)
{
    for (int i = 0; i < width; i++)
        gla_put_bytes(w, &character, 1);
    gla_put_bytes(w, "\n", 1);
}

void out_text_rows(gla_scope *s, gla_writer *w, const out_grid *g, int *width)
{
    layout *l = g ? gla_s_memory(s, g->columns, sizeof *l) : NULL;
    if (!l)
        return;
    for (int j = 0; j < g->columns; j++)
        measure(s, g, j, &l[j]);
    widen(s, g, l);
    *width = larger(*width, span_width(l, 0, g->columns));
    l[0].width += *width - span_width(l, 0, g->columns);
    for (int64_t i = 0; i < g->n; i++) {
        if (g->rows[i].rule)
            out_line(w, '-', *width);
        put_row(s, w, g, &g->rows[i], l, false);
        if (g->rows[i].underlined)
            put_row(s, w, g, &g->rows[i], l, true);
    }
}

void out_text(gla_scope *s, gla_writer *w, const out_grid *g)
{
    gla_writer rows = GLA_WRITER(s->op);
    char *text;
    int width = 0;
    out_text_rows(s, &rows, g, &width);
    if (gla_s_check(s, gla_writer_finish(&rows, &text)))
        return;
    if (g->title)
        gla_put(w, "%s\n", g->title);
    out_line(w, '=', width);
    gla_put_text(w, text ? text : "");
    out_line(w, '=', width);
    for (int64_t i = 0; i < g->n_notes; i++)
        gla_put(w, "%s\n", g->notes[i].text);
    gla_free(text);
}
