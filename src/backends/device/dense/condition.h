/* condition.h - Condition estimates of solutions, for the factorisations of a device backend; uses kernels/condition.h. */
#ifndef GLA_BACKENDS_DEVICE_CONDITION_H
#define GLA_BACKENDS_DEVICE_CONDITION_H

#include "backends/device/array/array_kernels.h"
#include "contract/matrix.h"

/* Data for a stack of systems of order n, in one block on the device. */
typedef struct gla_device_condition {
    const char *op;
    gla_device *dev;
    gla_dtype dtype;
    int64_t n, batch;
    void *sizes;      /* n reals for each matrix */
    void *right;      /* largest magnitude in each right-hand side; space for n values if there are fewer right-hand sides */
    void *spare;      /* the same size as `right` */
    int64_t columns;  /* number of surveyed right-hand sides */
    void *w;          /* one column for each matrix, contiguous */
    int *marks;       /* matrices that must be scaled */
    float *estimates; /* one estimate for each matrix */
    int *zeros;       /* follows the estimates: position of the first zero on the diagonal of each triangle */
} gla_device_condition;

/* Write the lines that kernels/condition.h shares with other programs. */
void gla_put_condition(gla_writer *w, const gla_device_program *p);

gla_status gla_device_condition_begin(gla_device_condition *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t n,
                                      int64_t columns, int64_t batch);
void gla_device_condition_end(gla_device_condition *d);

/* Compute `sizes` and `w` of op(a) (transposed if `turned`), of a triangle, or of the matrix of which `a` is a factor.
 * Matrices that contain NaN or Inf are reported in `codes` or, if `codes` is NULL, marked. */
typedef struct gla_device_part {
    bool turned, lower, upper, unit;
    gla_factor_of of;
    const gla_matrix *x; /* solution of a triangular system, or NULL; as in src/backends/host/dense/condition.h */
    bool x_transposed;
} gla_device_part;
gla_status gla_device_survey(gla_device_condition *d, const gla_matrix *a, gla_device_part part, int *codes);
/* Compute `sizes` and `w` of op(A) for one matrix A whose columns are stored in two parts, parts[0] first.  Mark the matrix if
 * it contains NaN or Inf. */
gla_status gla_device_survey_parts(gla_device_condition *d, const gla_matrix parts[2], bool turned);
/* Mark matrices with columns out of range.  Unless `codes` is NULL, report columns that contain NaN or Inf in `codes`
 * (GLA_INFO_B_NOT_FINITE). */
gla_status gla_device_survey_right(gla_device_condition *d, const gla_matrix *b, int *codes);
/* Mark matrices whose results contain NaN or Inf. */
gla_status gla_device_survey_result(gla_device_condition *d, const gla_matrix *x);
/* Compute the estimates from the final w. */
gla_status gla_device_finish_estimates(gla_device_condition *d);
/* Compute the condition estimates of L Lᴴ from the lower triangles.  Unless `wanted`, compute only the marks. */
gla_status gla_device_estimate_cholesky(gla_device_condition *d, const gla_matrix *l, bool wanted);
/* Compute only the marks. */
gla_status gla_device_finish_marks(gla_device_condition *d);
/* Set the info (on the device) of each matrix to its code, if the code is not 0; `codes` may be NULL.  Set *failed, an int to
 * which the device can write, to 1 if any info is not 0 or any estimate is doubtful. */
gla_status gla_device_find_failures(gla_device_condition *d, int *info, const int *codes, int *failed);
/* Copy the estimates to the host, and wait for the copy. */
gla_status gla_device_read_estimates(gla_device_condition *d, double *estimates);
/* Copy the estimates to the host, and also the info that a kernel has written to d->zeros. */
gla_status gla_device_read_both(gla_device_condition *d, int64_t *info, double *estimates);

/* Implement the slot `trcon` for a backend with these kernels.  It calls the backend's own trsm. */
gla_status gla_device_trcon(gla_device *dev, gla_dtype dtype, const gla_triangular *triangle, const gla_matrix *a,
                            const gla_matrix *x, int64_t batch, int64_t *info, double *estimates, bool wanted);

#endif
