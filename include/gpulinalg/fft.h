/* fft.h - discrete Fourier transforms of any length, along any axes.
 *
 * Threads: any may call any function, also with the same arrays, which are only read.  @namespace fft FFT */
#ifndef GPULINALG_FFT_H
#define GPULINALG_FFT_H

#include "core.h"

GLA_BEGIN_DECLS

/** Discrete Fourier transform along an axis.
 *
 * Element k is the sum of x[j] exp(−2πi jk/n) over j.
 *
 * @param x     array; of real numbers and integers the complex transform
 * @param n     length of the transform: x is cut, or padded with zeros, to it; none means that of x along axis
 * @param axis  the axis of the transform
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if x has no element along axis
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.fft
 * @example fft.fft [1.0, 2.0, 3.0, 4.0] -> [10.+0.j -2.+2.j -2.+0.j -2.-2.j]
 */
gla_status gla_fft_fft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                       const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Inverse discrete Fourier transform along an axis.
 *
 * Element j is the sum of x[k] exp(2πi jk/n) over k, divided by n.
 *
 * @param x     array; of real numbers and integers the complex transform
 * @param n     length of the transform: x is cut, or padded with zeros, to it; none means that of x along axis
 * @param axis  the axis of the transform
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if x has no element along axis
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.ifft
 * @example fft.ifft [10.0, -2.0, -2.0, -2.0] -> [1.+0.j 3.+0.j 3.+0.j 3.+0.j]
 */
gla_status gla_fft_ifft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Discrete Fourier transform along several axes.
 *
 * @param x     array; of real numbers and integers the complex transform
 * @param s     lengths along the axes: x is cut, or padded with zeros, to them; −1 means that of x, none all of them
 * @param axes  axes of the transform; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with those lengths along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.fftn
 * @example fft.fftn [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_fftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                        const gla_ints *axes GLA_DEFAULT(= NULL),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Inverse discrete Fourier transform along several axes.
 *
 * @param x     array; of real numbers and integers the complex transform
 * @param s     lengths along the axes: x is cut, or padded with zeros, to them; −1 means that of x, none all of them
 * @param axes  axes of the transform; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with those lengths along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.ifftn
 * @example fft.ifftn [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1.+0.j 2.+0.j]
 *   ->  [3.+0.j 4.+0.j]]
 */
gla_status gla_fft_ifftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= NULL),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Discrete Fourier transform of real numbers: the first half of it.
 *
 * The other half has the same numbers conjugated, in reverse.
 *
 * @param x     array of real numbers
 * @param n     length of the transform: x is cut, or padded with zeros, to it; none means that of x along axis
 * @param axis  the axis of the transform
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with n/2 + 1 elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if x has no element along axis
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.rfft
 * @example fft.rfft [1.0, 2.0, 3.0, 4.0] -> [10.+0.j -2.+2.j -2.+0.j]
 */
gla_status gla_fft_rfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Inverse of rfft: real numbers from the first half of their transform.
 *
 * @param x     first half of a Hermitian series; the imaginary parts of what must be real, as the first element, are left out
 * @param n     length of the result along axis; none means 2(m − 1) for m elements of x, which is cut, or padded with
 *              zeros, to n/2 + 1
 * @param axis  the axis of the transform
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      real array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if x has no element along axis
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.irfft
 * @example fft.irfft [10.0, -2.0, -2.0] 4 -> [1. 3. 3. 3.]
 */
gla_status gla_fft_irfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Discrete Fourier transform of real numbers along several axes: one half of it, along the last one.
 *
 * @param x     array of real numbers
 * @param s     lengths along the axes: x is cut, or padded with zeros, to them; −1 means that of x, none all of them
 * @param axes  axes of the transform; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with n/2 + 1 elements along the last of the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.rfftn
 * @example fft.rfftn [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_rfftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= NULL),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Inverse of rfftn: real numbers from one half of their transform.
 *
 * @param x     first half of a Hermitian series; the imaginary parts of what must be real, as the first element, are left out
 * @param s     lengths of the result along the axes: x is cut, or padded with zeros, to them, along the last
 *              axis to half plus one; none means those of x, and 2(m − 1) for m elements along the last axis
 * @param axes  axes of the transform; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      real array with those lengths along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @needs  fft.transform, else the host
 * @see    Python array API standard 2025.12, fft.irfftn
 * @example fft.irfftn [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1. 2.]
 *   ->  [3. 4.]]
 */
gla_status gla_fft_irfftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                          const gla_ints *axes GLA_DEFAULT(= NULL),
                          const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Discrete Fourier transform of a Hermitian series, which is real, from the first half of the series.
 *
 * @param x     first half of a Hermitian series; the imaginary parts of what must be real, as the first element, are left out
 * @param n     length of the result along axis; none means 2(m − 1) for m elements of x, which is cut, or padded with
 *              zeros, to n/2 + 1
 * @param axis  the axis of the transform
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      real array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if x has no element along axis
 * @needs  fft.transform, else the host; array.map
 * @see    Python array API standard 2025.12, fft.hfft
 * @example fft.hfft [1.0, 2.0, 3.0] -> [ 8. -2.  0. -2.]
 */
gla_status gla_fft_hfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Inverse of hfft: the first half of the Hermitian series whose transform is real.
 *
 * @param x     array of real numbers
 * @param n     length of the transform: x is cut, or padded with zeros, to it; none means that of x along axis
 * @param axis  the axis of the transform
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with n/2 + 1 elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if x has no element along axis
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host; array.map
 * @see    Python array API standard 2025.12, fft.ihfft
 * @example fft.ihfft [1.0, 2.0, 3.0, 2.0] -> [ 2. -0.j -0.5-0.j  0. -0.j]
 */
gla_status gla_fft_ihfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Discrete Fourier transform along two axes.
 *
 * @param x     array; of real numbers and integers the complex transform
 * @param s     lengths along the axes: x is cut, or padded with zeros, to them; −1 means that of x, none all of them
 * @param axes  axes of the transform, usually two; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with those lengths along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @needs  fft.transform, else the host
 * @see    NumPy, fft.fft2
 * @example fft.fft2 [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_fft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                        const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Inverse discrete Fourier transform along two axes.
 *
 * @param x     array; of real numbers and integers the complex transform
 * @param s     lengths along the axes: x is cut, or padded with zeros, to them; −1 means that of x, none all of them
 * @param axes  axes of the transform, usually two; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with those lengths along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @needs  fft.transform, else the host
 * @see    NumPy, fft.ifft2
 * @example fft.ifft2 [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1.+0.j 2.+0.j]
 *   ->  [3.+0.j 4.+0.j]]
 */
gla_status gla_fft_ifft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Discrete Fourier transform of real numbers along two axes: one half of it.
 *
 * @param x     array of real numbers
 * @param s     lengths along the axes: x is cut, or padded with zeros, to them; −1 means that of x, none all of them
 * @param axes  axes of the transform, usually two; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      complex array with n/2 + 1 elements along the last of the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host
 * @see    NumPy, fft.rfft2
 * @example fft.rfft2 [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_rfft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Inverse of rfft2: real numbers from one half of their transform.
 *
 * @param x     first half of a Hermitian series; the imaginary parts of what must be real, as the first element, are left out
 * @param s     lengths of the result along the axes: x is cut, or padded with zeros, to them, along the last
 *              axis to half plus one; none means those of x, and 2(m − 1) for m elements along the last axis
 * @param axes  axes of the transform, usually two; none means all, or with s the last ones
 * @param norm  "backward": the inverse is divided by the number of elements; "ortho": both directions by its square
 *              root; "forward": the other one
 * @return      real array with those lengths along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is below 1 and not −1, or s and axes are not of one length
 * @throws ShapeError     if x has no element along an axis, or an axis is named twice
 * @needs  fft.transform, else the host
 * @see    NumPy, fft.irfft2
 * @example fft.irfft2 [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1. 2.]
 *   ->  [3. 4.]]
 */
gla_status gla_fft_irfft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                          const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                          const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Frequencies of the elements of a transform.
 *
 * They are 0, 1, … and then the negative ones up to −1, divided by nd.
 *
 * @param n       length of the transform
 * @param d       distance between two samples
 * @param dtype   float32 or float64; none means float64
 * @param device  device; none means the current one
 * @return        array of n frequencies
 * @throws ArgumentError  if n is below 1, or d is zero or not finite
 * @throws DTypeError     if dtype is not a real floating-point type
 * @needs  array.range, array.map, array.copy
 * @see    Python array API standard 2025.12, fft.fftfreq
 * @example fft.fftfreq 4 0.5 -> [ 0.   0.5 -1.  -0.5]
 */
gla_status gla_fft_fftfreq(int64_t n, gla_array **out, double d GLA_DEFAULT(= 1.0), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                           const char *device GLA_DEFAULT(= NULL));

/** Frequencies of the elements of the transform of real numbers.
 *
 * They are 0, 1, … up to n/2, divided by nd.
 *
 * @param n       length of the transform
 * @param d       distance between two samples
 * @param dtype   float32 or float64; none means float64
 * @param device  device; none means the current one
 * @return        array of n/2 + 1 frequencies
 * @throws ArgumentError  if n is below 1, or d is zero or not finite
 * @throws DTypeError     if dtype is not a real floating-point type
 * @needs  array.range, array.map, array.copy
 * @see    Python array API standard 2025.12, fft.rfftfreq
 * @example fft.rfftfreq 4 0.5 -> [0.  0.5 1. ]
 */
gla_status gla_fft_rfftfreq(int64_t n, gla_array **out, double d GLA_DEFAULT(= 1.0), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                            const char *device GLA_DEFAULT(= NULL));

/** Move frequency zero to the middle of the axes.
 *
 * @param x     array of any type
 * @param axes  an axis or axes; none means all
 * @return      array of the shape of x, with its elements moved around each axis by half of its length
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is named twice
 * @needs  array.copy
 * @see    Python array API standard 2025.12, fft.fftshift
 * @example fft.fftshift [0, 1, 2, -2, -1] -> [-2 -1  0  1  2]
 */
gla_status gla_fft_fftshift(const gla_array *x, gla_array **out, const gla_ints *axes GLA_DEFAULT(= NULL));

/** Move frequency zero from the middle of the axes to their start, which undoes fftshift.
 *
 * @param x     array of any type
 * @param axes  an axis or axes; none means all
 * @return      array of the shape of x, with its elements moved around each axis by half of its length
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is named twice
 * @needs  array.copy
 * @see    Python array API standard 2025.12, fft.ifftshift
 * @example fft.ifftshift [-2, -1, 0, 1, 2] -> [ 0  1  2 -2 -1]
 */
gla_status gla_fft_ifftshift(const gla_array *x, gla_array **out, const gla_ints *axes GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
