/* sparse_arithmetic.h - sparse matrices: sums, products, slices, and putting together.
 *
 * @namespace sparse Sparse */
#ifndef GPULINALG_SPARSE_ARITHMETIC_H
#define GPULINALG_SPARSE_ARITHMETIC_H

#include "index.h"
#include "sparse.h"

GLA_BEGIN_DECLS

/** The sum of two sparse matrices.
 *
 * It keeps what either of them keeps, also where the sum is zero.
 *
 * @param a  Sparse
 * @param b  Sparse
 * @return  Sparse
 * @throws ShapeError  if the shapes do not fit
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @operator add left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.add a a
 *   sparse.data b -> [2. 4. 6.]
 */
gla_status gla_sparse_add(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** The difference of two sparse matrices.
 *
 * @param a  Sparse
 * @param b  Sparse
 * @return  Sparse
 * @throws ShapeError  if the shapes do not fit
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @operator subtract left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.subtract a a
 *   sparse.data b -> [0. 0. 0.]
 */
gla_status gla_sparse_subtract(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** The sum of a sparse matrix and an array.
 *
 * @param a  Sparse
 * @param x  array that broadcasts to the shape of the matrix
 * @return  array
 * @throws ShapeError  if the shapes do not fit
 * @needs  array.scatter, array.map
 * @operator add left, add right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.add_array a 1.0
 *   -> [[2. 3.]
 *   ->  [1. 4.]]
 */
gla_status gla_sparse_add_array(const gla_sparse *a, const gla_array *x, gla_array **out);

/** The difference of a sparse matrix and an array.
 *
 * @param a  Sparse
 * @param x  array that broadcasts to the shape of the matrix
 * @return  array
 * @throws ShapeError  if the shapes do not fit
 * @needs  array.scatter, array.map
 * @operator subtract left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.subtract_array a 1.0
 *   -> [[ 0.  1.]
 *   ->  [-1.  2.]]
 */
gla_status gla_sparse_subtract_array(const gla_sparse *a, const gla_array *x, gla_array **out);

/** The difference of an array and a sparse matrix.
 *
 * @param a  Sparse
 * @param x  array that broadcasts to the shape of the matrix
 * @return  array: x less the matrix
 * @throws ShapeError  if the shapes do not fit
 * @needs  array.scatter, array.map
 * @operator subtract right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.subtract_from a 3.0
 *   -> [[2. 1.]
 *   ->  [3. 0.]]
 */
gla_status gla_sparse_subtract_from(const gla_sparse *a, const gla_array *x, gla_array **out);

/** The matrix times a number, or element by element times an array.
 *
 * Only what the matrix keeps is multiplied: what it does not keep stays 0, whatever stands there in the array.
 *
 * @param a  Sparse
 * @param x  number, or array that broadcasts to the shape of the matrix
 * @return  Sparse
 * @throws ShapeError  if the shapes do not fit
 * @needs  array.map
 * @operator multiply left, multiply right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.multiply a 2.0
 *   sparse.data b -> [2. 4. 6.]
 */
gla_status gla_sparse_multiply(const gla_sparse *a, const gla_array *x, gla_sparse **matrix);

/** The product of two sparse matrices element by element.
 *
 * @param a  Sparse
 * @param b  Sparse
 * @return  Sparse, which keeps what both of them keep
 * @throws ShapeError  if the shapes do not fit
 * @throws OverflowError  if the matrices have 2**63 places or more
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, sorting.search
 * @operator multiply left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.multiply_elements a a
 *   sparse.data b -> [1. 4. 9.]
 */
gla_status gla_sparse_multiply_elements(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** The matrix divided by a number.
 *
 * @param a  Sparse
 * @param x  number
 * @return  Sparse
 * @throws ShapeError  if x is an array with dimensions
 * @needs  array.map
 * @operator divide left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.divide a 2.0
 *   sparse.data b -> [0.5 1.  1.5]
 */
gla_status gla_sparse_divide(const gla_sparse *a, const gla_array *x, gla_sparse **matrix);

/** The negative matrix.
 *
 * @param a  Sparse
 * @return  Sparse
 * @needs  array.map
 * @operator negative
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.negative a
 *   sparse.data b -> [-1. -2. -3.]
 */
gla_status gla_sparse_negative(const gla_sparse *a, gla_sparse **matrix);

/** The matrix itself.
 *
 * @param a  Sparse
 * @return  Sparse
 * @needs  nothing
 * @operator positive
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.positive a
 *   sparse.data b -> [1. 2. 3.]
 */
gla_status gla_sparse_positive(const gla_sparse *a, gla_sparse **matrix);

/** The matrix of absolute values.
 *
 * @param a  Sparse
 * @return  Sparse
 * @needs  array.map
 * @operator abs
 * @example a = sparse.new [[-1.0, 2.0]]
 *   b = sparse.abs a
 *   sparse.data b -> [1. 2.]
 */
gla_status gla_sparse_abs(const gla_sparse *a, gla_sparse **matrix);

/** The complex conjugate of the matrix.
 *
 * @param a  Sparse
 * @return  Sparse
 * @needs  array.map
 * @example a = sparse.new [[-1.0, 2.0]]
 *   b = sparse.conj a
 *   sparse.data b -> [-1.  2.]
 */
gla_status gla_sparse_conj(const gla_sparse *a, gla_sparse **matrix);

/** The real parts of the values.
 *
 * @param a  Sparse
 * @return  Sparse
 * @needs  array.copy
 * @example a = sparse.new [[1+2j, 2.0]]
 *   b = sparse.real a
 *   sparse.data b -> [1. 2.]
 */
gla_status gla_sparse_real(const gla_sparse *a, gla_sparse **matrix);

/** The imaginary parts of the values, zeros too.
 *
 * @param a  Sparse
 * @return  Sparse
 * @throws DTypeError  if the matrix is not complex
 * @needs  array.copy
 * @example a = sparse.new [[1+2j, 2.0]]
 *   b = sparse.imag a
 *   sparse.data b -> [2. 0.]
 */
gla_status gla_sparse_imag(const gla_sparse *a, gla_sparse **matrix);

/** The sum of all elements, of each column (axis 0) or of each row (axis 1).
 *
 * @param a     Sparse
 * @param axis  the axis along which is added up; none: all
 * @return  array without dimensions, or with one
 * @throws IndexError  if axis is out of range
 * @needs  array.reduce, array.group, array.scan
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.sum a axis=0 -> [1. 5.]
 */
gla_status gla_sparse_sum(const gla_sparse *a, gla_array **out, gla_axis axis GLA_DEFAULT(= GLA_NONE));

/** A diagonal.
 *
 * @param a  Sparse
 * @param k  which one: 0 is the main one, above it they are positive
 * @return  array with one dimension
 * @needs  array.scatter, array.map, array.count_nonzero, array.select, array.group, array.scan
 * @alias  offset k
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.diagonal a -> [1. 3.]
 */
gla_status gla_sparse_diagonal(const gla_sparse *a, gla_array **out, int64_t k GLA_DEFAULT(= 0));

/** The sum of the main diagonal.
 *
 * @param a  Sparse
 * @return  array without dimensions
 * @needs  array.scatter, array.map, array.count_nonzero, array.select, array.group, array.scan, array.reduce
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.trace a -> 4.0
 */
gla_status gla_sparse_trace(const gla_sparse *a, gla_array **out);

/** A norm of the matrix.
 *
 * @param a    Sparse
 * @param ord  "fro": Frobenius; "1": the largest sum of a column's absolute values; "inf": of a row's
 * @return  real array without dimensions
 * @throws ArgumentError  if ord is none of these
 * @needs  array.reduce, array.map, array.group, array.scan
 * @example a = sparse.new [[3.0, 0.0], [0.0, -4.0]]
 *   sparse.norm a -> 5.0
 *   sparse.norm a "inf" -> 4.0
 */
gla_status gla_sparse_norm(const gla_sparse *a, gla_array **out,
                           const char *ord GLA_CHOICE("fro", "1", "inf") GLA_DEFAULT(= "fro"));

/** The product of two sparse matrices.
 *
 * It keeps a place wherever a product of kept values falls.  What falls at one place is added up in the order of the columns
 * of `a`: with the same bits on every device, as long as there are less than 2**31 columns.
 *
 * @param a  Sparse
 * @param b  Sparse
 * @return  Sparse
 * @throws ShapeError  if the shapes do not fit
 * @needs  sparse.fill_product, sparse.count_product, else the host; array.group, array.scan, array.map, array.reduce,
 *         array.gather, sorting.argsort, array.range
 * @operator matmul left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.matmul a a
 *   sparse.data b -> [1. 8. 9.]
 */
gla_status gla_sparse_matmul(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** Some of the rows and columns.
 *
 * An integer keeps one row or column, and the result has two dimensions always.
 *
 * @param a    Sparse
 * @param key  text such as "1:3,::2"; an integer; an integer or boolean array; a list of these;
 *             in Python any index expression
 * @return  Sparse
 * @throws IndexError  if an index is out of range, there are more than two, or both are arrays
 * @throws ArgumentError  if the step of a slice is 0, or text is not readable as an index
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.getitem a "1:,:"
 *   sparse.data b -> [3.]
 */
gla_status gla_sparse_getitem(const gla_sparse *a, const gla_index *key, gla_sparse **matrix);

/** The Kronecker product.
 *
 * @param a  Sparse
 * @param b  Sparse
 * @return  Sparse
 * @throws OverflowError  if it would be longer than 2**63
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @example a = sparse.eye 2
 *   b = sparse.new [[1.0, 2.0]]
 *   c = sparse.kron a b
 *   sparse.data c -> [1. 2. 1. 2.]
 */
gla_status gla_sparse_kron(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

GLA_END_DECLS

#endif
