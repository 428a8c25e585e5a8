/* condition.h - kernels/condition.h around the factorisations of a backend: what a solution may be worth. */
#ifndef GLA_BACKENDS_DEVICE_CONDITION_H
#define GLA_BACKENDS_DEVICE_CONDITION_H

#include "backends/device/array/array_kernels.h"
#include "contract/matrix.h"

/* Of a stack of systems of order n; all is in one block on the device. */
typedef struct gla_device_condition {
    const char *op;
    gla_device *dev;
    gla_dtype dtype;
    int64_t n, batch;
    void *sizes;      /* reals: n for each matrix */
    void *right;      /* the largest of each right-hand side: as many as there are, or n */
    void *spare;      /* as many */
    int64_t columns;  /* of right-hand sides that have been looked at */
    void *w;          /* a column for each matrix, one after the other */
    int *marks;       /* of matrices that must be scaled */
    float *estimates; /* one for each matrix */
    int *zeros;       /* behind them: where the diagonal of each triangle has its first one */
} gla_device_condition;

/* Lines that other programs than kernels/condition.h have too. */
void gla_put_condition(gla_writer *w, const gla_device_program *p);

gla_status gla_device_condition_begin(gla_device_condition *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t n,
                                      int64_t columns, int64_t batch);
void gla_device_condition_end(gla_device_condition *d);

/* sizes and w of op(a), `turned` for a transpose, of a triangle, or of what that is a factor of.  If codes is not NULL,
 * matrices that are not finite are reported there; else they are marked. */
typedef struct gla_device_part {
    bool turned, lower, upper, unit;
    gla_factor_of of;
    const gla_matrix *x; /* of a triangle, not NULL: solved for, as src/backends/host/dense/condition.h has it */
    bool x_transposed;
} gla_device_part;
gla_status gla_device_survey(gla_device_condition *d, const gla_matrix *a, gla_device_part part, int *codes);
/* sizes and w of op(A), one matrix whose columns lie in two parts, the second behind those of the first.  What is not finite is
 * marked. */
gla_status gla_device_survey_parts(gla_device_condition *d, const gla_matrix parts[2], bool turned);
/* Mark what has columns out of range, and put what is not finite into codes, unless it is NULL (GLA_INFO_B_NOT_FINITE). */
gla_status gla_device_survey_right(gla_device_condition *d, const gla_matrix *b, int *codes);
/* Mark what is not finite. */
gla_status gla_device_survey_result(gla_device_condition *d, const gla_matrix *x);
/* The estimates, from what w has become. */
gla_status gla_device_finish_estimates(gla_device_condition *d);
/* All of it for systems with L Lᴴ of lower triangles; without an estimate, if that is not `wanted`. */
gla_status gla_device_estimate_cholesky(gla_device_condition *d, const gla_matrix *l, bool wanted);
/* No more than the marks. */
gla_status gla_device_finish_marks(gla_device_condition *d);
/* info, on the device, of each matrix becomes its code where it has one (codes may be NULL); *failed, an int that the device
 * can write to, becomes 1 when one is not 0 or an estimate is worth a look. */
gla_status gla_device_find_doubtful(gla_device_condition *d, int *info, const int *codes, int *failed);
/* The estimates to the host; waits. */
gla_status gla_device_read_estimates(gla_device_condition *d, double *estimates);
/* The same, and info, which a kernel has put to d->zeros. */
gla_status gla_device_read_both(gla_device_condition *d, int64_t *info, double *estimates);

/* trcon for a backend with these kernels; between its steps it uses the backend's own trsm. */
gla_status gla_device_trcon(gla_device *dev, gla_dtype dtype, const gla_triangular *triangle, const gla_matrix *a,
                            const gla_matrix *x, int64_t batch, int64_t *info, double *estimates, bool wanted);

#endif
