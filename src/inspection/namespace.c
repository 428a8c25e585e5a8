/* namespace.c - Version, capabilities and dtypes of the library on a device, as specified by the array API standard. */
#include "inspection/inspection.h"
#include "runtime/record.h"

gla_status gla_array_api_version(char **text)
{
    return gla_copy_text("array_api_version", "2025.12", text);
}

gla_status gla_capabilities(gla_record **record)
{
    gla_status st = gla_record_new("capabilities", record);
    if (st)
        return st;
    gla_record_bool(*record, "boolean indexing", true);
    gla_record_bool(*record, "data-dependent shapes", true);
    gla_record_integer(*record, "max dimensions", GLA_MAX_NDIM);
    return gla_record_finish(record, GLA_OK);
}

gla_status gla_default_dtypes(gla_record **record, const char *device)
{
    gla_device *dev;
    *record = NULL;
    gla_status st = gla_find_device(device, &dev);
    if (st || (st = gla_record_new("default_dtypes", record)))
        return st;
    gla_record_text(*record, "real floating", "float64");
    gla_record_text(*record, "complex floating", "complex128");
    gla_record_text(*record, "integral", "int64");
    gla_record_text(*record, "indexing", "int64");
    return gla_record_finish(record, GLA_OK);
}

gla_status gla_dtypes(gla_record **record, const char *device, const gla_strings *kind)
{
    gla_device *dev;
    *record = NULL;
    gla_status st = gla_find_device(device, &dev);
    if (st || (st = gla_record_new("dtypes", record)))
        return st;
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT; t++) {
        bool is_absent = dev->lacks_float64 && (t == GLA_FLOAT64 || t == GLA_COMPLEX128), is_wanted = !kind;
        for (int64_t i = 0; kind && i < kind->n && !st; i++) {
            bool known;
            is_wanted = gla_is_of_kind((gla_dtype)t, kind->v[i], &known) || is_wanted;
            st = known ? GLA_OK : gla_fail_kind("dtypes", kind->v[i]);
        }
        if (is_wanted && !is_absent)
            gla_record_text(*record, gla_dtype_name((gla_dtype)t), gla_dtype_name((gla_dtype)t));
    }
    return gla_record_finish(record, st);
}
