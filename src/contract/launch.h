/* launch.h - a kernel launch and its arguments. */
#ifndef GLA_CONTRACT_LAUNCH_H
#define GLA_CONTRACT_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

typedef enum gla_argument_kind { GLA_ARGUMENT_BUFFER, GLA_ARGUMENT_VALUE, GLA_ARGUMENT_LOCAL } gla_argument_kind;

typedef struct gla_argument {
    gla_argument_kind kind;
    const void *value; /* BUFFER: the device address itself; VALUE: host address of `size` bytes; LOCAL: unused */
    size_t size;
} gla_argument;

typedef struct gla_launch {
    const char *op;                    /* for messages; a string that is valid until the process ends */
    uint32_t groups[3], group_size[3]; /* all at least 1 */
    size_t local_bytes;                /* dynamic local memory: `extern __shared__` in CUDA, DYNAMIC_LOCAL in the dialect */
    int n;
    const gla_argument *arguments;
} gla_launch;

#endif
