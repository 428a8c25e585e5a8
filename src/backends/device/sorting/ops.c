/* ops.c - Table of the slots for sorting. */
#include "sorting.h"

const gla_sorting_ops gla_device_sorting_ops = {
    .sort = gla_device_sort,
    .argsort = gla_device_argsort,
    .order_statistics = gla_device_order_statistics,
    .search = gla_device_search,
    .distinct = gla_device_distinct,
    .count_runs = gla_device_count_runs,
    .write_runs = gla_device_write_runs,
};
