/* sparse_formats.h - sparse matrices: of blocks and diagonals as SciPy stores them, and those arrays of a matrix.
 *
 * @namespace sparse Sparse
 *
 * A Sparse is kept by rows or by columns whatever it is made of: these are for arrays that other programs give or want. */
#ifndef GPULINALG_SPARSE_FORMATS_H
#define GPULINALG_SPARSE_FORMATS_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** A sparse matrix of blocks of one size: those of block row i are the blocks from indptr[i] up to indptr[i + 1].
 *
 * Blocks of a row may stand in any order; what stands at one place is added up. Zeros inside of blocks are kept.
 *
 * @param data     blocks, shape (k, r, c)
 * @param indices  the columns of blocks in which they stand
 * @param indptr   where each row of blocks begins, and where the last one ends
 * @param shape    rows and columns of the matrix; none: as many as there must be
 * @return         Sparse
 * @throws IndexError     if a column of blocks is out of range
 * @throws ArgumentError  if indptr does not begin with 0, falls, or does not end with the number of blocks
 * @throws ShapeError     if the parts have other dimensions, or do not fit together or the shape, or blocks are empty
 * @throws DTypeError     if indices or indptr are not integers
 * @throws OverflowError  if it would be longer than 2**63
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.bsr_array
 * @example a = sparse.bsr [[[1.0, 2.0], [3.0, 4.0]]] [1] [0, 1] shape=[2, 4]
 *   sparse.indices a -> [2 3 2 3]
 */
gla_status gla_sparse_bsr(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** A sparse matrix of stored diagonals: data[k, j] stands in column j, on the diagonal offsets[k].
 *
 * What would stand outside of the matrix is padding, as are zeros. `diags` takes a vector for each diagonal instead.
 *
 * @param data     a row for each diagonal
 * @param offsets  which diagonals they are: 0 is the main one, above it they are positive
 * @param shape    rows and columns; none: square, as many as data has columns
 * @return         Sparse
 * @throws ArgumentError  if an offset stands twice
 * @throws ShapeError     if data has not two dimensions, offsets has not one, or there is not one for each diagonal
 * @throws IndexError     if an offset does not fit into int64
 * @throws DTypeError     if offsets are not integers
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.dia_array
 * @example a = sparse.dia [[1.0, 2.0, 3.0], [0.0, 4.0, 5.0]] [0, 1]
 *   sparse.data a -> [1. 4. 2. 5. 3.]
 */
gla_status gla_sparse_dia(const gla_array *data, const gla_array *offsets, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** The matrix as blocks of one size, with zeros where it keeps nothing.
 *
 * Blocks in which it keeps something are there, row by row, in the order of their columns.
 *
 * @param a          Sparse
 * @param blocksize  rows and columns of a block
 * @return           data, shape (k, r, c); indices, the columns of blocks; indptr, where each row of blocks begins, and where
 *                   the last one ends
 * @throws ArgumentError  if blocksize is not two numbers from 1 on
 * @throws ShapeError     if the matrix cannot be cut into such blocks
 * @throws OverflowError  if there are 2**63 places of blocks or more
 * @needs  array.map, array.gather, array.scan, array.scatter, array.group, sorting.argsort, sorting.count_runs,
 *         sorting.write_runs
 * @see    SciPy, sparse.csr_array.tobsr
 * @example a = sparse.new [[0.0, 0.0, 1.0, 2.0], [0.0, 0.0, 3.0, 0.0]]
 *   data, indices, indptr = sparse.tobsr a [2, 2]
 *   data
 *   -> [[[1. 2.]
 *   ->   [3. 0.]]]
 *   indices -> [1]
 */
gla_status gla_sparse_tobsr(const gla_sparse *a, const gla_ints *blocksize, gla_array **data, gla_array **indices,
                            gla_array **indptr);

/** The matrix as diagonals, with zeros where it keeps nothing: data[k, j] stands in column j, on the diagonal offsets[k].
 *
 * @param a  Sparse
 * @return   data, a row of n elements for each diagonal on which something is kept; offsets, int64, rising
 * @needs  array.map, array.gather, array.scan, array.scatter, array.group, sorting.argsort, sorting.count_runs,
 *         sorting.write_runs
 * @see    SciPy, sparse.csr_array.todia
 * @example a = sparse.new [[1.0, 4.0], [0.0, 2.0]]
 *   data, offsets = sparse.todia a
 *   data
 *   -> [[1. 2.]
 *   ->  [0. 4.]]
 *   offsets -> [0 1]
 */
gla_status gla_sparse_todia(const gla_sparse *a, gla_array **data, gla_array **offsets);

GLA_END_DECLS

#endif
