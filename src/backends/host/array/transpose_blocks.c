/* transpose_blocks.c - Transposition of blocks; see transpose_blocks.h. */
#include "transpose_blocks.h"
#include "backends/host/unroll.h"

#include <string.h>

/* dst(i, j) = src(j, i) for elements of one size, in small blocks that use whole cache lines of both arrays. */
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
TURN(turn_8_rest, uint64_t)
TURN(turn_16, pair)

typedef uint64_t four __attribute__((vector_size(32)));
/* Select words of two vectors by their indices in the concatenated vectors. */
#ifdef __clang__
#define PICK(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define PICK(x, y, ...) __builtin_shuffle(x, y, (four){__VA_ARGS__})
#endif

static inline __attribute__((always_inline)) void turn_four(const uint64_t *src, int64_t from_step, uint64_t *dst,
                                                            int64_t to_step)
{
    four row[4], turned[4];
    for (int k = 0; k < 4; k++)
        memcpy(&row[k], src + k * from_step, sizeof row[k]);
    const four a = PICK(row[0], row[1], 0, 4, 2, 6), b = PICK(row[0], row[1], 1, 5, 3, 7);
    const four c = PICK(row[2], row[3], 0, 4, 2, 6), d = PICK(row[2], row[3], 1, 5, 3, 7);
    turned[0] = PICK(a, c, 0, 1, 4, 5);
    turned[1] = PICK(b, d, 0, 1, 4, 5);
    turned[2] = PICK(a, c, 2, 3, 6, 7);
    turned[3] = PICK(b, d, 2, 3, 6, 7);
    for (int k = 0; k < 4; k++)
        memcpy(dst + k * to_step, &turned[k], sizeof turned[k]);
}

/* Transpose 4 x 4 elements at a time in registers, and the remaining elements one by one. */
static void turn_8_edge(int64_t rows, int64_t columns, const uint64_t *x, int64_t from_step, uint64_t *y, int64_t to_step)
{
    const int64_t m = rows / 4 * 4, n = columns / 4 * 4;
    for (int64_t i = 0; i < m; i += 4)
        for (int64_t j = 0; j < n; j += 4)
            turn_four(x + j * from_step + i, from_step, y + i * to_step + j, to_step);
    if (m && n < columns)
        turn_8_rest(m, columns - n, x + n * from_step, from_step, y + n, to_step);
    if (m < rows)
        turn_8_rest(rows - m, columns, x + m, from_step, y + m * to_step, to_step);
}

/* Transpose the matrix in the order of the destination's cache lines. */
static void turn_8(int64_t rows, int64_t columns, const void *from, int64_t from_step, void *to, int64_t to_step)
{
    enum { SIDE = 8 };
    const uint64_t *x = from;
    uint64_t *y = to;
    const int64_t m = rows / SIDE * SIDE, n = columns / SIDE * SIDE;
    for (int64_t i = 0; i < m; i += SIDE)
        for (int64_t j = 0; j < n; j += SIDE)
            UNROLL(2)
    for (int k = 0; k < SIDE; k += 4)
        UNROLL(2)
    for (int l = 0; l < SIDE; l += 4)
        turn_four(x + (j + l) * from_step + i + k, from_step, y + (i + k) * to_step + j + l, to_step);
    if (m && n < columns)
        turn_8_edge(m, columns - n, x + n * from_step, from_step, y + n, to_step);
    if (m < rows)
        turn_8_edge(rows - m, columns, x + m, from_step, y + m * to_step, to_step);
}

void gla_host_transpose_block(size_t size, int64_t rows, int64_t columns, const void *from, int64_t from_step, void *to,
                              int64_t to_step)
{
    switch (size) {
    case 1: turn_1(rows, columns, from, from_step, to, to_step); break;
    case 2: turn_2(rows, columns, from, from_step, to, to_step); break;
    case 4: turn_4(rows, columns, from, from_step, to, to_step); break;
    case 8: turn_8(rows, columns, from, from_step, to, to_step); break;
    default: turn_16(rows, columns, from, from_step, to, to_step); break;
    }
}
