/* array.c - the table of the array room. */
#include "host.h"

const gla_array_ops gla_host_array_ops = {
    .copy = gla_host_copy,
    .map = gla_host_map,
    .reduce = gla_host_reduce,
    .range = gla_host_range,
    .count_nonzero = gla_host_count_nonzero,
    .nonzero = gla_host_nonzero,
    .gather = gla_host_gather,
    .scatter = gla_host_scatter,
    .triangle = gla_host_triangle,
    .all_finite = gla_host_all_finite,
};
