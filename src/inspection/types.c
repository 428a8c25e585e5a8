/* types.c - can_cast, result_type, isdtype: promotion and kinds of dtypes. */
#include "inspection/inspection.h"

#include <string.h>

gla_status gla_can_cast(const gla_array *from_, gla_dtype to, bool *yes)
{
    *yes = false;
    if (to == GLA_NO_DTYPE)
        return gla_fail(GLA_ARGUMENT_ERROR, "can_cast: to is missing; give a dtype");
    gla_dtype from = from_->dtype;
    *yes = from_->flags & GLA_WEAK ? gla_promote_weak(to, from) == to : gla_promote(from, to) == to;
    return GLA_OK;
}

gla_status gla_result_type(const gla_arrays *arrays_and_dtypes, gla_dtype *dtype)
{
    *dtype = GLA_NO_DTYPE;
    if (arrays_and_dtypes->n < 1 || arrays_and_dtypes->n > INT32_MAX)
        return gla_fail(GLA_ARGUMENT_ERROR, "result_type: %s; give at least one array, number or dtype",
                        arrays_and_dtypes->n < 1 ? "nothing is given" : "too many arguments are given");
    *dtype = gla_promote_arrays((int)arrays_and_dtypes->n, arrays_and_dtypes->v);
    return GLA_OK;
}

static bool is_in(gla_dtype t, gla_dtype first, gla_dtype last)
{
    return t >= first && t <= last;
}

bool gla_is_of_kind(gla_dtype t, const char *kind, bool *known)
{
    const struct {
        const char *name;
        gla_dtype first, last;
    } kinds[] = {{"bool", GLA_BOOL, GLA_BOOL},
                 {"signed integer", GLA_INT8, GLA_INT64},
                 {"unsigned integer", GLA_UINT8, GLA_UINT64},
                 {"integral", GLA_INT8, GLA_UINT64},
                 {"real floating", GLA_FLOAT32, GLA_FLOAT64},
                 {"complex floating", GLA_COMPLEX64, GLA_COMPLEX128},
                 {"numeric", GLA_INT8, GLA_COMPLEX128}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, kind) == 0) {
            *known = true;
            return is_in(t, kinds[i].first, kinds[i].last);
        }
    *known = false;
    return false;
}

gla_status gla_fail_kind(const char *op, const char *kind)
{
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "%s: there is no kind '%.60s'; the kinds are bool, signed integer, unsigned integer, integral, "
                    "real floating, complex floating and numeric",
                    op, kind);
}

gla_status gla_isdtype(gla_dtype dtype, const gla_strings *kind, bool *yes)
{
    *yes = false;
    if (dtype == GLA_NO_DTYPE)
        return gla_fail(GLA_ARGUMENT_ERROR, "isdtype: dtype is missing; give a dtype");
    for (int64_t i = 0; i < kind->n; i++) {
        bool known;
        gla_dtype named = gla_dtype_from_name(kind->v[i]);
        bool is_one = named ? named == dtype : gla_is_of_kind(dtype, kind->v[i], &known);
        if (!named && !known) {
            *yes = false;
            return gla_fail_kind("isdtype", kind->v[i]);
        }
        *yes = *yes || is_one;
    }
    return GLA_OK;
}
