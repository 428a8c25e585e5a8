/* watch_c.h - Functions that are called before each memory access in code compiled with -fsanitize=thread. These functions
 * replace the runtime library of the sanitizer, because the emulated device itself finds races
 * (src/backends/emulated/race.c). */
#define UNWATCHED __attribute__((noinline, no_sanitize("thread")))
#define GLA_WATCHED 1
#define HOOK UNWATCHED __attribute__((visibility("hidden"), used)) /* visible in this program only */
#define WATCH(p, size, kind) gla_item->watch((void *)(p), size, kind, __builtin_return_address(0))

#define MARK(p, v) write_mark(p, (__typeof__(*(p))[1]){v}, sizeof *(p))

/* The compiler treats this as a plain store. Other work-items may store the same value at the same time. */
UNWATCHED static void write_mark(void *p, const void *v, unsigned size)
{
    WATCH(p, size, 3);
    __builtin_memcpy(p, v, size);
}

/* Kinds of accesses: 0 and 1 are plain reads and writes, 2 and 3 volatile reads and writes, 4 atomic updates. */
#define ACCESS(name, size, kind) \
    HOOK void __tsan_##name(void *p) { WATCH(p, size, kind); }
#define ACCESSES(size)                                                                                                      \
    ACCESS(read##size, size, 0) ACCESS(write##size, size, 1)                                                                \
    ACCESS(unaligned_read##size, size, 0) ACCESS(unaligned_write##size, size, 1)                                            \
    ACCESS(volatile_read##size, size, 2) ACCESS(volatile_write##size, size, 3)                                              \
    ACCESS(unaligned_volatile_read##size, size, 2) ACCESS(unaligned_volatile_write##size, size, 3)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)

HOOK void __tsan_read_range(void *p, unsigned long size) { WATCH(p, (unsigned)size, 0); }
HOOK void __tsan_write_range(void *p, unsigned long size) { WATCH(p, (unsigned)size, 1); }
HOOK void __tsan_func_entry(void *p) { }
HOOK void __tsan_func_exit(void) { }
HOOK void __tsan_init(void) { }

#define ATOMIC(bits, name, result)                                                                                          \
    HOOK uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *p, uint##bits##_t v, int order)               \
    {                                                                                                                       \
        uint##bits##_t old = *p;                                                                                            \
        WATCH(p, bits / 8, 4);                                                                                              \
        *p = result;                                                                                                        \
        return old;                                                                                                         \
    }
#define ATOMIC_LOAD(bits)                                                                                                   \
    HOOK uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *p, int order)                             \
    {                                                                                                                       \
        WATCH(p, bits / 8, 2);                                                                                              \
        return *p;                                                                                                          \
    }
#define ATOMIC_STORE(bits)                                                                                                  \
    HOOK void __tsan_atomic##bits##_store(volatile uint##bits##_t *p, uint##bits##_t v, int order)                          \
    {                                                                                                                       \
        WATCH(p, bits / 8, 3);                                                                                              \
        *p = v;                                                                                                             \
    }
ATOMIC_LOAD(8) ATOMIC_STORE(8)
ATOMIC(32, fetch_add, old + v) ATOMIC(32, fetch_or, old | v) ATOMIC_LOAD(32) ATOMIC_STORE(32)
ATOMIC(64, fetch_add, old + v) ATOMIC(64, fetch_or, old | v) ATOMIC_LOAD(64) ATOMIC_STORE(64)
