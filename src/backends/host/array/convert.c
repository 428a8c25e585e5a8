/* convert.c - Conversion loops between all pairs of dtypes. */
#include "copy.h"

#include <complex.h>

typedef uint8_t boolean; /* stored as 0 or 1 */
typedef float complex complex64;
typedef double complex complex128;

/* X(type, name, lowest value, highest value) for each integer type. */
#define INTEGERS(X)                         \
    X(int8_t, int8, INT8_MIN, INT8_MAX)     \
    X(int16_t, int16, INT16_MIN, INT16_MAX) \
    X(int32_t, int32, INT32_MIN, INT32_MAX) \
    X(int64_t, int64, INT64_MIN, INT64_MAX) \
    X(uint8_t, uint8, 0, UINT8_MAX)         \
    X(uint16_t, uint16, 0, UINT16_MAX)      \
    X(uint32_t, uint32, 0, UINT32_MAX)      \
    X(uint64_t, uint64, 0, UINT64_MAX)

/* The highest value + 1 is a power of two, and the lowest value is zero or minus a power of two, so both are exactly
 * representable as a double. */
#define TO_INTEGER(T, name, low, high)                                                                        \
    static inline T real_to_##name(double x)                                                                  \
    {                                                                                                         \
        return x > (double)low ? (x < (double)(high / 2 + 1) * 2 ? (T)x : high) : x <= (double)low ? low : 0; \
    }
INTEGERS(TO_INTEGER)

#define LOOP(from_name, From, to_name, To, expression)                                                                  \
    static void from_name##_to_##to_name(int64_t n, const void *src, int64_t src_stride, void *dst, int64_t dst_stride) \
    {                                                                                                                   \
        const From *s = src;                                                                                            \
        To *d = dst;                                                                                                    \
        if (src_stride == 1 && dst_stride == 1) {                                                                       \
            GLA_INDEPENDENT                                                                                             \
            for (int64_t i = 0; i < n; i++) {                                                                           \
                From x = s[i];                                                                                          \
                d[i] = expression;                                                                                      \
            }                                                                                                           \
        } else {                                                                                                        \
            for (int64_t i = 0; i < n; i++) {                                                                           \
                From x = s[i * src_stride];                                                                             \
                d[i * dst_stride] = expression;                                                                         \
            }                                                                                                           \
        }                                                                                                               \
    }

#define FROM_WHOLE(From, name)                       \
    LOOP(name, From, boolean, boolean, x != 0)       \
    LOOP(name, From, int8, int8_t, (int8_t)x)        \
    LOOP(name, From, int16, int16_t, (int16_t)x)     \
    LOOP(name, From, int32, int32_t, (int32_t)x)     \
    LOOP(name, From, int64, int64_t, (int64_t)x)     \
    LOOP(name, From, uint8, uint8_t, (uint8_t)x)     \
    LOOP(name, From, uint16, uint16_t, (uint16_t)x)  \
    LOOP(name, From, uint32, uint32_t, (uint32_t)x)  \
    LOOP(name, From, uint64, uint64_t, (uint64_t)x)  \
    LOOP(name, From, float32, float, (float)x)       \
    LOOP(name, From, float64, double, (double)x)     \
    LOOP(name, From, complex64, complex64, (float)x) \
    LOOP(name, From, complex128, complex128, (double)x)

#define FROM_FRACTION(From, name, part, complex64_of_x, complex128_of_x) \
    LOOP(name, From, boolean, boolean, x != 0)                           \
    LOOP(name, From, int8, int8_t, real_to_int8(part))                   \
    LOOP(name, From, int16, int16_t, real_to_int16(part))                \
    LOOP(name, From, int32, int32_t, real_to_int32(part))                \
    LOOP(name, From, int64, int64_t, real_to_int64(part))                \
    LOOP(name, From, uint8, uint8_t, real_to_uint8(part))                \
    LOOP(name, From, uint16, uint16_t, real_to_uint16(part))             \
    LOOP(name, From, uint32, uint32_t, real_to_uint32(part))             \
    LOOP(name, From, uint64, uint64_t, real_to_uint64(part))             \
    LOOP(name, From, float32, float, (float)(part))                      \
    LOOP(name, From, float64, double, (double)(part))                    \
    LOOP(name, From, complex64, complex64, complex64_of_x)               \
    LOOP(name, From, complex128, complex128, complex128_of_x)

FROM_WHOLE(boolean, boolean)
FROM_WHOLE(int8_t, int8)
FROM_WHOLE(int16_t, int16)
FROM_WHOLE(int32_t, int32)
FROM_WHOLE(int64_t, int64)
FROM_WHOLE(uint8_t, uint8)
FROM_WHOLE(uint16_t, uint16)
FROM_WHOLE(uint32_t, uint32)
FROM_WHOLE(uint64_t, uint64)
FROM_FRACTION(float, float32, x, x, x)
FROM_FRACTION(double, float64, x, (float)x, x)
FROM_FRACTION(complex64, complex64, crealf(x), x, x)
FROM_FRACTION(complex128, complex128, creal(x), (complex64)x, x)

#define ROW(type, from)                                                                                                   \
    [type] = {                                                                                                            \
        [GLA_BOOL] = from##_to_boolean,         [GLA_INT8] = from##_to_int8,       [GLA_INT16] = from##_to_int16,         \
        [GLA_INT32] = from##_to_int32,          [GLA_INT64] = from##_to_int64,     [GLA_UINT8] = from##_to_uint8,         \
        [GLA_UINT16] = from##_to_uint16,        [GLA_UINT32] = from##_to_uint32,   [GLA_UINT64] = from##_to_uint64,       \
        [GLA_FLOAT32] = from##_to_float32,      [GLA_FLOAT64] = from##_to_float64, [GLA_COMPLEX64] = from##_to_complex64, \
        [GLA_COMPLEX128] = from##_to_complex128}

static const gla_host_converter converters[GLA_DTYPE_COUNT][GLA_DTYPE_COUNT] = {
    ROW(GLA_BOOL, boolean),         ROW(GLA_INT8, int8),       ROW(GLA_INT16, int16),     ROW(GLA_INT32, int32),
    ROW(GLA_INT64, int64),          ROW(GLA_UINT8, uint8),     ROW(GLA_UINT16, uint16),   ROW(GLA_UINT32, uint32),
    ROW(GLA_UINT64, uint64),        ROW(GLA_FLOAT32, float32), ROW(GLA_FLOAT64, float64), ROW(GLA_COMPLEX64, complex64),
    ROW(GLA_COMPLEX128, complex128)};

gla_host_converter gla_host_convert(gla_dtype from, gla_dtype to)
{
    return converters[from][to];
}
