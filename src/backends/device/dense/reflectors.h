/* reflectors.h - Householder reflectors stored below the diagonal of a matrix, processed one panel at a time as a block
 * reflector I - V T Vᴴ.  The functions are defined in qr.c; other factorisations use them too. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_REFLECTORS_H
#define GLA_BACKENDS_DEVICE_DENSE_REFLECTORS_H

#include "dense.h"

typedef struct gla_reflectors {
    const gla_dense *d;
    const char *lines; /* lines inserted before kernels/qr.h */
    gla_strided a;     /* matrix that contains one reflector in each column */
    int64_t m, k;
    const void *tau;
    void *block;            /* allocated block that contains the members below */
    gla_strided v, t, gram; /* V, T and VᴴV of the current panel */
    void *turned, *sums, *rows;
    int *powers;
    void *column, *settle;
    gla_resident resident;
} gla_reflectors;

/* Allocate the workspace for k reflectors in `a`.  `columns` is the number of columns of the matrix to factor, or 0 if the
 * reflectors already exist. */
gla_status gla_reflectors_begin(gla_reflectors *r, const gla_dense *d, const char *lines, const gla_matrix *a, int64_t k,
                                const void *tau, int64_t columns);
void gla_reflectors_end(gla_reflectors *r);
/* Factor columns [first, last), beginning at row `first`. */
gla_status gla_reflectors_factor(gla_reflectors *r, int64_t first, int64_t last);
/* Form V and T of reflectors [first, first + width). */
gla_status gla_reflectors_form_block(gla_reflectors *r, int64_t first, int64_t width);
/* Compute C = (I - V op(T) Vᴴ) C for `columns` columns of C.  The first row of C corresponds to the first nonzero row of the
 * block's first reflector. */
gla_status gla_reflectors_apply(const gla_reflectors *r, int64_t first, int64_t width, bool conjugate, gla_strided c,
                                int64_t columns);

#endif
