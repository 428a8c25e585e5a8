/* special.h - Loops of special functions on the host, from kernels/special_*.h, which GPUs also compile.
 *
 * A file of this folder includes this header and files of kernels/, and then calls LOOP(name, arity) for each function.
 * special.c contains the table of functions. */
#ifndef GLA_BACKENDS_HOST_SPECIAL_SPECIAL_H
#define GLA_BACKENDS_HOST_SPECIAL_SPECIAL_H

#include "backends/host/unroll.h"
#include "backends/host/array/copy.h"
#include "backends/host/elementwise/elementwise.h"

#include <math.h>

typedef double float64;
typedef int32_t int32;
typedef uint32_t uint32;
typedef int64_t int64;
typedef uint64_t uint64;
#define DEVICE static inline
#define CONSTANT static const
#define ALIGNED(bytes) __attribute__((aligned(bytes)))
#define NAN_VALUE NAN

/* A small per-thread cache of a function's values for several parameters.  The results are the same without the cache. */
#define REMEMBERED_COUNT 64
#define REMEMBERED(name, from)                                                                   \
    DEVICE pair name(double a, double b)                                                         \
    {                                                                                            \
        static _Thread_local struct {                                                            \
            double a, b;                                                                         \
            pair value;                                                                          \
        } kept[REMEMBERED_COUNT];                                                                \
        uint64 at = (BITS_OF(a) * 0x9e3779b97f4a7c15U + BITS_OF(b) * 0xc2b2ae3d27d4eb4fU) >> 58; \
        if (kept[at].a != a || kept[at].b != b) {                                                \
            kept[at].value = from(a, b);                                                         \
            kept[at].a = a;                                                                      \
            kept[at].b = b;                                                                      \
        }                                                                                        \
        return kept[at].value;                                                                   \
    }

#define REMEMBERED_VALUES 256
#define REMEMBERED_VALUE(name, from)                                                       \
    DEVICE double name(double a, double b, double c)                                       \
    {                                                                                      \
        static _Thread_local struct {                                                      \
            double a, b, c, value;                                                         \
            bool known;                                                                    \
        } kept[REMEMBERED_VALUES];                                                         \
        uint64 bits = BITS_OF(a) * 0x9e3779b97f4a7c15U + BITS_OF(b) * 0xc2b2ae3d27d4eb4fU; \
        uint64 at = (bits + BITS_OF(c) * 0x165667b19e3779f9U) >> 56;                       \
        if (!kept[at].known || kept[at].a != a || kept[at].b != b || kept[at].c != c) {    \
            kept[at].value = from(a, b, c);                                                \
            kept[at].a = a;                                                                \
            kept[at].b = b;                                                                \
            kept[at].c = c;                                                                \
            kept[at].known = true;                                                         \
        }                                                                                  \
        return kept[at].value;                                                             \
    }

/* Prevents vectorisation of a loop, because gathering table entries for wide registers is slower than reading them one by
 * one. */
#define ONE_BY_ONE() __asm__("" :::)
#define AT_ONCE 256 /* number of elements that are computed in several steps */

#define POINTERS_1 const double *x = p[0]
#define POINTERS_2 POINTERS_1, *y = p[1]
#define POINTERS_3 POINTERS_2, *z = p[2]
#define CALL_1(name) special_##name(x[i])
#define CALL_2(name) special_##name(x[i], y[i])
#define CALL_3(name) special_##name(x[i], y[i], z[i])
#define LOOP(name, arity)                                                          \
    FLAT void gla_special_loop_##name(int64_t n, void *const p[])                  \
    {                                                                              \
        POINTERS_##arity;                                                          \
        double *r = p[arity];                                                      \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = CALL_##arity(name); \
    }

/* In wide registers, find the interval of a table for each element, and finally transform the values of the polynomials. The
 * polynomials are evaluated one by one. */
#define PIECED_LOOP(name, place, piece)                                                             \
    FLAT void gla_special_loop_##name(int64_t n, void *const p[])                                   \
    {                                                                                               \
        const double *x = p[0];                                                                     \
        double *r = p[1], t[AT_ONCE];                                                               \
        int at[AT_ONCE];                                                                            \
        for (int64_t begin = 0; begin < n; begin += AT_ONCE, x += AT_ONCE, r += AT_ONCE) {          \
            int count = n - begin < AT_ONCE ? (int)(n - begin) : AT_ONCE;                           \
            GLA_INDEPENDENT for (int i = 0; i < count; i++) at[i] = special_##place(x[i], &t[i]);   \
            for (int i = 0; i < count; i++) {                                                       \
                t[i] = special_##piece(at[i], t[i]);                                                \
                ONE_BY_ONE();                                                                       \
            }                                                                                       \
            GLA_INDEPENDENT for (int i = 0; i < count; i++) r[i] = special_##name##_by(x[i], t[i]); \
        }                                                                                           \
    }

/* Use special_NAME_middle, which has no branches and returns NaN for rare elements.  Rare elements are computed afterwards. */
#define MIDDLE_2(name) special_##name##_middle(x[begin + i], y[begin + i])
#define WHOLE_2(name) special_##name(x[begin + i], y[begin + i])
#define GUESSED_LOOP(name, arity)                                                                 \
    FLAT void gla_special_loop_##name(int64_t n, void *const p[])                                 \
    {                                                                                             \
        POINTERS_##arity;                                                                         \
        double *r = p[arity], middle[AT_ONCE];                                                    \
        for (int64_t begin = 0; begin < n; begin += AT_ONCE) {                                    \
            int64_t count = n - begin < AT_ONCE ? n - begin : AT_ONCE;                            \
            GLA_INDEPENDENT for (int64_t i = 0; i < count; i++) middle[i] = MIDDLE_##arity(name); \
            for (int64_t i = 0; i < count; i++)                                                   \
                r[begin + i] = middle[i] == middle[i] ? middle[i] : WHOLE_##arity(name);          \
        }                                                                                         \
    }

#define SPECIAL(name, arity, file) void gla_special_loop_##name(int64_t n, void *const p[]);
#include "elementwise/special.h"
#undef SPECIAL

#endif
