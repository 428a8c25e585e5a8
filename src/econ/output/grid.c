/* grid.c - Fill a table of results with rows. */
#include "econ/output/output.h"

out_grid *out_new_grid(gla_scope *s, int columns, int64_t rows, int64_t notes)
{
    out_grid *g = gla_s_memory(s, 1, sizeof *g);
    if (!g)
        return NULL;
    g->columns = columns;
    g->capacity = rows;
    g->rows = gla_s_memory(s, rows + 1, sizeof *g->rows);
    g->notes = gla_s_memory(s, notes + 1, sizeof *g->notes);
    return s->status ? NULL : g;
}

out_row *out_add_row(gla_scope *s, out_grid *g, const char *label)
{
    out_cell *cells = g ? gla_s_memory(s, g->columns, sizeof *cells) : NULL;
    if (!cells)
        return NULL;
    out_row *row = &g->rows[g->n++];
    row->cells = cells;
    for (int i = 0; i < g->columns; i++)
        row->cells[i].span = 1;
    row->cells[0].text = label;
    return row;
}

void out_add_note(out_grid *g, const char *text, const char *latex)
{
    if (g)
        g->notes[g->n_notes++] = (out_cell){.text = text, .latex = latex};
}

void out_merge(out_grid *g, out_row *row, int per)
{
    if (!row)
        return;
    int headings = 0;
    for (int at = 1; at < g->columns; headings++) {
        int end = at + per;
        const char *text = row->cells[at].text;
        while (text && end < g->columns && row->cells[end].text && !strcmp(row->cells[end].text, text))
            end += per;
        row->cells[at].span = end - at;
        for (int i = at + 1; i < end; i++)
            row->cells[i].span = 0;
        at = end;
    }
    row->underlined = g->columns - 1 > headings * per && headings > 1;
}
