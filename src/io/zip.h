/* zip.h - files of several members: PKWARE's ZIP, with the lengths of 64 bits that NumPy writes. */
#ifndef GLA_IO_ZIP_H
#define GLA_IO_ZIP_H

#include "io/io.h"

typedef struct gla_member {
    const char *data; /* NULL: there is no such member */
    size_t size;
    char *owned; /* to be freed with gla_free */
} gla_member;

/* The member of that name in the bytes of a file. */
gla_status gla_zip_find(const char *op, const char *path, const char *file, size_t size, const char *name, gla_member *member);

/* A member that is to be written: two pieces, one behind the other. */
typedef struct gla_zip_part {
    const char *name;
    const char *piece[2];
    size_t length[2];
} gla_zip_part;

/* Write them, not compressed. */
gla_status gla_zip_write(const gla_file *f, int n, const gla_zip_part *parts);

#endif
