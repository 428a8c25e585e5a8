/* fft.h - Discrete Fourier transforms of any length, along any axes.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @namespace fft FFT */
#ifndef GPULINALG_FFT_H
#define GPULINALG_FFT_H

#include "core.h"

GLA_BEGIN_DECLS

/** Compute the discrete Fourier transform along an axis.
 *
 * Element k of the result is Σ x[j] exp(−2πi jk/n), summed over j.
 *
 * @param x     array; real and integer elements are converted to complex
 * @param n     length of the transform. The array x is truncated or padded with zeros to this length; default: length of x
 *              along axis
 * @param axis  axis to transform along
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is less than 1
 * @throws ShapeError     if x has length 0 along axis
 * @needs  fft.transform, else the host
 * @cost   fft 5 * size(x) * 20
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.fft
 * @example fft.fft [1.0, 2.0, 3.0, 4.0] -> [10.+0.j -2.+2.j -2.+0.j -2.-2.j]
 */
gla_status gla_fft_fft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                       const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the inverse discrete Fourier transform along an axis.
 *
 * Element j of the result is Σ x[k] exp(2πi jk/n), summed over k and divided by n.
 *
 * @param x     array; real and integer elements are converted to complex
 * @param n     length of the transform. The array x is truncated or padded with zeros to this length; default: length of x
 *              along axis
 * @param axis  axis to transform along
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is less than 1
 * @throws ShapeError     if x has length 0 along axis
 * @needs  fft.transform, else the host
 * @cost   fft 5 * size(x) * 20
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.ifft
 * @example fft.ifft [10.0, -2.0, -2.0, -2.0] -> [1.+0.j 3.+0.j 3.+0.j 3.+0.j]
 */
gla_status gla_fft_ifft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the discrete Fourier transform along several axes.
 *
 * @param x     array; real and integer elements are converted to complex
 * @param s     lengths along the axes. The array x is truncated or padded with zeros to these lengths, and −1 keeps the length
 *              of x; default: the lengths of x
 * @param axes  axes to transform; default: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with lengths s along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.fftn
 * @example fft.fftn [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_fftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                        const gla_ints *axes GLA_DEFAULT(= NULL),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the inverse discrete Fourier transform along several axes.
 *
 * @param x     array; real and integer elements are converted to complex
 * @param s     lengths along the axes. The array x is truncated or padded with zeros to these lengths, and −1 keeps the length
 *              of x; default: the lengths of x
 * @param axes  axes to transform; default: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with lengths s along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.ifftn
 * @example fft.ifftn [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1.+0.j 2.+0.j]
 *   ->  [3.+0.j 4.+0.j]]
 */
gla_status gla_fft_ifftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= NULL),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the first half of the discrete Fourier transform of real data.
 *
 * The other half is the complex conjugate of the first half in reverse order.
 *
 * @param x     real array
 * @param n     length of the transform. The array x is truncated or padded with zeros to this length; default: length of x
 *              along axis
 * @param axis  axis to transform along
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with ⌊n/2⌋ + 1 elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is less than 1
 * @throws ShapeError     if x has length 0 along axis
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host
 * @cost   fft 5 * size(x) * 20
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.rfft
 * @example fft.rfft [1.0, 2.0, 3.0, 4.0] -> [10.+0.j -2.+2.j -2.+0.j]
 */
gla_status gla_fft_rfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute real data from the first half of the Fourier transform of the data: the inverse of `fft.rfft`.
 *
 * @param x     first half of a Hermitian sequence. The imaginary parts of elements that must be real, such as the first
 *              element, are ignored
 * @param n     length of the result along axis. The array x is truncated or padded with zeros to ⌊n/2⌋ + 1 elements; default:
 *              2(m − 1) if x has m elements along axis
 * @param axis  axis to transform along
 * @param norm  normalisation by the length N of the result along axis. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      real array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is less than 1
 * @throws ShapeError     if x has length 0 along axis
 * @needs  fft.transform, else the host
 * @cost   fft 5 * size(x) * 20
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.irfft
 * @example fft.irfft [10.0, -2.0, -2.0] 4 -> [1. 3. 3. 3.]
 */
gla_status gla_fft_irfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the discrete Fourier transform of real data along several axes, reduced to the first half along the last axis.
 *
 * @param x     real array
 * @param s     lengths along the axes. The array x is truncated or padded with zeros to these lengths, and −1 keeps the length
 *              of x; default: the lengths of x
 * @param axes  axes to transform; default: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with ⌊n/2⌋ + 1 elements along the last of the axes, where n is the length of the transform along
 *              that axis
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.rfftn
 * @example fft.rfftn [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_rfftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= NULL),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute real data from half of the Fourier transform of the data along several axes: the inverse of `fft.rfftn`.
 *
 * @param x     first half of a Hermitian sequence. The imaginary parts of elements that must be real, such as the first
 *              element, are ignored
 * @param s     lengths of the result along the axes. The array x is truncated or padded with zeros to these lengths, and along
 *              the last axis to half the length plus one; default: the lengths of x, except that the last axis has length 2(m −
 *              1) if x has m elements along that axis
 * @param axes  axes to transform; default: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the product N of the lengths of the result along the axes. "backward": the inverse transform is
 *              divided by N. "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      real array with lengths s along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.irfftn
 * @example fft.irfftn [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1. 2.]
 *   ->  [3. 4.]]
 */
gla_status gla_fft_irfftn(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                          const gla_ints *axes GLA_DEFAULT(= NULL),
                          const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the real Fourier transform of a Hermitian sequence from the first half of the sequence.
 *
 * @param x     first half of a Hermitian sequence. The imaginary parts of elements that must be real, such as the first
 *              element, are ignored
 * @param n     length of the result along axis. The array x is truncated or padded with zeros to ⌊n/2⌋ + 1 elements; default:
 *              2(m − 1) if x has m elements along axis
 * @param axis  axis to transform along
 * @param norm  normalisation by the length N of the result along axis. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      real array with n elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is less than 1
 * @throws ShapeError     if x has length 0 along axis
 * @needs  fft.transform, else the host; array.map
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.hfft
 * @example fft.hfft [1.0, 2.0, 3.0] -> [ 8. -2.  0. -2.]
 */
gla_status gla_fft_hfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the first half of the Hermitian sequence whose Fourier transform is the real array x. This is the inverse of
 * `fft.hfft`.
 *
 * @param x     real array
 * @param n     length of the transform. The array x is truncated or padded with zeros to this length; default: length of x
 *              along axis
 * @param axis  axis to transform along
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with ⌊n/2⌋ + 1 elements along axis
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is less than 1
 * @throws ShapeError     if x has length 0 along axis
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host; array.map
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.ihfft
 * @example fft.ihfft [1.0, 2.0, 3.0, 2.0] -> [ 2. -0.j -0.5-0.j  0. -0.j]
 */
gla_status gla_fft_ihfft(const gla_array *x, gla_array **out, gla_axis n GLA_DEFAULT(= GLA_NONE), int axis GLA_DEFAULT(= -1),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the discrete Fourier transform along two axes.
 *
 * @param x     array; real and integer elements are converted to complex
 * @param s     lengths along the axes. The array x is truncated or padded with zeros to these lengths, and −1 keeps the length
 *              of x; default: the lengths of x
 * @param axes  axes to transform, usually two; `none`: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with lengths s along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    NumPy, fft.fft2
 * @example fft.fft2 [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_fft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                        const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                        const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the inverse discrete Fourier transform along two axes.
 *
 * @param x     array; real and integer elements are converted to complex
 * @param s     lengths along the axes. The array x is truncated or padded with zeros to these lengths, and −1 keeps the length
 *              of x; default: the lengths of x
 * @param axes  axes to transform, usually two; `none`: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with lengths s along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    NumPy, fft.ifft2
 * @example fft.ifft2 [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1.+0.j 2.+0.j]
 *   ->  [3.+0.j 4.+0.j]]
 */
gla_status gla_fft_ifft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute the discrete Fourier transform of real data along two axes, reduced to the first half along the last axis.
 *
 * @param x     real array
 * @param s     lengths along the axes. The array x is truncated or padded with zeros to these lengths, and −1 keeps the length
 *              of x; default: the lengths of x
 * @param axes  axes to transform, usually two; `none`: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the number N of transformed elements. "backward": the inverse transform is divided by N.
 *              "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      complex array with ⌊n/2⌋ + 1 elements along the last of the axes, where n is the length of the transform along
 *              that axis
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @throws DTypeError     if x is complex
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    NumPy, fft.rfft2
 * @example fft.rfft2 [[1.0, 2.0], [3.0, 4.0]]
 *   -> [[10.+0.j -2.+0.j]
 *   ->  [-4.+0.j  0.+0.j]]
 */
gla_status gla_fft_rfft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                         const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                         const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Compute real data from half of the Fourier transform of the data along two axes: the inverse of `fft.rfft2`.
 *
 * @param x     first half of a Hermitian sequence. The imaginary parts of elements that must be real, such as the first
 *              element, are ignored
 * @param s     lengths of the result along the axes. The array x is truncated or padded with zeros to these lengths, and along
 *              the last axis to half the length plus one; default: the lengths of x, except that the last axis has length 2(m −
 *              1) if x has m elements along that axis
 * @param axes  axes to transform, usually two; `none`: the last len(s) axes if s is given, else all axes
 * @param norm  normalisation by the product N of the lengths of the result along the axes. "backward": the inverse transform is
 *              divided by N. "ortho": both transforms are divided by √N. "forward": the forward transform is divided by N
 * @return      real array with lengths s along the axes
 * @throws IndexError     if an axis is out of range
 * @throws ArgumentError  if an element of s is less than 1 and not −1, or s and axes differ in length
 * @throws ShapeError     if x has length 0 along an axis, or an axis is repeated
 * @needs  fft.transform, else the host
 * @vjp    saves nothing
 * @see    NumPy, fft.irfft2
 * @example fft.irfft2 [[10.0, -2.0], [-4.0, 0.0]]
 *   -> [[1. 2.]
 *   ->  [3. 4.]]
 */
gla_status gla_fft_irfft2(const gla_array *x, gla_array **out, const gla_ints *s GLA_DEFAULT(= NULL),
                          const gla_ints *axes GLA_DEFAULT(= (-2, -1)),
                          const char *norm GLA_CHOICE("backward", "ortho", "forward") GLA_DEFAULT(= "backward"));

/** Return the sample frequencies of a discrete Fourier transform.
 *
 * The frequencies are 0, 1, …, followed by the negative frequencies up to −1, all divided by n·d.
 *
 * @param n       length of the transform
 * @param d       sample spacing
 * @param dtype   float32 or float64; float64 if not given
 * @param device  device of the result; default: the current device
 * @return        array of n frequencies
 * @throws ArgumentError  if n is less than 1, or d is zero or not finite
 * @throws DTypeError     if dtype is neither float32 nor float64
 * @needs  array.range, array.map, array.copy
 * @see    Python array API standard 2025.12, fft.fftfreq
 * @example fft.fftfreq 4 0.5 -> [ 0.   0.5 -1.  -0.5]
 */
gla_status gla_fft_fftfreq(int64_t n, gla_array **out, double d GLA_DEFAULT(= 1.0), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                           const char *device GLA_DEFAULT(= NULL));

/** Return the sample frequencies of the transform of real data.
 *
 * The frequencies are 0, 1, …, ⌊n/2⌋, all divided by n·d.
 *
 * @param n       length of the transform
 * @param d       sample spacing
 * @param dtype   float32 or float64; float64 if not given
 * @param device  device of the result; default: the current device
 * @return        array of ⌊n/2⌋ + 1 frequencies
 * @throws ArgumentError  if n is less than 1, or d is zero or not finite
 * @throws DTypeError     if dtype is neither float32 nor float64
 * @needs  array.range, array.map, array.copy
 * @see    Python array API standard 2025.12, fft.rfftfreq
 * @example fft.rfftfreq 4 0.5 -> [0.  0.5 1. ]
 */
gla_status gla_fft_rfftfreq(int64_t n, gla_array **out, double d GLA_DEFAULT(= 1.0), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                            const char *device GLA_DEFAULT(= NULL));

/** Move frequency zero to the middle of the axes.
 *
 * @param x     array of any dtype
 * @param axes  axis or axes to shift; default: all axes
 * @return      array with the shape of x, whose elements are rotated along each axis by half the length of that axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is repeated
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.fftshift
 * @example fft.fftshift [0, 1, 2, -2, -1] -> [-2 -1  0  1  2]
 */
gla_status gla_fft_fftshift(const gla_array *x, gla_array **out, const gla_ints *axes GLA_DEFAULT(= NULL));

/** Move frequency zero from the middle of the axes back to the start of the axes: the inverse of `fft.fftshift`.
 *
 * @param x     array of any dtype
 * @param axes  axis or axes to shift; default: all axes
 * @return      array with the shape of x, whose elements are rotated along each axis by half the length of that axis
 * @throws IndexError  if an axis is out of range
 * @throws ShapeError  if an axis is repeated
 * @needs  array.copy
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, fft.ifftshift
 * @example fft.ifftshift [-2, -1, 0, 1, 2] -> [ 0  1  2 -2 -1]
 */
gla_status gla_fft_ifftshift(const gla_array *x, gla_array **out, const gla_ints *axes GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
