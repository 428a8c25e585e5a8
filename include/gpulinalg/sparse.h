/* sparse.h - sparse matrices: construction, conversion and products with dense arrays.
 *
 * @namespace sparse Sparse
 *
 * A Sparse matrix stores its nonzero elements by row (format "csr") or by column (format "csc", the format of a transpose).
 * Indices are sorted and no position occurs twice. A Sparse matrix is immutable: operations return a new matrix, and the arrays
 * of values and indices are read-only. Explicit zeros in the input remain stored. The dtype is float32, float64, complex64 or
 * complex128; integers and booleans are converted to float64. Indices are int32 if the matrix is small enough, otherwise
 * int64. */
#ifndef GPULINALG_SPARSE_H
#define GPULINALG_SPARSE_H

#include "core.h"

GLA_BEGIN_DECLS

/** A sparse matrix with two dimensions.
 *
 * The operators +, − and * work as for arrays, and so do division and powers with a scalar as the right operand. The matrix
 * product is `A @ x` in Python and `$A x $x` in Perl. */
GLA_CLASS(gla_sparse, "Sparse");

/** Make a sparse matrix from the nonzero elements of a dense array.
 *
 * @param x  dense array, shape (m, n)
 * @return   Sparse
 * @throws ShapeError  if x is not 2-d
 * @needs  array.nonzero, array.gather, array.scan, array.group
 * @see    SciPy, sparse.csr_array
 * @method Sparse.new
 * @example a = sparse.new [[1.0, 0.0], [0.0, 2.0]]
 *   sparse.toarray a
 *   -> [[1. 0.]
 *   ->  [0. 2.]]
 */
gla_status gla_sparse_new(const gla_array *x, gla_sparse **matrix);

/** Make a sparse matrix from compressed sparse row (CSR) arrays.
 *
 * The elements of row i are at positions indptr[i] up to, but excluding, indptr[i + 1]. Column indices may be in any order
 * within a row. Duplicate entries are added.
 *
 * @param data     values, shape (nnz,)
 * @param indices  column index of each value, shape (nnz,), integers
 * @param indptr   start of each row in data, followed by nnz; shape (m + 1,), integers
 * @param shape    number of rows and columns; default: len(indptr) − 1 rows and max(indices) + 1 columns
 * @return         Sparse
 * @throws IndexError     if a column index is out of range
 * @throws ArgumentError  if indptr does not begin with 0, decreases, or does not end with the number of values
 * @throws ShapeError     if data, indices or indptr is not 1-d, `data` and `indices` differ in length, or the length of indptr
 *                        does not agree with shape
 * @throws DTypeError     if indices or indptr is not an integer array
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @cost   gather 14 * bytes(data)
 * @see    SciPy, sparse.csr_array
 * @example a = sparse.csr [1.0, 2.0, 3.0] [0, 1, 1] [0, 2, 3] shape=[2, 3]
 *   sparse.data a -> [1. 2. 3.]
 */
gla_status gla_sparse_csr(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** Make a sparse matrix from compressed sparse column (CSC) arrays.
 *
 * The elements of column j are at positions indptr[j] up to, but excluding, indptr[j + 1]. Row indices may be in any order
 * within a column. Duplicate entries are added.
 *
 * @param data     values, shape (nnz,)
 * @param indices  row index of each value, shape (nnz,), integers
 * @param indptr   start of each column in data, followed by nnz; shape (n + 1,), integers
 * @param shape    number of rows and columns; default: max(indices) + 1 rows and len(indptr) − 1 columns
 * @return         Sparse
 * @throws IndexError     if a row index is out of range
 * @throws ArgumentError  if indptr does not begin with 0, decreases, or does not end with the number of values
 * @throws ShapeError     if data, indices or indptr is not 1-d, `data` and `indices` differ in length, or the length of indptr
 *                        does not agree with shape
 * @throws DTypeError     if indices or indptr is not an integer array
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @cost   gather 14 * bytes(data)
 * @see    SciPy, sparse.csc_array
 * @example a = sparse.csc [1.0, 2.0, 3.0] [0, 1, 1] [0, 2, 3] shape=[3, 2]
 *   sparse.indices a -> [0 1 1]
 */
gla_status gla_sparse_csc(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** Make a sparse matrix from coordinates (COO): triplets of value, row index and column index.
 *
 * The triplets may be in any order. Duplicate entries are added.
 *
 * @param data   values, shape (nnz,)
 * @param row    row index of each value, shape (nnz,), integers
 * @param col    column index of each value, shape (nnz,), integers
 * @param shape  number of rows and columns; default: max(row) + 1 rows and max(col) + 1 columns
 * @return       Sparse
 * @throws IndexError  if a row or column index is out of range
 * @throws ShapeError  if data, row or col is not 1-d, or data, row and col differ in length
 * @throws DTypeError  if row or col is not an integer array
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @cost   gather 14 * bytes(data)
 * @see    SciPy, sparse.coo_array
 * @example a = sparse.coo [1.0, 2.0, 3.0] [0, 1, 1] [1, 0, 0]
 *   sparse.data a -> [1. 5.]
 */
gla_status gla_sparse_coo(const gla_array *data, const gla_array *row, const gla_array *col, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** Make a sparse identity matrix, or a matrix with ones on another diagonal.
 *
 * @param m       number of rows
 * @param n       number of columns; m if not given
 * @param k       index of the diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal
 *                below it
 * @param dtype   float32, float64, complex64 or complex128; float64 if not given
 * @param device  device of the result; default: the current device
 * @return        Sparse
 * @throws ArgumentError  if m or n is negative
 * @throws DTypeError     if dtype is not float32, float64, complex64 or complex128
 * @needs  array.range, array.group, array.scan, array.map, array.reduce
 * @see    SciPy, sparse.eye_array
 * @example a = sparse.eye 2
 *   sparse.indices a -> [0 1]
 */
gla_status gla_sparse_eye(int64_t m, gla_sparse **matrix, gla_axis n GLA_DEFAULT(= GLA_NONE), int64_t k GLA_DEFAULT(= 0),
                          gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Make a sparse matrix from its diagonals.
 *
 * @param diagonals  one vector for each diagonal. A scalar, or a vector of length 1, is repeated along the diagonal. A single
 *                   diagonal may also be given as a plain list of its elements
 * @param offsets    index of each diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal
 *                   below it; default: the main diagonal only
 * @param shape      number of rows and columns; default: a square shape, implied by the first diagonal
 * @return           Sparse
 * @throws ShapeError     if a vector is not 1-d, or does not have the length of its diagonal
 * @throws ArgumentError  if the number of offsets differs from the number of diagonals, or an offset occurs twice
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

/** Return the sparse matrix as a dense array.
 *
 * @param a  sparse matrix
 * @return   dense array, shape (m, n)
 * @needs  array.scatter
 * @example a = sparse.eye 2
 *   sparse.toarray a
 *   -> [[1. 0.]
 *   ->  [0. 1.]]
 */
gla_status gla_sparse_toarray(const gla_sparse *a, gla_array **out);

/** Return the stored values, in the order of the format.
 *
 * @param a  sparse matrix
 * @return   read-only view, shape (nnz,)
 * @needs  nothing
 * @method property
 * @example a = sparse.eye 2
 *   sparse.data a -> [1. 1.]
 */
gla_status gla_sparse_data(const gla_sparse *a, gla_array **out);

/** Return the column index of each stored value, or the row index if the format is "csc".
 *
 * @param a  sparse matrix
 * @return   read-only view, shape (nnz,)
 * @needs  nothing
 * @vjp    zero
 * @method property
 * @example a = sparse.eye 2
 *   sparse.indices a -> [0 1]
 */
gla_status gla_sparse_indices(const gla_sparse *a, gla_array **out);

/** Return the positions among the stored values at which the rows begin (the columns, if the format is "csc").
 *
 * @param a  sparse matrix
 * @return   read-only view, shape (m + 1,), or (n + 1,) if the format is "csc"; the last element is the number of stored values
 * @needs  nothing
 * @vjp    zero
 * @method property
 * @example a = sparse.eye 2
 *   sparse.indptr a -> [0 1 2]
 */
gla_status gla_sparse_indptr(const gla_sparse *a, gla_array **out);

/** Return the number of stored values, including stored zeros.
 *
 * @param a  sparse matrix
 * @return   0-d int64 array on the host
 * @needs  nothing
 * @vjp    zero
 * @method property
 * @example a = sparse.eye 2
 *   sparse.nnz a -> 2
 */
gla_status gla_sparse_nnz(const gla_sparse *a, gla_array **out);

/** Return the number of rows and columns of the sparse matrix.
 *
 * @param a  sparse matrix
 * @return   number of rows, number of columns
 * @method property
 * @example a = sparse.eye 2 n=3
 *   sparse.dot a [1.0, 2.0, 3.0] -> [1. 2.]
 *   shape = sparse.shape a
 */
gla_status gla_sparse_shape(const gla_sparse *a, gla_ints **shape);

/** Return the dtype of the stored values.
 *
 * @param a  sparse matrix
 * @return   dtype
 * @method property
 * @example a = sparse.eye 2
 *   sparse.dtype a -> float64
 */
gla_status gla_sparse_dtype(const gla_sparse *a, gla_dtype *dtype);

/** Return the name of the device on which the sparse matrix is stored.
 *
 * @param a  sparse matrix
 * @return   name, such as "host" or "cuda:0"
 * @method property
 * @example set_device "host"
 *   a = sparse.eye 2
 *   sparse.device a -> host
 */
gla_status gla_sparse_device(const gla_sparse *a, char **name);

/** Return the storage format of the sparse matrix: "csr" for rows or "csc" for columns.
 *
 * @param a  sparse matrix
 * @return   "csr" or "csc"
 * @method property
 * @example a = sparse.eye 2
 *   sparse.format a -> csr
 */
gla_status gla_sparse_format(const gla_sparse *a, char **name);

/** Convert the sparse matrix to the row format, "csr".
 *
 * @param a  sparse matrix
 * @return   Sparse in the format "csr", which is `a` itself if `a` already has that format
 * @needs  array.gather, array.scan, array.group, sorting.argsort
 * @cost   view
 * @example a = sparse.csc [1.0, 2.0] [0, 0] [0, 1, 2]
 *   b = sparse.tocsr a
 *   sparse.indptr b -> [0 2]
 */
gla_status gla_sparse_tocsr(const gla_sparse *a, gla_sparse **matrix);

/** Convert the sparse matrix to the column format, "csc".
 *
 * @param a  sparse matrix
 * @return   Sparse in the format "csc", which is `a` itself if `a` already has that format
 * @needs  array.gather, array.scan, array.group, sorting.argsort
 * @cost   view
 * @example a = sparse.csr [1.0, 2.0] [0, 1] [0, 2]
 *   b = sparse.tocsc a
 *   sparse.indptr b -> [0 1 2]
 */
gla_status gla_sparse_tocsc(const gla_sparse *a, gla_sparse **matrix);

/** Return the sparse matrix as coordinates (COO): values, row indices and column indices.
 *
 * The triplets are in the order of the format.
 *
 * @param a  sparse matrix
 * @return   data, row, col: vectors of length nnz
 * @needs  array.gather, array.scan
 * @cost   view
 * @example a = sparse.csr [1.0, 2.0] [0, 1] [0, 2]
 *   data, row, col = sparse.tocoo a
 *   row -> [0 0]
 */
gla_status gla_sparse_tocoo(const gla_sparse *a, gla_array **data, gla_array **row, gla_array **col);

/** Return the transpose, which shares the stored values of the sparse matrix, so nothing is copied.
 *
 * @param a  sparse matrix
 * @return   Sparse in the other format
 * @needs  nothing
 * @cost   view
 * @example a = sparse.new [[1.0, 2.0]]
 *   b = sparse.transpose a
 *   sparse.toarray b
 *   -> [[1.]
 *   ->  [2.]]
 */
gla_status gla_sparse_transpose(const gla_sparse *a, gla_sparse **matrix);

/** Return the conjugate transpose of the sparse matrix.
 *
 * @param a  sparse matrix
 * @return   Sparse in the other format
 * @needs  array.map
 * @cost   view
 * @example a = sparse.new [[1.0, 2.0]]
 *   b = sparse.adjoint a
 *   sparse.toarray b
 *   -> [[1.]
 *   ->  [2.]]
 */
gla_status gla_sparse_adjoint(const gla_sparse *a, gla_sparse **matrix);

/** Return a copy of the sparse matrix that shares no memory with it.
 *
 * @param a  sparse matrix
 * @return   Sparse
 * @needs  array.copy
 * @cost   view
 * @example a = sparse.eye 2
 *   b = sparse.copy a
 *   sparse.data b -> [1. 1.]
 */
gla_status gla_sparse_copy(const gla_sparse *a, gla_sparse **matrix);

/** Convert the values of the sparse matrix to another dtype.
 *
 * @param a      sparse matrix
 * @param dtype  float32, float64, complex64 or complex128
 * @return       Sparse
 * @throws DTypeError  if dtype is not float32, float64, complex64 or complex128
 * @needs  array.copy
 * @example a = sparse.eye 2
 *   b = sparse.astype a float32
 *   sparse.dtype b -> float32
 */
gla_status gla_sparse_astype(const gla_sparse *a, gla_dtype dtype, gla_sparse **matrix);

/** Copy the sparse matrix to another device.
 *
 * @param a       sparse matrix
 * @param device  name of the device, such as "host" or "cuda:0"
 * @return        Sparse on that device, which is `a` itself if `a` is already on the device
 * @throws DeviceError  if there is no such device
 * @needs  array.copy
 * @example a = sparse.eye 2
 *   b = sparse.to_device a "host"
 *   sparse.device b -> host
 */
gla_status gla_sparse_to_device(const gla_sparse *a, const char *device, gla_sparse **matrix);

/** Return a description of the sparse matrix: its shape, number of stored values, dtype, format and device.
 *
 * @param a  sparse matrix
 * @return   string
 * @example set_device "host"
 *   a = sparse.eye 2
 *   sparse.text a -> Sparse(2 x 2, nnz=2, dtype=float64, format='csr', device='host')
 */
gla_status gla_sparse_text(const gla_sparse *a, char **text);

/** Compute the product A x of a sparse matrix and a dense vector or matrix.
 *
 * Each element of the result is summed in a fixed order that does not depend on the number of threads.
 *
 * @param a  sparse matrix of shape (m, n)
 * @param x  array of shape (n,) or (n, k), with any strides
 * @return   array of shape (m,) or (m, k)
 * @throws ShapeError  if x is neither 1-d nor 2-d, or does not have n rows
 * @needs  sparse.multiply, else the host
 * @cost   gather bytes(a) * columns(x)
 * @vjp    saves a if x
 * @see    SciPy, sparse.csr_array.dot
 * @operator matmul left
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.dot a [1.0, 1.0] -> [3. 3.]
 */
gla_status gla_sparse_dot(const gla_sparse *a, const gla_array *x, gla_array **out);

/** Compute the product x A of a dense vector or matrix and a sparse matrix.
 *
 * The first call makes a copy of the sparse matrix in column format and caches that copy in the sparse matrix.
 *
 * @param a  sparse matrix of shape (m, n)
 * @param x  array of shape (m,) or (k, m), with any strides
 * @return   array of shape (n,) or (k, n)
 * @throws ShapeError  if x is neither 1-d nor 2-d, or its last dimension is not m
 * @needs  sparse.multiply, else the host
 * @cost   gather bytes(a) * columns(x)
 * @vjp    saves a if x
 * @operator matmul right
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.rdot a [1.0, 1.0] -> [1. 5.]
 */
gla_status gla_sparse_rdot(const gla_sparse *a, const gla_array *x, gla_array **out);

GLA_END_DECLS

#endif
