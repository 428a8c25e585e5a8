/* components.c - Degrees of freedom, from the connected components of groups that share rows. */
#include "panel/panel.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/shape.h"
#include "sparse/sparse.h"

#include <string.h>

#define BLOCK ((int64_t)1 << 20) /* rows between two checks for an interrupt */

static int64_t root_of(int64_t *parent, int64_t x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

/* Join the groups of x and y that share rows.  `parent` becomes a forest of all groups, in which the groups of y are numbered
 * after the groups of x.  Return the number of trees. */
static int64_t join(panel *p, const int64_t *x, int64_t x_levels, const int64_t *y, int64_t y_levels, int64_t *parent)
{
    gla_scope *s = &p->s;
    int64_t count = x_levels + y_levels;
    for (int64_t i = 0; i < x_levels + y_levels; i++)
        parent[i] = i;
    for (int64_t i = 0; i < p->n; i++) {
        if (i % BLOCK == 0 && gla_interrupted()) {
            gla_s_check(s, gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op));
            break;
        }
        int64_t a = root_of(parent, x[i]), b = root_of(parent, x_levels + y[i]);
        if (a != b) {
            parent[b] = a;
            count--;
        }
    }
    return count;
}

static int64_t *new_parents(panel *p, int64_t x, int64_t y)
{
    size_t size = (size_t)(p->levels[x] + p->levels[y]) * sizeof(int64_t);
    int64_t *made = gla_malloc(size);
    if (!made)
        gla_s_check(&p->s, gla_fail_memory(p->s.op, size));
    return made;
}

/* ---- the number of components, by array operations on the device --------------------------------------------- */
static gla_array *least_of(gla_scope *s, const gla_array *values, const gla_array *keys, int64_t groups)
{
    gla_array *made;
    return values && keys && !s->status ? gla_s_adopt(s, gla_group_min(values, keys, &made, groups), &made) : NULL;
}

static gla_array *joined(gla_scope *s, gla_array *a, gla_array *b)
{
    gla_array *made;
    return a && b && !s->status
               ? gla_s_adopt(s, gla_concat(&(gla_arrays){.n = 2, .v = (const gla_array *[]){a, b}}, &made, 0), &made)
               : NULL;
}

/* Compute the next labels of the groups of x.  The label of a group is the number of some group in the same component, and
 * never exceeds the group's own number.  This is one round of FastSV (Y. Zhang, A. Azad and Z. Hu, 2020).  Each group finds the
 * smallest label among the labels of the groups that share a group of y with it, passes this label to the group whose number is
 * its current label, and adopts that group's label if it is smaller.  The number of rounds is about log2 of the longest
 * chain. */
static gla_array *next_labels(panel *p, int64_t x, int64_t y, gla_array *label, gla_array *own)
{
    gla_scope *s = &p->s;
    gla_array *above = sparse_take(s, label, label);
    gla_array *of_y = least_of(s, sparse_take(s, above, p->codes[x]), p->codes[y], p->levels[y]);
    gla_array *least = least_of(s, sparse_take(s, of_y, p->codes[y]), p->codes[x], p->levels[x]);
    gla_array *hooked = least_of(s, joined(s, least, above), joined(s, label, own), p->levels[x]);
    return hooked ? gla_s_combine(s, gla_minimum, hooked, least) : NULL;
}

static int64_t components_there(panel *p, int64_t x, int64_t y)
{
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *own = sparse_range(s, p->dev, p->levels[x]), *label = own;
    for (bool settled = false; !settled && !s->status;) {
        int round = gla_scope_mark(s);
        gla_array *next = next_labels(p, x, y, label, own);
        settled = next && gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_equal, next, label)));
        label = gla_scope_keep(s, round, next);
    }
    gla_array *is_first = s->status ? NULL : gla_s_combine(s, gla_equal, label, own), *count;
    count = is_first ? gla_s_adopt(s, gla_sum(is_first, &count, NULL, GLA_INT64, false), &count) : NULL;
    int64_t result = count ? sparse_integer(s, count) : 0;
    gla_scope_keep(s, mark, NULL);
    return result;
}

static int64_t components(panel *p, const int64_t *const codes[], int64_t x, int64_t y)
{
    if (!p->dev->is_host)
        return components_there(p, x, y);
    int64_t *parent = new_parents(p, x, y);
    int64_t count = parent ? join(p, codes[x], p->levels[x], codes[y], p->levels[y], parent) : 0;
    gla_free(parent);
    return count;
}

int64_t panel_degrees_of_freedom(panel *p)
{
    gla_scope *s = &p->s;
    int64_t df = 0, earlier = 0;
    const int64_t **codes = gla_s_memory(s, p->ways, sizeof *codes);
    if (p->n == 0 || s->status)
        return 0;
    for (int64_t b = 0; b < p->n_blocks; b++)
        df += p->blocks[b].slope ? p->blocks[b].rank : p->levels[p->blocks[b].way];
    for (int64_t i = 0; i < p->ways && p->ways > 1 && p->dev->is_host && !s->status; i++) {
        void *data;
        gla_s_to_host(s, p->codes[i], &data);
        codes[i] = s->status ? NULL : data;
    }
    void *state = gla_work_begin((double)p->n * (double)p->ways);
    for (int64_t i = 0; i < p->ways && !s->status; i++) {
        int64_t most = earlier > 0;
        for (int64_t j = 0; j < i && p->has_intercept[i] && !s->status; j++) {
            int64_t count = p->has_intercept[j] ? components(p, codes, j, i) : 0;
            most = count > most ? count : most;
        }
        df -= p->has_intercept[i] ? most : 0;
        earlier += p->has_intercept[i];
    }
    gla_work_end(state);
    return df;
}

void panel_find_components(panel *p, int64_t x, int64_t y, panel_components *c)
{
    gla_scope *s = &p->s;
    void *x_codes = NULL, *y_codes = NULL, *to[3] = {NULL};
    gla_array **made[3] = {&c->of_x, &c->of_y, &c->reference};
    int64_t length[3] = {p->levels[x], p->levels[y], 0};
    gla_s_to_host(s, p->codes[x], &x_codes);
    if (!s->status)
        gla_s_to_host(s, p->codes[y], &y_codes);
    int64_t *parent = s->status ? NULL : new_parents(p, x, y);
    if (parent)
        length[2] = join(p, x_codes, p->levels[x], y_codes, p->levels[y], parent);
    for (int i = 0; i < 3 && !s->status; i++)
        if (!gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 1, &length[i], made[i], &to[i])))
            gla_s_own(s, *made[i]);
    if (!s->status) {
        int64_t *of_x = to[0], *of_y = to[1], *reference = to[2], n = 0;
        memset(of_x, 0xff, (size_t)length[0] * sizeof *of_x);
        for (int64_t i = 0; i < p->n; i++) {
            int64_t root = root_of(parent, ((const int64_t *)x_codes)[i]), group = ((const int64_t *)y_codes)[i];
            if (of_x[root] < 0) { /* roots are groups of x */
                of_x[root] = n;
                reference[n++] = group;
            }
            of_y[group] = of_x[root];
        }
        for (int64_t i = 0; i < length[0]; i++)
            of_x[i] = of_x[root_of(parent, i)];
    }
    gla_free(parent);
}
