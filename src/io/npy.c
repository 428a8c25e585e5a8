/* npy.c - Read and write .npy files of NumPy (NEP 1): magic string, version, header (a Python dictionary), elements. */
#include "core/scope.h"
#include "io/io.h"
#include "io/npy.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";

static const char *const descriptions[GLA_DTYPE_COUNT] = {
    [GLA_BOOL] = "|b1",    [GLA_INT8] = "|i1",      [GLA_INT16] = "<i2",      [GLA_INT32] = "<i4",  [GLA_INT64] = "<i8",
    [GLA_UINT8] = "|u1",   [GLA_UINT16] = "<u2",    [GLA_UINT32] = "<u4",     [GLA_UINT64] = "<u8", [GLA_FLOAT32] = "<f4",
    [GLA_FLOAT64] = "<f8", [GLA_COMPLEX64] = "<c8", [GLA_COMPLEX128] = "<c16"};

/* ---- writing ------------------------------------------------------------------------------------------------------- */
const char *gla_npy_type(gla_dtype dtype)
{
    return descriptions[dtype];
}

int gla_npy_header(char out[GLA_NPY_HEADER], const char *type, int ndim, const int64_t *shape)
{
    char header[1024];
    int n = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (", type);
    for (int i = 0; i < ndim; i++)
        n += snprintf(header + n, sizeof header - (size_t)n,
                      i + 1 < ndim ? "%lld, "
                      : ndim == 1  ? "%lld,"
                                   : "%lld",
                      (long long)shape[i]);
    n += snprintf(header + n, sizeof header - (size_t)n, "), }");
    int total = (10 + n + 1 + 63) / 64 * 64; /* the elements start at a multiple of 64 bytes */
    memcpy(out, magic, 6);
    out[6] = 1;
    out[7] = 0;
    out[8] = (char)((total - 10) & 255);
    out[9] = (char)((total - 10) >> 8);
    snprintf(out + 10, GLA_NPY_HEADER - 10, "%-*s\n", total - 11, header);
    return total;
}

static gla_status write_elements(const gla_file *f, const void *what)
{
    enum { PART = 1 << 24 };
    const gla_array *x = what;
    const char *data = gla_data(x);
    size_t bytes = (size_t)x->size * gla_itemsize(x->dtype);
    gla_status st = GLA_OK;
    char header[GLA_NPY_HEADER];
    fwrite(header, 1, (size_t)gla_npy_header(header, descriptions[x->dtype], x->ndim, x->shape), f->stream);
    for (size_t at = 0; !st && at < bytes; at += PART) {
        fwrite(data + at, 1, bytes - at < PART ? bytes - at : PART, f->stream);
        st = gla_file_check(f);
        if (!st && gla_interrupted())
            st = gla_file_interrupted(f);
    }
    return st;
}

gla_status gla_save(const char *path, const gla_array *x)
{
    gla_scope s;
    gla_device *host = NULL;
    void *data;
    gla_scope_begin(&s, "save");
    gla_s_check(&s, gla_host_device(&host));
    gla_array *array = gla_s_to_host(&s, gla_s_contiguous(&s, host, x->dtype, x), &data);
    if (array)
        gla_s_check(&s, gla_file_write("save", path, write_elements, array));
    return gla_scope_end(&s);
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */
typedef struct header {
    gla_dtype dtype;
    bool swapped, columns_first;
    int ndim;
    int64_t shape[GLA_MAX_NDIM];
    size_t length; /* bytes before the elements */
} header;

static gla_status fail_format(const char *path, const char *fact)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "load: '%.300s' is not a valid .npy file: %s", path, fact);
}

/* Return the text after 'key': in the dictionary. */
static const char *value_of(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (!at)
        return NULL;
    at += strlen(key);
    return at + strspn(at, " :");
}

static gla_status read_type(const char *path, const char *value, header *h)
{
    char name[16];
    size_t n = *value == '\'' || *value == '"' ? strcspn(value + 1, "'\"") : 0;
    if (n == 0 || n >= sizeof name)
        return gla_fail(GLA_DTYPE_ERROR,
                        "load: '%.300s' contains records, which arrays do not support; save each field "
                        "separately",
                        path);
    memcpy(name, value + 1, n);
    name[n] = '\0';
    h->swapped = *name == '>';
    for (int i = 1; i < GLA_DTYPE_COUNT; i++)
        if (strchr("<>=|", *name) && strcmp(name + 1, descriptions[i] + 1) == 0)
            h->dtype = (gla_dtype)i;
    if (!h->dtype)
        return gla_fail(GLA_DTYPE_ERROR, "load: '%.300s' has the dtype '%s', which arrays do not support; save it as numbers",
                        path, name);
    return GLA_OK;
}

static gla_status fail_shape(const char *path, const char *shape, const char *fact)
{
    size_t length = strcspn(shape, ")");
    return gla_fail(GLA_ARGUMENT_ERROR, "load: '%.300s' is not a valid .npy file: its shape is %.*s%s, %s", path,
                    gla_prefix(shape, length, 400), shape,
                    length > 400    ? "..."
                    : shape[length] ? ")"
                                    : "",
                    fact);
}

/* Check, before memory is allocated, that an array can have the shape and that the file contains all elements. */
static gla_status check_shape(const char *path, const char *shape, size_t left, const header *h)
{
    char fact[120];
    int64_t bytes = (int64_t)gla_itemsize(h->dtype);
    bool empty = false, overflow = false;
    for (int i = 0; i < h->ndim; i++) {
        empty |= h->shape[i] == 0;
        overflow |= h->shape[i] && __builtin_mul_overflow(bytes, h->shape[i], &bytes);
    }
    if (overflow)
        return fail_shape(path, shape, "which is too large for 64-bit addresses");
    if (empty || (uint64_t)bytes <= left)
        return GLA_OK;
    snprintf(fact, sizeof fact, "which requires %lld bytes, but the number of bytes after the header is %zu", (long long)bytes,
             left);
    return fail_shape(path, shape, fact);
}

static gla_status read_shape(const char *path, const char *value, header *h)
{
    char *end;
    const char *shape = value;
    if (*value++ != '(')
        return fail_format(path, "its shape cannot be read");
    for (;;) {
        value += strspn(value, " ");
        if (*value == ')')
            return GLA_OK;
        errno = 0;
        long long n = strtoll(value, &end, 10);
        if (end == value)
            return fail_shape(path, shape, "which cannot be read");
        if (n < 0)
            return fail_shape(path, shape, "which has a negative length");
        if (errno)
            return fail_shape(path, shape, "which is too large for 64-bit addresses");
        if (h->ndim == GLA_MAX_NDIM)
            return fail_shape(path, shape, "which has more than 16 dimensions");
        h->shape[h->ndim++] = n;
        end += *end == 'L';
        value = end + strspn(end, " ");
        if (*value == ',')
            value++;
        else if (*value != ')')
            return fail_shape(path, shape, "which cannot be read");
    }
}

static gla_status read_header(const char *path, const char *data, size_t size, header *h)
{
    const unsigned char *u = (const unsigned char *)data;
    if (size < 12 || memcmp(data, magic, 6))
        return fail_format(path, "it does not begin with the magic string");
    size_t start = u[6] == 1 ? 10 : 12;
    size_t length = u[8] | (size_t)u[9] << 8 | (u[6] == 1 ? 0 : (size_t)u[10] << 16 | (size_t)u[11] << 24);
    char text[2048];
    if (u[6] < 1 || u[6] > 3 || length >= sizeof text || start + length > size)
        return fail_format(path, "its header is truncated or has an unknown version");
    memcpy(text, data + start, length);
    text[length] = '\0';
    h->length = start + length;
    const char *type = value_of(text, "'descr'"), *order = value_of(text, "'fortran_order'");
    const char *shape = value_of(text, "'shape'");
    if (!type || !order || !shape)
        return fail_format(path, "its header lacks descr, fortran_order or shape");
    h->columns_first = strncmp(order, "True", 4) == 0;
    if (!h->columns_first && strncmp(order, "False", 5))
        return fail_format(path, "its fortran_order is neither True nor False");
    gla_status st;
    if ((st = read_type(path, type, h)) || (st = read_shape(path, shape, h)))
        return st;
    return check_shape(path, shape, size - h->length, h);
}

static void swap_bytes(char *p, int64_t count, size_t size)
{
    for (int64_t i = 0; i < count; i++, p += size)
        for (size_t k = 0; k < size / 2; k++) {
            char c = p[k];
            p[k] = p[size - 1 - k];
            p[size - 1 - k] = c;
        }
}

static gla_status fill(const header *h, const char *data, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM], step = 1;
    gla_scope s;
    gla_array *stored;
    void *to;
    for (int i = 0; i < h->ndim; i++)
        shape[i] = h->shape[h->columns_first ? h->ndim - 1 - i : i];
    gla_scope_begin(&s, "load");
    stored = gla_s_adopt(&s, gla_array_new_host("load", h->dtype, h->ndim, shape, &stored, &to), &stored);
    if (!stored)
        return gla_scope_end(&s);
    size_t item = gla_itemsize(h->dtype), bytes = (size_t)stored->size * item;
    if (bytes)
        memcpy(to, data + h->length, bytes);
    if (h->swapped && gla_dtype_is_complex(h->dtype))
        swap_bytes(to, 2 * stored->size, item / 2);
    else if (h->swapped)
        swap_bytes(to, stored->size, item);
    for (int64_t i = 0; h->dtype == GLA_BOOL && i < stored->size; i++)
        ((uint8_t *)to)[i] = ((uint8_t *)to)[i] != 0;
    for (int i = 0; i < h->ndim; step *= h->shape[i++])
        strides[i] = step;
    gla_array *seen = h->columns_first ? gla_s_view(&s, stored, h->ndim, h->shape, strides, 0) : stored;
    return gla_scope_return(&s, gla_s_convert(&s, seen, GLA_NO_DTYPE, NULL, GLA_MAYBE), out);
}

gla_status gla_npy_read(const char *path, const char *data, size_t size, gla_array **out)
{
    header h = {0};
    *out = NULL;
    gla_status st = read_header(path, data, size, &h);
    return st ? st : fill(&h, data, out);
}

gla_status gla_load(const char *path, gla_array **out)
{
    char *data;
    size_t size;
    *out = NULL;
    gla_status st = gla_read_file("load", path, &data, &size);
    if (!st)
        st = gla_npy_read(path, data, size, out);
    gla_free(data);
    return st;
}
