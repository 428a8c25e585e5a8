/* basis.c - Orthonormal basis vectors as rows of one matrix, and Gram-Schmidt orthogonalisation in two products. */
#include "eigen/eigen.h"
#include "contract/dense.h"
#include "elementwise/ops.h"
#include "runtime/interrupt.h"

#include "elementwise/map.h"

#include <math.h>
#include <string.h>

#define BLOCK \
    ((int64_t)1 << 18) /* length of the parts of the vectors that are combined at a time, which avoids memory for a second
                        * basis */

#define STRIP ((int64_t)1 << 19) /* number of multiplications in a strip */

static gla_array *hold(gla_array *a)
{
    return a ? gla_ref(a) : NULL;
}

void eigen_basis_begin(gla_scope *s, eigen_basis *b, int64_t n, int m, gla_dtype dtype, gla_device *dev, bool inner)
{
    const int64_t shape[2] = {m + 1, n}, numbers[2] = {m + 1, 2 * m + 2};
    *b = (eigen_basis){.n = n, .m = m, .dtype = dtype, .dev = dev};
    b->rows = hold(gla_s_new(s, dev, dtype, 2, shape));
    b->inner = inner ? hold(gla_s_new(s, dev, dtype, 2, shape)) : NULL;
    b->work = hold(gla_s_new(s, dev, dtype, 1, &n));
    b->coefficients = hold(gla_s_zeros(s, dev, dtype, 2, numbers));
}

void eigen_basis_end(eigen_basis *b)
{
    gla_unref(b->rows);
    gla_unref(b->inner);
    gla_unref(b->work);
    gla_unref(b->coefficients);
    *b = (eigen_basis){0};
}

gla_array *eigen_row(gla_scope *s, const eigen_basis *b, const gla_array *rows, int row)
{
    return s->status ? NULL : gla_s_view(s, rows, 1, &b->n, (int64_t[]){1}, row * b->n);
}

static void *element(const gla_array *x, int64_t at)
{
    return (char *)gla_data(x) + at * (int64_t)gla_itemsize(x->dtype);
}

static gla_matrix some(const eigen_basis *b, const gla_array *rows, int first, int count)
{
    return (gla_matrix){element(rows, first * b->n), b->n, count, b->n, 0};
}

static int64_t numbers_of(const eigen_basis *b, int step)
{
    return (int64_t)step * (2 * b->m + 2);
}

static double complex number(const eigen_steps *t, int64_t at)
{
    return t->is_complex ? CMPLX(t->data[2 * at], t->data[2 * at + 1]) : t->data[at];
}

static void multiply(gla_scope *s, const eigen_basis *b, bool adjoint, gla_matrix x, gla_matrix y, gla_matrix out)
{
    gla_trans trans = !adjoint ? GLA_NO_TRANS : gla_dtype_is_complex(b->dtype) ? GLA_CONJ_TRANS : GLA_TRANS;
    if (s->status)
        return;
    void *state = gla_work_begin((double)x.rows * (double)x.cols);
    gla_s_check(s, b->dev->backend->blas->gemm(b->dev, b->dtype, trans, GLA_NO_TRANS, &x, &y, &out, 1));
    gla_work_end(state);
}

static void map(gla_scope *s, gla_op op, int n, const gla_array *const in[], gla_array *out)
{
    if (!s->status)
        gla_s_check(s, gla_map_into(op, out->dtype, n, in, out));
}

/* Store the squared norm of a row with the coefficients of the step. */
static void find_square(gla_scope *s, const eigen_basis *b, int row, int step)
{
    if (!s->status)
        multiply(s, b, true, some(b, b->rows, row, 1), some(b, b->inner ? b->inner : b->rows, row, 1),
                 (gla_matrix){element(b->coefficients, numbers_of(b, step) + 2 * b->m), 1, 1, 1, 0});
}

/* to = from - span (dualᴴ from). */
static void project(gla_scope *s, const eigen_basis *b, const gla_array *from, gla_array *to, int first, int count, void *h)
{
    const gla_array *dual = b->inner ? b->inner : b->rows;
    gla_matrix x = {gla_data(from), b->n, 1, b->n, 0}, part = {gla_data(b->work), b->n, 1, b->n, 0},
               c = {h, count, 1, count, 0};
    multiply(s, b, true, some(b, dual, first, count), x, c);
    multiply(s, b, false, some(b, b->rows, first, count), c, part);
    map(s, GLA_OP_subtract, 2, (const gla_array *[]){from, b->work}, to);
}

/* On the host, where reading is cheap, return true if the first pass left more than half of the square of w.  In that case the
 * remainder is already as orthogonal as a second pass would make it (Daniel, Gragg, Kaufman and Stewart 1976), and the second
 * pass is skipped. */
static bool most_is_left(gla_scope *s, const eigen_basis *b, int row, int count, int step)
{
    if (!b->dev->is_host || b->inner || s->status)
        return false;
    int64_t at = numbers_of(b, step);
    int mark = gla_scope_mark(s);
    find_square(s, b, row, step);
    eigen_steps t = eigen_read(s, b);
    double taken = 0;
    for (int i = 0; i < count && !s->status; i++) {
        double size = cabs(number(&t, at + i));
        taken += size * size;
    }
    bool most = !s->status && eigen_square(&t, step) > taken;
    if (most)
        memset(element(b->coefficients, at + b->m), 0, (size_t)count * gla_itemsize(b->dtype));
    gla_scope_keep(s, mark, NULL);
    return most;
}

void eigen_orthogonalise(gla_scope *s, const eigen_basis *b, const gla_array *w, int row, int first, int count, int step)
{
    gla_array *to = eigen_row(s, b, b->rows, row);
    if (s->status)
        return;
    int64_t at = numbers_of(b, step);
    if (count == 0)
        gla_s_assign(s, to, w);
    if (count == 0 || s->status)
        return;
    project(s, b, w, to, first, count - first, element(b->coefficients, at + first));
    if (first == 0 && most_is_left(s, b, row, count, step))
        return;
    project(s, b, to, to, 0, count, element(b->coefficients, at + b->m));
}

void eigen_normalise(gla_scope *s, const eigen_basis *b, int row, int step)
{
    int64_t at = numbers_of(b, step) + 2 * b->m;
    gla_array *x = eigen_row(s, b, b->rows, row), *bx = b->inner ? eigen_row(s, b, b->inner, row) : x;
    gla_array *square = s->status ? NULL : gla_s_view(s, b->coefficients, 0, NULL, NULL, at);
    gla_array *length = s->status ? NULL : gla_s_view(s, b->coefficients, 0, NULL, NULL, at + 1);
    if (s->status)
        return;
    find_square(s, b, row, step);
    map(s, GLA_OP_sqrt, 1, (const gla_array *[]){square}, length);
    map(s, GLA_OP_divide, 2, (const gla_array *[]){x, length}, x);
    if (b->inner)
        map(s, GLA_OP_divide, 2, (const gla_array *[]){bx, length}, bx);
}

/* ---- coefficients on the host -------------------------------------------------------------------------------- */
eigen_steps eigen_read(gla_scope *s, const eigen_basis *b)
{
    eigen_steps t = {.of = b, .is_complex = gla_dtype_is_complex(b->dtype)};
    void *data = NULL;
    if (!s->status)
        gla_s_to_host(s, gla_s_astype(s, t.is_complex ? GLA_COMPLEX128 : GLA_FLOAT64, b->coefficients), &data);
    t.data = data;
    return t;
}

double complex eigen_coefficient(const eigen_steps *t, int step, int row)
{
    int64_t at = numbers_of(t->of, step);
    return number(t, at + row) + number(t, at + t->of->m + row);
}

double eigen_square(const eigen_steps *t, int step)
{
    return creal(number(t, numbers_of(t->of, step) + 2 * t->of->m));
}

/* The second pass removes the rounding errors of the first.  If the coefficients of the second pass are as large as the
 * remainder, the remainder consists only of rounding errors. */
bool eigen_is_dependent(const eigen_steps *t, int step, int count)
{
    double rest = eigen_square(t, step), taken = 0;
    for (int i = 0; i < count; i++) {
        double size = cabs(number(t, numbers_of(t->of, step) + t->of->m + i));
        taken += size * size;
    }
    return rest <= taken;
}

/* ---- combinations -------------------------------------------------------------------------------------------- */
/* Copy the columns of y to the device, as rows of an array. */
static gla_array *upload(gla_scope *s, const eigen_basis *b, const double complex *y, int count, int k, gla_dtype dtype)
{
    bool is_complex = gla_dtype_is_complex(dtype);
    int64_t shape[2] = {k, count};
    gla_array *host = NULL;
    void *data = NULL;
    if (s->status ||
        gla_s_check(s, gla_array_new_host(s->op, is_complex ? GLA_COMPLEX128 : GLA_FLOAT64, 2, shape, &host, &data)))
        return NULL;
    gla_s_own(s, host);
    double *to = data;
    for (int64_t i = 0; i < (int64_t)k * count; i++) {
        if (is_complex) {
            to[2 * i] = creal(y[i]);
            to[2 * i + 1] = cimag(y[i]);
        } else {
            to[i] = creal(y[i]);
        }
    }
    return gla_s_convert(s, host, dtype, b->dev, GLA_YES);
}

/* Compute combinations of the rows' elements from `start` on, and write them to the array `out`, (k, length).  On the host this
 * is done strip by strip, because BLAS has faster kernels for small products, which avoid copies. */
static void combine(gla_scope *s, const eigen_basis *b, const gla_array *rows, const gla_array *y, int64_t start,
                    gla_array *out)
{
    int64_t length = out->shape[1], count = y->shape[1], k = y->shape[0];
    gla_array *part = gla_s_view(s, rows, 2, (int64_t[]){count, length}, (int64_t[]){b->n, 1}, start);
    gla_dtype dtype = out->dtype;
    bool typed = dtype != b->dtype;
    if (typed)
        part = gla_s_contiguous(s, b->dev, dtype, part);
    if (s->status)
        return;
    int64_t strip = b->dev->is_host ? STRIP / (count * k + 1) + 1 : length, whole = length / strip;
    int64_t ld = typed ? length : b->n, out_ld = k > 1 ? out->strides[0] : length;
    const gla_matrix by = {gla_data(y), count, k, count, 0};
    for (int rest = 0; rest < 2; rest++) {
        int64_t at = rest ? whole * strip : 0, rows_of = rest ? length - at : strip, strips = rest ? rows_of > 0 : whole;
        const gla_matrix x = {element(part, at), rows_of, count, ld, strip}, to = {element(out, at), rows_of, k, out_ld, strip};
        void *state = gla_work_begin((double)(rows_of * strips) * (double)(count * k));
        if (strips > 0)
            gla_s_check(s, b->dev->backend->blas->gemm(b->dev, dtype, GLA_NO_TRANS, GLA_NO_TRANS, &x, &by, &to, strips));
        gla_work_end(state);
    }
}

static void compress(gla_scope *s, const eigen_basis *b, gla_array *rows, const gla_array *y, int q)
{
    for (int64_t start = 0; start < b->n && !s->status; start += BLOCK) {
        int mark = gla_scope_mark(s);
        int64_t length = b->n - start < BLOCK ? b->n - start : BLOCK;
        gla_array *made = gla_s_new(s, b->dev, b->dtype, 2, (int64_t[]){q, length});
        if (!s->status)
            combine(s, b, rows, y, start, made);
        gla_array *to = gla_s_view(s, rows, 2, (int64_t[]){q, length}, (int64_t[]){b->n, 1}, start);
        if (!s->status)
            gla_s_assign(s, to, made);
        gla_scope_keep(s, mark, NULL);
    }
}

void eigen_compress(gla_scope *s, const eigen_basis *b, const double complex *y, int count, int q)
{
    gla_array *by = upload(s, b, y, count, q, b->dtype);
    if (s->status)
        return;
    compress(s, b, b->rows, by, q);
    if (b->inner)
        compress(s, b, b->inner, by, q);
}

gla_array *eigen_combine(gla_scope *s, const eigen_basis *b, const double complex *y, int count, int k, bool complexes)
{
    gla_dtype dtype = !complexes                                             ? b->dtype
                      : b->dtype == GLA_FLOAT32 || b->dtype == GLA_COMPLEX64 ? GLA_COMPLEX64
                                                                             : GLA_COMPLEX128;
    gla_array *by = upload(s, b, y, count, k, dtype), *out = gla_s_new(s, b->dev, dtype, 2, (int64_t[]){k, b->n});
    for (int64_t start = 0; start < b->n && !s->status; start += BLOCK) {
        int mark = gla_scope_mark(s);
        int64_t length = b->n - start < BLOCK ? b->n - start : BLOCK;
        gla_array *to = gla_s_view(s, out, 2, (int64_t[]){k, length}, (int64_t[]){b->n, 1}, start);
        if (!s->status)
            combine(s, b, b->rows, by, start, to);
        gla_scope_keep(s, mark, NULL);
    }
    return s->status ? NULL : gla_s_swap_last(s, out);
}
