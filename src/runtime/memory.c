/* memory.c - The library's malloc; tests can make it fail. */
#include "runtime/runtime.h"
#include "runtime/allocation.h"

#include <stdlib.h>
#include <string.h>

static atomic_long allocations, fail_at;
static atomic_bool fail_all;

bool gla_malloc_fails(void)
{
    long at = atomic_load_explicit(&fail_at, memory_order_relaxed);
    if (at == 0)
        return false;
    long n = atomic_fetch_add(&allocations, 1) + 1;
    return n == at || (n > at && fail_all);
}

void gla_test_fail_allocation(long n, bool all)
{
    atomic_store(&allocations, 0);
    atomic_store(&fail_all, all);
    atomic_store(&fail_at, n);
}

long gla_test_allocations(void)
{
    return atomic_load(&allocations);
}

void *gla_malloc(size_t bytes)
{
    return gla_malloc_fails() ? NULL : malloc(bytes ? bytes : 1);
}

/* For small blocks only malloc uses the C library's thread cache. */
void *gla_calloc(size_t count, size_t size)
{
    enum { SMALL = 512 };
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SMALL)
        return gla_malloc_fails() ? NULL : calloc(count, size);
    void *p = gla_malloc(bytes);
    return p ? memset(p, 0, bytes) : NULL;
}

void *gla_realloc(void *p, size_t bytes)
{
    return gla_malloc_fails() ? NULL : realloc(p, bytes ? bytes : 1);
}

void gla_free(void *p)
{
    free(p);
}
