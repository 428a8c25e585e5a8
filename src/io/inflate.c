/* inflate.c - decompression by zlib. */
#include "io/inflate.h"
#include "io/io.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#ifdef GLA_ZLIB
#include <zlib.h>

enum { PART = 1 << 22 };

static gla_status damaged(const char *op, const char *path, const char *fact)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.300s' cannot be decompressed: it is %s", op, path, fact);
}

/* Space for more, and a zero behind it. */
static gla_status grow(const char *op, const char *path, gla_inflated *out, size_t *capacity)
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

/* One part of the data; *end: nothing follows. */
static gla_status next(z_stream *z, const char *op, const char *path, bool gzip, size_t *left, bool *end)
{
    size_t given = *left < PART ? *left : PART;
    z->avail_in = (uInt)given;
    int code = inflate(z, Z_NO_FLUSH);
    *left -= given - z->avail_in;
    if (code == Z_MEM_ERROR)
        return gla_fail_memory(op, 1 << 15);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return damaged(op, path, "damaged");
    *end = code == Z_STREAM_END && (!gzip || *left == 0);
    if (code == Z_STREAM_END && !*end && inflateReset(z) != Z_OK)
        return damaged(op, path, "damaged");
    if (code != Z_STREAM_END && *left == 0 && z->avail_out > 0)
        return damaged(op, path, "cut off");
    return gla_interrupted() ? gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", op) : GLA_OK;
}

static gla_status unpack(z_stream *z, const char *op, const char *path, size_t size, bool gzip, size_t most, gla_inflated *out)
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
        st = next(z, op, path, gzip, &left, &end);
        out->size += space - z->avail_out;
        if (!st && out->size > most)
            st = damaged(op, path, "longer than it says");
    }
    out->data[out->size] = '\0';
    return st;
}

gla_status gla_inflate(const char *op, const char *path, const char *in, size_t size, bool gzip, size_t most, gla_inflated *out)
{
    z_stream z = {.next_in = (z_const Bytef *)(uintptr_t)in};
    *out = (gla_inflated){NULL, 0};
    if (inflateInit2(&z, gzip ? 16 + MAX_WBITS : -MAX_WBITS) != Z_OK)
        return gla_fail_memory(op, 1 << 15);
    gla_status st = unpack(&z, op, path, size, gzip, most, out);
    inflateEnd(&z);
    if (st) {
        gla_free(out->data);
        *out = (gla_inflated){NULL, 0};
    }
    return st;
}

#else

gla_status gla_inflate(const char *op, const char *path, const char *in, size_t size, bool gzip, size_t most, gla_inflated *out)
{
    (void)in, (void)size, (void)gzip, (void)most;
    *out = (gla_inflated){NULL, 0};
    return gla_fail(
        GLA_NOT_SUPPORTED_ERROR,
        "%s: '%.300s' is compressed, and gpulinalg was built without zlib; decompress it, or install zlib1g-dev and "
        "build again",
        op, path);
}

#endif
