/* matrices.h - Structured matrices (diagonal, Toeplitz, Hankel, Vandermonde), block matrices and stacked arrays.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @also linalg */
#ifndef GPULINALG_MATRICES_H
#define GPULINALG_MATRICES_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return a matrix with a given diagonal, or the diagonal of a given matrix.
 *
 * @param v  vector, shape (n,), or matrix, shape (m, n)
 * @param k  diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @return   if v is a vector, a square matrix of order n + |k|; if v is a matrix, the diagonal of v as a read-only view
 * @throws ShapeError     if v is neither 1-d nor 2-d
 * @throws OverflowError  if the result exceeds the maximum size of an array
 * @needs  array.copy
 * @cost   view
 * @vjp    saves nothing
 * @see    NumPy, diag
 * @alias  offset k
 * @example diag [1.0, 2.0]
 *   -> [[1. 0.]
 *   ->  [0. 2.]]
 *   diag [[1.0, 2.0], [3.0, 4.0]] 1 -> [2.]
 */
gla_status gla_diag(const gla_array *v, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** Return the Kronecker product, in which each element of a is multiplied by the whole of b.
 *
 * @param a  array with at most eight dimensions
 * @param b  array with at most eight dimensions. Leading dimensions of length one are added to the operand with fewer
 *           dimensions
 * @return   array of the promoted dtype; the length of each dimension is the product of the lengths in a and b
 * @throws ShapeError     if an operand has more than eight dimensions
 * @throws OverflowError  if the result exceeds the maximum size of an array
 * @needs  array.map
 * @cost   bytes 40 * size(a) * size(b)
 * @vjp    saves a if b, b if a
 * @see    NumPy, kron
 * @example kron [[1.0, 2.0]] [[1.0, 0.0], [0.0, 1.0]]
 *   -> [[1. 0. 2. 0.]
 *   ->  [0. 1. 0. 2.]]
 */
gla_status gla_kron(const gla_array *a, const gla_array *b, gla_array **out);

/** Return a block-diagonal matrix made of given matrices.
 *
 * @param arrays  matrices of any shapes. A vector is treated as a row, and a scalar as a 1 x 1 matrix
 * @return        matrix of the promoted dtype, with as many rows and columns as all blocks together
 * @throws ArgumentError  if no array is given
 * @throws ShapeError     if an array has more than two dimensions
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    SciPy, linalg.block_diag
 * @example block_diag [[1.0, 2.0]] [[3.0], [4.0]]
 *   -> [[1. 2. 0.]
 *   ->  [0. 0. 3.]
 *   ->  [0. 0. 4.]]
 */
gla_status gla_block_diag(const gla_arrays *arrays GLA_SPREAD, gla_array **out);

/** Assemble an array from nested lists of blocks.
 *
 * Blocks in the innermost lists are joined along the last axis. The resulting arrays are joined along the second-to-last axis,
 * and so on. In a list of lists, each inner list is therefore one row of blocks. All blocks must be nested to the same depth.
 * Leading dimensions of length one are added to a block with fewer dimensions than the result.
 *
 * @param arrays  nested lists of array_like
 * @return        array of the promoted dtype
 * @throws ArgumentError  if a list is empty, or blocks are nested to different depths
 * @throws ShapeError     if the shapes of the blocks are inconsistent
 * @throws OverflowError  if the result exceeds the maximum size of an array
 * @needs  array.copy
 * @vjp    saves nothing
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

/** Return a Toeplitz matrix: element (i, j) depends only on i − j.
 *
 * @param c  first column, shape (m,) or a stack (..., m)
 * @param r  first row, shape (n,) or (..., n), whose first element is ignored; default: the conjugate of c
 * @return   matrix of the promoted dtype, shape (..., m, n)
 * @throws ShapeError  if c or r is a scalar, or the stacks do not broadcast
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    SciPy, linalg.toeplitz
 * @example toeplitz [1.0, 0.5, 0.25]
 *   -> [[1.   0.5  0.25]
 *   ->  [0.5  1.   0.5 ]
 *   ->  [0.25 0.5  1.  ]]
 */
gla_status gla_toeplitz(const gla_array *c, gla_array **out, const gla_array *r GLA_DEFAULT(= NULL));

/** Return a Hankel matrix: element (i, j) depends only on i + j.
 *
 * @param c  first column, shape (m,) or a stack (..., m)
 * @param r  last row, shape (n,) or (..., n), whose first element is ignored; zeros if not given
 * @return   matrix of the promoted dtype, shape (..., m, n)
 * @throws ShapeError  if c or r is a scalar, or the stacks do not broadcast
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    SciPy, linalg.hankel
 * @example hankel [1, 2, 3]
 *   -> [[1 2 3]
 *   ->  [2 3 0]
 *   ->  [3 0 0]]
 */
gla_status gla_hankel(const gla_array *c, gla_array **out, const gla_array *r GLA_DEFAULT(= NULL));

/** Join arrays horizontally: vectors end to end, other arrays along their second axis.
 *
 * @param arrays  list of at least one array; a scalar is a vector of one element
 * @return        array of the promoted dtype
 * @throws ShapeError     if the remaining dimensions differ
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    NumPy, hstack
 * @example hstack [[[1, 2], [3, 4]], [[5], [6]]]
 *   -> [[1 2 5]
 *   ->  [3 4 6]]
 */
gla_status gla_hstack(const gla_arrays *arrays, gla_array **out);

/** Join arrays vertically, along the first axis.
 *
 * @param arrays  list of at least one array; a vector is a row, a scalar is a 1 x 1 matrix
 * @return        array of the promoted dtype
 * @throws ShapeError     if the remaining dimensions differ
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    NumPy, vstack
 * @example vstack [[1, 2], [[3, 4], [5, 6]]]
 *   -> [[1 2]
 *   ->  [3 4]
 *   ->  [5 6]]
 */
gla_status gla_vstack(const gla_arrays *arrays, gla_array **out);

/** Join vectors and matrices as columns of one matrix, for example a design matrix.
 *
 * @param arrays  list of at least one array; a vector is treated as a column, and a scalar as a 1 x 1 matrix
 * @return        array of the promoted dtype
 * @throws ShapeError     if the remaining dimensions differ
 * @throws ArgumentError  if the list is empty
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    NumPy, column_stack
 * @example income = asarray [1.0, 2.0]
 *   column_stack [[1.0, 1.0], income]
 *   -> [[1. 1.]
 *   ->  [1. 2.]]
 */
gla_status gla_column_stack(const gla_arrays *arrays, gla_array **out);

/** Return a Vandermonde matrix, whose columns are powers of a vector.
 *
 * @param x           vector of m elements
 * @param N           number of columns; m if not given
 * @param increasing  true: powers increase from left to right; false: powers decrease
 * @return            matrix of shape (m, N) with the dtype of x; bools and integers other than uint64 become int64
 * @throws ShapeError     if x is not a vector
 * @throws ArgumentError  if N is negative
 * @needs  array.copy, array.scan
 * @vjp    saves x
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

/** Return the row and column indices of the elements on and below a diagonal of a matrix.
 *
 * @param n       number of rows
 * @param k       diagonal up to which elements are included: 0 for the main diagonal, positive for a diagonal above it,
 *                negative for a diagonal below it
 * @param m       number of columns; n if not given
 * @param device  device of the result; default: the current device
 * @return        row indices and column indices: int64 arrays, in row-major order
 * @throws ShapeError     if n or m is negative
 * @throws OverflowError  if the number of indices exceeds the maximum size of an array
 * @needs  array.copy
 * @see    NumPy, tril_indices
 * @example rows, columns = tril_indices 2
 *   rows -> [0 1 1]
 *   columns -> [0 0 1]
 */
gla_status gla_tril_indices(int64_t n, gla_arrays **positions, int64_t k GLA_DEFAULT(= 0),
                            const gla_ints *m GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL));

/** Return the row and column indices of the elements on and above a diagonal of a matrix.
 *
 * @param n       number of rows
 * @param k       diagonal from which elements are included: 0 for the main diagonal, positive for a diagonal above it, negative
 *                for a diagonal below it
 * @param m       number of columns; n if not given
 * @param device  device of the result; default: the current device
 * @return        row indices and column indices: int64 arrays, in row-major order
 * @throws ShapeError     if n or m is negative
 * @throws OverflowError  if the number of indices exceeds the maximum size of an array
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
