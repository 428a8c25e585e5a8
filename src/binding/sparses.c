/* sparses.c - sparse matrices in lists of lists. */
#include "binding/reader.h"

#include "core/core.h"
#include "gpulinalg/sparse.h"

#include <string.h>

/* A list of n items with space for one more; NULL, and the list as it was, without memory for that. */
static void *with_space(void *list, int64_t n, size_t item)
{
    return n & (n - 1) ? list : gla_realloc(list, (size_t)(n ? 2 * n : 1) * item);
}

static gla_status add_length(gla_sparses *b, int64_t n)
{
    int64_t *more = with_space(b->lengths, b->lists, sizeof *more);
    if (!more)
        return gla_fail_memory("sparse", (size_t)b->lists * sizeof *more);
    b->lengths = more;
    b->lengths[b->lists++] = n;
    return GLA_OK;
}

/* A matrix of the script, or one made of something array-like, with a reference; none is NULL. */
static gla_status read_matrix(gla_reader *r, void *o, const gla_value *v, gla_sparse **matrix)
{
    gla_array *array = NULL, *made = NULL;
    *matrix = NULL;
    if (v->kind == GLA_VALUE_NONE)
        return GLA_OK;
    if (v->kind == GLA_VALUE_OBJECT && !strcmp(gla_object_class(v->object), "Sparse")) {
        *matrix = gla_object_ref(v->object);
        return GLA_OK;
    }
    if (v->kind == GLA_VALUE_OBJECT)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, "a Sparse");
    gla_status st = gla_read_array(r, o, &array, &made);
    if (!st)
        st = gla_sparse_new(array, matrix);
    gla_unref(made);
    return st;
}

static gla_status add_matrix(gla_reader *r, void *o, const gla_value *v, int level, gla_sparses *b)
{
    gla_sparse *matrix;
    if (b->n && b->depth != level)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "stands in %d list%s, but other matrices in %d; give all the same", level,
                                 level == 1 ? "" : "s", b->depth);
    gla_status st = read_matrix(r, o, v, &matrix);
    if (st)
        return st;
    const gla_sparse **more = with_space(b->v, b->n, sizeof *more);
    if (!more) {
        gla_object_unref(matrix);
        return gla_fail_memory("sparse", (size_t)b->n * sizeof *more);
    }
    b->v = more;
    b->depth = level;
    b->v[b->n++] = matrix;
    return GLA_OK;
}

static gla_status read_lists(gla_reader *r, void *o, int level, gla_sparses *b)
{
    int64_t n = 0;
    gla_value v;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (st || v.kind != GLA_VALUE_LIST)
        return st ? st : add_matrix(r, o, &v, level, b);
    if (level == GLA_MAX_NDIM)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "has more than %d lists in each other", GLA_MAX_NDIM);
    void *list = r->binding->list(r, o, INT64_MAX, &n, &st);
    st = st ? st : add_length(b, n);
    for (int64_t i = 0; list && !st && i < n; i++) {
        if ((st = read_lists(r, r->binding->item(r, list, i), level + 1, b)))
            gla_argument_at(i);
        if (!st && i % 1024 == 1023)
            st = gla_pause(r);
    }
    if (list)
        gla_release_value(r, list);
    return st;
}

gla_status gla_add_sparse(gla_reader *r, void *o, gla_sparses *list)
{
    gla_status st = read_lists(r, o, 1, list);
    if (st)
        gla_argument_at(list->n);
    return st;
}

gla_status gla_read_sparses(gla_reader *r, void *o, gla_sparses *list)
{
    *list = (gla_sparses){.n = 0};
    gla_status st = read_lists(r, o, 0, list);
    if (st)
        gla_release_sparses(list);
    return st;
}

void gla_release_sparses(gla_sparses *list)
{
    gla_free(list->lengths);
    for (int64_t i = 0; i < list->n; i++)
        gla_object_unref((gla_sparse *)list->v[i]);
    gla_free(list->v);
    *list = (gla_sparses){.n = 0};
}
