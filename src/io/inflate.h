/* inflate.h - Decompress files that may be gzip files. */
#ifndef GLA_IO_INFLATE_H
#define GLA_IO_INFLATE_H

#include "runtime/runtime.h"

#include <stddef.h>

/* If the bytes of a file are gzip data, with one or more members, replace them by the decompressed data. Release *data with
 * gla_free. Without zlib a gzip file raises NotSupportedError. */
gla_status gla_gunzip(const char *op, const char *path, char **data, size_t *size);

#endif
