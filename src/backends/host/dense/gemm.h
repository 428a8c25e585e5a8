/* gemm.h - what the files of matrix products share. */
#ifndef GLA_BACKENDS_HOST_DENSE_GEMM_H
#define GLA_BACKENDS_HOST_DENSE_GEMM_H

#include "fortran.h"

/* c = op(a) op(b), matrices of a stack each. */
typedef struct gla_product {
    gla_dtype dtype;
    gla_trans ta, tb;
    gla_matrix a, b, c;
    fint k; /* the inner dimension */
} gla_product;

/* One product at these places, by OpenBLAS. */
void gla_host_plain(const gla_product *p, const void *a, const void *b, void *c, fint ldc);

/* AAᵀ or AᵀA of one and the same A is symmetric: half of the work, and equal to the last bit on both sides.  The lower
 * triangle; and that one copied to the upper. */
bool gla_host_is_gram(const gla_product *p, const void *a, const void *b);
void gla_host_half_gram(const gla_product *p, const void *a, void *c, fint ldc);
void gla_host_mirror(const gla_product *p, void *c);

/* gemm_long.c: products that are made in parts of the inner dimension, the same ones for any number of threads. */
bool gla_host_is_long(const gla_product *p, bool half);
gla_status gla_host_long_product(const gla_product *p, const char *a, const char *b, char *c);

#endif
