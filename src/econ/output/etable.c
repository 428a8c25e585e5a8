/* etable.c - Fits side by side. */
#include "econ/output/etable.h"
#include "gpulinalg/econ_tables.h"

#include <math.h>

/* ---- headings ------------------------------------------------------------------------------------------------------- */
static const char *dependent(etable *t, const gla_econ_fit *fit, const char *name)
{
    (void)name;
    return out_label(t->s, t->labels, fit->of->y_name);
}

static const char *sample(etable *t, const gla_econ_fit *fit, const char *name)
{
    (void)t, (void)name;
    return fit->of->sample;
}

static const char *sample_or_all(etable *t, const gla_econ_fit *fit, const char *name)
{
    const char *text = sample(t, fit, name);
    return text ? text : "all";
}

static void as_heading(etable *t, out_row *row, bool merge)
{
    if (!row)
        return;
    row->header = true;
    if (merge)
        out_merge(t->grid, row, t->per);
}

static void add_headings(etable *t, const gla_strings *headers)
{
    as_heading(t, etable_add(t, "Dependent variable", dependent, NULL), true);
    if (etable_any(t, sample, NULL))
        as_heading(t, etable_add(t, "Sample", sample_or_all, NULL), true);
    out_row *row = headers ? etable_add(t, NULL, sample, NULL) : NULL;
    for (int64_t i = 0; i < t->fits->n && row; i++)
        row->cells[1 + i * t->per].text = headers->v[i];
    as_heading(t, row, true);
    row = etable_add(t, NULL, sample, NULL);
    for (int64_t i = 0; i < t->fits->n && row; i++)
        row->cells[1 + i * t->per].text = gla_s_print(t->s, "(%lld)", (long long)i + 1);
    as_heading(t, row, false);
}

/* ---- coefficients --------------------------------------------------------------------------------------------------- */
static out_cell number_cell(etable *t, double x)
{
    return (out_cell){.text = out_number(t->s, x, t->digits, true), .span = 1, .number = isfinite(x), .aligned = isfinite(x)};
}

static void add_coefficient(etable *t, const char *name)
{
    out_row *row = out_add_row(t->s, t->grid, out_label(t->s, t->labels, name));
    out_row *below = t->beside || t->none ? row : out_add_row(t->s, t->grid, NULL);
    for (int64_t i = 0; i < t->fits->n && !t->s->status; i++) {
        const out_estimate *e = out_find_estimate(t->fits->v[i], t->estimates[i], name);
        int at = 1 + (int)i * t->per;
        if (!e)
            continue;
        row->cells[at] = number_cell(t, e->b);
        row->cells[at].stars = t->stars ? out_stars(e->p) : 0;
        t->undefined |= !t->none && isnan(e->se);
        if (t->none)
            continue;
        out_cell *se = &below->cells[t->beside ? at + 1 : at];
        *se = number_cell(t, e->se);
        se->enclosed = true;
    }
}

static void add_coefficients(etable *t, const out_names *names)
{
    int64_t first = t->grid ? t->grid->n : 0;
    for (int64_t i = 0; i < names->n && !t->s->status; i++)
        add_coefficient(t, names->names[i]);
    if (!t->s->status && t->grid->n > first)
        t->grid->rows[first].rule = true;
}

/* ---- the table ------------------------------------------------------------------------------------------------------ */
static void add_notes(etable *t, const gla_strings *notes)
{
    const char *errors = "Standard errors in parentheses", *stars = "*** p < 0.01, ** p < 0.05, * p < 0.1";
    const char *math = "$^{***}$ $p<0.01$, $^{**}$ $p<0.05$, $^{*}$ $p<0.1$";
    if (t->s->status)
        return;
    if (t->stars && t->none)
        out_add_note(t->grid, gla_s_print(t->s, "%s.", stars), gla_s_print(t->s, "%s.", math));
    else if (t->stars)
        out_add_note(t->grid, gla_s_print(t->s, "%s; %s.", errors, stars), gla_s_print(t->s, "%s; %s.", errors, math));
    else if (!t->none)
        out_add_note(t->grid, gla_s_print(t->s, "%s.", errors), NULL);
    if (t->undefined)
        out_add_note(t->grid, "undefined: the standard error cannot be computed from these data; see the summary of the Fit.",
                     NULL);
    for (int64_t i = 0; notes && i < notes->n; i++)
        out_add_note(t->grid, notes->v[i], NULL);
}

static int64_t count_rows(const gla_fits *fits, const out_names *names, const gla_strings *stats)
{
    int64_t rows = 2 * names->n + 16 + (stats ? stats->n : 0);
    for (int64_t i = 0; i < fits->n; i++)
        rows += fits->v[i]->of->n_effects;
    return rows;
}

static void fill(etable *t, const out_names *names, const gla_strings *headers, const gla_strings *notes)
{
    gla_scope *s = t->s;
    t->estimates = out_all_estimates(s, t->fits, 0.95);
    t->per = t->beside ? 2 : 1;
    t->grid = s->status ? NULL
                        : out_new_grid(s, 1 + (int)t->fits->n * t->per, count_rows(t->fits, names, t->stats),
                                       4 + (notes ? notes->n : 0));
    add_headings(t, headers);
    add_coefficients(t, names);
    etable_add_effects(t);
    etable_add_statistics(t);
    add_notes(t, notes);
}

static gla_status write_table(etable *t, const char *format, char **table)
{
    gla_writer w = GLA_WRITER(t->s->op);
    out_renderer *render = !format || format[0] == 't' ? out_text
                           : format[0] == 'm'          ? out_markdown
                           : format[0] == 'l'          ? out_latex
                                                       : out_html;
    if (!t->s->status)
        render(t->s, &w, t->grid);
    out_end(&w);
    char *text = NULL;
    gla_s_check(t->s, gla_writer_finish(&w, &text));
    if (t->s->status)
        gla_free(text);
    else
        *table = text;
    return gla_scope_end(t->s);
}

gla_status gla_econ_etable(const gla_fits *fits, char **table, const char *format, const gla_strings *keep,
                           const gla_strings *drop, const gla_strings *labels, const gla_strings *headers,
                           const gla_strings *stats, int64_t digits, const char *se, bool stars, const char *title,
                           const gla_strings *notes)
{
    gla_scope s;
    etable t = {.s = &s, .fits = fits, .labels = labels, .stats = stats, .digits = (int)digits, .stars = stars};
    t.beside = se && !strcmp(se, "beside");
    t.none = se && se[0] == 'n';
    gla_scope_begin(&s, "etable");
    out_check_fits(&s, fits);
    out_check_headers(&s, fits, headers);
    out_check_labels(&s, labels);
    out_check_digits(&s, digits);
    out_names names = {.n = 0};
    if (!s.status)
        names = out_choose(&s, fits, keep, drop);
    if (!s.status)
        fill(&t, &names, headers, notes);
    if (t.grid)
        t.grid->title = title;
    return write_table(&t, format, table);
}

gla_status gla_econ_fit_to_latex(const gla_econ_fit *fit, char **table)
{
    const gla_econ_fit *list[] = {fit};
    const gla_fits fits = {1, list};
    return gla_econ_etable(&fits, table, "latex", NULL, NULL, NULL, NULL, NULL, 3, NULL, true, NULL, NULL);
}
