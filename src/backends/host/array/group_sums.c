/* group_sums.c - Fast exact group sums of floating-point elements with a limited range of exponents.  Each element is cut into
 * two or three parts that have so few digits that sums of parts are exact, and only the final addition rounds.  Therefore the
 * results equal those of group.c, at the speed of plain additions.  docs/design/scans.md describes the arithmetic. */
#include "group.h"
#include "backends/host/unroll.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define BLOCK 256 /* number of elements that are cut at a time */
#define BYTES_AHEAD 4096
#define MAX_EXPONENT 800
#define MAX_LOG 40 /* maximum of log2 of the number of rows */

#define GUARD 3 /* number of binary digits in addition to the expected number */

/* Small tables are checked after every 2^`between` rows rather than after each addition, because so few rows change a sum by at
 * most half its limit.  Sums of few groups are checked more often, and keep more digits. */
#define LOG_BETWEEN 9
#define MAX_BETWEEN 12
#define MAX_SMALL 4096 /* words */

#define INLINE static inline __attribute__((always_inline))

typedef double pair __attribute__((vector_size(16)));
typedef int64_t bits __attribute__((vector_size(16)));
/* Select elements of two vectors by their indices in the concatenated vectors. */
#ifdef __clang__
#define PICK(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define PICK(x, y, ...) __builtin_shuffle(x, y, (words){__VA_ARGS__})
#endif

typedef int64_t __attribute__((may_alias)) number_bits;

/* Reasons why an attempt fails. */
enum { IS_BELOW = 1, IS_ABOVE = 2, IS_OUTSIDE = 4 };

/* When sums are compared with their limit.  NEVER is used if sums cannot exceed it. */
typedef enum checks { NEVER, BETWEEN, ALWAYS } checks;

typedef struct sums {
    const gla_array *x;
    const int64_t *keys;
    int64_t n, k, groups, words, stride, parts; /* stride: number of words between the tables of two parts */
    int pairs;                                  /* number of pairs per word of a table: 1 for two parts, 2 for three */
    double limit;                               /* limit of the elements: infinity, or finite if the exponent is a guess */
    double anchor[3];                           /* when added and subtracted, rounds to multiples of a part's unit */
    bits most[2];                               /* largest sums of parts that are exact, as integer bits */
    bits half[2];                               /* half of `most` */
    checks checked;                             /* when sums are checked */
    int between;
    pair *tables;
    gla_array *out;
    _Atomic int fails;
} sums;

/* ---- cutting elements into parts
 * ------------------------------------------------------------------------------------------ */
/* Return BLOCK elements, either in place or copied to v and padded with zeros. */
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

/* Return the bits of a float, because vector units combine bits quickly.  Positive floats have the same order as their bits. */
static inline int64_t bits_of(double v)
{
    int64_t code;
    memcpy(&code, &v, sizeof code);
    return code;
}

/* Cut BLOCK elements into two parts.  Return false if digits remain below the second part, or if an element is not finite or
 * not below the limit. */
static bool cut_in_two(const double *v, double first, double second, double limit, double *parts)
{
    int64_t left = 0, most = 0;
    for (int i = 0; i < BLOCK; i++) {
        double high = v[i] + first - first, low = v[i] - high;
        int64_t magnitude = bits_of(v[i]) & INT64_MAX;
        left |= bits_of(low + second - second - low); /* 0, or NaN for infinity and NaN */
        most = magnitude > most ? magnitude : most;
        parts[2 * i] = high;
        parts[2 * i + 1] = low;
    }
    return !left && most < bits_of(limit);
}

static bool cut_in_three(const double *v, const double *anchor, double *parts)
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
    return j->pairs == 1 ? cut_in_two(v, j->anchor[0], j->anchor[1], j->limit, to) : cut_in_three(v, j->anchor, to);
}

/* ---- the rows of a part ------------------------------------------------------------------------------------------------- */
/* Add a pair, and set the sign bit of *above if the sum exceeds its limit.  Positive floats have the same order as their
 * bits. */
static inline pair add_pair(pair sum, pair part, bits most, bits *above)
{
    const bits magnitude = {INT64_MAX, INT64_MAX};
    sum += part;
    *above |= most - ((bits)sum & magnitude);
    return sum;
}

#include "group_sums.inc"

/* Return true if a sum exceeds half its limit. */
static bool is_beyond(const pair *table, int64_t n, const bits *half)
{
    const number_bits *codes = (const void *)table;
    int64_t limits[4], above[4] = {0}, i = 0;
    memcpy(limits, half, sizeof limits);
    for (; i + 4 <= n; i += 4)
        for (int lane = 0; lane < 4; lane++)
            above[lane] |= limits[lane] - (codes[i + lane] & INT64_MAX);
    for (; i < n; i++)
        above[0] |= limits[i & 3] - (codes[i] & INT64_MAX);
    return (above[0] | above[1] | above[2] | above[3]) < 0;
}

static int take_rows(const sums *j, int64_t begin, int64_t end, pair *table)
{
    double memory[BLOCK];
    int fails = 0;
    for (int64_t row = begin; row < end && !fails; row += BLOCK) {
        int64_t count = end - row < BLOCK ? end - row : BLOCK, done = row + count - begin;
        fails = add_rows(j, j->keys + row, load(j->x, row, count, memory), count, j->n - row, table);
        if (!fails && j->checked == BETWEEN && (done % ((int64_t)1 << j->between) == 0 || row + count == end) &&
            is_beyond(table, j->words * j->pairs * 2, j->half))
            fails = IS_ABOVE;
    }
    return fails;
}

/* Add k columns whose elements in the table are contiguous. */
static int take_columns(const sums *j, int64_t begin, int64_t end, pair *table)
{
    pair parts[2 * BLOCK];
    bits above = {0};
    const int64_t at_once = j->k < BLOCK ? BLOCK / j->k : 1, width = j->k < BLOCK ? j->k : BLOCK;
    for (int64_t row = begin; row < end; row += at_once) {
        int64_t rows = end - row < at_once ? end - row : at_once;
        for (int64_t column = 0; column < j->k; column += width) {
            int64_t each = j->k - column < width ? j->k - column : width;
            if (!cut(j, row * j->k + column, rows * each, parts))
                return IS_BELOW;
            for (int64_t r = 0; r < rows; r++) {
                if ((uint64_t)j->keys[row + r] >= (uint64_t)j->groups)
                    return IS_OUTSIDE;
                pair *to = table + (j->keys[row + r] * j->k + column) * j->pairs;
                for (int64_t i = 0; i < each * j->pairs; i++)
                    to[i] = add_pair(to[i], parts[r * each * j->pairs + i], j->most[i % j->pairs], &above);
            }
        }
    }
    return above[0] < 0 || above[1] < 0 ? IS_ABOVE : 0;
}

static void do_parts(void *arg, int64_t begin, int64_t end)
{
    sums *j = arg;
    for (int64_t p = begin; p < end; p++) {
        int64_t last = gla_host_first_row(j->n, j->parts, p + 1), from = gla_host_first_row(j->n, j->parts, p);
        pair *table = j->tables + p * j->stride * j->pairs;
        while (from < last && !j->fails && !gla_host_stop()) {
            int64_t to = last - from < MIN_ROWS ? last : from + MIN_ROWS;
            j->fails |= j->k == 1 ? take_rows(j, from, to, table) : take_columns(j, from, to, table);
            from = to;
        }
    }
}

/* ---- combine all parts
 * ---------------------------------------------------------------------------------------------------- */
static double add_three(double a, double b, double c)
{
    double low, error, rest;
    double high = gla_host_add_exactly(a, gla_host_add_exactly(b, c, &low), &error);
    double odd = gla_host_add_exactly(error, low, &rest);
    return high + gla_host_to_odd(odd, rest);
}

/* Add the two parts of one table, the most common case. */
static void join_pairs(const pair *table, double *out, int64_t n)
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
            at += j->stride * j->pairs;
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

/* Set the constants.  Sums of multiples of the first unit are exact, with at most 53 digits, while they are below 2^(exponent +
 * 1 + reach).  The remainder of an element is at most half a unit, and the next part represents this remainder.  The limits
 * allow for the sum over all threads. */
static void set_anchors(sums *j, int exponent, int reach, int parts)
{
    double most[4] = {0}, half[4] = {0};
    int unit = exponent + 1 + reach - 53;
    for (int i = 0; i < 3; i++, unit += reach - 54) {
        j->anchor[i] = ldexp(0x1.8p52, unit);
        most[i] = nextafter(ldexp(1, unit + 53 - parts), 0);
        half[i] = most[i] / 2;
    }
    for (int i = 2; i < 4 && j->pairs == 1; i++)
        half[i] = half[i - 2]; /* the next word */
    memcpy(j->most, most, sizeof most);
    memcpy(j->half, half, sizeof half);
}

/* Choose when sums are checked, and return the reach of sums with these checks.  `log` is a reach that no sum exceeds. */
static int choose_checks(sums *j, int reach, int log, int parts)
{
    bool small = j->k == 1 && j->words <= MAX_SMALL;
    j->between = LOG_BETWEEN;
    while (small && j->between < MAX_BETWEEN && (int64_t)1 << j->between < 4 * j->words)
        j->between++;
    if (small && reach < j->between + 1 + parts)
        reach = j->between + 1 + parts;
    reach = reach < log ? reach : log;
    j->checked = reach == log ? NEVER : small ? BETWEEN : ALWAYS;
    return reach;
}

/* Estimate from the first elements the factor, as a power of two, by which sums exceed 2^(exponent + 1). */
static int expect_reach(const sums *j, int exponent, int most)
{
    double memory[BLOCK], sum = 0, each = (double)j->n / (double)j->groups;
    int64_t count = j->x->size < BLOCK ? j->x->size : BLOCK;
    const double *v = load(j->x, 0, count, memory);
    for (int64_t i = 0; i < count; i++)
        sum += v[i];
    double reach = fabs(sum) / (double)count * each * ldexp(1, -exponent - 1) + sqrt(each) + 1;
    return reach < ldexp(1, most - GUARD) ? ilogb(reach) + GUARD : most;
}

static gla_status add_up(const char *name, sums *j, int exponent, int reach, int log, bool *done)
{
    int parts = 0;
    size_t each = (size_t)j->words * (size_t)j->pairs * sizeof *j->tables;
    j->parts = gla_host_group_parts(j->n, each);
    j->stride = gla_host_group_stride(j->words, j->parts);
    while ((int64_t)1 << parts < j->parts)
        parts++;
    reach = choose_checks(j, reach, log, parts);
    set_anchors(j, exponent, reach, parts);
    size_t bytes = (size_t)(j->parts * j->stride * j->pairs) * sizeof *j->tables;
    j->tables = gla_host_alloc_zeros(bytes);
    if (!j->tables)
        return gla_fail_memory(name, bytes);
    j->fails = 0;
    gla_status st = gla_host_parallel(j->parts, 1, do_parts, j);
    if (!st && !j->fails)
        st = gla_host_parallel(j->words, WORDS, join_words, j);
    *done = !st && !j->fails;
    gla_host_free(j->tables, bytes);
    return st;
}

gla_status gla_host_group_sums(const char *name, const gla_array *x, const int64_t *keys, int64_t groups, int exponent,
                               bool is_guess, gla_array *out, bool *done)
{
    sums j = {.x = x, .keys = keys, .n = x->shape[0], .groups = groups, .words = out->size, .out = out};
    gla_status st = GLA_OK;
    int log = 2;
    j.k = j.words / groups;
    while (log <= MAX_LOG && (int64_t)1 << log < j.n)
        log++;
    *done = false;
    if (log > MAX_LOG || exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT)
        return GLA_OK;
    j.limit = is_guess ? ldexp(1, exponent + 1) : INFINITY;
    int reach = j.n < MIN_ROWS ? log : expect_reach(&j, exponent, log); /* with few rows, enough digits remain */
    for (j.pairs = 1; !st && !*done && j.pairs <= 2 && !(j.fails & IS_OUTSIDE); j.pairs++) {
        st = add_up(name, &j, exponent, reach, log, done);
        if (is_guess)
            break;
        if (!st && j.fails == IS_ABOVE && reach < log)
            st = add_up(name, &j, exponent, log, log, done);
        if (!st && j.fails == IS_BELOW && j.pairs == 1)
            st = gla_host_group_pairs(name, x, keys, groups, out, done);
    }
    return st;
}
