/* limits.c - finfo, iinfo: numeric limits of a dtype. */
#include "inspection/inspection.h"
#include "runtime/record.h"

#include <float.h>

gla_status gla_finfo(const gla_array *type, gla_record **record)
{
    gla_dtype real = gla_real_of(type->dtype);
    bool single = real == GLA_FLOAT32;
    *record = NULL;
    if (!gla_dtype_is_real_floating(real))
        return gla_fail(GLA_DTYPE_ERROR, "finfo: %s is not a floating-point dtype; use iinfo for integers",
                        gla_dtype_name(type->dtype));
    gla_status st = gla_record_new("finfo", record);
    if (st)
        return st;
    gla_record_integer(*record, "bits", single ? 32 : 64);
    gla_record_real(*record, "eps", single ? (double)FLT_EPSILON : DBL_EPSILON);
    gla_record_real(*record, "max", single ? (double)FLT_MAX : DBL_MAX);
    gla_record_real(*record, "min", single ? -(double)FLT_MAX : -DBL_MAX);
    gla_record_real(*record, "smallest_normal", single ? (double)FLT_MIN : DBL_MIN);
    gla_record_text(*record, "dtype", gla_dtype_name(real));
    return gla_record_finish(record, GLA_OK);
}

gla_status gla_iinfo(const gla_array *type, gla_record **record)
{
    gla_dtype dtype = type->dtype;
    *record = NULL;
    if (!gla_dtype_is_integer(dtype))
        return gla_fail(GLA_DTYPE_ERROR, "iinfo: %s is not an integer dtype; use finfo for floating-point dtypes",
                        gla_dtype_name(dtype));
    gla_status st = gla_record_new("iinfo", record);
    if (st)
        return st;
    int bits = 8 * (int)gla_itemsize(dtype);
    gla_record_integer(*record, "bits", bits);
    if (gla_dtype_is_unsigned(dtype)) {
        gla_record_unsigned(*record, "max", UINT64_MAX >> (64 - bits));
        gla_record_integer(*record, "min", 0);
    } else {
        gla_record_integer(*record, "max", INT64_MAX >> (64 - bits));
        gla_record_integer(*record, "min", INT64_MIN >> (64 - bits));
    }
    gla_record_text(*record, "dtype", gla_dtype_name(dtype));
    return gla_record_finish(record, GLA_OK);
}
