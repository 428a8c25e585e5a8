/* array.c - The array handle: creation, views, reference counts. */
#include "core/core.h"
#include "gpulinalg/binding.h"
#include "contract/memory.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

static atomic_long live;

int64_t gla_live_arrays(void)
{
    return atomic_load(&live);
}

/* The first array of a buffer is stored directly after the buffer, in the same allocation, with this size. */
static size_t first_size(int ndim)
{
    return sizeof(gla_array) + 2 * (size_t)ndim * sizeof(int64_t);
}

static gla_array *first_of(gla_buffer *b)
{
    return (gla_array *)(b + 1);
}

/* Return the class of a handle, or NULL if p is not a handle. Another thread may evaluate a lazy array at any moment and thus
 * change its class, so two calls may return different classes. */
static const gla_class *class_of(const void *p)
{
    const gla_object *o = p;
    return gla_is_address(p) && o->mark == &gla_object_mark ? __atomic_load_n(&o->class, __ATOMIC_ACQUIRE) : NULL;
}

bool gla_has_shape(const void *p)
{
    const gla_class *class = class_of(p);
    return class && (class == &gla_array_class || class->evaluate);
}

gla_status gla_admit_array(const char *op, const char *name, const void *handle)
{
    const gla_class *class = class_of(handle);
    if (class == &gla_array_class)
        return GLA_OK;
    return class && class->evaluate ? class->evaluate((void *)handle) : gla_refuse_handle(op, name, handle, "array");
}

gla_array *gla_ref(const gla_array *a)
{
    if (!gla_is_array(a) && !gla_has_shape(a)) {
        gla_refuse_handle("ref", "a", a, "array");
        return NULL;
    }
    gla_array *mine = (gla_array *)a; /* the reference count is not part of the array's value */
    atomic_fetch_add_explicit(&mine->object.refs, 1, memory_order_relaxed);
    return mine;
}

void gla_unref(gla_array *a)
{
    if (a && !gla_is_array(a) && !gla_has_shape(a))
        gla_refuse_handle("unref", "a", a, "array");
    else if (a)
        gla_object_drop(&a->object);
}

static void destroy(void *object)
{
    gla_array *a = object;
    bool own_memory = a != first_of(a->buffer);
    gla_buffer_unref(a->buffer);
    if (own_memory)
        gla_free(a);
    atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
}

const gla_class gla_array_class = {.name = "Array", .destroy = destroy};

/* If strides is NULL the layout is row-major. */
static inline void set_layout(gla_array *a, int ndim, const int64_t *shape, const int64_t *strides)
{
    int64_t *own_shape = a->dims, *own_strides = a->dims + ndim, size = 1;
    bool contiguous = true;
    for (int i = ndim; i-- > 0;) {
        int64_t length = own_shape[i] = shape[i], step = own_strides[i] = strides ? strides[i] : size;
        if (step != size && length != 1)
            contiguous = false;
        size *= length;
    }
    a->ndim = ndim;
    a->shape = own_shape;
    a->strides = own_strides;
    a->size = size;
    a->contiguous = contiguous || size <= 1;
}

/* Initialise a handle for a buffer. The handle takes over the caller's reference to the buffer. */
static gla_array *handle_init(gla_array *a, gla_buffer *buffer, gla_dtype dtype, int ndim, const int64_t *shape,
                              const int64_t *strides, int64_t offset, unsigned flags)
{
    *a = (gla_array){.object = {.mark = &gla_object_mark, .class = &gla_array_class, .dev = buffer->device},
                     .buffer = buffer,
                     .offset = offset,
                     .dtype = dtype,
                     .flags = flags};
    atomic_init(&a->object.refs, 1);
    set_layout(a, ndim, shape, strides);
    atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
    return a;
}

const gla_array *gla_view_on_stack(gla_stack_view *v, const gla_array *a, int ndim, const int64_t *shape,
                                   const int64_t *strides)
{
    v->a = (gla_array){.object.dev = a->object.dev,
                       .buffer = a->buffer,
                       .offset = a->offset,
                       .dtype = a->dtype,
                       .flags = __atomic_load_n(&a->flags, __ATOMIC_RELAXED)}; /* another thread may set GLA_OFFERED on an array
                                                                                * evaluated here */
    set_layout(&v->a, ndim, shape, strides);
    return &v->a;
}

gla_status gla_check_shape(const char *op, gla_dtype dtype, int ndim, const int64_t *shape, int64_t *size)
{
    int64_t n = 1, bytes;
    bool empty = false, overflow = false;
    if (ndim < 0 || ndim > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "%s: the number of dimensions is %d, but it must be between 0 and %d", op, ndim,
                        GLA_MAX_NDIM);
    for (int i = 0; i < ndim; i++) {
        if (shape[i] < 0)
            return gla_fail(GLA_SHAPE_ERROR, "%s: dimension %d is negative (%lld)", op, i, (long long)shape[i]);
        if (shape[i] == 0)
            empty = true;
        else
            overflow |= __builtin_mul_overflow(n, shape[i], &n);
    }
    /* Refuse empty arrays whose other dimensions overflow too, because a reshape could expose those dimensions. */
    if (overflow || __builtin_mul_overflow(n, (int64_t)gla_itemsize(dtype), &bytes)) {
        char text[GLA_SHAPE_TEXT];
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: an array of shape %s is too large for 64-bit addresses", op,
                        gla_shape_text(ndim, shape, text, sizeof text));
    }
    *size = empty ? 0 : n;
    return GLA_OK;
}

static gla_status make(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape, bool zeros,
                       gla_array **out)
{
    int64_t size;
    gla_buffer *b;
    gla_status st = gla_check_shape(op, dtype, ndim, shape, &size);
    if (!st && dev->lacks_float64 && (dtype == GLA_FLOAT64 || dtype == GLA_COMPLEX128))
        st = gla_fail(GLA_DTYPE_ERROR, "%s: device %s does not support %s; use %s, or another device", op, dev->name,
                      gla_dtype_name(dtype), dtype == GLA_FLOAT64 ? "float32" : "complex64");
    if (!st)
        st = gla_buffer_new(op, dev, (size_t)size * gla_itemsize(dtype), zeros, first_size(ndim), &b);
    if (!st)
        *out = handle_init(first_of(b), b, dtype, ndim, shape, NULL, 0, 0);
    return st;
}

gla_status gla_array_new(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out)
{
    return make(op, dev, dtype, ndim, shape, false, out);
}

gla_status gla_array_new_zeros(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape,
                               gla_array **out)
{
    return make(op, dev, dtype, ndim, shape, true, out);
}

gla_status gla_array_new_pinned(const char *op, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape,
                                gla_array **out)
{
    gla_device *host;
    int64_t size;
    gla_status st = gla_host_device(&host);
    if (!st)
        st = gla_check_shape(op, dtype, ndim, shape, &size);
    if (st)
        return st;
    size_t bytes = (size_t)size * gla_itemsize(dtype);
    gla_buffer *b;
    if (!bytes || !dev->backend->memory->alloc_pinned)
        return gla_array_new(op, host, dtype, ndim, shape, out);
    st = gla_buffer_new_pinned(op, dev, bytes, first_size(ndim), &b);
    if (!st)
        *out = handle_init(first_of(b), b, dtype, ndim, shape, NULL, 0, 0);
    return st;
}

gla_status gla_array_new_like(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *like, gla_array **out)
{
    gla_array *a, *v = NULL;
    int order[GLA_MAX_NDIM], nd = like->ndim;
    int64_t shape[GLA_MAX_NDIM] = {0}, strides[GLA_MAX_NDIM], step = 1;
    if (like->contiguous)
        return gla_array_new(op, dev, dtype, nd, like->shape, out);
    for (int i = 0; i < nd; i++) { /* axes from the widest to the narrowest stride; ties and zero strides keep their order */
        int j = i;
        int64_t s = like->strides[i] < 0 ? -like->strides[i] : like->strides[i];
        for (; j > 0; j--) {
            int64_t t = like->strides[order[j - 1]];
            if ((t < 0 ? -t : t) >= s || s == 0 || t == 0)
                break;
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
    for (int i = 0; i < nd; i++)
        shape[i] = like->shape[order[i]];
    gla_status st = gla_array_new(op, dev, dtype, nd, shape, &a);
    if (st)
        return st;
    for (int i = nd; i-- > 0;) {
        strides[order[i]] = step;
        step *= like->shape[order[i]];
    }
    st = gla_array_view(a, nd, like->shape, strides, 0, &v);
    gla_unref(a);
    if (!st)
        *out = v;
    return st;
}

gla_status gla_array_view(const gla_array *a, int ndim, const int64_t *shape, const int64_t *strides, int64_t offset,
                          gla_array **out)
{
    gla_array *view = gla_malloc(sizeof *view + 2 * (size_t)ndim * sizeof(int64_t));
    if (!view)
        return gla_fail_memory("array", sizeof *view);
    atomic_fetch_add_explicit(&a->buffer->refs, 1, memory_order_relaxed);
    *out = handle_init(view, a->buffer, a->dtype, ndim, shape, strides, a->offset + offset,
                       a->flags & (GLA_READONLY | GLA_BORROWED | GLA_PINNED));
    return GLA_OK;
}

gla_status gla_array_reinterpret(const gla_array *a, gla_dtype dtype, int64_t offset, const int64_t *shape,
                                 const int64_t *strides, gla_array **out)
{
    gla_array *view = gla_malloc(sizeof *view + 2 * (size_t)a->ndim * sizeof(int64_t));
    if (!view)
        return gla_fail_memory("array", sizeof *view);
    atomic_fetch_add_explicit(&a->buffer->refs, 1, memory_order_relaxed);
    *out = handle_init(view, a->buffer, dtype, a->ndim, shape, strides, offset,
                       a->flags & (GLA_READONLY | GLA_BORROWED | GLA_PINNED));
    return GLA_OK;
}

gla_status gla_array_wrap(gla_device *dev, void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides,
                          unsigned flags, void (*release)(void *owner), void *owner, gla_array **out)
{
    int64_t size;
    gla_status st = gla_check_shape("asarray", dtype, ndim, shape, &size);
    if (st)
        return st;
    gla_buffer *b;
    st = gla_buffer_wrap("asarray", dev, data, (size_t)size * gla_itemsize(dtype), release, owner, first_size(ndim), &b);
    if (!st)
        *out = handle_init(first_of(b), b, dtype, ndim, shape, strides, 0, flags);
    return st;
}

void gla_arrays_free(gla_arrays *arrays)
{
    for (int64_t i = 0; arrays && i < arrays->n; i++)
        gla_unref((gla_array *)arrays->v[i]);
    gla_free(arrays);
}

bool gla_offer(gla_array *a)
{
    if (!a)
        return false;
    const gla_buffer *b = a->buffer;
    bool alone = atomic_load_explicit(&a->object.refs, memory_order_acquire) == 1 &&
                 atomic_load_explicit(&b->refs, memory_order_acquire) == 1;
    bool whole = a->contiguous && b->bytes && (size_t)a->size * gla_itemsize(a->dtype) == b->bytes;
    if (!alone || !whole || a->flags || b->release || b->pinned || atomic_load(&b->sharing))
        return false;
    __atomic_store_n(&a->flags, a->flags | GLA_OFFERED, __ATOMIC_RELAXED);
    return true;
}
