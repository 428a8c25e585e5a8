/* search_uniform.c - Search for many values in one row of evenly spaced numbers, such as the edges of histogram bins.  The
 * computed position is wrong by at most one, and is corrected by a comparison with the row. */
#include "sorting.h"
#include "runtime/allocation.h"

#include <math.h>

#define GRAIN 65536
#define FEW 16 /* minimum number of values per element of the row for which checking the spacing is worthwhile */

typedef struct job {
    const double *values, *edges; /* values to search for; the row, followed by a NaN */
    int64_t *out;
    int64_t n;
    double first, scale;
    bool right;
} job;

static inline double guess(double value, double first, double scale)
{
    return (value - first) * scale;
}

/* If every edge is within a quarter of a step of its evenly spaced position, one comparison corrects the computed position.
 * NaN is sorted last. */
static void place_values(const job *j, int64_t begin, int64_t end)
{
    const double *values = j->values, *edges = j->edges, first = j->first, scale = j->scale, last = (double)(j->n - 1);
    const int64_t n = j->n;
    int64_t *out = j->out;
    for (int64_t i = begin; i < end; i++) {
        double v = values[i], place = guess(v, first, scale);
        place = place > 0 ? place : 0;
        place = place < last ? place : last;
        int at = (int)place;
        int64_t above = j->right ? (edges[at] <= v) + (edges[at + 1] <= v) : (edges[at] < v) + (edges[at + 1] < v);
        out[i] = v == v ? at + above : n;
    }
}

static void place_part(void *arg, int64_t begin, int64_t end)
{
    place_values(arg, begin, end);
}

static bool is_even(job *j, const double *row, double *edges)
{
    double width = row[j->n - 1] - row[0];
    j->first = row[0];
    j->scale = (double)(j->n - 1) / width;
    if (!(width > 0 && width < INFINITY && j->scale > 0 && j->scale < INFINITY))
        return false;
    for (int64_t i = 0; i < j->n; i++) {
        if (!(fabs(guess(row[i], j->first, j->scale) - (double)i) < 0.25))
            return false;
        edges[i] = row[i];
    }
    edges[j->n] = NAN;
    return true;
}

bool gla_host_search_uniform(gla_lookup what, const gla_array *row, const gla_array *values, gla_array *out, gla_status *st)
{
    job j = {.values = gla_data(values), .out = gla_data(out), .n = row->size, .right = what == GLA_SEARCH_RIGHT};
    if (row->dtype != GLA_FLOAT64 || row->shape[row->ndim - 1] != row->size || j.n < 2 || j.n > INT32_MAX / 2 ||
        values->size / FEW < j.n || (what != GLA_SEARCH_RIGHT && what != GLA_SEARCH_LEFT))
        return false;
    double *edges = gla_malloc((size_t)(j.n + 1) * sizeof *edges);
    j.edges = edges;
    bool even = edges && is_even(&j, gla_data(row), edges);
    if (even)
        *st = gla_host_parallel(values->size, GRAIN, place_part, &j);
    gla_free(edges);
    return even;
}
