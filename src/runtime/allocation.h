/* allocation.h - Allocate host memory; tests can make an allocation fail. */
#ifndef GLA_RUNTIME_ALLOCATION_H
#define GLA_RUNTIME_ALLOCATION_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* malloc, calloc and realloc of the library. They return NULL on failure and set no message. Tests can make the n-th call
 * fail. */
void *gla_malloc(size_t bytes);
void *gla_calloc(size_t count, size_t size);
void *gla_realloc(void *p, size_t bytes);
/* gla_free is public. */
/* Return true if a test requests that the next allocation by other means fail. */
bool gla_malloc_fails(void);

/* For tests: make the n-th allocation from now on fail, and all later allocations if `all` is true; n = 0 ends this. */
void gla_test_fail_allocation(long n, bool all);
long gla_test_allocations(void); /* number of allocations since the last gla_test_fail_allocation */

GLA_END_DECLS

#endif
