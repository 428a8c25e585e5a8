/* formats.c - Parse element types of other libraries: formats of Python's struct module, type strings of NumPy. */
#include "gpulinalg/exchange.h"

#include "core/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gla_dtype gla_dtype_of_kind(char kind, int64_t size)
{
    static const struct {
        char kind;
        gla_dtype first, last;
    } kinds[] = {{'b', GLA_BOOL, GLA_BOOL},
                 {'i', GLA_INT8, GLA_INT64},
                 {'u', GLA_UINT8, GLA_UINT64},
                 {'f', GLA_FLOAT32, GLA_FLOAT64},
                 {'c', GLA_COMPLEX64, GLA_COMPLEX128}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (gla_dtype dtype = kinds[i].first; kind == kinds[i].kind && dtype <= kinds[i].last; dtype++)
            if (gla_itemsize(dtype) == (size_t)size)
                return dtype;
    return GLA_NO_DTYPE;
}

static bool is_little(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

/* Return true if a byte-order mark (@ = < > ! |) means a byte order other than this machine's. */
static bool is_swapped(char order)
{
    return is_little() ? order == '>' || order == '!' : order == '<';
}

gla_status gla_foreign_fail_format(const gla_foreign *m)
{
    const char *f = m->format, *remedy = "convert it to a dtype of gpulinalg first";
    if (*f && strchr("@=<>!|", *f))
        f++;
    const char last = f[strspn(f, "0123456789")]; /* strings in the buffer protocol; NumPy's interface puts U or S in front */
    if (!strcmp(f, "e") || !strcmp(f, "f2") || !strcmp(f, "float16") || !strcmp(f, "bfloat16"))
        remedy = "half precision is not supported; convert it to float32 first";
    else if (!strcmp(f, "g") || !strcmp(f, "Zg"))
        remedy = "extended precision is not supported; convert it with astype('float64')";
    else if (*f == 'T')
        remedy = "it contains records; select one numeric field";
    else if (*f == 'U' || *f == 'S' || last == 's' || last == 'w')
        remedy = "it contains strings; if they are numbers, convert them with astype('float64')";
    return gla_argument_fact(GLA_DTYPE_ERROR, "is %s %.100s whose elements have the type '%.40s'; %s",
                             strchr("aeiouAEIOU", m->owner[0]) ? "an" : "a", m->owner, m->format, remedy);
}

gla_status gla_foreign_fail_lie(const gla_foreign *m, const char *what)
{
    return gla_argument_fact(GLA_ARGUMENT_ERROR,
                             "is a %.100s with an inconsistent buffer (%s); copy its data to another array first", m->owner,
                             what);
}

/* ---- formats: a letter, preceded by Z for complex numbers -------------------------------------------------------------- */
static gla_dtype dtype_of_format(const char *f)
{
    static const char integers[] = "bhilqn", unsigneds[] = "BHILQN";
    static const char sizes[] = {1, 2, 4, sizeof(long), 8, sizeof(ptrdiff_t)};
    const char *at;
    if (*f && strchr("@=<>!", *f))
        f++;
    if (!strcmp(f, "?"))
        return GLA_BOOL;
    if (!strcmp(f, "f") || !strcmp(f, "d"))
        return *f == 'f' ? GLA_FLOAT32 : GLA_FLOAT64;
    if (!strcmp(f, "Zf") || !strcmp(f, "F"))
        return GLA_COMPLEX64;
    if (!strcmp(f, "Zd") || !strcmp(f, "D"))
        return GLA_COMPLEX128;
    if (!*f || f[1])
        return GLA_NO_DTYPE;
    if ((at = strchr(integers, *f)))
        return gla_dtype_of_kind('i', sizes[at - integers]);
    if ((at = strchr(unsigneds, *f)))
        return gla_dtype_of_kind('u', sizes[at - unsigneds]);
    return GLA_NO_DTYPE;
}

gla_status gla_foreign_format(gla_foreign *m, const char *format)
{
    m->format = format ? format : "B";
    m->swapped = is_swapped(*m->format) && m->itemsize > 1;
    m->dtype = dtype_of_format(m->format);
    if (!m->dtype)
        return gla_foreign_fail_format(m);
    /* Some exporters write l for an 8-byte long in every mode; other exporters mean 4 bytes. */
    if (strchr("lL", m->format[strlen(m->format) - 1]) && (m->itemsize == 4 || m->itemsize == 8))
        m->dtype = gla_dtype_of_kind(gla_dtype_is_unsigned(m->dtype) ? 'u' : 'i', m->itemsize);
    return m->itemsize == (int64_t)gla_itemsize(m->dtype)
               ? GLA_OK
               : gla_foreign_fail_lie(m, "the format and the size of its elements disagree");
}

const char *gla_format_of(gla_dtype dtype)
{
    static const char *const formats[GLA_DTYPE_COUNT] = {
        [GLA_BOOL] = "?",    [GLA_INT8] = "b",       [GLA_INT16] = "h",      [GLA_INT32] = "i",  [GLA_INT64] = "q",
        [GLA_UINT8] = "B",   [GLA_UINT16] = "H",     [GLA_UINT32] = "I",     [GLA_UINT64] = "Q", [GLA_FLOAT32] = "f",
        [GLA_FLOAT64] = "d", [GLA_COMPLEX64] = "Zf", [GLA_COMPLEX128] = "Zd"};
    bool is_long = sizeof(long) == 8; /* NumPy's int64 is C long if long has 64 bits */
    return is_long && dtype == GLA_INT64 ? "l" : is_long && dtype == GLA_UINT64 ? "L" : formats[dtype];
}

/* ---- type strings: byte order, kind and size ------------------------------------------------------------------------- */
gla_status gla_foreign_typestr(gla_foreign *m, const char *typestr)
{
    m->format = typestr;
    m->swapped = is_swapped(typestr[0]);
    m->itemsize = strtol(typestr + 2, NULL, 10);
    m->dtype = gla_dtype_of_kind(typestr[1], m->itemsize);
    return m->dtype ? GLA_OK : gla_foreign_fail_format(m);
}

const char *gla_typestr_of(gla_dtype dtype, char text[8])
{
    int size = (int)gla_itemsize(dtype);
    char kind = dtype == GLA_BOOL                   ? 'b'
                : gla_dtype_is_complex(dtype)       ? 'c'
                : gla_dtype_is_real_floating(dtype) ? 'f'
                : gla_dtype_is_unsigned(dtype)      ? 'u'
                                                    : 'i';
    snprintf(text, 8, "%c%c%d", size == 1 ? '|' : is_little() ? '<' : '>', kind, size);
    return text;
}
