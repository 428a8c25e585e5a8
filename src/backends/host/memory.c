/* memory.c - Memory for arrays on the host.  A block comes from the pool if the pool has a block of the requested size, and
 * otherwise from the system. */
#include "memory.h"
#include "runtime/allocation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The pool keeps at most 1/SHARE_OF_MEMORY of the machine's memory, or of the memory that the process may use. */
#define SHARE_OF_MEMORY 8

static bool plain = GLA_HOST_SANITIZED; /* no pool: use only malloc, for sanitizers and valgrind */
static size_t pool_limit;               /* maximum size of the pool, unless a limit on memory is lower */

static void *get(size_t bytes, bool zero)
{
    if (bytes >= GLA_HOST_PAGES && !plain)
        return gla_host_pages_alloc(bytes, zero);
    size_t margin = bytes >= GLA_HOST_PAGES && !GLA_HOST_SANITIZED ? bytes / 4 : 0; /* pages.c explains this margin */
    void *data = bytes <= GLA_HOST_SMALL || plain ? gla_host_plain_alloc(bytes + margin) : gla_host_block_alloc(bytes);
    return data && zero ? memset(data, 0, bytes) : data;
}

static void *alloc(size_t bytes, bool zero)
{
    if (gla_malloc_fails())
        return NULL;
    void *data = get(bytes, zero);
    return data || !gla_host_trim() ? data : get(bytes, zero); /* releasing the pool may free enough memory */
}

void *gla_host_alloc(size_t bytes)
{
    return alloc(bytes, false);
}

void *gla_host_alloc_zeros(size_t bytes)
{
    return alloc(bytes, true);
}

void gla_host_free(void *data, size_t bytes)
{
    if (!data)
        return;
    if (bytes <= GLA_HOST_SMALL || plain)
        gla_host_plain_free(data);
    else if (bytes >= GLA_HOST_PAGES)
        gla_host_pages_free(data, bytes);
    else
        gla_host_block_free(data, bytes);
}

/* Return the first number in a system file, or 0 if there is no number, as in "max". */
static size_t number_in(const char *path)
{
    unsigned long long n = 0;
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%llu", &n) != 1)
        n = 0;
    if (f)
        fclose(f);
    return (size_t)n;
}

/* Return the machine's memory, or the limit of the container if it is lower. */
static size_t memory_of_machine(void)
{
    static const char *const limits[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    size_t bytes = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGE_SIZE);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        size_t limit = number_in(limits[i]);
        if (limit && limit < bytes)
            bytes = limit;
    }
    return bytes;
}

void gla_host_open(const size_t *pool)
{
    pool_limit = pool ? *pool : plain ? 0 : memory_of_machine() / SHARE_OF_MEMORY;
    plain = pool_limit == 0;
    gla_host_limit(0);
}

void gla_host_limit(size_t limit)
{
    size_t bytes = limit && limit < pool_limit ? limit : pool_limit;
    gla_host_pages_keep(bytes - gla_host_blocks_keep(bytes / 4));
    if (limit)
        gla_host_blocks_trim();
}

size_t gla_host_pool(void)
{
    return pool_limit;
}

size_t gla_host_idle(void)
{
    return gla_host_blocks_idle() + gla_host_pages_idle();
}

void gla_host_trim_to(size_t bytes)
{
    gla_host_pages_trim(bytes);
}

size_t gla_host_trim(void)
{
    return gla_host_blocks_trim() + gla_host_pages_trim(0);
}
