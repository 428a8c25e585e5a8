/* inflate.h - files that gzip may have compressed. */
#ifndef GLA_IO_INFLATE_H
#define GLA_IO_INFLATE_H

#include "runtime/runtime.h"

#include <stddef.h>

/* Decompress the bytes of a file in place if they are gzip's, of one member or several.  *data is to be freed with gla_free.
 * Without zlib gzip files raise NotSupportedError. */
gla_status gla_gunzip(const char *op, const char *path, char **data, size_t *size);

#endif
