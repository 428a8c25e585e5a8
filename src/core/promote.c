/* promote.c - Type promotion (core.h). */
#include "core/core.h"

/* Promote two integer dtypes. */
static gla_dtype promote_integers(gla_dtype a, gla_dtype b)
{
    if (gla_dtype_is_unsigned(a) == gla_dtype_is_unsigned(b))
        return a > b ? a : b;
    gla_dtype i = gla_dtype_is_unsigned(a) ? b : a, u = gla_dtype_is_unsigned(a) ? a : b;
    if (gla_itemsize(i) > gla_itemsize(u))
        return i;
    switch (gla_itemsize(u)) {
    case 1: return GLA_INT16;
    case 2: return GLA_INT32;
    case 4: return GLA_INT64;
    default: return GLA_FLOAT64; /* uint64 with signed: no integer dtype represents both */
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
    /* float32 represents 8- and 16-bit integers exactly; wider integers need float64. */
    if (ra < GLA_FLOAT32)
        ra = gla_itemsize(ra) <= 2 ? GLA_FLOAT32 : GLA_FLOAT64;
    if (rb < GLA_FLOAT32)
        rb = gla_itemsize(rb) <= 2 ? GLA_FLOAT32 : GLA_FLOAT64;
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

/* Result of promoting any number of dtypes, independent of their order. Pairwise promotion would turn int8, uint16 and float32
 * into float64, via int32, although float32 represents all values of the first two dtypes. */
typedef struct promotion {
    gla_dtype signed_integer, unsigned_integer; /* the widest ones seen */
    gla_dtype floating;                         /* promoted with the integers only at the end */
    bool has_bool;
} promotion;

static void promote_also(promotion *p, gla_dtype t)
{
    if (t >= GLA_FLOAT32) {
        p->floating = gla_promote(p->floating, t);
    } else if (t == GLA_BOOL) {
        p->has_bool = true;
    } else {
        gla_dtype *widest = gla_dtype_is_unsigned(t) ? &p->unsigned_integer : &p->signed_integer;
        if (t > *widest)
            *widest = t;
    }
}

static gla_dtype promoted(const promotion *p)
{
    if (p->floating) /* signed and unsigned integers separately */
        return gla_promote(gla_promote(p->floating, p->signed_integer), p->unsigned_integer);
    gla_dtype integer = gla_promote(p->signed_integer, p->unsigned_integer);
    return integer ? integer : p->has_bool ? GLA_BOOL : GLA_NO_DTYPE;
}

gla_dtype gla_promote_arrays(int n, const gla_array *const in[])
{
    promotion strong = {0}, weak = {0};
    int alike = 0; /* most calls have arrays of one dtype */
    while (alike < n && in[alike] && in[alike]->dtype == in[0]->dtype && !(in[alike]->flags & GLA_WEAK))
        alike++;
    if (alike == n && n)
        return in[0]->dtype;
    for (int i = 0; i < n; i++)
        if (in[i])
            promote_also(in[i]->flags & GLA_WEAK ? &weak : &strong, in[i]->dtype);
    gla_dtype of_arrays = promoted(&strong), of_numbers = promoted(&weak);
    if (of_numbers == GLA_FLOAT64 && !weak.floating && of_arrays > GLA_BOOL)
        of_numbers = GLA_INT64; /* integer scalars, one of which requires uint64; when combined with an array they are still
                                 * treated as integers */
    return gla_promote_weak(of_arrays, of_numbers);
}
