/* exchange.c - Create arrays from memory of other libraries, without a copy if the layout allows it. */
#include "gpulinalg/exchange.h"

#include "binding/reader.h"
#include "core/core.h"
#include "formula/lazy.h"

#include <string.h>

gla_status gla_expose(const gla_array *a)
{
    gla_status st = gla_admit_array("expose", "a", a);
    if (st || atomic_load(&a->buffer->exposed) == GLA_EXPOSED)
        return st;
    /* Set this flag first, so that lazy operations recorded by other threads do not use the array as an operand. */
    atomic_store(&a->buffer->exposed, GLA_TO_BE_EXPOSED);
    if (!(st = gla_lazy_evaluate_all()))
        atomic_store(&a->buffer->exposed, GLA_EXPOSED);
    return st;
}

void *gla_array_address(const gla_array *a)
{
    return gla_expose(a) ? NULL : gla_data(a);
}

/* ---- layout ------------------------------------------------------------------------------------------------------ */
gla_status gla_foreign_dense(gla_foreign *m)
{
    int64_t step = m->itemsize;
    for (int i = m->ndim; i-- > 0;) {
        m->strides[i] = step;
        if (__builtin_mul_overflow(step, m->shape[i], &step))
            return gla_foreign_fail_lie(m, "its size overflows");
    }
    return GLA_OK;
}

gla_status gla_foreign_span(const gla_foreign *m, int64_t *low, int64_t *high, int64_t *size)
{
    int64_t n = 1, reach;
    *low = 0;
    *high = m->itemsize;
    bool empty = false, overflow = false;
    for (int i = 0; i < m->ndim; i++) {
        if (m->shape[i] < 0)
            return gla_foreign_fail_lie(m, "a dimension is negative");
        empty |= m->shape[i] == 0;
    }
    for (int i = 0; !empty && i < m->ndim; i++) {
        overflow |= __builtin_mul_overflow(n, m->shape[i], &n);
        overflow |= __builtin_mul_overflow(m->shape[i] - 1, m->strides[i], &reach);
        overflow |= reach < 0 ? __builtin_add_overflow(*low, reach, low) : __builtin_add_overflow(*high, reach, high);
    }
    *size = empty ? 0 : n;
    if (overflow)
        return gla_foreign_fail_lie(m, "its size overflows");
    if (!m->data && *size)
        return gla_foreign_fail_lie(m, "it has elements but no address");
    return GLA_OK;
}

gla_status gla_foreign_buffer(gla_foreign *m, const char *format, const ptrdiff_t *shape, const ptrdiff_t *strides,
                              int64_t bytes)
{
    int64_t all = m->itemsize;
    bool overflow = false;
    if (m->ndim < 0 || m->ndim > GLA_MAX_NDIM)
        return gla_argument_fact(GLA_SHAPE_ERROR, "is a %.100s of %d dimensions, but an array has at most %d", m->owner,
                                 m->ndim, GLA_MAX_NDIM);
    gla_status st = gla_foreign_format(m, format);
    if (st)
        return st;
    if (m->ndim && !shape)
        return gla_foreign_fail_lie(m, "it has dimensions but no shape");
    for (int i = m->ndim; i-- > 0;) {
        if (shape[i] < 0)
            return gla_foreign_fail_lie(m, "a dimension is negative");
        m->shape[i] = shape[i];
        m->strides[i] = strides ? strides[i] : m->itemsize;
        overflow |= __builtin_mul_overflow(all, m->shape[i], &all);
    }
    if (!strides && (st = gla_foreign_dense(m)))
        return st;
    return !overflow && all != bytes ? gla_foreign_fail_lie(m, "shape and length disagree") : GLA_OK;
}

gla_status gla_foreign_inside(gla_foreign *m, void *start, int64_t length, int64_t offset)
{
    int64_t low, high, size;
    if (offset < 0 || offset > length)
        return gla_foreign_fail_lie(m, "its offset is beyond its data");
    m->data = (char *)start + offset;
    gla_status st = gla_foreign_span(m, &low, &high, &size);
    if (!st && size && (offset + low < 0 || high > length - offset))
        st = gla_foreign_fail_lie(m, "its shape reaches beyond its data");
    return st;
}

bool gla_is_column_major(const gla_array *a)
{
    int64_t step = 1;
    for (int i = 0; i < gla_array_ndim(a); i++) {
        if (gla_array_shape(a)[i] != 1 && gla_array_strides(a)[i] != step)
            return false;
        step *= gla_array_shape(a)[i];
    }
    return true;
}

/* Return true if the memory can be used without a copy: native byte order, aligned, strides in whole elements. GPUs require
 * alignment to the full size of complex elements. */
static bool is_usable(const gla_foreign *m)
{
    int64_t align = gla_dtype_is_complex(m->dtype) && !m->device ? m->itemsize / 2 : m->itemsize;
    if (m->swapped || (uintptr_t)m->data % (size_t)align)
        return false;
    for (int i = 0; i < m->ndim; i++)
        if (m->shape[i] > 1 && m->strides[i] % m->itemsize)
            return false;
    return true;
}

typedef struct copying {
    gla_reader *reader;
    const gla_foreign *from;
    uint32_t steps;
    char *to;
} copying;

static gla_status copy_elements(copying *c, int axis, const char *from)
{
    const gla_foreign *m = c->from;
    gla_status st = GLA_OK;
    if (axis < m->ndim) {
        for (int64_t i = 0; !st && i < m->shape[axis]; i++)
            st = copy_elements(c, axis + 1, from + i * m->strides[axis]);
        return st;
    }
    int64_t word = gla_dtype_is_complex(m->dtype) ? m->itemsize / 2 : m->itemsize;
    if (!m->swapped)
        memcpy(c->to, from, (size_t)m->itemsize);
    for (int64_t i = 0; m->swapped && i < m->itemsize; i++)
        c->to[i] = from[i - i % word + word - 1 - i % word];
    c->to += m->itemsize;
    return ++c->steps % 0x20000 == 0 ? gla_pause(c->reader) : GLA_OK;
}

static gla_status copy_strided(gla_reader *r, const gla_array *host, void *data, void *to)
{
    gla_foreign m = {.dtype = host->dtype, .ndim = host->ndim, .data = data, .itemsize = (int64_t)gla_itemsize(host->dtype)};
    for (int i = 0; i < m.ndim; i++) {
        m.shape[i] = host->shape[i];
        m.strides[i] = host->strides[i] * m.itemsize;
    }
    copying c = {.reader = r, .from = &m, .to = to};
    return copy_elements(&c, 0, m.data);
}

gla_status gla_to_bytes(gla_reader *r, const gla_array *x, void *to)
{
    gla_array *host;
    void *data;
    gla_status st = gla_to_host(x, &host, &data);
    if (st)
        return st;
    if (host->size && gla_array_is_contiguous(host))
        memcpy(to, data, (size_t)host->size * gla_itemsize(host->dtype));
    else if (host->size)
        st = copy_strided(r, host, data, to);
    gla_unref(host);
    return st;
}

gla_status gla_foreign_take(gla_reader *r, const gla_foreign *m, void (*release)(void *), void *owner, gla_array **out)
{
    int64_t strides[GLA_MAX_NDIM], size = 0, low, high;
    void *to;
    gla_status st = gla_foreign_span(m, &low, &high, &size);
    if (st)
        return st;
    for (int i = 0; i < m->ndim; i++)
        strides[i] = m->shape[i] > 1 ? m->strides[i] / m->itemsize : 1;
    if (m->device && !is_usable(m))
        return gla_argument_fact(GLA_NOT_SUPPORTED_ERROR,
                                 "is a %.100s on a GPU whose address or strides are not multiples of the element size; copy "
                                 "it there first",
                                 m->owner);
    if (m->device)
        return gla_adopt(m->device, m->data, m->dtype, m->ndim, m->shape, strides, m->readonly, release, owner, out);
    if (is_usable(m) && !(m->readonly && m->ndim == 0)) /* a NumPy scalar is copied so that `x *= 2` works as for Python scalars
                                                         */
        return gla_borrow(m->data, m->dtype, m->ndim, m->shape, strides, m->readonly, release, owner, out);
    if ((st = gla_new_host(m->dtype, m->ndim, m->shape, out, &to)))
        return st;
    copying c = {.reader = r, .from = m, .to = to};
    if (size && (st = copy_elements(&c, 0, m->data))) {
        gla_unref(*out);
        *out = NULL;
        return st;
    }
    release(owner);
    return GLA_OK;
}
