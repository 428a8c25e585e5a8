/* signature.c - Read the parameters of a kernel from its declaration in the portable dialect, CUDA C or OpenCL C. */
#include "kernel/kernel.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_any(gla_word w, const char *const list[])
{
    for (; *list; list++)
        if (gla_word_is(w, *list))
            return true;
    return false;
}

/* Return the element type of a vector type such as float4; GLA_NO_DTYPE for other types. */
static gla_dtype vector_of(gla_word w, bool all)
{
    static const struct {
        const char *name;
        gla_dtype dtype;
    } types[] = {{"char", GLA_INT8},      {"short", GLA_INT16},      {"int", GLA_INT32},     {"long", GLA_INT64},
                 {"uchar", GLA_UINT8},    {"ushort", GLA_UINT16},    {"uint", GLA_UINT32},   {"ulong", GLA_UINT64},
                 {"longlong", GLA_INT64}, {"ulonglong", GLA_UINT64}, {"float", GLA_FLOAT32}, {"double", GLA_FLOAT64}};
    static const char *const few[] = {"2", "3", "4", NULL}, *const many[] = {"8", "16", NULL};
    size_t n = w.n;
    while (n > 0 && isdigit((unsigned char)w.s[n - 1]))
        n--;
    gla_word base = {w.s, n}, count = {w.s + n, w.n - n};
    bool counted = is_any(count, few) || (all && is_any(count, many));
    for (size_t i = 0; counted && i < sizeof types / sizeof *types; i++)
        if (gla_word_is(base, types[i].name))
            return types[i].dtype;
    return GLA_NO_DTYPE;
}

/* C types that have the same width in CUDA C and OpenCL C; "unsigned" is handled separately. */
static gla_dtype type_of(gla_word w)
{
    static const struct {
        const char *name;
        gla_dtype dtype;
    } types[] = {{"boolean", GLA_BOOL},
                 {"bool", GLA_BOOL},
                 {"char", GLA_INT8},
                 {"short", GLA_INT16},
                 {"int", GLA_INT32},
                 {"long", GLA_INT64},
                 {"int8_t", GLA_INT8},
                 {"int16_t", GLA_INT16},
                 {"int32_t", GLA_INT32},
                 {"int64_t", GLA_INT64},
                 {"uchar", GLA_UINT8},
                 {"ushort", GLA_UINT16},
                 {"uint", GLA_UINT32},
                 {"ulong", GLA_UINT64},
                 {"uint8_t", GLA_UINT8},
                 {"uint16_t", GLA_UINT16},
                 {"uint32_t", GLA_UINT32},
                 {"uint64_t", GLA_UINT64},
                 {"size_t", GLA_UINT64},
                 {"ptrdiff_t", GLA_INT64},
                 {"float", GLA_FLOAT32},
                 {"double", GLA_FLOAT64},
                 {"float2", GLA_COMPLEX64},
                 {"double2", GLA_COMPLEX128},
                 {"cuComplex", GLA_COMPLEX64},
                 {"cuFloatComplex", GLA_COMPLEX64},
                 {"cuDoubleComplex", GLA_COMPLEX128}};
    char name[24];
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (gla_word_is(w, types[i].name))
            return types[i].dtype;
    if (w.n >= sizeof name || gla_word_is(w, "float") || gla_word_is(w, "complex"))
        return GLA_NO_DTYPE;
    snprintf(name, sizeof name, "%.*s", (int)w.n, w.s);
    return gla_dtype_from_name(name);
}

static gla_dtype unsigned_of(gla_dtype dtype)
{
    return dtype >= GLA_INT8 && dtype <= GLA_INT64 ? (gla_dtype)(dtype - GLA_INT8 + GLA_UINT8) : dtype;
}

/* Expand macros in the words of a parameter, as far as there is space. Return false if a macro is doubtful. */
static bool expand(const char *p, const char *end, const gla_macros *macros, int depth, char *buf, size_t size, size_t *used)
{
    bool sure = true;
    for (gla_word w; sure && (w = gla_word_next(&p, end)).n;) {
        const gla_macro *m = macros ? gla_macro_find(macros, w) : NULL;
        if (m && m->ambiguous)
            sure = false;
        else if (m && depth < 20 && !gla_word_is(m->value, "") && !gla_word_same(m->value, w))
            sure = expand(m->value.s, m->value.s + m->value.n, macros, depth + 1, buf, size, used);
        else if (!m && w.n + 2 < size - *used)
            *used += (size_t)snprintf(buf + *used, size - *used, "%.*s ", (int)w.n, w.s);
    }
    return sure;
}

static gla_status fail_parameter(const char *p, const char *end)
{
    while (p < end && isspace((unsigned char)*p))
        p++;
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "module_kernel: cannot parse the parameter '%.*s'; pass the signature explicitly, for example "
                    "\"const float64 *x, int64 n\"",
                    (int)(end - p < 60 ? end - p : 60), p);
}

/* Read the words of one parameter after macro expansion. */
static bool read_words(const char *p, const char *end, bool vectors, gla_parameter *out)
{
    static const char *const nothing[] = {"volatile", "restrict", "__restrict__", "__restrict", "RESTRICT",          "GLOBAL",
                                          "global",   "__global", "struct",       "register",   "__grid_constant__", NULL};
    static const char *const constant[] = {"const", "constant", "__constant", "CONSTANT", NULL};
    static const char *const local[] = {"local", "__local", "LOCAL_POINTER", NULL};
    bool is_unsigned = false, is_signed = false, typed = false, is_void = false, is_vector = false;
    gla_word w, name = {p, 0};
    while ((w = gla_word_next(&p, end)).n) {
        if (gla_word_is(w, "*") || gla_word_is(w, "[")) {
            out->is_pointer = true;
        } else if (gla_word_is(w, "]") || (isdigit((unsigned char)*w.s) && out->is_pointer) || is_any(w, nothing)) {
            continue;
        } else if (is_any(w, constant)) {
            out->is_const |= !out->is_pointer; /* const elements, not a const pointer */
        } else if (is_any(w, local)) {
            out->is_local = true;
        } else if (gla_word_is(w, "unsigned")) {
            is_unsigned = true;
        } else if (gla_word_is(w, "signed")) {
            is_signed = true;
        } else if (!gla_in_name(*w.s)) {
            return false;
        } else {
            gla_dtype vector = vectors && !typed ? vector_of(w, true) : GLA_NO_DTYPE, dtype = type_of(w);
            if (vector && dtype < GLA_COMPLEX64)
                dtype = vector;
            else if (!dtype && !typed)
                dtype = vector = vector_of(w, false);
            else
                vector = GLA_NO_DTYPE;
            if (typed && out->dtype != GLA_INT64)
                dtype = GLA_NO_DTYPE;
            bool names_type = dtype != GLA_NO_DTYPE && (!typed || gla_word_is(w, "long") || gla_word_is(w, "int"));
            if (gla_word_is(w, "void"))
                is_void = true;
            else if (names_type && !typed)
                out->dtype = dtype; /* "long long" and "long int" have the width of "long" */
            else if (!names_type)
                name = w;
            is_vector |= vector != GLA_NO_DTYPE;
            typed |= names_type || is_void;
        }
    }
    if (is_unsigned || (is_signed && !typed))
        out->dtype = typed ? unsigned_of(out->dtype) : is_unsigned ? GLA_UINT32 : GLA_INT32;
    snprintf(out->name, sizeof out->name, "%.*s", (int)(name.n < 39 ? name.n : 39), name.s);
    return (typed || is_unsigned || is_signed) && ((!is_void && !is_vector) || out->is_pointer);
}

static gla_status parse_one(const char *p, const char *end, const gla_macros *macros, gla_parameter *out)
{
    char words[500] = "";
    size_t used = 0;
    *out = (gla_parameter){.dtype = GLA_NO_DTYPE};
    bool sure = expand(p, end, macros, 0, words, sizeof words, &used);
    return sure && read_words(words, words + used, macros && macros->vectors, out) ? GLA_OK : fail_parameter(p, end);
}

/* Skip blanks. */
static const char *skip(const char *p, const char *end)
{
    while (p < end && isspace((unsigned char)*p))
        p++;
    return p;
}

gla_status gla_signature_parse(const char *text, size_t length, const gla_macros *macros, gla_signature *out)
{
    const char *end = text + length, *p = skip(text, end), *from = p;
    gla_word only = gla_word_next(&p, end);
    out->n = 0;
    if (from == end || (gla_word_is(only, "void") && skip(p, end) == end))
        return GLA_OK;
    while (from < end) {
        const char *to = from;
        gla_word w;
        for (p = from; (w = gla_word_next(&p, end)).n && !gla_word_is(w, ",") && !gla_word_is(w, "DYNAMIC_LOCAL");)
            to = p;
        if (out->n == GLA_MAX_PARAMETERS)
            return gla_fail(GLA_ARGUMENT_ERROR, "module_kernel: the kernel has more than %d parameters", GLA_MAX_PARAMETERS);
        gla_status st = parse_one(from, to, macros, &out->v[out->n]);
        if (st)
            return st;
        out->n++;
        if (!w.n || gla_word_is(w, "DYNAMIC_LOCAL")) /* local memory in the dialect; not a parameter passed by the user */
            break;
        from = p;
    }
    return GLA_OK;
}

static bool same_types(const gla_signature *a, const gla_signature *b)
{
    bool same = a->n == b->n;
    for (int i = 0; i < a->n && same; i++) {
        const gla_parameter *x = &a->v[i], *y = &b->v[i];
        same = x->dtype == y->dtype && x->is_pointer == y->is_pointer && x->is_const == y->is_const &&
               x->is_local == y->is_local;
    }
    return same;
}

gla_status gla_signature_find(const char *source, const char *name, const gla_macros *macros, gla_signature *out, bool *found)
{
    static const char *const heads[] = {"KERNEL", "kernel", "__kernel", "__global__", NULL};
    const char *end = source + strlen(source), *p = source;
    gla_signature one;
    bool is_kernel = false;
    gla_word w;
    while ((w = gla_word_next(&p, end)).n) {
        const char *after = p;
        if (is_any(w, heads))
            is_kernel = true;
        else if (gla_word_is(w, ";") || gla_word_is(w, "}") || gla_word_is(w, "{"))
            is_kernel = false;
        if (!is_kernel || !gla_word_is(w, name) || !gla_word_is(gla_word_next(&after, end), "("))
            continue;
        const char *from = after;
        int depth = 1;
        for (p = after; depth && (w = gla_word_next(&p, end)).n;)
            depth += gla_word_is(w, "(") - gla_word_is(w, ")");
        if (depth)
            return gla_fail(GLA_ARGUMENT_ERROR, "module_kernel: the parameter list of \"%.60s\" is not closed", name);
        gla_status st = gla_signature_parse(from, (size_t)(w.s - from), macros, *found ? &one : out);
        if (st || (*found && !same_types(&one, out)))
            return st ? st
                      : gla_fail(GLA_ARGUMENT_ERROR,
                                 "module_kernel: the source declares \"%.60s\" differently under conditions that only the "
                                 "compiler can evaluate; give the signature, as in \"const float64 *x, int64 n\"",
                                 name);
        *found = true;
    }
    return GLA_OK;
}
