/* saved.c - Saved states of a block search, restored after a failure. */
#include "eigen/block.h"
#include "runtime/allocation.h"

void eigen_block_end(eigen_block *b)
{
    for (int i = 0; b && i < EIGEN_PARTS; i++)
        gla_unref(b->part[i]);
    gla_free(b);
}

static eigen_block *copy(gla_scope *s, const eigen_block *b)
{
    eigen_block *made = s->status ? NULL : gla_malloc(sizeof *made);
    if (!made && !s->status)
        gla_s_check(s, gla_fail_memory(s->op, sizeof *made));
    if (s->status)
        return NULL;
    *made = *b;
    for (int i = 0; i < EIGEN_PARTS; i++)
        made->part[i] = b->part[i] ? gla_ref(b->part[i]) : NULL;
    return made;
}

void eigen_block_save(gla_scope *s, const eigen_solver *q, eigen_saved *saved)
{
    saved->before = *q;
    saved->block = copy(s, q->block);
    saved->vector = s->status || !q->vector ? NULL : gla_ref(q->vector);
}

void eigen_block_restore(eigen_solver *q, eigen_saved *saved, bool back)
{
    if (back && saved->block) {
        eigen_block *block = q->block;
        q->block = saved->block;
        saved->block = block;
        q->scale = saved->before.scale;
        q->restarts = saved->before.restarts;
        q->products = saved->before.products;
        q->wants = saved->before.wants;
        eigen_keep(&q->vector, saved->vector);
    }
    eigen_block_end(saved->block);
    gla_unref(saved->vector);
}
