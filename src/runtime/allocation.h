/* allocation.h - allocate host memory; tests can make an allocation fail. */
#ifndef GLA_RUNTIME_ALLOCATION_H
#define GLA_RUNTIME_ALLOCATION_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* malloc/calloc/realloc of the library: tests make the n-th of them fail.  NULL on failure, no message. */
void *gla_malloc(size_t bytes);
void *gla_calloc(size_t count, size_t size);
void *gla_realloc(void *p, size_t bytes);
/* gla_free is public. */
/* Whether a test wants the allocation that is about to be made by other means to fail. */
bool gla_malloc_fails(void);

/* Make the n-th allocation from now fail (and all later ones when `all`); 0 turns it off.  For tests. */
void gla_test_fail_allocation(long n, bool all);
long gla_test_allocations(void); /* how many there have been since the last gla_test_fail_allocation */

GLA_END_DECLS

#endif
