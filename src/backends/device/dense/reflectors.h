/* reflectors.h - Householder reflectors below the diagonal of a matrix, a panel of them at a time as a block reflector
 * I - V T Vᴴ: what qr.c makes and applies, for other factorisations too. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_REFLECTORS_H
#define GLA_BACKENDS_DEVICE_DENSE_REFLECTORS_H

#include "dense.h"

typedef struct gla_reflectors {
    const gla_dense *d;
    const char *lines; /* before kernels/qr.h */
    gla_strided a;     /* what they are in, a column for each */
    int64_t m, k;
    const void *tau;
    void *block;            /* what follows is in it */
    gla_strided v, t, gram; /* of the panel */
    void *turned, *sums, *rows;
    int *powers;
    void *column, *settle;
    gla_resident resident;
} gla_reflectors;

/* Workspace for k reflectors in a; where they are to be made, of a matrix of so many columns, else 0. */
gla_status gla_reflectors_begin(gla_reflectors *r, const gla_dense *d, const char *lines, const gla_matrix *a, int64_t k,
                                const void *tau, int64_t columns);
void gla_reflectors_end(gla_reflectors *r);
/* QR of columns [first, last), from row `first` on. */
gla_status gla_reflectors_factor(gla_reflectors *r, int64_t first, int64_t last);
/* V and T of reflectors [first, first + width). */
gla_status gla_reflectors_join(gla_reflectors *r, int64_t first, int64_t width);
/* C = (I - V op(T) Vᴴ) C for `columns` columns of C, whose first row is that of the block's first reflector. */
gla_status gla_reflectors_apply(const gla_reflectors *r, int64_t first, int64_t width, bool conjugate, gla_strided c,
                                int64_t columns);

#endif
