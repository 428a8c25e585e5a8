/* int.c - Elementwise loops for integers. */
#define BOOL(...)
#define INT EXPRESSION
#define REAL(...)
#define COMPLEX(...)
#include "elementwise.h"

/* Arithmetic uses U, an unsigned type at least as wide as int, which wraps around. */
#define I_ADD(a, b) (T)((U)(a) + (U)(b))
#define I_SUB(a, b) (T)((U)(a) - (U)(b))
#define I_MUL(a, b) (T)((U)(a) * (U)(b))
#define I_NEG(a) (T)(0 - (U)(a))
#define I_ABS(a) (I_IS_NEGATIVE(a) ? I_NEG(a) : (a))
#define I_FLOOR_DIVIDE(a, b) PASTE(floor_quotient, TYPE)(a, b)
#define I_REMAINDER(a, b) PASTE(floor_rest, TYPE)(a, b)
#define I_POW(a, b) PASTE(power, TYPE)(a, b)
#define I_SHIFT_LEFT(a, b) ((uint64_t)(b) < 8 * sizeof(T) ? (T)((U)(a) << (b)) : 0)
#define I_SHIFT_RIGHT(a, b) ((uint64_t)(b) < 8 * sizeof(T) ? (T)((a) >> (b)) : I_IS_NEGATIVE(a) ? -1 : 0)

#define I_IS_NEGATIVE(a) ((a) < 0)
#define TYPE int8
#define T int8_t
#define U uint32_t
#include "integer.h"
#define TYPE int16
#define T int16_t
#define U uint32_t
#include "integer.h"
#define TYPE int32
#define T int32_t
#define U uint32_t
#include "integer.h"
#define TYPE int64
#define T int64_t
#define U uint64_t
#include "integer.h"
#undef I_IS_NEGATIVE

#define I_IS_NEGATIVE(a) 0
#define TYPE uint8
#define T uint8_t
#define U uint32_t
#include "integer.h"
#define TYPE uint16
#define T uint16_t
#define U uint32_t
#include "integer.h"
#define TYPE uint32
#define T uint32_t
#define U uint32_t
#include "integer.h"
#define TYPE uint64
#define T uint64_t
#define U uint64_t
#include "integer.h"
