/* special_heavy.c - heavy loops for all processors, and the choice of those for newer ones, with the same results. */
#define VARIANT(name) gla_special_plain_##name
#include "special_heavy.inc"

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#define NEWER(name) gla_special_v3_##name
#define HAS_NEWER __builtin_cpu_supports("x86-64-v3")
#define HEAVY(name, arity) void NEWER(name)(int64_t n, void *const p[]);
#define POWERED HEAVY
#define STARTED HEAVY
#include "elementwise/special.h"
#undef POWERED
#undef STARTED
#undef HEAVY
#undef SHAPED
#else
#define NEWER(name) gla_special_plain_##name
#define HAS_NEWER 0
#endif

#define HEAVY(name, arity)                                   \
    void gla_special_loop_##name(int64_t n, void *const p[]) \
    {                                                        \
        if (HAS_NEWER)                                       \
            NEWER(name)(n, p);                               \
        else                                                 \
            gla_special_plain_##name(n, p);                  \
    }
#define POWERED HEAVY
#define STARTED HEAVY
#include "elementwise/special.h"
