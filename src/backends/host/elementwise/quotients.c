/* quotients.c - Quotients, remainders and nearest multiples of 32-bit and 64-bit integers in wide registers.  Wide registers
 * cannot divide integers, so the loops divide in float64.  For integers below 2^51 the rounded quotient has the same floor and
 * the same nearest integer as the exact quotient, because the exact quotient is more than half a unit in the last place away
 * from any other integer or half-integer. */
#include "wide.h"

#define NUMBER_BITS 0x4338000000000000 /* bits of 2^52 + 2^51, which converts integers to float64 */
#define SHIFTED 0x1.8p52

static inline double number_of(int64_t whole)
{
    return OF_BITS((uint64)whole + NUMBER_BITS) - SHIFTED;
}

static inline int64_t integer_of(double whole)
{
    return (int64_t)(BITS_OF(whole + SHIFTED) - NUMBER_BITS);
}

static inline uint64 is_beyond_signed(int64_t v)
{
    return ((uint64)v + (UINT64_C(1) << 51)) >> 52;
}

static inline uint64 is_beyond_unsigned(uint64 v)
{
    return v >> 51;
}

/* Blocks that contain larger integers or a zero divisor are computed element by element. */
#define QUOTIENTS(type, T, IS_BEYOND)                                                                                  \
    FLAT static bool are_plain_##type(int32 n, const T *x, const T *y)                                                 \
    {                                                                                                                  \
        uint64 beyond = 0;                                                                                             \
        for (int32 i = 0; i < n; i++)                                                                                  \
            beyond |= IS_BEYOND(x[i]) | IS_BEYOND(y[i]) | (y[i] == 0 ? 1UL : 0UL);                                     \
        return beyond == 0;                                                                                            \
    }                                                                                                                  \
    FLAT static void take_quotients_##type(int32 n, const T *x, const T *y, T *r)                                      \
    {                                                                                                                  \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++)                                                                  \
            r[i] = (T)integer_of(floor(number_of((int64_t)x[i]) / number_of((int64_t)y[i])));                          \
    }                                                                                                                  \
    FLAT static void take_rests_##type(int32 n, const T *x, const T *y, T *r)                                          \
    {                                                                                                                  \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++)                                                                  \
        {                                                                                                              \
            double a = number_of((int64_t)x[i]), b = number_of((int64_t)y[i]);                                         \
            r[i] = (T)integer_of(a - floor(a / b) * b);                                                                \
        }                                                                                                              \
    }                                                                                                                  \
    FLAT static void take_multiples_##type(int32 n, const T *x, const T *y, T *r)                                      \
    {                                                                                                                  \
        GLA_INDEPENDENT for (int32 i = 0; i < n; i++)                                                                  \
        {                                                                                                              \
            double a = number_of((int64_t)x[i]), b = number_of((int64_t)y[i]);                                         \
            r[i] = (T)((uint64)x[i] - (uint64)integer_of(a - rint(a / b) * b));                                        \
        }                                                                                                              \
    }                                                                                                                  \
    static void run_##type(int64_t n, void *const p[], void (*take)(int32 n, const T *x, const T *y, T *r), gla_op op) \
    {                                                                                                                  \
        const T *x = p[0], *y = p[1];                                                                                  \
        T *r = p[2];                                                                                                   \
        for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK, x += WIDE_BLOCK, y += WIDE_BLOCK, r += WIDE_BLOCK) {   \
            int32 count = n - begin < WIDE_BLOCK ? (int32)(n - begin) : WIDE_BLOCK;                                    \
            if (are_plain_##type(count, x, y))                                                                         \
                take(count, x, y, r);                                                                                  \
            else                                                                                                       \
                gla_loops_##type[op](count, (void *[]){(void *)(uintptr_t)x, (void *)(uintptr_t)y, r});                \
        }                                                                                                              \
    }                                                                                                                  \
    static void quotients_##type(int64_t n, void *const p[])                                                           \
    {                                                                                                                  \
        run_##type(n, p, take_quotients_##type, GLA_OP_floor_divide);                                                  \
    }                                                                                                                  \
    static void rests_##type(int64_t n, void *const p[])                                                               \
    {                                                                                                                  \
        run_##type(n, p, take_rests_##type, GLA_OP_remainder);                                                         \
    }                                                                                                                  \
    static void multiples_##type(int64_t n, void *const p[])                                                           \
    {                                                                                                                  \
        run_##type(n, p, take_multiples_##type, GLA_OP_round_before);                                                  \
    }
QUOTIENTS(int32, int32_t, is_beyond_signed)
QUOTIENTS(int64, int64_t, is_beyond_signed)
QUOTIENTS(uint32, uint32_t, is_beyond_unsigned)
QUOTIENTS(uint64, uint64_t, is_beyond_unsigned)

gla_loop gla_host_quotient_loop(gla_op op, gla_dtype compute)
{
    static const struct {
        gla_loop quotients, rests, multiples;
    } by_type[GLA_DTYPE_COUNT] = {[GLA_INT32] = {quotients_int32, rests_int32, multiples_int32},
                                  [GLA_INT64] = {quotients_int64, rests_int64, multiples_int64},
                                  [GLA_UINT32] = {quotients_uint32, rests_uint32, multiples_uint32},
                                  [GLA_UINT64] = {quotients_uint64, rests_uint64, multiples_uint64}};
    switch (op) {
    case GLA_OP_floor_divide: return by_type[compute].quotients;
    case GLA_OP_remainder: return by_type[compute].rests;
    case GLA_OP_round_before: return by_type[compute].multiples;
    default: return NULL;
    }
}
