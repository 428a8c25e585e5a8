/* core.h - Interface of src/core for the other areas of the facade. Not exported. */
#ifndef GLA_SRC_CORE_H
#define GLA_SRC_CORE_H

#include "gpulinalg.h"
#include "runtime/runtime.h"
#include "runtime/sharing.h"

/* ---- arrays ---------------------------------------------------------------------------------------------------- */
/* Check a shape: 0..16 dimensions, none negative, size and bytes within 63 bits.  `op` begins the message. */
gla_status gla_check_shape(const char *op, gla_dtype dtype, int ndim, const int64_t *shape, int64_t *size);

/* Check that memory described by a caller can be an array: the shape is valid, addresses do not overflow, and the data is
 * aligned for the dtype. */
gla_status gla_check_layout(const void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides);

/* Check the shape, and create a contiguous array with undefined contents. */
gla_status gla_array_new(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out);

/* Create a contiguous array of zeros, whose memory the system provides on first use. Call only if the backend has alloc_zeros;
 * otherwise use gla_s_zeros. */
gla_status gla_array_new_zeros(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape,
                               gla_array **out);

/* Create a contiguous array on the host, marked as data of the script that is not placed on a device yet. */
gla_status gla_array_new_host(const char *op, gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out, void **data);

/* Create a contiguous array on the host, in page-locked memory of dev if dev has alloc_pinned, else in ordinary memory. */
gla_status gla_array_new_pinned(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape,
                                gla_array **out);

/* Create an array of the shape of `like`, with its axes in the same memory order: column-major input yields a column-major
 * result. */
gla_status gla_array_new_like(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *like, gla_array **out);

/* Wrap foreign memory on dev in an array; the release function works as in gla_borrow. If strides is NULL the layout is
 * row-major. */
gla_status gla_array_wrap(gla_device *dev, void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides,
                          unsigned flags, void (*release)(void *owner), void *owner, gla_array **out);

/* Implement gla_borrow and gla_adopt, without inspecting the values. */
gla_status gla_array_borrow(void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides, bool readonly,
                            void (*release)(void *owner), void *owner, gla_array **out);
gla_status gla_array_adopt(const char *device, void *data, gla_dtype dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, bool readonly, void (*release)(void *owner), void *owner, gla_array **out);

/* gla_has_shape: return true if a handle is an array, evaluated or lazy. gla_admit_array: evaluate a lazy array; return GLA_OK
 * if the handle is an evaluated array afterwards. */
bool gla_has_shape(const void *p);
gla_status gla_admit_array(const char *op, const char *name, const void *handle);

/* Create a view of a's buffer. offset is in elements, relative to a's first element. The view inherits READONLY and BORROWED.
 */
gla_status gla_array_view(const gla_array *a, int ndim, const int64_t *shape, const int64_t *strides, int64_t offset,
                          gla_array **out);
/* View the same memory with another dtype. offset and strides are in elements of that dtype. */
gla_status gla_array_reinterpret(const gla_array *a, gla_dtype dtype, int64_t offset, const int64_t *shape,
                                 const int64_t *strides, gla_array **out);

/* Create a view of `a` with an axis, possibly negative, exchanged with the last axis. */
gla_status gla_array_swap_axis(const gla_array *a, int axis, gla_array **out);

/* An array handle on the stack: a view for the duration of one call, which needs no allocation. */
typedef union gla_stack_view {
    gla_array a;
    char room[sizeof(gla_array) + 2 * GLA_MAX_NDIM * sizeof(int64_t)];
} gla_stack_view;
const gla_array *gla_view_on_stack(gla_stack_view *v, const gla_array *a, int ndim, const int64_t *shape,
                                   const int64_t *strides);

/* ---- values: place.c decides whether values are copied, move.c copies them -------------------------------------------- */
/* dst = src with broadcasting and conversion. src and dst may overlap and may be on different devices. */
gla_status gla_array_assign(const char *op, gla_array *dst, const gla_array *src);

/* Copy x to a new array of the given dtype on dev: contiguous, or in the memory order of x. */
gla_status gla_array_copy(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out);
gla_status gla_array_copy_like(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out);

/* Return x as a contiguous array of the given dtype on dev. If x has these properties already return x itself, else a copy. */
gla_status gla_array_contiguous(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out);

/* Convert x to another dtype (GLA_NO_DTYPE keeps the dtype) and device (NULL keeps the device; unplaced data is copied to the
 * default device). `copy` works as in asarray. The result is neither borrowed nor weak. */
gla_status gla_convert(const char *op, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy, gla_array **out);

/* Flags of data of your script that is on no device yet. */
#define GLA_UNPLACED (GLA_BORROWED | GLA_WEAK)

/* Fail with OverflowError or DTypeError if the target dtype cannot represent scalars or lists of the script. Arrays that have a
 * dtype of their own are converted as in C, without a check. */
gla_status gla_check_literals(const char *op, gla_dtype dtype, const gla_array *src);
/* Return true if an integer dtype, or bool, can represent this integer. */
bool gla_integer_holds(gla_dtype dtype, double whole);

/* Check that `value` (`name` in messages) may be stored in the argument called `into`, of the given dtype. The dtype must
 * represent scalars and lists of the script exactly; an array's dtype must convert to it without loss. Floating-point dtypes
 * may round. Fails with DTypeError or OverflowError. */
gla_status gla_check_kept(const char *op, const char *into, gla_dtype dtype, const char *name, const gla_array *value);

/* gla_is_number_to_check: return true for a 0-d array that would be refused because of its dtype, so that its value must be
 * checked. gla_check_number_kept: check that value, which has been read as float64, int64 or uint64 (`wide`). */
bool gla_is_number_to_check(gla_dtype dtype, const gla_array *value);
gla_status gla_check_number_kept(const char *op, const char *into, gla_dtype dtype, gla_dtype wide, const void *number);

bool gla_array_may_overlap(const gla_array *a, const gla_array *b);
bool gla_same_shape(const gla_array *a, const gla_array *b);
/* Format a shape as "(3, 4)" into buf, for messages. Return buf. */
const char *gla_shape_text(int ndim, const int64_t *shape, char *buf, size_t size);
#define GLA_SHAPE_TEXT 200

/* ---- operands of one call ---------------------------------------------------------------------------------------- */
/* Find the device of a call: the device of the operands that are placed, or the default device if all operands are borrowed or
 * scalars. Fails if operands are on different devices. in[i] may be NULL (argument not given). */
gla_status gla_common_device(const char *op, int n, const gla_array *const in[], gla_device **dev);

/* Store for each in[i] a new reference to an array on dev: in[i] itself, or a copy of borrowed data. If keep_scalars is true,
 * 0-d weak scalars stay on the host. On failure all references are released. Release the references with
 * gla_release_operands. */
gla_status gla_place_operands(const char *op, gla_device *dev, int n, const gla_array *const in[], bool keep_scalars,
                              gla_array *placed[]);
void gla_release_operands(int n, gla_array *placed[]);

/* Compute the shape that arrays broadcast to. A ShapeError states the operation and the shapes. shape has space for 16
 * elements. */
gla_status gla_common_shape(const char *op, int n, const gla_array *const in[], int *ndim, int64_t *shape);
/* Create a read-only view of `a` with another shape. The caller knows that `a` broadcasts to that shape. */
gla_status gla_broadcast_view(const gla_array *a, int ndim, const int64_t *shape, gla_array **out);

/* Type promotion of the array API standard 2025.12. Combinations of kinds that the standard leaves open are promoted as in
 * NumPy. bool with any other dtype becomes the other dtype. 8- and 16-bit integers with float32 become float32, wider integers
 * with float32 become float64, and uint64 with signed integers becomes float64. Weak operands (scalars) change only the kind of
 * dtype: float32 with 1.5 stays float32, int32 with 1.5 becomes float64. */
gla_dtype gla_promote(gla_dtype a, gla_dtype b);
gla_dtype gla_promote_weak(gla_dtype strong, gla_dtype weak); /* either may be GLA_NO_DTYPE */
gla_dtype gla_promote_arrays(int n, const gla_array *const in[]);

/* Call gla_stream_reads or gla_stream_writes before work in the thread's current stream (on the host: in the thread) reads or
 * changes x. Call gla_stream_used after the work, so that another library that shares the memory waits for the work. */
static inline gla_status gla_stream_reads(const gla_array *x)
{
    return gla_buffer_reads(x->buffer);
}
static inline gla_status gla_stream_writes(gla_array *x)
{
    return gla_buffer_writes(x->buffer);
}
static inline void gla_stream_used(const gla_array *x)
{
    if (atomic_load_explicit(&x->buffer->sharing, memory_order_relaxed))
        gla_sharing_after(x->buffer);
}

/* ---- axes -------------------------------------------------------------------------------------------------------- */
/* Convert an axis in [-ndim, ndim) to [0, ndim). Fails with IndexError if the axis is out of range. */
gla_status gla_normalize_axis(const char *op, int ndim, int64_t axis, int *out);
/* Compute a bit mask of axes; NULL means all axes. Fails with IndexError, or with ShapeError if an axis is repeated. */
gla_status gla_normalize_axes(const char *op, int ndim, const gla_ints *axes, unsigned *mask);

#endif
