/* scope.c - Own the intermediate arrays of one operation and record its first failure (scope.h). */
#include "core/scope.h"
#include "contract/memory.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include "gpulinalg/binding.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct block {
    struct block *next;
    _Alignas(16) char bytes[];
} block;

void gla_scope_begin(gla_scope *s, const char *op)
{
    s->op = op;
    s->status = GLA_OK;
    s->n = s->capacity = s->n_late = 0;
    s->more = NULL;
    s->used = 0;
    s->blocks = NULL;
}

static gla_array **at(gla_scope *s, int i)
{
    return i < GLA_SCOPE_ARRAYS ? &s->first[i] : &s->more[i - GLA_SCOPE_ARRAYS];
}

static void release_memory(gla_scope *s)
{
    gla_free(s->more);
    for (block *b = s->blocks, *next; b; b = next) {
        next = b->next;
        gla_free(b);
    }
    gla_scope_begin(s, s->op);
}

static void drop(gla_array *a)
{
    if (a) {
        gla_stream_used(a);
        gla_object_drop(&a->object);
    }
}

gla_status gla_scope_end(gla_scope *s)
{
    while (s->n > 0)
        drop(*at(s, --s->n));
    while (s->n_late > 0)
        drop(s->late[--s->n_late]);
    gla_status st = s->status;
    if (s->more || s->blocks)
        release_memory(s);
    s->status = GLA_OK;
    return st;
}

/* If the scope owns a reference to the result, transfer that reference to the caller. */
void gla_scope_give(gla_scope *s, const gla_array *result, gla_array **out)
{
    *out = NULL;
    for (int i = s->n; i-- > 0 && !s->status && !*out;)
        if (*at(s, i) == result) {
            *out = *at(s, i);
            *at(s, i) = NULL;
        }
    if (!s->status && !*out)
        *out = gla_ref(result);
}

void gla_scope_give_all(gla_scope *s, int n, gla_array *const results[], gla_arrays **list)
{
    *list = NULL;
    if (s->status)
        return;
    gla_arrays *all = gla_malloc(sizeof *all + (size_t)n * sizeof *all->v);
    if (!all) {
        gla_s_check(s, gla_fail_memory(s->op, sizeof *all));
        return;
    }
    *all = (gla_arrays){.n = n, .v = (const gla_array **)(all + 1)};
    for (int i = 0; i < n; i++)
        gla_scope_give(s, results[i], (gla_array **)&all->v[i]);
    *list = all;
}

/* Fast path: the result is usually the array created last. */
gla_status gla_scope_return(gla_scope *s, const gla_array *result, gla_array **out)
{
    bool is_last = !s->status && s->n && s->n <= GLA_SCOPE_ARRAYS && s->first[s->n - 1] == result;
    if (is_last)
        *out = s->first[--s->n];
    else
        gla_scope_give(s, result, out);
    return is_last && !s->n && !s->n_late && !s->more && !s->blocks ? GLA_OK : gla_scope_end(s);
}

bool gla_s_lock(gla_scope *s, pthread_mutex_t *lock)
{
    bool locked = gla_lock(lock);
    if (!locked)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: this signal handler has interrupted a call that uses the object; use the object after that call has "
                   "returned",
                   s->op);
    return locked;
}

void gla_s_fail(gla_scope *s, gla_status kind, const char *format, ...)
{
    va_list args;
    if (s->status)
        return;
    va_start(args, format);
    s->status = gla_vfail(kind, format, args);
    va_end(args);
}

/* ---- ownership ------------------------------------------------------------------------------------------------------ */
static bool grow(gla_scope *s)
{
    int capacity = s->capacity ? 2 * s->capacity : GLA_SCOPE_ARRAYS;
    gla_array **more = gla_malloc((size_t)capacity * sizeof *more);
    if (!more)
        return false;
    if (s->more)
        memcpy(more, s->more, (size_t)s->capacity * sizeof *more);
    gla_free(s->more);
    s->more = more;
    s->capacity = capacity;
    return true;
}

static gla_array *own_in_more(gla_scope *s, gla_array *a)
{
    if (s->n == GLA_SCOPE_ARRAYS + s->capacity && !grow(s)) {
        gla_s_check(s, gla_fail_memory(s->op, 2 * (size_t)s->n * sizeof a));
        if (s->n_late < GLA_SCOPE_LATE)
            return s->late[s->n_late++] = a;
        gla_unref(a);
        return NULL;
    }
    return *at(s, s->n++) = a;
}

gla_array *gla_s_own(gla_scope *s, gla_array *a)
{
    if (a && s->n < GLA_SCOPE_ARRAYS)
        return s->first[s->n++] = a;
    return a ? own_in_more(s, a) : NULL;
}

gla_array *gla_s_adopt(gla_scope *s, gla_status st, gla_array **made)
{
    if (!st && !s->status && s->n < GLA_SCOPE_ARRAYS)
        return s->first[s->n++] = *made;
    if (!st && !s->status) {
        gla_s_own(s, *made);
        return s->status ? NULL : *made;
    }
    if (!st) /* an earlier call in the scope has failed */
        gla_unref(*made);
    gla_s_check(s, st);
    return NULL;
}

void gla_s_release(gla_scope *s, const gla_array *a)
{
    int i = s->n;
    while (a && i-- > 0)
        if (*at(s, i) == a) {
            gla_object_drop(&(*at(s, i))->object);
            for (s->n--; i < s->n; i++)
                *at(s, i) = *at(s, i + 1);
            return;
        }
}

gla_array *gla_scope_keep(gla_scope *s, int mark, gla_array *result)
{
    bool found = false;
    while (s->n > mark) {
        gla_array *a = *at(s, --s->n);
        if (a == result && !found)
            found = true;
        else
            gla_unref(a);
    }
    if (found)
        *at(s, s->n++) = result;
    return s->status ? NULL : result;
}

void *gla_s_memory(gla_scope *s, int64_t count, size_t size)
{
    size_t bytes;
    if (s->status)
        return NULL;
    bool fits = !__builtin_mul_overflow((size_t)count, size, &bytes) && bytes <= SIZE_MAX / 2;
    if (fits && bytes <= GLA_SCOPE_BYTES - s->used) {
        void *small = s->bytes + s->used;
        s->used += (bytes + 15) / 16 * 16;
        return memset(small, 0, bytes);
    }
    block *b = fits ? gla_calloc(1, sizeof *b + bytes) : NULL;
    if (!b) {
        gla_s_check(s, gla_fail_memory(s->op, fits ? bytes : SIZE_MAX));
        return NULL;
    }
    b->next = s->blocks;
    s->blocks = b;
    return b->bytes;
}

const char *gla_s_print(gla_scope *s, const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int n = gla_vprint(NULL, 0, format, values);
    char *text = gla_s_memory(s, n + 1, 1);
    if (text)
        gla_vprint(text, (size_t)n + 1, format, again);
    va_end(values);
    va_end(again);
    return text ? text : "";
}

/* ---- arrays --------------------------------------------------------------------------------------------------------- */
gla_array *gla_s_new(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_array_new(s->op, dev, dtype, ndim, shape, &made), &made);
}

gla_array *gla_s_zeros(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape)
{
    gla_array *made;
    if (s->status)
        return NULL;
    bool zeroed = dev->backend->memory->alloc_zeros;
    gla_status st = (zeroed ? gla_array_new_zeros : gla_array_new)(s->op, dev, dtype, ndim, shape, &made);
    made = gla_s_adopt(s, st, &made);
    if (!zeroed)
        gla_s_fill(s, made, 0);
    return made;
}

gla_array *gla_s_number(gla_scope *s, double value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_FLOAT64, &value, &made), &made);
}

void gla_s_fill(gla_scope *s, gla_array *dst, double value)
{
    gla_buffer memory = {.refs = 1, .data = &value, .bytes = sizeof value}; /* on the stack: neither outlives this call */
    gla_array number = {.buffer = &memory, .size = 1, .dtype = GLA_FLOAT64, .contiguous = true};
    if (!dst || dst->size == 0 || s->status || gla_s_check(s, gla_host_device(&memory.device)))
        return;
    number.object.dev = memory.device;
    gla_s_assign(s, dst, &number);
}

void gla_s_assign(gla_scope *s, gla_array *dst, const gla_array *src)
{
    if (!s->status)
        gla_s_check(s, gla_array_assign(s->op, dst, src));
}

gla_array *gla_s_contiguous(gla_scope *s, gla_device *dev, gla_dtype dtype, const gla_array *x)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_array_contiguous(s->op, dev, dtype, x, &made), &made);
}

void gla_s_place(gla_scope *s, int n, const gla_array *const in[], bool keep_scalars, gla_device **dev, gla_array *placed[])
{
    for (int i = 0; i < n; i++)
        placed[i] = NULL;
    if (s->status || gla_s_check(s, gla_common_device(s->op, n, in, dev)))
        return;
    bool are_placed = !gla_s_check(s, gla_place_operands(s->op, *dev, n, in, keep_scalars, placed));
    for (int i = 0; i < n && are_placed; i++)
        gla_s_own(s, placed[i]);
    for (int i = 0; i < n && s->status; i++)
        placed[i] = NULL;
}

gla_array *gla_s_to_device(gla_scope *s, gla_device *dev, const gla_array *x)
{
    gla_array *made;
    if (s->status || gla_device_of(x) == dev)
        return s->status || gla_s_check(s, gla_stream_reads(x)) ? NULL : gla_s_own(s, gla_ref(x));
    return gla_s_adopt(s, gla_array_copy_like(s->op, dev, x->dtype, x, &made), &made);
}

gla_array *gla_s_convert(gla_scope *s, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_convert(s->op, x, dtype, dev, copy, &made), &made);
}

void gla_s_offer(gla_scope *s, gla_array *x)
{
    if (!s->status && x)
        gla_offer(x);
}

gla_array *gla_s_astype(gla_scope *s, gla_dtype dtype, const gla_array *x)
{
    if (s->status || (x->dtype == dtype && gla_s_check(s, gla_stream_reads(x))))
        return NULL;
    return x->dtype == dtype ? gla_s_own(s, gla_ref(x)) : gla_s_contiguous(s, gla_device_of(x), dtype, x);
}

gla_array *gla_s_to_host(gla_scope *s, const gla_array *x, void **data)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_to_host(x, &made, data), &made);
}

gla_array *gla_s_view(gla_scope *s, const gla_array *x, int ndim, const int64_t *shape, const int64_t *strides, int64_t offset)
{
    gla_array *made;
    int64_t size; /* a view may be larger than memory, but its size must not overflow */
    if (s->status || gla_s_check(s, gla_check_shape(s->op, x->dtype, ndim, shape, &size)))
        return NULL;
    return gla_s_adopt(s, gla_array_view(x, ndim, shape, strides, offset, &made), &made);
}

gla_array *gla_s_broadcast(gla_scope *s, const gla_array *x, int ndim, const int64_t *shape)
{
    gla_array *made;
    int64_t size;
    if (s->status || gla_s_check(s, gla_check_shape(s->op, x->dtype, ndim, shape, &size)))
        return NULL;
    return gla_s_adopt(s, gla_broadcast_view(x, ndim, shape, &made), &made);
}

gla_array *gla_s_slice(gla_scope *s, const gla_array *x, int axis, int64_t start, int64_t count)
{
    int64_t shape[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    for (int i = 0; i < x->ndim; i++)
        shape[i] = i == axis ? count : x->shape[i];
    return gla_s_view(s, x, x->ndim, shape, x->strides, x->size && count ? start * x->strides[axis] : 0);
}

gla_array *gla_s_add_last(gla_scope *s, const gla_array *x)
{
    int64_t shape[GLA_MAX_NDIM + 1], strides[GLA_MAX_NDIM + 1];
    if (s->status)
        return NULL;
    for (int i = 0; i < x->ndim; i++) {
        shape[i] = x->shape[i];
        strides[i] = x->strides[i];
    }
    shape[x->ndim] = strides[x->ndim] = 1;
    if (x->ndim == GLA_MAX_NDIM)
        gla_s_check(s, gla_fail(GLA_SHAPE_ERROR, "%s: the result would have more than %d dimensions", s->op, GLA_MAX_NDIM));
    return gla_s_view(s, x, x->ndim + 1, shape, strides, 0);
}

gla_array *gla_s_drop_last(gla_scope *s, const gla_array *x)
{
    return s->status ? NULL : gla_s_view(s, x, x->ndim - 1, x->shape, x->strides, 0);
}

gla_array *gla_s_become_vectors(gla_scope *s, gla_array *x)
{
    if (s->status || atomic_load_explicit(&x->object.refs, memory_order_relaxed) > 1)
        return gla_s_drop_last(s, x);
    x->ndim--;
    return x;
}

gla_array *gla_s_swap_axis(gla_scope *s, const gla_array *x, int axis)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_array_swap_axis(x, axis, &made), &made);
}

gla_array *gla_s_apply(gla_scope *s, gla_unary *function, const gla_array *x)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, function(x, &made), &made);
}

gla_array *gla_s_combine(gla_scope *s, gla_binary *function, const gla_array *x1, const gla_array *x2)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, function(x1, x2, &made), &made);
}

gla_array *gla_s_reduce_all(gla_scope *s, gla_reduction_of *function, const gla_array *x)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, function(x, &made, NULL, false), &made);
}

bool gla_s_truth(gla_scope *s, const gla_array *x)
{
    void *data;
    return gla_s_to_host(s, x, &data) && *(const uint8_t *)data;
}

gla_array *gla_s_reduce(gla_scope *s, gla_reduction_of *function, const gla_array *x, int axis, bool keepdims)
{
    gla_ints axes = {1, {axis}};
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, function(x, &made, &axes, keepdims), &made);
}
