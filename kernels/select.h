/* select.h - Count and locate nonzero elements, and select elements of another array at their positions. The caller defines T,
 * the type of the mask, and the matching KIND_* macro. If elements are selected, the caller also defines E, a type of the same
 * size as an element.
 *
 * The array, in row-major order, is divided into ranges of `length` elements. One group handles a range, tile by tile. If
 * `packed`, the elements are contiguous bytes aligned to 16, so that 16 elements are loaded at once. */
#define GROUP 256
#define ITEMS 16 /* number of consecutive elements per thread */
#define TILE (GROUP * ITEMS)
#define PACKS 4 /* number of packs that a thread counts at once */
#ifdef WARP
#define HIT_LIST(name)
#define AND_HITS(name)
#define HIT_PARAMETER(name)
#else
#define HIT_LIST(name) LOCAL uint8 name[TILE];
#define AND_HITS(name) , name
#define HIT_PARAMETER(name) , LOCAL_POINTER uint8 *name
#endif

/* Offset of element i. Usually all elements are on one line of the array, `step` apart. */
#define PLACE(l, i) (is_line ? (i) * step : place_of(&(l), i))

DEVICE int64 place_of(const plain_layout *l, int64 i)
{
    int64 at = 0;
    for (int d = l->ndim - 1; d > 0; d--) {
        at += i % l->shape[d] * l->strides[d];
        i /= l->shape[d];
    }
    return l->ndim ? at + i * l->strides[0] : 0;
}

typedef struct ALIGNED(16) { uint32 word[4]; } pack;

/* Set the highest bit of each nonzero byte. */
DEVICE uint32 marks_of(uint32 word)
{
    return (((word & 0x7f7f7f7fu) + 0x7f7f7f7fu) | word) & 0x80808080u;
}

DEVICE int hits_of_pack(pack p)
{
    uint32 sums = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        sums += marks_of(p.word[i]) >> 7;
    return (int)((sums * 0x01010101u) >> 24);
}

DEVICE int is_hit(T v)
{
#ifdef KIND_COMPLEX
    return v.re != 0 || v.im != 0;
#else
    return v != 0;
#endif
}

KERNEL count_ranges(int64 n, int64 length, plain_layout l, int packed, const GLOBAL T *x, GLOBAL int64 *counts)
{
    LOCAL int64 room[GROUP];
    int t = LOCAL_ID;
    int is_line = l.ndim <= 1;
    int64 step = l.ndim == 1 ? l.strides[0] : 0;
    int64 begin = GROUP_ID * length, end = begin + length < n ? begin + length : n, count = 0, single = begin;
    if (packed) {
        const GLOBAL pack *packs = (const GLOBAL pack *)(x + begin);
        int64 whole = (end - begin) / 16;
        for (int64 base = t; base < whole; base += PACKS * GROUP) {
            pack own[PACKS];
#pragma unroll
            for (int k = 0; k < PACKS; k++)
                if (base + k * GROUP < whole)
                    own[k] = packs[base + k * GROUP];
#pragma unroll
            for (int k = 0; k < PACKS; k++)
                if (base + k * GROUP < whole)
                    count += hits_of_pack(own[k]);
        }
        single += 16 * whole;
    }
    for (int64 base = single; base < end; base += TILE)
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            int64 i = base + k * GROUP + t;
            if (i < end)
                count += is_hit(x[PLACE(l, i)]);
        }
    room[t] = count;
    BARRIER();
    for (int step = GROUP / 2; step > 0; step /= 2) {
        if (t < step)
            room[t] += room[t + step];
        BARRIER();
    }
    if (t == 0)
        counts[GROUP_ID] = room[0];
}

#ifdef WARP
/* List the positions of the nonzero elements ("hits") of a tile, and return the number of hits. Each warp handles consecutive
 * elements. */
DEVICE int list_hits(const GLOBAL T *x, const plain_layout *l, int64 base, int64 end, LOCAL_POINTER uint16 *list,
                     LOCAL_POINTER int *room)
{
    int lane = LOCAL_ID % WARP, warp = LOCAL_ID / WARP, first = warp * WARP * ITEMS + lane, mine = 0, at = 0, total = 0;
    int is_line = l->ndim <= 1;
    int64 step = l->ndim == 1 ? l->strides[0] : 0;
    uint32 hits[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int64 i = base + first + k * WARP;
        hits[k] = BALLOT(i < end && is_hit(x[PLACE(*l, i)]));
        mine += POPCOUNT(hits[k]);
    }
    if (lane == 0)
        room[warp] = mine;
    BARRIER();
#pragma unroll
    for (int w = 0; w < GROUP / WARP; w++) {
        at += w < warp ? room[w] : 0;
        total += room[w];
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (hits[k] >> lane & 1)
            list[at + POPCOUNT(hits[k] & (((uint32)1 << lane) - 1))] = (uint16)(first + k * WARP);
        at += POPCOUNT(hits[k]);
    }
    BARRIER();
    return total;
}

/* Return a bit mask of the hits among 16 elements, of which only `left` exist. */
DEVICE uint32 hits_of_bytes(const GLOBAL T *x, int64 left)
{
    uint32 hits = 0;
    if (left >= 16) {
        pack p = *(const GLOBAL pack *)x;
#pragma unroll
        for (int i = 0; i < 4; i++)
            hits |= ((marks_of(p.word[i]) >> 7) * 0x10204080u) >> 28 << 4 * i;
    } else {
        for (int i = 0; i < left; i++)
            hits |= (uint32)is_hit(x[i]) << i;
    }
    return hits;
}

/* Like list_hits() for warps, but each thread passes a bit mask of the hits among its 16 consecutive elements. */
DEVICE int list_packed(uint32 hits, LOCAL_POINTER uint16 *list, LOCAL_POINTER int *room)
{
    int lane = LOCAL_ID % WARP, warp = LOCAL_ID / WARP, mine = (int)POPCOUNT(hits), sum = mine, total = 0;
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
        int left = SHUFFLE(sum, lane >= step ? lane - step : lane);
        sum += lane >= step ? left : 0;
    }
    if (lane == WARP - 1)
        room[warp] = sum;
    BARRIER();
    int at = sum - mine;
#pragma unroll
    for (int w = 0; w < GROUP / WARP; w++) {
        at += w < warp ? room[w] : 0;
        total += room[w];
    }
    for (; hits; hits &= hits - 1)
        list[at++] = (uint16)(LOCAL_ID * ITEMS + LAST_BIT(hits & (0 - hits)));
    BARRIER();
    return total;
}
#else
/* Return the sum of `mine` over the earlier threads; *total is the sum over all threads. */
DEVICE int count_before(int mine, LOCAL_POINTER int *room, int *total)
{
    int t = LOCAL_ID, in_part = t & 31, sum = 0, before = 0;
    room[t] = mine;
    BARRIER();
    for (int step = 1; step < 32; step *= 2) {
        int left = in_part >= step ? room[t - step] : 0;
        BARRIER();
        room[t] += left;
        BARRIER();
    }
    for (int part = 31; part < GROUP; part += 32) {
        if (part < t - in_part)
            before += room[part];
        sum += room[part];
    }
    before += room[t] - mine;
    *total = sum;
    BARRIER();
    return before;
}

/* Like the version for warps, but with an array of flags, so that each thread counts consecutive elements. */
DEVICE int list_hits(const GLOBAL T *x, const plain_layout *l, int64 base, int64 end, LOCAL_POINTER uint16 *list,
                     LOCAL_POINTER int *room HIT_PARAMETER(hit))
{
    int t = LOCAL_ID, mine = 0, found = 0, total;
    int is_line = l->ndim <= 1;
    int64 step = l->ndim == 1 ? l->strides[0] : 0;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int64 i = base + k * GROUP + t;
        if (i < end && is_hit(x[PLACE(*l, i)]))
            found |= 1 << k;
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        hit[k * GROUP + t] = (uint8)(found >> k & 1);
    BARRIER();
#pragma unroll
    for (int j = 0; j < ITEMS; j++)
        mine += hit[t * ITEMS + j];
    int at = count_before(mine, room, &total);
#pragma unroll
    for (int j = 0; j < ITEMS; j++)
        if (hit[t * ITEMS + j])
            list[at++] = (uint16)(t * ITEMS + j);
    BARRIER();
    return total;
}
#endif

/* Return *i modulo n and divide *i by n. */
DEVICE int64 split_position(int64 *i, int64 n)
{
    int64 rest;
    if (*i <= 0x7fffffff && n <= 0x7fffffff) {
        rest = (uint32)*i % (uint32)n;
        *i = (uint32)*i / (uint32)n;
    } else {
        rest = *i % n;
        *i /= n;
    }
    return rest;
}

/* Return the hits of the next tile, if the elements are packed. The elements are loaded while the hits of the current tile are
 * written. */
DEVICE uint32 hits_ahead(const GLOBAL T *x, int packed, int64 base, int64 end)
{
#ifdef WARP
    if (packed)
        return hits_of_bytes(x + base + LOCAL_ID * ITEMS, end - base - LOCAL_ID * ITEMS);
#endif
    return 0;
}

DEVICE int next_list(const GLOBAL T *x, const plain_layout *l, int packed, int64 base, int64 end, uint32 *hits,
                     LOCAL_POINTER uint16 *list, LOCAL_POINTER int *room HIT_PARAMETER(hit))
{
#ifdef WARP
    if (packed) {
        uint32 here = *hits;
        *hits = hits_ahead(x, packed, base + TILE, end);
        return list_packed(here, list, room);
    }
#endif
    return list_hits(x, l, base, end, list, room AND_HITS(hit));
}

/* Write the positions of the hits: `out` has shape (ndim, count), for the axes of `of`. */
KERNEL write_positions(int64 n, int64 length, plain_layout l, int packed, const GLOBAL T *x, const GLOBAL int64 *starts,
                       plain_layout of, int64 count, GLOBAL int64 *out)
{
    HIT_LIST(hit)
    LOCAL uint16 list[TILE];
    LOCAL int room[GROUP];
    int64 begin = GROUP_ID * length, end = begin + length < n ? begin + length : n;
    int64 at = starts[GROUP_ID], limit = starts[GROUP_ID + 1];
    uint32 hits = hits_ahead(x, packed, begin, end);
    for (int64 base = begin; base < end; base += TILE) {
        int total = next_list(x, &l, packed, base, end, &hits, list, room AND_HITS(hit));
        for (int k = LOCAL_ID; k < total && at + k < limit; k += GROUP) {
            int64 i = base + list[k];
            for (int d = of.ndim - 1; d > 0; d--)
                out[d * count + at + k] = split_position(&i, of.shape[d]);
            out[at + k] = i;
        }
        at += total;
        BARRIER();
    }
}

#ifdef E
KERNEL write_selected(int64 n, int64 length, plain_layout l, int packed, const GLOBAL T *x, const GLOBAL int64 *starts,
                      plain_layout of, const GLOBAL E *from, GLOBAL E *out)
{
    HIT_LIST(hit)
    LOCAL uint16 list[TILE];
    LOCAL int room[GROUP];
    int64 begin = GROUP_ID * length, end = begin + length < n ? begin + length : n;
    int64 at = starts[GROUP_ID], limit = starts[GROUP_ID + 1];
    uint32 hits = hits_ahead(x, packed, begin, end);
    for (int64 base = begin; base < end; base += TILE) {
        int total = next_list(x, &l, packed, base, end, &hits, list, room AND_HITS(hit));
        int is_line = of.ndim <= 1;
        int64 step = of.ndim == 1 ? of.strides[0] : 0;
        for (int k = LOCAL_ID; k < total && at + k < limit; k += GROUP)
            out[at + k] = from[PLACE(of, base + list[k])];
        at += total;
        BARRIER();
    }
}
#endif
