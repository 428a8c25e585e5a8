/* common.c - see common.h. */
#include "groups/common.h"

static void check(gla_groups *g, const gla_array *values, const gla_array *keys)
{
    gla_scope *s = &g->s;
    char text[GLA_SHAPE_TEXT];
    if (!gla_dtype_is_integer(keys->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the keys are %s; give integers", s->op, gla_dtype_name(keys->dtype));
    if (keys->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the keys have shape %s; give one dimension", s->op,
                   gla_shape_text(keys->ndim, keys->shape, text, sizeof text));
    if (values && values->ndim != 1 && values->ndim != 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the values have shape %s; give (n,) or (n, k)", s->op,
                   gla_shape_text(values->ndim, values->shape, text, sizeof text));
    if (!s->status && values && values->shape[0] != keys->shape[0])
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: there are %lld keys for %lld rows of values; give one for each", s->op,
                   (long long)keys->shape[0], (long long)values->shape[0]);
}

static int64_t key_at(gla_scope *s, const gla_array *key)
{
    void *data;
    return gla_s_to_host(s, key, &data) ? *(const int64_t *)data : 0;
}

static void count_groups(gla_groups *g, gla_axis num_groups)
{
    gla_scope *s = &g->s;
    if (num_groups != GLA_NO_AXIS && num_groups < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there cannot be %lld groups; give a number from 0 on", s->op,
                   (long long)num_groups);
    g->groups = num_groups == GLA_NO_AXIS ? 0 : num_groups;
    if (s->status || g->n == 0 || (num_groups != GLA_NO_AXIS && num_groups > 0))
        return;
    if (num_groups == 0) {
        gla_s_check(s, gla_group_out_of_range(s->op, 0, key_at(s, gla_s_view(s, g->keys, 0, NULL, NULL, 0)), 0));
        return;
    }
    g->groups = key_at(s, gla_s_reduce_all(s, gla_max, g->keys));
    if (g->groups < INT64_MAX) /* no memory holds so many groups, nor one fewer */
        g->groups++;
    g->groups = g->groups < 1 ? 1 : g->groups; /* the negative keys will be found */
}

void gla_groups_begin(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups)
{
    const gla_array *both[2] = {keys, values};
    gla_scope *s = &g->s;
    gla_scope_begin(s, name);
    g->values = g->keys = NULL;
    g->n = g->groups = 0;
    g->k = g->ndim = 1;
    check(g, values, keys);
    if (s->status || gla_s_check(s, gla_common_device(name, values ? 2 : 1, both, &g->dev)))
        return;
    g->n = keys->shape[0];
    g->keys = gla_s_contiguous(s, g->dev, GLA_INT64, keys);
    if (values) {
        g->ndim = values->ndim;
        g->k = values->ndim == 2 ? values->shape[1] : 1;
        g->values = gla_s_contiguous(s, g->dev, values->dtype, values);
        if (g->values)
            g->values = gla_s_view(s, g->values, 2, (int64_t[]){g->n, g->k}, (int64_t[]){g->k, 1}, 0);
    }
    if (!s->status)
        count_groups(g, num_groups);
}

gla_array *gla_groups_run(gla_groups *g, gla_group_op op, const gla_array *x, gla_dtype dtype)
{
    gla_scope *s = &g->s;
    if (s->status)
        return NULL;
    gla_array *out = gla_s_new(s, g->dev, dtype, 2, (int64_t[]){g->groups, x ? x->shape[1] : 1});
    if (!out || !out->size)
        return out;
    if (g->n == 0) {
        gla_s_fill(s, out, op == GLA_GROUP_FIRST || op == GLA_GROUP_LAST ? -1 : 0);
        return out;
    }
    gla_run r = gla_run_begin(s, g->dev, GLA_SLOT(array, group), (double)g->n * (double)(x ? x->shape[1] : 1));
    if (!s->status)
        gla_s_check(s, g->dev->backend->array->group(g->dev, s->op, op, x, g->keys, g->groups, out));
    gla_run_end(&r);
    return out;
}

/* Complex numbers, without gaps, as twice as many real ones. */
static gla_array *as_reals(gla_scope *s, const gla_array *x)
{
    gla_array *parts = gla_s_apply(s, gla_real, x);
    int64_t width = x->shape[1] * 2;
    return parts ? gla_s_view(s, parts, 2, (int64_t[]){x->shape[0], width}, (int64_t[]){width, 1}, 0) : NULL;
}

gla_array *gla_groups_sum(gla_groups *g, const gla_array *x)
{
    gla_scope *s = &g->s;
    if (s->status)
        return NULL;
    if (!gla_dtype_is_complex(x->dtype))
        return gla_groups_run(g, GLA_GROUP_SUM, x, x->dtype);
    gla_array *out = gla_s_new(s, g->dev, x->dtype, 2, (int64_t[]){g->groups, x->shape[1]});
    gla_array *parts = out ? as_reals(s, x) : NULL,
              *sums = parts ? gla_groups_run(g, GLA_GROUP_SUM, parts, parts->dtype) : NULL;
    if (sums && sums->size)
        gla_s_assign(s, as_reals(s, out), sums);
    return out;
}

gla_array *gla_groups_count(gla_groups *g)
{
    return gla_groups_run(g, GLA_GROUP_COUNT, NULL, GLA_INT64);
}

gla_status gla_groups_return(gla_groups *g, gla_array *result, gla_array **out)
{
    if (!g->s.status && g->ndim == 1)
        result = gla_s_view(&g->s, result, 1, &g->groups, NULL, 0);
    return gla_scope_return(&g->s, g->s.status ? NULL : result, out);
}
