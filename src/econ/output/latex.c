/* latex.c - Write a table of results in LaTeX with the package booktabs. */
#include "econ/output/output.h"

static void escape(gla_writer *w, const char *text)
{
    static const struct {
        char character;
        const char *latex;
    } escapes[] = {{'\\', "\\textbackslash{}"},
                   {'^', "\\textasciicircum{}"},
                   {'~', "\\textasciitilde{}"},
                   {'<', "$<$"},
                   {'>', "$>$"},
                   {'|', "$|$"},
                   {'&', "\\&"},
                   {'%', "\\%"},
                   {'$', "\\$"},
                   {'#', "\\#"},
                   {'_', "\\_"},
                   {'{', "\\{"},
                   {'}', "\\}"},
                   {'[', "{[}"},
                   {']', "{]}"},
                   {'"', "\\textquotedbl{}"}};
    for (; text && *text; text++) {
        size_t i = 0, n = sizeof escapes / sizeof *escapes;
        while (i < n && escapes[i].character != *text)
            i++;
        if (i < n)
            gla_put_text(w, escapes[i].latex);
        else
            gla_put_bytes(w, (unsigned char)*text < ' ' ? " " : text, 1);
    }
}

/* A number with a sign, an exponent or stars needs mathematical mode, in which a comma would be followed by a space. */
static void put_number(gla_writer *w, const out_cell *c)
{
    const char *power = strchr(c->text, 'e');
    size_t n = power ? (size_t)(power - c->text) : strlen(c->text);
    bool math = power || *c->text == '-' || c->stars;
    gla_put_text(w, math ? "$" : "");
    for (size_t i = 0; i < n; i++)
        gla_put(w, math && c->text[i] == ',' ? "{%c}" : "%c", c->text[i]);
    if (power)
        gla_put(w, " \\times 10^{%s}", power + 1);
    if (c->stars)
        gla_put(w, "^{%.*s}", c->stars, "***");
    gla_put_text(w, math ? "$" : "");
}

static void put_cell(gla_writer *w, const out_cell *c)
{
    if (c->enclosed)
        gla_put_text(w, "(");
    if (c->latex)
        gla_put_text(w, c->latex);
    else if (c->number && c->text)
        put_number(w, c);
    else
        escape(w, c->text);
    if (c->enclosed)
        gla_put_text(w, ")");
}

static void put_row(gla_writer *w, const out_grid *g, const out_row *row)
{
    if (row->rule)
        gla_put_text(w, "\\midrule\n");
    for (int j = 0; j < g->columns; j++) {
        const out_cell *c = &row->cells[j];
        if (!c->span)
            continue;
        gla_put_text(w, j ? " & " : "");
        if (c->span > 1)
            gla_put(w, "\\multicolumn{%d}{c}{", c->span);
        put_cell(w, c);
        gla_put_text(w, c->span > 1 ? "}" : "");
    }
    gla_put_text(w, " \\\\\n");
    bool begun = false;
    for (int j = 1; j < g->columns && row->underlined; j++)
        if (row->cells[j].span && row->cells[j].text) {
            gla_put(w, "%s\\cmidrule(lr){%d-%d}", begun ? " " : "", j + 1, j + row->cells[j].span);
            begun = true;
        }
    gla_put_text(w, begun ? "\n" : "");
}

void out_latex(gla_scope *s, gla_writer *w, const out_grid *g)
{
    (void)s;
    if (!g)
        return;
    if (g->title) {
        gla_put_text(w, "\\begin{table}[htbp]\n\\centering\n\\caption{");
        escape(w, g->title);
        gla_put_text(w, "}\n");
    }
    gla_put_text(w, "\\begin{tabular}{l");
    for (int j = 1; j < g->columns; j++)
        gla_put_text(w, "c");
    gla_put_text(w, "}\n\\toprule\n");
    for (int64_t i = 0; i < g->n; i++)
        put_row(w, g, &g->rows[i]);
    gla_put_text(w, "\\bottomrule\n");
    for (int64_t i = 0; i < g->n_notes; i++) {
        gla_put(w, "\\multicolumn{%d}{l}{\\footnotesize ", g->columns);
        put_cell(w, &g->notes[i]);
        gla_put_text(w, "} \\\\\n");
    }
    gla_put_text(w, "\\end{tabular}\n");
    if (g->title)
        gla_put_text(w, "\\end{table}\n");
}
