/* file.c - whole files, read at once. */
#include "io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gla_status fail(const char *op, const char *path)
{
    if (errno == EINTR)
        return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", op);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: cannot read '%.300s': %s", op, path, strerror(errno));
}

/* The script may stop between the parts of a long file. */
static gla_status read_all(const char *op, const char *path, int in, char **data, size_t *size)
{
    enum { PART = 1 << 24 };
    size_t capacity = 1 << 16, used = 0;
    struct stat s;
    if (fstat(in, &s) == 0 && s.st_size > 0)
        capacity = (size_t)s.st_size + 2;
    char *buffer = gla_malloc(capacity);
    while (buffer) {
        ssize_t got = gla_read_patiently(in, buffer + used, capacity - used - 1 < PART ? capacity - used - 1 : PART);
        if (got < 0) {
            gla_status st = fail(op, path);
            gla_free(buffer);
            return st;
        }
        if (got == 0)
            break;
        used += (size_t)got;
        if (gla_interrupted()) {
            gla_free(buffer);
            return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", op);
        }
        if (used < capacity - 1)
            continue;
        char *larger = gla_realloc(buffer, capacity *= 2);
        if (!larger)
            gla_free(buffer);
        buffer = larger;
    }
    if (!buffer)
        return gla_fail_memory(op, capacity);
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
    void *state = gla_work_begin(INFINITY); /* a pipe's writer may be another thread of the script */
    int in = gla_open_patiently(path, O_RDONLY);
    gla_status st = in >= 0 ? read_all(op, path, in, data, size) : fail(op, path);
    if (in >= 0)
        close(in);
    gla_work_end(state);
    return st;
}
