/* mm_write.c - Writing Matrix Market files. */
#include "sparse_files/files.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include "array/number_text.h"

#include <math.h>
#include <string.h>

typedef struct writer {
    const char *op, *comment, *field;
    int precision; /* 0: the fewest digits that identify the value */
    sparse_symmetry symmetry;
    sparse_host rows, columns; /* the matrix in both formats; the second format only if the matrix is square */
    gla_dtype dtype;           /* dtype of one part of a value */
    const gla_array *all;      /* array of mmwrite_array: on the host, contiguous */
} writer;

/* ---- numbers ------------------------------------------------------------------------------------------------- */
static void write_real(FILE *out, const writer *w, double value)
{
    char text[GLA_NUMBER_TEXT];
    float single = (float)value;
    if (w->precision && isfinite(value)) {
        gla_print(text, sizeof text, "%.*e", w->precision - 1, value);
        fputs(text, out);
        return;
    }
    gla_scalar_text(w->dtype, w->dtype == GLA_FLOAT32 ? (const void *)&single : (const void *)&value, text);
    fputs(text, out);
}

static void write_value(FILE *out, const writer *w, const double value[2])
{
    if (*w->field == 'i') {
        fprintf(out, " %lld", (long long)value[0]);
        return;
    }
    fputc(' ', out);
    write_real(out, w, value[0]);
    if (*w->field == 'c') {
        fputc(' ', out);
        write_real(out, w, value[1]);
    }
}

/* ---- files --------------------------------------------------------------------------------------------------- */
static void write_opening(FILE *out, const writer *w, const char *format)
{
    fprintf(out, "%%%%MatrixMarket matrix %s %s %s\n", format, w->field, sparse_symmetries[w->symmetry]);
    for (const char *line = w->comment; *line;) {
        size_t length = strcspn(line, "\r\n");
        fputc('%', out);
        fwrite(line, 1, length, out);
        fputc('\n', out);
        line += length;
        line += strspn(line, "\r\n");
    }
}

/* Return true if an element is in the triangle that is written. */
static bool is_written(const writer *w, int64_t i, int64_t j)
{
    return w->symmetry == SPARSE_GENERAL || j < i || (j == i && w->symmetry != SPARSE_SKEW);
}

static gla_status write_matrix(const gla_file *f, const void *what)
{
    const writer *w = what;
    const sparse_host *h = &w->rows;
    int64_t count = 0;
    for (int64_t i = 0; i < h->m; i++)
        for (int64_t k = h->indptr[i]; k < h->indptr[i + 1]; k++)
            count += is_written(w, i, h->indices[k]);
    write_opening(f->stream, w, "coordinate");
    fprintf(f->stream, "%lld %lld %lld\n", (long long)h->m, (long long)h->n, (long long)count);
    gla_status st = gla_file_check(f);
    for (int64_t i = 0, n = 0; i < h->m && !st; i++) {
        for (int64_t k = h->indptr[i]; k < h->indptr[i + 1] && !st; k++) {
            double value[2];
            if (!is_written(w, i, h->indices[k]))
                continue;
            sparse_value_at(h, k, value);
            fprintf(f->stream, "%lld %lld", (long long)i + 1, (long long)h->indices[k] + 1);
            if (*w->field != 'p')
                write_value(f->stream, w, value);
            fputc('\n', f->stream);
            if (++n % 4096 == 0)
                st = gla_interrupted() ? gla_file_interrupted(f) : gla_file_check(f);
        }
    }
    return st ? st : gla_file_check(f);
}

static gla_status write_array(const gla_file *f, const void *what)
{
    const writer *w = what;
    const gla_array *x = w->all;
    int64_t m = x->shape[0], n = x->ndim == 2 ? x->shape[1] : 1;
    const sparse_host h = {.dtype = x->dtype, .data = gla_data(x)};
    gla_status st = GLA_OK;
    write_opening(f->stream, w, "array");
    fprintf(f->stream, "%lld %lld\n", (long long)m, (long long)n);
    for (int64_t j = 0; j < n && !st; j++)
        for (int64_t i = 0; i < m && !st; i++) {
            double value[2];
            sparse_value_at(&h, i * n + j, value);
            write_real(f->stream, w, value[0]);
            if (*w->field == 'c') {
                fputc(' ', f->stream);
                write_real(f->stream, w, value[1]);
            }
            fputc('\n', f->stream);
            if (i % 4096 == 4095)
                st = gla_interrupted() ? gla_file_interrupted(f) : gla_file_check(f);
        }
    return st ? st : gla_file_check(f);
}

/* ---- symmetry ------------------------------------------------------------------------------------------------ */
static bool is_same(double x, double y)
{
    return x == y || (x != x && y != y);
}

/* If the structure is symmetric, rows and columns have elements at the same positions, so their values can be compared. */
static bool has_symmetry(const writer *w, sparse_symmetry symmetry)
{
    const sparse_host *r = &w->rows, *c = &w->columns;
    size_t item = sizeof(int64_t);
    if (symmetry == SPARSE_GENERAL)
        return true;
    if (r->m != r->n || memcmp(r->indptr, c->indptr, (size_t)(r->m + 1) * item) ||
        (r->nnz && memcmp(r->indices, c->indices, (size_t)r->nnz * item)))
        return false;
    for (int64_t i = 0; i < r->m; i++)
        for (int64_t k = r->indptr[i]; k < r->indptr[i + 1]; k++) {
            double x[2], y[2];
            sparse_value_at(r, k, x);
            sparse_value_at(c, k, y);
            if (symmetry == SPARSE_SKEW ? r->indices[k] == i || !is_same(x[0], -y[0]) || !is_same(x[1], -y[1])
                                        : !is_same(x[0], y[0]) || !is_same(x[1], symmetry == SPARSE_HERMITIAN ? -y[1] : y[1]))
                return false;
        }
    return true;
}

static void choose_symmetry(gla_scope *s, writer *w, const char *symmetry)
{
    bool complex = gla_dtype_is_complex(w->rows.dtype);
    for (int i = 0; i < 4; i++)
        if (symmetry ? strcmp(symmetry, sparse_symmetries[i]) == 0
                     : i > 0 && w->rows.nnz > 0 && has_symmetry(w, (sparse_symmetry)i)) {
            w->symmetry = (sparse_symmetry)i;
            break;
        }
    if (symmetry && !has_symmetry(w, w->symmetry))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "mmwrite: the matrix is not %s; omit the symmetry argument", symmetry);
    if (w->symmetry == SPARSE_HERMITIAN && !complex) /* for a real matrix this is the same */
        w->symmetry = SPARSE_SYMMETRIC;
}

static void choose_field(gla_scope *s, writer *w, const char *field)
{
    bool complex = gla_dtype_is_complex(w->rows.dtype);
    w->field = field ? field : complex ? "complex" : "real";
    if (complex && (*w->field == 'r' || *w->field == 'i'))
        gla_s_fail(s, GLA_DTYPE_ERROR, "mmwrite: field is \"%s\", but the matrix is %s; write its real part", field,
                   gla_dtype_name(w->rows.dtype));
    for (int64_t k = 0; *w->field == 'i' && k < w->rows.nnz && !s->status; k++) {
        double value[2];
        sparse_value_at(&w->rows, k, value);
        if (!(value[0] == floor(value[0]) && fabs(value[0]) < 0x1p63))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "mmwrite: %g is not an integer less than 2**63; omit the field argument",
                       value[0]);
    }
    if (*w->field == 'p' && w->symmetry > SPARSE_SYMMETRIC) /* signs are not written */
        w->symmetry = w->symmetry == SPARSE_SKEW ? SPARSE_GENERAL : SPARSE_SYMMETRIC;
}

/* Set the options common to both writers. */
static void begin(gla_scope *s, writer *w, const char *op, gla_axis precision, const char *comment)
{
    gla_scope_begin(s, op);
    *w = (writer){.op = op, .comment = comment ? comment : ""};
    if (precision != GLA_NO_AXIS && (precision < 1 || precision > 17))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: precision is %lld, but it must be from 1 to 17", op, (long long)precision);
    w->precision = precision == GLA_NO_AXIS ? 0 : (int)precision;
}

gla_status gla_sparse_mmwrite(const char *target, const gla_sparse *a, const char *comment, const char *field,
                              gla_axis precision, const char *symmetry)
{
    writer w;
    gla_scope s;
    begin(&s, &w, "mmwrite", precision, comment);
    if (!s.status && sparse_on_host(&s, a, false, &w.rows)) {
        bool square = w.rows.m == w.rows.n, general = symmetry && strcmp(symmetry, "general") == 0;
        w.dtype = gla_real_of(w.rows.dtype);
        if (general || !square || sparse_on_host(&s, a, true, &w.columns)) {
            choose_symmetry(&s, &w, square || symmetry ? symmetry : "general");
            choose_field(&s, &w, field);
        }
    }
    if (!s.status)
        gla_s_check(&s, gla_file_write(w.op, target, write_matrix, &w));
    return sparse_used(sparse_used(gla_scope_end(&s), &w.rows.use), &w.columns.use);
}

gla_status gla_sparse_mmwrite_array(const char *target, const gla_array *x, const char *comment, gla_axis precision)
{
    writer w;
    gla_scope s;
    gla_device *host = NULL;
    void *data;
    begin(&s, &w, "mmwrite_array", precision, comment);
    if (!s.status && x->ndim != 1 && x->ndim != 2)
        gla_s_fail(&s, GLA_SHAPE_ERROR, "mmwrite_array: x has %d dimensions, but it must be a vector or a matrix", x->ndim);
    gla_s_check(&s, gla_host_device(&host));
    gla_dtype dtype = sparse_dtype_of(&s, x->dtype);
    w.dtype = gla_real_of(dtype);
    w.field = gla_dtype_is_complex(dtype) ? "complex" : "real";
    w.all = s.status ? NULL : gla_s_to_host(&s, gla_s_contiguous(&s, host, dtype, x), &data);
    if (!s.status)
        gla_s_check(&s, gla_file_write(w.op, target, write_array, &w));
    return gla_scope_end(&s);
}
