/* zip.h - ZIP archives. The libzip module is loaded when the first archive is read or written. */
#ifndef GLA_IO_ZIP_H
#define GLA_IO_ZIP_H

#include "contract/zip.h"
#include "io/io.h"

/* Load libzip; NotSupportedError if it is missing. Call this before gla_zip_find or gla_zip_write. */
gla_status gla_zip_load(const char *op);

/* Read the member of that name from the bytes of an archive. */
gla_status gla_zip_find(const char *op, const char *path, const char *file, size_t size, const char *name, gla_member *member);

/* Write an archive of these members, uncompressed. */
gla_status gla_zip_write(const gla_file *f, int n, const gla_zip_part *parts);

#endif
