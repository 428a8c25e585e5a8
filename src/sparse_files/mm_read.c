/* mm_read.c - Reading the elements of a Matrix Market file. */
#include "sparse_files/files.h"
#include "runtime/interrupt.h"

typedef struct reader {
    sparse_text t;
    sparse_market h;
    sparse_elements e;
    int values; /* number of values in an element */
} reader;

static gla_status check_place(const sparse_text *t, const char *what, int64_t place, int64_t length)
{
    if (place >= 1 && place <= length)
        return GLA_OK;
    return sparse_fail_line(t, GLA_INDEX_ERROR, "has %s index %lld, which is out of range 1 to %lld", what, (long long)place,
                            (long long)length);
}

static gla_status read_value(reader *r, double value[2])
{
    gla_cell rest;
    gla_status st = GLA_OK;
    value[0] = 1;
    value[1] = 0;
    for (int k = 0; k < r->values && !st; k++)
        st = sparse_next_real(&r->t, &value[k]);
    if (!st && sparse_word(&r->t, &rest))
        st = sparse_fail_line(&r->t, GLA_ARGUMENT_ERROR, "has more than one element");
    return st;
}

static gla_status read_coordinates(reader *r)
{
    gla_status st;
    int64_t i, j;
    double value[2];
    if ((st = sparse_next_integer(&r->t, "its row", &i)) || (st = check_place(&r->t, "row", i, r->h.rows)) ||
        (st = sparse_next_integer(&r->t, "its column", &j)) || (st = check_place(&r->t, "column", j, r->h.cols)) ||
        (st = read_value(r, value)))
        return st;
    if (r->h.symmetry == SPARSE_SKEW && i == j)
        return sparse_fail_line(&r->t, GLA_ARGUMENT_ERROR,
                                "is on the diagonal, which must be empty in a skew-symmetric matrix");
    sparse_element_add(&r->e, i - 1, j - 1, value[0], value[1]);
    return GLA_OK;
}

/* Read the next element of an array file, column by column.  For a symmetric matrix only the lower triangle is stored. */
static gla_status read_next(reader *r, int64_t *i, int64_t *j, bool zeros)
{
    double value[2];
    gla_status st = read_value(r, value);
    if (!st && (zeros || value[0] != 0 || value[1] != 0))
        sparse_element_add(&r->e, *i, *j, value[0], value[1]);
    if (++*i == r->h.rows) {
        ++*j;
        *i = r->h.symmetry ? *j + (r->h.symmetry == SPARSE_SKEW) : 0;
    }
    return st;
}

static gla_status read_elements(reader *r, bool zeros)
{
    gla_status st = GLA_OK;
    int64_t i = r->h.symmetry == SPARSE_SKEW, j = 0;
    for (int64_t k = 0; k < r->h.entries && !st; k++) {
        if (!sparse_next_full_line(&r->t))
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.300s' is truncated: it should have %lld elements, but has %lld",
                            r->t.op, r->t.path, (long long)r->h.entries, (long long)k);
        st = r->h.array ? read_next(r, &i, &j, zeros) : read_coordinates(r);
        if (k % 65536 == 65535 && gla_interrupted())
            st = gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", r->t.op);
    }
    if (!st && sparse_next_full_line(&r->t))
        st = sparse_fail_line(&r->t, GLA_ARGUMENT_ERROR, "comes after all %lld elements", (long long)r->h.entries);
    return st;
}

static gla_status read_file(const char *op, const char *path, bool zeros, gla_sparse **matrix)
{
    reader r;
    gla_scope s;
    *matrix = NULL;
    gla_scope_begin(&s, op);
    if (!gla_s_check(&s, sparse_text_open(&r.t, op, path)))
        gla_s_check(&s, sparse_market_header(&r.t, &r.h));
    if (!s.status) {
        r.values = *r.h.field == 'p' ? 0 : *r.h.field == 'c' ? 2 : 1;
        r.e = (sparse_elements){
            .rows = r.h.rows, .cols = r.h.cols, .symmetry = r.h.symmetry, .complex = r.values == 2, .s = &s};
        if (!sparse_can_hold(&r.t, r.h.entries, r.values + (r.h.array ? 0 : 2)))
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: '%.300s' is truncated: it is too short for %lld elements", op, path,
                       (long long)r.h.entries);
    }
    if (!s.status && sparse_elements_begin(&r.e, &s, r.h.entries))
        gla_s_check(&s, read_elements(&r, zeros));
    sparse_text_close(&r.t);
    return s.status ? gla_scope_end(&s) : sparse_elements_end(&r.e, false, matrix);
}

gla_status gla_sparse_mmread(const char *source, gla_sparse **matrix)
{
    return read_file("mmread", source, false, matrix);
}

gla_status gla_sparse_mmread_array(const char *source, gla_array **out)
{
    gla_sparse *matrix;
    *out = NULL;
    gla_status st = read_file("mmread_array", source, true, &matrix);
    if (!st)
        st = gla_sparse_toarray(matrix, out);
    gla_object_unref(matrix);
    return st;
}
