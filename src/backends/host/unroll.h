/* unroll.h - Compiler hints for loops and functions. */
#ifndef GLA_BACKENDS_HOST_UNROLL_H
#define GLA_BACKENDS_HOST_UNROLL_H

/* For functions whose loops vectorise only if all calls in the loops are inlined. */
#define FLAT __attribute__((flatten))

/* Unroll a loop of at most n rounds completely, so that indexed variables stay in registers. */
#define GLA_PRAGMA(words) _Pragma(#words)
#ifdef __clang__
#define UNROLL(n) GLA_PRAGMA(unroll n)
#else
#define UNROLL(n) GLA_PRAGMA(GCC unroll n)
#endif

#endif
