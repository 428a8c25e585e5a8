/* zip.h - ZIP archives, read and written by the libzip module. The library itself calls src/io/zip.h. */
#ifndef GLA_CONTRACT_ZIP_H
#define GLA_CONTRACT_ZIP_H

#include "backend.h"

/* An archive member that has been read. */
typedef struct gla_member {
    char *data; /* release with gla_free; NULL if the archive has no such member */
    size_t size;
} gla_member;

/* A member to write to an archive, given as two consecutive blocks of bytes. */
typedef struct gla_zip_part {
    const char *name;
    const char *piece[2];
    size_t length[2]; /* the second length may be 0 */
} gla_zip_part;

/* Store bytes of an archive at a position in its file. */
typedef gla_status gla_zip_put(void *to, uint64_t at, const void *data, size_t size);

typedef struct gla_zip {
    /* Read a member of the archive `file` (in memory). The data is checked against its CRC. */
    gla_status (*find)(const char *op, const char *path, const char *file, size_t size, const char *name, gla_member *member);
    /* Write an uncompressed archive. `put` receives the bytes in order, except that the header of each member is written again
     * once the member's size is known. */
    gla_status (*write)(const char *op, const char *path, int n, const gla_zip_part *parts, gla_zip_put *put, void *to);
} gla_zip;

/* Fail with OutOfMemoryError if the host has too little memory for a member. */
typedef gla_status gla_zip_room(const char *op, size_t bytes);

/* Entry point that the module exports. */
const gla_zip *gla_zip_entry(gla_zip_room *room) __attribute__((visibility("default")));

#endif
