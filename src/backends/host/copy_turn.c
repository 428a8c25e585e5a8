/* copy_turn.c - see copy_turn.h. */
#include "copy_turn.h"

#include <stdbool.h>

/* dst(i, j) = src(j, i) for elements of one size, in small blocks that touch whole cache lines of both. */
#define TURN(name, T)                                                                                                 \
    static void name(int64_t rows, int64_t columns, const void *from, int64_t from_step, void *to, int64_t to_step)   \
    {                                                                                                                 \
        enum { SIDE = 64 / sizeof(T) < 16 ? 64 / sizeof(T) : 16 };                                                    \
        for (int64_t j = 0; j < columns; j += SIDE)                                                                   \
            for (int64_t i = 0; i < rows; i += SIDE) {                                                                \
                const T *src = (const T *)from + j * from_step + i;                                                   \
                T *dst = (T *)to + i * to_step + j;                                                                   \
                int m = rows - i < SIDE ? (int)(rows - i) : SIDE, n = columns - j < SIDE ? (int)(columns - j) : SIDE; \
                if (m == SIDE && n == SIDE) {                                                                         \
                    for (int k = 0; k < SIDE; k++)                                                                    \
                        for (int l = 0; l < SIDE; l++)                                                                \
                            dst[k * to_step + l] = src[l * from_step + k];                                            \
                } else {                                                                                              \
                    for (int k = 0; k < m; k++)                                                                       \
                        for (int l = 0; l < n; l++)                                                                   \
                            dst[k * to_step + l] = src[l * from_step + k];                                            \
                }                                                                                                     \
            }                                                                                                         \
    }

typedef struct pair {
    uint64_t first, second;
} pair;

TURN(turn_1, uint8_t)
TURN(turn_2, uint16_t)
TURN(turn_4, uint32_t)
TURN(turn_8_plain, uint64_t)
TURN(turn_16, pair)

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define WIDE_CODE __attribute__((target("avx2")))

WIDE_CODE static inline __attribute__((always_inline)) void turn_four(const uint64_t *src, int64_t from_step, uint64_t *dst,
                                                                      int64_t to_step)
{
    __m256i row[4];
    for (int k = 0; k < 4; k++)
        row[k] = _mm256_loadu_si256((const void *)(src + k * from_step));
    const __m256i a = _mm256_unpacklo_epi64(row[0], row[1]), b = _mm256_unpackhi_epi64(row[0], row[1]);
    const __m256i c = _mm256_unpacklo_epi64(row[2], row[3]), d = _mm256_unpackhi_epi64(row[2], row[3]);
    _mm256_storeu_si256((void *)dst, _mm256_permute2x128_si256(a, c, 0x20));
    _mm256_storeu_si256((void *)(dst + to_step), _mm256_permute2x128_si256(b, d, 0x20));
    _mm256_storeu_si256((void *)(dst + 2 * to_step), _mm256_permute2x128_si256(a, c, 0x31));
    _mm256_storeu_si256((void *)(dst + 3 * to_step), _mm256_permute2x128_si256(b, d, 0x31));
}

/* Four by four in registers; what is left over by single elements. */
WIDE_CODE static void turn_8_edge(int64_t rows, int64_t columns, const uint64_t *x, int64_t from_step, uint64_t *y,
                                  int64_t to_step)
{
    const int64_t m = rows / 4 * 4, n = columns / 4 * 4;
    for (int64_t i = 0; i < m; i += 4)
        for (int64_t j = 0; j < n; j += 4)
            turn_four(x + j * from_step + i, from_step, y + i * to_step + j, to_step);
    if (m && n < columns)
        turn_8_plain(m, columns - n, x + n * from_step, from_step, y + n, to_step);
    if (m < rows)
        turn_8_plain(rows - m, columns, x + m, from_step, y + m * to_step, to_step);
}

/* The same, lines of the destination one after the other. */
WIDE_CODE static void turn_8_wide(int64_t rows, int64_t columns, const void *from, int64_t from_step, void *to, int64_t to_step)
{
    enum { SIDE = 8 };
    const uint64_t *x = from;
    uint64_t *y = to;
    const int64_t m = rows / SIDE * SIDE, n = columns / SIDE * SIDE;
    for (int64_t i = 0; i < m; i += SIDE)
        for (int64_t j = 0; j < n; j += SIDE)
            for (int k = 0; k < SIDE; k += 4)
                for (int l = 0; l < SIDE; l += 4)
                    turn_four(x + (j + l) * from_step + i + k, from_step, y + (i + k) * to_step + j + l, to_step);
    if (m && n < columns)
        turn_8_edge(m, columns - n, x + n * from_step, from_step, y + n, to_step);
    if (m < rows)
        turn_8_edge(rows - m, columns, x + m, from_step, y + m * to_step, to_step);
}

#define HAS_WIDE __builtin_cpu_supports("avx2")
#else
#define HAS_WIDE false
#define turn_8_wide turn_8_plain
#endif

void gla_host_turn(size_t size, int64_t rows, int64_t columns, const void *from, int64_t from_step, void *to, int64_t to_step)
{
    switch (size) {
    case 1: turn_1(rows, columns, from, from_step, to, to_step); break;
    case 2: turn_2(rows, columns, from, from_step, to, to_step); break;
    case 4: turn_4(rows, columns, from, from_step, to, to_step); break;
    case 8: (HAS_WIDE ? turn_8_wide : turn_8_plain)(rows, columns, from, from_step, to, to_step); break;
    default: turn_16(rows, columns, from, from_step, to, to_step); break;
    }
}
