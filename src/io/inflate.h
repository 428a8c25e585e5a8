/* inflate.h - data that deflate has compressed, alone or in a file of gzip. */
#ifndef GLA_IO_INFLATE_H
#define GLA_IO_INFLATE_H

#include "runtime/runtime.h"

#include <stddef.h>

typedef struct gla_inflated {
    char *data; /* with a zero behind it; to be freed with gla_free */
    size_t size;
} gla_inflated;

/* What RFC 1951 calls deflate, or files of gzip one behind the other, of at most so many bytes.  On failure (the message names
 * op and path) *out is all zero.  Without zlib all fail. */
gla_status gla_inflate(const char *op, const char *path, const char *in, size_t size, bool gzip, size_t most,
                       gla_inflated *out);

/* checksum.c: the data of a file, in place: where gzip has compressed them, what they were before. */
gla_status gla_gunzip(const char *op, const char *path, char **data, size_t *size);
uint32_t gla_crc32(uint32_t crc, const char *data, size_t size); /* of more data behind those with this one; 0 at first */

#endif
