/* cache.c - Disk cache of compiled kernels, in the folders of cache_folder.c.
 *
 * Cached code runs on the device, so the owner of the folder must own each file, and nobody else may be able to write to the
 * file.  Files are opened without following links and without blocking.  The name of an entry is a hash of everything that
 * determines its contents.  An entry consists of a header, the whole key, and the code.  Comparing the key and a hash of the
 * code detects truncated and corrupt files.  An entry is written to a temporary file, which is then renamed, so that other
 * processes and threads never see a partial file. */
#include "config.h"
#include "backends/device/cache.h"
#include "runtime/allocation.h"

#include "backend.h"
#include "runtime/cache_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ENTRY_BYTES (INT64_C(256) << 20) /* bytes */
#define MAX_CACHE_BYTES (INT64_C(1) << 30)

typedef struct header {
    char magic[8];
    uint64_t key_size, size, hash; /* size of the key; size of the code; hash of the code, seeded with the hash of the key */
} header;

static const char magic[8] = "gla-4";
static _Thread_local bool stores_shared; /* this thread stores its programs for all users */

/* Hash words of eight bytes, because hashing a source of about fifty thousand bytes byte by byte would be slow.  For each word,
 * the product and the fold are bijective in h, so a change of a single word always changes the hash. */
static uint64_t hash_bytes(uint64_t h, const void *data, size_t size)
{
    const unsigned char *p = data;
    for (uint64_t word; size > 0; p += sizeof word) {
        size_t part = size < sizeof word ? size : sizeof word;
        word = 0;
        memcpy(&word, p, part);
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
        size -= part;
    }
    return h;
}

/* Write the name of the entry.  Return a hash of the key, which seeds the hash of the code. */
static uint64_t name_entry(const char *tag, const char *source, char name[40])
{
    uint64_t a = hash_bytes(0xcbf29ce484222325u, tag, strlen(tag) + 1), b = ~a;
    a = hash_bytes(a, source, strlen(source));
    b = hash_bytes(b, source, strlen(source));
    snprintf(name, 40, "%016llx%016llx", (unsigned long long)a, (unsigned long long)b);
    return a;
}

static bool read_all(int fd, void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = read(fd, (char *)data + done, size - done);
        if (n <= 0 && !(n < 0 && errno == EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool write_all(int fd, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = write(fd, (const char *)data + done, size - done);
        if (n <= 0 && !(n < 0 && errno == EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Return true if only the owner of the file, who is the owner of the folder or root, can have written it.  Set *size to the
 * size of the file in bytes.  The link count is 0 if the file has just been replaced. */
static bool is_owned(uid_t owner, int fd, int64_t *size)
{
    struct stat s;
    if (fstat(fd, &s) || !S_ISREG(s.st_mode) || (s.st_uid != owner && s.st_uid != 0) || s.st_mode & 022 || s.st_nlink > 1)
        return false;
    *size = s.st_size;
    return s.st_size >= (int64_t)sizeof(header) && s.st_size <= MAX_ENTRY_BYTES;
}

/* Return the contents of the file after the header, which are the key and the code.  Return NULL if the file is incomplete,
 * corrupt, or owned by somebody else. */
static char *read_entry(int fd, uid_t owner, const char *tag, const char *source, uint64_t key, header *h)
{
    size_t tag_size = strlen(tag) + 1, source_size = strlen(source);
    int64_t file_size;
    if (!is_owned(owner, fd, &file_size) || !read_all(fd, h, sizeof *h) || memcmp(h->magic, magic, sizeof magic) != 0 ||
        h->key_size != tag_size + source_size || h->size > (uint64_t)file_size ||
        (uint64_t)file_size != sizeof *h + h->key_size + h->size)
        return NULL;
    size_t bytes = h->key_size + h->size;
    char *data = gla_malloc(bytes);
    if (data && read_all(fd, data, bytes) && memcmp(data, tag, tag_size) == 0 &&
        memcmp(data + tag_size, source, source_size) == 0 && hash_bytes(key, data + h->key_size, h->size) == h->hash)
        return data;
    gla_free(data);
    return NULL;
}

/* Look up an entry in an open folder, and then close the folder. */
static bool get_from(int folder, const char *name, uint64_t key, const char *tag, const char *source, void **code, size_t *size)
{
    struct stat s;
    header h;
    if (folder < 0)
        return false;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    char *data = fd < 0 || fstat(folder, &s) ? NULL : read_entry(fd, s.st_uid, tag, source, key, &h);
    if (fd >= 0)
        close(fd);
    close(folder);
    if (!data)
        return false;
    memmove(data, data + h.key_size, h.size);
    *code = data;
    *size = h.size;
    return true;
}

bool gla_cache_get(const char *tag, const char *source, void **code, size_t *size)
{
    char reason[400], name[40];
    uint64_t key = name_entry(tag, source, name);
    return (!stores_shared && get_from(gla_cache_folder(false, reason, sizeof reason), name, key, tag, source, code, size)) ||
           get_from(gla_shared_folder(&magic, false, reason, sizeof reason), name, key, tag, source, code, size);
}

void gla_cache_state(char *text, size_t size)
{
    char folder[PATH_MAX / 2];
    int fd = gla_cache_folder(false, text, size);
    if (fd < 0)
        return;
    close(fd);
    if (gla_name_cache_folder(folder, sizeof folder))
        snprintf(text, size, "%s", folder);
}

bool gla_cache_tag(int folder, const char *name, char *tag, size_t size)
{
    header h;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    bool good = fd >= 0 && read_all(fd, &h, sizeof h) && memcmp(h.magic, magic, sizeof magic) == 0;
    ssize_t n = good ? read(fd, tag, size - 1) : -1;
    if (fd >= 0)
        close(fd);
    tag[n > 0 ? n : 0] = '\0';
    return n > 0;
}

bool gla_cache_begin(bool shared, char *folder, size_t size)
{
    int fd = shared ? gla_shared_folder(&magic, true, folder, size) : gla_cache_folder(true, folder, size);
    if (fd < 0)
        return false;
    close(fd);
    stores_shared = shared;
    return true;
}

void gla_cache_end(void)
{
    stores_shared = false;
}

/* Empty the folder if `more` further bytes would exceed the cache's limit. */
static void empty_if_full(int folder, int64_t more)
{
    struct stat s;
    int64_t total = more;
    int again = dup(folder);
    DIR *d = again < 0 ? NULL : fdopendir(again);
    if (!d) {
        if (again >= 0)
            close(again);
        return;
    }
    for (int round = 0; round < 2 && (round == 0 || total > MAX_CACHE_BYTES); round++) {
        rewinddir(d);
        for (struct dirent *e; (e = readdir(d));) {
            if (e->d_name[0] == '.' || strncmp(e->d_name, GLA_RATES_PREFIX, strlen(GLA_RATES_PREFIX)) == 0)
                continue;
            if (round == 1)
                unlinkat(folder, e->d_name, 0);
            else if (!fstatat(folder, e->d_name, &s, AT_SYMLINK_NOFOLLOW))
                total += s.st_size;
        }
    }
    closedir(d);
}

void gla_cache_put(const char *tag, const char *source, const void *code, size_t size)
{
    static atomic_uint serial; /* number of the next temporary file of this process */
    char name[40], part[100], reason[400];
    size_t tag_size = strlen(tag) + 1, source_size = strlen(source);
    if (sizeof(header) + tag_size + source_size + size > (size_t)MAX_ENTRY_BYTES)
        return;
    int folder = stores_shared ? gla_shared_folder(&magic, true, reason, sizeof reason)
                               : gla_cache_folder(true, reason, sizeof reason);
    if (folder < 0)
        return;
    uint64_t key = name_entry(tag, source, name);
    header h = {.key_size = tag_size + source_size, .size = size};
    memcpy(h.magic, magic, sizeof magic);
    h.hash = hash_bytes(key, code, size);
    if (!stores_shared)
        empty_if_full(folder, (int64_t)size);
    snprintf(part, sizeof part, "%s.%ld-%u.tmp", name, (long)getpid(), atomic_fetch_add(&serial, 1));
    unlinkat(folder, part, 0); /* file left by a killed process with the same process ID */
    int fd = openat(folder, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
    bool good = fd >= 0 && write_all(fd, &h, sizeof h) && write_all(fd, tag, tag_size) && write_all(fd, source, source_size) &&
                write_all(fd, code, size) && (!stores_shared || fchmod(fd, 0644) == 0);
    if (fd >= 0)
        good = close(fd) == 0 && good;
    if (fd >= 0 && (!good || renameat(folder, part, folder, name)))
        unlinkat(folder, part, 0);
    close(folder);
}
