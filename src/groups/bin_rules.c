/* bin_rules.c - Numbers of equal-width histogram bins, by NumPy's rules.
 *
 * A rule computes the width of a bin.  If the range is a multiple of the width, the last bits of the width decide the number of
 * bins.  Therefore the arithmetic is the same as in NumPy, and is done in float32 whenever NumPy uses float32. */
#include "groups/bins.h"

#include <math.h>
#include <string.h>

typedef struct sample {
    gla_scope *s;
    gla_bins *bins;
    double n, spread; /* number of elements, and the difference between the largest and the smallest element */
    bool single;      /* the elements are float32 */
} sample;

typedef struct rule {
    const char *name;
    double (*width)(const sample *x);
    bool single; /* for float32 elements the width is float32 */
} rule;

static double rounded(const sample *x, double value)
{
    return x->single ? (double)(float)value : value;
}

static double read_number(gla_scope *s, const gla_array *x)
{
    gla_number number = {0};
    if (!s->status)
        gla_s_check(s, gla_read_number(s->op, "a", x, &number));
    return number.re;
}

static gla_array *as_float(const sample *x)
{
    gla_dtype dtype = x->bins->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    return gla_s_astype(x->s, gla_dtype_is_integer(x->bins->x->dtype) ? dtype : x->bins->x->dtype, x->bins->x);
}

static gla_array *deviation_of(const sample *x, const gla_array *numbers)
{
    gla_array *out;
    return x->s->status ? NULL : gla_s_adopt(x->s, gla_std(numbers, &out, NULL, 0, false), &out);
}

/* ---- rules --------------------------------------------------------------------------------------------------- */
static double square_root(const sample *x)
{
    return x->spread / sqrt(x->n);
}

static double sturges(const sample *x)
{
    return x->spread / (log2(x->n) + 1);
}

static double rice(const sample *x)
{
    return rounded(x, x->spread / rounded(x, 2 * pow(x->n, 1.0 / 3)));
}

static double scott(const sample *x)
{
    double factor = pow(24 * sqrt(3.14159265358979323846) / x->n, 1.0 / 3);
    return rounded(x, rounded(x, factor) * read_number(x->s, deviation_of(x, as_float(x))));
}

/* Return the width by Doane's rule, which is Sturges' rule with more bins for skewed data. */
static double doane(const sample *x)
{
    gla_scope *s = x->s;
    gla_array *numbers = as_float(x), *deviation = deviation_of(x, numbers);
    if (x->n <= 2 || !(read_number(s, deviation) > 0))
        return 0;
    gla_array *z = gla_s_combine(s, gla_subtract, numbers, gla_s_reduce_all(s, gla_mean, numbers));
    z = z ? gla_s_combine(s, gla_divide, z, deviation) : NULL;
    z = z ? gla_s_combine(s, gla_multiply, z, gla_s_combine(s, gla_multiply, z, z)) : NULL;
    double skewness = read_number(s, z ? gla_s_reduce_all(s, gla_mean, z) : NULL);
    double spread = sqrt(6 * (x->n - 2) / ((x->n + 1) * (x->n + 3)));
    return x->spread / (1 + log2(x->n) + log2(1 + fabs(skewness) / spread));
}

static double freedman_diaconis(const sample *x)
{
    gla_scope *s = x->s;
    double quartile[2];
    for (int i = 0; i < 2; i++) {
        gla_array *out, *q = gla_s_number(s, i ? 0.75 : 0.25);
        gla_array *wide = x->bins->dev->lacks_float64 ? as_float(x) : gla_s_astype(s, GLA_FLOAT64, x->bins->x);
        out = s->status ? NULL : gla_s_adopt(s, gla_quantile(wide, q, &out, NULL, "linear", false, NULL), &out);
        quartile[i] = read_number(s, out);
    }
    return 2 * (quartile[1] - quartile[0]) * pow(x->n, -1.0 / 3);
}

/* Use at most twice the number of bins of the square root rule, even if the quartiles suggest more. */
static double automatic(const sample *x)
{
    return fmin(fmax(freedman_diaconis(x), square_root(x) / 2), sturges(x));
}

/* Return the cross-validation estimate of the integrated squared error with n bins. */
static double stone_error(const sample *x, int64_t n)
{
    gla_scope *s = x->s;
    gla_bins tried = *x->bins;
    double squares = 0;
    void *data;
    int mark = gla_scope_mark(s);
    gla_bins_divide(&tried, n);
    gla_array *counts = gla_bins_count(&tried, NULL);
    counts = counts ? gla_s_to_host(s, counts, &data) : NULL;
    for (int64_t i = 0; counts && i < n; i++) {
        double share = (double)((const int64_t *)data)[i] / x->n;
        squares += share * share;
    }
    gla_scope_keep(s, mark, NULL);
    return (2 - (x->n + 1) * squares) / rounded(x, x->spread / (double)n);
}

static double stone(const sample *x)
{
    int64_t most = (int64_t)fmax(100, sqrt(x->n)), best = 1;
    double least = INFINITY;
    if (x->n <= 1 || x->spread == 0)
        return 0;
    for (int64_t n = 1; n <= most && !x->s->status; n++) {
        double error = stone_error(x, n);
        best = error < least ? n : best;
        least = fmin(least, error);
    }
    return rounded(x, x->spread / (double)best);
}

static const rule rules[] = {{"auto", automatic, false}, {"doane", doane, false},    {"fd", freedman_diaconis, false},
                             {"rice", rice, true},       {"scott", scott, true},     {"sqrt", square_root, false},
                             {"stone", stone, true},     {"sturges", sturges, false}};

/* ---- bins ---------------------------------------------------------------------------------------------------- */
/* Return the elements inside the range. */
static gla_array *select_inside(const gla_bins *b)
{
    gla_scope *s = b->s;
    gla_array *low = gla_s_combine(s, gla_greater_equal, b->x, gla_s_number(s, b->first)), *out;
    gla_array *high = low ? gla_s_combine(s, gla_less_equal, b->x, gla_s_number(s, b->last)) : NULL;
    gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY}}};
    key.v[0].array = high ? gla_s_combine(s, gla_logical_and, low, high) : NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_getitem(b->x, &key, &out), &out);
}

static double spread_of(gla_scope *s, const gla_array *x)
{
    gla_number low = {0}, high = {0};
    gla_array *least = gla_s_reduce_all(s, gla_min, x), *most = gla_s_reduce_all(s, gla_max, x);
    if (s->status || gla_s_check(s, gla_read_number(s->op, "a", least, &low)) ||
        gla_s_check(s, gla_read_number(s->op, "a", most, &high)))
        return 0;
    return high.is_integer           ? (double)(high.integer - low.integer)
           : x->dtype == GLA_FLOAT32 ? (double)(float)(high.re - low.re)
                                     : high.re - low.re;
}

int64_t gla_bins_by_rule(gla_bins *b, const char *name)
{
    gla_scope *s = b->s;
    const rule *r = rules;
    gla_bins inside = *b;
    inside.x = s->status ? NULL : select_inside(b);
    if (!inside.x || inside.x->size == 0)
        return 1;
    while (strcmp(r->name, name) != 0)
        r++;
    sample x = {s, &inside, (double)inside.x->size, spread_of(s, inside.x), inside.x->dtype == GLA_FLOAT32};
    double width = r->width(&x), range = b->last - b->first;
    if (s->status || width == 0)
        return 1;
    if (gla_dtype_is_integer(inside.x->dtype) && width < 1)
        width = 1;
    if (b->single)
        range = (double)(float)range;
    double n = b->single && x.single && r->single ? ceil((double)((float)range / (float)width)) : ceil(range / width);
    if (!(n < 9e15))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: rule '%s' requires %g bins from %g to %g; give a number of bins, or a smaller range", s->op, name, n,
                   b->first, b->last);
    return s->status ? 1 : (int64_t)n;
}
