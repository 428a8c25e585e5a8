/* output.h - What tables and plots of results share.
 *
 * A table is a grid of cells, which etable.c fills and a renderer writes as text, Markdown, LaTeX or HTML. Strings and grids
 * live in the scope of the call; after a failure all functions do nothing. */
#ifndef GLA_ECON_OUTPUT_OUTPUT_H
#define GLA_ECON_OUTPUT_OUTPUT_H

#include "econ/econ.h"
#include "runtime/writer.h"
#include "table/table.h"

/* A cell of a table. */
typedef struct out_cell {
    const char *text;         /* UTF-8, not escaped; NULL: empty */
    const char *latex, *html; /* how these formats write the text, if not by escaping it */
    int span;                 /* number of columns; 0: an earlier cell covers the column */
    bool number;              /* LaTeX may write it in mathematical mode */
    bool aligned;             /* in text, on its decimal point */
    bool enclosed;            /* in parentheses */
    int stars;
} out_cell;

typedef struct out_row {
    out_cell *cells;
    bool header, rule; /* rule: a line above the row */
    bool underlined;   /* a line below each cell that spans several columns */
} out_row;

typedef struct out_grid {
    int columns;
    int64_t n, capacity;
    out_row *rows;
    bool to_the_right; /* columns are aligned to the right, not centred */
    const char *title;
    out_cell *notes; /* lines below the table; only text, latex and html are used */
    int64_t n_notes;
} out_grid;

/* grid.c */
out_grid *out_new_grid(gla_scope *s, int columns, int64_t rows, int64_t notes);
/* Append a row with empty cells, except for the text of the first one. Return NULL after a failure. */
out_row *out_add_row(gla_scope *s, out_grid *g, const char *label);
void out_add_note(out_grid *g, const char *text, const char *latex);
/* Merge neighbouring cells with equal text, from the second column on, in steps of `per` columns. */
void out_merge(out_grid *g, out_row *row, int per);

/* text.c … html.c: write a grid. */
typedef void out_renderer(gla_scope *s, gla_writer *w, const out_grid *g);
out_renderer out_text, out_markdown, out_latex, out_html;
/* Only the rows of a text table, with a line above, between and below; `width` receives the length of the lines. */
void out_text_rows(gla_scope *s, gla_writer *w, const out_grid *g, int *width);
void out_line(gla_writer *w, char character, int width);
void out_escape_xml(gla_writer *w, const char *text); /* for HTML and SVG */

/* number.c: numbers, the same in every locale. NaN is "undefined". */
/* `digits` significant digits, at least all before the decimal point; `commas` separates thousands. */
const char *out_number(gla_scope *s, double x, int digits, bool commas);
const char *out_fixed(gla_scope *s, double x, int decimals);
const char *out_count(gla_scope *s, double n);
const char *out_probability(gla_scope *s, double p);
const char *out_percent(gla_scope *s, double level); /* "95" */

/* blanks.c */
void out_blanks(gla_writer *w, int n);
/* The text with blanks instead of control characters, such as newlines in names, which would break a table. */
const char *out_plain(gla_scope *s, const char *text);
/* Remove the last newline: `print` adds one. */
void out_end(gla_writer *w);

/* statistics.c */
typedef struct out_estimate {
    const char *name;
    double b, se, t, p, lower, upper; /* NaN: not defined */
} out_estimate;
/* The k estimates of a Fit, which is not a stack, with confidence intervals of that level. */
out_estimate *out_estimates(gla_scope *s, const gla_econ_fit *fit, double level);
/* The same for each of several Fits. */
out_estimate **out_all_estimates(gla_scope *s, const gla_fits *fits, double level);
/* The estimate of that name among those of a Fit, or NULL. */
const out_estimate *out_find_estimate(const gla_econ_fit *fit, const out_estimate *list, const char *name);
int out_stars(double p);
void out_check_level(gla_scope *s, double level);

typedef struct out_statistic {
    const char *name, *label, *latex, *html;
    double (*value)(const gla_econ_fit *fit); /* NaN: it does not apply */
    bool count;
} out_statistic;
enum { OUT_STATISTICS = 11 };
extern const out_statistic out_statistics[OUT_STATISTICS];
/* Return NULL and fail if no statistic has that name. */
const out_statistic *out_find_statistic(gla_scope *s, const char *name);
/* The formatted value, or NULL if it does not apply. */
const char *out_statistic_text(gla_scope *s, const gla_econ_fit *fit, const out_statistic *which, int digits);
/* "clustered by firm", and the same with the numbers of clusters. */
const char *out_covariance_title(const gla_econ_fit *fit);
const char *out_covariance_details(gla_scope *s, const gla_econ_fit *fit);

/* names.c: the coefficients to show, and their labels. */
typedef struct out_names {
    int64_t n;
    const char **names;
} out_names;
out_names out_choose(gla_scope *s, const gla_fits *fits, const gla_strings *keep, const gla_strings *drop);
void out_check_labels(gla_scope *s, const gla_strings *labels);
const char *out_label(gla_scope *s, const gla_strings *labels, const char *name);
void out_check_fits(gla_scope *s, const gla_fits *fits);
void out_check_headers(gla_scope *s, const gla_fits *fits, const gla_strings *headers);
void out_check_digits(gla_scope *s, int64_t digits);

#endif
