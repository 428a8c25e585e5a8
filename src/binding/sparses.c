/* sparses.c - Nested lists of sparse matrices. */
#include "binding/lists.h"

#include "core/core.h"
#include "gpulinalg/sparse.h"

#include <string.h>

/* Return a new reference to a matrix from the script, or create a matrix from an array-like value. Return NULL for None or
 * undef. */
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
    gla_status st = GLA_OK;
    if (r->binding->object && ((st = r->binding->object(r, o, "Sparse", (void **)matrix)) || *matrix))
        return st;
    st = gla_read_array(r, o, &array, &made);
    if (!st)
        st = gla_sparse_new(array, matrix);
    gla_unref(made);
    return st;
}

static gla_status add_matrix(gla_reader *r, void *o, const gla_value *v, void *list)
{
    gla_sparses *b = list;
    gla_sparse *matrix;
    gla_status st = read_matrix(r, o, v, &matrix);
    const gla_sparse **more = st ? NULL : gla_with_space(b->v, b->n, sizeof *more);
    if (!more) {
        gla_object_unref(matrix);
        return st ? st : gla_fail_memory("sparse", (size_t)b->n * sizeof *more);
    }
    b->v = more;
    b->v[b->n++] = matrix;
    return GLA_OK;
}

static gla_status read_lists(gla_reader *r, void *o, int level, gla_sparses *b)
{
    const gla_nest nest = {b, &b->n, &b->depth, &b->lists, &b->lengths, "matrices", add_matrix};
    return gla_read_nest(r, o, level, &nest);
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
    if (!list)
        return;
    gla_free(list->lengths);
    for (int64_t i = 0; i < list->n; i++)
        gla_object_unref((gla_sparse *)list->v[i]);
    gla_free(list->v);
    *list = (gla_sparses){.n = 0};
}
