/* npz.c - SciPy's npz files: NumPy arrays as members of a ZIP archive. */
#include "sparse_files/files.h"
#include "runtime/devices.h"

#include "gpulinalg/array.h"
#include "io/npy.h"
#include "io/zip.h"

#include <string.h>

/* ---- writing ------------------------------------------------------------------------------------------------- */
enum { MEMBERS = 6 };

typedef struct members {
    gla_zip_part part[MEMBERS];
    char header[MEMBERS][GLA_NPY_HEADER];
    int n;
} members;

static void add(members *all, const char *name, const char *type, int ndim, int64_t length, const void *data, size_t bytes)
{
    int n = all->n++;
    int size = gla_npy_header(all->header[n], type, ndim, &length);
    all->part[n] = (gla_zip_part){name, {all->header[n], data}, {(size_t)size, bytes}};
}

static void add_array(gla_scope *s, members *all, const char *name, const gla_array *x)
{
    gla_device *host = NULL;
    void *data = NULL;
    gla_s_check(s, gla_host_device(&host));
    gla_array *there = s->status ? NULL : gla_s_to_host(s, gla_s_contiguous(s, host, x->dtype, x), &data);
    if (there)
        add(all, name, gla_npy_type(x->dtype), 1, x->size, data, (size_t)x->size * gla_itemsize(x->dtype));
}

static gla_status write_members(const gla_file *f, const void *what)
{
    const members *all = what;
    return gla_zip_write(f, all->n, all->part);
}

gla_status gla_sparse_save_npz(const char *file, const gla_sparse *matrix)
{
    members *all;
    gla_scope s;
    gla_scope_begin(&s, "save_npz");
    gla_s_check(&s, gla_zip_load("save_npz"));
    int64_t shape[2] = {sparse_m(matrix), sparse_n(matrix)};
    const char yes = 1;
    if ((all = gla_s_memory(&s, 1, sizeof *all))) {
        add_array(&s, all, "indices.npy", matrix->own.indices);
        add_array(&s, all, "indptr.npy", matrix->own.indptr);
        add(all, "format.npy", "|S3", 0, 0, matrix->turned ? "csc" : "csr", 3);
        add(all, "shape.npy", "<i8", 1, 2, shape, sizeof shape);
        add(all, "_is_array.npy", "|b1", 0, 0, &yes, 1);
        add_array(&s, all, "data.npy", matrix->own.data);
    }
    if (!s.status)
        gla_s_check(&s, gla_file_write("save_npz", file, write_members, all));
    return gla_scope_end(&s);
}

/* ---- reading ------------------------------------------------------------------------------------------------- */
typedef struct archive {
    const char *path;
    char *data;
    size_t size;
} archive;

static gla_status fail(const archive *a, const char *fact)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "load_npz: '%.300s' does not contain a sparse matrix: %s", a->path, fact);
}

static gla_array *member(gla_scope *s, const archive *a, const char *name)
{
    gla_member m = {NULL, 0};
    gla_array *made = NULL;
    if (s->status || gla_s_check(s, gla_zip_find("load_npz", a->path, a->data, a->size, name, &m)))
        return NULL;
    if (m.data)
        made = gla_s_adopt(s, gla_npy_read(a->path, m.data, m.size, &made), &made);
    else
        gla_s_check(s, gla_fail(GLA_ARGUMENT_ERROR, "load_npz: '%.300s' has no member %s", a->path, name));
    gla_free(m.data);
    return made;
}

/* Read a member that contains a string: bytes, or characters of four bytes each. */
static void read_format(gla_scope *s, const archive *a, char format[8])
{
    gla_member m = {NULL, 0};
    int n = 0;
    if (gla_s_check(s, gla_zip_find("load_npz", a->path, a->data, a->size, "format.npy", &m)))
        return;
    size_t header = m.data && m.size > 10 ? 10 + (unsigned char)m.data[8] + ((size_t)(unsigned char)m.data[9] << 8) : 0;
    for (size_t i = header; header && i < m.size && n < 7; i++)
        if (m.data[i])
            format[n++] = m.data[i];
    if (!m.data)
        gla_s_check(s, fail(a, "it has no member format.npy"));
    gla_free(m.data);
}

static void read_shape(gla_scope *s, const archive *a, gla_ints *shape)
{
    void *data;
    gla_array *x = member(s, a, "shape.npy");
    if (s->status)
        return;
    if (x->ndim != 1 || x->size != 2 || !gla_dtype_is_integer(x->dtype)) {
        gla_s_check(s, fail(a, "its shape is not two integers"));
    } else if (gla_s_to_host(s, gla_s_astype(s, GLA_INT64, x), &data)) {
        *shape = (gla_ints){2, {((int64_t *)data)[0], ((int64_t *)data)[1]}};
        if (shape->v[0] < 0 || shape->v[1] < 0 || shape->v[0] == INT64_MAX || shape->v[1] == INT64_MAX)
            gla_s_check(s, fail(a, "its shape is not two non-negative integers"));
    }
}

static gla_status read_matrix(gla_scope *s, const archive *a, gla_sparse **matrix)
{
    char format[8] = "";
    gla_ints shape = {0, {0}};
    gla_array *part[2] = {NULL, NULL};
    read_format(s, a, format);
    read_shape(s, a, &shape);
    gla_array *data = member(s, a, "data.npy");
    bool columns = strcmp(format, "csc") == 0, blocks = strcmp(format, "bsr") == 0, diagonals = strcmp(format, "dia") == 0;
    if (strcmp(format, "coo") == 0) {
        part[0] = member(s, a, "row.npy");
        part[1] = member(s, a, "col.npy");
        if (!s->status)
            gla_s_check(s, gla_sparse_coo(data, part[0], part[1], matrix, &shape));
    } else if (columns || blocks || strcmp(format, "csr") == 0) {
        part[0] = member(s, a, "indices.npy");
        part[1] = member(s, a, "indptr.npy");
        if (!s->status)
            gla_s_check(s, (columns  ? gla_sparse_csc
                            : blocks ? gla_sparse_bsr
                                     : gla_sparse_csr)(data, part[0], part[1], matrix, &shape));
    } else if (diagonals) {
        part[0] = member(s, a, "offsets.npy");
        if (!s->status)
            gla_s_check(s, gla_sparse_dia(data, part[0], matrix, &shape));
    } else if (!s->status) {
        gla_s_check(s, fail(a, "its format is not csr, csc, coo, bsr or dia"));
    }
    return gla_scope_end(s);
}

gla_status gla_sparse_load_npz(const char *file, gla_sparse **matrix)
{
    archive a = {.path = file};
    gla_scope s;
    *matrix = NULL;
    gla_scope_begin(&s, "load_npz");
    if (!gla_s_check(&s, gla_zip_load("load_npz")))
        gla_s_check(&s, gla_read_file("load_npz", file, &a.data, &a.size));
    gla_status st = s.status ? gla_scope_end(&s) : read_matrix(&s, &a, matrix);
    gla_free(a.data);
    return st;
}
