/* sort_network.c - few keys sorted in vectors of 32 bytes, by comparisons that do not depend on the keys: compiled twice, since
 * vectors that stay in registers need more than clones of loops. */
#include "sort.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
/* Words of two vectors, by their places in both together. */
#ifdef __clang__
#define PICK(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define PICK(x, y, ...) __builtin_shuffle(x, y, (V){__VA_ARGS__})
#endif

#define U32(x) x##_u32
#define U64(x) x##_u64
#include "sort_network_words.inc"
#undef U32
#undef U64

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC push_options
#pragma GCC target("avx2")
#define U32(x) x##_u32_v3
#define U64(x) x##_u64_v3
#include "sort_network_words.inc"
#undef U32
#undef U64
#pragma GCC pop_options
#define CHOOSE(way) (__builtin_cpu_supports("avx2") ? way##_v3 : way)
#else
#define CHOOSE(way) way
#endif

void gla_host_sort_by_network_u32(uint32_t *a, int64_t n)
{
    CHOOSE(sort_u32)(a, n);
}

void gla_host_sort_by_network_u64(uint64_t *a, int64_t n)
{
    CHOOSE(sort_u64)(a, n);
}
