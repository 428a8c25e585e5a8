/* pages.c - The pool's large blocks, which have separate pages, or huge pages if the system provides them.  Large blocks are
 * kept because fresh pages take longer than the arithmetic on them. */
#include "memory.h"

#include <string.h>
#include <sys/mman.h>

#define BITS 3
#define HUGE_PAGE ((size_t)2 << 20)
#define MARGIN ((size_t)1 << 20)
#define PLACES 128
/* If the pool keeps more than this number of bytes, the system may reclaim the excess when it is short of memory. */
#define FIRM ((size_t)256 << 20)
/* Clearing more memory than this takes as long as getting fresh pages, which cost nothing until they are used. */
#define MUCH_TO_ZERO ((size_t)32 << 20)

/* An entry for a kept block.  The entry contains the address of the block and, in the low bits, which are zero in an address,
 * the code of the size class. */
typedef struct place {
    atomic_uintptr_t word;
    atomic_uint_least64_t time; /* value of an increasing counter when the block was stored */
} place;
#define CODE ((uintptr_t)4095)

static place places[PLACES];
static atomic_uint_least64_t now;
static atomic_size_t idle, most;

static size_t size_of(uintptr_t word)
{
    unsigned code = (unsigned)(word & CODE);
    return ((size_t)(code & 7) + 9) << ((code >> BITS) - BITS);
}

/* Take the block `word` from entry p, if the entry still contains it. */
static void *take(place *p, uintptr_t word)
{
    if (!atomic_compare_exchange_strong_explicit(&p->word, &word, 0, memory_order_acquire, memory_order_relaxed))
        return NULL;
    atomic_fetch_sub_explicit(&idle, size_of(word), memory_order_relaxed);
    void *data = (void *)(word & ~CODE);
    GLA_HOST_SHOW(data, size_of(word));
    return data;
}

/* Find the entry of the oldest block, or of the newest block with the given code.  Return NULL if there is no such block. */
static place *find(unsigned code, uintptr_t *word)
{
    place *found = NULL;
    uint64_t best = 0;
    for (place *p = places; p < places + PLACES; p++) {
        uintptr_t w = atomic_load_explicit(&p->word, memory_order_relaxed);
        if (!w || (code && (w & CODE) != code))
            continue;
        uint64_t time = atomic_load_explicit(&p->time, memory_order_relaxed);
        if (found && (code ? time < best : time > best))
            continue;
        found = p;
        best = time;
        *word = w;
    }
    return found;
}

/* Return the size with a margin of unused address space after the block.  OpenBLAS's zgemv (in 0.3.21, its issue 4013) reads
 * one element past the end of its vector.  If LAPACK calls zgemv for a row of a matrix, this element is in the next column. */
static size_t with_margin(size_t size)
{
    return size + (size < MARGIN ? size : MARGIN);
}

static void unmap_pages(void *data, size_t size)
{
    munmap(data, with_margin(size));
}

static void *map_pages(size_t size)
{
    size_t all = with_margin(size), extra = size >= HUGE_PAGE ? HUGE_PAGE : 0;
    char *base = size > SIZE_MAX / 2 ? MAP_FAILED
                                     : mmap(NULL, all + extra, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    if (!extra)
        return base;
    size_t before = -(uintptr_t)base % HUGE_PAGE;
    if (before)
        munmap(base, before);
    munmap(base + before + all, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    madvise(base + before, size, MADV_HUGEPAGE); /* madvise is a hint; if it fails, the pages are smaller */
#endif
    return base + before;
}

void *gla_host_pages_alloc(size_t bytes, bool zero)
{
    gla_host_class c = gla_host_class_of(bytes, BITS);
    uintptr_t word;
    void *data;
    for (place *p; atomic_load_explicit(&idle, memory_order_relaxed) && (p = find(c.code, &word));)
        if ((data = take(p, word))) {
            if (zero && (bytes < MUCH_TO_ZERO || madvise(data, c.size, MADV_DONTNEED) != 0))
                memset(data, 0, bytes);
            return data;
        }
    return map_pages(c.size);
}

/* Store a block, which is already counted, in an empty entry if there is one. */
static bool store(void *data, gla_host_class c)
{
    for (int tries = 0; tries < 4; tries++) {
        for (place *p = places; p < places + PLACES; p++) {
            uintptr_t nothing = 0;
            if (atomic_load_explicit(&p->word, memory_order_relaxed))
                continue;
            atomic_store_explicit(&p->time, atomic_fetch_add_explicit(&now, 1, memory_order_relaxed) + 1, memory_order_relaxed);
            if (atomic_compare_exchange_strong_explicit(&p->word, &nothing, (uintptr_t)data | c.code, memory_order_release,
                                                        memory_order_relaxed))
                return true;
        }
        uintptr_t word;
        place *oldest = find(0, &word);
        void *old = oldest ? take(oldest, word) : NULL;
        if (old)
            unmap_pages(old, size_of(word));
    }
    return false;
}

void gla_host_pages_free(void *data, size_t bytes)
{
    gla_host_class c = gla_host_class_of(bytes, BITS);
    size_t limit = atomic_load_explicit(&most, memory_order_relaxed);
    if (c.size > limit / 2) {
        unmap_pages(data, c.size);
        return;
    }
    size_t kept = atomic_fetch_add_explicit(&idle, c.size, memory_order_relaxed) + c.size;
    if (kept > limit)
        gla_host_pages_trim(limit);
#ifdef MADV_FREE
    if (kept > FIRM)
        madvise(data, c.size, MADV_FREE);
#endif
    GLA_HOST_HIDE(data, c.size);
    if (store(data, c))
        return;
    GLA_HOST_SHOW(data, c.size);
    atomic_fetch_sub_explicit(&idle, c.size, memory_order_relaxed);
    unmap_pages(data, c.size);
}

void gla_host_pages_keep(size_t bytes)
{
    atomic_store(&most, bytes);
    gla_host_pages_trim(bytes);
}

size_t gla_host_pages_idle(void)
{
    return atomic_load_explicit(&idle, memory_order_relaxed);
}

size_t gla_host_pages_trim(size_t bytes)
{
    size_t released = 0;
    uintptr_t word;
    for (place *p; gla_host_pages_idle() > bytes && (p = find(0, &word));) {
        void *data = take(p, word);
        if (!data)
            continue;
        unmap_pages(data, size_of(word));
        released += size_of(word);
    }
    return released;
}
