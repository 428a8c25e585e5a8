/* sparse_structure.h - sparse matrices: of blocks, of random places, and parts of them.
 *
 * @namespace sparse Sparse */
#ifndef GPULINALG_SPARSE_STRUCTURE_H
#define GPULINALG_SPARSE_STRUCTURE_H

#include "random.h"
#include "sparse_arithmetic.h"

GLA_BEGIN_DECLS

/** A matrix of blocks.
 *
 * @param blocks  list of rows, lists of Sparse each; none where a block has no elements; arrays become sparse matrices
 * @param format  "csr" or "csc"; none: "csr"
 * @param dtype   float32, float64, complex64 or complex128; none: one that holds all blocks
 * @return        Sparse
 * @throws ShapeError     if the blocks of a row differ in height, or those of a column in width
 * @throws ArgumentError  if rows have different numbers of blocks, or a row or column holds none only
 * @throws OverflowError  if it would be longer than 2**63
 * @throws DTypeError     if dtype is another type, or a real one for complex blocks
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

/** A matrix with others on its diagonal.
 *
 * @param mats    Sparse, any number of them, written out or in a list
 * @param format  "csr" or "csc"; none: "csr"
 * @param dtype   float32, float64, complex64 or complex128; none: one that holds all
 * @return        Sparse
 * @throws ArgumentError  if there is no matrix, or none among them
 * @throws OverflowError  if it would be longer than 2**63
 * @throws DTypeError     if dtype is another type, or a real one for complex matrices
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

/** Matrices one above the other.
 *
 * @param blocks  Sparse, any number of them, written out or in a list
 * @param format  "csr" or "csc"; none: "csr"
 * @param dtype   float32, float64, complex64 or complex128; none: one that holds all
 * @return        Sparse
 * @throws ShapeError     if they differ in width
 * @throws ArgumentError  if there is no matrix
 * @throws OverflowError  if it would be longer than 2**63
 * @throws DTypeError     if dtype is another type, or a real one for complex matrices
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.vstack
 * @example a = sparse.eye 2
 *   b = sparse.vstack a a format="csc"
 *   sparse.indices b -> [0 2 1 3]
 */
gla_status gla_sparse_vstack(const gla_sparses *blocks GLA_SPREAD, gla_sparse **matrix,
                             const char *format GLA_CHOICE("csr", "csc") GLA_OPTION(= NULL),
                             gla_dtype dtype GLA_OPTION(= GLA_NONE));

/** Matrices side by side.
 *
 * @param blocks  Sparse, any number of them, written out or in a list
 * @param format  "csr" or "csc"; none: "csr"
 * @param dtype   float32, float64, complex64 or complex128; none: one that holds all
 * @return        Sparse
 * @throws ShapeError     if they differ in height
 * @throws ArgumentError  if there is no matrix
 * @throws OverflowError  if it would be longer than 2**63
 * @throws DTypeError     if dtype is another type, or a real one for complex matrices
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.hstack
 * @example a = sparse.eye 2
 *   b = sparse.hstack a a
 *   sparse.indices b -> [0 2 1 3]
 */
gla_status gla_sparse_hstack(const gla_sparses *blocks GLA_SPREAD, gla_sparse **matrix,
                             const char *format GLA_CHOICE("csr", "csc") GLA_OPTION(= NULL),
                             gla_dtype dtype GLA_OPTION(= GLA_NONE));

/** The Kronecker sum of two square matrices: kron(I, a) + kron(b, I).
 *
 * @param a  Sparse, square
 * @param b  Sparse, square
 * @return   Sparse
 * @throws ShapeError     if one is not square
 * @throws OverflowError  if it would be longer than 2**63
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @see    SciPy, sparse.kronsum
 * @example a = sparse.new [[1.0]]
 *   b = sparse.new [[2.0, 0.0], [0.0, 3.0]]
 *   c = sparse.kronsum a b
 *   sparse.data c -> [3. 4.]
 */
gla_status gla_sparse_kronsum(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix);

/** A matrix with uniform numbers of [0, 1) at random places.
 *
 * Places are drawn one after the other, all that are left equally likely, so that the same generator gives the same matrix on
 * every device.
 *
 * @param shape    rows and columns
 * @param density  the part of all places that has a value; how many these are is rounded to the nearest number
 * @param dtype    float32 or float64; none means float64
 * @param rng      Generator; none: one with a seed from the system
 * @param device   where it is made; none: the current one
 * @return         Sparse
 * @throws ShapeError     if shape is not two numbers from 0 on
 * @throws ArgumentError  if density is not between 0 and 1
 * @throws OverflowError  if there are more than 2**53 places
 * @throws DTypeError     if dtype is another type
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

/** The matrix with other values on a diagonal: what setdiag of SciPy does in place.
 *
 * @param a       Sparse
 * @param values  a number for all places of the diagonal, or a vector: a shorter one for the first places, of a longer one the
 *                first values
 * @param k       which diagonal: 0 is the main one, above it they are positive
 * @return        Sparse, which keeps zeros that are given
 * @throws ArgumentError  if the matrix has no such diagonal
 * @throws ShapeError     if values has more than one dimension
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort, array.range
 * @see    SciPy, sparse.csr_array.setdiag
 * @alias  offset k
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.with_diagonal a [5.0, 6.0]
 *   sparse.data b -> [5. 2. 6.]
 */
gla_status gla_sparse_with_diagonal(const gla_sparse *a, const gla_array *values, gla_sparse **matrix,
                                    int64_t k GLA_DEFAULT(= 0));

/** The matrix without the zeros that it keeps.
 *
 * @param a  Sparse
 * @return   Sparse, another one: an object is never changed
 * @needs  array.map, array.count_nonzero, array.select, array.group, array.scan
 * @see    SciPy, sparse.csr_array.eliminate_zeros
 * @example a = sparse.csr [1.0, 0.0] [0, 1] [0, 2]
 *   b = sparse.eliminate_zeros a
 *   sparse.nnz b -> 1
 */
gla_status gla_sparse_eliminate_zeros(const gla_sparse *a, gla_sparse **matrix);

/** What stands on a diagonal and below it.
 *
 * @param a  Sparse
 * @param k  the diagonal: 0 is the main one, above it they are positive
 * @return   Sparse
 * @needs  array.map, array.count_nonzero, array.select, array.group, array.scan
 * @see    SciPy, sparse.tril
 * @example a = sparse.new [[1.0, 2.0], [3.0, 4.0]]
 *   b = sparse.tril a
 *   sparse.data b -> [1. 3. 4.]
 */
gla_status gla_sparse_tril(const gla_sparse *a, gla_sparse **matrix, int64_t k GLA_DEFAULT(= 0));

/** What stands on a diagonal and above it.
 *
 * @param a  Sparse
 * @param k  the diagonal: 0 is the main one, above it they are positive
 * @return   Sparse
 * @needs  array.map, array.count_nonzero, array.select, array.group, array.scan
 * @see    SciPy, sparse.triu
 * @example a = sparse.new [[1.0, 2.0], [3.0, 4.0]]
 *   b = sparse.triu a k=1
 *   sparse.data b -> [2.]
 */
gla_status gla_sparse_triu(const gla_sparse *a, gla_sparse **matrix, int64_t k GLA_DEFAULT(= 0));

/** The same elements, read row by row, in another shape.
 *
 * @param a      Sparse
 * @param shape  rows and columns; one of them may be -1, which is computed
 * @return       Sparse
 * @throws ShapeError     if shape is not two numbers, or has not as many places as the matrix
 * @throws OverflowError  if the matrix has 2**63 places or more
 * @needs  array.group, array.scan, array.map, array.reduce, array.gather, sorting.argsort
 * @see    SciPy, sparse.csr_array.reshape
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   b = sparse.reshape a [1, 4]
 *   sparse.indices b -> [0 1 3]
 */
gla_status gla_sparse_reshape(const gla_sparse *a, const gla_ints *shape, gla_sparse **matrix);

/** Single elements: A[i, j] in Python, for integers and for arrays of them.
 *
 * @param a    Sparse
 * @param row  integers; negative ones count from the end
 * @param col  integers; of a shape that broadcasts with that of row
 * @return     array of that shape, 0 where the matrix keeps nothing
 * @throws IndexError     if a row or a column is out of range
 * @throws DTypeError     if row or col are not integers
 * @throws OverflowError  if several are asked for and the matrix has 2**63 places or more
 * @needs  array.map, array.gather, array.scan, array.group, array.reduce, sorting.search
 * @see    SciPy, sparse.csr_array.__getitem__
 * @example a = sparse.new [[1.0, 2.0], [0.0, 3.0]]
 *   sparse.elements a [0, 1, 1] [1, 0, 1] -> [2. 0. 3.]
 *   sparse.elements a -1 -1 -> 3.0
 */
gla_status gla_sparse_elements(const gla_sparse *a, const gla_array *row, const gla_array *col, gla_array **out);

GLA_END_DECLS

#endif
