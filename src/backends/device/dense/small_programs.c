/* small.c - the programs of kernels/small.h and small_eigh.h. */
#include "condition.h"
#include "dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    char types[900];
    if (!gla_device_small_variant(dtype, n, &v))
        return false;
    gla_device_condition_defines(dtype, types, sizeof types);
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

/* Codes above all pivots are the bits of estimates. */
static bool estimate_of(int code, double *estimate)
{
    float value;
    memcpy(&value, &code, sizeof value);
    if (code <= GLA_SMALL_MOST)
        return false;
    *estimate = (double)value;
    return true;
}

gla_small gla_device_small_infos(int64_t groups, const int *each, int64_t batch, int64_t *info, double *estimates)
{
    int64_t chunks = groups / batch;
    gla_small answer = GLA_SMALL_DOUBTFUL;
    for (int64_t b = 0; b < batch; b++) {
        info[b] = 0;
        if (estimates)
            estimates[b] = 0;
        for (int64_t i = 0; i < chunks; i++) {
            int code = each[b * chunks + i];
            double estimate;
            if (estimates && estimate_of(code, &estimate))
                estimates[b] = isnan(estimates[b]) || estimates[b] > estimate ? estimates[b] : estimate;
            else if (info[b] == 0 || code < 0)
                info[b] = code;
        }
        if (info[b])
            answer = GLA_SMALL_FAILED;
    }
    return answer;
}
