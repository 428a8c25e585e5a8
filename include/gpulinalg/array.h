/* array.h - making arrays, converting them, moving them between devices.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_ARRAY_H
#define GPULINALG_ARRAY_H

#include "core.h"

GLA_BEGIN_DECLS

/** Make an array of anything array-like.
 *
 * Host data (NumPy, PDL, buffers) is wrapped without a copy where its type, its device and `copy` allow that; the array
 * then shares memory with it.  Nested lists are always copied: integers become int64, a list with a fraction float64,
 * truth values bool, complex numbers complex128.
 *
 * @param obj     array, NumPy array or other buffer, PDL, nested lists or a number
 * @param dtype   type of the result; none keeps the type of obj
 * @param device  where the result is; none: where obj is, and the current device for data that is on none
 * @param copy    true: always copy; false: never, an error if one is needed; none: only if needed
 * @return        array of the shape of obj
 * @throws DTypeError     if obj holds something that is not a number, or NaN or Inf where integers are to be made
 * @throws ShapeError     if nested lists are ragged or deeper than 16
 * @throws OverflowError  if a number of a list does not fit dtype, or 64 bits
 * @throws ArgumentError  if copy is false and a copy is needed
 * @needs  array.copy
 * @see    Python array API standard 2025.12, asarray
 * @example A = asarray [[2, 1], [1, 3]] dtype=float64
 *   A
 *   -> [[2. 1.]
 *   ->  [1. 3.]]
 */
gla_status gla_asarray(const gla_array *obj, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                       const char *device GLA_DEFAULT(= NULL), gla_maybe copy GLA_DEFAULT(= GLA_NONE));

/** Array filled with zeros.
 *
 * @param shape   dimensions; an integer or a list
 * @param dtype   type; none means float64
 * @param device  device; none means the current one
 * @return        array of that shape
 * @throws ShapeError        if a dimension is negative or there are more than 16
 * @throws OverflowError     if the size in bytes does not fit 63 bits
 * @throws OutOfMemoryError  if there is not enough memory
 * @needs  array.copy
 * @example zeros [2, 3]
 *   -> [[0. 0. 0.]
 *   ->  [0. 0. 0.]]
 */
gla_status gla_zeros(const gla_ints *shape, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                     const char *device GLA_DEFAULT(= NULL));

/** Array filled with ones.
 *
 * @param shape   dimensions; an integer or a list
 * @param dtype   type; none means float64
 * @param device  device; none means the current one
 * @return        array of that shape
 * @throws ShapeError        if a dimension is negative or there are more than 16
 * @throws OverflowError     if the size in bytes does not fit 63 bits
 * @throws OutOfMemoryError  if there is not enough memory
 * @needs  array.copy
 * @example ones 3 -> [1. 1. 1.]
 */
gla_status gla_ones(const gla_ints *shape, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                    const char *device GLA_DEFAULT(= NULL));

/** Array filled with one value.
 *
 * @param shape       dimensions; an integer or a list
 * @param fill_value  number, or an array that broadcasts to shape
 * @param dtype       type; none takes that of fill_value
 * @param device      device; none means the current one
 * @return            array of that shape
 * @throws ShapeError  if a dimension is negative, there are more than 16, or fill_value does not broadcast to shape
 * @throws DTypeError  if fill_value cannot be held by dtype (complex in a real type, a fraction in integers, int64 in int32
 *                     but for a number and an array of no dimensions)
 * @throws OverflowError  if a whole number is too large for dtype
 * @needs  array.copy
 * @example full [2, 2] 0.5
 *   -> [[0.5 0.5]
 *   ->  [0.5 0.5]]
 */
gla_status gla_full(const gla_ints *shape, const gla_array *fill_value, gla_array **out,
                    gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Array with undefined contents, for filling later.
 *
 * @param shape   dimensions; an integer or a list
 * @param dtype   type; none means float64
 * @param device  device; none means the current one
 * @return        array of that shape
 * @throws ShapeError        if a dimension is negative or there are more than 16
 * @throws OverflowError     if the size in bytes does not fit 63 bits
 * @throws OutOfMemoryError  if there is not enough memory
 * @needs  array.copy
 * @example x = empty [2, 2]
 *   setitem x ":" 7.0
 *   x
 *   -> [[7. 7.]
 *   ->  [7. 7.]]
 */
gla_status gla_empty(const gla_ints *shape, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                     const char *device GLA_DEFAULT(= NULL));

/** Array of zeros like another one.
 *
 * @param x       array whose shape, type and device are taken
 * @param dtype   type; none takes that of x
 * @param device  device; none takes that of x
 * @return        array of the shape of x
 * @needs  array.copy
 * @example wages = asarray [10.5, 12.0, 9.75]
 *   zeros_like wages -> [0. 0. 0.]
 */
gla_status gla_zeros_like(const gla_array *x, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                          const char *device GLA_DEFAULT(= NULL));

/** Array of ones like another one.
 *
 * @param x       array whose shape, type and device are taken
 * @param dtype   type; none takes that of x
 * @param device  device; none takes that of x
 * @return        array of the shape of x
 * @needs  array.copy
 * @example wages = asarray [10.5, 12.0, 9.75]
 *   ones_like wages -> [1. 1. 1.]
 */
gla_status gla_ones_like(const gla_array *x, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                         const char *device GLA_DEFAULT(= NULL));

/** Array of one value like another one.
 *
 * @param x           array whose shape, type and device are taken
 * @param fill_value  number, or an array that broadcasts to the shape of x
 * @param dtype       type; none takes that of x
 * @param device      device; none takes that of x
 * @return            array of the shape of x
 * @throws DTypeError  if fill_value cannot be held by dtype (complex in a real type, a fraction in integers, int64 in int32
 *                     but for a number and an array of no dimensions)
 * @throws OverflowError  if a whole number is too large for dtype
 * @needs  array.copy
 * @example wages = asarray [10.5, 12.0, 9.75]
 *   full_like wages 15 -> [15. 15. 15.]
 */
gla_status gla_full_like(const gla_array *x, const gla_array *fill_value, gla_array **out,
                         gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Array with undefined contents like another one.
 *
 * @param x       array whose shape, type and device are taken
 * @param dtype   type; none takes that of x
 * @param device  device; none takes that of x
 * @return        array of the shape of x
 * @needs  array.copy
 * @example x = asarray [[1, 2], [3, 4]]
 *   y = empty_like x
 *   y.dtype -> int64
 */
gla_status gla_empty_like(const gla_array *x, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                          const char *device GLA_DEFAULT(= NULL));

/** Matrix with ones on a diagonal and zeros elsewhere.
 *
 * @param n_rows  number of rows
 * @param n_cols  number of columns; none means n_rows
 * @param k       which diagonal: 0 the main one, above it positive, below it negative
 * @param dtype   type; none means float64
 * @param device  device; none means the current one
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

/** Evenly spaced numbers start, start + step, … below stop.
 *
 * With one number it counts from 0 to that number.  Element i is start + i·step, computed once, so that errors do not
 * add up.
 *
 * @param start   first number, or stop when stop is not given
 * @param stop    end, not itself included
 * @param step    distance, not 0; negative counts down
 * @param dtype   type; none means int64 when all three are integers, else float64
 * @param device  device; none means the current one
 * @return        1-d array of ⌈(stop − start)/step⌉ elements, empty when that is not positive
 * @throws ArgumentError  if step is 0 or a number is not finite
 * @throws OverflowError  if the result would have more than 2**62 elements, or integers that dtype cannot hold
 * @throws DTypeError     if a number is complex, or dtype is bool
 * @needs  array.range
 * @example arange 5 -> [0 1 2 3 4]
 *   arange 2020 2026 2 -> [2020 2022 2024]
 */
gla_status gla_arange(const gla_array *start, gla_array **out, const gla_array *stop GLA_DEFAULT(= NULL),
                      const gla_array *step GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                      const char *device GLA_DEFAULT(= NULL));

/** Numbers from start to stop in equal steps.
 *
 * @param start     first number
 * @param stop      last number
 * @param num       how many, at least 0
 * @param dtype     type; none means float64, or complex128 when start or stop is complex
 * @param device    device; none means the current one
 * @param endpoint  whether stop is included; then it is the last element exactly
 * @return          1-d array of num elements
 * @throws ArgumentError  if num is negative, or start or stop is not finite
 * @throws OverflowError  if stop − start is beyond float64, or integers are wanted that dtype cannot hold
 * @throws DTypeError     if start or stop is complex and dtype is real
 * @needs  array.range
 * @example linspace 0.0 1.0 5 -> [0.   0.25 0.5  0.75 1.  ]
 */
gla_status gla_linspace(const gla_array *start, const gla_array *stop, int64_t num, gla_array **out,
                        gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL),
                        bool endpoint GLA_DEFAULT(= true));

/** Convert to another type.
 *
 * Real to integer drops the fraction; a value that the integer type cannot hold gives an unspecified one.  Anything but
 * zero is true.
 *
 * @param x       array
 * @param dtype   type of the result
 * @param copy    false: x itself when it has that type already
 * @param device  device of the result; none means that of x
 * @return        array of the shape of x
 * @throws DTypeError  if x is complex and dtype is real (take `real` or `abs` instead)
 * @needs  array.copy
 * @example astype [1.9, -1.9, 0.0] int32 -> [ 1 -1  0]
 */
gla_status gla_astype(const gla_array *x, gla_dtype dtype, gla_array **out, bool copy GLA_DEFAULT(= true),
                      const char *device GLA_DEFAULT(= NULL));

/** A copy with memory of its own, row-major.
 *
 * @param x  array
 * @return   array of the shape, type and device of x
 * @needs  array.copy
 * @example x = asarray [1.0, 2.0, 3.0]
 *   y = copy x
 *   setitem y "0" 9.0
 *   x -> [1. 2. 3.]
 */
gla_status gla_copy(const gla_array *x, gla_array **out);

/** The array on another device.
 *
 * @param x       array
 * @param device  name as `devices()` lists it
 * @param copy    true: always copy; false: an error if x is elsewhere; none: only if x is elsewhere
 * @return        array of the shape and type of x
 * @throws DeviceError    if there is no such device
 * @throws ArgumentError  if copy is false and a copy is needed
 * @needs  array.copy
 * @example x = to_device [1.0, 2.0] "host"
 *   x.device -> host
 */
gla_status gla_to_device(const gla_array *x, const char *device, gla_array **out, gla_maybe copy GLA_DEFAULT(= GLA_NONE));

/** The values as text, arranged as a matrix, large arrays summarised.
 *
 * All numbers are written with the same width and as few digits as distinguish them, at most 8 after the point; more
 * than 1000 elements are summarised by the first and last three of each dimension.
 *
 * @param x  array
 * @return   text without type and device, of one or several lines
 * @needs  array.copy
 * @example text = array_str [[1.0, 0.5], [0.25, 2.0]]
 *   text
 *   -> [[1.   0.5 ]
 *   ->  [0.25 2.  ]]
 */
gla_status gla_array_str(const gla_array *x, char **text);

GLA_END_DECLS

#endif
