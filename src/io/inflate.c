/* inflate.c - Decompress gzip files with zlib. */
#include "io/inflate.h"
#include "io/io.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#ifdef GLA_ZLIB
#include <zlib.h>

enum { PART = 1 << 22 };

typedef struct unpacked {
    char *data; /* ends with a zero byte; release the data with gla_free */
    size_t size;
} unpacked;

static gla_status damaged(const char *op, const char *path, const char *fact)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.300s' cannot be decompressed: it is %s", op, path, fact);
}

/* Ensure space for more data and a terminating zero. */
static gla_status grow(const char *op, const char *path, unpacked *out, size_t *capacity)
{
    if (out->size + 1 < *capacity)
        return GLA_OK;
    gla_status st = *capacity > PART ? gla_file_room(op, path, 2 * *capacity, *capacity) : GLA_OK;
    char *larger = st ? NULL : gla_realloc(out->data, *capacity *= 2);
    if (!larger)
        return st ? st : gla_fail_memory(op, *capacity);
    out->data = larger;
    return GLA_OK;
}

/* Decompress one part of the data. Set *end to true if nothing follows. */
static gla_status next(z_stream *z, const char *op, const char *path, size_t *left, bool *end)
{
    size_t given = *left < PART ? *left : PART;
    z->avail_in = (uInt)given;
    int code = inflate(z, Z_NO_FLUSH);
    *left -= given - z->avail_in;
    if (code == Z_MEM_ERROR)
        return gla_fail_memory(op, 1 << 15);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return damaged(op, path, "damaged");
    *end = code == Z_STREAM_END && *left == 0;
    if (code == Z_STREAM_END && !*end && inflateReset(z) != Z_OK)
        return damaged(op, path, "damaged");
    if (code != Z_STREAM_END && *left == 0 && z->avail_out > 0)
        return damaged(op, path, "cut off");
    return gla_interrupted() ? gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", op) : GLA_OK;
}

static gla_status unpack(z_stream *z, const char *op, const char *path, size_t size, unpacked *out)
{
    size_t capacity = 1 << 16, left = size;
    gla_status st = GLA_OK;
    if (!(out->data = gla_malloc(capacity)))
        return gla_fail_memory(op, capacity);
    for (bool end = false; !st && !end;) {
        if ((st = grow(op, path, out, &capacity)))
            break;
        size_t space = capacity - out->size - 1 < PART ? capacity - out->size - 1 : PART;
        z->next_out = (Bytef *)out->data + out->size;
        z->avail_out = (uInt)space;
        st = next(z, op, path, &left, &end);
        out->size += space - z->avail_out;
    }
    out->data[out->size] = '\0';
    return st;
}

static gla_status replace(const char *op, const char *path, char **data, size_t *size)
{
    z_stream z = {.next_in = (Bytef *)*data};
    unpacked out = {NULL, 0};
    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
        return gla_fail_memory(op, 1 << 15);
    gla_status st = unpack(&z, op, path, *size, &out);
    inflateEnd(&z);
    gla_free(st ? out.data : *data);
    if (!st) {
        *data = out.data;
        *size = out.size;
    }
    return st;
}

#else

static gla_status replace(const char *op, const char *path, char **data, size_t *size)
{
    (void)data, (void)size;
    return gla_fail(
        GLA_NOT_SUPPORTED_ERROR,
        "%s: '%.300s' is compressed, and gpulinalg was built without zlib; decompress it, or install zlib1g-dev and "
        "build again",
        op, path);
}

#endif

gla_status gla_gunzip(const char *op, const char *path, char **data, size_t *size)
{
    bool gzip = *size >= 2 && (unsigned char)(*data)[0] == 0x1f && (unsigned char)(*data)[1] == 0x8b;
    return gzip ? replace(op, path, data, size) : GLA_OK;
}
