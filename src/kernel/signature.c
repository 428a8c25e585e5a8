/* signature.c - the parameters of a kernel, read from its declaration in the portable dialect, CUDA C or OpenCL C. */
#include "kernel/kernel.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct word {
    const char *s;
    size_t n;
} word;

static bool is(word w, const char *text)
{
    return strlen(text) == w.n && strncmp(w.s, text, w.n) == 0;
}

static bool is_any(word w, const char *const list[])
{
    for (; *list; list++)
        if (is(w, *list))
            return true;
    return false;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Past blanks, comments and lines of the preprocessor. */
static const char *skip(const char *p, const char *end)
{
    while (p < end) {
        if (isspace((unsigned char)*p)) {
            p++;
        } else if (p + 1 < end && p[0] == '/' && p[1] == '*') {
            for (p += 2; p + 1 < end && !(p[0] == '*' && p[1] == '/'); p++)
                ;
            p += 2;
        } else if (*p == '#' || (p + 1 < end && p[0] == '/' && p[1] == '/')) {
            while (p < end && *p != '\n')
                p++;
        } else {
            break;
        }
    }
    return p < end ? p : end;
}

/* The next name, number or single sign; n 0 at the end. */
static word next(const char **p, const char *end)
{
    *p = skip(*p, end);
    word w = {*p, 0};
    if (*p == end)
        return w;
    if (in_name(**p))
        while (*p < end && in_name(**p))
            (*p)++;
    else
        (*p)++;
    w.n = (size_t)(*p - w.s);
    return w;
}

/* Types of C whose width is the same in CUDA C and OpenCL C; "unsigned" is told apart. */
static gla_dtype type_of(word w)
{
    static const struct { const char *name; gla_dtype dtype; } types[] = {
        {"boolean", GLA_BOOL}, {"bool", GLA_BOOL}, {"char", GLA_INT8}, {"short", GLA_INT16}, {"int", GLA_INT32},
        {"long", GLA_INT64}, {"int8_t", GLA_INT8}, {"int16_t", GLA_INT16}, {"int32_t", GLA_INT32}, {"int64_t", GLA_INT64},
        {"uchar", GLA_UINT8}, {"ushort", GLA_UINT16}, {"uint", GLA_UINT32}, {"ulong", GLA_UINT64}, {"uint8_t", GLA_UINT8},
        {"uint16_t", GLA_UINT16}, {"uint32_t", GLA_UINT32}, {"uint64_t", GLA_UINT64}, {"size_t", GLA_UINT64},
        {"ptrdiff_t", GLA_INT64}, {"float", GLA_FLOAT32}, {"double", GLA_FLOAT64}, {"float2", GLA_COMPLEX64},
        {"double2", GLA_COMPLEX128}, {"cuComplex", GLA_COMPLEX64}, {"cuFloatComplex", GLA_COMPLEX64},
        {"cuDoubleComplex", GLA_COMPLEX128}};
    char name[24];
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is(w, types[i].name))
            return types[i].dtype;
    if (w.n >= sizeof name || is(w, "float") || is(w, "complex"))
        return GLA_NO_DTYPE;
    snprintf(name, sizeof name, "%.*s", (int)w.n, w.s);
    return gla_dtype_from_name(name);
}

static gla_dtype unsigned_of(gla_dtype dtype)
{
    return dtype >= GLA_INT8 && dtype <= GLA_INT64 ? (gla_dtype)(dtype - GLA_INT8 + GLA_UINT8) : dtype;
}

/* What -DNAME=… says of a name, or the name itself. */
static word expand(word w, const gla_macros *macros)
{
    for (int i = 0; macros && i < macros->n; i++) {
        const char *o = macros->options[i];
        if (strncmp(o, "-D", 2) == 0 && strncmp(o + 2, w.s, w.n) == 0 && o[2 + w.n] == '=')
            return (word){o + 3 + w.n, strlen(o + 3 + w.n)};
    }
    return w;
}

static gla_status fail_parameter(const char *p, const char *end)
{
    p = skip(p, end);
    return gla_fail(GLA_ARGUMENT_ERROR, "module_kernel: the parameter '%.*s' cannot be read; give the signature, as in "
                    "\"const float64 *x, int64 n\"", (int)(end - p < 60 ? end - p : 60), p);
}

static gla_status parse_one(const char *p, const char *end, const gla_macros *macros, gla_parameter *out)
{
    static const char *const nothing[] = {"volatile", "restrict", "__restrict__", "__restrict", "RESTRICT", "GLOBAL", "global",
                                          "__global", "signed", "struct", "register", "__grid_constant__", NULL};
    static const char *const constant[] = {"const", "constant", "__constant", "CONSTANT", NULL};
    static const char *const local[] = {"local", "__local", "LOCAL_POINTER", NULL};
    const char *start = p;
    bool is_unsigned = false, typed = false, is_void = false;
    word w, name = {p, 0};
    *out = (gla_parameter){.dtype = GLA_NO_DTYPE};
    while ((w = next(&p, end)).n) {
        if (is(w, "*") || is(w, "[")) {
            out->is_pointer = true;
        } else if (is(w, "]") || (isdigit((unsigned char)*w.s) && out->is_pointer) || is_any(w, nothing)) {
            continue;
        } else if (is_any(w, constant)) {
            out->is_const |= !out->is_pointer; /* of the elements, not of the pointer itself */
        } else if (is_any(w, local)) {
            out->is_local = true;
        } else if (is(w, "unsigned")) {
            is_unsigned = true;
        } else if (!in_name(*w.s)) {
            return fail_parameter(start, end);
        } else {
            gla_dtype dtype = typed && out->dtype != GLA_INT64 ? GLA_NO_DTYPE : type_of(expand(w, macros));
            bool names_type = dtype != GLA_NO_DTYPE && (!typed || is(w, "long") || is(w, "int"));
            if (is(w, "void"))
                is_void = true;
            else if (names_type && !typed)
                out->dtype = dtype; /* "long long", "long int" are as wide as "long" */
            else if (!names_type)
                name = w;
            typed |= names_type || is_void;
        }
    }
    if (is_unsigned)
        out->dtype = unsigned_of(typed ? out->dtype : GLA_INT32);
    if ((!typed && !is_unsigned) || (is_void && !out->is_pointer))
        return fail_parameter(start, end);
    snprintf(out->name, sizeof out->name, "%.*s", (int)(name.n < 39 ? name.n : 39), name.s);
    return GLA_OK;
}

gla_status gla_signature_parse(const char *text, size_t length, const gla_macros *macros, gla_signature *out)
{
    const char *end = text + length, *p = skip(text, end), *from = p;
    word only = next(&p, end);
    out->n = 0;
    if (from == end || (is(only, "void") && skip(p, end) == end))
        return GLA_OK;
    while (from < end) {
        const char *to = from;
        word w;
        for (p = from; (w = next(&p, end)).n && !is(w, ",") && !is(w, "DYNAMIC_LOCAL");)
            to = p;
        if (out->n == GLA_MAX_PARAMETERS)
            return gla_fail(GLA_ARGUMENT_ERROR, "module_kernel: more than %d parameters", GLA_MAX_PARAMETERS);
        gla_status st = parse_one(from, to, macros, &out->v[out->n]);
        if (st)
            return st;
        out->n++;
        if (!w.n || is(w, "DYNAMIC_LOCAL")) /* the dialect's word for local memory; no parameter of the user's */
            break;
        from = p;
    }
    return GLA_OK;
}

gla_status gla_signature_find(const char *source, const char *name, const gla_macros *macros, gla_signature *out, bool *found)
{
    static const char *const heads[] = {"KERNEL", "kernel", "__kernel", "__global__", NULL};
    const char *end = source + strlen(source), *p = source;
    bool is_kernel = false;
    word w;
    *found = false;
    while ((w = next(&p, end)).n) {
        const char *after = p;
        if (is_any(w, heads))
            is_kernel = true;
        else if (is(w, ";") || is(w, "}") || is(w, "{"))
            is_kernel = false;
        if (!is_kernel || !is(w, name) || !is(next(&after, end), "("))
            continue;
        const char *from = after;
        int depth = 1;
        for (p = after; depth && (w = next(&p, end)).n;)
            depth += is(w, "(") - is(w, ")");
        if (depth)
            return gla_fail(GLA_ARGUMENT_ERROR, "module_kernel: the parameters of \"%.60s\" have no end", name);
        *found = true;
        return gla_signature_parse(from, (size_t)(w.s - from), macros, out);
    }
    return GLA_OK;
}
