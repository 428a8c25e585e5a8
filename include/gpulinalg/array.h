/* array.h - creating arrays, converting them, and moving them between devices.
 *
 * Threads: all functions are thread-safe. Several threads may pass the same arrays, because inputs are only read. */
#ifndef GPULINALG_ARRAY_H
#define GPULINALG_ARRAY_H

#include "core.h"

GLA_BEGIN_DECLS

/** Convert an array-like object to an array.
 *
 * Host data (NumPy arrays, PDLs, buffers) is wrapped without a copy if its dtype, its device and `copy` allow it. The array
 * then shares memory with the original. Nested lists are always copied. Lists of integers become int64 (uint64 if an integer is
 * 2**63 or more), lists with a fraction float64, lists of truth values bool, and lists with complex numbers complex128.
 *
 * @param obj     array, NumPy array or other buffer, PDL, nested lists or a scalar
 * @param dtype   dtype of the result; default: that of obj
 * @param device  device of the result; default: the device of obj, or the current device if obj is not on a device
 * @param copy    true: always copy; false: never copy, and raise an error if a copy is needed; `none`: copy only if needed
 * @return        array with the shape of obj
 * @throws DTypeError     if obj contains a value that is not a number, if a list contains NaN or Inf and dtype is an integer
 *                        dtype, or if obj is complex and dtype is not
 * @throws ShapeError     if nested lists are ragged or deeper than 16
 * @throws OverflowError  if a number in a list is out of the range of dtype, or no 64-bit integer dtype can represent all
 *                        elements of a list of integers
 * @throws ArgumentError  if `copy` is false and a copy is needed
 * @needs  array.copy
 * @cost   view
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, asarray
 * @example A = asarray [[2, 1], [1, 3]] dtype=float64
 *   A
 *   -> [[2. 1.]
 *   ->  [1. 3.]]
 */
gla_status gla_asarray(const gla_array *obj, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                       const char *device GLA_DEFAULT(= NULL), gla_maybe copy GLA_DEFAULT(= GLA_NONE));

/** Create an array filled with zeros.
 *
 * @param shape   shape, an integer or a list of integers
 * @param dtype   dtype; float64 if not given
 * @param device  device; default: the current one
 * @return        array of the given shape
 * @throws ShapeError        if a dimension is negative or there are more than 16 dimensions
 * @throws OverflowError     if the size of the array in bytes is 2**63 or more
 * @throws OutOfMemoryError  if there is not enough memory
 * @needs  array.copy
 * @cost   bytes 8 * count(shape)
 * @example zeros [2, 3]
 *   -> [[0. 0. 0.]
 *   ->  [0. 0. 0.]]
 */
gla_status gla_zeros(const gla_ints *shape, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                     const char *device GLA_DEFAULT(= NULL));

/** Create an array filled with ones.
 *
 * @param shape   shape, an integer or a list of integers
 * @param dtype   dtype; float64 if not given
 * @param device  device; default: the current one
 * @return        array of the given shape
 * @throws ShapeError        if a dimension is negative or there are more than 16 dimensions
 * @throws OverflowError     if the size of the array in bytes is 2**63 or more
 * @throws OutOfMemoryError  if there is not enough memory
 * @needs  array.copy
 * @cost   bytes 8 * count(shape)
 * @example ones 3 -> [1. 1. 1.]
 */
gla_status gla_ones(const gla_ints *shape, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                    const char *device GLA_DEFAULT(= NULL));

/** Create an array filled with a given value.
 *
 * @param shape       shape, an integer or a list of integers
 * @param fill_value  scalar, or an array that broadcasts to shape
 * @param dtype       dtype; default: that of fill_value
 * @param device      device; default: the current one
 * @return            array of the given shape
 * @throws ShapeError     if a dimension is negative, there are more than 16 dimensions, or fill_value does not broadcast to
 *                        shape
 * @throws DTypeError     if dtype cannot represent fill_value, for example a complex value in a real dtype, a fraction in an
 *                        integer dtype, or an int64 array in int32. Real scalars, lists and 0-d arrays are checked by value
 * @throws OverflowError  if a scalar, a number in a list or an integer in a 0-d array is out of the range of dtype
 * @needs  array.copy
 * @cost   bytes 8 * count(shape)
 * @vjp    saves nothing
 * @example full [2, 2] 0.5
 *   -> [[0.5 0.5]
 *   ->  [0.5 0.5]]
 */
gla_status gla_full(const gla_ints *shape, const gla_array *fill_value, gla_array **out,
                    gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Create an array with uninitialised contents, to be filled later.
 *
 * @param shape   shape, an integer or a list of integers
 * @param dtype   dtype; float64 if not given
 * @param device  device; default: the current one
 * @return        array of the given shape
 * @throws ShapeError        if a dimension is negative or there are more than 16 dimensions
 * @throws OverflowError     if the size of the array in bytes is 2**63 or more
 * @throws OutOfMemoryError  if there is not enough memory
 * @needs  array.copy
 * @cost   bytes 8 * count(shape)
 * @example x = empty [2, 2]
 *   setitem x ":" 7.0
 *   x
 *   -> [[7. 7.]
 *   ->  [7. 7.]]
 */
gla_status gla_empty(const gla_ints *shape, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                     const char *device GLA_DEFAULT(= NULL));

/** Create an array of zeros with the shape of another array.
 *
 * @param x       array that supplies the shape, and the default dtype and device
 * @param dtype   dtype; default: that of x
 * @param device  device; default: that of x
 * @return        array with the shape of x
 * @needs  array.copy
 * @vjp    zero
 * @example wages = asarray [10.5, 12.0, 9.75]
 *   zeros_like wages -> [0. 0. 0.]
 */
gla_status gla_zeros_like(const gla_array *x, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                          const char *device GLA_DEFAULT(= NULL));

/** Create an array of ones with the shape of another array.
 *
 * @param x       array that supplies the shape, and the default dtype and device
 * @param dtype   dtype; default: that of x
 * @param device  device; default: that of x
 * @return        array with the shape of x
 * @needs  array.copy
 * @vjp    zero
 * @example wages = asarray [10.5, 12.0, 9.75]
 *   ones_like wages -> [1. 1. 1.]
 */
gla_status gla_ones_like(const gla_array *x, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                         const char *device GLA_DEFAULT(= NULL));

/** Create an array filled with a given value, with the shape of another array.
 *
 * @param x           array that supplies the shape, and the default dtype and device
 * @param fill_value  scalar, or an array that broadcasts to the shape of x
 * @param dtype       dtype; default: that of x
 * @param device      device; default: that of x
 * @return            array with the shape of x
 * @throws DTypeError     if dtype cannot represent fill_value, for example a complex value in a real dtype, a fraction in an
 *                        integer dtype, or an int64 array in int32. Real scalars, lists and 0-d arrays are checked by value
 * @throws OverflowError  if a scalar, a number in a list or an integer in a 0-d array is out of the range of dtype
 * @needs  array.copy
 * @vjp    saves nothing
 * @example wages = asarray [10.5, 12.0, 9.75]
 *   full_like wages 15 -> [15. 15. 15.]
 */
gla_status gla_full_like(const gla_array *x, const gla_array *fill_value, gla_array **out,
                         gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Create an array with uninitialised contents, with the shape of another array.
 *
 * @param x       array that supplies the shape, and the default dtype and device
 * @param dtype   dtype; default: that of x
 * @param device  device; default: that of x
 * @return        array with the shape of x
 * @needs  array.copy
 * @vjp    zero
 * @example x = asarray [[1, 2], [3, 4]]
 *   y = empty_like x
 *   y.dtype -> int64
 */
gla_status gla_empty_like(const gla_array *x, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                          const char *device GLA_DEFAULT(= NULL));

/** Create a matrix with ones on a diagonal and zeros elsewhere, such as the identity matrix.
 *
 * @param n_rows  number of rows
 * @param n_cols  number of columns; default: n_rows
 * @param k       diagonal on which the ones are placed: 0 for the main diagonal, positive for a diagonal above it, negative for
 *                a diagonal below it
 * @param dtype   dtype; float64 if not given
 * @param device  device; default: the current one
 * @return        array of shape (n_rows, n_cols)
 * @throws ShapeError  if a dimension is negative
 * @needs  array.copy
 * @example eye 3
 *   -> [[1. 0. 0.]
 *   ->  [0. 1. 0.]
 *   ->  [0. 0. 1.]]
 *   eye 2 3 k=1
 *   -> [[0. 1. 0.]
 *   ->  [0. 0. 1.]]
 */
gla_status gla_eye(int64_t n_rows, gla_array **out, const gla_ints *n_cols GLA_DEFAULT(= NULL), int64_t k GLA_DEFAULT(= 0),
                   gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Return the evenly spaced values start, start + step, and so on, up to but excluding stop.
 *
 * A single argument is the end of the range, and the values then start at 0. Element i is computed as start + i·step, so that
 * rounding errors do not accumulate.
 *
 * @param start   first value; if stop is not given, the end of the range, which then starts at 0
 * @param stop    end of the interval, not included
 * @param step    spacing of the values, not 0; a negative step counts down
 * @param dtype   dtype; default: int64 if start, stop and step are integers, else float64
 * @param device  device; default: the current one
 * @return        1-d array of ⌈(stop − start)/step⌉ elements, or an empty array if that number is not positive
 * @throws ArgumentError  if step is 0, or start, stop or step is not finite
 * @throws OverflowError  if the result would have more than 2**62 elements, or dtype cannot represent one of its integers
 * @throws DTypeError     if start, stop or step is complex, or dtype is bool
 * @needs  array.range
 * @vjp    saves nothing
 * @example arange 5 -> [0 1 2 3 4]
 *   arange 2020 2026 2 -> [2020 2022 2024]
 */
gla_status gla_arange(const gla_array *start, gla_array **out, const gla_array *stop GLA_DEFAULT(= NULL),
                      const gla_array *step GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                      const char *device GLA_DEFAULT(= NULL));

/** Return a given number of evenly spaced values from start to stop.
 *
 * @param start     first value
 * @param stop      last value
 * @param num       number of values, at least 0
 * @param dtype     dtype; default: float64, or complex128 if start or stop is complex
 * @param device    device; default: the current one
 * @param endpoint  true: the last element is exactly stop; false: stop is excluded
 * @return          1-d array of num elements
 * @throws ArgumentError  if num is negative, or start or stop is not finite
 * @throws OverflowError  if stop − start exceeds the range of float64, or dtype is an integer dtype that cannot represent the
 *                        values
 * @throws DTypeError     if start or stop is complex and dtype is real
 * @needs  array.range
 * @vjp    saves nothing
 * @example linspace 0.0 1.0 5 -> [0.   0.25 0.5  0.75 1.  ]
 */
gla_status gla_linspace(const gla_array *start, const gla_array *stop, int64_t num, gla_array **out,
                        gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL),
                        bool endpoint GLA_DEFAULT(= true));

/** Convert an array to another dtype.
 *
 * Conversion from real to integer drops the fraction. If the integer dtype cannot represent a value, the corresponding element
 * of the result is unspecified. Conversion to bool makes every nonzero value true.
 *
 * @param x       array
 * @param dtype   dtype of the result
 * @param copy    false: return x itself if x already has the requested dtype and device
 * @param device  device of the result; default: that of x
 * @return        array with the shape of x
 * @throws DTypeError  if x is complex and dtype is real (use `real` or `abs` instead)
 * @needs  array.copy
 * @cost   view
 * @vjp    saves nothing
 * @example astype [1.9, -1.9, 0.0] int32 -> [ 1 -1  0]
 */
gla_status gla_astype(const gla_array *x, gla_dtype dtype, gla_array **out, bool copy GLA_DEFAULT(= true),
                      const char *device GLA_DEFAULT(= NULL));

/** Copy an array into new, row-major memory.
 *
 * @param x  array
 * @return   array with the shape, dtype and device of x
 * @needs  array.copy
 * @vjp    saves nothing
 * @example x = asarray [1.0, 2.0, 3.0]
 *   y = copy x
 *   setitem y "0" 9.0
 *   x -> [1. 2. 3.]
 */
gla_status gla_copy(const gla_array *x, gla_array **out);

/** Return the array on another device.
 *
 * @param x       array
 * @param device  device name, as listed by `devices()`
 * @param copy    true: always copy; false: raise an error if x is on another device; `none`: copy only if x is on another
 *                device
 * @return        array with the shape and dtype of x
 * @throws DeviceError    if the device does not exist
 * @throws ArgumentError  if `copy` is false and a copy is needed
 * @needs  array.copy
 * @cost   view
 * @vjp    saves nothing
 * @example x = to_device [1.0, 2.0] "host"
 *   x.device -> host
 */
gla_status gla_to_device(const gla_array *x, const char *device, gla_array **out, gla_maybe copy GLA_DEFAULT(= GLA_NONE));

/** Format the elements of an array as a string, laid out as a matrix.
 *
 * All numbers have the same width and the fewest digits that distinguish them, with at most 8 decimals. If an array has more
 * than 1000 elements, only the first three and the last three indices of each dimension are shown.
 *
 * @param x  array
 * @return   string of one or more lines, without dtype and device
 * @needs  array.copy
 * @example text = array_str [[1.0, 0.5], [0.25, 2.0]]
 *   text
 *   -> [[1.   0.5 ]
 *   ->  [0.25 2.  ]]
 */
gla_status gla_array_str(const gla_array *x, char **text);

GLA_END_DECLS

#endif
