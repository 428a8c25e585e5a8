/* summary.c - Describe one Fit. */
#include "econ/output/output.h"
#include "gpulinalg/econ_tables.h"

#include <math.h>

enum { LABEL = 20, WIDTH = 88, LINES = 64 };

/* One call of fit_summary. */
typedef struct summary {
    gla_scope *s;
    const gla_econ_fit *fit;
    out_estimate *estimates;
    double level;
    int digits, width;
    bool stars;
    gla_record *test;
    int at, n_lines; /* at: the width of the labels below the coefficients; n_lines: of the estimator */
    econ_line lines[ECON_LINES];
    gla_writer head, rows, tail; /* the width of the rows determines the lines between these parts */
} summary;

/* ---- lines of a label and text -------------------------------------------------------------------------------------- */
/* The bytes of the text that fit into the line, up to a blank if there is one. */
static size_t line_length(const char *text, int room)
{
    size_t best = 0, n = strlen(text);
    for (size_t i = 1; i <= n; i++)
        if (i == n || text[i] == ' ') {
            if (best && i > (size_t)room)
                break;
            best = i;
        }
    return best;
}

/* Write text beside a label, in as many lines as it needs, from column `at` on. */
static void put_beside(gla_writer *w, int at, const char *label, const char *text)
{
    do {
        size_t n = line_length(text, WIDTH - at);
        gla_put_text(w, label);
        out_blanks(w, at - table_width(label) > 0 ? at - table_width(label) : 1);
        gla_put_bytes(w, text, n);
        gla_put_text(w, "\n");
        text += n + (text[n] == ' ');
        label = "";
    } while (*text);
}

static void put_line(gla_writer *w, const char *label, const char *text)
{
    put_beside(w, LABEL, label, text);
}

/* The same below the coefficients. */
static void put_below(summary *y, const char *label, const char *text)
{
    put_beside(&y->tail, y->at, label, text);
}

/* ---- the sample ----------------------------------------------------------------------------------------------------- */
static void put_effects(summary *y)
{
    const econ_estimates *e = y->fit->of;
    const char *list = "";
    for (int i = 0; i < e->n_effects; i++)
        list = gla_s_print(y->s, "%s%s%s (%s group%s)", list, i ? ", " : "", e->effects[i].name,
                           out_count(y->s, (double)e->effects[i].groups), e->effects[i].groups == 1 ? "" : "s");
    if (e->n_effects)
        put_line(&y->head, "Fixed effects", list);
}

static const char *degrees(summary *y)
{
    double df = y->fit->df_t;
    return df == floor(df) ? out_count(y->s, df) : out_number(y->s, df, 6, true);
}

static void put_head(summary *y)
{
    const econ_estimates *e = y->fit->of;
    const char *count = out_count(y->s, e->nobs);
    if (e->is_frequency)
        count = gla_s_print(y->s, "%s (sum of frequency weights), in %s rows", count, out_count(y->s, (double)e->n));
    if (e->formula)
        put_line(&y->head, "Formula", out_plain(y->s, e->formula));
    put_line(&y->head, "Dependent variable", out_plain(y->s, e->y_name));
    if (e->sample)
        put_line(&y->head, "Sample", out_plain(y->s, e->sample));
    put_line(&y->head, "Observations", count);
    if (!e->is_frequency && (e->weights || e->is_probability))
        put_line(&y->head, "Weights", e->is_probability ? "probability" : "analytic");
    put_effects(y);
    put_line(&y->head, "Std. errors", out_covariance_details(y->s, y->fit));
    if (y->fit->ssc && strcmp(y->fit->ssc, "fixest"))
        put_line(&y->head, "Small samples", gla_s_print(y->s, "as in %s", y->fit->ssc));
    if (e->method->no_errors)
        return;
    if (isinf(y->fit->df_t))
        put_line(&y->head, "Tests", "normal distribution");
    else if (y->fit->df_t > 0)
        put_line(&y->head, "Tests",
                 gla_s_print(y->s, "t distribution with %s degree%s of freedom", degrees(y), y->fit->df_t == 1 ? "" : "s"));
}

/* ---- coefficients --------------------------------------------------------------------------------------------------- */
static out_cell number_cell(const char *text, double x)
{
    return (out_cell){.text = text, .span = 1, .number = isfinite(x), .aligned = isfinite(x)};
}

static const char *test_text(gla_scope *s, double t)
{
    return fabs(t) < 1e6 ? out_fixed(s, t, 3) : out_number(s, t, 4, false);
}

static void add_estimate(summary *y, out_grid *g, const out_estimate *e)
{
    out_row *row = out_add_row(y->s, g, e->name);
    if (!row)
        return;
    row->cells[1] = number_cell(out_number(y->s, e->b, y->digits, false), e->b);
    if (g->columns == 2)
        return;
    row->cells[1].stars = y->stars ? out_stars(e->p) : 0;
    row->cells[2] = number_cell(out_number(y->s, e->se, y->digits, false), e->se);
    row->cells[3] = number_cell(test_text(y->s, e->t), e->t);
    row->cells[4] = number_cell(out_probability(y->s, e->p), e->p);
    row->cells[5] = number_cell(out_number(y->s, e->lower, y->digits, false), e->lower);
    row->cells[6] = number_cell(out_number(y->s, e->upper, y->digits, false), e->upper);
}

static void put_rows(summary *y)
{
    const econ_estimates *e = y->fit->of;
    bool normal = isinf(y->fit->df_t), errors = !e->method->no_errors;
    out_grid *g = out_new_grid(y->s, errors ? 7 : 2, e->k + 1, 0);
    out_row *row = out_add_row(y->s, g, NULL);
    if (!row)
        return;
    row->header = true;
    row->cells[1].text = "Estimate";
    if (errors) {
        row->cells[2].text = "Std. error";
        row->cells[3].text = normal ? "z value" : "t value";
        row->cells[4].text = "p value";
        row->cells[5].text = gla_s_print(y->s, "%s%% conf. interval", out_percent(y->s, y->level));
        row->cells[5].span = 2;
        row->cells[6].span = 0;
    }
    g->to_the_right = true;
    for (int64_t i = 0; i < e->k && !y->s->status; i++)
        add_estimate(y, g, &y->estimates[i]);
    if (e->k && !y->s->status)
        g->rows[1].rule = true;
    out_text_rows(y->s, &y->rows, g, &y->width);
    if (!e->k)
        put_line(&y->rows, "", "no coefficients");
}

/* ---- statistics ----------------------------------------------------------------------------------------------------- */
static double field(const gla_record *r, const char *key)
{
    for (int i = 0; i < r->n; i++)
        if (!strcmp(r->fields[i]->key, key))
            return r->fields[i]->kind == GLA_FIELD_REAL ? r->fields[i]->real : (double)r->fields[i]->integer;
    return NAN;
}

/* Compute the test of all slopes. There is none if there is no slope, or if their covariance matrix is singular. */
static void compute_test(summary *y)
{
    if (y->s->status || !(y->fit->df_t > 0))
        return;
    gla_status st = gla_econ_fit_fstat(y->fit, &y->test);
    if (st == GLA_OUT_OF_MEMORY_ERROR)
        gla_s_check(y->s, st);
    if (st)
        y->test = NULL;
}

static void put_test(summary *y)
{
    bool normal = isinf(y->fit->df_t);
    if (!y->test)
        return;
    double statistic = field(y->test, "statistic"), p = field(y->test, "p");
    const char *first = out_count(y->s, field(y->test, "df")), *second = normal ? "" : degrees(y);
    const char *tail = p < 0.0001 ? "< 0.0001" : gla_s_print(y->s, "= %s", out_probability(y->s, p));
    if (isfinite(statistic) && !isnan(p))
        put_below(y, "Test of all slopes",
                  gla_s_print(y->s, "%s(%s%s%s) = %s, p %s", normal ? "chi2" : "F", first, normal ? "" : ", ", second,
                              out_number(y->s, statistic, y->digits, true), tail));
}

/* True if the estimator itself writes a line with that label. */
static bool has_line(const summary *y, const char *label)
{
    for (int i = 0; i < y->n_lines; i++)
        if (!strcmp(y->lines[i].label, label))
            return true;
    return false;
}

/* Ask the estimator for its lines, and find the width of the labels. */
static void find_lines(summary *y)
{
    y->n_lines = y->fit->of->method->lines ? y->fit->of->method->lines(y->fit, y->lines) : 0;
    y->at = LABEL;
    for (int i = 0; i < y->n_lines; i++)
        y->at = table_width(y->lines[i].label) + 2 > y->at ? table_width(y->lines[i].label) + 2 : y->at;
}

static void put_lines(summary *y)
{
    for (int i = 0; i < y->n_lines; i++) {
        const econ_line *l = &y->lines[i];
        const char *text = isnan(l->value) ? "" : out_number(y->s, l->value, y->digits, true);
        put_below(y, l->label, gla_s_print(y->s, "%s%s%s", text, *text && l->text[0] ? ", " : "", l->text));
    }
}

static void put_statistics(summary *y)
{
    static const char *const names[] = {"r2", "r2_adjusted", "r2_within", "r2_pseudo", "sigma", "loglik"};
    find_lines(y);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const out_statistic *which = out_find_statistic(y->s, names[i]);
        const char *text = which ? out_statistic_text(y->s, y->fit, which, y->digits) : NULL;
        if (text && !has_line(y, which->label))
            put_below(y, which->label, text);
    }
    put_test(y);
    if (y->fit->of->iterations > 0 && !has_line(y, "Iterations"))
        put_below(y, "Iterations", out_count(y->s, (double)y->fit->of->iterations));
    put_lines(y);
}

/* Say why numbers are undefined. */
static void put_undefined(summary *y)
{
    const econ_estimates *e = y->fit->of;
    const char *none = NULL, *exact = NULL;
    for (int64_t i = 0; i < e->k; i++) {
        none = !none && isnan(y->estimates[i].se) ? y->estimates[i].name : none;
        exact = !exact && y->estimates[i].se == 0 ? y->estimates[i].name : exact;
    }
    if (e->method->no_errors)
        return; /* the method says so in a remark */
    if (!(y->fit->df_t > 0))
        put_below(y, "Undefined",
                  gla_s_print(y->s,
                              "%s observations and %s parameters leave no degrees of freedom for standard errors and tests",
                              out_count(y->s, e->nobs), out_count(y->s, (double)(e->k + e->df_effects))));
    else if (none)
        put_below(y, "Undefined",
                  gla_s_print(y->s,
                              "the covariance matrix has a negative or undefined variance, first that of %s; another vcov "
                              "may be defined",
                              none));
    if (!e->method->likelihood && e->tss == 0)
        put_below(y, "Undefined", "R2, because the dependent variable is constant");
    if (exact)
        put_below(y, "Undefined",
                  gla_s_print(y->s, "the standard error of %s is 0, so that its test is undefined: the fit is exact", exact));
}

static void put_tail(summary *y)
{
    const gla_strings *dropped = y->fit->of->dropped, *remarks = y->fit->of->remarks;
    put_statistics(y);
    put_undefined(y);
    for (int64_t i = 0; dropped && i < dropped->n; i++)
        put_below(y, i ? "" : "Dropped", out_plain(y->s, dropped->v[i]));
    for (int64_t i = 0; remarks && i < remarks->n; i++)
        put_below(y, i ? "" : "Note", out_plain(y->s, remarks->v[i]));
    if (y->stars)
        put_below(y, "Stars", "*** p < 0.01, ** p < 0.05, * p < 0.1");
}

/* ---- the text ------------------------------------------------------------------------------------------------------- */
/* Write the parts with lines around them. */
static void join(summary *y, gla_writer *w)
{
    gla_writer *from[3] = {&y->head, &y->rows, &y->tail};
    char *parts[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3; i++)
        gla_s_check(y->s, gla_writer_finish(from[i], &parts[i]));
    if (!y->s->status) {
        gla_put(w, "%s\n", y->fit->of->method->title);
        for (int i = 0; i < 3; i++) {
            if (i == 0 || parts[i])
                out_line(w, i == 0 ? '=' : '-', y->width);
            gla_put_text(w, parts[i] ? parts[i] : "");
        }
        out_line(w, '=', y->width);
        out_end(w);
    }
    for (int i = 0; i < 3; i++)
        gla_free(parts[i]);
}

gla_status gla_econ_fit_summary(const gla_econ_fit *fit, char **text, double level, int64_t digits, bool stars)
{
    gla_scope s;
    summary y = {.s = &s, .fit = fit, .level = level, .digits = (int)digits, .stars = stars, .width = 78};
    gla_writer w = GLA_WRITER("summary");
    char *made = NULL;
    y.head = y.rows = y.tail = w;
    gla_scope_begin(&s, "summary");
    out_check_level(&s, level);
    out_check_digits(&s, digits);
    if (!s.status && econ_single(&s, fit, "params and std_errors"))
        y.estimates = out_estimates(&s, fit, level);
    if (y.estimates)
        compute_test(&y);
    if (y.estimates && !s.status) {
        put_head(&y);
        put_rows(&y);
        put_tail(&y);
    }
    gla_record_free(y.test);
    join(&y, &w);
    gla_s_check(&s, gla_writer_finish(&w, &made));
    if (s.status)
        gla_free(made);
    else
        *text = made;
    return gla_scope_end(&s);
}
