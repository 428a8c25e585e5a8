/* conley.c - Covariance matrices that allow for correlation between near places (Conley 1999).
 *
 * Rows are sorted into bands of latitude as high as the distance, and by longitude within a band. Blocks of rows of a band are
 * then paired with the rows near them in this band and the next ones, so that few distances are computed in vain. */
#include "econ/vcov/vcov.h"
#include "econ/within.h"
#include "gpulinalg.h"
#include "runtime/interrupt.h"

#include <math.h>
#include <stdio.h>

#define RADIUS 6371.0                      /* of the earth, in km */
enum { LEAST_ROWS = 64, PAIRS = 1 << 21 }; /* rows of a block at least; pairs computed at once */

typedef struct places {
    vcov *v;
    gla_elementwise *kernel;
    int64_t n, bands;
    int64_t *begins;      /* (bands + 1): first row of each band */
    double *lat, *lon;    /* (n,), sorted, in radians */
    gla_array *at[3], *S; /* coordinates on the unit sphere and scores, sorted */
    double angle;         /* the distance, in radians */
} places;

static const double degree = 0.017453292519943295;

static gla_array *radians(vcov *v, int which, double most)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    if (!e->table) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no column '%s', because this Fit %s", s->op, v->spec.names[which],
                   e->X ? "was made from arrays; give data as columns" : "does not hold its data");
        return NULL;
    }
    gla_array *x = model_read_numbers(s, e->table, e->rows, v->spec.names[which]);
    gla_array *far = gla_s_combine(s, gla_greater, s->status ? NULL : gla_s_apply(s, gla_abs, x), gla_s_number(s, most));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, far)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: '%s' has values beyond %g degrees; write the latitude first, then the longitude",
                   s->op, v->spec.names[which], most);
    return gla_s_combine(s, gla_multiply, x, gla_s_number(s, degree));
}

/* Sort the rows by band and longitude. */
static void sort(places *p)
{
    vcov *v = p->v;
    gla_scope *s = v->s;
    gla_array *lat = radians(v, 0, 90), *lon = radians(v, 1, 360), *order = NULL, *band;
    band = gla_s_combine(s, gla_divide, lat, gla_s_number(s, p->angle));
    band = gla_s_apply(s, gla_floor, band);
    const gla_array *keys[] = {lon, band};
    if (!s->status)
        gla_s_adopt(s, gla_lexsort(&(gla_arrays){.n = 2, .v = keys}, &order, -1), &order);
    lat = econ_take(s, lat, order);
    lon = econ_take(s, lon, order);
    p->S = econ_take(s, vcov_scores(v, v->e->u), order);
    gla_array *cosine = gla_s_apply(s, gla_cos, lat);
    p->at[0] = gla_s_combine(s, gla_multiply, cosine, gla_s_apply(s, gla_cos, lon));
    p->at[1] = gla_s_combine(s, gla_multiply, cosine, gla_s_apply(s, gla_sin, lon));
    p->at[2] = gla_s_apply(s, gla_sin, lat);
    p->lat = gla_s_memory(s, p->n + 1, sizeof *p->lat);
    p->lon = gla_s_memory(s, p->n + 1, sizeof *p->lon);
    p->begins = gla_s_memory(s, p->n + 2, sizeof *p->begins);
    double *bands = gla_s_memory(s, p->n + 1, sizeof *bands);
    econ_read(s, lat, p->lat, p->n);
    econ_read(s, lon, p->lon, p->n);
    econ_read(s, econ_take(s, band, order), bands, p->n);
    for (int64_t i = 0; i < p->n && !s->status; i++)
        if (i == 0 || bands[i] != bands[i - 1])
            p->begins[p->bands++] = i;
    if (!s->status)
        p->begins[p->bands] = p->n;
}

/* Add the products of rows [first, first + rows) with rows [from, from + count). */
static void add_pairs(places *p, int64_t first, int64_t rows, int64_t from, int64_t count)
{
    gla_scope *s = p->v->s;
    int mark = gla_scope_mark(s);
    const gla_array *in[7];
    gla_arrays *made = NULL;
    double c = 2 * sin(p->angle / 2);
    for (int i = 0; i < 3; i++) {
        in[i] = gla_s_add_last(s, gla_s_slice(s, p->at[i], 0, first, rows));
        in[3 + i] = gla_s_slice(s, p->at[i], 0, from, count);
    }
    in[6] = gla_s_number(s, p->v->spec.bartlett ? 2 / p->angle : c * c);
    if (!s->status)
        gla_s_check(s, gla_elementwise_call(p->kernel, &(gla_arrays){.n = 7, .v = in}, &made));
    gla_array *K = made ? gla_s_own(s, gla_ref(made->v[0])) : NULL;
    gla_arrays_free(made);
    gla_array *sums = gla_s_combine(s, gla_matmul, K, gla_s_slice(s, p->S, 0, from, count));
    vcov_add_products(p->v, 0.5, gla_s_slice(s, p->S, 0, first, rows), sums);
    gla_scope_keep(s, mark, NULL);
}

/* The first row of [from, to) whose longitude is at least x. */
static int64_t search(const places *p, int64_t from, int64_t to, double x)
{
    while (from < to) {
        int64_t middle = from + (to - from) / 2;
        if (p->lon[middle] < x)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Pair rows with those of a band whose longitude is in [west, east]. */
static void add_range(places *p, int64_t first, int64_t rows, int64_t band, double west, double east)
{
    int64_t from = search(p, p->begins[band], p->begins[band + 1], west);
    int64_t to = search(p, from, p->begins[band + 1], nextafter(east, INFINITY)), most = PAIRS / rows + 1;
    for (; from < to && !p->v->s->status; from += most)
        add_pairs(p, first, rows, from, to - from < most ? to - from : most);
}

/* Half the range of longitudes that places at the distance from a latitude can differ by; more than π: all. */
static double reach(const places *p, double lat)
{
    double far = fabs(lat) + p->angle;
    if (far >= acos(-1) / 2)
        return 7;
    double x = sin(p->angle / 2) / sqrt(cos(lat) * cos(far));
    return x >= 1 ? 7 : 2 * asin(x) + 1e-9;
}

static void add_block(places *p, int64_t band, int64_t first, int64_t rows)
{
    double low = INFINITY, high = -INFINITY, most = 0, turn = 2 * acos(-1);
    for (int64_t i = first; i < first + rows; i++) {
        low = fmin(low, p->lat[i]);
        high = fmax(high, p->lat[i]);
        most = fmax(most, fabs(p->lat[i]));
    }
    double wide = reach(p, most), west = p->lon[first] - wide, east = p->lon[first + rows - 1] + wide;
    for (int64_t b = 0; b < p->bands && !p->v->s->status; b++) {
        double lat = p->lat[p->begins[b]], begin = floor(lat / p->angle) * p->angle;
        if (b != band && (begin > high + p->angle || begin + p->angle < low - p->angle))
            continue;
        if (east - west >= turn)
            add_range(p, first, rows, b, -10, 10);
        else
            for (int t = -1; t <= 1; t++) /* longitudes may be from -180 to 180 or from 0 to 360 */
                add_range(p, first, rows, b, west + t * turn, east + t * turn);
    }
}

static void add_all(places *p)
{
    gla_scope *s = p->v->s;
    for (int64_t b = 0; b < p->bands && !s->status; b++) {
        int64_t size = p->begins[b + 1] - p->begins[b], rows = (int64_t)sqrt((double)size) * 4;
        rows = rows < LEAST_ROWS ? LEAST_ROWS : rows;
        for (int64_t i = p->begins[b]; i < p->begins[b + 1] && !s->status; i += rows) {
            add_block(p, b, i, p->begins[b + 1] - i < rows ? p->begins[b + 1] - i : rows);
            if (!s->status && gla_interrupted())
                gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
        }
    }
}

void vcov_conley(vcov *v)
{
    static const char *const chord = "d2 = (x-a)*(x-a) + (y-b)*(y-b) + (z-c)*(z-c); ";
    char text[200];
    places p = {.v = v, .n = v->e->n, .angle = v->spec.number / RADIUS};
    p.angle = fmin(p.angle, acos(-1));
    snprintf(text, sizeof text, "%s%s", chord,
             v->spec.bartlett ? "w = 1 - q*asin(min(sqrt(d2)/2, 1.0)); k = w > 0 ? w : 0.0" : "k = d2 <= q ? 1.0 : 0.0");
    if (!v->s->status)
        gla_s_check(v->s, gla_new_elementwise("float64 x, float64 y, float64 z, float64 a, float64 b, float64 c, float64 q",
                                              "float64 k", text, &p.kernel, "conley"));
    if (v->e->is_frequency && !v->s->status)
        gla_s_fail(v->s, GLA_ARGUMENT_ERROR, "%s: '%s' is undefined for rows that stand for several; use analytic weights",
                   v->s->op, v->spec.text);
    sort(&p);
    add_all(&p);
    gla_object_unref(p.kernel);
}
