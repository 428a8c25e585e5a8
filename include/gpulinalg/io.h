/* io.h - text tables (CSV) and NumPy files. Data is read to the current device. Numbers are read and written exactly, in every
 * locale.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_IO_H
#define GPULINALG_IO_H

#include "core.h"

GLA_BEGIN_DECLS

/** Read a text table, such as a CSV file or columns separated by blanks, into one array. The function loadtxt returns the
 * columns by name instead.
 *
 * Titles above the column names are skipped. A line is recognised as a title if it has fewer fields than the table, or if
 * almost all its fields are empty. Lines may end with a delimiter. A first line "sep=;" sets the delimiter. In files written by
 * R, the first line may lack a name for the column of row names. Columns without a name are called "column1", "column2" and so
 * on; a column with neither name nor values is dropped. Fields may be enclosed in double quotes, as in RFC 4180. Empty lines
 * are skipped, and so are trailing rows that consist of delimiters only.
 *
 * The following fields are missing values: empty fields, NA, N/A, n/a, #N/A, NaN, null, None, \N, dots (".", "..", "..."), the
 * codes of Stata and SAS (.a to .z, ._), Eurostat's colon with or without flags (": c"), and spreadsheet errors (#DIV/0!). A
 * column that contains only TRUE and FALSE, True and False, or true and false has kind "bool". A column without any number has
 * kind "text". The values of a "text" column are positions in levels, or -1 for a missing string (for which loadtxt returns
 * `none`). "NA" in quotes is a string. A string among numbers is an error, whose message gives the first such string and the
 * option with which to read strings. Numbers are rounded correctly, and numbers that underflow become zero. The minus sign may
 * be U+2212.
 *
 * In messages, row 1 is the first row below the names and units. Line numbers count the lines of the file from 1. A row that
 * spans several lines is reported with the number of its first line.
 *
 * @param path            name of the file, in UTF-8; gzip-compressed files are unpacked
 * @param delimiter       character between fields, where " " means any number of blanks; default: the comma, semicolon or tab
 *                        found in the first lines, or blanks if none is found
 * @param header          true if the first line contains the column names; by default true if the first line contains a field
 *                        that is not a number
 * @param missing         treatment of missing numbers. "raise" (used if not given): raise an error that gives the position of
 *                        the first missing number. "nan": read missing numbers as NaN. "drop": drop rows with a missing number
 *                        in a column that is read. Columns without any number, such as columns of strings, are checked only if
 *                        usecols or text lists them
 * @param decimal         decimal point, "." or ","; "." if not given
 * @param usecols         names of the columns to read, which are returned in the order of the file. A number such as "0" is a
 *                        position, counted from 0, unless a column has that name; default: all columns
 * @param text            names or positions of columns to read as strings even if they contain numbers
 * @param encoding        encoding of the file: "utf-8" (used if not given), "latin-1" (ISO 8859-1), "windows-1252", "utf-16",
 *                        "utf-16-le" or "utf-16-be". UTF-16 with a byte order mark is recognised automatically
 * @param comment         comment character, such as "#": lines that begin with this character are skipped; by default every
 *                        line is a row
 * @param thousands       separator between groups of three digits. With "," the field 1,234 is read as 1234. A blank (" ") also
 *                        matches the non-breaking and narrow blanks of Unicode
 * @param missing_values  additional strings that mark missing values. A number matches every spelling of that number, so "-999"
 *                        matches -999.00
 * @param flags           letters or signs that may follow a number or a missing value and are ignored. With "bep" the field 2.5
 *                        p is read as 2.5. Eurostat uses the flags "bcdefnprsuz"
 * @param currency        currency sign or name before or after numbers, such as "$". With this option ($5) is read as -5
 * @param percent         reading of percentages: 5% is read as 0.05 with "fraction", as 5 with "points", and as a string if the
 *                        option is not given
 * @param true_values     additional strings that mean true, such as "yes"
 * @param false_values    additional strings that are false
 * @param skiprows        number of lines above the column names to skip; default: the lines recognised as titles
 * @param units           number of rows below the names that contain units or labels and are skipped
 * @param skipfooter      number of rows to skip at the end, such as rows with notes and sources
 * @param content         the table itself, as the bytes of a file. No file is read if `content` is given, and path is used only
 *                        in messages
 * @return                values: float64 array of shape (rows, columns), each column contiguous; names: names of the columns
 *                        ("column1", … without a header); kinds: "int64", "float64", "bool" or "text" for each column; levels:
 *                        the distinct strings
 * @throws ArgumentError  if the file cannot be read, has an encoding other than the given one, or contains no row; if a value
 *                        is missing or a field is not a number; if rows differ in length or a name occurs twice; or if an
 *                        option has an invalid value
 * @throws OverflowError  if a number exceeds the range of float64, or an integer cannot be represented exactly in float64
 * @warns TableWarning    if missing="drop" drops rows; if a column is read as text although most of its fields are truth
 *                        values, or all its fields are numbers in a form such as 1,234 or $5; if whole lines are read as single
 *                        fields; or if integers such as 00123 lose their leading zeros
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
 * @param path       name of the file. An existing file is replaced only after everything has been written. Symbolic links are
 *                   followed. Pipes and devices are written to directly
 * @param columns    list of arrays of real numbers or truth values, each of shape (n,), or (n, k) for k columns
 * @param names      column names, written as the first line; by default no names are written
 * @param delimiter  character written between fields; "," if not given
 * @param kinds      kind of each column, as returned by `read_table`. The values of a "text" column are positions in levels.
 *                   The values of a "bool" column are written as TRUE and FALSE. By default all columns are numeric
 * @param levels     strings of the "text" columns
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

/** Format arrays as the columns of a text table, as in `write_table`, and return the table as a string.
 *
 * @param columns    list of arrays of real numbers or truth values, each of shape (n,), or (n, k) for k columns
 * @param names      column names, written as the first line; by default no names are written
 * @param delimiter  character written between fields; "," if not given
 * @param kinds      kind of each column, as in `write_table`
 * @param levels     strings of the "text" columns
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
 * @param path  name of the file. An existing file is replaced only after everything has been written. Symbolic links are
 *              followed. Pipes and devices are written to directly
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
 * @throws DTypeError     if the file has a dtype that the library does not support, such as objects, strings or dates
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
