/* unroll.h - words for compilers before loops and functions. */
#ifndef GLA_BACKENDS_HOST_UNROLL_H
#define GLA_BACKENDS_HOST_UNROLL_H

/* Before a function whose loops become wide registers only with everything that they call in them. */
#define FLAT __attribute__((flatten))

/* Before a loop of n rounds at most: all of them one after the other, so that what they index stays in registers. */
#define GLA_PRAGMA(words) _Pragma(#words)
#ifdef __clang__
#define UNROLL(n) GLA_PRAGMA(unroll n)
#else
#define UNROLL(n) GLA_PRAGMA(GCC unroll n)
#endif

#endif
