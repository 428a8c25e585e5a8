/* group_sums.c - sums of groups of floating-point numbers that do not reach far down.  Each number is cut into two or three
 * parts, of so few digits that parts can be added up without any rounding; only the end rounds, once.  So the results are those
 * of the units of group.c, in the time that plain additions take.  docs/decisions/0092 has the arithmetic. */
#include "group.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define BLOCK 256 /* numbers that are cut at a time */
#define MAX_EXPONENT 800
#define MAX_LOG 40 /* of the number of rows */

typedef double pair __attribute__((vector_size(16)));

typedef struct sums {
    const gla_array *x;
    const int64_t *keys;
    int64_t n, k, groups, words, parts;
    int pairs;        /* of a word in a table: 1 for two parts, 2 for three */
    double anchor[3]; /* adding it leaves whole multiples of a part's unit, nearest or even */
    pair *tables;
    gla_array *out;
    _Atomic bool fails;
} sums;

/* ---- numbers as parts --------------------------------------------------------------------------------------------------- */
/* BLOCK numbers, where they lie or in v, with zeros after them. */
static const double *load(const gla_array *x, int64_t at, int64_t count, double *v)
{
    if (x->dtype == GLA_FLOAT64 && count == BLOCK)
        return (const double *)gla_data(x) + at;
    if (x->dtype == GLA_FLOAT64)
        memcpy(v, (const double *)gla_data(x) + at, (size_t)count * sizeof *v);
    for (int64_t i = 0; x->dtype == GLA_FLOAT32 && i < count; i++)
        v[i] = (double)((const float *)gla_data(x))[at + i];
    for (int64_t i = count; i < BLOCK; i++)
        v[i] = 0;
    return v;
}

/* False where something is left below the last part, or a number is not finite. */
CLONES static bool cut_in_two(const double *v, double first, double second, double *parts)
{
    int64_t bad = 0;
    for (int i = 0; i < BLOCK; i++) {
        double high = v[i] + first - first, low = v[i] - high;
        bad |= low + second - second != low;
        parts[2 * i] = high;
        parts[2 * i + 1] = low;
    }
    return !bad;
}

CLONES static bool cut_in_three(const double *v, const double *anchor, double *parts)
{
    const double first = anchor[0], second = anchor[1], third = anchor[2];
    int64_t bad = 0;
    for (int i = 0; i < BLOCK; i++) {
        double high = v[i] + first - first, rest = v[i] - high, middle = rest + second - second, low = rest - middle;
        bad |= low + third - third != low;
        parts[4 * i] = high;
        parts[4 * i + 1] = middle;
        parts[4 * i + 2] = low;
        parts[4 * i + 3] = 0;
    }
    return !bad;
}

static bool cut(const sums *j, int64_t at, int64_t count, pair *parts)
{
    double memory[BLOCK], *to = (double *)parts;
    const double *v = load(j->x, at, count, memory);
    return j->pairs == 1 ? cut_in_two(v, j->anchor[0], j->anchor[1], to) : cut_in_three(v, j->anchor, to);
}

/* ---- the rows of a part ------------------------------------------------------------------------------------------------- */
static inline bool add_rows(const sums *j, int64_t row, int64_t count, const pair *parts, pair *table, int pairs)
{
    const int64_t *keys = j->keys + row, ahead = j->n - row - 1;
    const bool far = j->words * pairs * 2 >= MIN_FAR;
    for (int64_t i = 0; i < count; i++, parts += pairs) {
        uint64_t key = (uint64_t)keys[i];
        if (key >= (uint64_t)j->groups)
            return false;
        if (far)
            __builtin_prefetch((const void *)((uintptr_t)table + (uint64_t)keys[i + AHEAD < ahead ? i + AHEAD : ahead] *
                                                                     (unsigned)pairs * sizeof *table),
                               1);
        table[key * (unsigned)pairs] += parts[0];
        if (pairs == 2)
            table[key * 2 + 1] += parts[1];
    }
    return true;
}

static bool take_rows(const sums *j, int64_t begin, int64_t end, pair *table)
{
    pair parts[2 * BLOCK];
    for (int64_t row = begin; row < end; row += BLOCK) {
        int64_t count = end - row < BLOCK ? end - row : BLOCK;
        if (!cut(j, row, count, parts) ||
            !(j->pairs == 1 ? add_rows(j, row, count, parts, table, 1) : add_rows(j, row, count, parts, table, 2)))
            return false;
    }
    return true;
}

/* The same of k columns, whose tables stand beside each other. */
static bool take_columns(const sums *j, int64_t begin, int64_t end, pair *table)
{
    pair parts[2 * BLOCK];
    const int64_t at_once = j->k < BLOCK ? BLOCK / j->k : 1, width = j->k < BLOCK ? j->k : BLOCK;
    for (int64_t row = begin; row < end; row += at_once) {
        int64_t rows = end - row < at_once ? end - row : at_once;
        for (int64_t column = 0; column < j->k; column += width) {
            int64_t each = j->k - column < width ? j->k - column : width;
            if (!cut(j, row * j->k + column, rows * each, parts))
                return false;
            for (int64_t r = 0; r < rows; r++) {
                if ((uint64_t)j->keys[row + r] >= (uint64_t)j->groups)
                    return false;
                pair *to = table + (j->keys[row + r] * j->k + column) * j->pairs;
                for (int64_t i = 0; i < each * j->pairs; i++)
                    to[i] += parts[r * each * j->pairs + i];
            }
        }
    }
    return true;
}

static void do_parts(void *arg, int64_t begin, int64_t end)
{
    sums *j = arg;
    for (int64_t p = begin; p < end; p++) {
        int64_t last = gla_host_first_row(j->n, j->parts, p + 1), from = gla_host_first_row(j->n, j->parts, p);
        pair *table = j->tables + p * j->words * j->pairs;
        while (from < last && !j->fails && !gla_host_stop()) {
            int64_t to = last - from < MIN_ROWS ? last : from + MIN_ROWS;
            if (!(j->k == 1 ? take_rows(j, from, to, table) : take_columns(j, from, to, table)))
                j->fails = true;
            from = to;
        }
    }
}

/* ---- all parts together ------------------------------------------------------------------------------------------------- */
static double add_exactly(double a, double b, double *error)
{
    double sum = a + b, other = sum - a;
    *error = (a - (sum - other)) + (b - other);
    return sum;
}

/* Rounded once: what stands below the last digit is in its last bit first (Boldo and Melquiond, rounding to odd). */
static double add_three(double a, double b, double c)
{
    double low, error, rest;
    double high = add_exactly(a, add_exactly(b, c, &low), &error), odd = add_exactly(error, low, &rest);
    uint64_t bits;
    memcpy(&bits, &odd, sizeof bits);
    if (rest != 0 && bits % 2 == 0) {
        bits += (rest > 0) == (odd > 0) ? 1 : UINT64_MAX;
        memcpy(&odd, &bits, sizeof bits);
    }
    return high + odd;
}

/* One table of two parts, as most are. */
CLONES static void join_pairs(const pair *table, double *out, int64_t n)
{
    const double *parts = (const double *)table;
    for (int64_t w = 0; w < n; w++)
        out[w] = parts[2 * w] + parts[2 * w + 1];
}

static void join_words(void *arg, int64_t begin, int64_t end)
{
    const sums *j = arg;
    if (j->parts == 1 && j->pairs == 1 && j->out->dtype == GLA_FLOAT64) {
        join_pairs(j->tables + begin, (double *)gla_data(j->out) + begin, end - begin);
        return;
    }
    for (int64_t w = begin; w < end; w++) {
        const pair *at = j->tables + w * j->pairs;
        pair first = at[0], last = at[j->pairs - 1];
        for (int64_t p = 1; p < j->parts; p++) {
            at += j->words * j->pairs;
            first += at[0];
            last += at[j->pairs - 1];
        }
        double sum = j->pairs == 1 ? first[0] + first[1] : add_three(first[0], first[1], last[0]);
        if (j->out->dtype == GLA_FLOAT64)
            ((double *)gla_data(j->out))[w] = sum;
        else
            ((float *)gla_data(j->out))[w] = (float)sum;
    }
}

/* With n numbers below 2^(exponent + 1), sums of multiples of the first unit have at most 53 digits; what is left of a number
 * is half a unit at most, and so on. */
static void set_anchors(sums *j, int exponent, int log)
{
    int unit = exponent + 1 + log - 53;
    for (int i = 0; i < 3; i++, unit += log - 54)
        j->anchor[i] = ldexp(0x1.8p52, unit);
}

static gla_status add_up(const char *name, sums *j, bool *done)
{
    size_t each = (size_t)j->words * (size_t)j->pairs * sizeof *j->tables;
    j->parts = gla_host_group_parts(j->n, each);
    size_t bytes = (size_t)j->parts * each;
    j->tables = gla_host_alloc_zeros(bytes);
    if (!j->tables)
        return gla_fail_memory(name, bytes);
    j->fails = false;
    gla_status st = gla_host_parallel(j->parts, 1, do_parts, j);
    if (!st && !j->fails)
        st = gla_host_parallel(j->words, 4096, join_words, j);
    *done = !st && !j->fails;
    gla_host_free(j->tables, bytes);
    return st;
}

gla_status gla_host_group_sums(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, int exponent,
                               gla_array *out, bool *done)
{
    sums j = {.x = x, .keys = keys, .n = x->shape[0], .groups = groups, .words = out->size, .out = out};
    gla_status st = GLA_OK;
    int log = 2;
    j.k = j.words / groups;
    while (log <= MAX_LOG && (int64_t)1 << log < j.n)
        log++;
    set_anchors(&j, exponent, log);
    *done = false;
    if (log > MAX_LOG || exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT)
        return GLA_OK;
    for (j.pairs = 1; !st && !*done && j.pairs <= 2; j.pairs++)
        st = add_up(name, &j, done);
    return st;
}
