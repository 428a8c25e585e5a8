/* io.h - text tables (CSV) and NumPy files.  Data is read to the current device. Numbers are read and written exactly, whatever
 * the locale.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_IO_H
#define GPULINALG_IO_H

#include "core.h"

GLA_BEGIN_DECLS

/** Read a text table, such as a CSV file or columns separated by blanks, into one array.  loadtxt returns the columns by
 * name.
 *
 * Titles above the column names are recognised and skipped: lines with fewer fields than the table, or with hardly any field
 * filled. Lines may end with a delimiter. A first line "sep=;" sets the delimiter. In the layout of R the first line has no
 * name for the column of row names. Columns without a name are called "column1", "column2" and so on; a nameless column without
 * any value is left out. Fields may be enclosed in double quotes, as in RFC 4180. Empty lines are skipped, and so are trailing
 * rows that consist of delimiters only.
 *
 * The following fields are missing values: empty fields, NA, N/A, n/a, #N/A, NaN, null, None, \N, dots (".", "..", "..."), the
 * codes of Stata and SAS (.a to .z, ._), Eurostat's colon with or without flags (": c"), and spreadsheet errors (#DIV/0!). A
 * column that contains only TRUE and FALSE, True and False, or true and false has kind "bool". A column without any number has
 * kind "text". Its values are positions in levels, or -1 for a missing string (loadtxt returns `none` for it). "NA" in
 * quotes is a string. If a string occurs among numbers, the error names the first one and the option that reads it. Numbers are
 * rounded correctly, and magnitudes below 5e-324 to zero. The minus sign may be U+2212.
 *
 * In messages, row 1 is the first row below the names and units. Line numbers are those of the file and start at 1; the line of
 * a row is the one in which the row begins.
 *
 * @param path            name of the file, in UTF-8; gzip-compressed files are unpacked
 * @param delimiter       character between fields; " " stands for any number of blanks; default: the comma, semicolon or tab
 *                        found in the first lines, else blanks
 * @param header          true if the first line contains the column names; default: true if the first line contains a field
 *                        that is not a number
 * @param missing         treatment of a missing number: "raise": an error that names the first one (default); "nan": NaN;
 *                        "drop": leave out rows that lack a number in a column that is read. Columns without any number, such
 *                        as strings, count only if usecols or text names them
 * @param decimal         decimal point, "." or ","; default: "."
 * @param usecols         names of the columns to read. They are returned in the order of the file. Numbers such as "0" count
 *                        from 0 if no column has that name; default: all columns
 * @param text            names or numbers of columns to read as strings even if they contain numbers; default: no others
 * @param encoding        encoding of the file: "utf-8" (default), "latin-1" (ISO 8859-1), "windows-1252", "utf-16", "utf-16-le"
 *                        or "utf-16-be"; UTF-16 with a byte order mark is recognised automatically
 * @param comment         character such as "#"; lines that begin with it are skipped; default: every line is a row
 * @param thousands       separator between groups of three digits: with "," the field 1,234 is read as 1234; " " also matches
 *                        the non-breaking and narrow blanks of Unicode
 * @param missing_values  additional strings that are missing values. A number matches every spelling of that number: "-999"
 *                        matches -999.00
 * @param flags           letters or signs that may follow a number or a missing value and are ignored: with "bep", 2.5 p is
 *                        read as 2.5. Eurostat uses "bcdefnprsuz"
 * @param currency        currency sign or name before or after numbers, such as "$"; ($5) is then read as -5
 * @param percent         how 5% is read: "fraction": as 0.05; "points": as 5; default: as a string
 * @param true_values     additional strings that are true, such as "yes"
 * @param false_values    additional strings that are false
 * @param skiprows        number of lines above the column names to skip; default: the lines recognised as titles
 * @param units           number of rows below the names that contain units or labels and are skipped
 * @param skipfooter      number of rows at the end to skip, such as notes and sources
 * @param content         the table itself, as the bytes of a file. No file is then read; path is only the name used in messages
 * @return                values, float64 of shape (rows, columns), each column contiguous; names of the columns ("column1", …
 *                        without a header); kinds, "int64", "float64", "bool" or "text" for each column; levels, the distinct
 *                        strings
 * @throws ArgumentError  if the file cannot be read, has another encoding, or contains no row; if a value is missing or a field
 *                        is not a number; if rows differ in length or a name occurs twice; or if an option has an invalid value
 * @throws OverflowError  if a number exceeds the range of float64, or an integer cannot be represented exactly in float64
 * @warns TableWarning    if missing="drop" leaves out rows; if a column is text although most of its fields are truth values,
 *                        or all are numbers in a form such as 1,234 or $5; if whole lines are read as one field; or if integers
 *                        such as 00123 lose their leading zeros
 * @needs  array.copy
 * @example write_table "squares.csv" [[1, 2, 3], [1, 4, 9]] names=["x", "square"]
 *   values, names, kinds, levels = read_table "squares.csv"
 *   values
 *   -> [[1. 1.]
 *   ->  [2. 4.]
 *   ->  [3. 9.]]
 */
gla_status gla_read_table(
    const gla_path *path, gla_array **values, gla_strings **names, gla_strings **kinds, gla_strings **levels,
    const char *delimiter GLA_DEFAULT(= NULL), gla_maybe header GLA_DEFAULT(= GLA_NONE),
    const char *missing GLA_CHOICE("raise", "nan", "drop") GLA_DEFAULT(= NULL),
    const char *decimal GLA_CHOICE(".", ",") GLA_DEFAULT(= NULL), const gla_strings *usecols GLA_DEFAULT(= NULL),
    const gla_strings *text GLA_DEFAULT(= NULL), const char *encoding GLA_DEFAULT(= NULL),
    const char *comment GLA_DEFAULT(= NULL), const char *thousands GLA_CHOICE(",", ".", " ", "'", "_") GLA_DEFAULT(= NULL),
    const gla_strings *missing_values GLA_DEFAULT(= NULL), const char *flags GLA_DEFAULT(= NULL),
    const char *currency GLA_DEFAULT(= NULL), const char *percent GLA_CHOICE("fraction", "points") GLA_DEFAULT(= NULL),
    const gla_strings *true_values GLA_DEFAULT(= NULL), const gla_strings *false_values GLA_DEFAULT(= NULL),
    gla_axis skiprows GLA_DEFAULT(= GLA_NONE), int64_t units GLA_DEFAULT(= 0), int64_t skipfooter GLA_DEFAULT(= 0),
    const gla_bytes *content GLA_DEFAULT(= NULL));

/** Write arrays as the columns of a text table, such as a CSV file.  Numbers are written with the fewest digits that read back
 * as the same number.
 *
 * @param path       name of the file. The file is replaced once everything has been written. Symbolic links are followed; pipes
 *                   and devices are written to directly
 * @param columns    list of arrays, each of shape (n,), or (n, k) for k columns; real numbers or truth values
 * @param names      column names, written as the first line; default: no such line
 * @param delimiter  character written between fields; default: ","
 * @param kinds      kind of each column, as returned by `read_table`: the values of a "text" column are positions in levels,
 *                   and those of a "bool" column are written as TRUE and FALSE; default: all columns are numbers
 * @param levels     strings of the "text" columns; default: no strings
 * @return           nothing
 * @throws ShapeError     if the columns differ in length
 * @throws DTypeError     if a column is complex
 * @throws ArgumentError  if the file cannot be written, the number of names or kinds differs from the number of columns, a name
 *                        or string is not valid UTF-8, or a position is outside levels
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

/** Format arrays as the columns of a text table in a string, as `write_table` writes them to a file.
 *
 * @param columns    list of arrays, each of shape (n,), or (n, k) for k columns; real numbers or truth values
 * @param names      column names, written as the first line; default: no such line
 * @param delimiter  character written between fields; default: ","
 * @param kinds      kind of each column, as in `write_table`
 * @param levels     strings of the "text" columns; default: no strings
 * @return           the table, as a string
 * @throws ShapeError     if the columns differ in length
 * @throws DTypeError     if a column is complex
 * @throws ArgumentError  if names, kinds, levels or delimiter is invalid, as in `write_table`
 * @needs  array.copy
 * @example format_table [[2021, 2022], [5.7, 1.9]] names=["year", "growth"] delimiter=";"
 *   -> year;growth
 *   -> 2021;5.7
 *   -> 2022;1.9
 *   ->
 */
gla_status gla_format_table(const gla_arrays *columns, char **table, const gla_strings *names GLA_DEFAULT(= NULL),
                            const char *delimiter GLA_DEFAULT(= NULL), const gla_strings *kinds GLA_DEFAULT(= NULL),
                            const gla_strings *levels GLA_DEFAULT(= NULL));

/** Save an array to a file in NumPy's .npy format.
 *
 * @param path  name of the file. The file is replaced once everything has been written. Symbolic links are followed; pipes and
 *              devices are written to directly
 * @param x     array of any dtype and device
 * @return      nothing
 * @throws ArgumentError  if the file cannot be written
 * @needs  array.copy
 * @see    NumPy, numpy.save; NEP 1
 * @example save "x.npy" [1.5, 2.5]
 *   load "x.npy"
 *   -> [1.5 2.5]
 */
gla_status gla_save(const gla_path *path, const gla_array *x);

/** Load an array from a file in NumPy's .npy format, in any byte order and axis order.
 *
 * @param path  name of the file
 * @return      array with the dtype and shape of the file
 * @throws ArgumentError  if the file cannot be read, or is not in .npy format
 * @throws DTypeError     if the file has a dtype that arrays cannot have (objects, strings, dates)
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
