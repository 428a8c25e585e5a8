/* sparse_arithmetic.h - sparse matrices: arithmetic, reductions, norms, slices and Kronecker products.
 *
 * @namespace sparse Sparse */
#ifndef GPULINALG_SPARSE_ARITHMETIC_H
#define GPULINALG_SPARSE_ARITHMETIC_H

#include "index.h"
#include "sparse.h"

GLA_BEGIN_DECLS

/** Add two sparse matrices.
 *
 * The result stores every element that either matrix stores, even if the sum is zero.
 *
 * @param a  sparse matrix
 * @param b  sparse matrix of the same shape
 * @return   Sparse
 * @throws ShapeError  if the shapes of a and b differ
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @operator add left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.add a a
 *   sparse.data b -> [2. 4. 6.]
 */
gla_status gla_sparse_add(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** Subtract a sparse matrix from another.
 *
 * The result stores every element that either matrix stores, even if the difference is zero.
 *
 * @param a  sparse matrix
 * @param b  sparse matrix of the same shape
 * @return   Sparse: a − b
 * @throws ShapeError  if the shapes of a and b differ
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @operator subtract left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.subtract a a
 *   sparse.data b -> [0. 0. 0.]
 */
gla_status gla_sparse_subtract(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** Add a dense array to a sparse matrix.
 *
 * @param a  sparse matrix
 * @param x  array that broadcasts to the shape of the matrix
 * @return   dense array
 * @throws ShapeError  if x does not broadcast to the shape of the matrix
 * @needs  array.scatter, array.map
 * @operator add left, add right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.add_array a 1.0
 *   -> [[2. 3.]
 *   ->  [1. 4.]]
 */
gla_status gla_sparse_add_array(const gla_sparse *a, const gla_array *x, gla_array **out);

/** Subtract a dense array from a sparse matrix.
 *
 * @param a  sparse matrix
 * @param x  array that broadcasts to the shape of the matrix
 * @return   dense array: the matrix minus x
 * @throws ShapeError  if x does not broadcast to the shape of the matrix
 * @needs  array.scatter, array.map
 * @operator subtract left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.subtract_array a 1.0
 *   -> [[ 0.  1.]
 *   ->  [-1.  2.]]
 */
gla_status gla_sparse_subtract_array(const gla_sparse *a, const gla_array *x, gla_array **out);

/** Subtract a sparse matrix from a dense array.
 *
 * @param a  sparse matrix
 * @param x  array that broadcasts to the shape of the matrix
 * @return   dense array: x minus the matrix
 * @throws ShapeError  if x does not broadcast to the shape of the matrix
 * @needs  array.scatter, array.map
 * @operator subtract right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.subtract_from a 3.0
 *   -> [[2. 1.]
 *   ->  [3. 0.]]
 */
gla_status gla_sparse_subtract_from(const gla_sparse *a, const gla_array *x, gla_array **out);

/** Multiply a sparse matrix by a scalar, or element by element by a dense array.
 *
 * Only stored values are multiplied. All other elements remain 0, even if the corresponding element of x is NaN or infinite.
 *
 * @param a  sparse matrix
 * @param x  scalar, or array that broadcasts to the shape of the matrix
 * @return   Sparse
 * @throws ShapeError  if x does not broadcast to the shape of the matrix
 * @needs  array.map
 * @operator multiply left, multiply right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.multiply a 2.0
 *   sparse.data b -> [2. 4. 6.]
 */
gla_status gla_sparse_multiply(const gla_sparse *a, const gla_array *x, gla_sparse **matrix);

/** Multiply two sparse matrices element by element.
 *
 * @param a  sparse matrix
 * @param b  sparse matrix of the same shape
 * @return   Sparse with the elements that both matrices store
 * @throws ShapeError     if the shapes of a and b differ
 * @throws OverflowError  if the number of rows times the number of columns is 2**63 or more
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, sorting.search
 * @operator multiply left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.multiply_elements a a
 *   sparse.data b -> [1. 4. 9.]
 */
gla_status gla_sparse_multiply_elements(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** Divide a sparse matrix by a scalar.
 *
 * @param a  sparse matrix
 * @param x  scalar
 * @return   Sparse
 * @throws ShapeError  if x is an array with one or more dimensions
 * @needs  array.map
 * @operator divide left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.divide a 2.0
 *   sparse.data b -> [0.5 1.  1.5]
 */
gla_status gla_sparse_divide(const gla_sparse *a, const gla_array *x, gla_sparse **matrix);

/** Return the negative of a sparse matrix, with the same pattern.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @operator negative
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.negative a
 *   sparse.data b -> [-1. -2. -3.]
 */
gla_status gla_sparse_negative(const gla_sparse *a, gla_sparse **matrix);

/** Return the sparse matrix unchanged.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  nothing
 * @operator positive
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.positive a
 *   sparse.data b -> [1. 2. 3.]
 */
gla_status gla_sparse_positive(const gla_sparse *a, gla_sparse **matrix);

/** Return the absolute values of the elements of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @operator abs
 * @example a = sparse.new [[-1.0, 2.0]]
 *   b = sparse.abs a
 *   sparse.data b -> [1. 2.]
 */
gla_status gla_sparse_abs(const gla_sparse *a, gla_sparse **matrix);

/** Return the complex conjugate of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.map
 * @example a = sparse.new [[-1.0, 2.0]]
 *   b = sparse.conj a
 *   sparse.data b -> [-1.  2.]
 */
gla_status gla_sparse_conj(const gla_sparse *a, gla_sparse **matrix);

/** Return the real parts of the elements of a sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.copy
 * @example a = sparse.new [[1+2j, 2.0]]
 *   b = sparse.real a
 *   sparse.data b -> [1. 2.]
 */
gla_status gla_sparse_real(const gla_sparse *a, gla_sparse **matrix);

/** Return the imaginary parts of the elements of a sparse matrix.
 *
 * Zero imaginary parts stay stored.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @throws DTypeError  if the matrix is real
 * @needs  array.copy
 * @example a = sparse.new [[1+2j, 2.0]]
 *   b = sparse.imag a
 *   sparse.data b -> [2. 0.]
 */
gla_status gla_sparse_imag(const gla_sparse *a, gla_sparse **matrix);

/** Sum all elements of a sparse matrix, the elements of each column (axis 0) or those of each row (axis 1).
 *
 * @param a     sparse matrix
 * @param axis  axis along which to sum; default: sum all elements
 * @return      0-d array, or a vector if axis is given
 * @throws IndexError  if axis is not 0, 1, −1 or −2
 * @needs  array.reduce, array.group, array.scan
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.sum a axis=0 -> [1. 5.]
 */
gla_status gla_sparse_sum(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** Return a diagonal of a sparse matrix as a vector.
 *
 * @param a  sparse matrix
 * @param k  index of the diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @return   vector
 * @needs  array.scatter, array.map, array.count_nonzero, array.select, array.group, array.scan
 * @alias  offset k
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.diagonal a -> [1. 3.]
 */
gla_status gla_sparse_diagonal(const gla_sparse *a, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** Return the trace of a sparse matrix, which is the sum of its main diagonal.
 *
 * @param a  sparse matrix
 * @return   0-d array
 * @needs  array.scatter, array.map, array.count_nonzero, array.select, array.group, array.scan, array.reduce
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.trace a -> 4.0
 */
gla_status gla_sparse_trace(const gla_sparse *a, gla_array **out);

/** Compute a norm of a sparse matrix.
 *
 * @param a    sparse matrix
 * @param ord  "fro" for the Frobenius norm, "1" for the largest column sum of absolute values, or "inf" for the largest row sum
 *             of absolute values
 * @return     real 0-d array
 * @throws ArgumentError  if ord is not "fro", "1" or "inf"
 * @needs  array.reduce, array.map, array.group, array.scan
 * @example a = sparse.new [[3.0, 0.0], [0.0, -4.0]]
 *   sparse.norm a -> 5.0
 *   sparse.norm a "inf" -> 4.0
 */
gla_status gla_sparse_norm(const gla_sparse *a, gla_array **out,
                           const char *ord GLA_CHOICE("fro", "1", "inf") GLA_DEFAULT(= "fro"));

/** Multiply two sparse matrices.
 *
 * The result stores an element if at least one product of two stored values contributes to the element. The products are summed
 * in the order of the columns of `a`. If there are fewer than 2**31 columns, results are therefore bitwise identical on all
 * devices.
 *
 * @param a  sparse matrix, shape (m, n)
 * @param b  sparse matrix, shape (n, k)
 * @return   Sparse, shape (m, k)
 * @throws ShapeError  if the number of columns of a differs from the number of rows of b
 * @needs  sparse.fill_product, sparse.count_product, else the host; array.group, array.scan, array.map, array.reduce,
 *         array.gather, sorting.argsort, array.range
 * @cost   gather 10 * (bytes(a) + bytes(b))
 * @operator matmul left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.matmul a a
 *   sparse.data b -> [1. 8. 9.]
 */
gla_status gla_sparse_matmul(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** Select rows and columns of a sparse matrix.
 *
 * The result always has two dimensions, so an integer selects a matrix with one row or column.
 *
 * @param a    sparse matrix
 * @param key  string such as "1:3,::2", an integer, an integer or boolean array, or a list of these; in Python any index
 *             expression
 * @return     Sparse
 * @throws IndexError     if an index is out of range, there are more than two indices, or both indices are arrays
 * @throws ArgumentError  if the step of a slice is 0, or a string is not a valid index
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.getitem a "1:,:"
 *   sparse.data b -> [3.]
 */
gla_status gla_sparse_getitem(const gla_sparse *a, const gla_index *key, gla_sparse **matrix);

/** Compute the Kronecker product of two sparse matrices.
 *
 * @param a  sparse matrix
 * @param b  sparse matrix
 * @return   Sparse
 * @throws OverflowError  if a dimension of the result would exceed the int64 range
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @example a = sparse.eye 2
 *   b = sparse.new [[1.0, 2.0]]
 *   c = sparse.kron a b
 *   sparse.data c -> [1. 2. 1. 2.]
 */
gla_status gla_sparse_kron(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

GLA_END_DECLS

#endif
