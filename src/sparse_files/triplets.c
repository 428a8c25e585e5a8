/* triplets.c - Elements collected by the readers, and host copies of a matrix for the writers. */
#include "sparse_files/files.h"
#include "runtime/devices.h"

#include "gpulinalg/sparse_arithmetic.h"

const char *const sparse_symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};

static gla_array *host_array(gla_scope *s, gla_dtype dtype, int64_t n, void **data)
{
    gla_array *made;
    *data = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_array_new_host(s->op, dtype, 1, &n, &made, data), &made);
}

bool sparse_elements_begin(sparse_elements *e, gla_scope *s, int64_t count)
{
    void *memory[3];
    e->s = s;
    e->n = 0;
    e->capacity = e->symmetry ? 2 * count : count;
    e->data = host_array(s, e->complex ? GLA_COMPLEX128 : GLA_FLOAT64, e->capacity, &memory[0]);
    e->row = host_array(s, GLA_INT64, e->capacity, &memory[1]);
    e->col = host_array(s, GLA_INT64, e->capacity, &memory[2]);
    e->value = memory[0];
    e->rows_of = memory[1];
    e->cols_of = memory[2];
    return !s->status;
}

static void add(sparse_elements *e, int64_t row, int64_t col, double re, double im)
{
    e->rows_of[e->n] = row;
    e->cols_of[e->n] = col;
    if (e->complex) {
        e->value[2 * e->n] = re;
        e->value[2 * e->n + 1] = im;
    } else {
        e->value[e->n] = re;
    }
    e->n++;
}

void sparse_element_add(sparse_elements *e, int64_t row, int64_t col, double re, double im)
{
    add(e, row, col, re, im);
    if (e->symmetry && row != col)
        add(e, col, row, e->symmetry == SPARSE_SKEW ? -re : re, e->symmetry == SPARSE_SYMMETRIC ? im : -im);
}

gla_status sparse_elements_end(sparse_elements *e, bool by_columns, gla_sparse **matrix)
{
    gla_scope *s = e->s;
    gla_array *data = gla_s_slice(s, e->data, 0, 0, e->n), *row = gla_s_slice(s, e->row, 0, 0, e->n);
    gla_array *col = gla_s_slice(s, e->col, 0, 0, e->n);
    const gla_ints shape = {2, {by_columns ? e->cols : e->rows, by_columns ? e->rows : e->cols}};
    gla_sparse *made = NULL;
    *matrix = NULL;
    if (!s->status && by_columns)
        gla_s_check(s, gla_sparse_coo(data, col, row, &made, &shape));
    else if (!s->status)
        gla_s_check(s, gla_sparse_coo(data, row, col, matrix, &shape));
    if (!s->status && by_columns)
        gla_s_check(s, gla_sparse_transpose(made, matrix));
    gla_object_unref(made);
    return gla_scope_end(s);
}

bool sparse_on_host(gla_scope *s, const gla_sparse *a, bool by_columns, sparse_host *h)
{
    gla_device *host = NULL;
    void *part[3] = {NULL, NULL, NULL};
    gla_s_check(s, gla_host_device(&host));
    h->use = sparse_in(s, a, by_columns);
    if (h->use.form && !s->status) {
        const sparse_rows *own = &h->use.form->own;
        gla_s_to_host(s, gla_s_contiguous(s, host, own->data->dtype, own->data), &part[0]);
        gla_s_to_host(s, gla_s_contiguous(s, host, GLA_INT64, own->indices), &part[1]);
        gla_s_to_host(s, gla_s_contiguous(s, host, GLA_INT64, own->indptr), &part[2]);
    }
    *h = (sparse_host){h->use, sparse_m(a), sparse_n(a), a->own.data->size, a->own.data->dtype, part[0], part[1], part[2]};
    return !s->status;
}

void sparse_value_at(const sparse_host *h, int64_t i, double value[2])
{
    value[1] = 0;
    switch (h->dtype) {
    case GLA_FLOAT32: value[0] = (double)((const float *)h->data)[i]; break;
    case GLA_FLOAT64: value[0] = ((const double *)h->data)[i]; break;
    case GLA_COMPLEX64:
        value[0] = (double)((const float *)h->data)[2 * i];
        value[1] = (double)((const float *)h->data)[2 * i + 1];
        break;
    default: value[0] = ((const double *)h->data)[2 * i]; value[1] = ((const double *)h->data)[2 * i + 1];
    }
}
