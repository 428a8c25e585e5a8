/* norm.c - Matrix norms and condition numbers. */
#include "condition.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef enum norm_kind { FROBENIUS, NUCLEAR, COLUMNS, ROWS, SPECTRAL, UNKNOWN } norm_kind;

typedef struct norm {
    norm_kind kind;
    bool smallest; /* use the smallest sum or singular value instead of the largest */
} norm;

/* Parse "fro", "nuc", "1", "-1", "2", "-2", "inf" or "-inf".  Also accept forms in which scripting languages print numbers,
 * such as "1.0", "Inf" and "+2". */
static norm parse_norm(const char *ord)
{
    static const struct {
        const char *text;
        norm_kind kind;
    } names[] = {{"1", COLUMNS}, {"2", SPECTRAL}, {"inf", ROWS}, {"infinity", ROWS}};
    char text[16];
    size_t n = 0;
    if (strcmp(ord, "fro") == 0)
        return (norm){FROBENIUS, false};
    if (strcmp(ord, "nuc") == 0)
        return (norm){NUCLEAR, false};
    bool minus = *ord == '-';
    if (*ord == '-' || *ord == '+')
        ord++;
    for (; ord[n] && n < sizeof text - 1; n++)
        text[n] = (char)tolower((unsigned char)ord[n]);
    text[n] = '\0';
    char *point = strchr(text, '.');
    if (point && strspn(point + 1, "0") == strlen(point + 1))
        *point = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i].text) == 0)
            return (norm){names[i].kind, minus};
    return (norm){UNKNOWN, false};
}

/* Return the first (largest) or last singular value, from an array of shape (..., k) with k > 0, as a view. */
static gla_array *extreme_value(gla_scope *s, const gla_array *values, bool smallest)
{
    if (s->status)
        return NULL;
    int nd = values->ndim - 1;
    return gla_s_view(s, values, nd, values->shape, values->strides,
                      smallest ? (values->shape[nd] - 1) * values->strides[nd] : 0);
}

static gla_array *spectral(const gla_call *c, norm how)
{
    gla_array *values = gla_singular_values(c);
    return how.kind == NUCLEAR ? gla_s_sum(c->s, values, -1, GLA_NO_DTYPE) : extreme_value(c->s, values, how.smallest);
}

static gla_array *frobenius(gla_scope *s, const gla_array *x)
{
    gla_ints both = {2, {-2, -1}};
    gla_array *out;
    return s->status ? NULL : gla_s_adopt(s, gla_vector_norm(x, &out, &both, false, 2), &out);
}

/* Return the maximum or minimum of the sums of |x| over columns or rows. */
static gla_array *of_sums(gla_scope *s, const gla_array *x, norm how)
{
    int start = gla_scope_mark(s);
    gla_array *sums = gla_s_sum(s, gla_s_apply(s, gla_abs, x), how.kind == COLUMNS ? -2 : -1, GLA_NO_DTYPE);
    return gla_scope_keep(s, start, gla_s_reduce(s, how.smallest ? gla_min : gla_max, sums, -1, false));
}

/* Return the norms of c->a, given as x in the dtype of c. */
static gla_array *norms(const gla_call *c, const gla_array *x, norm how)
{
    if (!gla_failed(c) && x->size == 0) { /* norms of empty matrices are zero */
        gla_array *zeros = gla_call_new(c, gla_real_of(c->dtype), -1);
        gla_s_fill(c->s, zeros, 0);
        return zeros;
    }
    if (how.kind == FROBENIUS)
        return frobenius(c->s, x);
    return how.kind == COLUMNS || how.kind == ROWS ? of_sums(c->s, x, how) : spectral(c, how);
}

gla_status gla_matrix_norm(const gla_array *x, gla_array **out, bool keepdims, const char *ord)
{
    gla_call c;
    norm how = parse_norm(ord ? ord : "fro");
    *out = NULL;
    if (how.kind == UNKNOWN)
        return gla_fail(GLA_ARGUMENT_ERROR, "matrix_norm: ord is \"%.40s\", but it must be fro, nuc, 1, -1, 2, -2, inf or -inf",
                        ord);
    gla_call_begin(&c, "matrix_norm", "x", x, false);
    gla_array *result = norms(&c, gla_s_astype(c.s, c.dtype, c.a), how);
    if (keepdims)
        result = gla_s_add_last(c.s, gla_s_add_last(c.s, result));
    return gla_call_return(&c, result, out);
}

/* Return the quotient of two norms, or infinity for singular matrices.  A zero matrix yields 0/0 = NaN; it is singular too,
 * because x contains no NaN. */
static gla_array *ratio(gla_scope *s, const gla_array *large, const gla_array *small)
{
    gla_array *quotient = gla_s_combine(s, gla_divide, large, small);
    return gla_s_where(s, gla_s_apply(s, gla_isnan, quotient), gla_s_number(s, INFINITY), quotient);
}

/* For p = -2 return the smallest singular value divided by the largest. */
static gla_array *cond_spectral(const gla_call *c, bool inverted)
{
    gla_array *values = gla_singular_values(c);
    return ratio(c->s, extreme_value(c->s, values, inverted), extreme_value(c->s, values, !inverted));
}

/* Return a mask of the singular matrices of the stack, from info. */
static gla_array *singular_mask(const gla_call *c, const int64_t *info)
{
    unsigned char *data;
    gla_array *mask;
    if (gla_failed(c) || !(mask = gla_s_adopt(c->s, gla_new_host(GLA_BOOL, c->nbatch, c->batch, &mask, (void **)&data), &mask)))
        return NULL;
    for (int64_t i = 0; i < c->count; i++)
        data[i] = info[i] != 0;
    return mask;
}

static gla_array *cond_inverse(const gla_call *c, norm how)
{
    gla_scope *s = c->s;
    gla_call inner = *c;
    int64_t *info = gla_call_info(c);
    gla_estimates doubts = gla_estimates_new(c);
    doubts.wanted = false; /* the result is the condition number itself, so no warning is needed */
    inner.a = gla_inverse_stack(c, info, &doubts);
    gla_array *first = norms(c, gla_s_astype(s, c->dtype, c->a), how), *mask = singular_mask(c, info);
    if (how.kind == NUCLEAR) { /* a failed factorisation leaves no inverse; exclude the undefined elements from the nuclear
                                * norm */
        gla_array *square = gla_s_add_last(s, gla_s_add_last(s, mask)), *inverse = inner.a;
        inner.a = gla_s_where(s, square, gla_s_number(s, 0), inverse);
        gla_s_release(s, inverse);
    }
    gla_array *product = gla_s_combine(s, gla_multiply, first, norms(&inner, inner.a, how));
    return gla_s_where(s, mask, gla_s_number(s, INFINITY), product);
}

gla_status gla_cond(const gla_array *x, gla_array **out, const char *p)
{
    gla_call c;
    gla_array *result = NULL;
    norm how = parse_norm(p ? p : "2");
    *out = NULL;
    if (how.kind == UNKNOWN)
        return gla_fail(GLA_ARGUMENT_ERROR, "cond: p is \"%.40s\", but it must be fro, nuc, 1, -1, 2, -2, inf or -inf", p);
    gla_status st = gla_call_begin(&c, "cond", "x", x, how.kind != SPECTRAL);
    if (!st && (c.m == 0 || c.n == 0))
        gla_s_fail(c.s, GLA_SHAPE_ERROR, "cond: x is %lld x %lld, but an empty matrix has no condition number", (long long)c.m,
                   (long long)c.n);
    else if (!st && c.count == 0)
        result = gla_call_new(&c, gla_real_of(c.dtype), -1);
    else
        result = how.kind == SPECTRAL ? cond_spectral(&c, how.smallest) : cond_inverse(&c, how);
    return gla_call_return(&c, result, out);
}
