/* small.c - the programs of kernels/small.h and small_eigh.h. */
#include "array_kernels.h"

#include <stdio.h>

bool gla_device_small_variant(gla_dtype dtype, int64_t n, gla_small_variant *v)
{
    static const gla_small_variant all[] = {{8, 4}, {16, 2}, {32, 2}, {64, 4}};
    int i = 0;
    while (i < 4 && all[i].order < n)
        i++;
    /* Local memory has room for a matrix of 64 of the smaller types. */
    if (i == 4 || (i == 3 && dtype == GLA_COMPLEX128))
        return false;
    *v = all[i];
    return true;
}

bool gla_device_small_defines(gla_dtype dtype, int64_t n, char *buf, size_t size)
{
    gla_small_variant v;
    char types[600];
    if (!gla_device_small_variant(dtype, n, &v))
        return false;
    gla_device_type_defines(dtype, types, sizeof types);
    snprintf(buf, size, "%s#define ORDER %d\n#define SLICES %d\n#define COLUMNS %d\n", types, v.order, v.slices,
             GLA_SMALL_COLUMNS);
    return true;
}

bool gla_device_small_eigh_defines(gla_dtype dtype, int64_t n, char *buf, size_t size)
{
    char types[600];
    if (n > 32)
        return false;
    gla_device_type_defines(dtype, types, sizeof types);
    snprintf(buf, size, "%s#define ORDER %d\n", types, n <= 8 ? 8 : n <= 16 ? 16 : 32);
    return true;
}

void gla_device_small_infos(int64_t groups, const int *each, int64_t batch, int64_t *info)
{
    int64_t chunks = groups / batch;
    for (int64_t b = 0; b < batch; b++) {
        info[b] = 0;
        for (int64_t i = 0; i < chunks; i++)
            if (info[b] == 0 || each[b * chunks + i] < 0)
                info[b] = each[b * chunks + i];
    }
}
