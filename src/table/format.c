/* format.c - A whole Table as aligned text, Markdown, LaTeX or HTML. */
#include "table/table.h"
#include "gpulinalg.h"
#include "runtime/writer.h"

#include <string.h>

/* How a format writes a row, a cell, and special characters. */
typedef struct layout {
    const char *begin, *between, *end; /* of a row */
} layout;

static const char *const markdown_escapes[][2] = {{"|", "\\|"}, {"\n", " "}, {"\r", " "}, {0}};
static const char *const latex_escapes[][2] = {{"\\", "\\textbackslash{}"},
                                               {"&", "\\&"},
                                               {"%", "\\%"},
                                               {"$", "\\$"},
                                               {"#", "\\#"},
                                               {"_", "\\_"},
                                               {"{", "\\{"},
                                               {"}", "\\}"},
                                               {"~", "\\textasciitilde{}"},
                                               {"^", "\\textasciicircum{}"},
                                               {0}};
static const char *const html_escapes[][2] = {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {0}};
static const char *const text_escapes[][2] = {{"\n", " "}, {"\t", " "}, {"\r", " "}, {0}};

static const layout text_layout = {"", "  ", "\n"};
static const layout markdown_layout = {"| ", " | ", " |\n"};
static const layout latex_layout = {"", " & ", " \\\\\n"};

static char *escaped(gla_scope *s, const char *text, const char *const (*escapes)[2])
{
    enum { LONGEST = 20 }; /* the longest replacement */
    char *to = gla_s_memory(s, (int64_t)strlen(text) * LONGEST + 1, 1), *start = to;
    for (const char *p = text; *p && to; p++) {
        int i = 0;
        while (escapes[i][0] && *p != escapes[i][0][0])
            i++;
        const char *by = escapes[i][1];
        if (by)
            to = strcpy(to, by) + strlen(by);
        else
            *to++ = *p;
    }
    return start;
}

/* Replace the special characters of a column's strings; numbers have none. */
static void escape_cells(gla_scope *s, table_cells *cells, const char *const (*escapes)[2])
{
    const char *name = escaped(s, cells->name, escapes);
    cells->name = name ? name : "";
    for (int64_t i = 0; i < cells->n && cells->left && !s->status; i++)
        if (strpbrk(cells->v[i], "\\&%$#_{}~^<>\"|\n\t\r"))
            cells->v[i] = escaped(s, cells->v[i], escapes);
}

static void put_cell(gla_writer *w, const table_cells *cells, const char *text, int width, bool last)
{
    int space = width - table_width(text);
    for (int i = 0; i < space && !cells->left; i++)
        gla_put_text(w, " ");
    gla_put_text(w, text);
    for (int i = 0; i < space && cells->left && !last; i++)
        gla_put_text(w, " ");
}

/* Write one row: the names (row -1) or values. */
static void put_row(gla_writer *w, const layout *l, int n, const table_cells *cells, const int *width, int64_t row)
{
    gla_put_text(w, l->begin);
    for (int i = 0; i < n; i++) {
        gla_put_text(w, i ? l->between : "");
        put_cell(w, &cells[i], row < 0 ? cells[i].name : cells[i].v[row], width[i], i + 1 == n && !*l->begin);
    }
    gla_put_text(w, l->end);
}

static void put_markdown_rule(gla_writer *w, int n, const table_cells *cells, const int *width)
{
    gla_put_text(w, "|");
    for (int i = 0; i < n; i++) {
        gla_put_text(w, cells[i].left ? " :" : " ");
        for (int k = 1; k < width[i]; k++)
            gla_put_text(w, "-");
        gla_put_text(w, cells[i].left ? " |" : ": |");
    }
    gla_put_text(w, "\n");
}

static void put_html(gla_writer *w, int n, const table_cells *cells, int64_t rows)
{
    gla_put_text(w, "<table>\n<thead>\n<tr>");
    for (int i = 0; i < n; i++)
        gla_put(w, "<th>%s</th>", cells[i].name);
    gla_put_text(w, "</tr>\n</thead>\n<tbody>\n");
    for (int64_t row = 0; row < rows; row++) {
        gla_put_text(w, "<tr>");
        for (int i = 0; i < n; i++) {
            gla_put_text(w, cells[i].left ? "<td>" : "<td style=\"text-align: right\">");
            gla_put_text(w, cells[i].v[row]);
            gla_put_text(w, "</td>");
        }
        gla_put_text(w, "</tr>\n");
    }
    gla_put_text(w, "</tbody>\n</table>\n");
}

static void put_lines(gla_writer *w, const char *format, int n, const table_cells *cells, const int *width, int64_t rows)
{
    bool latex = !strcmp(format, "latex"), markdown = !strcmp(format, "markdown");
    const layout *l = latex ? &latex_layout : markdown ? &markdown_layout : &text_layout;
    if (latex) {
        gla_put_text(w, "\\begin{tabular}{");
        for (int i = 0; i < n; i++)
            gla_put_text(w, cells[i].left ? "l" : "r");
        gla_put_text(w, "}\n\\hline\n");
    }
    put_row(w, l, n, cells, width, -1);
    if (latex)
        gla_put_text(w, "\\hline\n");
    if (markdown)
        put_markdown_rule(w, n, cells, width);
    for (int64_t row = 0; row < rows; row++)
        put_row(w, l, n, cells, width, row);
    if (latex)
        gla_put_text(w, "\\hline\n\\end{tabular}\n");
}

static gla_status write_cells(gla_scope *s, const table_contents *c, const char *format, int digits, char **text)
{
    gla_writer w = GLA_WRITER(s->op);
    const char *const(*escapes)[2] = !strcmp(format, "html")       ? html_escapes
                                     : !strcmp(format, "latex")    ? latex_escapes
                                     : !strcmp(format, "markdown") ? markdown_escapes
                                                                   : text_escapes;
    table_cells *cells = gla_s_memory(s, c->n + 1, sizeof *cells);
    int *width = gla_s_memory(s, c->n + 1, sizeof *width);
    for (int i = 0; i < c->n && !s->status; i++) {
        table_read_cells(s, c->columns[i], c->rows, 0, digits, &cells[i]);
        escape_cells(s, &cells[i], escapes);
        width[i] = !strcmp(format, "markdown") ? 3 : 0;
        for (int64_t k = -1; k < cells[i].n && !s->status; k++) {
            int length = table_width(k < 0 ? cells[i].name : cells[i].v[k]);
            width[i] = length > width[i] ? length : width[i];
        }
    }
    if (s->status)
        return s->status;
    if (!strcmp(format, "html"))
        put_html(&w, c->n, cells, c->rows);
    else
        put_lines(&w, format, c->n, cells, width, c->rows);
    return gla_writer_finish(&w, text);
}

gla_status gla_table_format(const gla_table *table, char **text, const char *format, int64_t digits)
{
    gla_scope s;
    gla_scope_begin(&s, "table_format");
    table_contents *c = table_read(table);
    format = format ? format : "text";
    if (digits < 1 || digits > 17)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "table_format: digits is %lld, but it must be between 1 and 17", (long long)digits);
    if (!s.status)
        gla_s_check(&s, strcmp(format, "csv") ? write_cells(&s, c, format, (int)digits, text) : table_write_csv(&s, c, text));
    table_release(c);
    return gla_scope_end(&s);
}
