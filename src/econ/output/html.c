/* html.c - Write a table of results in HTML. */
#include "econ/output/output.h"

void out_escape_xml(gla_writer *w, const char *text)
{
    for (; text && *text; text++)
        switch (*text) {
        case '&': gla_put_text(w, "&amp;"); break;
        case '<': gla_put_text(w, "&lt;"); break;
        case '>': gla_put_text(w, "&gt;"); break;
        case '"': gla_put_text(w, "&quot;"); break;
        default:
            if ((unsigned char)*text >= ' ' || *text == '\t') /* XML permits no other control characters */
                gla_put_bytes(w, text, 1);
            else
                gla_put_text(w, " ");
        }
}

static void put_row(gla_writer *w, const out_grid *g, const out_row *row)
{
    gla_put_text(w, row->rule ? "<tr style=\"border-top: 1px solid\">" : "<tr>");
    for (int j = 0; j < g->columns; j++) {
        const out_cell *c = &row->cells[j];
        const char *tag = j == 0 || row->header ? "th" : "td";
        if (!c->span)
            continue;
        gla_put(w, "<%s", tag);
        if (c->span > 1)
            gla_put(w, " colspan=\"%d\"", c->span);
        gla_put(w, " style=\"text-align: %s; font-weight: normal; padding: 0 0.6em\">", j ? "center" : "left");
        gla_put_text(w, c->enclosed ? "(" : "");
        if (c->html)
            gla_put_text(w, c->html);
        else
            out_escape_xml(w, c->text);
        gla_put_text(w, c->enclosed ? ")" : "");
        if (c->stars)
            gla_put(w, "<sup>%.*s</sup>", c->stars, "***");
        gla_put(w, "</%s>", tag);
    }
    gla_put_text(w, "</tr>\n");
}

void out_html(gla_scope *s, gla_writer *w, const out_grid *g)
{
    (void)s;
    if (!g)
        return;
    gla_put_text(w, "<table style=\"border-collapse: collapse; border-top: 2px solid; border-bottom: 2px solid\">\n");
    if (g->title) {
        gla_put_text(w, "<caption>");
        out_escape_xml(w, g->title);
        gla_put_text(w, "</caption>\n");
    }
    for (int64_t i = 0; i < g->n; i++) {
        bool first = i == 0, changes = first || g->rows[i].header != g->rows[i - 1].header;
        if (changes && !first)
            gla_put_text(w, g->rows[i].header ? "</tbody>\n" : "</thead>\n");
        if (changes)
            gla_put_text(w, g->rows[i].header ? "<thead>\n" : "<tbody>\n");
        put_row(w, g, &g->rows[i]);
    }
    if (g->n)
        gla_put_text(w, g->rows[g->n - 1].header ? "</thead>\n" : "</tbody>\n");
    gla_put_text(w, g->n_notes ? "<tfoot>\n" : "");
    for (int64_t i = 0; i < g->n_notes; i++) {
        gla_put(w, "<tr><td colspan=\"%d\" style=\"text-align: left; font-size: smaller\">", g->columns);
        out_escape_xml(w, g->notes[i].text);
        gla_put_text(w, "</td></tr>\n");
    }
    gla_put_text(w, g->n_notes ? "</tfoot>\n</table>\n" : "</table>\n");
}
