/* norm.c - norms of matrices, condition numbers. */
#include "condition.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef enum norm_kind { FROBENIUS, NUCLEAR, COLUMNS, ROWS, SPECTRAL, UNKNOWN } norm_kind;

typedef struct norm {
    norm_kind kind;
    bool smallest; /* of the sums or singular values, not the largest */
} norm;

/* "fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"; also as a language prints such numbers: "1.0", "Inf", "+2". */
static norm parse_norm(const char *ord)
{
    static const struct { const char *text; norm_kind kind; } names[] = {
        {"1", COLUMNS}, {"2", SPECTRAL}, {"inf", ROWS}, {"infinity", ROWS}};
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

/* The first (largest) or the last of the singular values, shape (..., k), k > 0, as a view. */
static gla_status extreme_value(const gla_array *s, bool smallest, gla_array **out)
{
    int nd = s->ndim - 1;
    return gla_array_view(s, nd, s->shape, s->strides, smallest ? (s->shape[nd] - 1) * s->strides[nd] : 0, out);
}

static gla_status spectral(const gla_call *c, norm how, gla_array **out)
{
    gla_array *s = NULL;
    gla_ints last = {1, {-1}};
    gla_status st = gla_singular_values(c, &s);
    if (!st)
        st = how.kind == NUCLEAR ? gla_sum(s, out, &last, GLA_NO_DTYPE, false) : extreme_value(s, how.smallest, out);
    gla_unref(s);
    return st;
}

static gla_status frobenius(const gla_array *x, gla_array **out)
{
    gla_ints both = {2, {-2, -1}};
    return gla_vector_norm(x, out, &both, false, 2);
}

/* Sums of |x| over columns (or rows), then the extreme of them. */
static gla_status of_sums(const gla_array *x, norm how, gla_array **out)
{
    gla_array *sizes = NULL, *sums = NULL;
    gla_ints axis = {1, {how.kind == COLUMNS ? -2 : -1}}, last = {1, {-1}};
    gla_status st = gla_abs(x, &sizes);
    if (!st)
        st = gla_sum(sizes, &sums, &axis, GLA_NO_DTYPE, false);
    if (!st)
        st = how.smallest ? gla_min(sums, out, &last, false) : gla_max(sums, out, &last, false);
    gla_unref(sizes);
    gla_unref(sums);
    return st;
}

/* Norms of x, the a of c or another array of its shape and type. */
static gla_status norms(const gla_call *c, const gla_array *x, norm how, gla_array **out)
{
    if (x->size == 0) { /* sums and extremes of nothing: there is nothing larger than zero */
        gla_status st = gla_array_new(c->op, c->dev, gla_real_of(c->dtype), c->nbatch, c->batch, out);
        return st ? st : gla_fill(c->op, *out, 0);
    }
    if (how.kind == FROBENIUS)
        return frobenius(x, out);
    return how.kind == COLUMNS || how.kind == ROWS ? of_sums(x, how, out) : spectral(c, how, out);
}

gla_status gla_matrix_norm(const gla_array *x, gla_array **out, bool keepdims, const char *ord)
{
    gla_call c;
    gla_array *typed = NULL, *once = NULL, *twice = NULL;
    norm how = parse_norm(ord ? ord : "fro");
    *out = NULL;
    if (how.kind == UNKNOWN)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "matrix_norm: ord is \"%.40s\", but it must be fro, nuc, 1, -1, 2, -2, inf or -inf", ord);
    gla_status st = gla_call_begin(&c, "matrix_norm", "x", x, false);
    if (!st)
        st = gla_typed(c.op, c.dtype, c.a, &typed);
    if (!st)
        st = norms(&c, typed, how, out);
    if (!st && keepdims) {
        st = gla_add_last(*out, &once);
        if (!st)
            st = gla_add_last(once, &twice);
        gla_unref(*out);
        *out = twice;
    }
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    gla_unref(once);
    gla_unref(typed);
    gla_call_end(&c);
    return st;
}

/* Infinity where the matrix is singular.  0/0 of a zero matrix is NaN: x holds none, so that is singular too. */
static gla_status ratio(const gla_array *large, const gla_array *small, gla_array **out)
{
    gla_array *quotient = NULL, *undefined = NULL, *limit = NULL;
    gla_status st = gla_divide(large, small, &quotient);
    if (!st)
        st = gla_isnan(quotient, &undefined);
    if (!st)
        st = gla_number(INFINITY, &limit);
    if (!st)
        st = gla_where(undefined, limit, quotient, out);
    gla_unref(quotient);
    gla_unref(undefined);
    gla_unref(limit);
    return st;
}

/* For p = -2 the smallest over the largest. */
static gla_status cond_spectral(const gla_call *c, bool inverted, gla_array **out)
{
    gla_array *s = NULL, *large = NULL, *small = NULL;
    gla_status st = gla_singular_values(c, &s);
    if (!st)
        st = extreme_value(s, false, &large);
    if (!st)
        st = extreme_value(s, true, &small);
    if (!st)
        st = inverted ? ratio(small, large, out) : ratio(large, small, out);
    gla_unref(s);
    gla_unref(large);
    gla_unref(small);
    return st;
}

/* Where a matrix of the stack is singular, ones and zeros as info has them. */
static gla_status singular_mask(const gla_call *c, const int64_t *info, gla_array **out)
{
    unsigned char *data;
    gla_status st = gla_new_host(GLA_BOOL, c->nbatch, c->batch, out, (void **)&data);
    for (int64_t i = 0; !st && i < c->count; i++)
        data[i] = info[i] != 0;
    return st;
}

static gla_status cond_inverse(gla_call *c, norm how, gla_array **out)
{
    gla_array *inverse = NULL, *typed = NULL, *first = NULL, *second = NULL, *product = NULL, *mask = NULL,
        *limit = NULL;
    gla_array *a = c->a;
    int64_t few[GLA_FEW] = {0}, *info = NULL;
    gla_doubts doubts = {.wanted = false};
    gla_status st = gla_info_new(c->op, c->count, few, &info);
    if (!st)
        st = gla_doubts_new(c, &doubts);
    doubts.wanted = false; /* the condition is what is asked for */
    if (!st)
        st = gla_inverse_stack(c, &inverse, info, &doubts);
    if (!st)
        st = gla_typed(c->op, c->dtype, c->a, &typed);
    if (!st)
        st = norms(c, typed, how, &first);
    if (!st)
        st = singular_mask(c, info, &mask);
    if (!st)
        st = gla_number(INFINITY, &limit);
    c->a = inverse;
    if (!st && how.kind == NUCLEAR) { /* the factorisation left no inverse: keep its noise from the next one */
        gla_array *column = NULL, *square = NULL, *clean = NULL, *zero = NULL;
        st = gla_add_last(mask, &column);
        if (!st)
            st = gla_add_last(column, &square);
        if (!st)
            st = gla_number(0, &zero);
        if (!st)
            st = gla_where(square, zero, inverse, &clean);
        gla_unref(column);
        gla_unref(square);
        gla_unref(zero);
        gla_unref(inverse);
        c->a = inverse = clean;
    }
    if (!st)
        st = norms(c, inverse, how, &second);
    if (!st)
        st = gla_multiply(first, second, &product);
    if (!st)
        st = gla_where(mask, limit, product, out);
    c->a = a;
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    gla_unref(inverse);
    gla_unref(typed);
    gla_unref(first);
    gla_unref(second);
    gla_unref(product);
    gla_unref(mask);
    gla_unref(limit);
    return st;
}

gla_status gla_cond(const gla_array *x, gla_array **out, const char *p)
{
    gla_call c;
    norm how = parse_norm(p ? p : "2");
    *out = NULL;
    if (how.kind == UNKNOWN)
        return gla_fail(GLA_ARGUMENT_ERROR, "cond: p is \"%.40s\", but it must be fro, nuc, 1, -1, 2, -2, inf or -inf",
                        p);
    gla_status st = gla_call_begin(&c, "cond", "x", x, how.kind != SPECTRAL);
    if (!st && (c.m == 0 || c.n == 0))
        st = gla_fail(GLA_SHAPE_ERROR, "cond: a matrix of %lld x %lld has no condition number", (long long)c.m,
                      (long long)c.n);
    else if (!st && c.count == 0)
        st = gla_array_new(c.op, c.dev, gla_real_of(c.dtype), c.nbatch, c.batch, out);
    else if (!st)
        st = how.kind == SPECTRAL ? cond_spectral(&c, how.smallest, out) : cond_inverse(&c, how, out);
    gla_call_end(&c);
    return st;
}
