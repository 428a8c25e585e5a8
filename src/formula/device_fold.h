/* device_fold.h - what reductions and scans of formulas share on devices that compile. */
#ifndef GLA_FORMULA_DEVICE_FOLD_H
#define GLA_FORMULA_DEVICE_FOLD_H

#include "formula/fold.h"

#define GLA_FOLD_GROUP 256

/* Operands over the axes that are kept and over those that are folded, each merged where they can be; at least one of each. */
typedef struct gla_device_fold {
    const gla_expr *const *exprs; /* map, combine, post */
    int n_inputs, n_arrays, nkeep, nfold;
    int64_t keep_shape[GLA_MAX_NDIM], fold_shape[GLA_MAX_NDIM];
    int64_t keep[GLA_MAX_INPUTS][GLA_MAX_NDIM], fold[GLA_MAX_INPUTS][GLA_MAX_NDIM]; /* strides */
    bool is_number[GLA_MAX_INPUTS]; /* goes as an argument, and has no strides */
    gla_dtype stored[GLA_MAX_INPUTS];
    const void *data[GLA_MAX_INPUTS];
    double value[GLA_MAX_INPUTS][2];
    int64_t layout[2 * (1 + GLA_MAX_INPUTS) * GLA_MAX_NDIM];
    size_t layout_bytes;
    bool flag; /* a scan is exclusive */
    gla_code_key key;
} gla_device_fold;

void gla_device_fold_init(gla_device_fold *d, char kind, const gla_expr *const exprs[3], const gla_array *const in[],
                          int nkeep, bool flag);

/* kernels/FILE (fold.h or scan.h) with all that it takes before it. */
void gla_put_fold(gla_writer *w, const gla_device_fold *d, const char *file);

/* The arguments for the parameters of the operands; returns the new number. */
int gla_device_fold_arguments(const gla_device_fold *d, gla_argument *arguments, int n);

/* An array for n values of what is accumulated. */
gla_status gla_device_fold_parts(const char *op, gla_device *dev, const gla_device_fold *d, int64_t n, gla_array **parts);

#endif
