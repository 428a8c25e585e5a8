/* order.c - Random permutations, by kernels/random_order.h before and after a sort, and selection of rows by
 * kernels/random_take.h. */
#include "random.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"
#include "backends/device/sorting/sorting.h"

#define OP "Generator.permutation"
#define PLACES_EACH 4 /* number of positions that a thread checks */

static gla_device_program words_program(void)
{
    return gla_device_typed("random_order.h", GLA_INT64);
}

static gla_device_program rows_program(gla_dtype dtype)
{
    return gla_device_sized("random_take.h", dtype);
}

GLA_LIST(random_order)
{
    gla_list_add(list, rows_program(t), "random orders", gla_list_common(t));
    if (t == GLA_INT64)
        gla_list_add(list, words_program(), "random orders", GLA_LISTED_COMMON);
}

gla_status gla_device_random_order(gla_device *dev, const gla_draw *d, int64_t first, gla_array *out)
{
    const gla_device_program p = words_program();
    const random_sizes s = {
        .n = out->size, .key = (int64_t)d->key, .position = (int64_t)d->position, .substream = d->substream};
    void *keys = NULL;
    (void)first; /* unused: the sort handles all keys at once */
    gla_status st = gla_device_enter(OP, dev);
    if (!st)
        st = gla_device_scratch(OP, dev, (size_t)s.n * sizeof(uint32_t), &keys);
    const gla_argument draw[] = {GLA_VALUE(s), GLA_BUFFER(keys)}, settle[] = {GLA_VALUE(s), GLA_BUFFER(gla_data(out))};
    if (!st)
        st = gla_device_run_for(OP, dev, &p, "order_keys", s.n / 2 + 1, 2, draw);
    if (!st)
        st = gla_device_argsort_row(OP, dev, GLA_UINT32, s.n, keys, gla_data(out));
    gla_device_drop(dev, keys);
    const int64_t tile = PLACES_EACH * GLA_GROUP, most = (int64_t)gla_device_units(dev) * 32, tiles = (s.n + tile - 1) / tile;
    return st ? st : gla_device_run(OP, dev, &p, "order_sort_runs", tiles < most ? tiles : most, 2, settle);
}

gla_status gla_device_take_rows(gla_device *dev, const gla_array *x, const gla_array *order, gla_array *out)
{
    const gla_device_program p = rows_program(x->dtype);
    const int64_t n = order->size, length = out->size / n;
    const gla_argument args[] = {GLA_VALUE(n), GLA_VALUE(length), GLA_BUFFER(gla_data(x)), GLA_BUFFER(gla_data(order)),
                                 GLA_BUFFER(gla_data(out))};
    gla_status st = gla_device_enter(OP, dev);
    return st ? st : gla_device_run_for(OP, dev, &p, "take_rows", out->size, 5, args);
}
