/* archive.c - Read and write ZIP archives with libzip. */
#include "contract/zip.h"
#include "runtime/allocation.h"
#include "runtime/interrupt.h"

#include <errno.h>
#include <zip.h>

static gla_zip_room *room;

/* ---- reading ---------------------------------------------------------------------------------------------------------- */
/* An archive that is being read. */
typedef struct archive {
    const char *op, *path, *name; /* name of the member */
    size_t size;                  /* size of the file */
    zip_t *zip;
} archive;

static gla_status damaged(const archive *a, const char *fact)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.300s' cannot be read as a .npz file: %s%s%s%s", a->op, a->path,
                    a->zip ? "member " : "", a->zip ? a->name : "", a->zip ? ": " : "", fact);
}

/* Return true if memory ran out.  If memory runs out, libzip often reports another error or no error. errno was 0 before the
 * call. */
static bool is_memory(const zip_error_t *error)
{
    return zip_error_code_zip(error) == ZIP_ER_MEMORY || errno == ENOMEM;
}

static gla_status no_memory(const char *op)
{
    return gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: libzip is out of memory", op);
}

/* Report a failure with libzip's message, unless that message would be misleading. */
static gla_status refused(const archive *a, zip_error_t *error)
{
    if (is_memory(error))
        return no_memory(a->op);
    switch (zip_error_code_zip(error)) {
    case ZIP_ER_NOENT: return damaged(a, "it is empty");
    case ZIP_ER_INVAL: return damaged(a, "the archive states a wrong position for it");
    case ZIP_ER_NOPASSWD: return damaged(a, "it is encrypted");
    default: return damaged(a, zip_error_strerror(error));
    }
}

/* Read a member of known size.  After the data, try to read further until libzip reports the end, because only then does libzip
 * compare the checksum. */
static gla_status read_all(const archive *a, zip_file_t *file, char *data, size_t size)
{
    enum { PART = 1 << 24 };
    size_t got = 0;
    zip_int64_t n = 1;
    while (got < size && n > 0) {
        n = zip_fread(file, data + got, size - got < PART ? size - got : PART);
        got += n > 0 ? (size_t)n : 0;
        if (gla_interrupted())
            return gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", a->op);
    }
    if (n > 0)
        n = zip_fread(file, data + size, 1);
    if (n < 0)
        return refused(a, zip_file_get_error(file));
    return n > 0 ? damaged(a, "it is longer than the archive states") : got < size ? damaged(a, "it is truncated") : GLA_OK;
}

/* Check the archive's description of a member before memory is allocated for the member. */
static gla_status check(const archive *a, const zip_stat_t *s)
{
    enum { DEFLATE_MOST = 1032 }; /* maximum number of bytes to which one byte of deflate data can expand */
    if (s->encryption_method != ZIP_EM_NONE)
        return damaged(a, "it is encrypted");
    if (s->comp_method != ZIP_CM_STORE && s->comp_method != ZIP_CM_DEFLATE)
        return damaged(a, "its compression method is not supported");
    if (s->comp_size > a->size || s->size / DEFLATE_MOST > s->comp_size)
        return damaged(a, "it is truncated");
    return GLA_OK;
}

static gla_status read_member(const archive *a, zip_uint64_t index, gla_member *member)
{
    zip_stat_t s;
    if (zip_stat_index(a->zip, index, 0, &s) != 0)
        return refused(a, zip_get_error(a->zip));
    gla_status st = check(a, &s);
    if (st || (st = room(a->op, s.size)))
        return st;
    zip_file_t *file = zip_fopen_index(a->zip, index, 0);
    if (!file)
        return refused(a, zip_get_error(a->zip));
    char *data = gla_malloc(s.size + 1);
    st = data ? read_all(a, file, data, s.size) : gla_fail_memory(a->op, s.size);
    zip_fclose(file);
    if (st)
        gla_free(data);
    else
        *member = (gla_member){data, s.size};
    return st;
}

static gla_status read_named(const char *op, const char *path, const char *file, size_t size, const char *name,
                             gla_member *member)
{
    archive a = {op, path, name, size, NULL};
    zip_error_t error;
    gla_status st = GLA_OK;
    *member = (gla_member){NULL, 0};
    errno = 0;
    zip_error_init(&error);
    zip_source_t *source = gla_malloc_fails() ? NULL : zip_source_buffer_create(file, size, 0, &error);
    if (!source)
        return no_memory(op);
    if ((a.zip = zip_open_from_source(source, ZIP_RDONLY, &error))) {
        zip_int64_t index = zip_name_locate(a.zip, name, 0);
        if (index >= 0)
            st = read_member(&a, (zip_uint64_t)index, member);
        else if (zip_error_code_zip(zip_get_error(a.zip)) != ZIP_ER_NOENT)
            st = refused(&a, zip_get_error(a.zip));
        zip_discard(a.zip);
    } else {
        st = refused(&a, &error);
        zip_source_free(source);
    }
    zip_error_fini(&error);
    return st;
}

/* ---- writing ---------------------------------------------------------------------------------------------------------- */
/* Destination of libzip's output. */
typedef struct sink {
    gla_zip_put *put;
    void *to;
    uint64_t at, end;
    gla_status st;
    zip_error_t error;
} sink;

static zip_int64_t sink_write(sink *s, const void *data, zip_uint64_t size)
{
    if ((s->st = s->put(s->to, s->at, data, size))) {
        zip_error_set(&s->error, ZIP_ER_WRITE, 0);
        return -1;
    }
    s->at += size;
    s->end = s->at > s->end ? s->at : s->end;
    return (zip_int64_t)size;
}

static zip_int64_t sink_seek(sink *s, void *data, zip_uint64_t size)
{
    zip_int64_t to = zip_source_seek_compute_offset(s->at, s->end, data, size, &s->error);
    if (to < 0)
        return -1;
    s->at = (uint64_t)to;
    return 0;
}

static zip_int64_t sink_command(void *state, void *data, zip_uint64_t size, zip_source_cmd_t command)
{
    sink *s = state;
    switch (command) {
    case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_WRITABLE;
    case ZIP_SOURCE_STAT: zip_stat_init(data); return sizeof(zip_stat_t);
    case ZIP_SOURCE_ERROR: return zip_error_to_data(&s->error, data, size);
    case ZIP_SOURCE_WRITE: return sink_write(s, data, size);
    case ZIP_SOURCE_SEEK_WRITE: return sink_seek(s, data, size);
    case ZIP_SOURCE_TELL_WRITE: return (zip_int64_t)s->at;
    default: return 0;
    }
}

/* Add a member, uncompressed and dated 1980-01-01, so that equal data yields equal files. */
static bool add(zip_t *zip, const gla_zip_part *p)
{
    enum { DATE = 1 << 5 | 1 };
    zip_buffer_fragment_t pieces[2];
    for (int i = 0; i < 2; i++)
        pieces[i] = (zip_buffer_fragment_t){(zip_uint8_t *)(uintptr_t)p->piece[i], p->length[i]};
    zip_source_t *source = zip_source_buffer_fragment_create(pieces, p->length[1] ? 2 : 1, 0, zip_get_error(zip));
    zip_int64_t index = source ? zip_file_add(zip, p->name, source, 0) : -1;
    if (source && index < 0)
        zip_source_free(source);
    return index >= 0 && zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_STORE, 0) == 0 &&
           zip_file_set_dostime(zip, (zip_uint64_t)index, 0, DATE, 0) == 0;
}

static gla_status unwritten(const char *op, const char *path, const sink *s, zip_error_t *error)
{
    if (s->st)
        return s->st;
    if (is_memory(error))
        return no_memory(op);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: cannot write '%.300s': %s", op, path, zip_error_strerror(error));
}

static gla_status write_all(const char *op, const char *path, int n, const gla_zip_part *parts, gla_zip_put *put, void *to)
{
    sink s = {.put = put, .to = to};
    zip_error_t error;
    gla_status st = GLA_OK;
    errno = 0;
    zip_error_init(&error);
    zip_error_init(&s.error);
    zip_source_t *source = gla_malloc_fails() ? NULL : zip_source_function_create(sink_command, &s, &error);
    if (!source)
        return no_memory(op);
    zip_t *zip = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error);
    bool good = zip;
    for (int i = 0; good && i < n; i++)
        good = add(zip, &parts[i]);
    if (!good || zip_close(zip) != 0) {
        st = unwritten(op, path, &s, zip ? zip_get_error(zip) : &error);
        if (zip)
            zip_discard(zip);
        else
            zip_source_free(source);
    }
    zip_error_fini(&error);
    zip_error_fini(&s.error);
    return st;
}

const gla_zip *gla_zip_entry(gla_zip_room *library_room)
{
    static const gla_zip entry = {read_named, write_all};
    room = library_room;
    return &entry;
}
