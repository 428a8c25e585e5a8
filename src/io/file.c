/* file.c - Read whole files. */
#include "io/io.h"
#include "runtime/budget.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

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

gla_status gla_file_room(const char *op, const char *path, size_t bytes, size_t held)
{
    gla_device *host;
    gla_status st = gla_host_device(&host);
    if (st || !(st = gla_memory_room(op, host, bytes, held)))
        return st;
    return gla_fail(GLA_OUT_OF_MEMORY_ERROR,
                    "%s: '%.300s' is too long: after reading %zu bytes the host has no memory left; read it in parts", op, path,
                    held);
}

/* Resize a buffer that contains `held` bytes of data. On failure free the buffer and return NULL. */
static char *resize(const char *op, const char *path, char *buffer, size_t capacity, size_t held, gla_status *st)
{
    enum { SMALL = 1 << 20 };
    if (capacity > SMALL)
        *st = gla_file_room(op, path, capacity, held);
    char *larger = *st ? NULL : gla_realloc(buffer, capacity);
    if (!larger) {
        gla_free(buffer);
        *st = *st ? *st : gla_fail_memory(op, capacity);
    }
    return larger;
}

/* Read a file in parts; the script may interrupt between two parts. */
static gla_status read_all(const char *op, const char *path, int in, char **data, size_t *size)
{
    enum { PART = 1 << 24 };
    size_t capacity = 1 << 16, used = 0;
    struct stat s;
    if (fstat(in, &s) == 0 && s.st_size > 0)
        capacity = (size_t)s.st_size + 2;
    gla_status st = GLA_OK;
    char *buffer = resize(op, path, NULL, capacity, 0, &st);
    while (buffer) {
        ssize_t got = gla_read_patiently(in, buffer + used, capacity - used - 1 < PART ? capacity - used - 1 : PART);
        if (got < 0) {
            st = fail(op, path);
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
        if (used == capacity - 1) {
            buffer = resize(op, path, buffer, 2 * capacity, capacity, &st);
            capacity *= 2;
        }
    }
    if (!buffer)
        return st;
    buffer[used] = '\0';
    *data = buffer;
    *size = used;
    return GLA_OK;
}

gla_status gla_read_file(const char *op, const char *path, char **data, size_t *size)
{
    *data = NULL;
    if (!path)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: path is {none}, but it must be the name of a file", op);
    void *state = gla_work_begin(INFINITY); /* the writer of a pipe may be another thread of the script */
    int in = gla_open_patiently(path, O_RDONLY);
    gla_status st = in >= 0 ? read_all(op, path, in, data, size) : fail(op, path);
    if (in >= 0)
        close(in);
    gla_work_end(state);
    return st;
}
