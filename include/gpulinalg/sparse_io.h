/* sparse_io.h - sparse matrices: files in the formats of others.  What is read is on the current device; numbers are read and
 * written exactly, in every locale.
 *
 * @namespace sparse Sparse */
#ifndef GPULINALG_SPARSE_IO_H
#define GPULINALG_SPARSE_IO_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** Read a sparse matrix from a file of the Matrix Market, also one that gzip has compressed.
 *
 * Of a symmetric, skew-symmetric or Hermitian file both triangles are made.  A pattern has ones.  Of a file with all elements
 * (array) those are kept that are not zero.
 *
 * @param source  name of the file
 * @return        Sparse, float64 or complex128
 * @throws ArgumentError  if the file cannot be read or is not of that format; the message says where
 * @throws IndexError     if a row or a column is out of range
 * @throws OverflowError  if float64 cannot hold a number, or not exactly a whole number
 * @throws NotSupportedError  if the file is compressed, and gpulinalg was built without zlib
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    R. F. Boisvert et al., The Matrix Market exchange formats (1996); SciPy, io.mmread
 * @example a = sparse.eye 2
 *   sparse.mmwrite "a.mtx" a
 *   b = sparse.mmread "a.mtx"
 *   sparse.indices b -> [0 1]
 */
gla_status gla_sparse_mmread(const gla_path *source, gla_sparse **matrix);

/** Read an array from a file of the Matrix Market: right-hand sides, as a rule.
 *
 * @param source  name of the file, also of one with coordinates
 * @return        array of shape (m, n), float64 or complex128
 * @throws ArgumentError  if the file cannot be read or is not of that format; the message says where
 * @throws IndexError     if a row or a column is out of range
 * @throws OverflowError  if float64 cannot hold a number, or not exactly a whole number
 * @throws NotSupportedError  if the file is compressed, and gpulinalg was built without zlib
 * @needs  array.scatter, array.group, array.scan, array.reduce, array.map, array.gather, sorting.argsort
 * @see    SciPy, io.mmread
 * @example sparse.mmwrite_array "b.mtx" [[1.5], [2.0]]
 *   sparse.mmread_array "b.mtx"
 *   -> [[1.5]
 *   ->  [2. ]]
 */
gla_status gla_sparse_mmread_array(const gla_path *source, gla_array **out);

/** What a file of the Matrix Market says of its matrix.
 *
 * @param source  name of the file
 * @return        record of rows, cols, entries (how many the file has), format ("coordinate" or "array"), field ("real",
 *                "integer", "complex" or "pattern") and symmetry
 * @throws ArgumentError  if the file cannot be read or is not of that format
 * @see    SciPy, io.mminfo
 * @example a = sparse.eye 2
 *   sparse.mmwrite "a.mtx" a
 *   facts = sparse.mminfo "a.mtx"
 *   facts.entries -> 2
 */
gla_status gla_sparse_mminfo(const gla_path *source, gla_record **record);

/** Write a sparse matrix to a file of the Matrix Market, row by row.
 *
 * @param target     name of the file, which is replaced when all has been written
 * @param a          Sparse
 * @param comment    lines that are put behind the first one
 * @param field      what is written of each element: "real", "complex", "integer" or "pattern" (nothing); none: as the type is
 * @param precision  how many digits; none: the fewest that read back as the same number
 * @param symmetry   which half is written; none: what the matrix is
 * @return           nothing
 * @throws ArgumentError  if the file cannot be written, the matrix is not as symmetric as symmetry says, precision is not
 *                        from 1 to 17, or with field "integer" an element is not a whole number below 2**63
 * @throws DTypeError     if field is real or integer, and the matrix is complex
 * @needs  array.copy, array.gather, array.scan, array.group, array.map, array.reduce, sorting.argsort
 * @see    SciPy, io.mmwrite
 * @example a = sparse.eye 2 k=1
 *   sparse.mmwrite "a.mtx" a comment="one element"
 *   b = sparse.mmread "a.mtx"
 *   sparse.indices b -> [1]
 */
gla_status gla_sparse_mmwrite(const gla_path *target, const gla_sparse *a, const char *comment GLA_DEFAULT(= ""),
                              const char *field GLA_CHOICE("real", "complex", "integer", "pattern") GLA_DEFAULT(= NULL),
                              gla_axis precision GLA_DEFAULT(= GLA_NONE),
                              const char *symmetry GLA_CHOICE("general", "symmetric", "skew-symmetric", "hermitian")
                                  GLA_DEFAULT(= NULL));

/** Write an array to a file of the Matrix Market, all its elements, column by column.
 *
 * @param target     name of the file, which is replaced when all has been written
 * @param x          array of shape (m, n) or (m,), which is a column
 * @param comment    lines that are put behind the first one
 * @param precision  how many digits; none: the fewest that read back as the same number
 * @return           nothing
 * @throws ArgumentError  if the file cannot be written, or precision is not from 1 to 17
 * @throws ShapeError     if x has other dimensions
 * @needs  array.copy
 * @see    SciPy, io.mmwrite
 * @example sparse.mmwrite_array "b.mtx" [1.5, 2.0]
 *   sparse.mmread_array "b.mtx"
 *   -> [[1.5]
 *   ->  [2. ]]
 */
gla_status gla_sparse_mmwrite_array(const gla_path *target, const gla_array *x, const char *comment GLA_DEFAULT(= ""),
                                    gla_axis precision GLA_DEFAULT(= GLA_NONE));

/** Write a sparse matrix to a file .npz, as save_npz of SciPy does, not compressed.
 *
 * @param file    name of the file, which is replaced when all has been written
 * @param matrix  Sparse
 * @return        nothing
 * @throws ArgumentError  if the file cannot be written
 * @throws NotSupportedError  if gpulinalg was built without libzip
 * @needs  array.copy
 * @see    SciPy, sparse.save_npz
 * @example a = sparse.eye 2
 *   sparse.save_npz "a.npz" a
 *   b = sparse.load_npz "a.npz"
 *   sparse.nnz b -> 2
 */
gla_status gla_sparse_save_npz(const gla_path *file, const gla_sparse *matrix);

/** Read a sparse matrix from a file .npz that save_npz of SciPy, or ours, has written, of any of SciPy's formats.
 *
 * @param file  name of the file
 * @return      Sparse
 * @throws ArgumentError  if the file cannot be read or is not one of a sparse matrix
 * @throws IndexError     if a row or a column is out of range
 * @throws ShapeError     if its arrays do not fit together
 * @throws DTypeError     if it holds types that sparse matrices do not have
 * @throws NotSupportedError  if gpulinalg was built without libzip
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    SciPy, sparse.load_npz
 * @example a = sparse.eye 2
 *   sparse.save_npz "a.npz" a
 *   b = sparse.load_npz "a.npz"
 *   sparse.data b -> [1. 1.]
 */
gla_status gla_sparse_load_npz(const gla_path *file, gla_sparse **matrix);

GLA_END_DECLS

#endif
