/* pending.c - slots that no file has yet; deleted when all are. */
#include "host.h"

#include <stdlib.h>

__attribute__((weak)) void gla_host_parallel(int64_t n, int64_t grain, gla_host_body body, void *arg)
{
    (void)grain;
    body(arg, 0, n);
}

__attribute__((weak)) int gla_host_threads(void)
{
    return 1;
}
