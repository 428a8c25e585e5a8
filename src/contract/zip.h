/* zip.h - ZIP archives as libzip's module reads and writes them.  src/io/zip.h is what the library calls. */
#ifndef GLA_CONTRACT_ZIP_H
#define GLA_CONTRACT_ZIP_H

#include "backend.h"

/* A member that was read. */
typedef struct gla_member {
    char *data; /* to be freed with gla_free; NULL if the archive has no such member */
    size_t size;
} gla_member;

/* A member to write: two pieces, one after the other. */
typedef struct gla_zip_part {
    const char *name;
    const char *piece[2];
    size_t length[2]; /* the second may be 0 */
} gla_zip_part;

/* Store these bytes of an archive at a position in its file. */
typedef gla_status gla_zip_put(void *to, uint64_t at, const void *data, size_t size);

typedef struct gla_zip {
    /* Read a member of the archive that these bytes are.  The data is checked against its CRC. */
    gla_status (*find)(const char *op, const char *path, const char *file, size_t size, const char *name, gla_member *member);
    /* Write an archive, uncompressed.  `put` gets each byte in turn, then goes back for the header of the member. */
    gla_status (*write)(const char *op, const char *path, int n, const gla_zip_part *parts, gla_zip_put *put, void *to);
} gla_zip;

/* OutOfMemoryError if the host has no memory for a member. */
typedef gla_status gla_zip_room(const char *op, size_t bytes);

/* What the module exports. */
const gla_zip *gla_zip_entry(gla_zip_room *room) __attribute__((visibility("default")));

#endif
