/* clones.h - loops that are compiled for newer processors too. */
#ifndef GLA_BACKENDS_HOST_CLONES_H
#define GLA_BACKENDS_HOST_CLONES_H

#include <stdint.h> /* __GLIBC__ */

/* Wide registers where there are any, of 256 bits at most by CLONES_256, and with
 * instructions for fma by CLONES_FMA; the results are the same, bit for bit. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES_256 __attribute__((target_clones("avx2", "default")))
#if __GNUC__ >= 12
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#define CLONES_FMA __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES CLONES_256
#define CLONES_FMA
#endif
#else
#define CLONES_256
#define CLONES
#define CLONES_FMA
#endif

/* Before a loop of n rounds at most: all of them one after the other, so that what they index stays in registers. */
#define GLA_PRAGMA(words) _Pragma(#words)
#ifdef __clang__
#define UNROLL(n) GLA_PRAGMA(unroll n)
#else
#define UNROLL(n) GLA_PRAGMA(GCC unroll n)
#endif

#endif
