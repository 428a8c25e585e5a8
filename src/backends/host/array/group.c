/* group.c - The slot for group summaries.  Sums use integer arithmetic, as in kernels/group.h, so that results depend neither
 * on the number of threads nor on the device.  Each thread has a separate table for its rows, and the tables are added at the
 * end. */
#include "group.h"
#include "backends/host/array/slots.h"
#include "runtime/allocation.h"
#include "runtime/group.h"

#include <math.h>
#include <string.h>

#define LIMBS 3
#define MAX_LIMBS 192 /* largest number of limbs of a sum: no sum has digits below 2^-2200 of the largest element */
#define EXPONENT_BIAS 2000
#define SMALL 0.5 /* smaller elements might underflow if they were scaled like the largest elements */
#define LANES 8
#define FEW_OF_MANY 8    /* the sample is 1/FEW_OF_MANY of all elements */
#define MIN_GUESSED 1024 /* number of elements from which a sample is worthwhile */

typedef struct job {
    gla_group_op op;
    const gla_array *x;
    const int64_t *keys;
    int64_t n, k, groups, words, stride, parts, bad; /* stride: number of words between the tables of two parts */
    int limbs, bits, largest, first;                 /* first: number of the unit that the first limb counts
                                                      * (kernels/group.h) */
    _Atomic bool more;                               /* elements have digits below the last limb */
    double scale1, scale2, unit;                     /* scale factors that convert an element to multiples of units */
    int above;                                       /* number of units that elements up to SMALL skip; 0: all elements have the
                                                      * same scale */
    double small_scale;                              /* scale factor of elements up to SMALL, for the next unit */
    uint64_t *tables;                                /* table of each part, which consists of words of `limbs` limbs */
    uint64_t *kept;                                  /* words of each earlier pass; unused if there is only one pass */
    uint8_t *flags;                                  /* flags of each part, for floating-point sums: 1 NaN, 2 Inf, 4 -Inf */
} job;

static void note(int64_t *place, int64_t value)
{
    int64_t seen = __atomic_load_n(place, __ATOMIC_RELAXED);
    while (value < seen && !__atomic_compare_exchange_n(place, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* ---- largest finite element: its biased exponent, 0 if all are zero
 * ------------------------------------------------------- */
static inline double larger(double most, double v)
{
    v = fabs(v);
    return v > most && v < INFINITY ? v : most;
}

/* Find the largest magnitude by comparing bits.  Positive floats have the same order as their bits, and Inf and NaN are larger
 * than all finite values. */
static double largest_bits(const double *x, int64_t n)
{
    double v;
    int64_t most = 0, code;
    for (int64_t i = 0; i < n; i++) {
        memcpy(&code, x + i, sizeof code);
        code &= INT64_MAX;
        most = code > most ? code : most;
    }
    memcpy(&v, &most, sizeof v);
    return v;
}

static double largest_double(const double *x, int64_t n)
{
    double most[LANES] = {largest_bits(x, n)};
    int64_t i = 0;
    if (most[0] < INFINITY)
        return most[0];
    for (most[0] = 0; i + LANES <= n; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            most[lane] = larger(most[lane], x[i + lane]);
    for (; i < n; i++)
        most[0] = larger(most[0], x[i]);
    for (int lane = 1; lane < LANES; lane++)
        most[0] = larger(most[0], most[lane]);
    return most[0];
}

static double largest_float(const float *x, int64_t n)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++)
        most = larger(most, (double)x[i]);
    return most;
}

static void find_largest(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    double most = j->x->dtype == GLA_FLOAT32 ? largest_float((const float *)gla_data(j->x) + begin, end - begin)
                                             : largest_double((const double *)gla_data(j->x) + begin, end - begin);
    int code = most > 0 ? ilogb(most) + EXPONENT_BIAS : 0, seen = __atomic_load_n(&j->largest, __ATOMIC_RELAXED);
    while (code > seen && !__atomic_compare_exchange_n(&j->largest, &seen, code, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* when added and subtracted, rounds to the nearest integer, ties to even */
static void add_real(job *j, uint64_t *word, uint8_t *flag, double v)
{
    const double round = 0x1.8p52; /* rounds to the nearest integer when added and subtracted, ties to even */
    if (!(fabs(v) < INFINITY)) {
        *flag |= v != v ? 1 : v > 0 ? 2 : 4;
        return;
    }
    int skipped = j->above && fabs(v) <= SMALL ? j->above : 0;
    double rest = v == 0 ? 0 : skipped ? v * j->small_scale : v * j->scale1 * j->scale2;
    for (int limb = skipped - j->first; limb < LIMBS && rest != 0; limb++) {
        double whole = rest + round - round;
        if (limb >= 0)
            word[limb] += (uint64_t)(int64_t)whole;
        rest = (rest - whole) * j->unit;
    }
    if (rest != 0)
        j->more = true;
}

/* Add an element that has digits in the first units.  Nearly always two units contain all its digits. */
static inline void add_first(job *j, uint64_t *word, uint8_t *flag, double v)
{
    const double round = 0x1.8p52;
    double rest = v * j->scale1 * j->scale2, first = rest + round - round, second;
    rest = (rest - first) * j->unit;
    second = rest + round - round;
    rest = (rest - second) * j->unit;
    if (!(fabs(v) < INFINITY) || rest != 0) {
        add_real(j, word, flag, v);
        return;
    }
    word[0] += (uint64_t)(int64_t)first;
    word[1] += (uint64_t)(int64_t)second;
}

/* Map an element to an unsigned integer with the same order, with NaN last. */
static uint64_t code_of(gla_dtype dtype, const void *x, int64_t i, bool largest)
{
    const uint64_t top = (uint64_t)1 << 63;
    uint64_t code;
    double v;
    switch (dtype) {
    case GLA_INT8: code = (uint64_t)((const int8_t *)x)[i] ^ top; break;
    case GLA_INT16: code = (uint64_t)((const int16_t *)x)[i] ^ top; break;
    case GLA_INT32: code = (uint64_t)((const int32_t *)x)[i] ^ top; break;
    case GLA_INT64: code = (uint64_t)((const int64_t *)x)[i] ^ top; break;
    case GLA_UINT16: code = ((const uint16_t *)x)[i]; break;
    case GLA_UINT32: code = ((const uint32_t *)x)[i]; break;
    case GLA_UINT64: code = ((const uint64_t *)x)[i]; break;
    case GLA_FLOAT32:
    case GLA_FLOAT64:
        v = dtype == GLA_FLOAT32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
        if (v != v)
            return UINT64_MAX;
        memcpy(&code, &v, sizeof code);
        code = code & top ? ~code : code | top;
        break;
    default: code = ((const uint8_t *)x)[i];
    }
    return largest ? code : ~code;
}

static void store_code(gla_dtype dtype, void *out, int64_t i, uint64_t code, bool largest)
{
    const uint64_t top = (uint64_t)1 << 63, plain = largest ? code : ~code, number = plain ^ top;
    double v = NAN;
    switch (dtype) {
    case GLA_INT8: ((int8_t *)out)[i] = (int8_t)number; break;
    case GLA_INT16: ((int16_t *)out)[i] = (int16_t)number; break;
    case GLA_INT32: ((int32_t *)out)[i] = (int32_t)number; break;
    case GLA_INT64: ((int64_t *)out)[i] = (int64_t)number; break;
    case GLA_UINT16: ((uint16_t *)out)[i] = (uint16_t)plain; break;
    case GLA_UINT32: ((uint32_t *)out)[i] = (uint32_t)plain; break;
    case GLA_UINT64: ((uint64_t *)out)[i] = plain; break;
    case GLA_FLOAT32:
    case GLA_FLOAT64: {
        const uint64_t bits = plain & top ? number : ~plain;
        if (code != UINT64_MAX && code != 0)
            memcpy(&v, &bits, sizeof v);
        if (dtype == GLA_FLOAT32)
            ((float *)out)[i] = (float)v;
        else
            ((double *)out)[i] = v;
        break;
    }
    case GLA_BOOL: ((uint8_t *)out)[i] = (uint8_t)(plain & 1); break;
    default: ((uint8_t *)out)[i] = (uint8_t)plain;
    }
}

static void take_row(job *j, int64_t row, int64_t key, uint64_t *table, uint8_t *flags)
{
    const void *x = j->x ? gla_data(j->x) : NULL;
    for (int64_t c = 0; c < j->k; c++) {
        int64_t at = key * j->k + c, e = row * j->k + c;
        uint64_t *word = table + at * j->limbs, code;
        switch (j->op) {
        case GLA_GROUP_SUM:
            if (j->x->dtype == GLA_FLOAT64)
                add_real(j, word, flags + at, ((const double *)x)[e]);
            else if (j->x->dtype == GLA_FLOAT32)
                add_real(j, word, flags + at, (double)((const float *)x)[e]);
            else
                *word += ((const uint64_t *)x)[e];
            break;
        case GLA_GROUP_COUNT: ++*word; break;
        case GLA_GROUP_FIRST: *word = *word ? *word : (uint64_t)(j->n - row); break;
        case GLA_GROUP_LAST: *word = (uint64_t)(row + 1); break;
        default: code = code_of(j->x->dtype, x, e, j->op == GLA_GROUP_MAX); *word = code > *word ? code : *word;
        }
    }
}

/* Return true if the table is larger than the nearest caches. */
static bool is_far(const job *j)
{
    return j->words * j->limbs >= MIN_FAR;
}

/* Return the table address for a later row, to prefetch it, because keys access a table in random order. */
static inline const void *place_ahead(const job *j, int64_t row, int64_t end, const uint64_t *table, uint64_t limbs)
{
    uint64_t key = row + AHEAD < end ? (uint64_t)j->keys[row + AHEAD] : 0;
    return (const void *)((uintptr_t)table + key * limbs * 8);
}

/* The common operations have separate loops. */
static int64_t count_keys(const job *j, int64_t begin, int64_t end, uint64_t *table)
{
    const uint64_t groups = (uint64_t)j->groups;
    const bool far = is_far(j);
    for (int64_t row = begin; row < end; row++) {
        uint64_t key = (uint64_t)j->keys[row];
        if (key >= groups)
            return row;
        if (far)
            __builtin_prefetch(place_ahead(j, row, end, table, 1), 1);
        table[key]++;
    }
    return end;
}

static int64_t sum_integers(const job *j, int64_t begin, int64_t end, uint64_t *table)
{
    const uint64_t *x = gla_data(j->x), groups = (uint64_t)j->groups;
    const bool far = is_far(j);
    for (int64_t row = begin; row < end; row++) {
        uint64_t key = (uint64_t)j->keys[row];
        if (key >= groups)
            return row;
        if (far)
            __builtin_prefetch(place_ahead(j, row, end, table, 1), 1);
        table[key] += x[row];
    }
    return end;
}

/* Sum k columns whose elements in the table are contiguous. */
static int64_t sum_doubles(job *j, int64_t begin, int64_t end, uint64_t *table, uint8_t *flags)
{
    const double *x = (const double *)gla_data(j->x) + begin * j->k;
    const int64_t k = j->k;
    const bool far = is_far(j);
    for (int64_t row = begin; row < end; row++, x += k) {
        if ((uint64_t)j->keys[row] >= (uint64_t)j->groups)
            return row;
        int64_t key = j->keys[row] * k;
        if (far)
            __builtin_prefetch(place_ahead(j, row, end, table, (uint64_t)(LIMBS * k)), 1);
        for (int64_t c = 0; c < k; c++)
            if (j->first == 0 && !j->above)
                add_first(j, table + (key + c) * LIMBS, flags + key + c, x[c]);
            else
                add_real(j, table + (key + c) * LIMBS, flags + key + c, x[c]);
    }
    return end;
}

static int64_t take_rows(job *j, int64_t begin, int64_t end, uint64_t *table, uint8_t *flags)
{
    if (j->op == GLA_GROUP_SUM && j->x->dtype == GLA_FLOAT64)
        return sum_doubles(j, begin, end, table, flags);
    if (j->op == GLA_GROUP_SUM && j->k == 1 && j->x->dtype != GLA_FLOAT32)
        return sum_integers(j, begin, end, table);
    if (j->op == GLA_GROUP_COUNT)
        return count_keys(j, begin, end, table);
    for (int64_t row = begin; row < end; row++) {
        int64_t key = j->keys[row];
        if ((uint64_t)key >= (uint64_t)j->groups)
            return row;
        take_row(j, row, key, table, flags);
    }
    return end;
}

static void do_parts(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    for (int64_t p = begin; p < end; p++) {
        int64_t last = gla_host_first_row(j->n, j->parts, p + 1), from = gla_host_first_row(j->n, j->parts, p);
        while (from < last && !gla_host_stop()) {
            int64_t to = last - from < MIN_ROWS ? last : from + MIN_ROWS;
            from = take_rows(j, from, to, j->tables + p * j->stride * j->limbs, j->flags + p * j->stride);
            if (from < to) {
                note(&j->bad, from);
                break;
            }
        }
    }
}

/* ---- combine all parts --------------------------------------------------------------------------------------------------- */
/* Carry digits that exceed a unit to the preceding limb.  Afterwards all limbs except the first are nonnegative. */
static void carry(const job *j, int64_t *limb, int count)
{
    const int64_t unit = (int64_t)1 << j->bits;
    for (int i = count - 1; i > 0; i--) {
        int64_t below = limb[i] & (unit - 1);
        limb[i - 1] += (limb[i] - below) / unit;
        limb[i] = below;
    }
}

/* Return the sum of all units, rounded once.  The last of 64 digits is sticky, which means that it is set if any lower digit is
 * nonzero. */
static double rounded(const job *j, int64_t *limb, int count)
{
    int64_t *at = limb, *const end = limb + count;
    carry(j, limb, count);
    const bool negative = limb[0] < 0;
    for (int i = 0; i < count && negative; i++)
        limb[i] = -limb[i];
    if (negative)
        carry(j, limb, count);
    while (at < end && !*at)
        at++;
    if (at == end)
        return 0;
    int free = __builtin_clzll((uint64_t)*at), shift = free + j->bits * (int)(at - limb);
    uint64_t top = (uint64_t)*at << free, below = 0;
    for (at++; at < end; at++) {
        int out = free < j->bits ? j->bits - free : 0;
        free -= j->bits - out;
        top |= (uint64_t)*at >> out << free;
        below |= (uint64_t)*at & (((uint64_t)1 << out) - 1);
    }
    double sum = (double)(top | (below != 0));
    return ldexp(negative ? -sum : sum, j->largest - EXPONENT_BIAS + 1 - j->bits - shift);
}

/* Return the total of word w from the units of this pass and the kept units of earlier passes. */
static double total_of(const job *j, int64_t w, const uint64_t *word, unsigned flag)
{
    int64_t limb[MAX_LIMBS];
    if ((flag & 1) || (flag & 6) == 6)
        return NAN;
    if (flag)
        return flag & 2 ? INFINITY : -INFINITY;
    for (int first = 0; first < j->first; first += LIMBS)
        memcpy(limb + first, j->kept + (first / LIMBS * j->words + w) * LIMBS, LIMBS * sizeof *limb);
    memcpy(limb + j->first, word, LIMBS * sizeof *limb);
    return rounded(j, limb, j->first + LIMBS);
}

static void join_words(void *arg, int64_t begin, int64_t end)
{
    job *j = ((void **)arg)[0];
    gla_array *out = ((void **)arg)[1];
    if (j->tables == gla_data(out))
        return;
    bool adds = j->op == GLA_GROUP_SUM || j->op == GLA_GROUP_COUNT;
    for (int64_t w = begin; w < end; w++) {
        uint64_t *word = j->tables + w * j->limbs;
        unsigned flag = 0;
        for (int64_t p = 0; p < j->parts; p++) {
            const uint64_t *other = word + p * j->stride * j->limbs;
            flag |= j->limbs > 1 ? j->flags[p * j->stride + w] : 0;
            for (int limb = 0; p && limb < j->limbs; limb++)
                word[limb] = adds ? word[limb] + other[limb] : other[limb] > word[limb] ? other[limb] : word[limb];
        }
        if (j->more)
            memcpy(j->kept + (j->first / LIMBS * j->words + w) * LIMBS, word, LIMBS * sizeof *word);
        else if (j->op == GLA_GROUP_SUM && out->dtype == GLA_FLOAT64)
            ((double *)gla_data(out))[w] = total_of(j, w, word, flag);
        else if (j->op == GLA_GROUP_SUM && out->dtype == GLA_FLOAT32)
            ((float *)gla_data(out))[w] = (float)total_of(j, w, word, flag);
        else if (j->op == GLA_GROUP_MIN || j->op == GLA_GROUP_MAX)
            store_code(out->dtype, gla_data(out), w, *word, j->op == GLA_GROUP_MAX);
        else
            ((int64_t *)gla_data(out))[w] = j->op == GLA_GROUP_LAST    ? (int64_t)*word - 1
                                            : j->op == GLA_GROUP_FIRST ? *word ? j->n - (int64_t)*word : -1
                                                                       : (int64_t)*word;
    }
}

static void set_scale(job *j)
{
    int shift = j->bits - 1 - (j->largest - EXPONENT_BIAS), half = shift / 2;
    j->scale1 = ldexp(1, half);
    j->scale2 = ldexp(1, shift - half);
    j->unit = ldexp(1, j->bits);
    j->above = shift < 0 ? (j->bits - 1 - shift) / j->bits : 0;
    j->small_scale = ldexp(1, shift + j->above * j->bits);
}

/* Enlarge the memory of kept units for this pass. */
static gla_status keep(const char *name, job *j)
{
    size_t bytes = (size_t)(j->first / LIMBS + 1) * (size_t)j->words * LIMBS * sizeof *j->kept;
    uint64_t *kept = gla_realloc(j->kept, bytes);
    j->kept = kept ? kept : j->kept;
    return kept ? GLA_OK : gla_fail_memory(name, bytes);
}

static gla_status add_all(const char *name, job *j, gla_array *out)
{
    gla_status st = GLA_OK;
    size_t each = (size_t)j->stride * ((size_t)j->limbs * 8 + 1);
    set_scale(j);
    for (j->more = true; !st && j->more; j->first += LIMBS) {
        if (j->first)
            memset(j->tables, 0, (size_t)j->parts * each);
        j->more = false;
        st = gla_host_parallel(j->parts, 1, do_parts, j);
        if (!st && j->bad < INT64_MAX)
            st = gla_group_out_of_range(name, j->bad, j->keys[j->bad], j->groups);
        if (j->first + 2 * LIMBS > MAX_LIMBS)
            j->more = false; /* lower digits underflow */
        if (!st && j->more)
            st = keep(name, j);
        if (!st)
            st = gla_host_parallel(j->words, WORDS, join_words, (void *[]){j, out});
    }
    return st;
}

/* Return the first row whose key has no group, or n. */
static int64_t find_outside(const job *j)
{
    int64_t row = 0;
    while (row < j->n && (uint64_t)j->keys[row] < (uint64_t)j->groups)
        row++;
    return row;
}

/* Try the faster sums with an exponent guessed from the first elements.  Usually no other element is more than twice as large,
 * so the guess is right and saves a pass. */
static gla_status add_by_guess(const char *name, job *j, gla_array *out, bool *done)
{
    const int64_t all = j->n * j->k, first = all / FEW_OF_MANY;
    if (all < MIN_GUESSED)
        return GLA_OK;
    find_largest(j, 0, first < MIN_ROWS ? first : MIN_ROWS);
    int exponent = j->largest - EXPONENT_BIAS + 1;
    bool any = j->largest > 0;
    j->largest = 0;
    gla_status st = any ? gla_host_group_sums(name, j->x, j->keys, j->groups, exponent, true, out, done) : GLA_OK;
    int64_t bad = st || *done ? j->n : find_outside(j); /* earlier than the slower method would find it */
    return bad < j->n ? gla_group_out_of_range(name, bad, j->keys[bad], j->groups) : st;
}

gla_status gla_host_group(gla_device *dev, const char *name, gla_group_op op, const gla_array *x, const gla_array *keys,
                          int64_t groups, gla_array *out)
{
    job j = {.op = op, .x = x, .keys = gla_data(keys), .n = keys->size, .groups = groups, .words = out->size, .bad = INT64_MAX};
    bool is_real = op == GLA_GROUP_SUM && x->dtype >= GLA_FLOAT32, done = false;
    gla_status st = GLA_OK;
    (void)dev;
    j.k = j.words / groups;
    j.limbs = is_real ? LIMBS : 1;
    j.bits = gla_group_bits(j.n);
    if (is_real)
        st = add_by_guess(name, &j, out, &done);
    if (is_real && !st && !done)
        st = gla_host_parallel(j.n * j.k, MIN_ROWS, find_largest, &j);
    if (is_real && !st && !done)
        st = gla_host_group_sums(name, x, j.keys, groups, j.largest ? j.largest - EXPONENT_BIAS : 0, false, out, &done);
    if (st || done)
        return st;
    j.parts = gla_host_group_parts(j.n, (size_t)j.words * ((size_t)j.limbs * 8 + 1));
    j.stride = gla_host_group_stride(j.words, j.parts);
    size_t each = (size_t)j.stride * ((size_t)j.limbs * 8 + 1);
    bool in_place = j.parts == 1 && (op == GLA_GROUP_COUNT || (op == GLA_GROUP_SUM && !is_real));
    j.tables = in_place ? memset(gla_data(out), 0, (size_t)j.words * 8) : gla_host_alloc_zeros((size_t)j.parts * each);
    if (!j.tables)
        return gla_fail_memory(name, (size_t)j.parts * each);
    j.flags = (uint8_t *)(j.tables + j.parts * j.stride * j.limbs);
    st = add_all(name, &j, out);
    gla_free(j.kept);
    if (!in_place)
        gla_host_free(j.tables, (size_t)j.parts * each);
    return st;
}
