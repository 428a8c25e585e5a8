/* condition.c - Condition estimates and range checks of linear systems, by launching kernels/condition.h. */
#include "condition.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"
#include "dense.h"
#include "contract/dense.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

/* Return the number of rows per group.  These rows fill 64 contiguous bytes, the unit of memory access.  Groups are small, so
 * that the work is divided among more groups. */
static int rows_of_group(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 ? 16 : 8;
}

static int64_t real_size(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? 4 : 8;
}

#define SPELL(number) SPELL_IT(number) /* the number as a string literal, with a decimal point in any locale */
#define SPELL_IT(number) #number
void gla_put_condition(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put_text(w, real_size((gla_dtype)p->numbers[0]) == 4
                        ? "#define EPSILON 1.1920928955078125e-07f\n#define SAFE_MIN 7.888609052210118e-31f\n"
                          "#define SAFE_MAX 1.2676506002282294e+30f\n#define HUGE_SIZE 33554432.0f\n"
                        : "#define EPSILON 2.220446049250313e-16\n#define SAFE_MIN 1.026134200324594e-289\n"
                          "#define SAFE_MAX 9.745314011399999e+288\n#define HUGE_SIZE 1.7668470647783843e+72\n");
    gla_put_text(w, "#define DOUBTFUL " SPELL(GLA_DOUBTFUL) "f\n");
}

static void put_survey(gla_writer *w, const gla_device_program *p)
{
    gla_put_condition(w, p);
    gla_put(w, "#define ROWS %d\n", rows_of_group((gla_dtype)p->numbers[0]));
}

static gla_device_program program_of(gla_dtype dtype)
{
    return (gla_device_program){.file = "condition.h", .put = put_survey, .numbers = {(uint16_t)dtype}};
}

GLA_LIST_FLOATING(condition)
{
    gla_list_add(list, program_of(t), "conditions", gla_list_common(t));
}

static gla_status find(const gla_device_condition *d, const char *name, void **kernel)
{
    const gla_device_program p = program_of(d->dtype);
    return gla_device_find(d->dev, &p, name, kernel);
}

static size_t lay_out(gla_device_condition *d, int64_t columns, char *at)
{
    char *begin = at;
    int64_t right = columns > d->n ? columns : d->n;
    d->marks = gla_dense_cut(&at, d->batch * (int64_t)sizeof(int));
    d->estimates = gla_dense_cut(&at, d->batch * (int64_t)(sizeof *d->estimates + sizeof *d->zeros));
    d->zeros = (int *)(d->estimates + d->batch);
    d->sizes = gla_dense_cut(&at, d->batch * d->n * real_size(d->dtype));
    d->right = gla_dense_cut(&at, d->batch * right * real_size(d->dtype));
    d->spare = gla_dense_cut(&at, d->batch * right * real_size(d->dtype));
    d->w = gla_dense_cut(&at, d->batch * d->n * (int64_t)gla_itemsize(d->dtype));
    return (size_t)(at - begin);
}

gla_status gla_device_condition_begin(gla_device_condition *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t n,
                                      int64_t columns, int64_t batch)
{
    void *block = NULL;
    *d = (gla_device_condition){.op = op, .dev = dev, .dtype = dtype, .n = n, .batch = batch};
    gla_status st = gla_device_scratch(op, dev, lay_out(d, columns, NULL), &block);
    if (st) {
        d->marks = NULL;
        return st;
    }
    lay_out(d, columns, block);
    return gla_device_fill(op, dev, d->marks, 0, (size_t)batch * sizeof *d->marks);
}

void gla_device_condition_end(gla_device_condition *d)
{
    if (d->marks)
        gla_device_drop(d->dev, d->marks);
    d->marks = NULL;
}

static survey_sizes survey_of(const gla_device_condition *d, survey_sizes s, const gla_matrix *a)
{
    s.rows = a->rows;
    s.cols = a->cols;
    s.ld = a->ld;
    s.step = a->stride;
    s.batch = d->batch;
    return s;
}

/* Write the result to `out` or, if w is not NULL, to w. */
static gla_status survey_by_columns(gla_device_condition *d, survey_sizes how, const gla_matrix *a, const void *units,
                                    void *out, void *w, int *codes)
{
    void *kernel;
    survey_sizes s = survey_of(d, how, a);
    gla_status st = find(d, "survey_columns", &kernel);
    int64_t beside = s.rows <= SURVEY_SHORT ? SURVEY_BESIDE : 1, groups = (d->batch * s.cols + beside - 1) / beside;
    const gla_argument args[] = {GLA_VALUE(s),  GLA_BUFFER(a->data), GLA_BUFFER(units),   GLA_BUFFER(out),
                                 GLA_BUFFER(w), GLA_BUFFER(codes),   GLA_BUFFER(d->marks)};
    return st ? st : gla_device_launch(d->op, d->dev, kernel, groups < 65535 ? groups : 65535, 7, args);
}

static gla_status survey_by_rows(gla_device_condition *d, survey_sizes how, const gla_matrix *a, const void *units,
                                 const void *before, void *out, void *w, int *codes)
{
    void *kernel;
    survey_sizes s = survey_of(d, how, a);
    gla_status st = find(d, "survey_rows", &kernel);
    int64_t rows = rows_of_group(d->dtype), groups = d->batch * ((s.rows + rows - 1) / rows);
    const gla_argument args[] = {GLA_VALUE(s),    GLA_BUFFER(a->data), GLA_BUFFER(units), GLA_BUFFER(before),
                                 GLA_BUFFER(out), GLA_BUFFER(w),       GLA_BUFFER(codes), GLA_BUFFER(d->marks)};
    return st ? st : gla_device_launch(d->op, d->dev, kernel, groups < 65535 ? groups : 65535, 8, args);
}

static gla_status survey_matrix(gla_device_condition *d, bool columns, survey_sizes how, const gla_matrix *a, const void *units,
                                void *out, void *w, int *codes)
{
    return columns ? survey_by_columns(d, how, a, units, out, w, codes) : survey_by_rows(d, how, a, units, NULL, out, w, codes);
}

/* Find the largest magnitude in each right-hand side, in units of its columns, and mark right-hand sides that are out of
 * range. */
static gla_status measure(gla_device_condition *d, const gla_matrix *x, bool transposed)
{
    d->columns = transposed ? x->rows : x->cols;
    return survey_matrix(d, !transposed, (survey_sizes){.way = SURVEY_LARGEST_PRODUCT, .limits = 1}, x, d->sizes, d->right,
                         NULL, NULL);
}

/* Survey the system that x solves.  If the condition of a different system is estimated, then survey that system too. */
static gla_status survey_triangle(gla_device_condition *d, const gla_matrix *a, gla_device_part part)
{
    survey_sizes s = {.lower = part.lower, .upper = part.upper, .unit = part.unit, .way = SURVEY_LARGEST, .limits = 1};
    gla_status st = survey_matrix(d, !part.turned, s, a, NULL, d->sizes, NULL, NULL);
    if (!st && part.x)
        st = measure(d, part.x, part.x_transposed);
    s.limits = 0;
    if (!st && part.turned == part.upper)
        st = survey_matrix(d, part.upper, s, a, NULL, d->sizes, NULL, NULL);
    s.way = SURVEY_CONSTANT_SUM;
    return st ? st : survey_by_rows(d, s, a, d->sizes, NULL, NULL, d->w, NULL);
}

gla_status gla_device_survey(gla_device_condition *d, const gla_matrix *a, gla_device_part part, int *codes)
{
    survey_sizes s = {.lower = part.lower,
                      .upper = part.upper,
                      .unit = part.unit,
                      .way = SURVEY_LARGEST,
                      .limits = 1,
                      .code = codes ? GLA_INFO_A_NOT_FINITE : 0};
    bool product = part.of == GLA_OF_CHOLESKY, columns = !part.turned && !product;
    if (!product && (part.lower || part.upper))
        return survey_triangle(d, a, part);
    s.limits = product ? 2 : 1;
    gla_status st = survey_matrix(d, columns, s, a, NULL, d->sizes, NULL, codes);
    s.way = SURVEY_DIVIDED;
    s.limits = product ? 0 : 1;
    if (!st && product) {
        st = survey_matrix(d, true, s, a, d->sizes, d->right, NULL, NULL);
        s.way = SURVEY_MULTIPLIED;
        return st ? st : survey_matrix(d, false, s, a, d->right, NULL, d->w, NULL);
    }
    return st ? st : survey_matrix(d, !columns, s, a, d->sizes, NULL, d->w, NULL);
}

gla_status gla_device_survey_parts(gla_device_condition *d, const gla_matrix parts[2], bool turned)
{
    survey_sizes largest = {.way = SURVEY_LARGEST}, sum = {.way = SURVEY_DIVIDED};
    survey_sizes last = {.way = turned ? SURVEY_LARGEST : SURVEY_DIVIDED, .limits = 1};
    int64_t first = parts[0].cols;
    char *sizes = d->sizes, *w = d->w;
    if (turned) { /* the columns of op(A) are rows of A, which both parts share */
        sum.limits = 1;
        gla_status st = survey_by_rows(d, largest, &parts[0], NULL, NULL, d->spare, NULL, NULL);
        if (!st)
            st = survey_by_rows(d, last, &parts[1], NULL, d->spare, sizes, NULL, NULL);
        if (!st)
            st = survey_by_columns(d, sum, &parts[0], sizes, NULL, w, NULL);
        return st ? st : survey_by_columns(d, sum, &parts[1], sizes, NULL, w + first * (int64_t)gla_itemsize(d->dtype), NULL);
    }
    char *rest = sizes + first * real_size(d->dtype);
    largest.limits = 1;
    gla_status st = survey_by_columns(d, largest, &parts[0], NULL, sizes, NULL, NULL);
    if (!st)
        st = survey_by_columns(d, largest, &parts[1], NULL, rest, NULL, NULL);
    if (!st)
        st = survey_by_rows(d, sum, &parts[0], sizes, NULL, d->spare, NULL, NULL);
    return st ? st : survey_by_rows(d, last, &parts[1], rest, d->spare, NULL, w, NULL);
}

gla_status gla_device_survey_right(gla_device_condition *d, const gla_matrix *b, int *codes)
{
    survey_sizes s = {.way = SURVEY_LARGEST, .limits = 1, .code = codes ? GLA_INFO_B_NOT_FINITE : 0};
    d->columns = b->cols;
    return survey_matrix(d, true, s, b, NULL, d->right, NULL, codes);
}

gla_status gla_device_survey_result(gla_device_condition *d, const gla_matrix *x)
{
    return survey_matrix(d, true, (survey_sizes){.way = SURVEY_LARGEST}, x, NULL, d->spare, NULL, NULL);
}

gla_status gla_device_finish_estimates(gla_device_condition *d)
{
    void *kernel;
    gla_status st = find(d, "finish_estimates", &kernel);
    const gla_argument args[] = {GLA_VALUE(d->batch),  GLA_VALUE(d->n),      GLA_BUFFER(d->w),
                                 GLA_VALUE(d->n),      GLA_BUFFER(d->sizes), GLA_VALUE(d->columns),
                                 GLA_BUFFER(d->right), GLA_BUFFER(d->marks), GLA_BUFFER(d->estimates)};
    return st ? st : gla_device_launch(d->op, d->dev, kernel, d->batch < 65535 ? d->batch : 65535, 9, args);
}

gla_status gla_device_finish_marks(gla_device_condition *d)
{
    void *kernel;
    gla_status st = find(d, "finish_marks", &kernel);
    const gla_argument args[] = {GLA_VALUE(d->batch), GLA_BUFFER(d->marks), GLA_BUFFER(d->estimates)};
    return st ? st : gla_device_launch_for(d->op, d->dev, kernel, d->batch, 3, args);
}

gla_status gla_device_find_failures(gla_device_condition *d, int *info, const int *codes, int *failed)
{
    void *kernel;
    gla_status st = find(d, "flag_estimates", &kernel);
    const gla_argument args[] = {GLA_VALUE(d->batch), GLA_BUFFER(d->estimates), GLA_BUFFER(info), GLA_BUFFER(codes),
                                 GLA_BUFFER(failed)};
    return st ? st : gla_device_launch_for(d->op, d->dev, kernel, d->batch, 5, args);
}

/* Read the estimates and, unless info is NULL, the positions of zeros, with a single wait. */
static gla_status read_back(gla_device_condition *d, int64_t *info, double *estimates)
{
    size_t bytes = (size_t)d->batch * (sizeof *d->estimates + (info ? sizeof *d->zeros : 0));
    float *host = gla_malloc(bytes);
    if (!host)
        return gla_fail_memory(d->op, bytes);
    gla_status st = gla_device_read(d->op, d->dev, host, d->estimates, bytes);
    const int *zeros = (const int *)(host + d->batch);
    for (int64_t i = 0; i < d->batch && !st; i++) {
        estimates[i] = (double)host[i];
        if (info)
            info[i] = zeros[i];
    }
    gla_free(host);
    return st;
}

gla_status gla_device_read_estimates(gla_device_condition *d, double *estimates)
{
    return read_back(d, NULL, estimates);
}

/* ---- triangles ----------------------------------------------------------------------------------------------------------- */
static gla_status find_zeros(gla_device_condition *d, const gla_matrix *a)
{
    void *kernel;
    int64_t n = a->rows, ld = a->ld, step = a->stride;
    gla_status st = find(d, "first_zeros", &kernel);
    const gla_argument args[] = {GLA_VALUE(d->batch), GLA_VALUE(n),        GLA_VALUE(ld),
                                 GLA_VALUE(step),     GLA_BUFFER(a->data), GLA_BUFFER(d->zeros)};
    return st ? st : gla_device_launch(d->op, d->dev, kernel, d->batch < 65535 ? d->batch : 65535, 6, args);
}

static gla_status substitute(const gla_device_condition *d, gla_uplo uplo, gla_trans ta, gla_unit_diag diag,
                             const gla_matrix *a)
{
    gla_matrix w = {d->w, d->n, 1, d->n, d->n};
    if (gla_dense_substitutes(d->dev, d->n, 1, d->batch))
        return gla_dense_solve_roughly(d->op, d->dev, d->dtype, uplo, ta, diag, a, &w, d->batch);
    return d->dev->backend->blas->trsm(d->dev, d->dtype, GLA_LEFT, uplo, ta, diag, a, &w, d->batch);
}

gla_status gla_device_read_both(gla_device_condition *d, int64_t *info, double *estimates)
{
    return read_back(d, info, estimates);
}

gla_status gla_device_estimate_cholesky(gla_device_condition *d, const gla_matrix *l, bool wanted)
{
    gla_status st = gla_device_survey(d, l, (gla_device_part){.lower = true, .of = GLA_OF_CHOLESKY}, NULL);
    if (!st && !wanted)
        return gla_device_finish_marks(d);
    if (!st)
        st = substitute(d, GLA_LOWER, GLA_NO_TRANS, GLA_NON_UNIT, l);
    if (!st)
        st = substitute(d, GLA_LOWER, GLA_CONJ_TRANS, GLA_NON_UNIT, l);
    return st ? st : gla_device_finish_estimates(d);
}

gla_status gla_device_trcon(gla_device *dev, gla_dtype dtype, const gla_triangular *t, const gla_matrix *a, const gla_matrix *x,
                            int64_t batch, int64_t *info, double *estimates, bool wanted)
{
    gla_device_condition d;
    bool product = t->of == GLA_OF_CHOLESKY, may_be_singular = t->diag == GLA_NON_UNIT && !product;
    gla_device_part part = {.turned = t->trans != GLA_NO_TRANS,
                            .lower = t->uplo == GLA_LOWER,
                            .upper = t->uplo == GLA_UPPER,
                            .unit = t->diag == GLA_UNIT,
                            .of = t->of,
                            .x = x,
                            .x_transposed = t->x_transposed};
    memset(info, 0, (size_t)batch * sizeof *info);
    gla_status st = gla_device_enter("solve_triangular", dev);
    if (!st)
        st = gla_device_condition_begin(&d, "solve_triangular", dev, dtype, a->rows,
                                        !x                  ? 0
                                        : x->rows > x->cols ? x->rows
                                                            : x->cols,
                                        batch);
    if (st)
        return st;
    st = gla_device_survey(&d, a, part, NULL);
    if (!st && wanted)
        st = substitute(&d, t->uplo, !product && part.lower ? GLA_TRANS : GLA_NO_TRANS, t->diag, a);
    if (!st && wanted && product)
        st = substitute(&d, t->uplo, GLA_CONJ_TRANS, t->diag, a);
    if (!st)
        st = gla_device_finish_estimates(&d);
    if (!st && may_be_singular)
        st = find_zeros(&d, a);
    if (!st)
        st = read_back(&d, may_be_singular ? info : NULL, estimates);
    for (int64_t i = 0; i < batch && !st && !wanted; i++) /* without a substitution, estimates only show whether the matrix must
                                                           * be scaled */
        estimates[i] = isnan(estimates[i]) ? NAN : 0;
    gla_device_condition_end(&d);
    return st;
}
