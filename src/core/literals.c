/* literals.c - Check that the target dtype can represent scalars and lists of the script. */
#include "core/core.h"

#include <math.h>
#include <stdio.h>

/* Return true for a scalar or list of the script, which is an array whose memory a binding has filled and nobody else owns. */
static bool is_literal(const gla_array *a)
{
    return a->flags & GLA_UNPLACED && !a->buffer->release;
}

/* Values for float32 are rounded, but must not become infinite. */
static gla_status check_single(const char *op, gla_dtype dtype, const gla_array *value)
{
    const double *v = gla_data(value);
    int64_t n = value->dtype == GLA_COMPLEX128 ? 2 * value->size : value->size;
    for (int64_t i = 0; i < n; i++)
        if (isfinite(v[i]) && isinf((float)v[i]))
            return gla_fail(GLA_OVERFLOW_ERROR, "%s: %.15g is not representable in %s; choose a wider dtype", op, v[i],
                            gla_dtype_name(dtype));
    return GLA_OK;
}

static gla_status check_integer(const char *op, gla_dtype dtype, uint64_t bits, bool is_unsigned)
{
    char value[24];
    if (gla_integer_fits(bits, is_unsigned, dtype))
        return GLA_OK;
    snprintf(value, sizeof value, is_unsigned ? "%llu" : "%lld", (unsigned long long)bits);
    return gla_fail(GLA_OVERFLOW_ERROR, "%s: %s is not representable in %s; choose a wider dtype", op, value,
                    gla_dtype_name(dtype));
}

bool gla_integer_holds(gla_dtype dtype, double whole)
{
    int bits = dtype == GLA_BOOL ? 1 : 8 * (int)gla_itemsize(dtype) - !gla_dtype_is_unsigned(dtype);
    double above = ldexp(1, bits), low = dtype == GLA_BOOL || gla_dtype_is_unsigned(dtype) ? 0 : -above;
    return !(whole < low || whole >= above);
}

/* Conversion to integers truncates fractions, as in C. NaN, Inf and values outside the range of the dtype are refused. */
static gla_status check_cut(const char *op, gla_dtype dtype, const gla_array *value)
{
    const double *v = gla_data(value);
    for (int64_t i = 0; i < value->size; i++) {
        if (!isfinite(v[i]))
            return gla_fail(GLA_DTYPE_ERROR, "%s: %.15g is not an integer, but the result is %s; choose a floating-point dtype",
                            op, v[i], gla_dtype_name(dtype));
        if (!gla_integer_holds(dtype, trunc(v[i])))
            return gla_fail(GLA_OVERFLOW_ERROR, "%s: %.15g is not representable in %s; choose a wider dtype", op, v[i],
                            gla_dtype_name(dtype));
    }
    return GLA_OK;
}

gla_status gla_check_literals(const char *op, gla_dtype dtype, const gla_array *src)
{
    bool is_unsigned = src->dtype == GLA_UINT64;
    if (!is_literal(src) || !src->contiguous || src->dtype == dtype)
        return GLA_OK;
    if ((src->dtype == GLA_FLOAT64 || src->dtype == GLA_COMPLEX128) && (dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64))
        return check_single(op, dtype, src);
    if (!gla_dtype_is_integer(dtype))
        return GLA_OK;
    if (src->dtype == GLA_FLOAT64)
        return check_cut(op, dtype, src);
    if (src->dtype != GLA_INT64 && !is_unsigned)
        return GLA_OK;
    const uint64_t *bits = gla_data(src);
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < src->size && !st; i++)
        st = check_integer(op, dtype, bits[i], is_unsigned);
    return st;
}

/* Return true if `to` can represent each value of `from`, except that floating-point dtypes may round. */
static bool is_kept_by(gla_dtype from, gla_dtype to)
{
    if (from == to || gla_dtype_is_complex(to))
        return true;
    if (to >= GLA_FLOAT32)
        return !gla_dtype_is_complex(from);
    return from < GLA_FLOAT32 && gla_promote(from, to) == to;
}

/* Check a scalar of the script that is to be stored in an integer or bool array. */
static gla_status check_number(const char *op, const char *into, gla_dtype dtype, double value)
{
    if (!isfinite(value) || value != trunc(value))
        return gla_fail(GLA_DTYPE_ERROR,
                        "%s: %.15g is not an integer, but %s is %s; round it, or choose a floating-point dtype", op, value,
                        into, gla_dtype_name(dtype));
    if (!gla_integer_holds(dtype, value))
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: %.15g is not representable in %s; choose a wider dtype", op, value,
                        gla_dtype_name(dtype));
    return GLA_OK;
}

gla_status gla_check_kept(const char *op, const char *into, gla_dtype dtype, const char *name, const gla_array *value)
{
    bool literal = is_literal(value);
    gla_status st = GLA_OK;
    if (is_kept_by(value->dtype, dtype))
        return gla_check_literals(op, dtype, value);
    if (literal && value->contiguous && value->dtype == GLA_FLOAT64) {
        const double *v = gla_data(value);
        for (int64_t i = 0; i < value->size && !st; i++)
            st = check_number(op, into, dtype, v[i]);
        return st;
    }
    if (literal && value->contiguous && (value->dtype == GLA_INT64 || value->dtype == GLA_UINT64)) {
        if (dtype != GLA_BOOL)
            return gla_check_literals(op, dtype, value);
        const int64_t *v = gla_data(value);
        for (int64_t i = 0; i < value->size && !st; i++)
            st = check_number(op, into, dtype, value->dtype == GLA_INT64 ? (double)v[i] : (double)(uint64_t)v[i]);
        return st;
    }
    if (gla_dtype_is_complex(value->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s is %s, but %s is %s; take real() or abs() first", op, name,
                        gla_dtype_name(value->dtype), into, gla_dtype_name(dtype));
    return gla_fail(GLA_DTYPE_ERROR,
                    "%s: %s is %s, but %s is %s, which cannot represent all its values; convert it with "
                    "astype",
                    op, name, gla_dtype_name(value->dtype), into, gla_dtype_name(dtype));
}

bool gla_is_number_to_check(gla_dtype dtype, const gla_array *value)
{
    return !value->ndim && !is_literal(value) && !gla_dtype_is_complex(value->dtype) && !is_kept_by(value->dtype, dtype);
}

gla_status gla_check_number_kept(const char *op, const char *into, gla_dtype dtype, gla_dtype wide, const void *number)
{
    if (wide == GLA_FLOAT64)
        return check_number(op, into, dtype, *(const double *)number);
    if (dtype != GLA_BOOL)
        return check_integer(op, dtype, *(const uint64_t *)number, wide == GLA_UINT64);
    return check_number(op, into, dtype,
                        wide == GLA_UINT64 ? (double)*(const uint64_t *)number : (double)*(const int64_t *)number);
}
