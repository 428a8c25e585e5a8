/* scope.h - the intermediates of one composed operation, and the first failure in it.
 *
 * A scope owns what is made in it and releases it at its end.  Once something has failed, all that takes a scope returns
 * NULL and does nothing, so that code reads as the mathematics does and asks for the outcome once:
 *
 *     gla_scope s;
 *     gla_scope_begin(&s, "ratio");
 *     gla_array *quotient = gla_s_combine(&s, gla_divide, large, small);
 *     gla_array *undefined = gla_s_apply(&s, gla_isnan, quotient);
 *     return gla_scope_return(&s, gla_s_where(&s, undefined, gla_s_number(&s, INFINITY), quotient), out);
 *
 * What it returns is borrowed from the scope.  See docs/decisions/0046. */
#ifndef GLA_CORE_SCOPE_H
#define GLA_CORE_SCOPE_H

#include "core/core.h"

#include <pthread.h>

enum { GLA_SCOPE_ARRAYS = 12, GLA_SCOPE_LATE = 8, GLA_SCOPE_BYTES = 192 };

typedef struct gla_scope {
    const char *op;
    gla_status status; /* of the first failure */
    int n, capacity;   /* the first GLA_SCOPE_ARRAYS in `first`, others in `more` */
    gla_array *first[GLA_SCOPE_ARRAYS], **more;
    int n_late; /* what was made when there was no memory for `more` */
    gla_array *late[GLA_SCOPE_LATE];
    size_t used;
    void *blocks; /* of gla_s_memory, chained, where `bytes` did not suffice */
    _Alignas(16) char bytes[GLA_SCOPE_BYTES];
} gla_scope;

void gla_scope_begin(gla_scope *s, const char *op);
/* Release all; the first failure. */
gla_status gla_scope_end(gla_scope *s);
/* The same, and *out is a new reference to the result, or NULL after a failure. */
gla_status gla_scope_return(gla_scope *s, const gla_array *result, gla_array **out);
/* One result of several, before gla_scope_end: nothing may fail in between. */
void gla_scope_give(gla_scope *s, const gla_array *result, gla_array **out);

/* All results, before gla_scope_end, in a list that the caller gets; NULL after a failure. */
void gla_scope_give_all(gla_scope *s, int n, gla_array *const results[], gla_arrays **list);

/* Early release where memory matters: of one array (NULL is fine), or of all that came after the mark but the result, which
 * is returned. */
void gla_s_release(gla_scope *s, const gla_array *a);
static inline int gla_scope_mark(const gla_scope *s)
{
    return s->n;
}
gla_array *gla_scope_keep(gla_scope *s, int mark, gla_array *result);

/* Note an outcome; what the scope's is then. */
static inline gla_status gla_s_check(gla_scope *s, gla_status st)
{
    return s->status ? s->status : (s->status = st);
}
/* A failure of the scope's own, unless something has failed before; the message as of gla_fail. */
void gla_s_fail(gla_scope *s, gla_status kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Warn that the columns of a matrix (wide: its rows) depend on each other. */
typedef struct gla_deficiency {
    int64_t rank, lines; /* less than so many columns, or rows */
    bool wide;
    const int64_t *dependent; /* the lines - rank that can be left out, ascending; NULL: not known */
    const char *where;        /* " in matrix (1) of the stack", or "" */
} gla_deficiency;
void gla_s_warn_deficient(gla_scope *s, const gla_deficiency *d);
/* Take an object's lock, one of gla_make_lock; false, and a failure, in a handler of signals that has interrupted its work. */
bool gla_s_lock(gla_scope *s, pthread_mutex_t *lock);
/* The scope takes the reference over; NULL in, NULL out.  Where it has no memory to note it, it fails, but the array lives
 * until its end, so that those who fill it need not look. */
gla_array *gla_s_own(gla_scope *s, gla_array *a);
/* A function's status and what it made, which is owned from now on. */
gla_array *gla_s_made(gla_scope *s, gla_status st, gla_array **made);

/* Memory of the host, zeros, until the end of the scope; small blocks cost nothing. */
void *gla_s_memory(gla_scope *s, int64_t count, size_t size);

/* ---- arrays --------------------------------------------------------------------------------------------------------- */
gla_array *gla_s_new(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape);
gla_array *gla_s_zeros(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape);
gla_array *gla_s_number(gla_scope *s, double value); /* a plain number, as a script gives it */
void gla_s_fill(gla_scope *s, gla_array *dst, double value);
void gla_s_assign(gla_scope *s, gla_array *dst, const gla_array *src);
gla_array *gla_s_contiguous(gla_scope *s, gla_device *dev, gla_dtype dtype, const gla_array *x);
/* The operands on the device of the call, see core.h; on failure all are NULL. */
void gla_s_place(gla_scope *s, int n, const gla_array *const in[], bool keep_scalars, gla_device **dev, gla_array *placed[]);
/* x on a device, for reading in the thread's current stream. */
gla_array *gla_s_bring(gla_scope *s, gla_device *dev, const gla_array *x);
/* gla_convert: data of the script becomes an array of a device. */
gla_array *gla_s_convert(gla_scope *s, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy);
/* x, which the scope has made and nobody looks at any more, is given up: an elementwise function of it may write where it is.
 * NULL is fine. */
void gla_s_offer(gla_scope *s, gla_array *x);
/* x in another type: itself where it has that type already. */
gla_array *gla_s_typed(gla_scope *s, gla_dtype dtype, const gla_array *x);
/* x on the host, and its memory. */
gla_array *gla_s_to_host(gla_scope *s, const gla_array *x, void **data);

/* Views: any; of a shape that x is known to broadcast to; of the elements [start, start + count) along an axis; with a last
 * dimension of length one, or without it; with an axis exchanged with the last one, which does it and undoes it for what works
 * along the last; with the last two exchanged. */
gla_array *gla_s_view(gla_scope *s, const gla_array *x, int ndim, const int64_t *shape, const int64_t *strides, int64_t offset);
gla_array *gla_s_broadcast(gla_scope *s, const gla_array *x, int ndim, const int64_t *shape);
gla_array *gla_s_stretch(gla_scope *s, const gla_array *x, int axis, int64_t start, int64_t count);
gla_array *gla_s_add_last(gla_scope *s, const gla_array *x);
gla_array *gla_s_drop_last(gla_scope *s, const gla_array *x);
gla_array *gla_s_swap_axis(gla_scope *s, const gla_array *x, int axis);
static inline gla_array *gla_s_swap_last(gla_scope *s, const gla_array *x)
{
    return gla_s_swap_axis(s, x, -2);
}
/* As gla_s_drop_last, of an array that the scope has made and nobody looks at any more: in place where nobody else has it. */
gla_array *gla_s_become_vectors(gla_scope *s, gla_array *x);

/* Public functions of one array, of two, and over one axis. */
typedef gla_status gla_unary(const gla_array *x, gla_array **out);
typedef gla_status gla_binary(const gla_array *x1, const gla_array *x2, gla_array **out);
typedef gla_status gla_reduction_of(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims);
gla_array *gla_s_apply(gla_scope *s, gla_unary *function, const gla_array *x);
gla_array *gla_s_combine(gla_scope *s, gla_binary *function, const gla_array *x1, const gla_array *x2);
gla_array *gla_s_reduce(gla_scope *s, gla_reduction_of *function, const gla_array *x, int axis, bool keepdims);
gla_array *gla_s_reduce_all(gla_scope *s, gla_reduction_of *function, const gla_array *x);
/* What a bool array of one element says, wherever it is; false once something has failed. */
bool gla_s_truth(gla_scope *s, const gla_array *x);

#endif
