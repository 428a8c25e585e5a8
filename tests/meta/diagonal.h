/* diagonal.h - A test class: diagonal matrices, which have operators.
 *
 * tests/meta/operators builds the library and its modules for Python and Perl with this additional header. */
#ifndef GLA_TEST_DIAGONAL_H
#define GLA_TEST_DIAGONAL_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** A diagonal matrix. */
GLA_CLASS(gla_diagonal_matrix, "DiagonalMatrix");

/** A diagonal matrix of its diagonal.
 *
 * @param values  the diagonal, shape (n,)
 * @return        DiagonalMatrix
 * @needs  nothing
 */
gla_status gla_new_diagonal_matrix(const gla_array *values, gla_diagonal_matrix **matrix);

/** The diagonal.
 *
 * @param matrix  DiagonalMatrix
 * @return        array of shape (n,)
 * @needs  nothing
 */
gla_status gla_diagonal_matrix_values(const gla_diagonal_matrix *matrix, gla_array **out);

/** The product with a matrix on the right.
 *
 * @param matrix  DiagonalMatrix
 * @param b       array of shape (n, k)
 * @return        array of shape (n, k)
 * @throws ShapeError  if the shapes do not fit
 * @needs  nothing
 * @operator matmul left
 */
gla_status gla_diagonal_matrix_apply(const gla_diagonal_matrix *matrix, const gla_array *b, gla_array **out);

/** The product with a matrix on the left.
 *
 * @param matrix  DiagonalMatrix
 * @param b       array of shape (k, n)
 * @return        array of shape (k, n)
 * @needs  nothing
 * @operator matmul right
 */
gla_status gla_diagonal_matrix_apply_right(const gla_diagonal_matrix *matrix, const gla_array *b, gla_array **out);

/** The product with another diagonal matrix.
 *
 * @param matrix  DiagonalMatrix
 * @param other   DiagonalMatrix
 * @return        DiagonalMatrix
 * @needs  nothing
 * @operator matmul left
 */
gla_status gla_diagonal_matrix_chain(const gla_diagonal_matrix *matrix, const gla_diagonal_matrix *other,
                                     gla_diagonal_matrix **product);

/** A multiple.
 *
 * @param matrix  DiagonalMatrix
 * @param factor  number
 * @param power   of the factor
 * @return        DiagonalMatrix
 * @needs  nothing
 * @operator multiply left, multiply right
 */
gla_status gla_diagonal_matrix_scale(const gla_diagonal_matrix *matrix, const gla_array *factor, gla_diagonal_matrix **scaled,
                                     double power GLA_DEFAULT(= 1));

/** A matrix times the inverse of this one.
 *
 * @param matrix  DiagonalMatrix
 * @param b       array of shape (k, n)
 * @return        array of shape (k, n)
 * @needs  nothing
 * @operator divide right
 */
gla_status gla_diagonal_matrix_solve_right(const gla_diagonal_matrix *matrix, const gla_array *b, gla_array **out);

/** The negative matrix.
 *
 * @param matrix  DiagonalMatrix
 * @return        DiagonalMatrix
 * @needs  nothing
 * @operator negative
 */
gla_status gla_diagonal_matrix_negated(const gla_diagonal_matrix *matrix, gla_diagonal_matrix **negated);

/** Which elements of the diagonal are below a limit.
 *
 * @param matrix  DiagonalMatrix
 * @param limit   number
 * @return        bool array of shape (n,)
 * @needs  nothing
 * @operator less left
 */
gla_status gla_diagonal_matrix_below(const gla_diagonal_matrix *matrix, const gla_array *limit, gla_array **out);

GLA_END_DECLS

#endif
