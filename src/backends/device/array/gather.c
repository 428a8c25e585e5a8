/* gather.c - Read and write elements at given positions. */
#include "array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"
#include "backends/device/array/slots.h"

#include <string.h>

/* Describe the arrays to the kernels.  `value` has the shape of the index arrays, followed by the remaining axes of x. */
static index_layout make_layout(const gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value)
{
    index_layout l = {.nidx = nidx, .nrest = x->ndim - nidx, .rest = 1, .nb = idx[0]->ndim};
    for (int j = 0; j < nidx; j++) {
        l.idx_shape[j] = x->shape[j];
        l.idx_strides[j] = x->strides[j];
    }
    for (int d = 0; d < l.nb; d++) {
        l.b_shape[d] = value->shape[d];
        l.b_strides[d] = value->strides[d];
    }
    for (int d = 0; d < l.nrest; d++) {
        l.rest_shape[d] = x->shape[nidx + d];
        l.x_strides[d] = x->strides[nidx + d];
        l.value_strides[d] = value->strides[l.nb + d];
        l.rest *= l.rest_shape[d];
    }
    return l;
}

static void put_index(gla_writer *w, const gla_device_program *p)
{
    const char *suffix = p->numbers[1] ? "_64" : "";
    gla_put_size(w, p);
    gla_put(w, "#define PLACE uint%d\n#define PLACE_MIN ATOMIC_MIN%s\n#define PLACE_MAX ATOMIC_MAX%s\n",
            p->numbers[1] ? 64 : 32, suffix, suffix);
}

static gla_device_program program_of(gla_dtype dtype, bool wide)
{
    return (gla_device_program){"index.h", put_index, NULL, {(uint16_t)gla_itemsize(dtype), wide}};
}

GLA_LIST(index)
{
    for (int wide = 0; wide < 2; wide++)
        gla_list_add(list, program_of(t, wide), "getitem, setitem", wide ? 0 : gla_list_mixed(t));
}

/* The index arrays in one block, `step` elements apart.  One block is used because a kernel has a fixed number of pointer
 * parameters. */
typedef struct positions {
    const int64_t *block;
    int64_t step;
    void *made;   /* the block, if it had to be allocated */
    size_t place; /* bytes of an integer that counts index elements: 4 if possible, because some devices lack 64-bit atomic
                   * operations */
    gla_device_program program;
} positions;

/* Check that every position is in range for its axis.  This waits for the result. */
static gla_status check(gla_device *dev, const gla_array *const idx[], const index_layout *l, const positions *p)
{
    void *bad = NULL;
    uint32_t small = 0;
    uint64_t first = UINT64_MAX;
    int64_t n = idx[0]->size, position;
    gla_status st = gla_device_scratch("getitem", dev, p->place, &bad);
    if (!st)
        st = gla_device_fill("getitem", dev, bad, 0xff, p->place);
    const gla_argument args[] = {GLA_VALUE(n), GLA_VALUE(*l), GLA_BUFFER(p->block), GLA_VALUE(p->step), GLA_BUFFER(bad)};
    if (!st)
        st = gla_device_run_for("getitem", dev, &p->program, "check", n, 5, args);
    if (!st)
        st = gla_device_read("getitem", dev, p->place == 8 ? (void *)&first : &small, bad, p->place);
    if (!st && p->place == 4)
        first = small == UINT32_MAX ? UINT64_MAX : small;
    if (!st && first != UINT64_MAX) {
        int axis = (int)(first % (uint64_t)l->nidx);
        const int64_t *where = (const int64_t *)gla_data(idx[axis]) + first / (uint64_t)l->nidx;
        st = gla_device_read("getitem", dev, &position, where, sizeof position);
        if (!st)
            st = gla_fail(GLA_INDEX_ERROR, "index %lld is out of range for axis %d of length %lld", (long long)position, axis,
                          (long long)l->idx_shape[axis]);
    }
    gla_device_drop(dev, bad);
    return st;
}

/* Collect and check the positions.  The caller releases p->made, even after a failure. */
static gla_status make_positions(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *const idx[],
                                 const index_layout *l, positions *p)
{
    int nidx = l->nidx;
    int64_t n = idx[0]->size;
    size_t bytes = (size_t)n * sizeof(int64_t);
    *p = (positions){.block = gla_data(idx[0]), .place = n < (int64_t)UINT32_MAX / nidx ? 4 : 8};
    p->program = program_of(dtype, p->place == 8);
    if (p->place == 8 && !gla_device_traits(dev)->has_int64_atomics)
        return gla_fail(GLA_NOT_SUPPORTED_ERROR,
                        "%s: %lld positions are too many for %s, which lacks 64-bit atomic operations; use "
                        "fewer positions per call",
                        op, (long long)n, dev->name);
    gla_status st = gla_device_enter(op, dev);
    if (!st && nidx > 1) {
        st = gla_device_scratch(op, dev, bytes * (size_t)nidx, &p->made);
        for (int j = 0; j < nidx && !st; j++)
            st = gla_device_copy_block(op, dev, (char *)p->made + (size_t)j * bytes, gla_data(idx[j]), bytes);
        p->block = p->made;
        p->step = n;
    }
    return st ? st : check(dev, idx, l, p);
}

gla_status gla_device_gather(gla_device *dev, const gla_array *x, int nidx, const gla_array *const idx[], gla_array *out)
{
    positions p;
    int64_t n = out->size;
    index_layout l = make_layout(x, nidx, idx, out);
    gla_status st = make_positions("getitem", dev, x->dtype, idx, &l, &p);
    const gla_argument args[] = {
        GLA_VALUE(n), GLA_VALUE(l), GLA_BUFFER(p.block), GLA_VALUE(p.step), GLA_BUFFER(gla_data(x)), GLA_BUFFER(gla_data(out))};
    if (!st)
        st = gla_device_run_for("getitem", dev, &p.program, "gather", n, 6, args);
    gla_device_drop(dev, p.made);
    return st;
}

/* Each row stores its row number at its position, and the largest number wins if rows share a position.  Then the winning rows
 * write their values. */
static gla_status write_winners(gla_device *dev, const gla_array *x, int64_t rows, const index_layout *l, const positions *p,
                                const gla_array *value)
{
    void *winner = NULL;
    int64_t n = value->size, places = 1;
    for (int j = 0; j < l->nidx; j++)
        places *= x->shape[j];
    gla_status st = gla_device_scratch("setitem", dev, (size_t)places * p->place, &winner);
    if (!st)
        st = gla_device_fill("setitem", dev, winner, 0, (size_t)places * p->place);
    const gla_argument claims[] = {GLA_VALUE(rows), GLA_VALUE(*l), GLA_BUFFER(p->block), GLA_VALUE(p->step),
                                   GLA_BUFFER(winner)};
    const gla_argument args[] = {GLA_VALUE(n),       GLA_VALUE(*l),           GLA_BUFFER(p->block),
                                 GLA_VALUE(p->step), GLA_BUFFER(gla_data(x)), GLA_BUFFER(gla_data(value)),
                                 GLA_BUFFER(winner)};
    if (!st)
        st = gla_device_run_for("setitem", dev, &p->program, "claim", rows, 5, claims);
    if (!st)
        st = gla_device_run_for("setitem", dev, &p->program, "scatter", n, 7, args);
    gla_device_drop(dev, winner);
    return st;
}

gla_status gla_device_scatter(gla_device *dev, gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value)
{
    positions p;
    index_layout l = make_layout(x, nidx, idx, value);
    gla_status st = make_positions("setitem", dev, x->dtype, idx, &l, &p);
    if (!st)
        st = write_winners(dev, x, idx[0]->size, &l, &p, value);
    gla_device_drop(dev, p.made);
    return st;
}
