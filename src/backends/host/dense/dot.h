/* dot.h - Matrix-vector products, including single inner products. */
#ifndef GLA_BACKENDS_HOST_DENSE_DOT_H
#define GLA_BACKENDS_HOST_DENSE_DOT_H

#include "backends/host/host.h"

/* y[i] = Σ_l A(i, l) x[l], where A(i, l) is a[i*rs + l*cs].  Strides are in elements.  conj_a and conj_x select the conjugates
 * of a and x. */
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

/* Return true if these loops are preferable to OpenBLAS.  OpenBLAS sums long single-precision rows in single precision. If
 * there are few results, OpenBLAS also divides long rows among its threads, so that a result depends on the number of
 * threads. */
bool gla_host_dots_pays(const gla_host_dots *p);
/* Compute the product with pairwise sums in double precision.  The bits of the result depend neither on the number of threads
 * nor on the strides.  Fail with OutOfMemoryError if memory runs out. */
gla_status gla_host_dots_run(const gla_host_dots *p);
/* Return true if gla_host_dots_many() supports the product, which must be a short inner product of real vectors. */
bool gla_host_dots_are_short(const gla_host_dots *p);
/* Compute `count` products.  `as`, `xs` and `ys` are the strides of a, x and y between products.  The results have the same
 * bits as those of separate products. */
gla_status gla_host_dots_many(const gla_host_dots *first, int64_t count, int64_t as, int64_t xs, int64_t ys);

#endif
