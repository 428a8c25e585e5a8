/* group_pairs.c - Exact group sums of floating-point elements, if few elements of a group have very low digits.  Each sum is
 * stored with its error, and each addition shows whether the error is exact.  If all errors of a sum are exact, sum plus error
 * is the exact result, rounded once.  Otherwise the elements of the group are added again, with as many terms as needed.  See
 * docs/design/scans.md. */
#include "group.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

#define MAX_TERMS 44  /* largest number of terms of a sum: 2098 binary digits, 53 per term, and one incoming term */
#define FEW_REPAIRS 8 /* at most one in FEW_REPAIRS groups is added again */
#define FEW_ROWS 2048
#define CHEAP 16 /* checking all groups is cheap if at least CHEAP times as many elements have been added */

typedef struct sum {
    double high, error; /* NaN: the error is not exact */
} sum;

typedef struct terms {
    int n;
    double term[MAX_TERMS]; /* ascending, without overlapping digits */
} terms;

typedef struct pairs {
    const gla_array *x;
    const int64_t *keys;
    int64_t n, k, words;
    sum *sums;
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

/* Add the elements of one float64 column, as in most calls. */
static bool add_column(const pairs *j, int64_t begin, int64_t end, uint64_t groups)
{
    const double *x = gla_data(j->x);
    const bool far = j->words * 2 >= MIN_FAR;
    for (int64_t row = begin; row < end; row++) {
        uint64_t key = (uint64_t)j->keys[row];
        if (key >= groups)
            return false;
        if (far)
            __builtin_prefetch(
                (const void *)((uintptr_t)j->sums + (uint64_t)j->keys[row + AHEAD < end ? row + AHEAD : row] * sizeof *j->sums),
                1);
        add_number(j->sums + key, x[row]);
    }
    return true;
}

static bool add_columns(const pairs *j, int64_t begin, int64_t end, uint64_t groups)
{
    for (int64_t row = begin; row < end; row++) {
        if ((uint64_t)j->keys[row] >= groups)
            return false;
        for (int64_t c = 0; c < j->k; c++)
            add_number(j->sums + j->keys[row] * j->k + c, number_at(j->x, row * j->k + c));
    }
    return true;
}

/* Return true if too many groups have inexact errors to be added again. */
static bool needs_too_many_repairs(const pairs *j)
{
    int64_t count = 0;
    for (int64_t w = 0; w < j->words; w++)
        count += j->sums[w].error != j->sums[w].error;
    return count > j->words / FEW_REPAIRS;
}

/* Add all elements.  Return false if a key is out of range, which the caller reports, or if too many groups need a repair.  The
 * number of repairs is checked whenever enough elements have been added to make the check cheap. */
static bool add_numbers(const pairs *j, int64_t groups)
{
    const int64_t between = (j->words * CHEAP + FEW_ROWS) / j->k;
    bool good = true, plain = j->k == 1 && j->x->dtype == GLA_FLOAT64;
    for (int64_t row = 0, next = between; row < j->n && good && !gla_host_stop();) {
        int64_t step = between < MIN_ROWS ? between : MIN_ROWS, end = j->n - row < step ? j->n : row + step;
        good = plain ? add_column(j, row, end, (uint64_t)groups) : add_columns(j, row, end, (uint64_t)groups);
        row = end;
        if (row >= next && row < j->n) {
            good = good && !needs_too_many_repairs(j);
            next = row + between;
        }
    }
    return good;
}

/* Store the float64 results, and return the number of NaNs among them. */
static int64_t round_sums(const sum *sums, double *out, int64_t n)
{
    const double *s = &sums->high;
    int64_t count = 0;
    for (int64_t w = 0; w < n; w++) {
        double total = s[2 * w] + s[2 * w + 1];
        out[w] = total;
        count += total != total;
    }
    return count;
}

/* ---- groups with more terms ---------------------------------------------------------------------------------------------- */
/* Add an element to the terms of a sum (Shewchuk, Adaptive precision floating-point arithmetic, 1997).  Each nonzero error of
 * an addition becomes a term. */
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

/* Return the total, rounded once.  Terms after the first two affect only the rounding, through their sign. */
static double total_of(const terms *t)
{
    double high = 0, low = 0;
    int i = t->n;
    while (i > 0 && low == 0)
        high = gla_host_add_exactly(high, t->term[--i], &low);
    return high + (i > 0 ? gla_host_to_odd(low, t->term[i - 1]) : low);
}

/* Recompute the results of groups whose errors were inexact. */
static bool repair(const pairs *j, double *out, int64_t *places, terms *repairs)
{
    int64_t next = 0;
    for (int64_t w = 0; w < j->words; w++)
        places[w] = out[w] == out[w] ? -1 : next++;
    for (int64_t i = 0; i < next; i++)
        repairs[i].n = 0;
    for (int64_t row = 0; row < j->n; row++)
        for (int64_t c = 0; c < j->k; c++) {
            int64_t w = j->keys[row] * j->k + c;
            if (places[w] >= 0 && !add_to_terms(repairs + places[w], number_at(j->x, row * j->k + c)))
                return false;
        }
    for (int64_t w = 0; w < j->words; w++)
        if (places[w] >= 0)
            out[w] = total_of(repairs + places[w]);
    return true;
}

static bool repair_some(const pairs *j, double *out, int64_t count)
{
    size_t places = (size_t)j->words * sizeof(int64_t);
    int64_t *memory = count <= j->words / FEW_REPAIRS ? gla_malloc(places + (size_t)count * sizeof(terms)) : NULL;
    bool good = memory && repair(j, out, memory, (terms *)(void *)(memory + j->words));
    gla_free(memory);
    return good;
}

gla_status gla_host_group_pairs(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, gla_array *out,
                                bool *done)
{
    pairs j = {.x = x, .keys = keys, .n = x->shape[0], .words = out->size};
    size_t bytes = (size_t)j.words * sizeof *j.sums;
    j.k = j.words / groups;
    *done = false;
    if (out->dtype != GLA_FLOAT64 || gla_host_group_parts(j.n, bytes) > 1)
        return GLA_OK;
    j.sums = gla_host_alloc_zeros(bytes);
    if (!j.sums)
        return gla_fail_memory(name, bytes);
    if (add_numbers(&j, groups)) {
        int64_t count = round_sums(j.sums, gla_data(out), j.words);
        *done = !count || repair_some(&j, gla_data(out), count);
    }
    gla_host_free(j.sums, bytes);
    return GLA_OK;
}
