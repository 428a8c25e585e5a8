/* lu_pivot_search.h - Selection of the pivot among the rows that groups propose in lu_resident.h. The caller defines the macros
 * of messages.h. The caller also defines NEIGHBOURS if lanes can compute their maximum together. */
typedef struct {
    WORD key;           /* increases with the magnitude of the element; 0: no row */
    int position, from; /* position of the row; thread or group that has the row */
} candidate;

/* Return the candidate with the larger element. If the elements are equal, return the candidate in the upper row. */
DEVICE candidate better(candidate x, candidate y)
{
    int second = y.key > x.key || (y.key == x.key && y.position < x.position);
    return second ? y : x;
}

/* Make a candidate whose key is derived from the bits of |v|. Nonnegative floating-point values have the same order as their
 * bits. NaN is treated as infinity. */
DEVICE candidate candidate_of(T v, int there, int position, int from)
{
    R size = F_SIZE(v);
    union {
        R value;
        WORD word;
    } b;
    b.value = size == size ? size : R_INF;
    candidate c = {there ? b.word + 1 : 0, position, from};
    return c;
}

#ifdef NEIGHBOURS
/* Compare the candidates of NEIGHBOURS lanes, and return the best candidate in each of these lanes. */
DEVICE candidate best_of_lanes(candidate c)
{
    uint32 high = (uint32)((uint64)c.key >> 16 >> 16), low = (uint32)c.key, top = 0, rest, place;
    if (sizeof(WORD) == 8)
        top = MAX_OF_LANES(high);
    rest = MAX_OF_LANES(high == top ? low : 0);
    int is_largest = high == top && low == rest;
    place = MAX_OF_LANES(is_largest ? ~(uint32)c.position : 0);
    int is_best = is_largest && ~(uint32)c.position == place;
    c.from = (int)MAX_OF_LANES(is_best ? (uint32)c.from : 0);
    c.key = (WORD)((uint64)top << 16 << 16 | rest);
    c.position = (int)~place;
    return c;
}
#endif
