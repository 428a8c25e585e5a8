/* select.c - Nonzero elements: their number, their positions, and the elements of another array at these positions
 * (kernels/select.h). */
#include "array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"
#include "backends/device/array/slots.h"

#define TILE (16 * GLA_GROUP) /* as in kernels/select.h */

static gla_device_program program_of(gla_dtype dtype)
{
    size_t item = gla_itemsize(dtype);
    return gla_device_typed_with("select.h", GLA_BOOL,
                                 item == 1   ? "#define E uint8\n"
                                 : item == 2 ? "#define E uint16\n"
                                 : item == 4 ? "#define E uint32\n"
                                 : item == 8 ? "#define E uint64\n"
                                             : "#define E complex128\n");
}

GLA_LIST(select)
{
    gla_list_add(list, gla_device_typed("select.h", t), "nonzero", t == GLA_BOOL ? gla_list_mixed(t) : 0);
    gla_list_add(list, program_of(t), "getitem", gla_list_mixed(t));
}

/* Return the layout in which a kernel reads the elements, in row-major order. */
static plain_layout layout_of(const gla_array *x)
{
    plain_layout l;
    l.ndim = gla_merge_axes(1, &x, x->shape, 0, x->ndim, NULL, l.shape, &l.strides);
    return l;
}

/* Return true if 16 elements can be read at once. */
static int is_packed(const gla_array *x, const plain_layout *l)
{
    bool is_line = l->ndim == 0 || (l->ndim == 1 && l->strides[0] == 1);
    return gla_itemsize(x->dtype) == 1 && is_line && (uintptr_t)gla_data(x) % 16 == 0;
}

gla_status gla_device_count_nonzero(gla_device *dev, const gla_array *x, gla_nonzero_ranges *r)
{
    int64_t *counts = NULL, n = x->size, sum = 0;
    const gla_device_program program = gla_device_typed("select.h", x->dtype);
    const plain_layout l = layout_of(x);
    const int packed = is_packed(x, &l);
    gla_status st = gla_device_enter("nonzero", dev);
    r->count = (n + TILE - 1) / TILE < GLA_NONZERO_RANGES ? (n + TILE - 1) / TILE : GLA_NONZERO_RANGES;
    r->length = ((n + r->count - 1) / r->count + TILE - 1) / TILE * TILE;
    r->count = (n + r->length - 1) / r->length;
    size_t bytes = (size_t)r->count * sizeof *counts;
    if (!st)
        st = gla_device_scratch("nonzero", dev, bytes, (void **)&counts);
    const gla_argument args[] = {GLA_VALUE(n),      GLA_VALUE(r->length),    GLA_VALUE(l),
                                 GLA_VALUE(packed), GLA_BUFFER(gla_data(x)), GLA_BUFFER(counts)};
    if (!st)
        st = gla_device_run("nonzero", dev, &program, "count_ranges", r->count, 6, args);
    if (!st)
        st = gla_device_read("nonzero", dev, r->starts, counts, bytes);
    for (int64_t i = 0; i < r->count && !st; i++) { /* replace counts by starts */
        int64_t here = r->starts[i];
        r->starts[i] = sum;
        sum += here;
    }
    r->starts[r->count] = sum;
    gla_device_drop(dev, counts);
    return st;
}

/* Run a kernel with the arguments that are common to all these kernels, followed by n_more further arguments. */
static gla_status run(const char *op, gla_device *dev, const gla_device_program *program, const char *name, const gla_array *x,
                      const gla_nonzero_ranges *r, int n_more, const gla_argument *more)
{
    int64_t *starts = NULL, n = x->size;
    const plain_layout l = layout_of(x);
    const int packed = is_packed(x, &l);
    size_t bytes = (size_t)(r->count + 1) * sizeof *starts;
    gla_status st = gla_device_enter(op, dev);
    if (!st)
        st = gla_device_scratch(op, dev, bytes, (void **)&starts);
    if (!st)
        st = gla_device_write(op, dev, starts, r->starts, bytes);
    gla_argument args[9] = {GLA_VALUE(n),      GLA_VALUE(r->length),    GLA_VALUE(l),
                            GLA_VALUE(packed), GLA_BUFFER(gla_data(x)), GLA_BUFFER(starts)};
    for (int i = 0; i < n_more; i++)
        args[6 + i] = more[i];
    if (!st)
        st = gla_device_run(op, dev, program, name, r->count, 6 + n_more, args);
    gla_device_drop(dev, starts);
    return st;
}

gla_status gla_device_nonzero(gla_device *dev, const gla_array *x, const gla_nonzero_ranges *r, gla_array *out)
{
    const gla_device_program program = gla_device_typed("select.h", x->dtype);
    plain_layout of = {.ndim = x->ndim};
    for (int d = 0; d < x->ndim; d++)
        of.shape[d] = x->shape[d];
    const gla_argument more[] = {GLA_VALUE(of), GLA_VALUE(out->shape[1]), GLA_BUFFER(gla_data(out))};
    return run("nonzero", dev, &program, "write_positions", x, r, 3, more);
}

gla_status gla_device_select(gla_device *dev, const gla_array *mask, const gla_nonzero_ranges *r, const gla_array *x,
                             gla_array *out)
{
    const gla_device_program program = program_of(x->dtype);
    const plain_layout of = layout_of(x);
    const gla_argument more[] = {GLA_VALUE(of), GLA_BUFFER(gla_data(x)), GLA_BUFFER(gla_data(out))};
    return run("getitem", dev, &program, "write_selected", mask, r, 3, more);
}
