/* prelude_c.h - The dialect of prelude.h for a C compiler, for tests (src/backends/emulated). The emulated device runs the
 * work-items of a group in turn, each from one barrier to the next. */
#include <stddef.h>
#include <stdint.h>
#include <tgmath.h>
#undef I

/* Ids and callbacks of the current work-item, which the emulated device maintains. The device runs one group at a time. */
typedef struct {
    uint32_t local_id, local_size, group_id, group_count;
    void (*wait_for)(int what, int line), (*yield)(void), (*fence)(void);
    void (*watch)(const void *p, unsigned size, int kind, const void *code);
} gla_work_item;
static gla_work_item *gla_item;

#define KERNEL static void
#define GLOBAL
#define USE_DYNAMIC_LOCAL(type, name) type *name = (type *)gla_dynamic_local
#define ALIGNED(bytes) __attribute__((aligned((bytes) > 16 ? 16 : (bytes))))
static char gla_dynamic_local[224 << 10] ALIGNED(16);

#if defined(EMULATED_RESIDENT) || defined(EMULATED_RACES) /* groups take turns; each has its own copy of this section */
#define LOCAL static __attribute__((section("group_memory")))
extern char __start_group_memory[] __attribute__((weak, visibility("hidden")));
extern char __stop_group_memory[] __attribute__((weak, visibility("hidden")));
static char *const gla_local[4] = {__start_group_memory, __stop_group_memory, gla_dynamic_local,
                                   gla_dynamic_local + sizeof gla_dynamic_local};
#else
#define LOCAL static
static char *const *const gla_local = NULL;
#endif
#define LOCAL_POINTER
#define CONSTANT static const
#define DEVICE static inline
#define EXTERNAL
#define RESTRICT restrict
/* LANES_MEET() and WARP_MEETS() wait for the other lanes of the work-item's warp, the barriers for the whole group.
 * LANES_MEET() does not order memory accesses. */
#define LANES_MEET() gla_item->wait_for(0, __LINE__)
#define WARP_MEETS() gla_item->wait_for(1, __LINE__)
#define BARRIER() gla_item->wait_for(2, __LINE__)
#define GLOBAL_BARRIER() gla_item->wait_for(3, __LINE__)
#define GROUP_FENCE() gla_item->fence()
#define rsqrt(x) (1 / sqrt(x)) /* built into OpenCL and CUDA */
#define NOT_UNROLLED
#define LOCAL_ID (gla_item->local_id)
#define LOCAL_SIZE (gla_item->local_size)
#define GROUP_ID (gla_item->group_id)
#define GROUP_COUNT (gla_item->group_count)
#define GLOBAL_ID ((int64_t)GROUP_ID * LOCAL_SIZE + LOCAL_ID)
#define GLOBAL_SIZE ((int64_t)GROUP_COUNT * LOCAL_SIZE)
#define BOUNDED(threads, groups)
#define YIELD() gla_item->yield()
#define LOAD_ONCE(p) (*(p))
#define PEEK(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define ATOMIC_MIN(p, v) __atomic_store_n(p, PEEK(p) < (v) ? PEEK(p) : (v), __ATOMIC_RELAXED) /* one thread */
#define ATOMIC_MAX(p, v) __atomic_store_n(p, PEEK(p) > (v) ? PEEK(p) : (v), __ATOMIC_RELAXED)
#define ATOMIC_MIN_64(p, v) ATOMIC_MIN(p, v)
#define ATOMIC_MAX_64(p, v) ATOMIC_MAX(p, v)
#define ATOMIC_ADD(p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define ATOMIC_OR(p, v) __atomic_fetch_or(p, v, __ATOMIC_RELAXED)
#define ATOMIC_ADD_64(p, v) ATOMIC_ADD(p, v)
#define ATOMIC_EXCHANGE_IF(p, old, v) exchange_if(p, old, v)
#define HAS_FLOAT64 1

/* Return the old value. */
DEVICE uint32_t exchange_if(uint32_t *p, uint32_t old, uint32_t v)
{
    uint32_t was = PEEK(p);
    if (was == old)
        __atomic_store_n(p, v, __ATOMIC_RELAXED);
    return was;
}

#ifdef EMULATED_RACES
#include "watch_c.h"
#else
#define MARK(p, v) (*(p) = (v))
#define UNWATCHED
#define GLA_WATCHED 0
#endif

/* Exchange values between lanes. In kernels that use these macros, all threads of a group reach each exchange. */
#if defined(EMULATED_WARPS) || defined(EMULATED_LANES)
#define NEIGHBOURS 32
#define SHUFFLE(v, lane) ({ __typeof__((v) + 0) gla_v = (v); exchange(&gla_v, sizeof gla_v, lane); gla_v; }) /* numbers */
#define REAL_OF_LANE(v, lane) SHUFFLE(v, lane)
#define SHUFFLE_XOR(v, mask) SHUFFLE(v, (LOCAL_ID ^ (mask)) % NEIGHBOURS)
#define MAX_OF_LANES(v) max_of_lanes(v)
#define WARP_BARRIER() WARP_MEETS()
static uint64_t gla_exchanged[1024];

/* Replace *v by the value of another lane. */
UNWATCHED static void exchange(void *v, unsigned size, int lane)
{
    __builtin_memcpy(&gla_exchanged[LOCAL_ID], v, size);
    LANES_MEET();
    __builtin_memcpy(v, &gla_exchanged[LOCAL_ID / NEIGHBOURS * NEIGHBOURS + lane], size);
    LANES_MEET();
}

UNWATCHED static uint32_t max_of_lanes(uint32_t v)
{
    uint32_t largest = 0;
    gla_exchanged[LOCAL_ID] = v;
    LANES_MEET();
    for (int lane = 0; lane < NEIGHBOURS; lane++) {
        uint64_t other = gla_exchanged[LOCAL_ID / NEIGHBOURS * NEIGHBOURS + lane];
        largest = other > largest ? (uint32_t)other : largest;
    }
    LANES_MEET();
    return largest;
}
#endif
#ifdef EMULATED_WARPS
#define WARP NEIGHBOURS
#define BALLOT(p) ballot_of(p)
#define POPCOUNT(v) ((uint32_t)__builtin_popcount(v))
#define LAST_BIT(v) (31 - __builtin_clz(v))
#define ATOMIC_NEXT(p) __atomic_add_fetch(p, 1, __ATOMIC_RELAXED)

UNWATCHED static uint32_t ballot_of(int p)
{
    uint32_t all = 0;
    gla_exchanged[LOCAL_ID] = p != 0;
    LANES_MEET();
    for (int lane = 0; lane < WARP; lane++)
        all |= (uint32_t)gla_exchanged[LOCAL_ID / WARP * WARP + lane] << lane;
    LANES_MEET();
    return all;
}
#endif
#define NAN_VALUE NAN

typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
typedef int64_t int64;
typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;
typedef uint8 boolean; /* 0 or 1 */
typedef float float32;
typedef double float64;
typedef struct { float32 re, im; } complex64;
typedef struct { float64 re, im; } complex128;
