/* launch.c - Check a launch against the kernel's parameters, and enqueue it. */
#include "core/scope.h"
#include "runtime/stream.h"
#include "elementwise/info.h"
#include "kernel/kernel.h"
#include "runtime/devices.h"

#include <string.h>

/* Arguments of one launch in the form that the backend requires. */
typedef struct call {
    gla_scope s;
    const gla_kernel *kernel;
    gla_device *dev;
    int n;
    gla_argument arguments[GLA_MAX_PARAMETERS];
    double values[GLA_MAX_PARAMETERS][2]; /* storage for scalars of any dtype */
} call;

static gla_status fail_type(const call *c, int i, const gla_parameter *p, const char *got)
{
    return gla_fail(GLA_DTYPE_ERROR,
                    p->is_pointer ? "%s: argument %d (%s) must be an array of %s, not %s"
                                  : "%s: argument %d (%s) must be a scalar of type %s, not %s",
                    c->kernel->name, i + 1, p->name, p->dtype ? gla_dtype_name(p->dtype) : "any type", got);
}

static gla_status take_array(call *c, int i, const gla_parameter *p, const gla_array *x)
{
    if (x->flags & GLA_WEAK)
        return fail_type(c, i, p, "a number");
    if (p->dtype && x->dtype != p->dtype)
        return fail_type(c, i, p, gla_dtype_name(x->dtype));
    bool plain = x->flags & GLA_BORROWED;
    if (plain && !p->is_const)
        return gla_fail(
            GLA_DEVICE_ERROR,
            "%s: argument %d (%s) is written to, but it is host data of the script; copy it to an array on %s first",
            c->kernel->name, i + 1, p->name, c->dev->name);
    if (!plain && gla_device_of(x) != c->dev)
        return gla_fail(GLA_DEVICE_ERROR, "%s: argument %d (%s) is on %s, but the kernel runs on %s; move it with to_device",
                        c->kernel->name, i + 1, p->name, gla_device_of(x)->name, c->dev->name);
    if (!plain && !x->contiguous)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: argument %d (%s) is not contiguous in memory; pass {copy(x)}", c->kernel->name,
                        i + 1, p->name);
    if (!p->is_const && x->flags & GLA_READONLY)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: argument %d (%s) is written to, but the array is read-only; pass {copy(x)}",
                        c->kernel->name, i + 1, p->name);
    gla_array *here = plain ? gla_s_contiguous(&c->s, c->dev, x->dtype, x) : gla_s_own(&c->s, gla_ref(x));
    if (here && !gla_s_check(&c->s, p->is_const ? gla_stream_reads(here) : gla_stream_writes(here)))
        c->arguments[i] = (gla_argument){GLA_ARGUMENT_BUFFER, gla_data(here), 0};
    return c->s.status;
}

/* Fast path without a temporary array: a scalar for an 8-byte parameter, or a small integer for an int32 parameter. */
static bool take_plain(call *c, int i, gla_dtype dtype, const gla_array *x)
{
    int64_t n;
    bool wide = x->dtype == GLA_INT64 || x->dtype == GLA_FLOAT64;
    if (!wide || x->ndim || !gla_device_of(x)->is_host || atomic_load(&x->buffer->pending))
        return false;
    memcpy(&n, gla_data(x), sizeof n);
    int32_t small = (int32_t)n;
    bool is_small = x->dtype == GLA_INT64 && dtype == GLA_INT32 && small == n;
    if (!is_small && x->dtype != dtype)
        return false;
    memcpy(c->values[i], is_small ? (void *)&small : (void *)&n, gla_itemsize(dtype));
    c->arguments[i] = (gla_argument){GLA_ARGUMENT_VALUE, c->values[i], gla_itemsize(dtype)};
    return true;
}

/* Convert a scalar to the parameter's type. Integers must be representable in the type, and fractions require a floating-point
 * parameter. */
static gla_status take_number(call *c, int i, const gla_parameter *p, const gla_array *x)
{
    gla_device *host = NULL;
    void *data;
    bool to_integer = p->dtype < GLA_FLOAT32;
    if (take_plain(c, i, p->dtype, x))
        return GLA_OK;
    if (x->size != 1 || x->ndim)
        return fail_type(c, i, p, "an array");
    if (gla_kind_of(x->dtype) > gla_kind_of(p->dtype) && !(to_integer && x->dtype < GLA_FLOAT32))
        return fail_type(c, i, p, gla_dtype_name(x->dtype));
    gla_s_check(&c->s, gla_host_device(&host));
    if (gla_s_to_host(&c->s, gla_s_contiguous(&c->s, host, p->dtype, x), &data)) {
        memcpy(c->values[i], data, gla_itemsize(p->dtype));
        c->arguments[i] = (gla_argument){GLA_ARGUMENT_VALUE, c->values[i], gla_itemsize(p->dtype)};
    }
    return c->s.status;
}

static gla_status take_arguments(call *c, const gla_arrays *args, int64_t local_bytes)
{
    const gla_signature *s = &c->kernel->signature;
    int64_t given = 0;
    int wanted = 0;
    gla_status st = GLA_OK;
    for (int i = 0; i < s->n; i++)
        wanted += !s->v[i].is_local;
    if (args->n != wanted)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the number of arguments is %lld, but the kernel requires %d", c->kernel->name,
                        (long long)args->n, wanted);
    for (c->n = 0; c->n < s->n && !st; c->n++) {
        const gla_parameter *p = &s->v[c->n];
        if (p->is_local)
            c->arguments[c->n] = (gla_argument){GLA_ARGUMENT_LOCAL, NULL, (size_t)local_bytes};
        else if (p->is_pointer)
            st = take_array(c, c->n, p, args->v[given++]);
        else
            st = take_number(c, c->n, p, args->v[given++]);
    }
    return st;
}

static gla_status read_sizes(const call *c, const char *what, const gla_ints *sizes, uint32_t out[3])
{
    if (sizes->n < 1 || sizes->n > 3)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s has %d elements, but it must have 1 to 3", c->kernel->name, what, sizes->n);
    for (int d = 0; d < 3; d++) {
        int64_t n = d < sizes->n ? sizes->v[d] : 1;
        if (n < 1 || n > UINT32_MAX)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s contains %lld, but each element must be at least 1 and less than 2^32",
                            c->kernel->name, what, (long long)n);
        out[d] = (uint32_t)n;
    }
    return GLA_OK;
}

/* Enqueue the launch; the given stream is the thread's current stream. */
static gla_status enqueue(call *c, const gla_arrays *args, const gla_ints *grid, const gla_ints *block, int64_t local_bytes,
                          bool timing, gla_event **event)
{
    gla_launch launch = {.op = c->kernel->name, .local_bytes = (size_t)local_bytes, .arguments = c->arguments};
    gla_status st;
    if ((st = read_sizes(c, "the grid", grid, launch.groups)) || (st = read_sizes(c, "the block", block, launch.group_size)))
        return st;
    if (local_bytes < 0 || local_bytes > INT32_MAX)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: local_bytes is %lld, but it must be between 0 and 2^31 - 1", c->kernel->name,
                        (long long)local_bytes);
    if ((st = take_arguments(c, args, local_bytes)))
        return st;
    launch.n = c->n;
    gla_event *behind = gla_event_new(c->kernel->name, c->dev, timing);
    if (!behind)
        return gla_last_status();
    if ((st = c->dev->backend->kernel->launch(c->dev, c->kernel->state, &launch)) ||
        (st = gla_event_mark(behind, gla_stream_current(c->dev))))
        gla_object_unref(behind);
    else
        *event = behind;
    return st;
}

gla_status gla_kernel_launch(const gla_kernel *kernel, const gla_arrays *args, const gla_ints *grid, const gla_ints *block,
                             gla_event **event, int64_t local_bytes, const gla_stream *stream, bool timing)
{
    gla_stream *before = NULL;
    call c;
    *event = NULL;
    c.kernel = kernel;
    c.dev = kernel->object.dev;
    c.n = 0;
    if (stream && stream->object.dev != c.dev)
        return gla_fail(GLA_DEVICE_ERROR, "%s: the stream is on %s, but the kernel runs on %s", kernel->name,
                        stream->object.dev->name, c.dev->name);
    gla_scope_begin(&c.s, kernel->name);
    if (stream && !gla_s_check(&c.s, gla_get_stream(&before, c.dev->name)))
        gla_s_check(&c.s, gla_set_stream(stream));
    if (!c.s.status)
        gla_s_check(&c.s, enqueue(&c, args, grid, block, local_bytes, timing, event));
    gla_status st = gla_scope_end(&c.s); /* still in the stream of the launch */
    if (before) {
        gla_set_stream(before);
        gla_object_unref(before);
    }
    return st;
}
