/* dot.h - products of a matrix and a vector, down to one inner product. */
#ifndef GLA_BACKENDS_HOST_DENSE_DOT_H
#define GLA_BACKENDS_HOST_DENSE_DOT_H

#include "backends/host/host.h"

/* y[i] = Σ_l A(i, l) x[l], of which A(i, l) is a[i*rs + l*cs]; strides in elements.  conj_a, conj_x: of their conjugates. */
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

/* Whether these loops are the better ones: OpenBLAS adds up a long row of single precision in single precision, and cuts long
 * rows of few results among its threads, so that the result depends on their number. */
bool gla_host_dots_pays(const gla_host_dots *p);
/* As accurate as a sum, and the same bits however many threads there are and whatever the strides.  OutOfMemoryError. */
gla_status gla_host_dots_run(const gla_host_dots *p);
/* Whether gla_host_dots_many takes them: each is one short inner product of real numbers. */
bool gla_host_dots_are_short(const gla_host_dots *p);
/* `count` of them, a, x and y so many elements apart; the same bits. */
gla_status gla_host_dots_many(const gla_host_dots *first, int64_t count, int64_t as, int64_t xs, int64_t ys);

#endif
