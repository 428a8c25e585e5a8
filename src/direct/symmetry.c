/* symmetry.c - Tests whether a sparse matrix is Hermitian, and whether a row or column has no elements. */
#include "direct/direct.h"

#include <stdio.h>

/* Parts of the matrix, on the host. */
typedef struct parts {
    int64_t rows, cols;
    bool is_wide, is_complex;
    const void *indices, *indptr;
    const double *data;
} parts;

static parts fetch(gla_scope *s, const gla_sparse *a, bool with_data)
{
    void *indices = NULL, *indptr = NULL, *data = NULL;
    gla_s_to_host(s, a->own.indices, &indices);
    gla_s_to_host(s, a->own.indptr, &indptr);
    if (with_data)
        gla_s_to_host(s, a->own.data, &data);
    return (parts){.rows = a->own.rows,
                   .cols = a->own.cols,
                   .is_wide = a->own.indices->dtype == GLA_INT64,
                   .is_complex = gla_dtype_is_complex(a->own.data->dtype),
                   .indices = indices,
                   .indptr = indptr,
                   .data = data};
}

static int64_t at(const parts *p, const void *places, int64_t i)
{
    return p->is_wide ? ((const int64_t *)places)[i] : ((const int32_t *)places)[i];
}

static bool are_conjugate(const parts *p, int64_t i, int64_t j)
{
    return p->is_complex ? p->data[2 * i] == p->data[2 * j] && p->data[2 * i + 1] == -p->data[2 * j + 1]
                         : p->data[i] == p->data[j];
}

/* Test the rows in order.  next[j] is the first element of row j to the right of the diagonal whose mirror image has not been
 * found yet.  Columns increase in each row, so mirror images are found in the same order on both sides of the diagonal. */
static direct_symmetry look(const parts *p, int64_t *next)
{
    direct_symmetry is = {false, true};
    for (int64_t i = 0; i < p->rows; i++) {
        bool positive = false;
        int64_t e = at(p, p->indptr, i), end = at(p, p->indptr, i + 1);
        for (; e < end && at(p, p->indices, e) < i; e++) {
            int64_t j = at(p, p->indices, e), mirror = next[j]++;
            if (mirror >= at(p, p->indptr, j + 1) || at(p, p->indices, mirror) != i || !are_conjugate(p, e, mirror))
                return is;
        }
        if (e < end && at(p, p->indices, e) == i) {
            if (!are_conjugate(p, e, e))
                return is;
            positive = p->data[p->is_complex ? 2 * e : e] > 0;
            e++;
        }
        is.is_positive &= positive;
        next[i] = e;
    }
    for (int64_t i = 0; i < p->rows; i++)
        if (next[i] != at(p, p->indptr, i + 1))
            return is;
    is.is_hermitian = true;
    return is;
}

direct_symmetry direct_test_symmetry(gla_scope *s, const gla_sparse *a)
{
    const parts p = fetch(s, a, true);
    int64_t *next = s->status ? NULL : gla_s_memory(s, p.rows + 1, sizeof *next);
    return next && p.rows == p.cols ? look(&p, next) : (direct_symmetry){false, false};
}

const char *direct_empty_line(gla_scope *s, const gla_sparse *a, char *text, size_t size)
{
    const parts p = fetch(s, a, false);
    int64_t row = -1, col = -1;
    text[0] = '\0';
    char *seen = s->status ? NULL : gla_s_memory(s, p.cols + 1, 1);
    if (!seen)
        return text;
    for (int64_t i = p.rows; i-- > 0;)
        if (at(&p, p.indptr, i) == at(&p, p.indptr, i + 1))
            row = i;
    for (int64_t e = 0; e < at(&p, p.indptr, p.rows); e++)
        seen[at(&p, p.indices, e)] = 1;
    for (int64_t j = p.cols; j-- > 0;)
        if (!seen[j])
            col = j;
    if (row >= 0 || col >= 0)
        snprintf(text, size, "%s %lld has no elements", (row >= 0) == !a->turned ? "row" : "column",
                 (long long)(row >= 0 ? row : col));
    return text;
}
