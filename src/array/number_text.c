/* number_text.c - Format the elements of an array with a common width. Each element has the fewest digits that distinguish the
 * elements, at most eight after the point. Scientific notation is used if elements are very large, very small, or differ widely
 * in magnitude. */
#include "array/number_text.h"

#include "array/digits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Return the real (part 0) or imaginary part (1) of an element. */
static double part_of(gla_dtype dtype, const void *element, int part)
{
    if (dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64) {
        float v;
        memcpy(&v, (const char *)element + part * (int)sizeof v, sizeof v);
        return v;
    }
    double v;
    memcpy(&v, (const char *)element + part * (int)sizeof v, sizeof v);
    return v;
}

static bool is_floating(gla_dtype dtype)
{
    return gla_dtype_is_real_floating(dtype) || gla_dtype_is_complex(dtype);
}

static bool is_single(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
}

static int integer_text(gla_dtype dtype, const void *element, char *text)
{
    size_t item = gla_itemsize(dtype);
    int64_t v = 0;
    uint64_t u = 0;
    if (dtype == GLA_BOOL)
        return sprintf(text, "%s", *(const uint8_t *)element ? "True" : "False");
    if (gla_dtype_is_unsigned(dtype)) {
        memcpy(&u, element, item); /* assumes little-endian, as on every machine with a supported GPU */
        return sprintf(text, "%" PRIu64, u);
    }
    switch (item) {
    case 1: v = *(const int8_t *)element; break;
    case 2: v = *(const int16_t *)element; break;
    case 4: v = *(const int32_t *)element; break;
    default: v = *(const int64_t *)element;
    }
    return sprintf(text, "%" PRId64, v);
}

/* Return true if scientific notation is needed. The ratio of the largest to the smallest magnitude is computed in the elements'
 * dtype. */
static bool needs_power(bool single, double least, double most)
{
    double ratio = single ? (double)((float)most / (float)least) : most / least;
    return most >= 1e8 || least < 1e-4 || ratio > 1000;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Update the numbers of characters before the decimal point (sign and integer part) and after the decimal point. */
static void measure(const gla_digits *d, gla_real_format *f)
{
    int sign = f->plus || d->negative;
    int before = f->scientific || d->point < 1 ? 1 : d->point;
    f->left = larger(f->left, sign + before);
    f->right = larger(f->right, d->n - (f->scientific ? 1 : d->point));
    if (f->scientific)
        f->exponent = larger(f->exponent, d->n && (d->point > 100 || d->point < -98) ? 3 : 2);
}

static void format_parts(gla_real_format *f, gla_dtype dtype, const char *data, int64_t n, int part)
{
    double least = INFINITY, most = 0;
    bool finite = false, others = false, minus_infinity = false;
    size_t item = gla_itemsize(dtype);
    *f = (gla_real_format){.single = is_single(dtype), .plus = part == 1};
    for (int64_t i = 0; i < n; i++) {
        double v = fabs(part_of(dtype, data + (size_t)i * item, part));
        if (isfinite(v) && v > 0) {
            least = v < least ? v : least;
            most = v > most ? v : most;
        }
    }
    f->scientific = most > 0 && needs_power(f->single, least, most);
    for (int64_t i = 0; i < n; i++) {
        double v = part_of(dtype, data + (size_t)i * item, part);
        gla_digits d;
        if (!isfinite(v)) {
            others = true;
            minus_infinity |= isinf(v) && v < 0;
            continue;
        }
        finite = true;
        gla_digits_limited(&d, v, f->single, f->scientific);
        measure(&d, f);
    }
    if (others) { /* "nan" and "inf" are aligned with the last digit */
        int tail = finite ? f->right + 1 + (f->scientific ? f->exponent + 2 : 0) : 1;
        f->left = larger(f->left, larger(3 - tail, 3 + (f->plus || minus_infinity) - tail));
    }
}

void gla_number_format_init(gla_number_format *f, gla_dtype dtype, const void *data, int64_t n)
{
    *f = (gla_number_format){.dtype = dtype};
    if (is_floating(dtype)) {
        format_parts(&f->re, dtype, data, n, 0);
        if (gla_dtype_is_complex(dtype))
            format_parts(&f->im, dtype, data, n, 1);
        return;
    }
    f->width = dtype == GLA_BOOL ? 5 : 0;
    for (int64_t i = 0; i < n; i++) {
        char text[GLA_NUMBER_TEXT];
        f->width = larger(f->width, integer_text(dtype, (const char *)data + (size_t)i * gla_itemsize(dtype), text));
    }
}

/* Write digits with a decimal point. Pad to `right` digits after the point with the character `fill`. */
static int write_digits(const gla_digits *d, int point, int right, char fill, char *text)
{
    int n = 0;
    for (int i = 0; i < point || i < 1; i++) /* before the point */
        text[n++] = point < 1 || i >= d->n ? '0' : d->d[i];
    text[n++] = '.';
    for (int i = point; i < point + right; i++)
        text[n++] = i >= d->n ? fill : i < 0 ? '0' : d->d[i];
    return n;
}

static int real_text(const gla_real_format *f, double v, char *text)
{
    char body[GLA_NUMBER_TEXT];
    gla_digits d = {0};
    int n = 0, width = f->left + 1 + f->right + (f->scientific ? f->exponent + 2 : 0);
    if (!isfinite(v)) {
        const char *sign = isinf(v) && v < 0 ? "-" : f->plus ? "+" : "";
        int pad = larger(0, width - 3 - (int)strlen(sign));
        return sprintf(text, "%*s%s%s", pad, "", sign, isnan(v) ? "nan" : "inf");
    }
    if (f->scientific) /* all elements have as many digits as the element with the most digits */
        gla_digits_fixed(&d, v, f->right, true);
    else
        gla_digits_limited(&d, v, f->single, false);
    if (d.negative || f->plus)
        body[n++] = d.negative ? '-' : '+';
    n += write_digits(&d, f->scientific ? 1 : d.point, f->right, f->scientific ? '0' : ' ', body + n);
    int point = (int)((char *)memchr(body, '.', (size_t)n) - body);
    if (f->scientific) {
        int power = d.n ? d.point - 1 : 0;
        n += sprintf(body + n, "e%c%0*d", power < 0 ? '-' : '+', f->exponent, power < 0 ? -power : power);
    }
    int pad = larger(0, f->left - point);
    memset(text, ' ', (size_t)pad);
    memcpy(text + pad, body, (size_t)n);
    text[pad + n] = '\0';
    return pad + n;
}

/* Insert the j of an imaginary part before the spaces that pad the number. */
static int complex_text(const gla_number_format *f, const void *element, char *text)
{
    int n = real_text(&f->re, part_of(f->dtype, element, 0), text);
    n += real_text(&f->im, part_of(f->dtype, element, 1), text + n);
    int end = n;
    while (text[end - 1] == ' ')
        end--;
    memmove(text + end + 1, text + end, (size_t)(n - end) + 1);
    text[end] = 'j';
    return n + 1;
}

int gla_number_text(const gla_number_format *f, const void *element, char *text)
{
    char body[GLA_NUMBER_TEXT];
    if (gla_dtype_is_complex(f->dtype))
        return complex_text(f, element, text);
    if (is_floating(f->dtype))
        return real_text(&f->re, part_of(f->dtype, element, 0), text);
    integer_text(f->dtype, element, body);
    return sprintf(text, "%*s", f->width, body);
}

/* Format one floating-point number with all its digits. If `point_zero` is true write "1.0" instead of "1". */
static int single_text(gla_dtype dtype, double v, bool point_zero, bool plus, char *text)
{
    gla_digits d;
    int n = 0;
    if (!isfinite(v))
        return sprintf(text, "%s%s", v < 0 ? "-" : plus ? "+" : "", isnan(v) ? "nan" : "inf");
    gla_digits_shortest(&d, v, is_single(dtype));
    if (d.negative || plus)
        text[n++] = d.negative ? '-' : '+';
    if (d.n == 0 || (fabs(v) < 1e16 && fabs(v) >= 1e-4)) {
        n += write_digits(&d, d.point, larger(d.n - d.point, point_zero), '0', text + n);
        text[n -= text[n - 1] == '.'] = '\0';
        return n;
    }
    int power = d.point - 1;
    n += write_digits(&d, 1, d.n - 1, '0', text + n);
    n -= text[n - 1] == '.';
    return n + sprintf(text + n, "e%c%02d", power < 0 ? '-' : '+', power < 0 ? -power : power);
}

int gla_scalar_text(gla_dtype dtype, const void *element, char *text)
{
    if (!is_floating(dtype))
        return integer_text(dtype, element, text);
    double re = part_of(dtype, element, 0);
    if (!gla_dtype_is_complex(dtype))
        return single_text(dtype, re, true, false, text);
    double im = part_of(dtype, element, 1);
    int n = 0;
    bool only_imaginary = re == 0 && !signbit(re);
    if (!only_imaginary) {
        text[n++] = '(';
        n += single_text(dtype, re, false, false, text + n);
    }
    n += single_text(dtype, im, false, !only_imaginary, text + n);
    return n + sprintf(text + n, only_imaginary ? "j" : "j)");
}
