/* group.h - Sums, extremes, counts and positions by group. The n rows have k elements each. Element e is in row e/k and belongs
 * to group keys[e/k].
 *
 * The caller defines the type T of the values (any type for counts and positions) and the matching KIND_* macro. The caller
 * also defines exactly one of OF_SUM, OF_EXTREME, OF_COUNT and OF_PLACE. For OF_EXTREME, the caller defines WORD, an unsigned
 * type of the size of T; if LARGEST is defined, the extremes are maxima. For OF_PLACE, the caller defines WORD, an unsigned
 * type for positions; if LARGEST is defined, the positions are last positions. For OF_EXTREME and OF_PLACE, the caller also
 * defines SLOT, the type of the table's entries, and SLOT_MAX, the atomic maximum for SLOT.
 *
 * Threads update shared memory only by integer arithmetic, so the result does not depend on the order of updates. A
 * floating-point value is split into integer multiples of units. The first unit is `bits` bits below a power of two that
 * exceeds all values; each further unit is 2^-bits times the previous unit. For each unit, the sum of the multiples fits in 64
 * bits. Each pass adds LIMBS units, beginning with unit `first`. If a value has bits below these units, largest[1] is set. The
 * arithmetic is explained in docs/design/scans.md. */
#define GROUP 256
#define LIMBS 3
#define LIMB_PLACES 4 /* stride of the sums in the table; the units of a sum are contiguous */
#define MAX_LIMBS 192 /* maximum number of units per sum: a unit has at least 12 bits, and values span at most 2200 bits */
#define LOCAL_WORDS 3072

/* Record the first row whose key is out of range. The row number is clamped to 32 bits. */
#define NOTE_BAD(bad, row) ATOMIC_MIN(bad, (uint32)((row) < 0xfffffffeL ? (row) : 0xfffffffeL))

#if defined(OF_SUM) || defined(OF_COUNT)
DEVICE void add_global(GLOBAL uint64 *p, uint64 v)
{
/* Not every OpenCL device has 64-bit atomic operations. */
#ifdef __OPENCL_VERSION__
    volatile GLOBAL uint32 *halves = (volatile GLOBAL uint32 *)p;
    uint32 low = (uint32)v, old = ATOMIC_ADD(halves, low);
    ATOMIC_ADD(halves + 1, (uint32)(v >> 32) + (old + low < low ? 1 : 0));
#else
    ATOMIC_ADD_64(p, v);
#endif
}

/* In local memory, two native 32-bit operations are faster than one emulated 64-bit operation. */
DEVICE void add_local(LOCAL_POINTER uint32 *halves, uint64 v)
{
    uint32 low = (uint32)v, old = ATOMIC_ADD(halves, low), high = (uint32)(v >> 32) + (old + low < low ? 1 : 0);
    if (high)
        ATOMIC_ADD(halves + 1, high);
}
#endif

#ifdef OF_SUM
#ifdef KIND_REAL
/* exponent_of() returns the exponent of a value plus EXPONENT_BIAS, or 0 if the value is zero or not finite. */
#define EXPONENT_BIAS 2000

DEVICE int exponent_of(float64 v)
{
    int e = 0;
    if (v == 0 || !(fabs(v) < (float64)INFINITY))
        return 0;
    e = ilogb(v);
    return e + EXPONENT_BIAS;
}

KERNEL group_scale(int64 n, const GLOBAL T *x, GLOBAL int *largest)
{
    LOCAL float64 room[GROUP];
    int t = LOCAL_ID;
    float64 most = 0;
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        float64 v = fabs((float64)x[i]);
        if (v > most && v < (float64)INFINITY)
            most = v;
    }
    room[t] = most;
    BARRIER();
    for (int step = (int)LOCAL_SIZE / 2; step > 0; step /= 2) {
        if (t < step && room[t + step] > room[t])
            room[t] = room[t + step];
        BARRIER();
    }
    if (t == 0)
        ATOMIC_MAX(largest, exponent_of(room[0]));
}
#endif

#ifdef KIND_REAL
/* Return the number of leading units to skip for a small value. A small value has no bits in these units, and would underflow
 * if it were multiplied by the scale factor of the largest values. */
DEVICE int units_above(int shift, int bits)
{
    return shift < 0 ? (bits - 1 - shift) / bits : 0;
}
#define SMALL 0.5

/* Return the integer number of units in *rest. The remainder is stored in *rest, scaled to the next unit. */
DEVICE float64 next_unit(float64 *rest, float64 unit)
{
    float64 whole = rint(*rest);
    *rest = (*rest - whole) * unit;
    return whole;
}

/* Add an element's units to the sum of the element's group. Two lanes of a warp update the first two units of an element
 * together, because the memory system combines updates of adjacent words into one operation. */
DEVICE void add_units(GLOBAL uint64 *table, int64 at, const int64 *whole)
{
    int limb = 0;
#ifdef WARP
    int lane = LOCAL_ID % WARP;
#pragma unroll
    for (int half = 0; half < WARP; half += WARP / 2) {
        int from = half + lane / 2;
        int64 one = SHUFFLE(whole[0], from), other = SHUFFLE(whole[1], from), to = SHUFFLE(at, from);
        one = lane % 2 ? other : one;
        if (one)
            add_global(table + to * LIMB_PLACES + lane % 2, (uint64)one);
    }
    limb = 2;
#endif
    for (; limb < LIMBS; limb++)
        if (whole[limb])
            add_global(table + at * LIMB_PLACES + limb, (uint64)whole[limb]);
}
#endif

KERNEL group_add(int64 n, int64 k, int64 groups, int in_local, int bits, int first, const GLOBAL T *x,
                 const GLOBAL int64 *keys, GLOBAL int *largest, GLOBAL uint64 *table, GLOBAL uint32 *flags,
                 GLOBAL uint32 *bad)
{
    LOCAL uint32 own[2 * LOCAL_WORDS];
    int64 words = groups * k;
#ifdef KIND_REAL
    int shift = bits - 1 - (largest[0] - EXPONENT_BIAS), part = shift / 2, limbs = LIMBS, places = LIMB_PLACES;
    int above = units_above(shift, bits);
    float64 scale1 = ldexp((float64)1, part), scale2 = ldexp((float64)1, shift - part), unit = ldexp((float64)1, bits);
    float64 small_scale = ldexp((float64)1, shift + above * bits);
#else
    int limbs = 1, places = 1;
#endif
    if (in_local) {
        for (int i = LOCAL_ID; i < 2 * (int)words * limbs; i += LOCAL_SIZE)
            own[i] = 0;
        BARRIER();
    }
    /* All threads of a group run every iteration, because the lanes of a warp cooperate. */
    for (int64 base = (int64)GROUP_ID * LOCAL_SIZE; base < n * k; base += GLOBAL_SIZE) {
        int64 e = base + LOCAL_ID, row = k == 1 ? e : e / k, key = e < n * k ? keys[row] : 0;
        int takes = e < n * k;
        if (takes && (key < 0 || key >= groups)) {
            NOTE_BAD(bad, row);
            takes = 0;
        }
        int64 at = !takes ? 0 : k == 1 ? key : key * k + e % k;
#ifdef KIND_REAL
        float64 rest = takes ? (float64)x[e] : 0;
        int64 whole[LIMBS];
        if (!(fabs(rest) < (float64)INFINITY)) {
            ATOMIC_OR(&flags[at], rest != rest ? 1u : rest > 0 ? 2u : 4u);
            rest = 0;
        }
        int skipped = above && fabs(rest) <= SMALL ? above : 0;
        if (rest != 0)
            rest = skipped ? rest * small_scale : rest * scale1 * scale2;
        for (int limb = skipped; limb < first; limb++)
            (void)next_unit(&rest, unit);
        for (int limb = 0; limb < LIMBS; limb++)
            whole[limb] = first + limb < skipped ? 0 : (int64)next_unit(&rest, unit);
        if (rest != 0)
            MARK(&largest[1], 1);
        if (in_local) {
            for (int limb = 0; limb < LIMBS; limb++)
                if (whole[limb])
                    add_local(own + 2 * (at + limb * words), (uint64)whole[limb]);
        } else {
            add_units(table, at, whole);
        }
#else
        if (takes && in_local)
            add_local(own + 2 * at, (uint64)x[e]);
        else if (takes)
            add_global(table + at, (uint64)x[e]);
#endif
    }
    if (in_local) {
        BARRIER();
        for (int i = LOCAL_ID; i < (int)words * limbs; i += LOCAL_SIZE)
            if (own[2 * i] || own[2 * i + 1])
                add_global(table + i % words * places + i / words, (uint64)own[2 * i + 1] << 32 | own[2 * i]);
    }
}

#ifdef KIND_REAL
/* Carry from each unit to the previous unit, so that the multiples of all units except the first become nonnegative. */
DEVICE void carry(int64 *limb, int count, int bits)
{
    for (int i = count - 1; i > 0; i--) {
        int64 below = limb[i] & (((int64)1 << bits) - 1);
        limb[i - 1] += (limb[i] - below) / ((int64)1 << bits);
        limb[i] = below;
    }
}

/* Return the sum of all units as a multiple of 2^-*shift times the first unit. The sum is rounded only once, when its upper 64
 * bits are converted to floating point. If any lower bit is set, the last of the 64 bits is set before the conversion. */
DEVICE float64 round_units(int64 *limb, int count, int bits, int *shift)
{
    int negative = 0, at = 0, left = 0;
    uint64 top = 0, below = 0;
    carry(limb, count, bits);
    if (limb[0] < 0) {
        negative = 1;
        for (int i = 0; i < count; i++)
            limb[i] = -limb[i];
        carry(limb, count, bits);
    }
    while (at < count - 1 && limb[at] == 0)
        at++;
    top = (uint64)limb[at];
    if (top == 0)
        return 0;
    for (int step = 32; step > 0; step /= 2)
        if (top >> (64 - step) == 0) {
            top <<= step;
            left += step;
        }
    *shift = left + bits * at;
    for (at++; at < count; at++) {
        int out = left < bits ? bits - left : 0;
        left -= bits - out;
        top |= (uint64)limb[at] >> out << left;
        below |= (uint64)limb[at] & (((uint64)1 << out) - 1);
    }
    if (below)
        top |= 1;
    return negative ? -(float64)top : (float64)top;
}

/* Replace a group's sum by NaN or an infinity if the group contains NaN or infinities. */
DEVICE float64 flagged(float64 sum, uint32 flag)
{
    if ((flag & 1) || (flag & 6) == 6)
        return NAN_VALUE;
    return !flag ? sum : flag & 2 ? (float64)INFINITY : -(float64)INFINITY;
}

KERNEL group_total(int64 words, int bits, const GLOBAL int *largest, const GLOBAL uint64 *table, const GLOBAL uint32 *flags,
                   GLOBAL T *out)
{
    for (int64 i = GLOBAL_ID; i < words; i += GLOBAL_SIZE) {
        int64 limb[LIMBS];
        int down = 0;
        for (int l = 0; l < LIMBS; l++)
            limb[l] = (int64)table[i * LIMB_PLACES + l];
        float64 sum = round_units(limb, LIMBS, bits, &down);
        int shift = down + bits - 1 - (largest[0] - EXPONENT_BIAS), part = shift / 2;
        out[i] = (T)flagged(sum * ldexp((float64)1, -part) * ldexp((float64)1, part - shift), flags[i]);
    }
}

/* Do the same as group_total() for values that have bits below the units of one pass. The tables of the `passes` passes are
 * contiguous. */
KERNEL group_total_of_passes(int64 words, int bits, int passes, const GLOBAL int *largest, const GLOBAL uint64 *tables,
                             const GLOBAL uint32 *flags, GLOBAL T *out)
{
    for (int64 i = GLOBAL_ID; i < words; i += GLOBAL_SIZE) {
        int64 limb[MAX_LIMBS];
        int down = 0;
        for (int l = 0; l < LIMBS * passes; l++)
            limb[l] = (int64)tables[(l / LIMBS * words + i) * LIMB_PLACES + l % LIMBS];
        float64 sum = round_units(limb, LIMBS * passes, bits, &down);
        out[i] = (T)flagged(ldexp(sum, largest[0] - EXPONENT_BIAS + 1 - bits - down), flags[i]);
    }
}
#endif
#endif

#ifdef OF_COUNT
KERNEL group_count(int64 n, int64 groups, int in_local, const GLOBAL int64 *keys, GLOBAL uint64 *table, GLOBAL uint32 *bad)
{
    LOCAL uint32 own[2 * LOCAL_WORDS];
    if (in_local) {
        for (int i = LOCAL_ID; i < (int)groups; i += LOCAL_SIZE)
            own[i] = 0;
        BARRIER();
    }
    for (int64 row = GLOBAL_ID; row < n; row += GLOBAL_SIZE) {
        int64 key = keys[row];
        if (key < 0 || key >= groups)
            NOTE_BAD(bad, row);
        else if (in_local)
            (void)ATOMIC_ADD(&own[key], 1u);
        else
            add_global(table + key, (uint64)1);
    }
    if (in_local) {
        BARRIER();
        for (int i = LOCAL_ID; i < (int)groups; i += LOCAL_SIZE)
            if (own[i])
                add_global(table + i, (uint64)own[i]);
    }
}
#endif

#ifdef OF_EXTREME
typedef union { T value; WORD word; } element_bits;
#define TOP ((WORD)1 << (8 * sizeof(WORD) - 1))

/* Map a value to an unsigned code. Codes ascend with the values if LARGEST is defined, and descend otherwise. NaN always has
 * the largest code. */
DEVICE WORD code_of(T v)
{
    element_bits b;
    b.value = v;
#if defined(KIND_REAL)
    WORD code = b.word & TOP ? ~b.word : b.word | TOP;
#elif defined(KIND_INT) && IS_SIGNED
    WORD code = b.word ^ TOP;
#else
    WORD code = b.word;
#endif
#ifndef LARGEST
    code = ~code;
#endif
#ifdef KIND_REAL
    if (v != v)
        code = ~(WORD)0;
#endif
    return code;
}

DEVICE T value_of(WORD code)
{
    element_bits b;
#ifdef KIND_REAL
    if (code == ~(WORD)0 || code == 0)
        return (T)NAN_VALUE;
#endif
#ifndef LARGEST
    code = ~code;
#endif
#if defined(KIND_REAL)
    b.word = code & TOP ? code ^ TOP : ~code;
#elif defined(KIND_INT) && IS_SIGNED
    b.word = code ^ TOP;
#else
    b.word = code;
#endif
    return b.value;
}

KERNEL group_extreme(int64 n, int64 k, int64 groups, const GLOBAL T *x, const GLOBAL int64 *keys, GLOBAL SLOT *table,
                     GLOBAL uint32 *bad)
{
    for (int64 e = GLOBAL_ID; e < n * k; e += GLOBAL_SIZE) {
        int64 row = k == 1 ? e : e / k, key = keys[row];
        if (key < 0 || key >= groups) {
            NOTE_BAD(bad, row);
            continue;
        }
        int64 at = k == 1 ? key : key * k + e % k;
        SLOT code = code_of(x[e]);
        if (PEEK(&table[at]) < code) /* most elements do not change the extreme */
            SLOT_MAX(&table[at], code);
    }
}

KERNEL group_extreme_values(int64 words, const GLOBAL SLOT *table, GLOBAL T *out)
{
    for (int64 i = GLOBAL_ID; i < words; i += GLOBAL_SIZE)
        out[i] = value_of((WORD)table[i]);
}
#endif

#ifdef OF_PLACE
/* The table's entry for an empty group is 0. For any other group, the entry is 1 + the last position if LARGEST is defined, and
 * otherwise n minus the first position. */
KERNEL group_place(int64 n, int64 groups, const GLOBAL int64 *keys, GLOBAL SLOT *table, GLOBAL uint32 *bad)
{
    for (int64 row = GLOBAL_ID; row < n; row += GLOBAL_SIZE) {
        int64 key = keys[row];
        if (key < 0 || key >= groups) {
            NOTE_BAD(bad, row);
            continue;
        }
#ifdef LARGEST
        SLOT code = (SLOT)(row + 1);
#else
        SLOT code = (SLOT)(n - row);
#endif
        if (PEEK(&table[key]) < code)
            SLOT_MAX(&table[key], code);
    }
}

KERNEL group_place_values(int64 n, int64 groups, const GLOBAL SLOT *table, GLOBAL int64 *out)
{
    for (int64 i = GLOBAL_ID; i < groups; i += GLOBAL_SIZE) {
        int64 code = (int64)table[i];
#ifdef LARGEST
        out[i] = code - 1;
#else
        out[i] = code ? n - code : -1;
#endif
    }
}
#endif
