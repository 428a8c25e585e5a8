/* sparse_sum.c - sums of rows and of columns of sparse matrices, each the exact one, rounded once, as those of groups are
 * (docs/decisions/0092).  A sum stands beside its error, and each addition shows whether the error was exact.  Columns of
 * numbers that are multiples of one unit are added up as integers: of up to 55 digits, whose table is half as long, or in two
 * parts, of up to some 90; where no sum can have more than 53 digits, as they are. */
#include "group.h"
#include "sparse.h"
#include "sparse_columns.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define OP "sum"
#define GRAIN 32768               /* elements of a part */
#define BLOCK 4096                /* elements that are checked while they are in a cache */
#define WHOLE 128                 /* elements that become integers at a time */
#define FAR_COLUMNS (MIN_FAR / 2) /* more: the table is larger than the nearest caches */
#define MIN_UNIT (-1000)
#define DIGITS 55    /* of integers: a number, or what a few numbers of 53 digits at one place have been added up to */
#define SPARE 8      /* digits by which numbers may be larger than those seen, before some are lost */
#define LOG_LIMIT 62 /* sums of integers stay below 2^62: WHOLE elements more do not leave 64 bits */

typedef struct sum {
    double high, error;
} sum;

typedef int64_t halves __attribute__((vector_size(16)));

typedef struct job {
    const gla_csr *a;
    gla_column_tables tables; /* of sums; of integers, multiples of 2^unit; of plain numbers; of halves */
    double most_units;        /* of plain numbers, none of whose digits is lost, and of those that become halves */
    int unit, log_limit;
    int shift; /* of halves: the upper one is in units of 2^(unit + shift) */
    double *out;
} job;

/* Whether the error, too, is exact. */
static inline bool add(sum *s, double v)
{
    double error, high = gla_host_add_exactly(s->high, v, &error), below = s->error + error;
    bool exact = (below - s->error == error) & (below - error == s->error);
    *s = (sum){high, below};
    return exact;
}

/* The same of numbers of which none is smaller than any error of a sum: these are exact then, since all are multiples of one
 * unit, of which they have 53 digits.  *largest is the largest error, by its bits without a sign. */
static inline void add_fast(sum *s, double v, uint64_t *largest)
{
    double error, high = gla_host_add_exactly(s->high, v, &error), below = s->error + error;
    uint64_t code;
    memcpy(&code, &below, sizeof code);
    code <<= 1;
    *largest = code > *largest ? code : *largest;
    *s = (sum){high, below};
}

/* The least number that is not zero, by its size: as integers these are in order, and zero is the largest after a step down. */
CLONES static double least_of(const double *x, int64_t n)
{
    const uint64_t top = (uint64_t)1 << 63;
    int64_t least = INT64_MAX;
    double size;
    for (int64_t i = 0; i < n; i++) {
        uint64_t code;
        memcpy(&code, x + i, sizeof code);
        int64_t order = (int64_t)(((code & ~top) - 1) & ~top);
        least = order < least ? order : least;
    }
    least = least == INT64_MAX ? least : least + 1;
    memcpy(&size, &least, sizeof size);
    return size;
}

/* Notes where an error may not be exact, of sums of the elements from `from` to `to`. */
static void check(job *w, int64_t from, int64_t to, uint64_t largest)
{
    double error;
    largest >>= 1;
    memcpy(&error, &largest, sizeof error);
    if (error != 0 && !(error < INFINITY && error <= least_of((const double *)w->a->data + from, to - from)))
        atomic_store(&w->tables.given_up, true);
}

/* Of all parts. */
static void join_columns(void *arg, int64_t begin, int64_t end)
{
    job *w = arg;
    const sum *sums = w->tables.table;
    bool exact = true;
    for (int64_t j = begin; j < end; j++) {
        sum all = sums[j];
        for (int64_t part = 1; part < w->tables.parts; part++) {
            sum more = sums[part * w->a->cols + j];
            exact &= add(&all, more.high);
            exact &= add(&all, more.error);
        }
        w->out[j] = all.high + all.error;
    }
    if (!exact)
        atomic_store(&w->tables.given_up, true);
}

/* ---- integers ------------------------------------------------------------------------------------------------------------ */
/* The unit by some numbers, and how many digits they have of it; false where one is not finite or very small. */
static bool guess_unit(const double *v, int64_t n, int *unit, int *count)
{
    int least = 0, most = INT_MIN;
    for (int64_t i = 0; i < n; i++) {
        int exponent;
        double digits = frexp(v[i], &exponent);
        if (!(fabs(v[i]) < INFINITY))
            return false;
        if (v[i] == 0)
            continue;
        int last = exponent - 53 + __builtin_ctzll((uint64_t)(int64_t)ldexp(fabs(digits), 53));
        least = last < least ? last : least;
        most = exponent > most ? exponent : most;
    }
    *unit = least;
    *count = most > least ? most - least : 0;
    return least >= MIN_UNIT;
}

/* As multiples of a unit; false where one is none, or has more than 55 digits.  Adding `round` leaves whole numbers, in the
 * last binary digits: of the upper ones, then of the 27 lower ones. */
CLONES static bool make_whole(const double *v, int64_t n, double scale, int64_t *to)
{
    const double round = 0x1.8p52, limit = 0x1p55;
    int64_t left = 0, most = 0, most_allowed, zero;
    memcpy(&most_allowed, &limit, sizeof limit);
    memcpy(&zero, &round, sizeof round);
    for (int64_t i = 0; i < n; i++) {
        int64_t size, upper, lower, rest;
        double number = v[i] * scale, high = number * 0x1p-27 + round, low = number - (high - round) * 0x1p27;
        double last = low + round, below = low - (last - round);
        memcpy(&size, &number, sizeof size);
        memcpy(&upper, &high, sizeof upper);
        memcpy(&lower, &last, sizeof lower);
        memcpy(&rest, &below, sizeof rest);
        size &= INT64_MAX;
        most = size > most ? size : most;
        left |= rest & INT64_MAX;
        to[i] = (int64_t)(((uint64_t)(upper - zero) << 27) + (uint64_t)(lower - zero));
    }
    return !left && most < most_allowed;
}

/* Whether numbers are multiples of a unit, and not more than so many of it; `round` is as above. */
CLONES static bool are_multiples(const double *v, int64_t n, double scale, double most)
{
    const double round = 0x1.8p52;
    int64_t bad = 0;
    for (int64_t i = 0; i < n; i++) {
        double number = v[i] * scale;
        bad |= !((number + round) - round == number) | !(fabs(number) <= most);
    }
    return !bad;
}

/* As multiples of a unit in two parts, numbers of not more than so many of it; false where one is none. */
CLONES static bool make_halves(const double *v, int64_t n, double scale, int shift, double most, int64_t *restrict to)
{
    const double round = 0x1.8p52, down = ldexp(1, -shift), up = ldexp(1, shift);
    int64_t bad = 0, zero;
    memcpy(&zero, &round, sizeof round);
    for (int64_t i = 0; i < n; i++) {
        int64_t upper, lower;
        double number = v[i] * scale, high = number * down + round, low = number - (high - round) * up, last = low + round;
        memcpy(&upper, &high, sizeof upper);
        memcpy(&lower, &last, sizeof lower);
        bad |= !(last - round == low) | !(fabs(number) <= most);
        to[2 * i] = upper - zero;
        to[2 * i + 1] = lower - zero;
    }
    return !bad;
}

static void join_halves(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    const halves *sums = w->tables.table;
    const double unit = ldexp(1, w->unit);
    for (int64_t j = begin; j < end; j++) {
        halves all = sums[j];
        for (int64_t part = 1; part < w->tables.parts; part++)
            all += sums[part * w->a->cols + j];
        w->out[j] = (double)((__int128)all[0] * ((int64_t)1 << w->shift) + all[1]) * unit;
    }
}

static void join_plain(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    const double *sums = w->tables.table;
    for (int64_t j = begin; j < end; j++) {
        double all = sums[j];
        for (int64_t part = 1; part < w->tables.parts; part++)
            all += sums[part * w->a->cols + j];
        w->out[j] = all;
    }
}

static void join_whole(void *arg, int64_t begin, int64_t end)
{
    const job *w = arg;
    const int64_t *sums = w->tables.table;
    const double unit = ldexp(1, w->unit);
    for (int64_t j = begin; j < end; j++) {
        int64_t all = sums[j];
        for (int64_t part = 1; part < w->tables.parts; part++)
            all += sums[part * w->a->cols + j];
        w->out[j] = (double)all * unit;
    }
}

#define EACH "sparse_sum.inc"
#include "sparse_places.inc"

/* Where they are multiples of a unit, of which the first ones have so many digits; else w->tables.given_up. */
static gla_status sum_whole(job *w, int digits, bool wide)
{
    static const gla_host_body bodies[2][2] = {{add_whole_int32, add_whole_int64}, {add_plain_int32, add_plain_int64}};
    /* A column has an element of each row at most. */
    double most = floor(0x1p53 / (double)w->a->rows);
    w->most_units = most < 0x1p51 ? most : 0x1p51;
    bool plain = ldexp(1, digits + SPARE) <= w->most_units;
    /* Among fractions there are smaller ones than those seen: float32 has them down to any size. */
    if (!plain && w->unit < 0)
        w->unit -= (DIGITS - digits) * 3 / 4;
    if (w->unit < MIN_UNIT)
        w->unit = MIN_UNIT;
    const size_t item = sizeof(int64_t);
    const int64_t parts = gla_host_group_parts(w->a->nnz, (size_t)w->a->cols * item);
    for (w->log_limit = LOG_LIMIT; parts > (int64_t)1 << (LOG_LIMIT - w->log_limit);)
        w->log_limit--;
    return gla_host_by_columns(OP, w->a, item, &w->tables, bodies[plain][wide], plain ? join_plain : join_whole, w);
}

/* The same in two parts of `shift` digits each, so that neither leaves 64 bits. */
static gla_status sum_halves(job *w, int digits, bool wide)
{
    int rows;
    frexp((double)w->a->rows, &rows);
    w->shift = 61 - rows < 51 ? 61 - rows : 51;
    if (2 * w->shift - 1 < digits + SPARE) {
        atomic_store(&w->tables.given_up, true);
        return GLA_OK;
    }
    w->most_units = ldexp(1, 2 * w->shift - 1);
    w->unit -= 2 * w->shift - 1 - digits - SPARE;
    w->unit = w->unit < MIN_UNIT ? MIN_UNIT : w->unit;
    return gla_host_by_columns(OP, w->a, sizeof(halves), &w->tables, wide ? add_halves_int64 : add_halves_int32, join_halves,
                               w);
}

static gla_status sum_columns(job *w, bool wide)
{
    int digits;
    if (guess_unit(w->a->data, w->a->nnz < WHOLE ? w->a->nnz : WHOLE, &w->unit, &digits)) {
        gla_status failed = digits <= DIGITS ? sum_whole(w, digits, wide) : sum_halves(w, digits, wide);
        if (failed || !atomic_exchange(&w->tables.given_up, false))
            return failed;
    }
    return gla_host_by_columns(OP, w->a, sizeof(sum), &w->tables, wide ? add_columns_int64 : add_columns_int32, join_columns,
                               w);
}

gla_status gla_host_sparse_sum(gla_device *dev, const gla_csr *a, bool columns, double *out, bool *done)
{
    job w = {.a = a, .out = out};
    bool wide = a->index == GLA_INT64;
    int64_t grain = GRAIN / (a->nnz / a->rows + 1) + 1;
    (void)dev;
    gla_status st = columns ? sum_columns(&w, wide)
                            : gla_host_parallel(a->rows, grain, wide ? sum_rows_int64 : sum_rows_int32, &w);
    *done = !st && !atomic_load(&w.tables.given_up);
    return st;
}
