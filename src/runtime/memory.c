/* memory.c - the library's malloc, with a trap that lets tests make it fail. */
#include "runtime/runtime.h"

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

void *gla_calloc(size_t count, size_t size)
{
    return gla_malloc_fails() ? NULL : calloc(count ? count : 1, size ? size : 1);
}

void *gla_realloc(void *p, size_t bytes)
{
    return gla_malloc_fails() ? NULL : realloc(p, bytes ? bytes : 1);
}

void gla_free(void *p)
{
    free(p);
}
