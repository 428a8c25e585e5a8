/* matrices.h - what the files of this room share. */
#ifndef GLA_MATRICES_MATRICES_H
#define GLA_MATRICES_MATRICES_H

#include "core/scope.h"

/* m x n zeros, of the scope. */
gla_array *gla_matrix_of_zeros(gla_scope *s, gla_device *dev, gla_dtype dtype, int64_t m, int64_t n);

/* x as a matrix: a vector becomes a row, or a column, a number one element. */
gla_array *gla_s_as_matrix(gla_scope *s, const gla_array *x, bool column);

#endif
