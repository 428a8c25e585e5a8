/* loops.h - The loops of one dtype.  This file is included once for each dtype, after the following definitions:
 *     TYPE    its name, as in gla_loops_TYPE
 *     T, R    the C type and its real type
 *     BOOL INT REAL COMPLEX   the macro of its kind as EXPRESSION, the others as nothing
 * The including file also defines the words of the table's expressions.  This file undefines TYPE, T and R. */
#ifndef GLA_LOOPS_ONCE
#define GLA_LOOPS_ONCE
#include "backends/host/array/copy.h"
#include "elementwise.h"
#include "loop_table.h"

/* Unroll by two, because loops over a short block end often. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define TWO_AT_A_TIME _Pragma("GCC unroll 2")
#else
#define TWO_AT_A_TIME
#endif

#define TYPE_SAME T
#define TYPE_TO_BOOL uint8_t
#define TYPE_TO_REAL R
#define EACH(statements)                                          \
    GLA_INDEPENDENT TWO_AT_A_TIME for (int64_t i = 0; i < n; i++) \
    {                                                             \
        statements                                                \
    }

#define ARGUMENTS_1 const T *a = p[0];
#define ARGUMENTS_2 const T *a = p[0], *b = p[1];
#define ARGUMENTS_3          \
    const uint8_t *a = p[0]; \
    const T *b = p[1], *c = p[2];
#define OPERANDS_1 \
    T x = a[i];    \
    (void)x;
#define OPERANDS_2        \
    T x = a[i], y = b[i]; \
    (void)x;              \
    (void)y;
#define OPERANDS_3        \
    uint8_t x = a[i];     \
    T y = b[i], z = c[i]; \
    (void)x;              \
    (void)y;              \
    (void)z;
#endif

/* Define one function per operation.  The functions of operations without an expression are empty, are not in the table, and
 * are optimised away. */
#define EXPRESSION(...) value = __VA_ARGS__;
#define OP(name, arity, result, flags, expressions)                               \
    static void PASTE(name, TYPE)(int64_t n, void *const p[])                     \
    {                                                                             \
        ARGUMENTS_##arity TYPE_##result *r = p[arity];                            \
        EACH(OPERANDS_##arity TYPE_##result value = 0; expressions r[i] = value;) \
    }
#define SPECIAL(...)
#include "elementwise/table.h"
#undef OP
#undef EXPRESSION

#define EXPRESSION(...) +1
#define OP(name, arity, result, flags, expressions) [GLA_OP_##name] = (0 expressions) ? PASTE(name, TYPE) : NULL,
#define SPECIAL(...)
const gla_loop_table PASTE(gla_loops, TYPE) = {
#include "elementwise/table.h"
};
#undef OP
#undef EXPRESSION

#undef TYPE
#undef T
#undef R
