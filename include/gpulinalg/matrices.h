/* matrices.h - matrices of a known structure, and matrices that are made of others.
 *
 * Threads: any may call any function, also with the same arrays, which are only read.
 *
 * @also linalg */
#ifndef GPULINALG_MATRICES_H
#define GPULINALG_MATRICES_H

#include "core.h"

GLA_BEGIN_DECLS

/** A matrix with a vector on its diagonal, or the diagonal of a matrix.
 *
 * @param v  vector, shape (n,), or matrix, shape (m, n)
 * @param k  which diagonal: 0 is the main one, positive ones are above it
 * @return   of a vector a square matrix of order n + |k|; of a matrix its diagonal, a read-only view
 * @throws ShapeError     if v has neither one dimension nor two
 * @throws OverflowError  if the matrix would be larger than an array can be
 * @needs  array.copy
 * @see    NumPy, diag
 * @alias  offset k
 * @example diag [1.0, 2.0]
 *   -> [[1. 0.]
 *   ->  [0. 2.]]
 *   diag [[1.0, 2.0], [3.0, 4.0]] 1 -> [2.]
 */
gla_status gla_diag(const gla_array *v, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** Kronecker product: each element of a times the whole of b.
 *
 * @param a  array, of at most eight dimensions
 * @param b  the same; the one with fewer dimensions is given leading ones of length one
 * @return   array of the promoted type; its lengths are products of those of a and b
 * @throws ShapeError     if an operand has more than eight dimensions
 * @throws OverflowError  if the result would be larger than an array can be
 * @needs  array.map
 * @see    NumPy, kron
 * @example kron [[1.0, 2.0]] [[1.0, 0.0], [0.0, 1.0]]
 *   -> [[1. 0. 2. 0.]
 *   ->  [0. 1. 0. 2.]]
 */
gla_status gla_kron(const gla_array *a, const gla_array *b, gla_array **out);

/** A matrix with others on its diagonal, zeros elsewhere.
 *
 * @param arrays  matrices of any shapes; a vector is a row, a number a matrix of one element
 * @return        matrix of the promoted type, whose lengths are the sums of those of the parts
 * @throws ArgumentError  if there is none
 * @throws ShapeError     if a part has more than two dimensions
 * @needs  array.copy
 * @see    SciPy, linalg.block_diag
 * @example block_diag [[1.0, 2.0]] [[3.0], [4.0]]
 *   -> [[1. 2. 0.]
 *   ->  [0. 0. 3.]
 *   ->  [0. 0. 4.]]
 */
gla_status gla_block_diag(const gla_arrays *arrays GLA_SPREAD, gla_array **out);

/** An array made of blocks: those of an inner list stand side by side, the lists below each other.
 *
 * Blocks in the innermost lists are joined along the last axis, these along the one before, and so on; all stand in as many
 * lists. A block with fewer dimensions is given leading ones of length one.
 *
 * @param arrays  list of lists of array_like
 * @return        array of the promoted type
 * @throws ArgumentError  if a list is empty, or blocks stand in more lists than others
 * @throws ShapeError     if the blocks do not fit together
 * @throws OverflowError  if the result would be larger than an array can be
 * @needs  array.copy
 * @see    NumPy, block
 * @example a = asarray [[1, 2], [3, 4]]
 *   b = asarray [[9], [9]]
 *   c = asarray [7, 7, 7]
 *   block [[a, b], [c]]
 *   -> [[1 2 9]
 *   ->  [3 4 9]
 *   ->  [7 7 7]]
 */
gla_status gla_block(const gla_blocks *arrays, gla_array **out);

/** Toeplitz matrix: element (i, j) depends on i − j alone.
 *
 * @param c  first column, shape (m,) or a stack (..., m)
 * @param r  first row, shape (n,) or (..., n), of which the first element is not used; none is the conjugate of c
 * @return   matrix of the promoted type, shape (..., m, n)
 * @throws ShapeError  if c or r is a number, or the stacks do not broadcast
 * @needs  array.copy
 * @see    SciPy, linalg.toeplitz
 * @example toeplitz [1.0, 0.5, 0.25]
 *   -> [[1.   0.5  0.25]
 *   ->  [0.5  1.   0.5 ]
 *   ->  [0.25 0.5  1.  ]]
 */
gla_status gla_toeplitz(const gla_array *c, gla_array **out, const gla_array *r GLA_DEFAULT(= NULL));

/** Hankel matrix: element (i, j) depends on i + j alone.
 *
 * @param c  first column, shape (m,) or a stack (..., m)
 * @param r  last row, shape (n,) or (..., n), of which the first element is not used; none is zeros
 * @return   matrix of the promoted type, shape (..., m, n)
 * @throws ShapeError  if c or r is a number, or the stacks do not broadcast
 * @needs  array.copy
 * @see    SciPy, linalg.hankel
 * @example hankel [1, 2, 3]
 *   -> [[1 2 3]
 *   ->  [2 3 0]
 *   ->  [3 0 0]]
 */
gla_status gla_hankel(const gla_array *c, gla_array **out, const gla_array *r GLA_DEFAULT(= NULL));

/** Join arrays side by side: vectors one after the other, others along their second axis.
 *
 * @param arrays  list of at least one array; a number is a vector of one element
 * @return        array of the promoted type
 * @throws ShapeError     if the other dimensions differ
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @see    NumPy, hstack
 * @example hstack [[[1, 2], [3, 4]], [[5], [6]]]
 *   -> [[1 2 5]
 *   ->  [3 4 6]]
 */
gla_status gla_hstack(const gla_arrays *arrays, gla_array **out);

/** Join arrays one below the other, along the first axis.
 *
 * @param arrays  list of at least one array; a vector is a row, a number a matrix of one element
 * @return        array of the promoted type
 * @throws ShapeError     if the other dimensions differ
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @see    NumPy, vstack
 * @example vstack [[1, 2], [[3, 4], [5, 6]]]
 *   -> [[1 2]
 *   ->  [3 4]
 *   ->  [5 6]]
 */
gla_status gla_vstack(const gla_arrays *arrays, gla_array **out);

/** Join columns into a matrix, the design of a regression for example.
 *
 * @param arrays  list of at least one array; a vector is a column, a number a matrix of one element
 * @return        array of the promoted type
 * @throws ShapeError     if the other dimensions differ
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @see    NumPy, column_stack
 * @example income = asarray [1.0, 2.0]
 *   column_stack [[1.0, 1.0], income]
 *   -> [[1. 1.]
 *   ->  [1. 2.]]
 */
gla_status gla_column_stack(const gla_arrays *arrays, gla_array **out);

/** Vandermonde matrix: the powers of the elements of a vector, as columns.
 *
 * @param x           vector of m elements
 * @param N           number of columns; none means m
 * @param increasing  powers rise from the left to the right
 * @return            matrix of shape (m, n), of the type of x; of integers and bools int64 at least
 * @throws ShapeError     if x is not a vector
 * @throws ArgumentError  if N is negative
 * @needs  array.copy, array.scan
 * @see    NumPy, vander
 * @example vander [1.0, 2.0, 3.0]
 *   -> [[1. 1. 1.]
 *   ->  [4. 2. 1.]
 *   ->  [9. 3. 1.]]
 *   vander [2, 3] 4 increasing=true
 *   -> [[ 1  2  4  8]
 *   ->  [ 1  3  9 27]]
 */
gla_status gla_vander(const gla_array *x, gla_array **out, const gla_ints *N GLA_DEFAULT(= NULL),
                      bool increasing GLA_DEFAULT(= false));

/** Positions of the elements on and below the main diagonal, or another one, of a matrix.
 *
 * @param n          number of rows
 * @param k          which diagonal: 0 the main one, above it positive, below it negative
 * @param m          number of columns; none means n
 * @param device     device; none means the current one
 * @return         the rows, and the columns: int64 arrays, in row-major order
 * @throws ShapeError     if n or m is negative
 * @throws OverflowError  if there are more positions than an array can hold
 * @needs  array.copy
 * @see    NumPy, tril_indices
 * @example rows, columns = tril_indices 2
 *   rows -> [0 1 1]
 *   columns -> [0 0 1]
 */
gla_status gla_tril_indices(int64_t n, gla_arrays **positions, int64_t k GLA_DEFAULT(= 0),
                            const gla_ints *m GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL));

/** Positions of the elements on and above the main diagonal, or another one, of a matrix.
 *
 * @param n          number of rows
 * @param k          which diagonal: 0 the main one, above it positive, below it negative
 * @param m          number of columns; none means n
 * @param device     device; none means the current one
 * @return         the rows, and the columns: int64 arrays, in row-major order
 * @throws ShapeError     if n or m is negative
 * @throws OverflowError  if there are more positions than an array can hold
 * @needs  array.copy
 * @see    NumPy, triu_indices
 * @example rows, columns = triu_indices 2
 *   rows -> [0 0 1]
 *   columns -> [0 1 1]
 */
gla_status gla_triu_indices(int64_t n, gla_arrays **positions, int64_t k GLA_DEFAULT(= 0),
                            const gla_ints *m GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
