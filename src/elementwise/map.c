/* map.c - Dispatch elementwise functions to the backend. */
#include "core/core.h"
#include "runtime/stream.h"
#include "elementwise/map.h"
#include "elementwise/ops.h"
#include "runtime/interrupt.h"
#include "contract/array.h"

#include <string.h>

const gla_array *gla_broadcast_on_stack(gla_stack_view *v, const gla_array *a, const gla_array *out)
{
    int nd = out->ndim, skip = nd - a->ndim;
    v->a = (gla_array){.object.dev = a->object.dev,
                       .buffer = a->buffer,
                       .offset = a->offset,
                       .size = out->size,
                       .dtype = a->dtype,
                       .ndim = nd,
                       .flags = a->flags,
                       .contiguous = out->size == 1};
    v->a.shape = v->a.dims;
    v->a.strides = v->a.dims + nd;
    for (int i = 0; i < nd; i++) {
        v->a.shape[i] = out->shape[i];
        v->a.strides[i] = i < skip || a->shape[i - skip] != out->shape[i] ? 0 : a->strides[i - skip];
    }
    return &v->a;
}

static gla_status call_slot(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array *out)
{
    gla_device *dev = gla_device_of(out);
    const gla_array_ops *ops = dev->backend->array;
    if (!ops || !ops->map)
        return gla_fail_unsupported(gla_op_describe(op)->name, dev);
    void *state = gla_work_begin((double)out->size);
    gla_status st = ops->map(dev, op, compute, n, in, out);
    gla_work_end(state);
    return st;
}

gla_status gla_map_into(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array *out)
{
    gla_stack_view views[3];
    const gla_array *fit[3];
    if (out->size == 0)
        return GLA_OK;
    for (int i = 0; i < n; i++)
        fit[i] = gla_same_shape(in[i], out) ? in[i] : gla_broadcast_on_stack(&views[i], in[i], out);
    return call_slot(op, compute, n, fit, out);
}

bool gla_weak_integer_fits(const gla_array *x, gla_dtype dtype)
{
    return gla_integer_fits(*(const uint64_t *)gla_data(x), x->dtype == GLA_UINT64, dtype);
}

static gla_status check_weak(const char *name, int n, const gla_array *const in[], gla_dtype compute)
{
    if (!gla_dtype_is_integer(compute))
        return GLA_OK;
    for (int i = 0; i < n; i++) {
        if (!(in[i]->flags & GLA_WEAK) || !gla_dtype_is_integer(in[i]->dtype) || gla_weak_integer_fits(in[i], compute))
            continue;
        if (in[i]->dtype == GLA_UINT64)
            return gla_fail(GLA_OVERFLOW_ERROR, "%s: %llu is not representable in %s; convert the array with astype first",
                            name, (unsigned long long)*(const uint64_t *)gla_data(in[i]), gla_dtype_name(compute));
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: %lld is not representable in %s; convert the array with astype first", name,
                        (long long)*(const int64_t *)gla_data(in[i]), gla_dtype_name(compute));
    }
    return GLA_OK;
}

gla_status gla_map_type_of(gla_op op, gla_dtype promoted, gla_dtype *compute)
{
    const gla_op_info *f = gla_op_describe(op);
    gla_kind kind = gla_kind_of(promoted);
    if (f->flags & GLA_FLAG_NUMBERS && kind == GLA_KIND_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "%s: bool is not a number; convert with astype first", f->name);
    if (f->expression[kind])
        *compute = promoted;
    else if (!f->expression[GLA_KIND_INT] && !f->expression[GLA_KIND_REAL])
        *compute = GLA_BOOL;
    else if (kind < GLA_KIND_REAL && f->expression[GLA_KIND_REAL])
        *compute = GLA_FLOAT64;
    else if (kind == GLA_KIND_COMPLEX)
        return gla_fail(GLA_DTYPE_ERROR,
                        "%s: the function is not defined for complex numbers; take real(), imag() or abs() "
                        "first",
                        f->name);
    else
        return gla_fail(GLA_DTYPE_ERROR, "%s: the operands must be integers%s, not %s; convert with astype first", f->name,
                        f->expression[GLA_KIND_BOOL] ? " or bool" : "", gla_dtype_name(promoted));
    return GLA_OK;
}

gla_status gla_map_type(gla_op op, int n, const gla_array *const in[], gla_dtype *compute)
{
    int first = op == GLA_OP_where ? 1 : 0; /* the condition does not affect the dtype */
    gla_status st = gla_map_type_of(op, gla_promote_arrays(n - first, in + first), compute);
    return st ? st : check_weak(gla_op_describe(op)->name, n - first, in + first, *compute);
}

gla_dtype gla_map_result(gla_op op, gla_dtype compute)
{
    switch (gla_op_describe(op)->result) {
    case GLA_RESULT_TO_BOOL: return GLA_BOOL;
    case GLA_RESULT_TO_REAL: return gla_real_of(compute);
    default: return compute;
    }
}

/* Return an operand whose memory the result may reuse: an offered operand with the dtype, device and shape of the result.
 * Return NULL if there is no such operand. */
static gla_array *find_offered(int n, const gla_array *const in[], gla_device *dev, gla_dtype dtype, int ndim,
                               const int64_t *shape)
{
    for (int i = 0; i < n; i++)
        if (in[i]->flags & GLA_OFFERED && in[i]->dtype == dtype && gla_device_of(in[i]) == dev && in[i]->ndim == ndim &&
            memcmp(in[i]->shape, shape, (size_t)ndim * sizeof *shape) == 0)
            return (gla_array *)in[i]; /* its owner has offered it */
    return NULL;
}

static gla_status take_offered(gla_array *a, gla_array **out)
{
    gla_status st = gla_stream_writes(a);
    if (st)
        return st;
    a->flags &= ~(unsigned)GLA_OFFERED;
    a->object.node = 0; /* another value, on every tape */
    *out = gla_ref(a);
    return GLA_OK;
}

static gla_status map_placed(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array *const placed[],
                             gla_device *dev, gla_array **out)
{
    const char *name = gla_op_describe(op)->name;
    gla_dtype result = gla_map_result(op, compute);
    gla_array *made, *offered;
    int ndim;
    int64_t shape[GLA_MAX_NDIM];
    gla_status st = gla_common_shape(name, n, in, &ndim, shape);
    if (st)
        return st;
    const gla_array *like = NULL; /* the first operand with the result's shape determines its layout */
    for (int i = n; i-- > 0;)
        if (placed[i]->ndim == ndim && memcmp(placed[i]->shape, shape, (size_t)ndim * sizeof *shape) == 0)
            like = placed[i];
    if ((!like || like->contiguous) && (offered = find_offered(n, in, dev, result, ndim, shape)))
        st = take_offered(offered, &made);
    else
        st = like ? gla_array_new_like(name, dev, result, like, &made) : gla_array_new(name, dev, result, ndim, shape, &made);
    if (st)
        return st;
    if ((st = gla_map_into(op, compute, n, (const gla_array *const *)placed, made)))
        gla_unref(made);
    else
        *out = made;
    return st;
}

gla_status gla_map_as(gla_op op, gla_dtype compute, int n, const gla_array *const in[], gla_array **out)
{
    const char *name = gla_op_describe(op)->name;
    gla_array *placed[3];
    gla_device *dev;
    gla_status st;
    *out = NULL;
    if ((st = gla_common_device(name, n, in, &dev)) || (st = gla_place_operands(name, dev, n, in, true, placed)))
        return st;
    st = map_placed(op, compute, n, in, placed, dev, out);
    gla_release_operands(n, placed);
    return st;
}

/* Return true if the operands can be passed to the backend unchanged: they are contiguous, have the same dtype, shape and
 * device, and need no ordering of streams. */
static bool all_alike(int n, const gla_array *const in[])
{
    if (in[0]->flags & GLA_UNPLACED || !in[0]->contiguous || in[0]->size == 0 || gla_buffer_is_watched(in[0]->buffer))
        return false;
    for (int i = 1; i < n; i++)
        if (in[i] != in[0] && (in[i]->flags & (GLA_WEAK | GLA_BORROWED) || !in[i]->contiguous || in[i]->dtype != in[0]->dtype ||
                               gla_device_of(in[i]) != gla_device_of(in[0]) || !gla_same_shape(in[i], in[0]) ||
                               gla_buffer_is_watched(in[i]->buffer)))
            return false;
    return true;
}

gla_status gla_map(gla_op op, int n, const gla_array *const in[], gla_array **out)
{
    const gla_op_info *f = gla_op_describe(op);
    gla_dtype compute;
    *out = NULL;
    if (!all_alike(n, in) || !f->expression[gla_kind_of(in[0]->dtype)]) {
        gla_status st = gla_map_type(op, n, in, &compute);
        return st ? st : gla_map_as(op, compute, n, in, out);
    }
    gla_array *made, *offered = NULL;
    compute = in[0]->dtype;
    gla_device *dev = gla_device_of(in[0]);
    gla_dtype result = gla_map_result(op, compute);
    for (int i = 0; i < n && !offered; i++)
        offered = in[i]->flags & GLA_OFFERED && result == compute ? (gla_array *)in[i] : NULL; /* as in find_offered */
    gla_status st = offered ? take_offered(offered, &made)
                            : gla_array_new(f->name, dev, result, in[0]->ndim, in[0]->shape, &made);
    if (st)
        return st;
    if ((st = call_slot(op, compute, n, in, made)))
        gla_unref(made);
    else
        *out = made;
    return st;
}
