/* group_pairs.c - sums of groups of floating-point numbers that reach far down, while few of one group do.  Each sum stands beside
 * its error, and each addition shows whether the error was exact: then the two, added, are the exact sum, rounded once.  Groups in
 * which it was not have their numbers added again, to as many terms as these need.  docs/decisions/0101 says when. */
#include "group.h"

#include <math.h>
#include <string.h>

#define MAX_TERMS 44  /* of a sum: 2098 binary digits, 53 of a term, and one that comes in */
#define FEW_REPAIRS 8 /* one group of so many may be added again */

typedef struct sum {
    double high, error; /* NaN: the error was not exact */
} sum;

typedef struct terms {
    int n;
    double term[MAX_TERMS]; /* from the smallest to the largest, without common digits */
} terms;

typedef struct pairs {
    const gla_array *x;
    const int64_t *keys;
    int64_t n, k, words;
    sum *sums;
    int64_t *places; /* of words in repairs, and -1 */
    terms *repairs;
} pairs;

static inline double number_at(const gla_array *x, int64_t i)
{
    return x->dtype == GLA_FLOAT64 ? ((const double *)gla_data(x))[i] : (double)((const float *)gla_data(x))[i];
}

static inline void add_number(sum *s, double v)
{
    double error, high = gla_host_add_exactly(s->high, v, &error), below = s->error + error;
    bool exact = below - s->error == error && below - error == s->error;
    s->high = high;
    s->error = exact ? below : NAN;
}

/* False where a key is out of range: somebody else reports it. */
static bool add_numbers(const pairs *j, int64_t groups)
{
    for (int64_t row = 0; row < j->n; row++) {
        if ((uint64_t)j->keys[row] >= (uint64_t)groups || (row % MIN_ROWS == 0 && gla_host_stop()))
            return false;
        for (int64_t c = 0; c < j->k; c++)
            add_number(j->sums + j->keys[row] * j->k + c, number_at(j->x, row * j->k + c));
    }
    return true;
}

/* ---- groups with more terms ---------------------------------------------------------------------------------------------- */
/* Shewchuk, Adaptive precision floating-point arithmetic (1997): what is left of each addition is a term, unless it is zero. */
static bool add_to_terms(terms *t, double v)
{
    int n = 0;
    for (int i = 0; i < t->n; i++) {
        double error;
        v = gla_host_add_exactly(t->term[i], v, &error);
        if (error != 0)
            t->term[n++] = error;
    }
    t->n = n;
    if (v != 0)
        t->term[t->n++] = v;
    return v - v == 0 && t->n < MAX_TERMS;
}

/* Rounded once: what is below two terms decides by its sign alone. */
static double total_of(const terms *t)
{
    double high = 0, low = 0;
    int i = t->n;
    while (i > 0 && low == 0)
        high = gla_host_add_exactly(high, t->term[--i], &low);
    return high + (i > 0 ? gla_host_to_odd(low, t->term[i - 1]) : low);
}

/* Memory for the groups whose errors were not exact; false where they are too many. */
static bool count_repairs(pairs *j, int64_t *count)
{
    *count = 0;
    for (int64_t w = 0; w < j->words; w++)
        *count += j->sums[w].error != j->sums[w].error;
    return *count <= j->words / FEW_REPAIRS;
}

static bool repair(pairs *j)
{
    int64_t next = 0;
    for (int64_t w = 0; w < j->words; w++)
        j->places[w] = j->sums[w].error == j->sums[w].error ? -1 : next++;
    for (int64_t row = 0; row < j->n; row++)
        for (int64_t c = 0; c < j->k; c++) {
            int64_t w = j->keys[row] * j->k + c;
            if (j->places[w] >= 0 && !add_to_terms(j->repairs + j->places[w], number_at(j->x, row * j->k + c)))
                return false;
        }
    for (int64_t w = 0; w < j->words; w++)
        if (j->places[w] >= 0)
            j->sums[w] = (sum){total_of(j->repairs + j->places[w]), 0};
    return true;
}

gla_status gla_host_group_pairs(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, gla_array *out,
                                bool *done)
{
    pairs j = {.x = x, .keys = keys, .n = x->shape[0], .words = out->size};
    size_t bytes = (size_t)j.words * sizeof *j.sums, places = (size_t)j.words * sizeof *j.places;
    int64_t count;
    j.k = j.words / groups;
    *done = false;
    if (gla_host_group_parts(j.n, bytes) > 1)
        return GLA_OK;
    j.sums = gla_host_alloc_zeros(bytes);
    if (!j.sums)
        return gla_fail_memory(name, bytes);
    bool good = add_numbers(&j, groups) && count_repairs(&j, &count);
    if (good && count) {
        size_t more = places + (size_t)count * sizeof *j.repairs;
        j.places = gla_malloc(more);
        j.repairs = (terms *)(void *)(j.places + j.words);
        for (int64_t i = 0; j.places && i < count; i++)
            j.repairs[i].n = 0;
        good = j.places && repair(&j);
        gla_free(j.places);
    }
    for (int64_t w = 0; good && w < j.words; w++) {
        double total = j.sums[w].high + j.sums[w].error;
        if (out->dtype == GLA_FLOAT64)
            ((double *)gla_data(out))[w] = total;
        else
            ((float *)gla_data(out))[w] = (float)total;
    }
    gla_host_free(j.sums, bytes);
    *done = good;
    return GLA_OK;
}
