/* reduce_products.c - products. */
#include "clones.h"
#include "reduce.h"

#define PROD_LANES 8

static inline complex_double multiply_complex(complex_double a, complex_double b)
{
    return (complex_double){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

#define T uint64_t
#define ONE 1
#define MULTIPLY(a, b) ((a) * (b))
#define F(name) name##_uint64
#include "reduce_products.inc"
#undef F
#undef T

#define T double
#define F(name) name##_float64
#include "reduce_products.inc"
#undef F
#undef MULTIPLY
#undef ONE
#undef T

#define T complex_double
#define ONE          \
    (complex_double) \
    {                \
        1, 0         \
    }
#define MULTIPLY(a, b) multiply_complex(a, b)
#define F(name) name##_complex128
#include "reduce_products.inc"

const gla_reduce_loops gla_reduce_prod_uint64 = {1, prod_row_uint64, prod_columns_uint64, prod_merge_uint64, NULL, NULL};
const gla_reduce_loops gla_reduce_prod_float64 = {1, prod_row_float64, prod_columns_float64, prod_merge_float64, NULL, NULL};
const gla_reduce_loops gla_reduce_prod_complex128 = {
    1, prod_row_complex128, prod_columns_complex128, prod_merge_complex128, NULL, NULL};
