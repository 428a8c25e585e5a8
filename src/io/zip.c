/* zip.c - Load the libzip module, and provide files that it writes to. */
#include "config.h"

#include "io/zip.h"
#include "runtime/budget.h"
#include "runtime/devices.h"
#include "runtime/interrupt.h"
#include "runtime/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

/* ---- the module ------------------------------------------------------------------------------------------------------- */
static const gla_zip *zip;
static char reason[600];

static gla_status room(const char *op, size_t bytes)
{
    gla_device *host;
    gla_status st = gla_host_device(&host);
    return st ? st : gla_memory_room(op, host, bytes, 0);
}

/* The module is in the directory of the host backend. */
static void load(void)
{
    const gla_zip *(*entry)(gla_zip_room *) = NULL;
    gla_device *host;
    if (!HAVE_LIBZIP) {
        snprintf(reason, sizeof reason, "gpulinalg was built without it; install libzip-dev and build again");
        return;
    }
    if (gla_host_device(&host) == GLA_OK)
        *(void **)&entry = gla_module_entry(host->backend, "zip", "gla_zip_entry");
    if (entry)
        zip = entry(room);
    if (!zip)
        snprintf(reason, sizeof reason, "it cannot be loaded (%.300s); install libzip-dev", dlerror());
}

gla_status gla_zip_load(const char *op)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    gla_device *host;
    gla_status st = gla_host_device(&host);
    if (st)
        return st;
    pthread_once(&once, load);
    return zip ? GLA_OK : gla_fail(GLA_NOT_SUPPORTED_ERROR, "%s: .npz files require libzip, but %s", op, reason);
}

gla_status gla_zip_find(const char *op, const char *path, const char *file, size_t size, const char *name, gla_member *member)
{
    return zip->find(op, path, file, size, name, member);
}

/* ---- writing ---------------------------------------------------------------------------------------------------------- */
typedef struct target {
    gla_file file;
    uint64_t at, ask; /* position in the stream; position at which the next check for an interrupt is due */
} target;

static gla_status put(void *to, uint64_t at, const void *data, size_t size)
{
    enum { PART = 1 << 24 };
    target *t = to;
    if (at != t->at && fseeko(t->file.stream, (off_t)at, SEEK_SET) != 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: cannot write '%.300s': %s", t->file.op, t->file.path, strerror(errno));
    fwrite(data, 1, size, t->file.stream);
    t->at = at + size;
    gla_status st = gla_file_check(&t->file);
    if (st || t->at < t->ask)
        return st;
    t->ask = t->at + PART;
    return gla_interrupted() ? gla_file_interrupted(&t->file) : GLA_OK;
}

static gla_status copy(FILE *from, const gla_file *f)
{
    target t = {.file = *f};
    char buffer[BUFSIZ];
    size_t n;
    gla_status st = GLA_OK;
    rewind(from);
    while (!st && (n = fread(buffer, 1, sizeof buffer, from)) > 0)
        st = put(&t, t.at, buffer, n);
    if (!st && ferror(from))
        st = gla_fail(GLA_ARGUMENT_ERROR, "%s: cannot write '%.300s': %s", f->op, f->path, strerror(errno));
    return st;
}

/* libzip seeks in its output, which a pipe does not support. An archive for a pipe is therefore written to a temporary file and
 * copied. */
gla_status gla_zip_write(const gla_file *f, int n, const gla_zip_part *parts)
{
    target t = {.file = *f};
    if (f->direct && !(t.file.stream = tmpfile()))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: cannot create a temporary file: %s", f->op, strerror(errno));
    gla_status st = zip->write(f->op, f->path, n, parts, put, &t);
    if (f->direct) {
        st = st ? st : copy(t.file.stream, f);
        fclose(t.file.stream);
    }
    return st;
}
