/* components.c - degrees of freedom: groups of two groupings that share rows hang together. */
#include "panel/panel.h"

#define BLOCK ((int64_t)1 << 20) /* rows, between two looks whether the user wants to stop */

static int64_t root_of(int64_t *parent, int64_t x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

/* How many connected components the groups of two groupings have, where a row connects its two. */
static int64_t components(panel *p, const int64_t *x, int64_t x_levels, const int64_t *y, int64_t y_levels)
{
    gla_scope *s = &p->s;
    int64_t all = x_levels + y_levels, count = all, *parent = gla_malloc((size_t)all * sizeof *parent);
    if (!parent) {
        gla_s_check(s, gla_fail_memory(s->op, (size_t)all * sizeof *parent));
        return 0;
    }
    for (int64_t i = 0; i < all; i++)
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
    gla_free(parent);
    return count;
}

int64_t panel_degrees_of_freedom(panel *p)
{
    gla_scope *s = &p->s;
    int64_t df = p->levels[0];
    const int64_t **codes = gla_s_memory(s, p->ways, sizeof *codes);
    if (p->n == 0 || p->ways == 1)
        return p->n == 0 ? 0 : df;
    for (int64_t i = 0; i < p->ways && !s->status; i++) {
        void *data;
        gla_s_to_host(s, p->codes[i], &data);
        codes[i] = s->status ? NULL : data;
    }
    void *state = gla_work_begin((double)p->n * (double)p->ways);
    for (int64_t i = 1; i < p->ways && !s->status; i++) {
        int64_t most = 1;
        for (int64_t j = 0; j < i && !s->status; j++) {
            int64_t count = components(p, codes[j], p->levels[j], codes[i], p->levels[i]);
            most = count > most ? count : most;
        }
        df += p->levels[i] - most;
    }
    gla_work_end(state);
    return df;
}
