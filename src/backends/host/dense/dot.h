/* dot.h - Matrix-vector products, down to a single inner product. */
#ifndef GLA_BACKENDS_HOST_DENSE_DOT_H
#define GLA_BACKENDS_HOST_DENSE_DOT_H

#include "backends/host/host.h"

/* y[i] = Σ_l A(i, l) x[l], where A(i, l) is a[i*rs + l*cs]; strides in elements.  conj_a, conj_x: use the conjugates of a or
 * x. */
typedef struct gla_host_dots {
    gla_dtype dtype;
    int64_t rows, k;
    const void *a;
    int64_t rs, cs;
    const void *x;
    int64_t xs;
    void *y;
    int64_t ys;
    bool conj_a, conj_x;
} gla_host_dots;

/* Return true if these loops are preferable to OpenBLAS.  OpenBLAS sums long rows of single precision in single precision.
 * OpenBLAS also cuts long rows among its threads if there are few results, so that a result depends on the number of
 * threads. */
bool gla_host_dots_pays(const gla_host_dots *p);
/* Compute the product with pairwise sums in double precision.  The bits depend neither on the number of threads nor on the
 * strides. OutOfMemoryError. */
gla_status gla_host_dots_run(const gla_host_dots *p);
/* Return true if gla_host_dots_many() supports the product: a short inner product of real numbers. */
bool gla_host_dots_are_short(const gla_host_dots *p);
/* Compute `count` products; as, xs and ys are the strides of a, x and y between products.  The bits equal those of separate
 * products. */
gla_status gla_host_dots_many(const gla_host_dots *first, int64_t count, int64_t as, int64_t xs, int64_t ys);

#endif
