/* compare.c - Comparison of values, exact or with a tolerance. */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HEX_BYTES = 1024 };

/* long double represents every int64 and uint64 exactly if it is wider than double. */
typedef struct number {
    long double re, im;
} number;

typedef struct numbers {
    gla_ints shape;
    int64_t n;
    const number *v;
} numbers;

static number from_memory(gla_dtype dtype, const void *p)
{
    const float *f = p;
    const double *d = p;
    switch (dtype) {
    case GLA_BOOL:
    case GLA_UINT8: return (number){*(const uint8_t *)p, 0};
    case GLA_INT8: return (number){*(const int8_t *)p, 0};
    case GLA_INT16: return (number){*(const int16_t *)p, 0};
    case GLA_INT32: return (number){*(const int32_t *)p, 0};
    case GLA_INT64: return (number){*(const int64_t *)p, 0};
    case GLA_UINT16: return (number){*(const uint16_t *)p, 0};
    case GLA_UINT32: return (number){*(const uint32_t *)p, 0};
    case GLA_UINT64: return (number){*(const uint64_t *)p, 0};
    case GLA_FLOAT32: return (number){*f, 0};
    case GLA_FLOAT64: return (number){*d, 0};
    case GLA_COMPLEX64: return (number){f[0], f[1]};
    default: return (number){d[0], d[1]};
    }
}

/* Return the offset of the i-th element in row-major order, in elements. */
static int64_t position(const gla_array *a, int64_t i)
{
    int64_t at = 0;
    for (int k = gla_array_ndim(a); k-- > 0;) {
        int64_t d = gla_array_shape(a)[k];
        at += i % d * gla_array_strides(a)[k];
        i /= d;
    }
    return at;
}

/* Return the array on the host; *data is its first element. */
static const gla_array *on_host(const gla_array *a, const char **data)
{
    gla_array *host = NULL;
    void *p = NULL;
    if (gla_to_host(a, &host, &p))
        return NULL;
    *data = p;
    return keep_array(host);
}

static bool read_array(const gla_array *a, numbers *out)
{
    const char *data;
    const gla_array *host = on_host(a, &data);
    if (!host)
        return false;
    size_t size = gla_itemsize(gla_array_dtype(host));
    out->shape.n = gla_array_ndim(a);
    memcpy(out->shape.v, gla_array_shape(a), (size_t)out->shape.n * sizeof *out->shape.v);
    out->n = gla_array_size(a);
    number *v = keep((size_t)out->n * sizeof *v);
    for (int64_t i = 0; i < out->n; i++)
        v[i] = from_memory(gla_array_dtype(host), data + position(host, i) * (int64_t)size);
    out->v = v;
    return true;
}

static int64_t count_items(const value *v)
{
    int64_t n = v->kind != LIST;
    for (int i = 0; v->kind == LIST && i < v->n; i++)
        n += count_items(&v->items[i]);
    return n;
}

/* Read nested lists into an array in row-major order; NULL if they are ragged. */
static number *read_items(const value *v, int depth, gla_ints *shape, number *to)
{
    if (v->kind != LIST) {
        to->re = v->kind == UNSIGNED                     ? (long double)(uint64_t)v->integer
                 : v->kind == REAL || v->kind == COMPLEX ? v->real
                                                         : (long double)v->integer;
        to->im = v->imag;
        return depth == shape->n ? to + 1 : NULL;
    }
    if (depth == shape->n || shape->v[depth] != v->n)
        return NULL;
    for (int i = 0; to && i < v->n; i++)
        to = read_items(&v->items[i], depth + 1, shape, to);
    return to;
}

static bool read_value(const value *v, numbers *out)
{
    if (v->kind == ARRAY)
        return read_array(v->array, out);
    out->n = count_items(v);
    out->shape.n = 0;
    for (const value *p = v; p->kind == LIST && out->shape.n < GLA_MAX_NDIM; p = p->items) {
        out->shape.v[out->shape.n++] = p->n;
        if (!p->n)
            break;
    }
    number *to = keep((size_t)out->n * sizeof *to);
    out->v = to;
    return read_items(v, 0, &out->shape, to) != NULL;
}

static const char *shape_text(const gla_ints *shape)
{
    char text[400] = "[";
    for (int i = 0; i < shape->n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%lld", i ? ", " : "", (long long)shape->v[i]);
    return format("%s]", text);
}

static bool is_nan(number x)
{
    return isnan(x.re) || isnan(x.im);
}
static bool is_finite(number x)
{
    return isfinite(x.re) && isfinite(x.im);
}
static const char *show(number x)
{
    return x.im ? format("%.17Lg%+.17Lgj", x.re, x.im) : format("%.19Lg", x.re);
}

const char *compare(const value *got, const value *expected, double tolerance)
{
    numbers g, e;
    if (got->kind == OBJECT || expected->kind == OBJECT)
        return got->kind == expected->kind && got->object == expected->object ? NULL : "not the same object";
    if (!read_value(got, &g) || !read_value(expected, &e))
        return "a ragged list, or an array that cannot be read";
    if (g.shape.n != e.shape.n || memcmp(g.shape.v, e.shape.v, (size_t)g.shape.n * sizeof *g.shape.v))
        return format("got shape %s\nexpected shape %s", shape_text(&g.shape), shape_text(&e.shape));
    long double limit = 0;
    for (int64_t i = 0; i < e.n; i++)
        if (is_finite(e.v[i]))
            limit = fmaxl(limit, tolerance * hypotl(e.v[i].re, e.v[i].im));
    for (int64_t i = 0; i < g.n; i++) {
        number x = g.v[i], y = e.v[i], d = {x.re - y.re, x.im - y.im};
        if ((x.re == y.re && x.im == y.im) || (is_nan(x) && is_nan(y)))
            continue;
        if (tolerance && is_finite(x) && is_finite(y) && hypotl(d.re, d.im) <= limit)
            continue;
        return format("got %s\nexpected %s\ndifference %s, allowed %Lg, at element %lld of shape %s", show(x), show(y), show(d),
                      limit, (long long)i, shape_text(&g.shape));
    }
    return NULL;
}

/* Compare one part: NaN matches NaN, zeros and infinities must have the same sign, and other values must be within the relative
 * tolerance. */
static bool same_part(long double got, long double expected, double tolerance)
{
    if (isnan(expected) || isnan(got))
        return isnan(expected) && isnan(got);
    if (got == expected)
        return got != 0 || !signbit(got) == !signbit(expected);
    return tolerance && isfinite(got) && isfinite(expected) && fabsl(got - expected) <= tolerance * fabsl(expected);
}

const char *compare_parts(const value *got, const value *expected, double tolerance)
{
    numbers g, e;
    if (!read_value(got, &g) || !read_value(expected, &e))
        return "a ragged list, or an array that cannot be read";
    if (g.shape.n != e.shape.n || memcmp(g.shape.v, e.shape.v, (size_t)g.shape.n * sizeof *g.shape.v))
        return format("got shape %s\nexpected shape %s", shape_text(&g.shape), shape_text(&e.shape));
    for (int64_t i = 0; i < g.n; i++)
        if (!same_part(g.v[i].re, e.v[i].re, tolerance) || !same_part(g.v[i].im, e.v[i].im, tolerance))
            return format("got %.17Lg%+.17Lgj\nexpected %.17Lg%+.17Lgj\nat element %lld", g.v[i].re, g.v[i].im, e.v[i].re,
                          e.v[i].im, (long long)i);
    return NULL;
}

const char *compare_shape(const value *got, const value *expected)
{
    gla_ints shape = {.n = gla_array_ndim(got->array)}, wanted = {.n = expected->n};
    memcpy(shape.v, gla_array_shape(got->array), (size_t)shape.n * sizeof *shape.v);
    bool same = expected->kind == LIST && shape.n == expected->n;
    for (int i = 0; i < expected->n && i < GLA_MAX_NDIM; i++) {
        wanted.v[i] = expected->items[i].integer;
        same = same && shape.v[i] == wanted.v[i];
    }
    return same ? NULL : format("got %s\nexpected %s", shape_text(&shape), shape_text(&wanted));
}

static char *put_hex(char *to, const void *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    for (const unsigned char *p = bytes; n--; p++) {
        *to++ = digits[*p >> 4];
        *to++ = digits[*p & 15];
    }
    *to = 0;
    return to;
}

/* Continue `crc`, the CRC-32 of zlib and PNG, with further bytes. */
static uint32_t add_to_crc(uint32_t crc, const void *bytes, size_t n)
{
    static uint32_t table[256];
    for (uint32_t i = 0; !table[255] && i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xedb88320 : table[i] >> 1;
    }
    crc = ~crc;
    for (const unsigned char *p = bytes; n--; p++)
        crc = crc >> 8 ^ table[(crc ^ *p) & 255];
    return ~crc;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Return the items of a list or the keys of a record, sorted because a language may not keep their order. */
static const char *sorted_lines(const value *v)
{
    const char *text = "", *lines[100];
    int n = 0;
    for (int64_t i = 0; v->kind == STRINGS && i < v->strings->n && n < 100; i++)
        lines[n++] = v->strings->v[i] ? v->strings->v[i] : "(none)";
    for (int i = 0; v->kind == RECORD && i < v->record->n && n < 100; i++)
        lines[n++] = v->record->fields[i]->key;
    qsort(lines, (size_t)n, sizeof *lines, by_text);
    for (int i = 0; i < n; i++)
        text = format("%s%s%s", text, i ? "\n" : "", lines[i]);
    return text;
}

const char *hex_of(const value *v)
{
    if (v->kind != ARRAY) {
        const char *text = v->kind == TEXT ? v->text : sorted_lines(v);
        char *hex = keep(2 * strlen(text) + 1);
        put_hex(hex, text, strlen(text));
        return format("text - %s", hex);
    }
    const gla_array *a = v->array;
    const char *data = NULL;
    const gla_array *host = on_host(a, &data);
    int64_t n = host ? gla_array_size(a) : 0;
    size_t size = gla_itemsize(gla_array_dtype(a));
    bool brief = size * (size_t)n > MAX_HEX_BYTES;
    char shape[400] = "", hex[2 * MAX_HEX_BYTES + 1] = "", *to = hex;
    for (int i = 0; i < gla_array_ndim(a); i++)
        snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s%lld", i ? "x" : "", (long long)gla_array_shape(a)[i]);
    uint32_t crc = 0;
    for (int64_t i = 0; i < n; i++) {
        const char *element = data + position(host, i) * (int64_t)size;
        if (brief)
            crc = add_to_crc(crc, element, size);
        else
            to = put_hex(to, element, size);
    }
    return format("%s %s %s", gla_dtype_name(gla_array_dtype(a)), *shape ? shape : "scalar",
                  brief ? format("crc %08x", crc) : hex);
}
