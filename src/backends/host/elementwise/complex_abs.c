/* complex_abs.c - Absolute values of complex numbers in wide registers (wide.c).  The method computes the square root of a sum
 * of squares in two parts, and corrects the rounding error of the root. */
#include "short.h"

#include <string.h>

/* Return the bits of the larger part (or of the smaller part).  Comparing bits is equivalent to comparing absolute values. */
static inline uint64 larger_of(double re, double im)
{
    uint64 a = BITS_OF(fabs(re)), b = BITS_OF(fabs(im));
    return a > b ? a : b;
}

static inline uint64 lesser_of(double re, double im)
{
    uint64 a = BITS_OF(fabs(re)), b = BITS_OF(fabs(im));
    return a > b ? b : a;
}

static inline uint32 short_larger_of(float re, float im)
{
    uint32 a = SHORT_BITS(fabsf(re)), b = SHORT_BITS(fabsf(im));
    return a > b ? a : b;
}

static inline uint32 short_lesser_of(float re, float im)
{
    uint32 a = SHORT_BITS(fabsf(re)), b = SHORT_BITS(fabsf(im));
    return a > b ? b : a;
}

/* Return the absolute value for parts from 2^-400 to 2^500.  Other parts must first be scaled by a power of two. */
static inline double size_between(double re, double im)
{
    double a = OF_BITS(larger_of(re, im)), b = OF_BITS(lesser_of(re, im));
    double aa = a * a, bb = b * b, sum = aa + bb, h = sqrt(sum);
    double lost = aa - sum + bb + (fma(a, a, -aa) + fma(b, b, -bb)) + fma(-h, h, sum);
    return fma(lost, 0.5 * roughly_inverse(h), h);
}

static inline double size_beyond(double re, double im)
{
    double a = OF_BITS(larger_of(re, im));
    int shift = a > 0x1p500 ? -600 : a < 0x1p-400 ? 600 : 0;
    double scale = OF_BITS((uint64)(1023 + shift) << 52), back = OF_BITS((uint64)(1023 - shift) << 52);
    double size = size_between(re * scale, im * scale) * back;
    return fabs(re) == SPECIAL_INF || fabs(im) == SPECIAL_INF ? SPECIAL_INF : size;
}

/* Return the absolute value in float32, for parts from 2^-40 to 2^60. */
static inline float short_size_between(float re, float im)
{
    float a = OF_SHORT_BITS(short_larger_of(re, im)), b = OF_SHORT_BITS(short_lesser_of(re, im));
    float aa = a * a, bb = b * b, sum = aa + bb, h = sqrtf(sum);
    float lost = aa - sum + bb + (fmaf(a, a, -aa) + fmaf(b, b, -bb)) + fmaf(-h, h, sum);
    return fmaf(lost, 0.5f * short_inverse(h), h);
}

static inline float short_size_beyond(float re, float im)
{
    double a = (double)re, b = (double)im;
    return fabsf(re) == INFINITY || fabsf(im) == INFINITY ? INFINITY : (float)sqrt(a * a + b * b);
}

/* Return a number whose first bit is set if the larger part is outside the bounds of size_between().  Zero is treated as
 * inside. */
static inline uint64 is_beyond(double re, double im)
{
    uint64 bits = larger_of(re, im);
    return ((bits - BITS_OF(0x1p-400)) & (0 - bits)) | (BITS_OF(0x1p500) - bits);
}

static inline uint32 short_is_beyond(float re, float im)
{
    uint32 bits = short_larger_of(re, im);
    return ((bits - SHORT_BITS(0x1p-40f)) & (0 - bits)) | (SHORT_BITS(0x1p60f) - bits);
}

#define SIZES(name, T, word, first_bit, BETWEEN, BEYOND, IS_BEYOND)                                     \
    FLAT static word between_##name(int32 n, const T *z, T *r)                                          \
    {                                                                                                   \
        word some = 0;                                                                                  \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++)                                                   \
        {                                                                                               \
            some |= IS_BEYOND(z[2 * i], z[2 * i + 1]);                                                  \
            r[i] = BETWEEN(z[2 * i], z[2 * i + 1]);                                                     \
        }                                                                                               \
        return some & first_bit;                                                                        \
    }                                                                                                   \
    FLAT static void beyond_##name(int32 n, const T *z, T *r)                                           \
    {                                                                                                   \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++)                                                   \
        {                                                                                               \
            T re = z[2 * i], im = z[2 * i + 1], far = BEYOND(re, im);                                   \
            r[i] = IS_BEYOND(re, im) & first_bit ? far : r[i];                                          \
        }                                                                                               \
    }                                                                                                   \
    /* The result may be stored in separate memory, or may overwrite the parts. */                      \
    void gla_host_sizes_##name(int64_t n, void *const p[])                                              \
    {                                                                                                   \
        const T *z = p[0];                                                                              \
        T *r = p[1], near[WIDE_BLOCK];                                                                  \
        const bool apart = z != r;                                                                      \
        for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK, z += 2 * WIDE_BLOCK, r += WIDE_BLOCK) { \
            const int32 count = n - begin < WIDE_BLOCK ? (int32)(n - begin) : WIDE_BLOCK;               \
            T *to = apart ? r : near;                                                                   \
            ask_ahead(z, r, WIDE_BLOCK * sizeof *r);                                                    \
            ask_ahead(z + WIDE_BLOCK, z + WIDE_BLOCK, WIDE_BLOCK * sizeof *z);                          \
            if (between_##name(count, z, to))                                                           \
                beyond_##name(count, z, to);                                                            \
            if (!apart)                                                                                 \
                memcpy(r, near, (size_t)count * sizeof *r);                                             \
        }                                                                                               \
    }
SIZES(complex64, float, uint32, 0x80000000U, short_size_between, short_size_beyond, short_is_beyond)
SIZES(complex128, double, uint64, 0x8000000000000000U, size_between, size_beyond, is_beyond)
