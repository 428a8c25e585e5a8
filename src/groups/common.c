/* common.c - Arguments and execution of group summaries; see common.h. */
#include "groups/common.h"
#include "runtime/group.h"
#include "contract/array.h"

/* Sampling of keys to estimate the number of groups: out of every APART lines, read one line of LINE consecutive keys (a cache
 * line). */
#define LINE 8
#define APART 64
#define MANY 65536 /* with fewer keys than this it is faster to read all keys */
#define FEW 4096   /* with still fewer keys it is faster to read the keys here than by a reduction */
#define OFTEN 8    /* required occurrences of the largest sampled key; with equal groups one estimate in e^8 is wrong */

static void check(gla_groups *g, const gla_array *values, const gla_array *keys)
{
    gla_scope *s = &g->s;
    char text[GLA_SHAPE_TEXT];
    if (!gla_dtype_is_integer(keys->dtype) && keys->dtype != GLA_BOOL && keys->size) /* an empty list is float64 */
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the keys are %s, but they must be integer; convert other values with factorize",
                   s->op, gla_dtype_name(keys->dtype));
    if (keys->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the keys have shape %s, but they must be 1-d", s->op,
                   gla_shape_text(keys->ndim, keys->shape, text, sizeof text));
    if (values && values->ndim != 1 && values->ndim != 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the values have shape %s, but they must have shape (n,) or (n, k)", s->op,
                   gla_shape_text(values->ndim, values->shape, text, sizeof text));
    if (!s->status && values && values->shape[0] != keys->shape[0])
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the number of keys, %lld, must equal the number of rows of values, %lld", s->op,
                   (long long)keys->shape[0], (long long)values->shape[0]);
}

static int64_t key_at(gla_scope *s, const gla_array *key)
{
    void *data;
    return gla_s_to_host(s, key, &data) ? *(const int64_t *)data : 0;
}

/* Estimate the number of groups from a sample of keys in host memory.  Return the largest sampled key plus one if this key
 * occurs often enough to make a larger key unlikely, otherwise 0. */
static int64_t guess_groups(const gla_groups *g)
{
    const int64_t *keys = gla_data(g->keys), lines = g->n / LINE;
    int64_t most = -1, often = 0;
    for (int64_t at = g->n % LINE + (lines - 1) % APART * LINE; at < g->n; at += APART * LINE) /* includes the last keys */
        for (int64_t i = at; i < at + LINE; i++) {
            often = keys[i] > most ? 1 : often + (keys[i] == most);
            most = keys[i] > most ? keys[i] : most;
        }
    return often >= OFTEN ? most + 1 : 0;
}

static int64_t largest_of_few(const int64_t *keys, int64_t n)
{
    int64_t most = keys[0];
    for (int64_t i = 1; i < n; i++)
        most = keys[i] > most ? keys[i] : most;
    return most;
}

static void find_groups(gla_groups *g)
{
    gla_scope *s = &g->s;
    g->groups = g->dev->is_host && g->n < FEW ? largest_of_few(gla_data(g->keys), g->n)
                                              : key_at(s, gla_s_reduce_all(s, gla_max, g->keys));
    if (g->groups < INT64_MAX) /* no memory is large enough for this number of groups, nor for one group fewer */
        g->groups++;
    g->groups = g->groups < 1 ? 1 : g->groups; /* negative keys will be detected later */
}

static void count_groups(gla_groups *g, gla_axis num_groups, bool may_guess)
{
    gla_scope *s = &g->s;
    if (num_groups != GLA_NO_AXIS && num_groups < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: num_groups is %lld, but it must not be negative", s->op, (long long)num_groups);
    g->groups = num_groups == GLA_NO_AXIS ? 0 : num_groups;
    if (s->status || g->n == 0 || (num_groups != GLA_NO_AXIS && num_groups > 0))
        return;
    if (num_groups == 0) {
        gla_s_check(s, gla_group_out_of_range(s->op, 0, key_at(s, gla_s_view(s, g->keys, 0, NULL, NULL, 0)), 0));
        return;
    }
    if (may_guess && g->dev->is_host && g->k > 0 && g->n >= MANY)
        g->groups = guess_groups(g);
    g->guessed = g->groups > 0;
    if (!g->guessed)
        find_groups(g);
}

static void begin(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups,
                  bool may_guess)
{
    const gla_array *both[2] = {keys, values};
    gla_scope *s = &g->s;
    gla_scope_begin(s, name);
    g->values = g->keys = NULL;
    g->n = g->groups = g->least = 0;
    g->guessed = false;
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
        count_groups(g, num_groups, may_guess);
}

void gla_groups_begin(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups)
{
    begin(g, name, values, keys, num_groups, false);
}

void gla_groups_begin_soon(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups,
                           int64_t least)
{
    begin(g, name, values, keys, num_groups, true);
    g->least = least;
    g->groups = g->groups < least ? least : g->groups;
}

/* Run a summary.  If a key exceeds the estimated number of groups, return NULL without raising an error. */
static gla_array *run(gla_groups *g, gla_group_op op, const gla_array *x, gla_dtype dtype)
{
    gla_scope *s = &g->s;
    gla_status st = GLA_OK;
    gla_array *out = gla_s_new(s, g->dev, dtype, 2, (int64_t[]){g->groups, x ? x->shape[1] : 1});
    if (s->status == GLA_OUT_OF_MEMORY_ERROR && g->groups > MANY && g->groups > g->n)
        gla_fail(GLA_OUT_OF_MEMORY_ERROR,
                 "%s: the memory is too small for %lld groups of %lld keys; use "
                 "{factorize(keys)} to number only the keys that occur",
                 s->op, (long long)g->groups, (long long)g->n);
    if (!out || !out->size)
        return out;
    if (g->n == 0) {
        gla_s_fill(s, out, op == GLA_GROUP_FIRST || op == GLA_GROUP_LAST ? -1 : 0);
        return out;
    }
    gla_run r = gla_run_begin(s, g->dev, GLA_SLOT(array, group), (double)g->n * (double)(x ? x->shape[1] : 1));
    if (!s->status)
        st = g->dev->backend->array->group(g->dev, s->op, op, x, g->keys, g->groups, out);
    bool beyond = g->guessed && st == GLA_INDEX_ERROR;
    if (beyond)
        gla_clear_error();
    else
        gla_s_check(s, st);
    gla_run_end(&r);
    return beyond ? NULL : out;
}

gla_array *gla_groups_run(gla_groups *g, gla_group_op op, const gla_array *x, gla_dtype dtype)
{
    gla_scope *s = &g->s;
    gla_array *out = s->status ? NULL : run(g, op, x, dtype);
    if (!s->status && !out) {
        find_groups(g);
        g->groups = g->groups < g->least ? g->least : g->groups;
        g->guessed = false;
        out = s->status ? NULL : run(g, op, x, dtype);
    }
    g->guessed = g->guessed && !out; /* all keys are in range; an empty result proves nothing */
    return out;
}

/* Return contiguous complex values as real values, twice as many. */
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
    gla_array *parts = as_reals(s, x), *sums = parts ? gla_groups_run(g, GLA_GROUP_SUM, parts, parts->dtype) : NULL;
    gla_array *out = sums ? gla_s_new(s, g->dev, x->dtype, 2, (int64_t[]){g->groups, x->shape[1]}) : NULL;
    if (out && sums->size)
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
