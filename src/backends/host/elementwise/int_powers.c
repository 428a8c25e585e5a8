/* int_powers.c - Check whether integer powers are within the range of their dtype. */
#include "backends/host/array/copy.h"
#include "elementwise.h"

#include <math.h>

#define BLOCK 1024
#define GRAIN 65536

typedef struct job {
    gla_walk walk;
    const gla_array *in[2];
    gla_dtype wide; /* int64 or uint64 */
    bool is_signed;
    uint64_t most; /* largest value of the dtype */
    /* True if all elements have the same exponent.  In this case, powers of bases in [-below, above] are in range. */
    bool same;
    uint64_t below, above;
    _Atomic bool beyond;
} job;

/* Return true if base^y > most. */
static bool leaves(uint64_t base, uint64_t y, uint64_t most)
{
    uint64_t power = 1;
    for (bool is_wide = false;; is_wide |= __builtin_mul_overflow(base, base, &base)) {
        if (y & 1 && (is_wide || __builtin_mul_overflow(power, base, &power) || power > most))
            return true;
        if (!(y >>= 1))
            return false;
    }
}

static bool leaves_type(const job *j, uint64_t x, uint64_t y)
{
    const bool negative = j->is_signed && x >> 63;
    return leaves(negative ? 0 - x : x, y, j->most + (negative && y & 1));
}

/* Return the largest base for which base^y is at most `most`; y > 0. */
static uint64_t root(uint64_t most, uint64_t y)
{
    uint64_t x = y == 1 ? most : y > 63 ? 1 : (uint64_t)pow((double)most, 1 / (double)y);
    while (leaves(x, y, most))
        x--;
    while (y > 1 && !leaves(x + 1, y, most))
        x++;
    return x;
}

/* Return true if any of n integers is outside [-below, above]. */
static bool is_outside(const uint64_t *x, int64_t n, uint64_t below, uint64_t above)
{
    uint64_t outside = 0;
    for (int64_t i = 0; i < n; i++)
        outside |= x[i] + below > above + below;
    return outside;
}

static void find(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    uint64_t x[BLOCK], y[BLOCK];
    int64_t index[GLA_MAX_NDIM];
    for (int64_t at = begin, n; at < end && !j->beyond; at += n) {
        bool beyond = false;
        n = end - at < BLOCK ? end - at : BLOCK;
        const uint64_t *there = j->in[0]->contiguous && j->in[0]->dtype == j->wide ? (uint64_t *)gla_data(j->in[0]) + at : NULL;
        if (!there || !j->same) {
            gla_walk_seek(&j->walk, at, index);
            gla_walk_gather(&j->walk, 0, gla_data(j->in[0]), j->in[0]->dtype, index, n, x, j->wide);
        }
        if (j->same) {
            beyond = is_outside(there ? there : x, n, j->below, j->above);
        } else {
            gla_walk_gather(&j->walk, 1, gla_data(j->in[1]), j->in[1]->dtype, index, n, y, j->wide);
            for (int64_t i = 0; i < n && !beyond; i++)
                beyond = leaves_type(j, x[i], y[i]);
        }
        if (beyond)
            j->beyond = true;
    }
}

gla_status gla_host_check_powers(gla_dtype compute, const gla_array *x, const gla_array *y, bool *fit)
{
    job j = {.in = {x, y}, .is_signed = !gla_dtype_is_unsigned(compute), .same = true, .beyond = false};
    const int bits = 8 * (int)gla_itemsize(compute);
    uint64_t exponent = 2;
    *fit = true;
    if (x->size == 0)
        return GLA_OK;
    j.wide = j.is_signed ? GLA_INT64 : GLA_UINT64;
    j.most = UINT64_MAX >> (64 - bits + j.is_signed);
    gla_walk_init(&j.walk, y ? 2 : 1, j.in);
    if (y && (j.same = gla_walk_is_constant(&j.walk, 1)))
        gla_host_convert(y->dtype, j.wide)(1, gla_data(y), 1, (char *)&exponent, 1);
    if (j.same && exponent < 2)
        return GLA_OK;
    if (j.same) {
        j.above = root(j.most, exponent);
        j.below = !j.is_signed ? 0 : exponent & 1 ? root(j.most + 1, exponent) : j.above;
    }
    gla_status st = gla_host_parallel(j.walk.size, GRAIN, find, &j);
    *fit = !j.beyond;
    return st;
}
