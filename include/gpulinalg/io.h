/* io.h - tables of text and NumPy's files.  What is read is on the current device; numbers are read and written exactly, in
 * every locale.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_IO_H
#define GPULINALG_IO_H

#include "core.h"

GLA_BEGIN_DECLS

/** Read a table of text, CSV or columns with blanks between, into one array; loadtxt gives its columns by their names.
 *
 * Empty lines are skipped, and with comment="#" those that begin with #.  Fields may stand in double quotes, as in RFC 4180.
 * Missing values are empty fields, NA, N/A, #N/A, NaN, null, None and a single point.  A column without any number is one of
 * texts: its values are places in levels.  Among numbers a text is an error that names its row and column.  Numbers are
 * rounded correctly, those below 5e-324 to zero.
 *
 * @param path       name of the file, in UTF-8; what gzip has compressed is unpacked
 * @param delimiter  what stands between fields, one character, " " for any blanks; none: the comma, semicolon or tab that
 *                   the first line holds, else blanks
 * @param header     whether the first line holds the names of the columns; none: if it holds a field that is not a number
 * @param missing    what a missing number is: "raise" or none, an error that names the first one; "nan"; or "drop", which
 *                   leaves out every row with a missing number
 * @param decimal    the decimal point, "." or ","; none is "."
 * @param usecols    names of the columns to be read, in the order of the file, or numbers as "0", counted from 0, where no
 *                   column has that name; none: all
 * @param text       names, or numbers, of columns that are read as texts even where they hold numbers; none: no others
 * @param encoding   what the file is in: "utf-8" or none, "latin-1" (ISO 8859-1) or "windows-1252"
 * @param comment    one character, as "#": lines that begin with it are skipped; none: every line is a row
 * @return           values, float64 of shape (rows, columns), each column contiguous; names of the columns ("column1", …
 *                   without a header); kinds, "int64", "float64" or "text" for each column; levels, the texts
 * @throws ArgumentError  when the file cannot be read, is not in that encoding, holds no row, a value is missing, a number is
 *                        none, rows differ in length, names stand twice, or an option is none of those named
 * @throws OverflowError  when float64 cannot hold a number, or not exactly a whole number
 * @needs  array.copy
 * @example write_table "squares.csv" [[1, 2, 3], [1, 4, 9]] names=["x", "square"]
 *   values, names, kinds, levels = read_table "squares.csv"
 *   values
 *   -> [[1. 1.]
 *   ->  [2. 4.]
 *   ->  [3. 9.]]
 */
gla_status gla_read_table(const gla_path *path, gla_array **values, gla_strings **names, gla_strings **kinds,
                          gla_strings **levels, const char *delimiter GLA_DEFAULT(= NULL),
                          gla_maybe header GLA_DEFAULT(= GLA_NONE),
                          const char *missing GLA_CHOICE("raise", "nan", "drop") GLA_DEFAULT(= NULL),
                          const char *decimal GLA_CHOICE(".", ",") GLA_DEFAULT(= NULL),
                          const gla_strings *usecols GLA_DEFAULT(= NULL), const gla_strings *text GLA_DEFAULT(= NULL),
                          const char *encoding GLA_DEFAULT(= NULL), const char *comment GLA_DEFAULT(= NULL));

/** Write arrays as columns of a table of text.  Numbers have the fewest digits that read back as the same number.
 *
 * @param path       name of the file, which is replaced when all has been written; links are followed, pipes and devices
 *                   are written to
 * @param columns    list of arrays, of shape (n,) each, or (n, k) for k columns; real numbers or truth values
 * @param names      names of the columns, for a first line; none: no such line
 * @param delimiter  what is put between fields, one character; none is ","
 * @param kinds      what each column holds, as read_table reports it: the values of a "text" are places in levels; none:
 *                   numbers
 * @param levels     the texts of such columns; none: there are none
 * @return           nothing
 * @throws ShapeError     when the columns differ in length
 * @throws DTypeError     when a column is complex
 * @throws ArgumentError  when the file cannot be written, there is not a name or a kind for each column, a name or text is
 *                        not in UTF-8, or a place is not one of levels
 * @needs  array.copy
 * @example write_table "years.csv" [[2021, 2022], [5.7, 1.9]] names=["year", "growth"]
 *   values, names, kinds, levels = read_table "years.csv" usecols=["growth"]
 *   values
 *   -> [[5.7]
 *   ->  [1.9]]
 */
gla_status gla_write_table(const gla_path *path, const gla_arrays *columns, const gla_strings *names GLA_DEFAULT(= NULL),
                           const char *delimiter GLA_DEFAULT(= NULL), const gla_strings *kinds GLA_DEFAULT(= NULL),
                           const gla_strings *levels GLA_DEFAULT(= NULL));

/** Write an array to a file of NumPy's format .npy.
 *
 * @param path  name of the file, which is replaced when all has been written; links are followed, pipes and devices are
 *              written to
 * @param x     array of any type and device
 * @return      nothing
 * @throws ArgumentError  when the file cannot be written
 * @needs  array.copy
 * @see    NumPy, numpy.save; NEP 1
 * @example save "x.npy" [1.5, 2.5]
 *   load "x.npy"
 *   -> [1.5 2.5]
 */
gla_status gla_save(const gla_path *path, const gla_array *x);

/** Read an array from a file of NumPy's format .npy, of any order of bytes and axes.
 *
 * @param path  name of the file
 * @return      array with the type and shape of the file
 * @throws ArgumentError  when the file cannot be read or is not of that format
 * @throws DTypeError     when it holds a type that arrays do not have (objects, texts, dates)
 * @needs  array.copy
 * @see    NumPy, numpy.load; NEP 1
 * @example save "identity.npy" [[1, 0], [0, 1]]
 *   x = load "identity.npy"
 *   inv x
 *   -> [[1. 0.]
 *   ->  [0. 1.]]
 */
gla_status gla_load(const gla_path *path, gla_array **out);

GLA_END_DECLS

#endif
