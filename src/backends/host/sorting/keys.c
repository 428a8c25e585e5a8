/* keys.c - Convert elements to sort keys and back. */
#include "sorting.h"

#include <string.h>

#define SIGN_32 ((uint32_t)1 << 31)
#define SIGN_64 ((uint64_t)1 << 63)
#define INFINITY_32 0x7f800000u
#define INFINITY_64 0x7ff0000000000000u

gla_key_width gla_host_key_width(gla_dtype dtype)
{
    size_t item = gla_itemsize(dtype);
    return item <= 4 ? GLA_KEY_32 : item == 8 ? GLA_KEY_64 : GLA_KEY_128;
}

/* For positive numbers the bits increase with the value, and for negative numbers they decrease. */
static inline uint32_t key_of_float(uint32_t u)
{
    uint32_t key = u ^ ((uint32_t) - (int32_t)(u >> 31) | SIGN_32);
    key = u == SIGN_32 ? SIGN_32 : key;
    return (u & ~SIGN_32) > INFINITY_32 ? UINT32_MAX : key;
}

static inline uint64_t key_of_double(uint64_t u)
{
    uint64_t key = u ^ ((uint64_t) - (int64_t)(u >> 63) | SIGN_64);
    key = u == SIGN_64 ? SIGN_64 : key;
    return (u & ~SIGN_64) > INFINITY_64 ? UINT64_MAX : key;
}

/* Only the key of NaN is greater than the key of infinity.  The three kinds of complex numbers with NaN also get keys in this
 * range. */
#define LEFT_OF_NAN_32 (SIGN_32 | INFINITY_32)
#define LEFT_OF_NAN_64 (SIGN_64 | INFINITY_64)

static inline uint64_t key_of_complex64(const uint32_t *u)
{
    uint32_t re = key_of_float(u[0]), im = key_of_float(u[1]);
    uint32_t sort = (re == UINT32_MAX ? 2u : 0u) + (im == UINT32_MAX ? 1u : 0u);
    uint32_t high = sort ? LEFT_OF_NAN_32 + sort : re, low = sort == 1 ? re : im;
    return (uint64_t)high << 32 | low;
}

static inline gla_uint128 key_of_complex128(const uint64_t *u)
{
    uint64_t re = key_of_double(u[0]), im = key_of_double(u[1]);
    unsigned sort = (re == UINT64_MAX ? 2u : 0u) + (im == UINT64_MAX ? 1u : 0u);
    uint64_t high = sort ? LEFT_OF_NAN_64 + sort : re, low = sort == 1 ? re : im;
    return (gla_uint128)high << 64 | low;
}

#define FILL(name, ctype, ktype, expression)                            \
    static void name(const ctype *v, int64_t n, ktype turn, ktype *key) \
    {                                                                   \
        for (int64_t i = 0; i < n; i++)                                 \
            key[i] = (expression) ^ turn;                               \
    }
FILL(fill_uint8, uint8_t, uint32_t, v[i])
FILL(fill_int8, uint8_t, uint32_t, v[i] ^ 0x80u)
FILL(fill_uint16, uint16_t, uint32_t, v[i])
FILL(fill_int16, uint16_t, uint32_t, v[i] ^ 0x8000u)
FILL(fill_uint32, uint32_t, uint32_t, v[i])
FILL(fill_int32, uint32_t, uint32_t, v[i] ^ SIGN_32)
FILL(fill_float, uint32_t, uint32_t, key_of_float(v[i]))
FILL(fill_uint64, uint64_t, uint64_t, v[i])
FILL(fill_int64, uint64_t, uint64_t, v[i] ^ SIGN_64)
FILL(fill_double, uint64_t, uint64_t, key_of_double(v[i]))
FILL(fill_complex64, uint32_t, uint64_t, key_of_complex64(v + 2 * i))

void gla_host_keys32(gla_dtype dtype, const void *x, int64_t n, bool descending, uint32_t *key)
{
    uint32_t turn = descending ? UINT32_MAX : 0;
    switch (dtype) {
    case GLA_INT8: fill_int8(x, n, turn, key); break;
    case GLA_INT16: fill_int16(x, n, turn, key); break;
    case GLA_INT32: fill_int32(x, n, turn, key); break;
    case GLA_UINT16: fill_uint16(x, n, turn, key); break;
    case GLA_UINT32: fill_uint32(x, n, turn, key); break;
    case GLA_FLOAT32: fill_float(x, n, turn, key); break;
    default: fill_uint8(x, n, turn, key);
    }
}

void gla_host_keys64(gla_dtype dtype, const void *x, int64_t n, bool descending, uint64_t *key)
{
    uint64_t turn = descending ? UINT64_MAX : 0;
    switch (dtype) {
    case GLA_INT64: fill_int64(x, n, turn, key); break;
    case GLA_FLOAT64: fill_double(x, n, turn, key); break;
    case GLA_COMPLEX64: fill_complex64(x, n, turn, key); break;
    default: fill_uint64(x, n, turn, key);
    }
}

void gla_host_keys128(const void *x, int64_t n, bool descending, gla_uint128 *key)
{
    gla_uint128 turn = descending ? ~(gla_uint128)0 : 0;
    const uint64_t *v = x;
    for (int64_t i = 0; i < n; i++)
        key[i] = key_of_complex128(v + 2 * i) ^ turn;
}

#define EMPTY(name, ctype, ktype, expression)                           \
    static void name(const ktype *key, int64_t n, ktype turn, ctype *v) \
    {                                                                   \
        for (int64_t i = 0; i < n; i++)                                 \
            v[i] = (ctype)(expression);                                 \
    }
#define TURNED (key[i] ^ turn)
EMPTY(empty_uint8, uint8_t, uint32_t, TURNED)
EMPTY(empty_int8, uint8_t, uint32_t, TURNED ^ 0x80u)
EMPTY(empty_uint16, uint16_t, uint32_t, TURNED)
EMPTY(empty_int16, uint16_t, uint32_t, TURNED ^ 0x8000u)
EMPTY(empty_uint32, uint32_t, uint32_t, TURNED)
EMPTY(empty_int32, uint32_t, uint32_t, TURNED ^ SIGN_32)
EMPTY(empty_float, uint32_t, uint32_t, TURNED ^ (((TURNED >> 31) - 1) | SIGN_32))
EMPTY(empty_uint64, uint64_t, uint64_t, TURNED)
EMPTY(empty_int64, uint64_t, uint64_t, TURNED ^ SIGN_64)
EMPTY(empty_double, uint64_t, uint64_t, TURNED ^ (((TURNED >> 63) - 1) | SIGN_64))

void gla_host_from_keys(gla_dtype dtype, const void *key, int64_t n, bool descending, void *out)
{
    uint32_t turn32 = descending ? UINT32_MAX : 0;
    uint64_t turn64 = descending ? UINT64_MAX : 0;
    switch (dtype) {
    case GLA_INT8: empty_int8(key, n, turn32, out); break;
    case GLA_INT16: empty_int16(key, n, turn32, out); break;
    case GLA_INT32: empty_int32(key, n, turn32, out); break;
    case GLA_UINT16: empty_uint16(key, n, turn32, out); break;
    case GLA_UINT32: empty_uint32(key, n, turn32, out); break;
    case GLA_FLOAT32: empty_float(key, n, turn32, out); break;
    case GLA_INT64: empty_int64(key, n, turn64, out); break;
    case GLA_UINT64: empty_uint64(key, n, turn64, out); break;
    case GLA_FLOAT64: empty_double(key, n, turn64, out); break;
    default: empty_uint8(key, n, turn32, out);
    }
}

/* ---- elements with equal keys ------------------------------------------------------------------------------------------- */
/* Read the bounds from `out`, because the script may change x concurrently. */
#define RESTORE(name, word, key_of, sign, nan_key)                         \
    static void name(const word *x, int64_t n, bool descending, word *out) \
    {                                                                      \
        int64_t nans = 0, negative_zeros = 0, below = 0;                   \
        for (int64_t i = 0; i < n; i++) {                                  \
            word key = key_of(x[i]);                                       \
            nans += key == (nan_key);                                      \
            negative_zeros += x[i] == (sign);                              \
            below += descending ? key > (sign) : key < (sign);             \
        }                                                                  \
        if (nans == 0 && negative_zeros == 0)                              \
            return;                                                        \
        int64_t nan_at = descending ? 0 : n - nans;                        \
        for (int64_t i = 0; i < n; i++) {                                  \
            word key = key_of(x[i]);                                       \
            if (key == (nan_key) && nan_at < n)                            \
                out[nan_at++] = x[i];                                      \
            else if (key == (sign) && below < n)                           \
                out[below++] = x[i];                                       \
        }                                                                  \
    }
RESTORE(restore_float, uint32_t, key_of_float, SIGN_32, UINT32_MAX)
RESTORE(restore_double, uint64_t, key_of_double, SIGN_64, UINT64_MAX)

/* The loop has no branch, so that the compiler vectorises it. */
#define NO_SUCH(name, word, sign, infinity)                           \
    static bool name(const word *x, int64_t n)                        \
    {                                                                 \
        word found = 0;                                               \
        for (int64_t i = 0; i < n; i++)                               \
            found |= x[i] == (sign) || (x[i] & ~(sign)) > (infinity); \
        return !found;                                                \
    }
NO_SUCH(distinguish_floats, uint32_t, SIGN_32, INFINITY_32)
NO_SUCH(distinguish_doubles, uint64_t, SIGN_64, INFINITY_64)

bool gla_host_keys_distinguish(gla_dtype dtype, const void *x, int64_t n)
{
    return dtype == GLA_FLOAT32 ? distinguish_floats(x, n) : dtype == GLA_FLOAT64 ? distinguish_doubles(x, n) : true;
}

void gla_host_restore(gla_dtype dtype, const void *x, int64_t n, bool descending, void *out)
{
    if (gla_host_keys_distinguish(dtype, x, n))
        return;
    if (dtype == GLA_FLOAT32)
        restore_float(x, n, descending, out);
    else if (dtype == GLA_FLOAT64)
        restore_double(x, n, descending, out);
}

bool gla_host_is_nan(gla_dtype dtype, const void *x)
{
    const float *f = x;
    const double *d = x;
    switch (dtype) {
    case GLA_FLOAT32: return f[0] != f[0];
    case GLA_FLOAT64: return d[0] != d[0];
    case GLA_COMPLEX64: return f[0] != f[0] || f[1] != f[1];
    case GLA_COMPLEX128: return d[0] != d[0] || d[1] != d[1];
    default: return false;
    }
}
