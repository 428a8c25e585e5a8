/* coefplot.c - Draw coefficients with their confidence intervals as an SVG image. */
#include "econ/output/output.h"
#include "gpulinalg/econ_tables.h"

#include <math.h>

/* Distances in pixels. LETTER is the mean width of a letter of the font. */
enum { LETTER = 7, MARGIN = 16, LINE = 20, AXIS = 52, APART = 12, SMALLEST_ROW = 10, LARGEST = 100000 };

/* One call of coefplot. */
typedef struct plot {
    gla_scope *s;
    gla_writer w;
    const gla_fits *fits;
    const gla_strings *labels, *headers;
    out_names names;
    out_estimate **estimates;
    double level, low, high, step; /* the axis from low to high, with a tick at each multiple of step */
    const char *title;
    double width, height, left, right, top, row;
} plot;

/* The colours become lighter one after the other, so that they also differ in grey. */
static const char *const colours[] = {"#12355b", "#b5541c", "#4f9d8b", "#d9b13b"};
enum { COLOURS = 4 };

static double place(const plot *p, double x)
{
    return p->left + (x - p->low) / (p->high - p->low) * (p->right - p->left);
}

static const char *fit_name(plot *p, int64_t i)
{
    if (p->headers)
        return p->headers->v[i];
    return gla_s_print(p->s, "(%lld) %s", (long long)i + 1, out_label(p->s, p->labels, p->fits->v[i]->of->y_name));
}

/* ---- the axis ------------------------------------------------------------------------------------------------------- */
/* Find the range of all intervals and zero. */
static void find_range(plot *p)
{
    bool any = false;
    for (int64_t i = 0; i < p->fits->n; i++)
        for (int64_t j = 0; j < p->names.n; j++) {
            const out_estimate *e = out_find_estimate(p->fits->v[i], p->estimates[i], p->names.names[j]);
            if (!e || !isfinite(e->lower) || !isfinite(e->upper))
                continue;
            p->low = fmin(p->low, e->lower);
            p->high = fmax(p->high, e->upper);
            any = true;
        }
    if (!any)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: no coefficient has a confidence interval; see the summary of the Fit",
                   p->s->op);
}

/* Choose round numbers for the ticks, about six of them, and let the axis end at ticks. */
static void choose_ticks(plot *p)
{
    double range = p->high - p->low;
    if (!(range > 0) || !isfinite(range)) {
        p->low = p->high = 0;
        range = 1;
    }
    double power = pow(10, floor(log10(range / 5))), ratio = range / 5 / power;
    p->step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
    p->low = p->step * floor(p->low / p->step);
    p->high = p->step * ceil(p->high / p->step);
    if (!(p->high > p->low))
        p->high = p->low + p->step;
}

static const char *tick_text(const plot *p, double x)
{
    double power = floor(log10(p->step) + 1e-9);
    if (power < -6 || fmax(fabs(p->low), fabs(p->high)) >= 1e9)
        return fabs(x) < p->step / 2 ? "0" : out_number(p->s, x, 3, false);
    return out_fixed(p->s, x, power < 0 ? (int)-power : 0);
}

static void put_axis(plot *p)
{
    double bottom = p->height - AXIS;
    int64_t first = llround(p->low / p->step), last = llround(p->high / p->step);
    for (int64_t i = first; i <= last; i++) {
        double x = place(p, (double)i * p->step);
        bool zero = i == 0;
        gla_put(&p->w, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\"%s/>\n", x, p->top, x, bottom,
                zero ? "#404040" : "#e0e0e0", zero ? " stroke-dasharray=\"4 3\"" : "");
        gla_put(&p->w, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%s</text>\n", x, bottom + 18,
                tick_text(p, (double)i * p->step));
    }
    gla_put(&p->w, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"#000000\"/>\n", p->left, bottom, p->right,
            bottom);
    gla_put(&p->w, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">Estimate and %s%% confidence interval</text>\n",
            (p->left + p->right) / 2, bottom + 40, out_percent(p->s, p->level));
}

/* ---- estimates ------------------------------------------------------------------------------------------------------ */
static void put_marker(plot *p, int64_t fit, double x, double y)
{
    const char *colour = colours[fit % COLOURS], *fill = fit / COLOURS % 2 ? "#ffffff" : colour;
    switch (fit % COLOURS) {
    case 0: gla_put(&p->w, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"4\"", x, y); break;
    case 1: gla_put(&p->w, "<rect x=\"%.2f\" y=\"%.2f\" width=\"7\" height=\"7\"", x - 3.5, y - 3.5); break;
    case 2: gla_put(&p->w, "<path d=\"M%.2f %.2fl4.5 8h-9z\"", x, y - 5); break;
    default: gla_put(&p->w, "<path d=\"M%.2f %.2fl5 5l-5 5l-5 -5z\"", x, y - 5);
    }
    gla_put(&p->w, " fill=\"%s\" stroke=\"%s\"/>\n", fill, colour);
}

static void put_estimate(plot *p, int64_t fit, const out_estimate *e, double y)
{
    const char *colour = colours[fit % COLOURS];
    if (isfinite(e->lower) && isfinite(e->upper))
        gla_put(&p->w, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                place(p, e->lower), y, place(p, e->upper), y, colour);
    else
        gla_put(&p->w, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"end\" fill=\"%s\">interval undefined</text>\n", p->right,
                y + 4, colour);
    if (e->b >= p->low && e->b <= p->high)
        put_marker(p, fit, place(p, e->b), y);
}

/* Text that ends or begins at x. Text that is too long for the room is compressed. */
static void put_text(plot *p, double x, double y, double room, const char *anchor, const char *text)
{
    gla_put(&p->w, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\"", x, y, anchor);
    if (LETTER * table_width(text) > room)
        gla_put(&p->w, " textLength=\"%.2f\" lengthAdjust=\"spacingAndGlyphs\"", room);
    gla_put_text(&p->w, ">");
    out_escape_xml(&p->w, text);
    gla_put_text(&p->w, "</text>\n");
}

static void put_rows(plot *p)
{
    double apart = fmin(APART, p->row / (double)p->fits->n);
    for (int64_t j = 0; j < p->names.n; j++) {
        double middle = p->top + ((double)j + 0.5) * p->row;
        put_text(p, p->left - 8, middle + 4, p->left - 8 - MARGIN / 2, "end", out_label(p->s, p->labels, p->names.names[j]));
        for (int64_t i = 0; i < p->fits->n; i++) {
            const out_estimate *e = out_find_estimate(p->fits->v[i], p->estimates[i], p->names.names[j]);
            if (e)
                put_estimate(p, i, e, middle + ((double)i - (double)(p->fits->n - 1) / 2) * apart);
        }
    }
}

/* ---- the image ------------------------------------------------------------------------------------------------------ */
/* Place the names of the Fits above the plot, in as many lines as they need; only count the lines if not `draw`. */
static int put_legend(plot *p, bool draw)
{
    int lines = 1;
    double x = MARGIN, y = p->title ? 2 * LINE + 8 : LINE;
    for (int64_t i = 0; i < p->fits->n; i++) {
        const char *name = fit_name(p, i);
        double needs = LETTER * table_width(name), room = fmin(needs, p->width - 3 * MARGIN);
        if (x > MARGIN && x + 2 * MARGIN + room > p->width) {
            lines++;
            x = MARGIN;
            y += LINE;
        }
        if (draw) {
            put_marker(p, i, x + 6, y - 4);
            put_text(p, x + MARGIN, y, room, "start", name);
        }
        x += room + 3 * MARGIN;
    }
    return lines;
}

static void choose_sizes(plot *p, int64_t height)
{
    double longest = 0, rows = (double)p->names.n, fits = (double)p->fits->n;
    for (int64_t j = 0; j < p->names.n; j++)
        longest = fmax(longest, LETTER * table_width(out_label(p->s, p->labels, p->names.names[j])));
    p->left = fmin(longest + MARGIN + 8, 0.45 * p->width);
    p->right = p->width - 2 * MARGIN;
    p->top = MARGIN + (p->title ? LINE + 8 : 0) + (p->fits->n > 1 ? LINE * put_legend(p, false) : 0);
    double needed = p->top + AXIS + SMALLEST_ROW * rows;
    p->row = fmax(28, APART * (fits + 1));
    p->height = height ? (double)height : p->top + AXIS + p->row * rows;
    if (p->height < needed || p->height > LARGEST * 10.0)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: height is %lld, but %lld coefficients need from %.0f to %d pixels", p->s->op,
                   (long long)height, (long long)p->names.n, needed, LARGEST * 10);
    p->row = (p->height - p->top - AXIS) / rows;
}

static void draw(plot *p)
{
    gla_put(&p->w,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>",
            p->width, p->height, p->width, p->height);
    out_escape_xml(&p->w, p->title ? p->title : "Coefficients");
    gla_put(&p->w, "</title>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>\n", p->width, p->height);
    if (p->title) {
        gla_put_text(&p->w, "<g font-weight=\"bold\">\n");
        put_text(p, p->width / 2, LINE + 2, p->width - 2 * MARGIN, "middle", p->title);
        gla_put_text(&p->w, "</g>\n");
    }
    if (p->fits->n > 1)
        put_legend(p, true);
    put_axis(p);
    put_rows(p);
    gla_put_text(&p->w, "</svg>\n");
}

static void check(plot *p, const gla_strings *headers, int64_t width, int64_t height)
{
    out_check_fits(p->s, p->fits);
    out_check_headers(p->s, p->fits, headers);
    out_check_labels(p->s, p->labels);
    out_check_level(p->s, p->level);
    if (width < 200 || width > LARGEST)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: width is %lld, but it must be from 200 to %d", p->s->op, (long long)width,
                   LARGEST);
    if (height < 0)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: height is %lld, but it must not be negative", p->s->op, (long long)height);
}

gla_status gla_econ_coefplot(const gla_fits *fits, char **svg, const gla_strings *keep, const gla_strings *drop,
                             const gla_strings *labels, const gla_strings *headers, double level, const char *title,
                             int64_t width, int64_t height)
{
    gla_scope s;
    plot p = {.s = &s,
              .fits = fits,
              .labels = labels,
              .headers = headers,
              .level = level,
              .title = title,
              .w = GLA_WRITER("coefplot")};
    char *made = NULL;
    p.width = (double)width;
    gla_scope_begin(&s, "coefplot");
    check(&p, headers, width, height);
    if (!s.status)
        p.names = out_choose(&s, fits, keep, drop);
    if (!s.status && !p.names.n)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the Fits have no coefficients", s.op);
    p.estimates = out_all_estimates(&s, fits, level);
    if (!s.status)
        find_range(&p);
    if (!s.status) {
        choose_ticks(&p);
        choose_sizes(&p, height);
    }
    if (!s.status)
        draw(&p);
    gla_s_check(&s, gla_writer_finish(&p.w, &made));
    if (s.status)
        gla_free(made);
    else
        *svg = made;
    return gla_scope_end(&s);
}
