/* powers.c - whether powers of integers are within their type. */
#include "clones.h"
#include "elementwise.h"

#define INTEGERS(X)                                                                                         \
    X(int8, GLA_INT8)                                                                                       \
    X(int16, GLA_INT16)                                                                                     \
    X(int32, GLA_INT32) X(int64, GLA_INT64) X(uint8, GLA_UINT8) X(uint16, GLA_UINT16) X(uint32, GLA_UINT32) \
        X(uint64, GLA_UINT64)

#define IS_SIGNED 1
#define T int8_t
#define U uint8_t
#define F(name) name##_int8
#include "powers.inc"
#undef F
#undef T
#undef IS_SIGNED
#define IS_SIGNED 0
#define T uint8_t
#define F(name) name##_uint8
#include "powers.inc"
#undef F
#undef T
#undef IS_SIGNED
#undef U
#define IS_SIGNED 1
#define T int16_t
#define U uint16_t
#define F(name) name##_int16
#include "powers.inc"
#undef F
#undef T
#undef IS_SIGNED
#define IS_SIGNED 0
#define T uint16_t
#define F(name) name##_uint16
#include "powers.inc"
#undef F
#undef T
#undef IS_SIGNED
#undef U
#define IS_SIGNED 1
#define T int32_t
#define U uint32_t
#define F(name) name##_int32
#include "powers.inc"
#undef F
#undef T
#undef IS_SIGNED
#define IS_SIGNED 0
#define T uint32_t
#define F(name) name##_uint32
#include "powers.inc"
#undef F
#undef T
#undef IS_SIGNED
#undef U
#define IS_SIGNED 1
#define T int64_t
#define U uint64_t
#define F(name) name##_int64
#include "powers.inc"
#undef F
#undef T
#undef IS_SIGNED
#define IS_SIGNED 0
#define T uint64_t
#define F(name) name##_uint64
#include "powers.inc"

gla_powers_check gla_host_power_check(gla_op op, gla_dtype compute)
{
#define X(type, dtype) [dtype] = powers_##type,
    static const gla_powers_check checks[GLA_DTYPE_COUNT] = {INTEGERS(X)};
#undef X
    return op == GLA_OP_pow || op == GLA_OP_square ? checks[compute] : NULL;
}
