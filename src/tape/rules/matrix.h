/* matrix.h - Operations on stacks of matrices, for the rules of linear algebra. As in rule.h, NULL yields NULL. */
#ifndef GLA_TAPE_RULES_MATRIX_H
#define GLA_TAPE_RULES_MATRIX_H

#include "tape/rule.h"

gla_array *gla_r_solve(gla_vjp *c, const gla_array *a, const gla_array *b, gla_transpose trans); /* columns of b */
gla_array *gla_r_triangular(gla_vjp *c, const gla_array *a, const gla_array *b, gla_transpose trans, bool lower);
/* A vector as a matrix of one column, and back; nothing changes unless `vector` is true. */
gla_array *gla_r_column(gla_vjp *c, const gla_array *x, bool vector);
gla_array *gla_r_uncolumn(gla_vjp *c, const gla_array *x, bool vector);
gla_array *gla_r_row(gla_vjp *c, const gla_array *v); /* v[..., None, :] */
/* Bool matrix with true on a diagonal, on the device of an operand. */
gla_array *gla_r_eye(gla_vjp *c, const gla_operand *like, int64_t rows, int64_t columns, int64_t k);
gla_array *gla_r_diag(gla_vjp *c, const gla_operand *like, const gla_array *v); /* vectors as diagonal matrices */
/* Elements start ... stop - 1 of an axis, which is counted from the end: -1 or -2. */
gla_array *gla_r_lines(gla_vjp *c, const gla_array *x, int axis, int64_t start, int64_t stop);
gla_array *gla_r_hermitian(gla_vjp *c, const gla_array *x); /* (x + xᴴ)/2 */
/* Return the first n elements of the cotangent of a result along an axis. Fail unless the others are zero. */
gla_array *gla_r_leading(gla_vjp *c, const gla_array *g, int axis, int64_t n, const char *remedy);
gla_array *gla_r_total(gla_vjp *c, const gla_array *x, int axis, bool keepdims); /* sum over one axis */
gla_array *gla_r_largest(gla_vjp *c, const gla_array *x, bool all);              /* over the last axis, or all, kept */
bool gla_r_any(gla_vjp *c, const gla_array *x);                                  /* of a bool array; reads the device */
bool gla_r_is_empty(const gla_operand *x);
/* Return U of the reduced singular value decomposition, and the other factors; and U diag(s) Vᴴ. */
gla_array *gla_r_svd(gla_vjp *c, const gla_array *x, gla_array **S, gla_array **Vh);
gla_array *gla_r_from_svd(gla_vjp *c, const gla_array *U, const gla_array *s, const gla_array *Vh);
double gla_r_epsilon(gla_dtype dtype);
/* Fail if a diagonal of `turn`, by which the phases of vectors change, is not small compared with `scale`: no function of
 * these is
 * differentiable. `free`: bools for the columns that matter, or NULL. */
void gla_r_check_phases(gla_vjp *c, const gla_array *turn, const gla_array *scale, const gla_array *free);
/* Return the cotangent of a matrix whose Cholesky factor L has the cotangent g. It is Hermitian. */
gla_array *gla_r_cholesky_back(gla_vjp *c, const gla_array *L, const gla_array *g);

#endif
