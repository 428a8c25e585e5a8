/* dtype.c - Data types: names, sizes, kinds. */
#include "runtime/runtime.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned char size;
    char kind; /* b bool, i signed, u unsigned, f real floating, c complex */
} types[GLA_DTYPE_COUNT] = {
    [GLA_NO_DTYPE] = {"none", 0, '-'},       [GLA_BOOL] = {"bool", 1, 'b'},
    [GLA_INT8] = {"int8", 1, 'i'},           [GLA_INT16] = {"int16", 2, 'i'},
    [GLA_INT32] = {"int32", 4, 'i'},         [GLA_INT64] = {"int64", 8, 'i'},
    [GLA_UINT8] = {"uint8", 1, 'u'},         [GLA_UINT16] = {"uint16", 2, 'u'},
    [GLA_UINT32] = {"uint32", 4, 'u'},       [GLA_UINT64] = {"uint64", 8, 'u'},
    [GLA_FLOAT32] = {"float32", 4, 'f'},     [GLA_FLOAT64] = {"float64", 8, 'f'},
    [GLA_COMPLEX64] = {"complex64", 8, 'c'}, [GLA_COMPLEX128] = {"complex128", 16, 'c'},
};

/* Callers may pass any integer as a dtype. */
static gla_dtype known(gla_dtype dtype)
{
    return (unsigned)dtype < GLA_DTYPE_COUNT ? dtype : GLA_NO_DTYPE;
}

const char *gla_dtype_name(gla_dtype dtype)
{
    return types[known(dtype)].name;
}

gla_dtype gla_dtype_from_name(const char *name)
{
    static const struct {
        const char *alias;
        gla_dtype dtype;
    } aliases[] = {{"float", GLA_FLOAT64}, {"double", GLA_FLOAT64}, {"int", GLA_INT64}, {"complex", GLA_COMPLEX128}};
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT && name; t++)
        if (strcmp(name, types[t].name) == 0)
            return (gla_dtype)t;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases && name; i++)
        if (strcmp(name, aliases[i].alias) == 0)
            return aliases[i].dtype;
    return GLA_NO_DTYPE;
}

size_t gla_itemsize(gla_dtype dtype)
{
    return types[known(dtype)].size;
}

bool gla_dtype_is_integer(gla_dtype dtype)
{
    return types[known(dtype)].kind == 'i' || types[known(dtype)].kind == 'u';
}

bool gla_dtype_is_unsigned(gla_dtype dtype)
{
    return types[known(dtype)].kind == 'u';
}

bool gla_dtype_is_real_floating(gla_dtype dtype)
{
    return types[known(dtype)].kind == 'f';
}

bool gla_dtype_is_complex(gla_dtype dtype)
{
    return types[known(dtype)].kind == 'c';
}

gla_dtype gla_real_of(gla_dtype dtype)
{
    return dtype == GLA_COMPLEX128 ? GLA_FLOAT64 : dtype == GLA_COMPLEX64 ? GLA_FLOAT32 : dtype;
}

gla_dtype gla_complex_of(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? GLA_COMPLEX64 : GLA_COMPLEX128;
}

gla_dtype gla_floating_of(gla_dtype dtype)
{
    return dtype < GLA_FLOAT32 ? GLA_FLOAT64 : dtype;
}

bool gla_integer_fits(uint64_t bits, bool is_unsigned, gla_dtype dtype)
{
    int width = 8 * types[dtype].size, sign = types[dtype].kind == 'i';
    uint64_t top = UINT64_MAX >> (64 - width + sign);
    if (is_unsigned || (int64_t)bits >= 0)
        return bits <= top;
    return sign && (int64_t)bits >= -(int64_t)top - 1;
}
