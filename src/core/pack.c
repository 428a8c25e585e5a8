/* pack.c - Copy elements between a strided host array and a contiguous block, starting at any element. */
#include "core/core.h"
#include "core/pack.h"

#include <string.h>

/* Current position in a row-major traversal of an array: the offset of the innermost run. */
typedef struct walk {
    int ndim;          /* number of axes outside the innermost one */
    int64_t run, step; /* length and stride of the innermost axis */
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM], at[GLA_MAX_NDIM];
    int64_t offset;
} walk;

/* Merge axes that are contiguous in memory. */
static void walk_plan(walk *w, const gla_array *x)
{
    *w = (walk){.run = 1, .step = 1};
    for (int i = x->ndim; i-- > 0;) {
        if (x->shape[i] == 1)
            continue;
        if (w->run == 1) {
            w->run = x->shape[i];
            w->step = x->strides[i];
        } else if (w->ndim == 0 && x->strides[i] == w->run * w->step) {
            w->run *= x->shape[i];
        } else { /* innermost first */
            w->shape[w->ndim] = x->shape[i];
            w->strides[w->ndim++] = x->strides[i];
        }
    }
}

/* Move to a run by its index. */
static void walk_to(walk *w, int64_t run)
{
    w->offset = 0;
    for (int i = 0; i < w->ndim; i++, run /= w->shape[i - 1]) {
        w->at[i] = run % w->shape[i];
        w->offset += w->at[i] * w->strides[i];
    }
}

static void walk_next(walk *w)
{
    for (int i = 0; i < w->ndim; i++) {
        w->offset += w->strides[i];
        if (++w->at[i] < w->shape[i])
            return;
        w->offset -= w->strides[i] * w->shape[i];
        w->at[i] = 0;
    }
}

/* Copy n elements of `size` bytes; size is a constant after inlining. */
static inline void move_each(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, size_t size)
{
    for (int64_t i = 0; i < n; i++, to += to_step, from += from_step)
        memcpy(to, from, size);
}

/* Copy n elements of `item` bytes; the steps are in elements. */
static void move(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, size_t item)
{
    if (to_step == 1 && from_step == 1) {
        memcpy(to, from, (size_t)n * item);
        return;
    }
    to_step *= (int64_t)item;
    from_step *= (int64_t)item;
    switch (item) {
    case 1: move_each(to, to_step, from, from_step, n, 1); break;
    case 2: move_each(to, to_step, from, from_step, n, 2); break;
    case 4: move_each(to, to_step, from, from_step, n, 4); break;
    case 8: move_each(to, to_step, from, from_step, n, 8); break;
    default: move_each(to, to_step, from, from_step, n, 16);
    }
}

static void pass(const gla_array *x, int64_t first, int64_t count, char *block, bool into_array)
{
    walk w;
    size_t item = gla_itemsize(x->dtype);
    char *data = gla_data(x);
    walk_plan(&w, x);
    walk_to(&w, first / w.run);
    for (int64_t skip = first % w.run; count > 0; skip = 0, walk_next(&w)) {
        int64_t n = w.run - skip < count ? w.run - skip : count;
        char *at = data + (w.offset + skip * w.step) * (int64_t)item;
        if (into_array)
            move(at, w.step, block, 1, n, item);
        else
            move(block, 1, at, w.step, n, item);
        block += (size_t)n * item;
        count -= n;
    }
}

void gla_pack(const gla_array *x, int64_t first, int64_t count, void *block)
{
    pass(x, first, count, block, false);
}

void gla_unpack(gla_array *x, int64_t first, int64_t count, const void *block)
{
    pass(x, first, count, (char *)block, true);
}
