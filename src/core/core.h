/* core.h - what src/core offers to the rooms of the facade.  Not exported. */
#ifndef GLA_SRC_CORE_H
#define GLA_SRC_CORE_H

#include "gpulinalg.h"
#include "runtime/runtime.h"
#include "runtime/sharing.h"

/* ---- arrays ---------------------------------------------------------------------------------------------------- */
/* Check a shape: 0..16 dimensions, none negative, size and bytes within 63 bits.  `op` begins the message. */
gla_status gla_check_shape(const char *op, gla_dtype dtype, int ndim, const int64_t *shape, int64_t *size);

/* Whether memory that a caller describes can be an array: a shape, and all elements at addresses that its type may have. */
gla_status gla_check_layout(const void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides);

/* New contiguous array with undefined contents.  Checks the shape. */
gla_status gla_array_new(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out);

/* The same with zeros, which cost nothing until they are used: only where the backend has alloc_zeros (else gla_s_zeros). */
gla_status gla_array_new_zeros(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape,
                               gla_array **out);

/* The same on the host, as data of the script that is not yet placed. */
gla_status gla_array_new_host(const char *op, gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out, void **data);

/* The same on the host, in page-locked memory of dev, or in ordinary memory where dev has none. */
gla_status gla_array_new_pinned(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape,
                                gla_array **out);

/* New array whose axes lie in memory in the order of `like`'s strides when it has that shape, else row-major: keeps
 * column-major results column-major. */
gla_status gla_array_new_like(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *like, gla_array **out);

/* Somebody else's memory on dev as an array; release as in gla_borrow.  strides NULL: row-major. */
gla_status gla_array_wrap(gla_device *dev, void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides,
                          unsigned flags, void (*release)(void *owner), void *owner, gla_array **out);

/* gla_borrow and gla_adopt without a look at what the memory holds. */
gla_status gla_array_borrow(void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides, bool readonly,
                            void (*release)(void *owner), void *owner, gla_array **out);
gla_status gla_array_adopt(const char *device, void *data, gla_dtype dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, bool readonly, void (*release)(void *owner), void *owner, gla_array **out);

/* Whether a handle is an array, maybe one whose elements are not there yet; and for what may be no array with elements:
 * GLA_OK when it is one now. */
bool gla_has_shape(const void *p);
gla_status gla_admit_array(const char *op, const char *name, const void *handle);

/* View of a's buffer.  offset is relative to a's first element, in elements.  Takes over a's READONLY and BORROWED flags. */
gla_status gla_array_view(const gla_array *a, int ndim, const int64_t *shape, const int64_t *strides, int64_t offset,
                          gla_array **out);
/* The same memory as elements of another type; offset and strides are in these. */
gla_status gla_array_reinterpret(const gla_array *a, gla_dtype dtype, int64_t offset, const int64_t *shape,
                                 const int64_t *strides, gla_array **out);

/* View of a with an axis, which may be negative, exchanged with the last one. */
gla_status gla_array_swap_axis(const gla_array *a, int axis, gla_array **out);

/* An array's handle on the stack: a view for the length of one call, which costs no allocation. */
typedef union gla_stack_view {
    gla_array a;
    char room[sizeof(gla_array) + 2 * GLA_MAX_NDIM * sizeof(int64_t)];
} gla_stack_view;
const gla_array *gla_view_on_stack(gla_stack_view *v, const gla_array *a, int ndim, const int64_t *shape,
                                   const int64_t *strides);

/* ---- values where they are needed: place.c decides whether they move, move.c by which route ------------------------ */
/* dst = src with broadcasting and conversion; src and dst may overlap and be on different devices. */
gla_status gla_array_assign(const char *op, gla_array *dst, const gla_array *src);

/* A new array of the given dtype on dev with the values of x: contiguous, or as gla_array_new_like. */
gla_status gla_array_copy(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out);
gla_status gla_array_copy_like(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out);

/* A contiguous array of the given dtype on dev with the values of x: x itself when it is that already. */
gla_status gla_array_contiguous(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out);

/* x with another type (GLA_NO_DTYPE: its own) on another device (NULL: where it is, the default one for data that is on
 * none yet).  copy as in asarray.  The result is neither borrowed nor weak. */
gla_status gla_convert(const char *op, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy, gla_array **out);

/* What a script's data still is: on no device. */
#define GLA_UNPLACED (GLA_BORROWED | GLA_WEAK)

/* Numbers and lists that a script wrote down must fit the type that they go to; only data that has a type of its own is
 * converted as C does.  OverflowError. */
gla_status gla_check_literals(const char *op, gla_dtype dtype, const gla_array *src);
/* Whether an integer type, or bool, holds a whole number. */
bool gla_integer_holds(gla_dtype dtype, double whole);

/* Whether `value` (`name` in messages) may be put into what is called `into`, of the given type: numbers and lists of the
 * script where each fits exactly, arrays where the type has all their values; floating-point types may round.
 * DTypeError, OverflowError. */
gla_status gla_check_kept(const char *op, const char *into, gla_dtype dtype, const char *name, const gla_array *value);

/* Whether it is an array of no dimensions that would be refused for its type; and the judgement of its value, which has been
 * read as float64, int64 or uint64 (`wide`). */
bool gla_is_number_to_check(gla_dtype dtype, const gla_array *value);
gla_status gla_check_number_kept(const char *op, const char *into, gla_dtype dtype, gla_dtype wide, const void *number);

bool gla_array_may_overlap(const gla_array *a, const gla_array *b);
bool gla_same_shape(const gla_array *a, const gla_array *b);
/* "(3, 4)" into buf, for messages; returns buf. */
const char *gla_shape_text(int ndim, const int64_t *shape, char *buf, size_t size);
#define GLA_SHAPE_TEXT 200

/* ---- operands: bring the inputs of one call together ------------------------------------------------------------- */
/* The device of a call: that of the operands that are on one (an error if they are on two), the default device if all are
 * borrowed or plain numbers.  in[i] may be NULL (an argument that was not given). */
gla_status gla_common_device(const char *op, int n, const gla_array *const in[], gla_device **dev);

/* Replace each in[i] by a new reference to an array on dev: itself, or a copy of borrowed data.  Plain numbers (0-d, WEAK)
 * stay on the host when keep_scalars.  On failure nothing is held.  Release with gla_release_operands. */
gla_status gla_place_operands(const char *op, gla_device *dev, int n, const gla_array *const in[], bool keep_scalars,
                              gla_array *placed[]);
void gla_release_operands(int n, gla_array *placed[]);

/* Shape that arrays broadcast to; ShapeError names the operation and the shapes.  shape holds 16. */
gla_status gla_common_shape(const char *op, int n, const gla_array *const in[], int *ndim, int64_t *shape);
/* Read-only view of a with that shape (which it is known to broadcast to). */
gla_status gla_broadcast_view(const gla_array *a, int ndim, const int64_t *shape, gla_array **out);

/* Type promotion of the array API standard 2025.12; where that leaves mixed kinds open, as NumPy: bool gives way to all,
 * 8- and 16-bit integers with float32 give float32, wider ones float64, uint64 with signed integers float64.  Weak operands
 * (plain numbers) only raise the kind: float32 with 1.5 stays float32, int32 with 1.5 gives float64. */
gla_dtype gla_promote(gla_dtype a, gla_dtype b);
gla_dtype gla_promote_weak(gla_dtype strong, gla_dtype weak); /* either may be GLA_NO_DTYPE */
gla_dtype gla_promote_arrays(int n, const gla_array *const in[]);

/* What comes before work on x in the thread's current stream (on the host: in the thread) that reads it, or changes it; and
 * after it, for another library that shares the memory. */
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
/* Axis in [0, ndim) from one in [-ndim, ndim); IndexError otherwise. */
gla_status gla_normalize_axis(const char *op, int ndim, int64_t axis, int *out);
/* A bit for each axis; axes NULL means all.  IndexError, or ShapeError for one named twice. */
gla_status gla_normalize_axes(const char *op, int ndim, const gla_ints *axes, unsigned *mask);

#endif
