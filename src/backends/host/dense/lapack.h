/* lapack.h - LAPACK slots that have their own files. */
#ifndef GLA_BACKENDS_HOST_DENSE_LAPACK_H
#define GLA_BACKENDS_HOST_DENSE_LAPACK_H

#include "fortran.h"

gla_status gla_host_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch);
gla_status gla_host_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                          int64_t batch);
gla_status gla_host_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                          const void *tau, const gla_matrix *c, int64_t batch);
gla_status gla_host_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                          const gla_matrix *vt, int64_t batch, int64_t *info);
gla_status gla_host_syevd(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                          int64_t batch, int64_t *info);
gla_status gla_host_geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                         int64_t *info);
/* schur.c */
gla_status gla_host_gees(gla_device *dev, gla_dtype dtype, int64_t order, void *a, void *z, void *w, bool upwards,
                         int64_t *info);
gla_status gla_host_trsen(gla_device *dev, gla_dtype dtype, int64_t order, void *t, void *z, const bool *wanted, int64_t *info);
/* trsyl.c */
gla_status gla_host_trsyl(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, const void *a, const void *b, void *f,
                          bool *shared);
gla_status gla_host_trcon(gla_device *dev, gla_dtype dtype, const gla_triangular *triangle, const gla_matrix *a,
                          const gla_matrix *x, int64_t batch, int64_t *info, double *estimates, bool wanted);
/* small.c, small_lstsq.c */
gla_status gla_host_small_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns, const gla_strided *a,
                               const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info, double *estimates,
                               gla_small *answer);
gla_status gla_host_small_potrf(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                                int64_t batch, int64_t *info, double *estimates, gla_small *answer);
gla_status gla_host_small_det(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *values, void *logs,
                              int64_t batch, int64_t *info, double *estimates, bool wanted, gla_small *answer);
gla_status gla_host_small_gels(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, double least,
                               const gla_strided *a, const gla_strided *b, const gla_strided *x, void *residuals, void *s,
                               int64_t batch, gla_small *answer);
/* Largest number of columns for which gram.c computes Gram matrices of float64 matrices. */
#define GLA_HOST_GRAM_COLUMNS 256
gla_status gla_host_gram(gla_device *dev, const gla_tall *a, const void *w, void *g);
gla_status gla_host_gradient(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                             double *sums);

#endif
