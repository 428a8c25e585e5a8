/* memory.c - host blocks, aligned to 64 bytes; large ones on huge pages, and kept for a while when given back: fresh
 * pages cost as much as the arithmetic that is done on them. */
#include "host.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define ALIGNMENT 64
#define HUGE_PAGE ((size_t)2 << 20)
/* From here on a block has pages of its own. */
#define LARGE ((size_t)4 << 20)

/* Large blocks that were given back, oldest first.  Whoever finds the cache busy does without it, so that a forked
 * child, where the lock may have stayed locked, does not wait for ever. */
#define CACHE_BLOCKS 64
#define LEAST_CACHE ((size_t)256 << 20)
#define SHARE_OF_MEMORY 8 /* at most this part of the machine's memory is kept */
static struct {
    pthread_mutex_t lock;
    int n;
    size_t bytes;
    struct { void *data; size_t size; } block[CACHE_BLOCKS];
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The size that a large block has: at most an eighth more, so that nearly equal requests can use the same block. */
static size_t large_size(size_t bytes)
{
    size_t step = HUGE_PAGE;
    while (step * 16 <= bytes)
        step *= 2;
    return bytes > SIZE_MAX - step ? 0 : (bytes + step - 1) / step * step;
}

/* Remove block i from the cache; called with the lock held. */
static void *take(int i)
{
    void *data = cache.block[i].data;
    cache.bytes -= cache.block[i].size;
    cache.n--;
    for (; i < cache.n; i++)
        cache.block[i] = cache.block[i + 1];
    return data;
}

static size_t cache_limit(void)
{
    static atomic_size_t limit;
    size_t bytes = atomic_load_explicit(&limit, memory_order_relaxed);
    if (bytes == 0) {
        bytes = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGE_SIZE) / SHARE_OF_MEMORY;
        if (bytes < LEAST_CACHE)
            bytes = LEAST_CACHE;
        atomic_store_explicit(&limit, bytes, memory_order_relaxed);
    }
    return bytes;
}

static void *from_cache(size_t size)
{
    void *data = NULL;
    if (pthread_mutex_trylock(&cache.lock) != 0)
        return NULL;
    for (int i = cache.n; i-- > 0 && !data;)
        if (cache.block[i].size == size)
            data = take(i);
    pthread_mutex_unlock(&cache.lock);
    return data;
}

/* Give the oldest blocks back to the system until there is room for `size` more bytes. */
static void make_room(size_t size)
{
    while (cache.n && (cache.n == CACHE_BLOCKS || cache.bytes + size > cache_limit())) {
        size_t oldest = cache.block[0].size;
        munmap(take(0), oldest);
    }
}

static void *map_pages(size_t size)
{
    char *base = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)base % HUGE_PAGE;
    if (before)
        munmap(base, before);
    munmap(base + before + size, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    madvise(base + before, size, MADV_HUGEPAGE); /* a wish; without it the pages are just smaller */
#endif
    return base + before;
}

static void *alloc_large(size_t size)
{
    /* gla_malloc takes part in the tests' failing allocations; mmap does not. */
    void *probe = gla_malloc(0), *data;
    gla_free(probe);
    if (!probe || size == 0 || size > SIZE_MAX / 2)
        return NULL;
    if ((data = from_cache(size)) || (data = map_pages(size)))
        return data;
    if (pthread_mutex_trylock(&cache.lock) == 0) { /* what the cache holds may be what is missing */
        make_room(cache_limit());
        pthread_mutex_unlock(&cache.lock);
    }
    return map_pages(size);
}

static void free_large(void *data, size_t size)
{
    if (size <= cache_limit() / 2 && pthread_mutex_trylock(&cache.lock) == 0) {
        make_room(size);
#ifdef MADV_FREE
        if (cache.bytes + size > LEAST_CACHE) /* the system may take these pages when it is short of memory */
            madvise(data, size, MADV_FREE);
#endif
        cache.block[cache.n].data = data;
        cache.block[cache.n++].size = size;
        cache.bytes += size;
        data = NULL;
        pthread_mutex_unlock(&cache.lock);
    }
    if (data)
        munmap(data, size);
}

/* A small block stands in a larger one, whose address is kept just before it. */
void *gla_host_alloc(size_t bytes)
{
    if (bytes >= LARGE)
        return alloc_large(large_size(bytes));
    char *base = gla_malloc(bytes + ALIGNMENT + sizeof(void *));
    if (!base)
        return NULL;
    void **data = (void **)(base + sizeof(void *) + -(uintptr_t)(base + sizeof(void *)) % ALIGNMENT);
    data[-1] = base;
    return data;
}

void gla_host_free(void *data, size_t bytes)
{
    if (!data)
        return;
    if (bytes >= LARGE)
        free_large(data, large_size(bytes));
    else
        gla_free(((void **)data)[-1]);
}

size_t gla_host_idle(void)
{
    size_t bytes = 0;
    if (pthread_mutex_trylock(&cache.lock) == 0) {
        bytes = cache.bytes;
        pthread_mutex_unlock(&cache.lock);
    }
    return bytes;
}

size_t gla_host_trim(void)
{
    size_t bytes = 0;
    if (pthread_mutex_trylock(&cache.lock) == 0) {
        bytes = cache.bytes;
        make_room(cache_limit());
        pthread_mutex_unlock(&cache.lock);
    }
    return bytes;
}
