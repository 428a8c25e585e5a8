/* fold.c - Operands of reductions and scans of formulas, and combination of their elements; see fold.h. */
#include "fold.h"

#include <string.h>

/* A view of some axes of an array, on the stack. */
typedef union part {
    gla_array a;
    char room[sizeof(gla_array) + 2 * GLA_MAX_NDIM * sizeof(int64_t)];
} part;

static const gla_array *part_of(part *p, const gla_array *a, int first, int end)
{
    p->a = (gla_array){.object.dev = a->object.dev,
                       .buffer = a->buffer,
                       .offset = a->offset,
                       .size = 1,
                       .dtype = a->dtype,
                       .ndim = end - first};
    p->a.shape = p->a.dims;
    p->a.strides = p->a.dims + GLA_MAX_NDIM;
    for (int i = first; i < end; i++) {
        p->a.shape[i - first] = a->shape[i];
        p->a.strides[i - first] = a->strides[i];
        p->a.size *= a->shape[i];
    }
    return &p->a;
}

void gla_fold_space_init(gla_fold_space *s, const gla_expr *map, const gla_array *const in[], const gla_array *out, int nkeep)
{
    part parts[GLA_MAX_INPUTS + 1];
    const gla_array *all[GLA_MAX_INPUTS + 1];
    s->n = map->n_inputs;
    for (int k = 0; k < s->n; k++) {
        s->data[k] = gla_data(in[k]);
        s->stored[k] = in[k]->dtype;
        s->want[k] = map->values[k].dtype;
        all[k] = part_of(&parts[k], in[k], 0, nkeep);
    }
    all[s->n] = part_of(&parts[s->n], out, 0, nkeep);
    gla_walk_init(&s->kept, s->n + 1, all);
    for (int k = 0; k < s->n; k++)
        all[k] = part_of(&parts[k], in[k], nkeep, in[k]->ndim);
    gla_walk_init(&s->folded, s->n, all);
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

gla_status gla_fold_machines_init(gla_fold_machines *m, const gla_expr *const exprs[3])
{
    memset(m, 0, sizeof *m);
    m->item = gla_itemsize(exprs[0]->values[exprs[0]->outputs[0]].dtype);
    gla_status st = gla_machine_init(&m->map, exprs[0]);
    if (!st)
        st = gla_machine_init(&m->combine, exprs[1]);
    if (!st)
        st = gla_machine_init(&m->post, exprs[2]);
    if (st)
        gla_fold_machines_clear(m);
    else
        m->block = smaller(smaller(m->map.block, m->combine.block), m->post.block);
    return st;
}

gla_status gla_fold_machines_outcome(const gla_fold_machines *m)
{
    gla_status st = gla_machine_outcome(&m->map);
    if (!st)
        st = gla_machine_outcome(&m->combine);
    return st ? st : gla_machine_outcome(&m->post);
}

void gla_fold_machines_clear(gla_fold_machines *m)
{
    gla_machine_clear(&m->map);
    gla_machine_clear(&m->combine);
    gla_machine_clear(&m->post);
}

bool gla_fold_room_init(gla_fold_room *r, const gla_fold_machines *m)
{
    *r = (gla_fold_room){.map = gla_machine_registers(&m->map, m->block),
                         .combine = gla_machine_registers(&m->combine, m->block),
                         .post = gla_machine_registers(&m->post, m->block)};
    if (r->map && r->combine && r->post)
        return true;
    gla_fold_room_clear(r, m);
    return false;
}

void gla_fold_room_clear(gla_fold_room *r, const gla_fold_machines *m)
{
    if (r->map)
        gla_machine_free_registers(&m->map, r->map);
    if (r->combine)
        gla_machine_free_registers(&m->combine, r->combine);
    if (r->post)
        gla_machine_free_registers(&m->post, r->post);
}

char *gla_fold_map(const gla_fold_space *s, const gla_fold_machines *m, const gla_fold_room *r, const int64_t *base, int64_t at,
                   int64_t n)
{
    const gla_walk *w = &s->folded;
    int64_t index[GLA_MAX_NDIM];
    gla_walk_seek(w, at, index);
    for (int k = 0; k < s->n; k++)
        gla_walk_gather(w, k, s->data[k] + base[k] * (int64_t)gla_itemsize(s->stored[k]), s->stored[k], index, n, r->map[k],
                        s->want[k]);
    gla_machine_run(&m->map, r->map, n);
    return r->map[m->map.place[m->map.e->outputs[0]]];
}

void gla_fold_combine(const gla_fold_machines *m, const gla_fold_room *r, const void *a, const void *b, void *to, int64_t n)
{
    r->combine[0] = (char *)a;
    r->combine[1] = (char *)b;
    gla_machine_run(&m->combine, r->combine, n);
    memmove(to, r->combine[m->combine.place[m->combine.e->outputs[0]]], (size_t)n * m->item);
}

void gla_fold_tree(const gla_fold_machines *m, const gla_fold_room *r, char *acc, int64_t n)
{
    while (n > 1) {
        int64_t half = n / 2;
        gla_fold_combine(m, r, acc, acc + (n - half) * (int64_t)m->item, acc, half);
        n -= half;
    }
}
