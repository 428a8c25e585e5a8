/* load.c - Convert strided elements of any dtype to contiguous elements of the type in which the loops compute. */
#include "reduce.h"

#define AS_IT_IS(e) (e)
#define TRUTH(e) ((e) != 0)
#define COMPLEX_TRUTH(e) (((e).re != 0) | ((e).im != 0))
#define REAL(e) ((complex_double){(double)(e), 0})
#define COMPLEX(e) ((complex_double){(e).re, (e).im})
#define REAL_TRUTH(e) ((complex_double){(e) != 0, 0})

/* Convert elements of type `from` to contiguous elements of type `to` by the expression VALUE.  Contiguous input has a separate
 * loop, which the compiler vectorises. */
#define LOAD(name, from, to, VALUE)                                       \
    static void name(void *dst, const char *src, int64_t n, int64_t step) \
    {                                                                     \
        to *restrict d = dst;                                             \
        if (step == (int64_t)sizeof(from))                                \
            for (int64_t i = 0; i < n; i++)                               \
                d[i] = VALUE(((const from *)src)[i]);                     \
        else                                                              \
            for (int64_t i = 0; i < n; i++)                               \
                d[i] = VALUE(*(const from *)(src + i * step));            \
    }
#define LOAD_INTEGER(name, from)                        \
    LOAD(name##_uint64, from, uint64_t, AS_IT_IS)       \
    LOAD(name##_float64, from, double, AS_IT_IS)        \
    LOAD(name##_complex128, from, complex_double, REAL) \
    LOAD(name##_bool, from, uint8_t, TRUTH)
#define LOAD_FLOATING(name, from)                       \
    LOAD(name##_float64, from, double, AS_IT_IS)        \
    LOAD(name##_complex128, from, complex_double, REAL) \
    LOAD(name##_bool, from, uint8_t, TRUTH)
#define LOAD_COMPLEX(name, from)                           \
    LOAD(name##_complex128, from, complex_double, COMPLEX) \
    LOAD(name##_bool, from, uint8_t, COMPLEX_TRUTH)

LOAD(bool_uint64, uint8_t, uint64_t, TRUTH)
LOAD(bool_float64, uint8_t, double, TRUTH)
LOAD(bool_complex128, uint8_t, complex_double, REAL_TRUTH)
LOAD_INTEGER(int8, int8_t)
LOAD_INTEGER(int16, int16_t)
LOAD_INTEGER(int32, int32_t)
LOAD_INTEGER(int64, int64_t)
LOAD_INTEGER(uint8, uint8_t)
LOAD_INTEGER(uint16, uint16_t)
LOAD_INTEGER(uint32, uint32_t)
LOAD_INTEGER(uint64, uint64_t)
LOAD_FLOATING(float32, float)
LOAD_FLOATING(float64, double)
LOAD_COMPLEX(complex64, complex_float)
LOAD_COMPLEX(complex128, complex_double)

/* Copies without conversion, by element size. */
LOAD(own_1, uint8_t, uint8_t, AS_IT_IS)
LOAD(own_2, uint16_t, uint16_t, AS_IT_IS)
LOAD(own_4, uint32_t, uint32_t, AS_IT_IS)
LOAD(own_8, uint64_t, uint64_t, AS_IT_IS)
LOAD(complex64_own, complex_float, complex_float, AS_IT_IS)

#define INTEGER(name, own)                                                 \
    {                                                                      \
        name##_uint64, name##_float64, name##_complex128, name##_bool, own \
    }
#define FLOATING(name, own)                                       \
    {                                                             \
        NULL, name##_float64, name##_complex128, name##_bool, own \
    }
#define COMPLEXES(name, own)                            \
    {                                                   \
        NULL, NULL, name##_complex128, name##_bool, own \
    }

gla_reduce_load gla_reduce_loader(gla_dtype from, gla_reduce_type to)
{
    static const gla_reduce_load loaders[GLA_DTYPE_COUNT][5] = {
        [GLA_BOOL] = {bool_uint64, bool_float64, bool_complex128, own_1, own_1},
        [GLA_INT8] = INTEGER(int8, own_1),
        [GLA_INT16] = INTEGER(int16, own_2),
        [GLA_INT32] = INTEGER(int32, own_4),
        [GLA_INT64] = INTEGER(int64, own_8),
        [GLA_UINT8] = INTEGER(uint8, own_1),
        [GLA_UINT16] = INTEGER(uint16, own_2),
        [GLA_UINT32] = INTEGER(uint32, own_4),
        [GLA_UINT64] = INTEGER(uint64, own_8),
        [GLA_FLOAT32] = FLOATING(float32, own_4),
        [GLA_FLOAT64] = FLOATING(float64, own_8),
        [GLA_COMPLEX64] = COMPLEXES(complex64, complex64_own),
        [GLA_COMPLEX128] = COMPLEXES(complex128, complex128_complex128),
    };
    return loaders[from][to];
}
