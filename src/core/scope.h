/* scope.h - Intermediate arrays of one composed operation, and its first failure.
 *
 * A scope owns the arrays created in it and releases them at its end. After a failure every function that accepts the scope
 * returns NULL and does nothing. Code can therefore follow the mathematics and check the outcome once:
 *
 *     gla_scope s;
 *     gla_scope_begin(&s, "ratio");
 *     gla_array *quotient = gla_s_combine(&s, gla_divide, large, small);
 *     gla_array *undefined = gla_s_apply(&s, gla_isnan, quotient);
 *     return gla_scope_return(&s, gla_s_where(&s, undefined, gla_s_number(&s, INFINITY), quotient), out);
 *
 * Returned arrays are borrowed from the scope. See docs/design/layers.md. */
#ifndef GLA_CORE_SCOPE_H
#define GLA_CORE_SCOPE_H

#include "core/core.h"

#include <pthread.h>

enum { GLA_SCOPE_ARRAYS = 12, GLA_SCOPE_LATE = 8, GLA_SCOPE_BYTES = 192 };

typedef struct gla_scope {
    const char *op;
    gla_status status; /* status of the first failure */
    int n, capacity;   /* `first` contains the first GLA_SCOPE_ARRAYS arrays, and `more` the other arrays */
    gla_array *first[GLA_SCOPE_ARRAYS], **more;
    int n_late; /* arrays created when there was no memory for `more` */
    gla_array *late[GLA_SCOPE_LATE];
    size_t used;
    void *blocks; /* list of blocks of gla_s_memory that did not fit in `bytes` */
    _Alignas(16) char bytes[GLA_SCOPE_BYTES];
} gla_scope;

void gla_scope_begin(gla_scope *s, const char *op);
/* Release all arrays and return the first failure. */
gla_status gla_scope_end(gla_scope *s);
/* Like gla_scope_end; *out receives a new reference to the result, or NULL after a failure. */
gla_status gla_scope_return(gla_scope *s, const gla_array *result, gla_array **out);
/* Return one of several results. Call directly before gla_scope_end; no call between them may fail. */
void gla_scope_give(gla_scope *s, const gla_array *result, gla_array **out);

/* Return all results in a list owned by the caller, or NULL after a failure. Call directly before gla_scope_end. */
void gla_scope_give_all(gla_scope *s, int n, gla_array *const results[], gla_arrays **list);

/* Release arrays early to save memory: one array (may be NULL), or all arrays created after the mark. The second function does
 * not release the result, and returns it. */
void gla_s_release(gla_scope *s, const gla_array *a);
static inline int gla_scope_mark(const gla_scope *s)
{
    return s->n;
}
gla_array *gla_scope_keep(gla_scope *s, int mark, gla_array *result);

/* Record a status and return the status of the scope. */
static inline gla_status gla_s_check(gla_scope *s, gla_status st)
{
    return s->status ? s->status : (s->status = st);
}
/* Record a failure unless one is recorded already; the message is as in gla_fail. */
void gla_s_fail(gla_scope *s, gla_status kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Warn that the columns of a matrix (rows, if wide) are linearly dependent. */
typedef struct gla_deficiency {
    int64_t rank, lines; /* rank of the matrix, less than `lines`, the number of columns or rows */
    bool wide;
    const int64_t *dependent; /* indices of the lines - rank redundant lines, ascending; NULL: unknown */
    const char *where;        /* " in matrix (1) of the stack", or "" */
} gla_deficiency;
void gla_s_warn_rank_deficient(gla_scope *s, const gla_deficiency *d);
/* Take an object's lock, which gla_make_lock created. Return false and record a failure if a signal handler has interrupted a
 * call that uses the object. */
bool gla_s_lock(gla_scope *s, pthread_mutex_t *lock);
/* Transfer a reference to the scope; NULL is allowed. If memory to record the reference is exhausted, the scope fails, but the
 * array lives until the scope ends. Callers that fill the array therefore need no check. */
gla_array *gla_s_own(gla_scope *s, gla_array *a);
/* Record the status of a function and own the array that it created. */
gla_array *gla_s_adopt(gla_scope *s, gla_status st, gla_array **made);

/* Return zeroed host memory that is valid until the scope ends. Small blocks need no allocation. */
void *gla_s_memory(gla_scope *s, int64_t count, size_t size);
/* Format a text in memory of the scope, the same in every locale; "" after a failure. */
const char *gla_s_print(gla_scope *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- arrays --------------------------------------------------------------------------------------------------------- */
gla_array *gla_s_new(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape);
gla_array *gla_s_zeros(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape);
gla_array *gla_s_number(gla_scope *s, double value); /* a weak scalar, like a number in a script */
void gla_s_fill(gla_scope *s, gla_array *dst, double value);
void gla_s_assign(gla_scope *s, gla_array *dst, const gla_array *src);
gla_array *gla_s_contiguous(gla_scope *s, gla_device *dev, gla_dtype dtype, const gla_array *x);
/* Place the operands on the device of the call (core.h). On failure all are NULL. */
void gla_s_place(gla_scope *s, int n, const gla_array *const in[], bool keep_scalars, gla_device **dev, gla_array *placed[]);
/* Return x on a device, for reading in the thread's current stream. */
gla_array *gla_s_to_device(gla_scope *s, gla_device *dev, const gla_array *x);
/* gla_convert: place data of the script on a device. */
gla_array *gla_s_convert(gla_scope *s, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy);
/* Allow an elementwise function of x to overwrite x. The scope must have created x, and must not use x afterwards. x may be
 * NULL. */
void gla_s_offer(gla_scope *s, gla_array *x);
/* Return x with another dtype, or x itself if it has that dtype. */
gla_array *gla_s_astype(gla_scope *s, gla_dtype dtype, const gla_array *x);
/* Return x on the host, and the address of its elements. */
gla_array *gla_s_to_host(gla_scope *s, const gla_array *x, void **data);

/* Views. gla_s_view: any view. gla_s_broadcast: a shape that x is known to broadcast to. gla_s_slice: the elements [start,
 * start + count) along an axis. gla_s_add_last and gla_s_drop_last: add or remove a last axis of length one. gla_s_swap_axis:
 * exchange an axis with the last axis (a second call restores the order). gla_s_swap_last: exchange the last two axes. */
gla_array *gla_s_view(gla_scope *s, const gla_array *x, int ndim, const int64_t *shape, const int64_t *strides, int64_t offset);
gla_array *gla_s_broadcast(gla_scope *s, const gla_array *x, int ndim, const int64_t *shape);
gla_array *gla_s_slice(gla_scope *s, const gla_array *x, int axis, int64_t start, int64_t count);
gla_array *gla_s_add_last(gla_scope *s, const gla_array *x);
gla_array *gla_s_drop_last(gla_scope *s, const gla_array *x);
gla_array *gla_s_swap_axis(gla_scope *s, const gla_array *x, int axis);
static inline gla_array *gla_s_swap_last(gla_scope *s, const gla_array *x)
{
    return gla_s_swap_axis(s, x, -2);
}
/* Like gla_s_drop_last, but in place if the scope has the only reference. The scope must have created x, and must not use x
 * afterwards. */
gla_array *gla_s_become_vectors(gla_scope *s, gla_array *x);

/* Types of public functions of one array, of two arrays, and over one axis. */
typedef gla_status gla_unary(const gla_array *x, gla_array **out);
typedef gla_status gla_binary(const gla_array *x1, const gla_array *x2, gla_array **out);
typedef gla_status gla_reduction_of(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims);
gla_array *gla_s_apply(gla_scope *s, gla_unary *function, const gla_array *x);
gla_array *gla_s_combine(gla_scope *s, gla_binary *function, const gla_array *x1, const gla_array *x2);
gla_array *gla_s_reduce(gla_scope *s, gla_reduction_of *function, const gla_array *x, int axis, bool keepdims);
gla_array *gla_s_reduce_all(gla_scope *s, gla_reduction_of *function, const gla_array *x);
/* Return the value of a bool array with one element, on any device; false after a failure. */
bool gla_s_truth(gla_scope *s, const gla_array *x);

#endif
