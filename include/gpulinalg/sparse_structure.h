/* sparse_structure.h - sparse matrices: block matrices, random matrices, triangles, diagonals and single elements.
 *
 * @namespace sparse Sparse */
#ifndef GPULINALG_SPARSE_STRUCTURE_H
#define GPULINALG_SPARSE_STRUCTURE_H

#include "random.h"
#include "sparse_arithmetic.h"

GLA_BEGIN_DECLS

/** Assemble a sparse matrix from a grid of blocks.
 *
 * @param blocks  list of rows, each a list of sparse matrices or arrays; `none` for a block of zeros; arrays are converted to
 *                sparse matrices
 * @param format  format of the result, "csr" or "csc"; "csr" if not given
 * @param dtype   float32, float64, complex64 or complex128; default: the dtype to which all blocks promote
 * @return        Sparse
 * @throws ShapeError     if the blocks of a row differ in their number of rows, or the blocks of a column in their number of
 *                        columns
 * @throws ArgumentError  if rows have different numbers of blocks, or all blocks of a row or column are `none`
 * @throws OverflowError  if a dimension of the result would exceed the int64 range
 * @throws DTypeError     if dtype is not one of the four sparse dtypes, or is real and a block is complex
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.block_array
 * @example a = sparse.eye 2
 *   b = sparse.eye 1
 *   c = sparse.block_array [[a, none], [none, b]]
 *   sparse.indptr c -> [0 1 2 3]
 */
gla_status gla_sparse_block_array(const gla_sparses *blocks, gla_sparse **matrix,
                                  const char *format GLA_CHOICE("csr", "csc") GLA_OPTION(= NULL),
                                  gla_dtype dtype GLA_OPTION(= GLA_NONE));

/** Assemble a block diagonal sparse matrix.
 *
 * @param mats    sparse matrices, as separate arguments or in a list
 * @param format  format of the result, "csr" or "csc"; "csr" if not given
 * @param dtype   float32, float64, complex64 or complex128; default: the dtype to which all matrices promote
 * @return        Sparse
 * @throws ArgumentError  if no matrix is given, or a matrix is `none`
 * @throws OverflowError  if a dimension of the result would exceed the int64 range
 * @throws DTypeError     if dtype is not one of the four sparse dtypes, or is real and a matrix is complex
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.block_diag
 * @example a = sparse.eye 1 n=2
 *   b = sparse.eye 1
 *   c = sparse.block_diag a b
 *   sparse.indices c -> [0 2]
 */
gla_status gla_sparse_block_diag(const gla_sparses *mats GLA_SPREAD, gla_sparse **matrix,
                                 const char *format GLA_CHOICE("csr", "csc") GLA_OPTION(= NULL),
                                 gla_dtype dtype GLA_OPTION(= GLA_NONE));

/** Stack sparse matrices vertically.
 *
 * @param blocks  sparse matrices, as separate arguments or in a list
 * @param format  format of the result, "csr" or "csc"; "csr" if not given
 * @param dtype   float32, float64, complex64 or complex128; default: the dtype to which all matrices promote
 * @return        Sparse
 * @throws ShapeError     if the matrices differ in their number of columns
 * @throws ArgumentError  if no matrix is given
 * @throws OverflowError  if a dimension of the result would exceed the int64 range
 * @throws DTypeError     if dtype is not one of the four sparse dtypes, or is real and a matrix is complex
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.vstack
 * @example a = sparse.eye 2
 *   b = sparse.vstack a a format="csc"
 *   sparse.indices b -> [0 2 1 3]
 */
gla_status gla_sparse_vstack(const gla_sparses *blocks GLA_SPREAD, gla_sparse **matrix,
                             const char *format GLA_CHOICE("csr", "csc") GLA_OPTION(= NULL),
                             gla_dtype dtype GLA_OPTION(= GLA_NONE));

/** Stack sparse matrices horizontally.
 *
 * @param blocks  sparse matrices, as separate arguments or in a list
 * @param format  format of the result, "csr" or "csc"; "csr" if not given
 * @param dtype   float32, float64, complex64 or complex128; default: the dtype to which all matrices promote
 * @return        Sparse
 * @throws ShapeError     if the matrices differ in their number of rows
 * @throws ArgumentError  if no matrix is given
 * @throws OverflowError  if a dimension of the result would exceed the int64 range
 * @throws DTypeError     if dtype is not one of the four sparse dtypes, or is real and a matrix is complex
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.hstack
 * @example a = sparse.eye 2
 *   b = sparse.hstack a a
 *   sparse.indices b -> [0 2 1 3]
 */
gla_status gla_sparse_hstack(const gla_sparses *blocks GLA_SPREAD, gla_sparse **matrix,
                             const char *format GLA_CHOICE("csr", "csc") GLA_OPTION(= NULL),
                             gla_dtype dtype GLA_OPTION(= GLA_NONE));

/** Compute the Kronecker sum of two square sparse matrices: kron(I, a) + kron(b, I).
 *
 * @param a  square sparse matrix
 * @param b  square sparse matrix
 * @return   Sparse
 * @throws ShapeError     if a or b is not square
 * @throws OverflowError  if a dimension of the result would exceed the int64 range
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @see    SciPy, sparse.kronsum
 * @example a = sparse.new [[1.0]]
 *   b = sparse.new [[2.0, 0.0], [0.0, 3.0]]
 *   c = sparse.kronsum a b
 *   sparse.data c -> [3. 4.]
 */
gla_status gla_sparse_kronsum(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** Make a random sparse matrix with values uniform on [0, 1) at random positions.
 *
 * Positions are drawn without replacement, and all remaining positions are equally likely. The same generator yields the same
 * matrix on every device.
 *
 * @param shape    number of rows and columns
 * @param density  fraction of the elements that are stored. The number of stored elements is rounded to the nearest integer
 * @param dtype    float32 or float64; float64 if not given
 * @param rng      generator; default: a new generator with a seed from the operating system
 * @param device   device of the result; default: the current device
 * @return         Sparse
 * @throws ShapeError     if shape is not two nonnegative integers
 * @throws ArgumentError  if `density` is not between 0 and 1
 * @throws OverflowError  if the number of rows times the number of columns is more than 2**53
 * @throws DTypeError     if dtype is not float32 or float64
 * @needs  random.draw, random.integers, sorting.argsort, array.group, array.scan, array.map, array.reduce, array.gather,
 *         array.count_nonzero, array.select
 * @see    SciPy, sparse.random_array
 * @alias  generator rng
 * @example g = random.new_generator 42
 *   a = sparse.random_array [100, 100] density=0.05 rng=g
 *   sparse.nnz a -> 500
 */
gla_status gla_sparse_random_array(const gla_ints *shape, gla_sparse **matrix, double density GLA_DEFAULT(= 0.01),
                                   gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const gla_random_generator *rng GLA_DEFAULT(= NULL),
                                   const char *device GLA_DEFAULT(= NULL));

/** Return a copy of the sparse matrix with one diagonal replaced, like SciPy's method setdiag, which works in place.
 *
 * @param a       sparse matrix
 * @param values  scalar for the whole diagonal, or a vector. A vector that is shorter than the diagonal replaces only the first
 *                elements of the diagonal. The extra elements of a longer vector are ignored
 * @param k       index of the diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal
 *                below it
 * @return        Sparse; zeros among the values are stored
 * @throws ArgumentError  if the matrix has no such diagonal
 * @throws ShapeError     if `values` has more than one dimension
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @see    SciPy, sparse.csr_array.setdiag
 * @alias  offset k
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.with_diagonal a [5.0, 6.0]
 *   sparse.data b -> [5. 2. 6.]
 */
gla_status gla_sparse_with_diagonal(const gla_sparse *a, const gla_array *values, gla_sparse **matrix,
                                    int64_t k GLA_DEFAULT(= 0));

/** Return the sparse matrix without stored zeros.
 *
 * @param a  sparse matrix
 * @return   Sparse, a new matrix; a is not changed
 * @needs  array.map, array.count_nonzero, array.select, array.group, array.scan
 * @see    SciPy, sparse.csr_array.eliminate_zeros
 * @example a = sparse.csr [1.0, 0.0] [0, 1] [0, 2]
 *   b = sparse.eliminate_zeros a
 *   sparse.nnz b -> 1
 */
gla_status gla_sparse_eliminate_zeros(const gla_sparse *a, gla_sparse **matrix);

/** Return the lower triangle of a sparse matrix: the elements on and below a diagonal.
 *
 * @param a  sparse matrix
 * @param k  index of the diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @return   Sparse
 * @needs  array.map, array.count_nonzero, array.select, array.group, array.scan
 * @see    SciPy, sparse.tril
 * @example a = sparse.new [[1.0, 2.0], [3.0, 4.0]]
 *   b = sparse.tril a
 *   sparse.data b -> [1. 3. 4.]
 */
gla_status gla_sparse_tril(const gla_sparse *a, gla_sparse **matrix, int64_t k GLA_DEFAULT(= 0));

/** Return the upper triangle of a sparse matrix: the elements on and above a diagonal.
 *
 * @param a  sparse matrix
 * @param k  index of the diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @return   Sparse
 * @needs  array.map, array.count_nonzero, array.select, array.group, array.scan
 * @see    SciPy, sparse.triu
 * @example a = sparse.new [[1.0, 2.0], [3.0, 4.0]]
 *   b = sparse.triu a k=1
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_triu(const gla_sparse *a, gla_sparse **matrix, int64_t k GLA_DEFAULT(= 0));

/** Return the elements of a sparse matrix, read row by row, in another shape.
 *
 * @param a      sparse matrix
 * @param shape  number of rows and columns, one of which may be −1 to be inferred
 * @return       Sparse
 * @throws ShapeError     if shape is not two integers, or the number of elements would change
 * @throws OverflowError  if the number of rows times the number of columns is 2**63 or more
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.csr_array.reshape
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.reshape a [1, 4]
 *   sparse.indices b -> [0 1 3]
 */
gla_status gla_sparse_reshape(const gla_sparse *a, const gla_ints *shape, gla_sparse **matrix);

/** Return single elements of a sparse matrix: A[i, j] in Python, for integers and integer arrays.
 *
 * @param a    sparse matrix
 * @param row  row indices, integers; negative indices count from the end
 * @param col  column indices, integers, of a shape that broadcasts with row; negative indices count from the end
 * @return     array of the broadcast shape; 0 for elements that are not stored
 * @throws IndexError     if a row or column index is out of range
 * @throws DTypeError     if row or col is not an integer array
 * @throws OverflowError  if more than one element is requested, and the number of rows times the number of columns is 2**63 or
 *                        more
 * @needs  array.map, array.gather, array.scan, array.group, array.reduce, sorting.search
 * @see    SciPy, sparse.csr_array.__getitem__
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.elements a [0, 1, 1] [1, 0, 1] -> [2. 0. 3.]
 *   sparse.elements a -1 -1 -> 3.0
 */
gla_status gla_sparse_elements(const gla_sparse *a, const gla_array *row, const gla_array *col, gla_array **out);

GLA_END_DECLS

#endif
