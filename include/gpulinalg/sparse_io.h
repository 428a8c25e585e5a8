/* sparse_io.h - sparse matrices: Matrix Market and SciPy .npz files.
 *
 * @namespace sparse Sparse
 *
 * Matrices are read to the current device. Values are read and written exactly, in every locale. */
#ifndef GPULINALG_SPARSE_IO_H
#define GPULINALG_SPARSE_IO_H

#include "sparse.h"

GLA_BEGIN_DECLS

/** Read a sparse matrix from a Matrix Market file, which may be compressed by gzip.
 *
 * For a symmetric, skew-symmetric or Hermitian file the result contains both triangles. The entries of a pattern file are read
 * as ones. If the file is in the dense format "array", only the nonzero elements are stored.
 *
 * @param source  name of the file
 * @return        Sparse, float64 or complex128
 * @throws ArgumentError      if the file cannot be read, or is not in Matrix Market format. If a line is invalid, the message
 *                            gives its number
 * @throws IndexError         if a row or column index is out of range
 * @throws OverflowError      if a value overflows float64, or an integer is not exact in float64
 * @throws NotSupportedError  if the file is compressed and the library was built without zlib
 * @needs  array.group, array.scan, array.reduce, array.map, array.gather, array.count_nonzero, array.select,
 *         sorting.argsort
 * @see    R. F. Boisvert et al., The Matrix Market exchange formats (1996); SciPy, io.mmread
 * @example a = sparse.eye 2
 *   sparse.mmwrite "a.mtx" a
 *   b = sparse.mmread "a.mtx"
 *   sparse.indices b -> [0 1]
 */
gla_status gla_sparse_mmread(const gla_path *source, gla_sparse **matrix);

/** Read a dense array, such as right-hand sides, from a Matrix Market file.
 *
 * @param source  name of the file, which may have the format "array" or "coordinate"
 * @return        array of shape (m, n), float64 or complex128
 * @throws ArgumentError      if the file cannot be read, or is not in Matrix Market format. If a line is invalid, the message
 *                            gives its number
 * @throws IndexError         if a row or column index is out of range
 * @throws OverflowError      if a value overflows float64, or an integer is not exact in float64
 * @throws NotSupportedError  if the file is compressed and the library was built without zlib
 * @needs  array.scatter, array.group, array.scan, array.reduce, array.map, array.gather, sorting.argsort
 * @see    SciPy, io.mmread
 * @example sparse.mmwrite_array "b.mtx" [[1.5], [2.0]]
 *   sparse.mmread_array "b.mtx"
 *   -> [[1.5]
 *   ->  [2. ]]
 */
gla_status gla_sparse_mmread_array(const gla_path *source, gla_array **out);

/** Read the size and type of the matrix in a Matrix Market file, without its elements.
 *
 * @param source  name of the file
 * @return        record with the fields rows, cols, entries (number of entries in the file), format ("coordinate" or "array"),
 *                field ("real", "integer", "complex" or "pattern") and symmetry
 * @throws ArgumentError  if the file cannot be read, or is not in Matrix Market format
 * @see    SciPy, io.mminfo
 * @example a = sparse.eye 2
 *   sparse.mmwrite "a.mtx" a
 *   facts = sparse.mminfo "a.mtx"
 *   facts.entries -> 2
 */
gla_status gla_sparse_mminfo(const gla_path *source, gla_record **record);

/** Write a sparse matrix to a Matrix Market file, row by row.
 *
 * @param target     name of the file; an existing file is replaced only after everything has been written
 * @param a          sparse matrix
 * @param comment    comment lines, written after the first line
 * @param field      form of each element: "real", "complex", "integer", or "pattern" to write positions without values; by
 *                   default the dtype determines the form
 * @param precision  number of significant digits, from 1 to 17; by default the fewest digits that read back as the same value
 * @param symmetry   "general" to write all elements, or the symmetry of the matrix to write one triangle only; by default the
 *                   symmetry is detected
 * @return           nothing
 * @throws ArgumentError  if the file cannot be written, the matrix does not have the given symmetry, precision is not from 1 to
 *                        17, or with field "integer" an element is not an integer below 2**63
 * @throws DTypeError     if `field` is "real" or "integer" and the matrix is complex
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

/** Write a dense array to a Matrix Market file, column by column.
 *
 * @param target     name of the file; an existing file is replaced only after everything has been written
 * @param x          array of shape (m, n), or a vector of shape (m,), which is written as a column
 * @param comment    comment lines, written after the first line
 * @param precision  number of significant digits, from 1 to 17; by default the fewest digits that read back as the same value
 * @return           nothing
 * @throws ArgumentError  if the file cannot be written, or `precision` is not from 1 to 17
 * @throws ShapeError     if x is neither 1-d nor 2-d
 * @needs  array.copy
 * @see    SciPy, io.mmwrite
 * @example sparse.mmwrite_array "b.mtx" [1.5, 2.0]
 *   sparse.mmread_array "b.mtx"
 *   -> [[1.5]
 *   ->  [2. ]]
 */
gla_status gla_sparse_mmwrite_array(const gla_path *target, const gla_array *x, const char *comment GLA_DEFAULT(= ""),
                                    gla_axis precision GLA_DEFAULT(= GLA_NONE));

/** Write a sparse matrix to an uncompressed .npz file that SciPy's `load_npz` can read.
 *
 * @param file    name of the file; an existing file is replaced only after everything has been written
 * @param matrix  sparse matrix
 * @return        nothing
 * @throws ArgumentError      if the file cannot be written
 * @throws NotSupportedError  if the library was built without libzip
 * @needs  array.copy
 * @see    SciPy, sparse.save_npz
 * @example a = sparse.eye 2
 *   sparse.save_npz "a.npz" a
 *   b = sparse.load_npz "a.npz"
 *   sparse.nnz b -> 2
 */
gla_status gla_sparse_save_npz(const gla_path *file, const gla_sparse *matrix);

/** Read a sparse matrix from an .npz file written by `save_npz` of this library or of SciPy, in any of SciPy's formats.
 *
 * @param file  name of the file
 * @return      Sparse
 * @throws ArgumentError      if the file cannot be read, or does not contain a sparse matrix
 * @throws IndexError         if a row or column index is out of range
 * @throws ShapeError         if the arrays in the file are inconsistent
 * @throws DTypeError         if the file contains a dtype that sparse matrices do not support
 * @throws NotSupportedError  if the library was built without libzip
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
