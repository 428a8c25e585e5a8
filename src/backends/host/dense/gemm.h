/* gemm.h - Declarations that the files for matrix products share. */
#ifndef GLA_BACKENDS_HOST_DENSE_GEMM_H
#define GLA_BACKENDS_HOST_DENSE_GEMM_H

#include "fortran.h"

/* c = op(a) op(b), for each matrix of a stack. */
typedef struct gla_product {
    gla_dtype dtype;
    gla_trans ta, tb;
    gla_matrix a, b, c;
    fint k; /* the inner dimension */
} gla_product;

/* Compute one product by OpenBLAS, with the given data addresses. */
void gla_host_plain(const gla_product *p, const void *a, const void *b, void *c, fint ldc);

/* The product of A with its own transpose is symmetric, so half of the work suffices, and both triangles have the same bits.
 * gla_host_half_gram() computes the lower triangle, and gla_host_mirror() copies it to the upper triangle. */
bool gla_host_is_gram(const gla_product *p, const void *a, const void *b);
void gla_host_half_gram(const gla_product *p, const void *a, void *c, fint ldc);
void gla_host_mirror(const gla_product *p, void *c);

/* Defined in gemm_long.c: compute products that are summed over parts of the inner dimension.  The parts do not depend on the
 * number of threads. */
bool gla_host_is_long(const gla_product *p, bool half);
gla_status gla_host_long_product(const gla_product *p, const char *a, const char *b, char *c);

#endif
