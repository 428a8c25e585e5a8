/* file.c - whole files: read at once, replaced at once. */
#include "io/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gla_status fail(const char *op, const char *verb, const char *path)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: cannot %s '%.300s': %s", op, verb, path, strerror(errno));
}

static gla_status read_all(const char *op, const char *path, FILE *in, char **data, size_t *size)
{
    size_t capacity = 1 << 16, used = 0;
    struct stat s;
    if (fstat(fileno(in), &s) == 0 && s.st_size > 0)
        capacity = (size_t)s.st_size + 2;
    char *buffer = gla_malloc(capacity);
    while (buffer) {
        used += fread(buffer + used, 1, capacity - used - 1, in);
        if (used < capacity - 1)
            break;
        char *larger = gla_realloc(buffer, capacity *= 2);
        if (!larger)
            gla_free(buffer);
        buffer = larger;
    }
    if (!buffer)
        return gla_fail_memory(op, capacity);
    if (ferror(in)) {
        gla_free(buffer);
        return fail(op, "read", path);
    }
    buffer[used] = '\0';
    *data = buffer;
    *size = used;
    return GLA_OK;
}

gla_status gla_read_file(const char *op, const char *path, char **data, size_t *size)
{
    *data = NULL;
    if (!path)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: path is none, but it must be the name of a file", op);
    FILE *in = fopen(path, "rbe");
    if (!in)
        return fail(op, "read", path);
    gla_status st = read_all(op, path, in, data, size);
    fclose(in);
    return st;
}

/* The mode that open() gives a new file. */
static mode_t new_mode(const char *path)
{
    struct stat s;
    if (stat(path, &s) == 0)
        return s.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

gla_status gla_file_open(gla_file *f, const char *op, const char *path)
{
    *f = (gla_file){.op = op, .path = path};
    if (!path || !*path)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: path is %s, but it must be the name of a file", op, path ? "empty" : "none");
    size_t size = strlen(path) + 8;
    if (!(f->temporary = gla_malloc(size)))
        return gla_fail_memory(op, size);
    snprintf(f->temporary, size, "%s.XXXXXX", path);
    int fd = mkstemp(f->temporary);
    if (fd >= 0 && fchmod(fd, new_mode(path)) == 0)
        f->stream = fdopen(fd, "wb");
    if (f->stream)
        return GLA_OK;
    gla_status st = fail(op, "write", path);
    if (fd >= 0) {
        close(fd);
        unlink(f->temporary);
    }
    gla_free(f->temporary);
    return st;
}

gla_status gla_file_close(gla_file *f, gla_status st)
{
    errno = 0;
    bool good = !ferror(f->stream);
    good &= fclose(f->stream) == 0;
    if (!st && (!good || rename(f->temporary, f->path) != 0))
        st = fail(f->op, "write", f->path);
    if (st)
        unlink(f->temporary);
    gla_free(f->temporary);
    return st;
}
