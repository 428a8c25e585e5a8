/* sparse_formats.h - sparse matrices: conversion from and to SciPy's block (BSR) and diagonal (DIA) formats.
 *
 * @namespace sparse Sparse
 *
 * A Sparse matrix itself is always stored by row or by column.  These functions exchange arrays with other programs. */
#ifndef GPULINALG_SPARSE_FORMATS_H
#define GPULINALG_SPARSE_FORMATS_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** Make a sparse matrix from block compressed sparse row (BSR) arrays, with dense blocks of one size.
 *
 * The blocks of block row i are at positions indptr[i] up to, but excluding, indptr[i + 1]. Blocks may be in any order within a
 * block row. Duplicate entries are added. Zeros inside blocks are stored too.
 *
 * @param data     blocks, shape (k, r, c)
 * @param indices  block column of each block, shape (k,), integers
 * @param indptr   start of each block row in data, followed by k; integers
 * @param shape    number of rows and columns of the matrix; default: (len(indptr) − 1)·r rows and (max(indices) + 1)·c columns
 * @return         Sparse
 * @throws IndexError     if a block column is out of range
 * @throws ArgumentError  if indptr does not begin with 0, decreases, or does not end with the number of blocks
 * @throws ShapeError     if `data` is not 3-d, indices or indptr is not 1-d, `data` and `indices` differ in length, the lengths
 *                        do not agree with shape, or blocks are empty
 * @throws DTypeError     if indices or indptr is not an integer array
 * @throws OverflowError  if a dimension of the result would exceed the int64 range
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.bsr_array
 * @example a = sparse.bsr [[[1.0, 2.0], [3.0, 4.0]]] [1] [0, 1] shape=[2, 4]
 *   sparse.indices a -> [2 3 2 3]
 */
gla_status gla_sparse_bsr(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** Make a sparse matrix from stored diagonals (DIA): data[k, j] is the element in column j of diagonal offsets[k].
 *
 * Elements of data that are outside the matrix are padding and are ignored, as are zeros. Use `diags` to pass one vector for
 * each diagonal instead.
 *
 * @param data     one row for each diagonal
 * @param offsets  index of each diagonal, integers: 0 for the main diagonal, positive for a diagonal above it, negative for a
 *                 diagonal below it
 * @param shape    number of rows and columns; default: square, with the number of columns of data
 * @return         Sparse
 * @throws ArgumentError  if an offset occurs twice
 * @throws ShapeError     if `data` is not 2-d, offsets is not 1-d, or the number of offsets differs from the number of rows of
 *                        data
 * @throws IndexError     if an offset is outside the int64 range
 * @throws DTypeError     if offsets are not integers
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.dia_array
 * @example a = sparse.dia [[1.0, 2.0, 3.0], [0.0, 4.0, 5.0]] [0, 1]
 *   sparse.data a -> [1. 4. 2. 5. 3.]
 */
gla_status gla_sparse_dia(const gla_array *data, const gla_array *offsets, gla_sparse **matrix,
                          const gla_ints *shape GLA_DEFAULT(= NULL));

/** Convert the sparse matrix to block compressed sparse row (BSR) arrays.
 *
 * The result contains the blocks with at least one stored element, sorted by block row and then by block column. Elements of
 * these blocks that are not stored become zeros.
 *
 * @param a          sparse matrix
 * @param blocksize  number of rows and columns of a block
 * @return           data: blocks, shape (k, r, c); indices: block column of each block; indptr: start of each block row,
 *                   followed by k
 * @throws ArgumentError  if blocksize is not two positive integers
 * @throws ShapeError     if the shape of the matrix is not a multiple of blocksize
 * @throws OverflowError  if the number of possible block positions is 2**63 or more
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

/** Convert the sparse matrix to stored diagonals (DIA): data[k, j] is the element in column j of diagonal offsets[k].
 *
 * Elements that are not stored become zeros.
 *
 * @param a  sparse matrix
 * @return   data: one row of n elements for each diagonal with a stored element; offsets: index of each diagonal, int64,
 *           ascending
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
