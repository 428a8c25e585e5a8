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
 * The names are found below titles: lines with fewer fields than the table, or with hardly any that is filled. Lines may end
 * with a delimiter, a first line "sep=;" is followed, and so is the layout of R, whose first line has no name for the names of
 * rows. Nameless columns are called "column1", "column2" and so on; one without any value is left out. Fields may stand in
 * double quotes, as in RFC 4180. Empty lines are skipped, and so are rows of delimiters alone at the end.
 *
 * Missing values are empty fields, NA, N/A, n/a, #N/A, NaN, null, None, \N, points (".", "..", "..."), those of Stata and SAS
 * (.a to .z, ._), Eurostat's colon with or without flags (": c") and a spreadsheet's errors (#DIV/0!). A column of TRUE and
 * FALSE, True and False or true and false alone is one of truth values. A column without any number is one of texts: its
 * values are positions in levels, -1 for a missing one (loadtxt gives none); "NA" in quotes is a text. If a text stands
 * among numbers, the error names the first one and the option that reads it.
 * Numbers are rounded correctly, those below 5e-324 to zero; the minus may be U+2212.
 *
 * In messages row 1 is the first below the names and units. Lines are those of the file, from 1; a row is in the line in which
 * it begins.
 *
 * @param path       name of the file, in UTF-8; what gzip has compressed is unpacked
 * @param delimiter  what stands between fields, one character, " " for any blanks; none: the comma, semicolon or tab that
 *                   the first lines hold, else blanks
 * @param header     whether the first line holds the names of the columns; none: if it holds a field that is not a number
 * @param missing    what a missing number is: "raise" or none, an error that names the first one; "nan"; or "drop": rows
 *                   are left out if they lack a number in a column that is read. Columns without any number, such as
 *                   texts, count only if usecols or text names them
 * @param decimal    the decimal point, "." or ","; none is "."
 * @param usecols    names of the columns to be read, in the order of the file, or numbers as "0", counted from 0, where no
 *                   column has that name; none: all
 * @param text       names, or numbers, of columns that are read as texts even where they hold numbers; none: no others
 * @param encoding   encoding of the file: "utf-8" or none, "latin-1" (ISO 8859-1), "windows-1252", "utf-16", "utf-16-le" or
 *                   "utf-16-be"; UTF-16 with a byte order mark is recognised without it
 * @param comment    one character, as "#": lines that begin with it are skipped; none: every line is a row
 * @param thousands  what stands between groups of three digits, so that 1,234 is 1234; " " stands for all blanks that
 *                   Unicode has there
 * @param missing_values  further texts that stand for missing values. A number stands for all ways to write it: "-999" also
 *                   for -999.00
 * @param flags      letters or signs that may follow a number or a missing value, and are left out: with "bep" 2.5 p is 2.5.
 *                   Eurostat uses "bcdefnprsuz"
 * @param currency   sign or name before or after numbers, such as "$"; then ($5) is -5
 * @param percent    how 5% is read: "fraction", 0.05, or "points", 5; none: as text
 * @param true_values   further texts that are true, such as "yes"
 * @param false_values  further texts that are false
 * @param skiprows   how many lines of the file stand above the names and are left out; none: those that are titles
 * @param units      how many rows below the names hold units or labels and are left out
 * @param skipfooter how many rows at the end are left out, such as notes and sources
 * @param content    the table itself, as the bytes of a file, which is then not read; path names it in messages
 * @return           values, float64 of shape (rows, columns), each column contiguous; names of the columns ("column1", …
 *                   without a header); kinds, "int64", "float64", "bool" or "text" for each column; levels, the texts
 * @throws ArgumentError  if the file cannot be read, is not in that encoding, holds no row, a value is missing, a number is
 *                        none, rows differ in length, names stand twice, or an option is none of those named
 * @throws OverflowError  if float64 cannot hold a number, or not exactly a whole number
 * @warns  TableWarning   if missing="drop" leaves out rows, and when a column is text although most of its cells are truth
 *                        values, or all are numbers in a form such as 1,234 or $5; when whole lines are read as one field, or
 *                        whole numbers such as 00123 lose their zeros
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

/** Write arrays as columns of a table of text.  Numbers have the fewest digits that read back as the same number.
 *
 * @param path       name of the file, which is replaced when all has been written; links are followed, pipes and devices
 *                   are written to
 * @param columns    list of arrays, of shape (n,) each, or (n, k) for k columns; real numbers or truth values
 * @param names      names of the columns, for a first line; none: no such line
 * @param delimiter  what is put between fields, one character; none is ","
 * @param kinds      what each column holds, as read_table reports it: the values of a "text" are places in levels, those of a
 *                   "bool" are written as TRUE and FALSE; none: numbers
 * @param levels     the texts of such columns; none: there are none
 * @return           nothing
 * @throws ShapeError     if the columns differ in length
 * @throws DTypeError     if a column is complex
 * @throws ArgumentError  if the file cannot be written, there is not a name or a kind for each column, a name or text is
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

/** Write arrays as columns of a table of text into a string, as `write_table` writes them to a file.
 *
 * @param columns    list of arrays, of shape (n,) each, or (n, k) for k columns; real numbers or truth values
 * @param names      names of the columns, for a first line; none: no such line
 * @param delimiter  what is put between fields, one character; none is ","
 * @param kinds      what each column holds, as for `write_table`
 * @param levels     the texts of columns of texts; none: there are none
 * @return           the table
 * @throws ShapeError     if the columns differ in length
 * @throws DTypeError     if a column is complex
 * @throws ArgumentError  if `write_table` refuses names, kinds, levels or the delimiter
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

/** Write an array to a file of NumPy's format .npy.
 *
 * @param path  name of the file, which is replaced when all has been written; links are followed, pipes and devices are
 *              written to
 * @param x     array of any type and device
 * @return      nothing
 * @throws ArgumentError  if the file cannot be written
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
 * @throws ArgumentError  if the file cannot be read or is not of that format
 * @throws DTypeError     if it holds a type that arrays do not have (objects, texts, dates)
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
