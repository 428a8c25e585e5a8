/* special_heavy_v3.c - heavy loops for processors with fused multiplication; elsewhere nothing. */
#include <stdint.h> /* which knows the C library */

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC target("arch=x86-64-v3")
#define VARIANT(name) gla_special_v3_##name
#include "special_heavy.inc"
#else
typedef int nothing;
#endif
