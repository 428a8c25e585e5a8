/* sort_network.c - few keys sorted in vectors of 32 bytes, by comparisons that do not depend on the keys. */
#include "sort.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
/* Words of two vectors, by their places in both together. */
#ifdef __clang__
#define PICK(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define PICK(x, y, ...) __builtin_shuffle(x, y, (V){__VA_ARGS__})
#endif

#define NAME(x) x##_u64
#define K uint64_t
#define W int64_t
#define LANES 4
#define SWAP(x, turn)                              \
    ((turn) == 1   ? PICK(x, x, 1, 0, 3, 2)        \
     : (turn) == 2 ? PICK(x, x, 2, 3, 0, 1)        \
                   : PICK(x, x, 3, 2, 1, 0))
#define BLEND(x, y, bit) ((bit) == 1 ? PICK(x, y, 0, 5, 2, 7) : PICK(x, y, 0, 1, 6, 7))
#define LOWER_HALVES(x, y) PICK(x, y, 0, 4, 1, 5)
#define UPPER_HALVES(x, y) PICK(x, y, 2, 6, 3, 7)
#include "sort_network.inc"
#undef NAME
#undef K
#undef W
#undef LANES
#undef SWAP
#undef BLEND
#undef LOWER_HALVES
#undef UPPER_HALVES

#define NAME(x) x##_u32
#define K uint32_t
#define W int32_t
#define LANES 8
#define SWAP(x, turn)                                      \
    ((turn) == 1   ? PICK(x, x, 1, 0, 3, 2, 5, 4, 7, 6)    \
     : (turn) == 2 ? PICK(x, x, 2, 3, 0, 1, 6, 7, 4, 5)    \
     : (turn) == 3 ? PICK(x, x, 3, 2, 1, 0, 7, 6, 5, 4)    \
                   : PICK(x, x, 7, 6, 5, 4, 3, 2, 1, 0))
#define BLEND(x, y, bit)                                        \
    ((bit) == 1   ? PICK(x, y, 0, 9, 2, 11, 4, 13, 6, 15)       \
     : (bit) == 2 ? PICK(x, y, 0, 1, 10, 11, 4, 5, 14, 15)      \
                  : PICK(x, y, 0, 1, 2, 3, 12, 13, 14, 15))
#define LOWER_HALVES(x, y) PICK(x, y, 0, 8, 1, 9, 2, 10, 3, 11)
#define UPPER_HALVES(x, y) PICK(x, y, 4, 12, 5, 13, 6, 14, 7, 15)
#include "sort_network.inc"
#undef NAME
#undef K
#undef W
#undef LANES
#undef SWAP
#undef BLEND
#undef LOWER_HALVES
#undef UPPER_HALVES

void gla_host_sort_by_network_u32(uint32_t *a, int64_t n)
{
    sort_u32(a, n);
}

void gla_host_sort_by_network_u64(uint64_t *a, int64_t n)
{
    sort_u64(a, n);
}
