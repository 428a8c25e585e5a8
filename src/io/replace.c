/* replace.c - Write files. A regular file is replaced atomically after all data has been written; other files are written
 * directly. */
#define _GNU_SOURCE /* fopencookie */
#include "io/io.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gla_status fail(const gla_file *f)
{
    if (f->stopped)
        return gla_file_interrupted(f);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: cannot write '%.300s': %s", f->op, f->path, strerror(errno ? errno : EIO));
}

/* ---- target -------------------------------------------------------------------------------------------------------- */
/* Return the length of the directory part of a path, including its slash; 0 if the path has no directory part. */
static size_t folder_length(const char *path)
{
    const char *last = strrchr(path, '/');
    return last ? (size_t)(last - path) + 1 : 0;
}

/* Return true for a link in /proc that represents an open file, whatever path the link shows. Such a file cannot be
 * replaced. */
static bool is_open_file(const char *link)
{
    char folder[PATH_MAX], real[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s.", (int)folder_length(link), link);
    return realpath(folder, real) && strncmp(real, "/proc/", 6) == 0;
}

/* Follow symbolic links from path to a file, which need not exist. */
static gla_status follow(gla_file *f, char target[PATH_MAX])
{
    char next[PATH_MAX];
    struct stat s;
    if (snprintf(target, PATH_MAX, "%s", f->path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return fail(f);
    }
    for (int links = 0; lstat(target, &s) == 0 && S_ISLNK(s.st_mode); links++) {
        if (is_open_file(target)) {
            f->direct = true;
            return GLA_OK;
        }
        ssize_t n = readlink(target, next, sizeof next - 1);
        size_t folder = n > 0 && *next == '/' ? 0 : folder_length(target);
        if (n >= 0 && (links == 40 || folder + (size_t)n >= PATH_MAX)) {
            errno = links == 40 ? ELOOP : ENAMETOOLONG;
            n = -1;
        }
        if (n < 0)
            return fail(f);
        memcpy(target + folder, next, (size_t)n);
        target[folder + (size_t)n] = '\0';
    }
    return GLA_OK;
}

/* ---- opening ------------------------------------------------------------------------------------------------------- */
/* Give the new file the owner, group and mode of the old file, as far as the user has permission. */
static bool inherit(int fd, int old)
{
    struct stat s, t;
    if (old < 0)
        return true;
    if (fstat(old, &s) || fstat(fd, &t))
        return false;
    bool owned = (s.st_uid == t.st_uid && s.st_gid == t.st_gid) || fchown(fd, s.st_uid, s.st_gid) == 0 ||
                 fchown(fd, (uid_t)-1, s.st_gid) == 0;
    return fchmod(fd, s.st_mode & (owned ? 0777 : 0707)) == 0;
}

/* Create a temporary file in the directory of the target. Its name is short, because the target's own name may have the maximum
 * length. */
static int open_beside(gla_file *f)
{
    static atomic_uint number;
    size_t folder = folder_length(f->target);
    int fd = -1;
    memcpy(f->temporary, f->target, folder);
    for (int tries = 0; tries < 1000; tries++) {
        unsigned mine = atomic_fetch_add(&number, 1);
        snprintf(f->temporary + folder, GLA_TEMPORARY_NAME, "gpulinalg-%ld-%u.tmp", (long)getpid(), mine);
        fd = gla_open_patiently(f->temporary, O_WRONLY | O_CREAT | O_EXCL);
        if (fd >= 0 || errno != EEXIST)
            break;
    }
    return fd;
}

static int open_target(gla_file *f)
{
    struct stat s;
    bool exists = stat(f->direct ? f->path : f->target, &s) == 0;
    f->direct |= exists && !S_ISREG(s.st_mode);
    if (f->direct)
        return gla_open_patiently(f->path, O_WRONLY | O_TRUNC);
    int old = exists ? gla_open_patiently(f->target, O_WRONLY) : -1; /* a file without write permission is not replaced */
    if (exists && old < 0)
        return -1;
    int fd = open_beside(f);
    f->created = fd >= 0;
    if (fd >= 0 && !inherit(fd, old)) {
        close(fd);
        fd = -1;
    }
    bool denied = fd < 0 && !f->created && (errno == EACCES || errno == EPERM || errno == EROFS);
    if (denied && old >= 0 && ftruncate(old, 0) == 0) {
        f->direct = true; /* the directory is read-only, but the file is writable */
        return old;
    }
    if (old >= 0)
        close(old);
    return fd;
}

/* Write to a file that may wait for a reader. A signal ends the wait only if its handler interrupts the script. */
static ssize_t write_straight(void *file, const char *data, size_t size)
{
    gla_file *f = file;
    size_t done = f->stopped ? 0 : gla_write_patiently(f->fd, data, size);
    f->stopped |= done < size && errno == EINTR;
    return (ssize_t)done;
}

static int close_straight(void *file)
{
    return close(((gla_file *)file)->fd);
}

static FILE *stream_of(gla_file *f)
{
    cookie_io_functions_t functions = {.write = write_straight, .close = close_straight};
    return f->direct ? fopencookie(f, "wb", functions) : fdopen(f->fd, "wb");
}

static gla_status open_file(gla_file *f, const char *op, const char *path)
{
    char target[PATH_MAX];
    *f = (gla_file){.op = op, .path = path};
    if (!path || !*path)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        path ? "%s: path is empty, but it must be the name of a file"
                             : "%s: path is missing; it must be the name of a file",
                        op);
    gla_status st = follow(f, target);
    if (st)
        return st;
    size_t length = strlen(target), size = 2 * length + 2 + GLA_TEMPORARY_NAME;
    if (!(f->target = gla_malloc(size)))
        return gla_fail_memory(op, size);
    memcpy(f->target, target, length + 1);
    f->temporary = f->target + length + 1;
    f->fd = open_target(f);
    f->stream = f->fd >= 0 ? stream_of(f) : NULL;
    if (f->stream)
        return GLA_OK;
    f->stopped = f->fd < 0 && errno == EINTR;
    st = fail(f);
    if (f->fd >= 0)
        close(f->fd);
    if (f->created)
        unlink(f->temporary);
    gla_free(f->target);
    return st;
}

/* ---- writing ------------------------------------------------------------------------------------------------------- */
gla_status gla_file_check(const gla_file *f)
{
    return ferror(f->stream) ? fail(f) : GLA_OK;
}

gla_status gla_file_interrupted(const gla_file *f)
{
    return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted%s", f->op, f->created ? "; the file is unchanged" : "");
}

/* st: status of writing the contents. */
static gla_status close_file(gla_file *f, gla_status st)
{
    errno = 0;
    bool good = !ferror(f->stream);
    good &= fflush(f->stream) == 0;
    if (!st && !good)
        st = fail(f);
    errno = 0;
    if (fclose(f->stream) != 0 && !st)
        st = fail(f);
    if (!st && f->created && rename(f->temporary, f->target) != 0)
        st = fail(f);
    if (st && f->created)
        unlink(f->temporary);
    gla_free(f->target);
    return st;
}

gla_status gla_file_write(const char *op, const char *path, gla_write *write, const void *what)
{
    gla_file f;
    void *state = gla_work_begin(INFINITY); /* the reader of a pipe may be another thread of the script */
    gla_status st = open_file(&f, op, path);
    if (!st)
        st = close_file(&f, write(&f, what));
    gla_work_end(state);
    return st;
}
