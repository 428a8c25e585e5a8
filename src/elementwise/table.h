/* table.h - The table of elementwise operations. The facade's rules, the host's compiled loops, the GPU kernels and the
 * functions of user-defined formulas are generated from it.
 *
 *     OP(name, arity, result, flags, expressions)       the function gla_NAME is generated from the line (functions.c)
 *     OWN_OP(name, arity, result, flags, expressions)   the function has a file of its own, or there is no function
 *
 * result: SAME the compute dtype
 *         TO_BOOL  bool
 *         TO_REAL  the real dtype of the compute dtype: float64 for complex128
 * flags (joined with |):
 *         PLAIN              no special treatment
 *         NUMBERS            refuses operands that are all bool
 *         ZERO_DIVISOR       for integers: no element of y may be 0
 *         NEGATIVE_EXPONENT  for integers: no element of y may be negative
 *         NEGATIVE_SHIFT     no element of y may be negative
 *         COSTLY             slow per element: several threads pay off from small sizes on
 * expressions: one for each kind of compute dtype, BOOL(...) INT(...) REAL(...) COMPLEX(...).
 *         Operands of a kind without an expression are converted: all to bool if only BOOL exists, integers and bool to
 *         float64 if REAL exists. Otherwise the dtype is refused.
 *
 * An expression is one value in the common subset of C, CUDA C and OpenCL C. Its operands are x, y, z of the compute dtype (the
 * x of `where` is a bool). Its value is converted to the result dtype. It may use
 *     for bool, integers, reals  + - * / of reals, & | ^ ~ !, comparisons, && ||, ?: and small integer constants
 *     for integers               I_ADD I_SUB I_MUL I_NEG I_ABS (they wrap around), I_IS_NEGATIVE, I_FLOOR_DIVIDE,
 *                                I_REMAINDER, I_POW, I_SHIFT_LEFT, I_SHIFT_RIGHT (any count >= 0)
 *     for reals                  R_INF and F(name) for each function of <math.h>: F(exp)(x) is exp or expf; R_POW,
 *                                R_LOG1P, R_ASINH, R_ATANH, R_HYPOT, which may be inexact on devices; R_LOG_ADD_EXP,
 *                                log(exp(x) + exp(y)) without overflow; R_FLOOR_DIVIDE, R_REMAINDER (the sign of y,
 *                                as in Python)
 *     for complex numbers        RE(a), IM(a), C_MAKE(re, im), C_ADD C_SUB C_MUL C_DIV C_NEG C_EQ C_CONJ C_ABS
 *                                C_SIGN, and functions such as C_EXP(a); no operators, because they are structs on GPUs
 *
 * A file that includes this one defines OP, OWN_OP unless it is the same as OP, and BOOL INT REAL COMPLEX if it expands the
 * expressions. */
#ifndef OWN_OP
#define OWN_OP OP
#endif

OP(add, 2, SAME, NUMBERS, INT(I_ADD(x, y)) REAL(x + y) COMPLEX(C_ADD(x, y)))
OP(subtract, 2, SAME, NUMBERS, INT(I_SUB(x, y)) REAL(x - y) COMPLEX(C_SUB(x, y)))
OP(multiply, 2, SAME, NUMBERS, INT(I_MUL(x, y)) REAL(x *y) COMPLEX(C_MUL(x, y)))
OP(divide, 2, SAME, NUMBERS, REAL(x / y) COMPLEX(C_DIV(x, y)))
OP(floor_divide, 2, SAME, NUMBERS | ZERO_DIVISOR | COSTLY, INT(I_FLOOR_DIVIDE(x, y)) REAL(R_FLOOR_DIVIDE(x, y)))
OP(remainder, 2, SAME, NUMBERS | ZERO_DIVISOR | COSTLY, INT(I_REMAINDER(x, y)) REAL(R_REMAINDER(x, y)))
OWN_OP(pow, 2, SAME, NUMBERS | NEGATIVE_EXPONENT | COSTLY, INT(I_POW(x, y)) REAL(R_POW(x, y)) COMPLEX(C_POW(x, y)))
OP(atan2, 2, SAME, COSTLY, REAL(F(atan2)(x, y)))
OP(hypot, 2, SAME, COSTLY, REAL(R_HYPOT(x, y)))
OP(logaddexp, 2, SAME, COSTLY, REAL(R_LOG_ADD_EXP(x, y)))
OP(copysign, 2, SAME, PLAIN, REAL(F(copysign)(x, y)))
OP(nextafter, 2, SAME, PLAIN, REAL(F(nextafter)(x, y)))
OP(minimum, 2, SAME, PLAIN, BOOL(x &y) INT(x < y ? x : y) REAL(x < y || x != x ? x : y))
OP(maximum, 2, SAME, PLAIN, BOOL(x | y) INT(x > y ? x : y) REAL(x > y || x != x ? x : y))

OWN_OP(equal, 2, TO_BOOL, PLAIN, BOOL(x == y) INT(x == y) REAL(x == y) COMPLEX(C_EQ(x, y)))
OWN_OP(not_equal, 2, TO_BOOL, PLAIN, BOOL(x != y) INT(x != y) REAL(x != y) COMPLEX(!C_EQ(x, y)))
OWN_OP(less, 2, TO_BOOL, PLAIN, BOOL(x < y) INT(x < y) REAL(x < y))
OWN_OP(less_equal, 2, TO_BOOL, PLAIN, BOOL(x <= y) INT(x <= y) REAL(x <= y))
OWN_OP(greater, 2, TO_BOOL, PLAIN, BOOL(x > y) INT(x > y) REAL(x > y))
OWN_OP(greater_equal, 2, TO_BOOL, PLAIN, BOOL(x >= y) INT(x >= y) REAL(x >= y))
/* Sign of x - y, where x contains the bits of a uint64 and y is an int64, because no integer dtype represents both. */
OWN_OP(compare_unsigned, 2, SAME, PLAIN, INT(I_IS_NEGATIVE(x) || I_IS_NEGATIVE(y) ? 1 : (x > y) - (x < y)))

OP(logical_and, 2, TO_BOOL, PLAIN, BOOL(x &y))
OP(logical_or, 2, TO_BOOL, PLAIN, BOOL(x | y))
OP(logical_xor, 2, TO_BOOL, PLAIN, BOOL(x ^ y))
OP(logical_not, 1, TO_BOOL, PLAIN, BOOL(!x))
OP(bitwise_and, 2, SAME, PLAIN, BOOL(x &y) INT(x &y))
OP(bitwise_or, 2, SAME, PLAIN, BOOL(x | y) INT(x | y))
OP(bitwise_xor, 2, SAME, PLAIN, BOOL(x ^ y) INT(x ^ y))
OP(bitwise_invert, 1, SAME, PLAIN, BOOL(!x) INT(~x))
OP(bitwise_left_shift, 2, SAME, NUMBERS | NEGATIVE_SHIFT, INT(I_SHIFT_LEFT(x, y)))
OP(bitwise_right_shift, 2, SAME, NUMBERS | NEGATIVE_SHIFT, INT(I_SHIFT_RIGHT(x, y)))

OP(negative, 1, SAME, NUMBERS, INT(I_NEG(x)) REAL(-x) COMPLEX(C_NEG(x)))
OP(positive, 1, SAME, NUMBERS, INT(x) REAL(x) COMPLEX(x))
OP(abs, 1, TO_REAL, NUMBERS, INT(I_ABS(x)) REAL(F(fabs)(x)) COMPLEX(C_ABS(x)))
OP(sign, 1, SAME, NUMBERS, INT((x > 0) - I_IS_NEGATIVE(x)) REAL(x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x) COMPLEX(C_SIGN(x)))
OP(signbit, 1, TO_BOOL, PLAIN, REAL(F(copysign)((T)1, x) < 0))
OP(reciprocal, 1, SAME, NUMBERS, REAL(1 / x) COMPLEX(C_DIV(C_MAKE(1, 0), x)))
OP(square, 1, SAME, NUMBERS, INT(I_MUL(x, x)) REAL(x *x) COMPLEX(C_MUL(x, x)))
OP(floor, 1, SAME, NUMBERS, INT(x) REAL(F(floor)(x)))
OP(ceil, 1, SAME, NUMBERS, INT(x) REAL(F(ceil)(x)))
OP(trunc, 1, SAME, NUMBERS, INT(x) REAL(F(trunc)(x)))
/* Round x to decimals after (round_behind) or before (round_before) the decimal point, for y = 10^decimals. If x*y is infinite
 * the result is x, which has no such decimals. A zero quotient is not multiplied by y, because an infinite y would yield NaN.
 * Integers are rounded to the nearest multiple of y; ties round to even. */
OWN_OP(round_behind, 2, SAME, NUMBERS,
       REAL(F(fabs)(x *y) < R_INF ? F(rint)(x * y) / y : x)
           COMPLEX(C_MAKE(F(fabs)(RE(x) * RE(y)) < R_INF ? F(rint)(RE(x) * RE(y)) / RE(y) : RE(x),
                          F(fabs)(IM(x) * RE(y)) < R_INF ? F(rint)(IM(x) * RE(y)) / RE(y) : IM(x))))
OWN_OP(round_before, 2, SAME, NUMBERS | COSTLY,
       INT(I_ADD(I_SUB(x, I_REMAINDER(x, y)), I_REMAINDER(x, y) > y - I_REMAINDER(x, y) ||
                                                      (I_REMAINDER(x, y) == y - I_REMAINDER(x, y) && (I_FLOOR_DIVIDE(x, y) & 1))
                                                  ? y
                                                  : 0))
           REAL(F(fabs)(x) < R_INF ? (F(rint)(x / y) == 0 ? F(rint)(x / y) : F(rint)(x / y) * y) : x) COMPLEX(C_MAKE(
               F(fabs)(RE(x)) < R_INF ? (F(rint)(RE(x) / RE(y)) == 0 ? F(rint)(RE(x) / RE(y)) : F(rint)(RE(x) / RE(y)) * RE(y))
                                      : RE(x),
               F(fabs)(IM(x)) < R_INF ? (F(rint)(IM(x) / RE(y)) == 0 ? F(rint)(IM(x) / RE(y)) : F(rint)(IM(x) / RE(y)) * RE(y))
                                      : IM(x))))
OP(round, 1, SAME, NUMBERS, INT(x) REAL(F(rint)(x)) COMPLEX(C_MAKE(F(rint)(RE(x)), F(rint)(IM(x)))))

OP(exp, 1, SAME, COSTLY, REAL(F(exp)(x)) COMPLEX(C_EXP(x)))
OP(expm1, 1, SAME, COSTLY, REAL(F(expm1)(x)) COMPLEX(C_EXPM1(x)))
OP(log, 1, SAME, COSTLY, REAL(F(log)(x)) COMPLEX(C_LOG(x)))
OP(log1p, 1, SAME, COSTLY, REAL(R_LOG1P(x)) COMPLEX(C_LOG1P(x)))
OP(log2, 1, SAME, COSTLY, REAL(F(log2)(x)) COMPLEX(C_LOG2(x)))
OP(log10, 1, SAME, COSTLY, REAL(F(log10)(x)) COMPLEX(C_LOG10(x)))
OP(sqrt, 1, SAME, PLAIN, REAL(F(sqrt)(x)) COMPLEX(C_SQRT(x)))
OP(sin, 1, SAME, COSTLY, REAL(F(sin)(x)) COMPLEX(C_SIN(x)))
OP(cos, 1, SAME, COSTLY, REAL(F(cos)(x)) COMPLEX(C_COS(x)))
OP(tan, 1, SAME, COSTLY, REAL(F(tan)(x)) COMPLEX(C_TAN(x)))
OP(asin, 1, SAME, COSTLY, REAL(F(asin)(x)) COMPLEX(C_ASIN(x)))
OP(acos, 1, SAME, COSTLY, REAL(F(acos)(x)) COMPLEX(C_ACOS(x)))
OP(atan, 1, SAME, COSTLY, REAL(F(atan)(x)) COMPLEX(C_ATAN(x)))
OP(sinh, 1, SAME, COSTLY, REAL(F(sinh)(x)) COMPLEX(C_SINH(x)))
OP(cosh, 1, SAME, COSTLY, REAL(F(cosh)(x)) COMPLEX(C_COSH(x)))
OP(tanh, 1, SAME, COSTLY, REAL(F(tanh)(x)) COMPLEX(C_TANH(x)))
OP(asinh, 1, SAME, COSTLY, REAL(R_ASINH(x)) COMPLEX(C_ASINH(x)))
OP(acosh, 1, SAME, COSTLY, REAL(F(acosh)(x)) COMPLEX(C_ACOSH(x)))
OP(atanh, 1, SAME, COSTLY, REAL(R_ATANH(x)) COMPLEX(C_ATANH(x)))

OP(isnan, 1, TO_BOOL, PLAIN, REAL(x != x) COMPLEX(RE(x) != RE(x) || IM(x) != IM(x)))
OP(isinf, 1, TO_BOOL, PLAIN, REAL(F(fabs)(x) == R_INF) COMPLEX(F(fabs)(RE(x)) == R_INF || F(fabs)(IM(x)) == R_INF))
OP(isfinite, 1, TO_BOOL, PLAIN, REAL(F(fabs)(x) < R_INF) COMPLEX(F(fabs)(RE(x)) < R_INF && F(fabs)(IM(x)) < R_INF))

/* For real dtypes the facade returns views or zeros instead. */
OWN_OP(conj, 1, SAME, PLAIN, COMPLEX(C_CONJ(x)))
OWN_OP(real, 1, TO_REAL, PLAIN, COMPLEX(RE(x)))
OWN_OP(imag, 1, TO_REAL, PLAIN, COMPLEX(IM(x)))

OWN_OP(where, 3, SAME, PLAIN, BOOL(x ? y : z) INT(x ? y : z) REAL(x ? y : z) COMPLEX(x ? y : z))

/* By default special functions are operations like the others. */
#ifndef SPECIAL
#define SPECIAL(name, arity, file) SPECIAL_##arity(name)
#define SPECIAL_1(name) OWN_OP(name, 1, SAME, COSTLY, REAL(special_##name(x)))
#define SPECIAL_2(name) OWN_OP(name, 2, SAME, COSTLY, REAL(special_##name(x, y)))
#define SPECIAL_3(name) OWN_OP(name, 3, SAME, COSTLY, REAL(special_##name(x, y, z)))
#endif
#include "special.h"
#undef SPECIAL
#undef SPECIAL_1
#undef SPECIAL_2
#undef SPECIAL_3

#undef OWN_OP
