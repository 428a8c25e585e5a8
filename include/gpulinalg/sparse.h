/* sparse.h - sparse matrices: products, parts, arithmetic and conversions.
 *
 * @namespace sparse Sparse
 *
 * A matrix of class Sparse holds the elements that are not zero, row by row (csr) or, as a transposed one does, column by
 * column (csc): in each row the columns rise, and no place stands twice.  It is never changed: what looks like a change makes
 * another one, and its parts are read-only arrays.  A zero that was given is kept.  Types are float32, float64, complex64 and
 * complex128; integers and bools become float64.  Places are int32 where that suffices, else int64. */
#ifndef GPULINALG_SPARSE_H
#define GPULINALG_SPARSE_H

#include "core.h"

GLA_BEGIN_DECLS

/** A sparse matrix, or a sparse array of two dimensions.
 *
 * `A @ x`, `A + B`, `A*s` in Python and `$A x $x`, `$A + $B`, `$A*$s` in Perl mean what they mean for arrays. */
GLA_CLASS(gla_sparse, "Sparse");

/** A sparse matrix of the elements of an array that are not zero.
 *
 * @param x  array of shape (m, n)
 * @return   Sparse
 * @throws ShapeError  if x has not two dimensions
 * @needs  array.nonzero, array.gather, array.scan, array.group
 * @see    SciPy, sparse.csr_array
 * @method Sparse.new
 * @example a = sparse.new [[1.0, 0.0], [0.0, 2.0]]
 *   sparse.toarray a
 *   -> [[1. 0.]
 *   ->  [0. 2.]]
 */
gla_status gla_sparse_new(const gla_array *x, gla_sparse **matrix);

/** A sparse matrix of its rows: those of row i are the elements from indptr[i] up to indptr[i + 1].
 *
 * Columns may stand in any order; what stands at one place is added up.
 *
 * @param data     values, shape (nnz,)
 * @param indices  their columns
 * @param indptr   where each row begins, and where the last one ends
 * @param shape    rows and columns; none: as many as there must be
 * @return         Sparse
 * @throws IndexError     if a column is out of range
 * @throws ArgumentError  if indptr does not begin with 0, falls, or does not end with the number of values
 * @throws ShapeError     if the parts have not one dimension, or do not fit together or the shape
 * @throws DTypeError     if indices or indptr are not integers
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.csr_array
 * @example a = sparse.csr [1.0, 2.0, 3.0] [0, 1, 1] [0, 2, 3] shape=[2, 3]
 *   sparse.data a -> [1. 2. 3.]
 */
gla_status gla_sparse_csr(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** A sparse matrix of its columns: those of column j are the elements from indptr[j] up to indptr[j + 1].
 *
 * Rows may stand in any order; what stands at one place is added up.
 *
 * @param data     values, shape (nnz,)
 * @param indices  their rows
 * @param indptr   where each column begins, and where the last one ends
 * @param shape    rows and columns; none: as many as there must be
 * @return         Sparse
 * @throws IndexError     if a row is out of range
 * @throws ArgumentError  if indptr does not begin with 0, falls, or does not end with the number of values
 * @throws ShapeError     if the parts have not one dimension, or do not fit together or the shape
 * @throws DTypeError     if indices or indptr are not integers
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.csc_array
 * @example a = sparse.csc [1.0, 2.0, 3.0] [0, 1, 1] [0, 2, 3] shape=[3, 2]
 *   sparse.indices a -> [0 1 1]
 */
gla_status gla_sparse_csc(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** A sparse matrix of triplets: value, row, column.
 *
 * They may stand in any order; what stands at one place is added up.
 *
 * @param data   values, shape (nnz,)
 * @param row    their rows
 * @param col    their columns
 * @param shape  rows and columns; none: as many as there must be
 * @return       Sparse
 * @throws IndexError  if a row or a column is out of range
 * @throws ShapeError  if the parts have not one dimension, or not one length
 * @throws DTypeError  if row or col are not integers
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.coo_array
 * @example a = sparse.coo [1.0, 2.0, 3.0] [0, 1, 1] [1, 0, 0]
 *   sparse.data a -> [1. 5.]
 */
gla_status gla_sparse_coo(const gla_array *data, const gla_array *row, const gla_array *col, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** The sparse identity matrix, or ones on another diagonal.
 *
 * @param m       rows
 * @param n       columns; none: as many as rows
 * @param k       the diagonal: 0 is the main one, above it they are positive
 * @param dtype   float32, float64, complex64 or complex128
 * @param device  where it is made
 * @return        Sparse
 * @throws ArgumentError  if a number of rows or columns is negative
 * @throws DTypeError     if dtype is another type
 * @needs  array.range, array.group, array.scan, array.map, array.reduce
 * @see    SciPy, sparse.eye_array
 * @example a = sparse.eye 2
 *   sparse.indices a -> [0 1]
 */
gla_status gla_sparse_eye(int64_t m, gla_sparse **matrix, gla_axis n GLA_DEFAULT(= GLA_NONE), int64_t k GLA_DEFAULT(= 0),
                          gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** A sparse matrix of its diagonals.
 *
 * @param diagonals  a vector for each; a number, or a vector of length 1, is repeated.  For one diagonal, its elements
 * @param offsets    which diagonals they are: 0 is the main one, above it they are positive; none: the main one
 * @param shape      rows and columns; none: square, as large as the first diagonal makes it
 * @return           Sparse
 * @throws ShapeError     if a diagonal has another length than its place, or more than one dimension
 * @throws ArgumentError  if there are not as many offsets as diagonals, or one stands twice
 * @needs  array.range, array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.diags_array
 * @example a = sparse.diags [[1.0, 2.0], [3.0]] [0, 1]
 *   sparse.data a -> [1. 3. 2.]
 *   a = sparse.diags [1.0, -2.0, 1.0] [-1, 0, 1] shape=[3, 3]
 *   sparse.data a -> [-2.  1.  1. -2.  1.  1. -2.]
 */
gla_status gla_sparse_diags(const gla_arrays *diagonals, gla_sparse **matrix, const gla_ints *offsets GLA_DEFAULT(= NULL),
                            const gla_ints *shape GLA_DEFAULT(= NULL));

/** The matrix as an ordinary array.
 *
 * @param a  Sparse
 * @return   array of shape (m, n)
 * @needs  array.scatter
 * @example a = sparse.eye 2
 *   sparse.toarray a
 *   -> [[1. 0.]
 *   ->  [0. 1.]]
 */
gla_status gla_sparse_toarray(const gla_sparse *a, gla_array **out);

/** The values that are kept, in the order of the format.
 *
 * @param a  Sparse
 * @return   read-only view, shape (nnz,)
 * @needs  nothing
 * @method property
 * @example a = sparse.eye 2
 *   sparse.data a -> [1. 1.]
 */
gla_status gla_sparse_data(const gla_sparse *a, gla_array **out);

/** The columns of the values, or in the format csc their rows.
 *
 * @param a  Sparse
 * @return   read-only view, shape (nnz,)
 * @needs  nothing
 * @method property
 * @example a = sparse.eye 2
 *   sparse.indices a -> [0 1]
 */
gla_status gla_sparse_indices(const gla_sparse *a, gla_array **out);

/** Where each row, or in the format csc each column, begins among the values, and where the last one ends.
 *
 * @param a  Sparse
 * @return   read-only view, shape (m + 1,)
 * @needs  nothing
 * @method property
 * @example a = sparse.eye 2
 *   sparse.indptr a -> [0 1 2]
 */
gla_status gla_sparse_indptr(const gla_sparse *a, gla_array **out);

/** How many values are kept.
 *
 * @param a  Sparse
 * @return   int64 array without dimensions, on the host
 * @needs  nothing
 * @method property
 * @example a = sparse.eye 2
 *   sparse.nnz a -> 2
 */
gla_status gla_sparse_nnz(const gla_sparse *a, gla_array **out);

/** The number of rows and that of columns.
 *
 * @param a  Sparse
 * @return   rows, columns
 * @method property
 * @example a = sparse.eye 2 n=3
 *   sparse.dot a [1.0, 2.0, 3.0] -> [1. 2.]
 *   shape = sparse.shape a
 */
gla_status gla_sparse_shape(const gla_sparse *a, gla_ints **shape);

/** The type of the values.
 *
 * @param a  Sparse
 * @return   dtype
 * @method property
 * @example a = sparse.eye 2
 *   sparse.dtype a -> float64
 */
gla_status gla_sparse_dtype(const gla_sparse *a, gla_dtype *dtype);

/** The name of the device on which the matrix is.
 *
 * @param a  Sparse
 * @return   name, as "host" or "cuda:0"
 * @method property
 * @example set_device "host"
 *   a = sparse.eye 2
 *   sparse.device a -> host
 */
gla_status gla_sparse_device(const gla_sparse *a, char **name);

/** How the matrix is kept: "csr", row by row, or "csc", column by column.
 *
 * @param a  Sparse
 * @return   "csr" or "csc"
 * @method property
 * @example a = sparse.eye 2
 *   sparse.format a -> csr
 */
gla_status gla_sparse_format(const gla_sparse *a, char **name);

/** The matrix row by row.
 *
 * @param a  Sparse
 * @return   Sparse of the format csr: a itself where it is that
 * @needs  array.gather, array.scan, array.group, sorting.argsort
 * @example a = sparse.csc [1.0, 2.0] [0, 0] [0, 1, 2]
 *   b = sparse.tocsr a
 *   sparse.indptr b -> [0 2]
 */
gla_status gla_sparse_tocsr(const gla_sparse *a, gla_sparse **matrix);

/** The matrix column by column.
 *
 * @param a  Sparse
 * @return   Sparse of the format csc: a itself where it is that
 * @needs  array.gather, array.scan, array.group, sorting.argsort
 * @example a = sparse.csr [1.0, 2.0] [0, 1] [0, 2]
 *   b = sparse.tocsc a
 *   sparse.indptr b -> [0 1 2]
 */
gla_status gla_sparse_tocsc(const gla_sparse *a, gla_sparse **matrix);

/** The matrix as triplets, in the order of the format.
 *
 * @param a  Sparse
 * @return   data, row, col
 * @needs  array.gather, array.scan
 * @example a = sparse.csr [1.0, 2.0] [0, 1] [0, 2]
 *   data, row, col = sparse.tocoo a
 *   row -> [0 0]
 */
gla_status gla_sparse_tocoo(const gla_sparse *a, gla_array **data, gla_array **row, gla_array **col);

/** The transpose, which shares the values and costs nothing.
 *
 * @param a  Sparse
 * @return   Sparse of the other format
 * @needs  nothing
 * @example a = sparse.new [[1.0, 2.0]]
 *   b = sparse.transpose a
 *   sparse.toarray b
 *   -> [[1.]
 *   ->  [2.]]
 */
gla_status gla_sparse_transpose(const gla_sparse *a, gla_sparse **matrix);

/** The conjugate transpose.
 *
 * @param a  Sparse
 * @return   Sparse of the other format
 * @needs  array.map
 * @example a = sparse.new [[1.0, 2.0]]
 *   b = sparse.adjoint a
 *   sparse.toarray b
 *   -> [[1.]
 *   ->  [2.]]
 */
gla_status gla_sparse_adjoint(const gla_sparse *a, gla_sparse **matrix);

/** A copy with memory of its own.
 *
 * @param a  Sparse
 * @return   Sparse
 * @needs  array.copy
 * @example a = sparse.eye 2
 *   b = sparse.copy a
 *   sparse.data b -> [1. 1.]
 */
gla_status gla_sparse_copy(const gla_sparse *a, gla_sparse **matrix);

/** The matrix with values of another type.
 *
 * @param a      Sparse
 * @param dtype  float32, float64, complex64 or complex128
 * @return       Sparse
 * @throws DTypeError  if dtype is another type
 * @needs  array.copy
 * @example a = sparse.eye 2
 *   b = sparse.astype a float32
 *   sparse.dtype b -> float32
 */
gla_status gla_sparse_astype(const gla_sparse *a, gla_dtype dtype, gla_sparse **matrix);

/** The matrix on a device.
 *
 * @param a       Sparse
 * @param device  name of a device
 * @return        Sparse: a itself where it is there
 * @throws DeviceError  if there is no such device
 * @needs  array.copy
 * @example a = sparse.eye 2
 *   b = sparse.to_device a "host"
 *   sparse.device b -> host
 */
gla_status gla_sparse_to_device(const gla_sparse *a, const char *device, gla_sparse **matrix);

/** A description of the matrix: its shape, type, format and device, and how many values it keeps.
 *
 * @param a  Sparse
 * @return   text
 * @example set_device "host"
 *   a = sparse.eye 2
 *   sparse.text a -> Sparse(2 x 2, nnz=2, dtype=float64, format='csr', device='host')
 */
gla_status gla_sparse_text(const gla_sparse *a, char **text);

/** The product with an array on the right: A x.
 *
 * Each element of the result is added up in one order, whatever the number of threads.
 *
 * @param a  Sparse, shape (m, n)
 * @param x  array of shape (n,) or (n, k), of any strides
 * @return   array of shape (m,) or (m, k)
 * @throws ShapeError  if the shapes do not fit
 * @needs  sparse.multiply, else the host
 * @see    SciPy, sparse.csr_array.dot
 * @operator matmul left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.dot a [1.0, 1.0] -> [3. 3.]
 */
gla_status gla_sparse_dot(const gla_sparse *a, const gla_array *x, gla_array **out);

/** The product with an array on the left: x A.
 *
 * The first time, the matrix column by column is made and kept.
 *
 * @param a  Sparse, shape (m, n)
 * @param x  array of shape (m,) or (k, m), of any strides
 * @return   array of shape (n,) or (k, n)
 * @throws ShapeError  if the shapes do not fit
 * @needs  sparse.multiply, else the host
 * @operator matmul right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.rdot a [1.0, 1.0] -> [1. 5.]
 */
gla_status gla_sparse_rdot(const gla_sparse *a, const gla_array *x, gla_array **out);

GLA_END_DECLS

#endif
