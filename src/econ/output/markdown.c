/* markdown.c - Write a table of results in Markdown, as GitHub and Pandoc read it. */
#include "econ/output/output.h"

static void escape(gla_writer *w, const char *text)
{
    for (; text && *text; text++) {
        if (strchr("\\`*_{}[]<>|~^$#", *text))
            gla_put_bytes(w, "\\", 1);
        gla_put_bytes(w, (unsigned char)*text < ' ' ? " " : text, 1);
    }
}

/* Markdown has no cells that span columns, so their text is repeated. */
static void put_row(gla_writer *w, const out_grid *g, const out_row *row)
{
    const out_cell *c = row->cells;
    for (int j = 0; j < g->columns; j++) {
        c = row->cells[j].span ? &row->cells[j] : c;
        gla_put_text(w, j ? " | " : "| ");
        if (c->enclosed)
            gla_put_text(w, "(");
        if (c->html)
            gla_put_text(w, c->html);
        else
            escape(w, c->text);
        if (c->enclosed)
            gla_put_text(w, ")");
        for (int i = 0; i < c->stars; i++)
            gla_put_text(w, "\\*");
    }
    gla_put_text(w, " |\n");
}

void out_markdown(gla_scope *s, gla_writer *w, const out_grid *g)
{
    (void)s;
    if (!g)
        return;
    if (g->title) {
        gla_put_text(w, "**");
        escape(w, g->title);
        gla_put_text(w, "**\n\n");
    }
    for (int64_t i = 0; i < g->n; i++) {
        put_row(w, g, &g->rows[i]);
        if (i > 0)
            continue;
        gla_put_text(w, "| :--- |");
        for (int j = 1; j < g->columns; j++)
            gla_put_text(w, " :---: |");
        gla_put_text(w, "\n");
    }
    for (int64_t i = 0; i < g->n_notes; i++) {
        gla_put_text(w, "\n");
        escape(w, g->notes[i].text);
        gla_put_text(w, "\n");
    }
}
