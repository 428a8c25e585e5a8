/* dtype.c - data types: names, sizes, promotion. */
#include "core.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned char size;
    char kind; /* b bool, i signed, u unsigned, f real floating, c complex */
} types[GLA_DTYPE_COUNT] = {
    [GLA_NO_DTYPE] = {"none", 0, '-'},
    [GLA_BOOL] = {"bool", 1, 'b'},
    [GLA_INT8] = {"int8", 1, 'i'},
    [GLA_INT16] = {"int16", 2, 'i'},
    [GLA_INT32] = {"int32", 4, 'i'},
    [GLA_INT64] = {"int64", 8, 'i'},
    [GLA_UINT8] = {"uint8", 1, 'u'},
    [GLA_UINT16] = {"uint16", 2, 'u'},
    [GLA_UINT32] = {"uint32", 4, 'u'},
    [GLA_UINT64] = {"uint64", 8, 'u'},
    [GLA_FLOAT32] = {"float32", 4, 'f'},
    [GLA_FLOAT64] = {"float64", 8, 'f'},
    [GLA_COMPLEX64] = {"complex64", 8, 'c'},
    [GLA_COMPLEX128] = {"complex128", 16, 'c'},
};

/* Whatever number a caller may have for a type. */
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
    static const struct { const char *alias; gla_dtype dtype; } aliases[] = {
        {"float", GLA_FLOAT64}, {"double", GLA_FLOAT64}, {"int", GLA_INT64}, {"complex", GLA_COMPLEX128}};
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

/* Both are integers or bool. */
static gla_dtype promote_integers(gla_dtype a, gla_dtype b)
{
    if (types[a].kind == types[b].kind)
        return a > b ? a : b;
    gla_dtype i = types[a].kind == 'i' ? a : b, u = types[a].kind == 'i' ? b : a;
    if (types[i].size > types[u].size)
        return i;
    switch (types[u].size) {
    case 1: return GLA_INT16;
    case 2: return GLA_INT32;
    case 4: return GLA_INT64;
    default: return GLA_FLOAT64; /* uint64 with signed: no integer type holds both */
    }
}

gla_dtype gla_promote(gla_dtype a, gla_dtype b)
{
    if (a == GLA_NO_DTYPE || b == GLA_NO_DTYPE)
        return a == GLA_NO_DTYPE ? b : a;
    if (a == b || b == GLA_BOOL)
        return a;
    if (a == GLA_BOOL)
        return b;
    if (a < GLA_FLOAT32 && b < GLA_FLOAT32)
        return promote_integers(a, b);
    gla_dtype ra = gla_real_of(a), rb = gla_real_of(b);
    /* float32 holds the integers of 8 and 16 bits exactly, wider ones need float64. */
    if (ra < GLA_FLOAT32)
        ra = types[ra].size <= 2 ? GLA_FLOAT32 : GLA_FLOAT64;
    if (rb < GLA_FLOAT32)
        rb = types[rb].size <= 2 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_dtype real = ra > rb ? ra : rb;
    return a >= GLA_COMPLEX64 || b >= GLA_COMPLEX64 ? gla_complex_of(real) : real;
}

static int kind_rank(gla_dtype t)
{
    return t == GLA_BOOL ? 0 : t < GLA_FLOAT32 ? 1 : t < GLA_COMPLEX64 ? 2 : 3;
}

gla_dtype gla_promote_weak(gla_dtype strong, gla_dtype weak)
{
    if (strong == GLA_NO_DTYPE)
        return weak;
    if (weak == GLA_NO_DTYPE || kind_rank(weak) <= kind_rank(strong))
        return strong;
    if (kind_rank(weak) == 3)
        return kind_rank(strong) == 2 ? gla_complex_of(strong) : GLA_COMPLEX128;
    return kind_rank(weak) == 2 ? GLA_FLOAT64 : weak == GLA_UINT64 ? GLA_UINT64 : GLA_INT64;
}

/* What any number of types have been promoted to, whatever their order.  Promoting two at a time would give float64 for int8,
 * uint16 and float32, by way of int32, although float32 holds all three. */
typedef struct promotion {
    gla_dtype signed_integer, unsigned_integer; /* the widest ones */
    gla_dtype floating;                         /* with the integers that it has met */
    bool has_bool;
} promotion;

static void promote_also(promotion *p, gla_dtype t)
{
    gla_dtype *widest = types[t].kind == 'i' ? &p->signed_integer : &p->unsigned_integer;
    if (t == GLA_BOOL)
        p->has_bool = true;
    else if (!gla_dtype_is_integer(t))
        p->floating = gla_promote(p->floating, t);
    else if (t > *widest)
        *widest = t;
}

static gla_dtype promoted(const promotion *p)
{
    if (p->floating) /* each kind of integer for itself */
        return gla_promote(gla_promote(p->floating, p->signed_integer), p->unsigned_integer);
    gla_dtype integer = gla_promote(p->signed_integer, p->unsigned_integer);
    return integer ? integer : p->has_bool ? GLA_BOOL : GLA_NO_DTYPE;
}

gla_dtype gla_promote_arrays(int n, const gla_array *const in[])
{
    promotion strong = {0}, weak = {0};
    for (int i = 0; i < n; i++)
        if (in[i])
            promote_also(in[i]->flags & GLA_WEAK ? &weak : &strong, in[i]->dtype);
    gla_dtype of_arrays = promoted(&strong), of_numbers = promoted(&weak);
    if (of_numbers == GLA_FLOAT64 && !weak.floating && of_arrays > GLA_BOOL)
        of_numbers = GLA_INT64; /* whole numbers of which one needs uint64: beside an array they are whole all the same */
    return gla_promote_weak(of_arrays, of_numbers);
}
