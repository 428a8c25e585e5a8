/* lu_pivot.h - Pivot comparison and multipliers, shared by the LU panels. The caller defines the element type T and the
 * matching KIND_* macro. */
#if __CUDA_ARCH__ >= 800 || defined(NEIGHBOURS)
#define LANES_COMPARE
#endif
#if __CUDA_ARCH__ >= 800
/* Return a key that increases with the magnitude of v, or 0 if `there` is false. */
DEVICE uint64 size_key(T v, int there)
{
    R size = F_SIZE(v);
    uint64 bits = sizeof(R) == 8 ? (uint64)__double_as_longlong(size) : (uint64)__float_as_uint((float)size) << 32;
    return there ? bits + ((uint64)1 << 32) : 0;
}

/* Return the lane with the largest key. Among equal keys, return the lane with the lowest position. */
DEVICE int best_lane(uint64 key, int position)
{
    uint32 high = (uint32)(key >> 32), low = (uint32)key, most = __reduce_max_sync(0xffffffffu, high);
    uint32 lanes = BALLOT(high == most);
    if (POPCOUNT(lanes) > 1) {
        uint32 second = __reduce_max_sync(0xffffffffu, high == most ? low : 0);
        int in = high == most && low == second;
        uint32 first = __reduce_min_sync(0xffffffffu, in ? (uint32)position : 0xffffffffu);
        lanes = BALLOT(in && (uint32)position == first);
    }
    return __ffs((int)lanes) - 1;
}
#elif defined(NEIGHBOURS)
DEVICE uint64 size_key(T v, int there)
{
    union {
        float64 size;
        uint64 bits;
    } b;
    b.size = F_SIZE(v);
    return there ? b.bits + ((uint64)1 << 32) : 0;
}

DEVICE int best_lane(uint64 key, int position)
{
    uint32 high = (uint32)(key >> 32), low = (uint32)key, most = MAX_OF_LANES(high), second, first;
    int in = high == most;
    second = MAX_OF_LANES(in ? low : 0);
    in = in && low == second;
    first = MAX_OF_LANES(in ? ~(uint32)position : 0);
    return (int)MAX_OF_LANES(in && ~(uint32)position == first ? LOCAL_ID % 32 : 0);
}
#endif

DEVICE T zero_element(void)
{
    return F_NUMBER(0);
}

/* Return 1/v, or 0 for 0. */
DEVICE T inverse_of(T v)
{
    return F_SIZE(v) == 0 ? zero_element() : F_DIV(F_NUMBER(1), v);
}

DEVICE T multiplier(T v, T pivot, T inverse)
{
    if (F_SIZE(pivot) == 0)
        return zero_element(); /* the whole column is zero */
    return F_SIZE(inverse) < R_INF ? f_quotient(v, pivot, inverse) : F_DIV(v, pivot);
}
