/* lists.c - Nested lists, in particular of arrays. */
#include "binding/lists.h"
#include "runtime/allocation.h"

#include "core/core.h"

void *gla_with_space(void *list, int64_t n, size_t item)
{
    return n & (n - 1) ? list : gla_realloc(list, (size_t)(n ? 2 * n : 1) * item);
}

static gla_status add_length(const gla_nest *nest, int64_t n)
{
    int64_t *more = gla_with_space(*nest->lengths, *nest->lists, sizeof *more);
    if (!more)
        return gla_fail_memory("asarray", (size_t)*nest->lists * sizeof *more);
    *nest->lengths = more;
    more[(*nest->lists)++] = n;
    return GLA_OK;
}

static gla_status add_item(gla_reader *r, void *o, const gla_value *v, int level, const gla_nest *nest)
{
    if (*nest->n && *nest->depth != level)
        return gla_argument_fact(GLA_ARGUMENT_ERROR,
                                 "has nesting depth %d, but other %s have depth %d; nest all of them equally deep", level,
                                 nest->items, *nest->depth);
    gla_status st = nest->add(r, o, v, nest->list);
    if (!st)
        *nest->depth = level;
    return st;
}

gla_status gla_read_nest(gla_reader *r, void *o, int level, const gla_nest *nest)
{
    int64_t n = 0;
    gla_value v;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (st || v.kind != GLA_VALUE_LIST)
        return st ? st : add_item(r, o, &v, level, nest);
    if (level == GLA_MAX_NDIM)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "is nested more than %d lists deep", GLA_MAX_NDIM);
    void *list = r->binding->list(r, o, INT64_MAX, &n, &st);
    st = st ? st : add_length(nest, n);
    for (int64_t i = 0; list && !st && i < n; i++) {
        if ((st = gla_read_nest(r, r->binding->item(r, list, i), level + 1, nest)))
            gla_argument_at(i);
        if (!st && i % 1024 == 1023)
            st = gla_pause(r);
    }
    if (list)
        gla_release_value(r, list);
    return st;
}

/* ---- lists of arrays --------------------------------------------------------------------------------------------------- */
static gla_status add_array(gla_reader *r, void *o, const gla_value *v, void *list)
{
    gla_blocks *b = list;
    gla_array *a, *made = NULL;
    (void)v;
    gla_status st = gla_read_array(r, o, &a, &made);
    const gla_array **more = st ? NULL : gla_with_space(b->v, b->n, sizeof *more);
    if (!more) {
        gla_unref(made);
        return st ? st : gla_fail_memory("asarray", (size_t)b->n * sizeof *more);
    }
    b->v = more;
    b->v[b->n++] = made ? made : gla_ref(a);
    return GLA_OK;
}

gla_status gla_read_blocks(gla_reader *r, void *o, gla_blocks *b)
{
    *b = (gla_blocks){.n = 0};
    const gla_nest nest = {b, &b->n, &b->depth, &b->lists, &b->lengths, "arrays", add_array};
    gla_status st = gla_read_nest(r, o, 0, &nest);
    if (st)
        gla_release_arrays(b);
    return st;
}
