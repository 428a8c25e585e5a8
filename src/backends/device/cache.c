/* cache.c - compiled kernels on disk: $XDG_CACHE_HOME/gpulinalg (or ~/.cache/gpulinalg), or GPULINALG_CACHE_DIR.
 *
 * An entry is named by a hash of everything that decides its contents.  It begins with its length and a hash of its bytes
 * that starts from that one, so that a torn, corrupt or misnamed file is seen; it is written to a file of its own and renamed,
 * so that processes and threads do not see each other's halves. */
#include "cache.h"

#include "backend.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct header {
    char magic[8];
    uint64_t size, hash;
} header;

static const char magic[8] = "gla-2";

/* FNV-1a, 64 bits. */
static uint64_t hash_bytes(uint64_t h, const void *data, size_t size)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < size; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}

static bool directory(char *buf, size_t size)
{
    const char *own = getenv("GPULINALG_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own)
        snprintf(buf, size, "%s", own);
    else if (xdg && *xdg)
        snprintf(buf, size, "%s/gpulinalg", xdg);
    else if (home && *home)
        snprintf(buf, size, "%s/.cache/gpulinalg", home);
    else
        return false;
    return strlen(buf) < size - 1;
}

/* The entry's file, and the hash that its contents are hashed from. */
static bool entry_path(const char *tag, const char *source, char *buf, size_t size, uint64_t *key)
{
    char dir[800];
    uint64_t a = hash_bytes(0xcbf29ce484222325u, tag, strlen(tag) + 1), b = ~a;
    if (!directory(dir, sizeof dir))
        return false;
    a = hash_bytes(a, source, strlen(source));
    b = hash_bytes(b, source, strlen(source));
    *key = a;
    snprintf(buf, size, "%s/%016llx%016llx", dir, (unsigned long long)a, (unsigned long long)b);
    return true;
}

bool gla_cache_get(const char *tag, const char *source, void **code, size_t *size)
{
    char path[900];
    header h;
    uint64_t key;
    void *data = NULL;
    FILE *f = entry_path(tag, source, path, sizeof path, &key) ? fopen(path, "rb") : NULL;
    if (!f)
        return false;
    bool good = fread(&h, sizeof h, 1, f) == 1 && memcmp(h.magic, magic, sizeof magic) == 0 && h.size < (1u << 30) &&
                (data = gla_malloc(h.size)) && fread(data, 1, h.size, f) == h.size &&
                hash_bytes(key, data, h.size) == h.hash;
    fclose(f);
    if (!good) {
        gla_free(data);
        return false;
    }
    *code = data;
    *size = h.size;
    return true;
}

static void make_directories(char *path)
{
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(path, 0777);
            *p = '/';
        }
}

void gla_cache_put(const char *tag, const char *source, const void *code, size_t size)
{
    static atomic_uint serial; /* of this process's files */
    char path[900], part[960];
    uint64_t key;
    if (!entry_path(tag, source, path, sizeof path, &key))
        return;
    header h = {.size = size, .hash = hash_bytes(key, code, size)};
    memcpy(h.magic, magic, sizeof magic);
    make_directories(path);
    snprintf(part, sizeof part, "%s.%ld-%u.tmp", path, (long)getpid(), atomic_fetch_add(&serial, 1));
    FILE *f = fopen(part, "wb");
    if (!f)
        return;
    bool good = fwrite(&h, sizeof h, 1, f) == 1 && fwrite(code, 1, size, f) == size;
    good = fclose(f) == 0 && good;
    if (!good || rename(part, path))
        unlink(part);
}
