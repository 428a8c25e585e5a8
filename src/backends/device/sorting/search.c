/* search.c - Binary search in sorted rows (searchsorted). */
#include "sorting.h"

#define GROUPS_EACH 6 /* number of groups per compute unit; each builds a tree, so all groups must run at once */
#define SHARE 1024    /* number of values that a group searches for at a time */

gla_status gla_device_search(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out)
{
    bool asks = what == GLA_SEARCH_FOUND || what == GLA_SEARCH_MISSING;
    gla_device_program program = gla_device_search_program(rows->dtype, asks);
    search_sizes s = {.n = rows->shape[rows->ndim - 1],
                      .m = values->shape[values->ndim - 1],
                      .right = what == GLA_SEARCH_RIGHT,
                      .what = what};
    int most = gla_device_search_levels(rows->dtype);
    int64_t groups = (int64_t)gla_device_units(dev) * GROUPS_EACH;
    s.rows = rows->size / s.n;
    while (s.levels < most && ((int64_t)1 << s.levels) <= s.n)
        s.levels++;
    s.block = s.n / ((int64_t)1 << s.levels) + 1;
    s.shares = (s.m + SHARE - 1) / SHARE;
    if (s.shares * s.rows > groups)
        s.shares = groups > s.rows ? groups / s.rows : 1;
    groups = s.shares * s.rows < groups ? s.shares * s.rows : groups;
    gla_status st = gla_device_enter("searchsorted", dev);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(gla_data(rows)), GLA_BUFFER(gla_data(values)),
                                 GLA_BUFFER(gla_data(out))};
    return st ? st : gla_device_run("searchsorted", dev, &program, "search", groups, 4, args);
}
