/* reduce.c - User-defined reductions: apply `map`, `combine` and `post` over blocks.
 *
 * Long ranges are cut into chunks of a fixed length, whose elements are combined lane by lane and then as a tree.  Therefore
 * the result depends on the shape but never on the number of threads.  Short ranges are computed for many results at once. */
#include "fold.h"

#include <string.h>

#define CHUNK 65536 /* number of elements of a range that one thread processes */
#define SHORT 256   /* for a shorter range, a separate block is not worthwhile */

typedef struct reduce_job {
    gla_fold_space space;
    gla_fold_machines machines;
    gla_array *out;
    int64_t length, chunks; /* number of elements per range; number of chunks */
    char *parts;            /* value of each chunk of each result */
    _Atomic bool out_of_memory;
} reduce_job;

/* Find the offsets of the operands of a result, and of the result itself. */
static int64_t seek_result(const reduce_job *job, int64_t result, int64_t *base)
{
    int64_t index[GLA_MAX_NDIM];
    gla_walk_seek(&job->space.kept, result, index);
    for (int k = 0; k < job->space.n; k++)
        base[k] = gla_walk_offset(&job->space.kept, k, index);
    return gla_walk_offset(&job->space.kept, job->space.n, index);
}

/* Compute chunks [begin, end), numbered over all results, and store their values in `parts`. */
static void do_chunks(void *arg, int64_t begin, int64_t end)
{
    reduce_job *job = arg;
    const gla_fold_machines *m = &job->machines;
    gla_fold_room room;
    int64_t base[GLA_MAX_INPUTS], item = (int64_t)m->item;
    char *acc = gla_host_alloc((size_t)m->block * m->item);
    if (!acc || !gla_fold_room_init(&room, m)) {
        job->out_of_memory = true;
        gla_host_free(acc, (size_t)m->block * m->item);
        return;
    }
    for (int64_t c = begin; c < end && !(c > begin && gla_host_stop()); c++) {
        int64_t first = c % job->chunks * CHUNK, last = first + CHUNK < job->length ? first + CHUNK : job->length, lanes = 0;
        seek_result(job, c / job->chunks, base);
        for (int64_t at = first, n; at < last; at += n) {
            n = last - at < m->block ? last - at : m->block;
            char *mapped = gla_fold_map(&job->space, m, &room, base, at, n);
            if (at == first)
                memcpy(acc, mapped, (size_t)(lanes = n) * m->item);
            else
                gla_fold_combine(m, &room, acc, mapped, acc, n);
        }
        gla_fold_tree(m, &room, acc, lanes);
        memcpy(job->parts + c * item, acc, m->item);
    }
    gla_host_free(acc, (size_t)m->block * m->item);
    gla_fold_room_clear(&room, m);
}

/* Compute results [begin, end), a block of results at a time, and each result over its whole range. */
static void do_results(void *arg, int64_t begin, int64_t end)
{
    reduce_job *job = arg;
    const gla_fold_machines *m = &job->machines;
    const gla_fold_space *s = &job->space;
    gla_fold_room room;
    int64_t index[GLA_MAX_NDIM], within[GLA_MAX_NDIM], item = (int64_t)m->item;
    if (!gla_fold_room_init(&room, m)) {
        job->out_of_memory = true;
        return;
    }
    for (int64_t at = begin, n; at < end; at += n) {
        n = end - at < m->block ? end - at : m->block;
        gla_walk_seek(&s->kept, at, index);
        for (int64_t i = 0; i < job->length && !(i % 16 == 15 && gla_host_stop()); i++) {
            gla_walk_seek(&s->folded, i, within);
            for (int k = 0; k < s->n; k++) {
                int64_t offset = gla_walk_offset(&s->folded, k, within) * (int64_t)gla_itemsize(s->stored[k]);
                gla_walk_gather(&s->kept, k, s->data[k] + offset, s->stored[k], index, n, room.map[k], s->want[k]);
            }
            gla_machine_run(&m->map, room.map, n);
            char *mapped = room.map[m->map.place[m->map.e->outputs[0]]], *acc = job->parts + at * item;
            if (i == 0)
                memcpy(acc, mapped, (size_t)(n * item));
            else
                gla_fold_combine(m, &room, acc, mapped, acc, n);
        }
    }
    gla_fold_room_clear(&room, m);
}

/* Combine the chunks of each result, and apply `post`. */
static bool finish(reduce_job *job)
{
    const gla_fold_machines *m = &job->machines;
    gla_fold_room room;
    int64_t item = (int64_t)m->item, results = job->out->size, index[GLA_MAX_NDIM];
    if (!gla_fold_room_init(&room, m))
        return false;
    for (int64_t r = 0; r < results && job->chunks > 1; r++) {
        char *acc = job->parts + r * job->chunks * item;
        for (int64_t n = job->chunks; n > 1;) { /* combine the second half with the first, block by block */
            int64_t half = n / 2, k;
            for (int64_t at = 0; at < half; at += k) {
                k = half - at < m->block ? half - at : m->block;
                gla_fold_combine(m, &room, acc + at * item, acc + (n - half + at) * item, acc + at * item, k);
            }
            n -= half;
        }
        memmove(job->parts + r * item, acc, m->item);
    }
    for (int64_t at = 0, n; at < results; at += n) {
        n = results - at < m->block ? results - at : m->block;
        char *from = job->parts + at * item;
        room.post[0] = from;
        for (int64_t i = 0; i < n; i++)
            ((int64_t *)room.post[1])[i] = job->length;
        gla_machine_run(&m->post, room.post, n);
        from = room.post[m->post.place[m->post.e->outputs[0]]];
        gla_walk_seek(&job->space.kept, at, index);
        gla_walk_scatter(&job->space.kept, job->space.n, gla_data(job->out), job->out->dtype, index, n, from, job->out->dtype);
    }
    gla_fold_room_clear(&room, m);
    return true;
}

gla_status gla_host_fused_reduce(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                 int64_t length, gla_array *out)
{
    reduce_job job = {.out = out, .length = length, .out_of_memory = false};
    (void)dev;
    gla_status st = gla_fold_machines_init(&job.machines, exprs);
    if (st)
        return st;
    gla_fold_space_init(&job.space, exprs[0], in, out, nkeep);
    bool is_short = length < SHORT && out->size > 1;
    job.chunks = is_short ? 1 : (length + CHUNK - 1) / CHUNK;
    size_t bytes = (size_t)(out->size * job.chunks) * job.machines.item;
    if ((job.parts = gla_host_alloc(bytes))) {
        if (is_short)
            st = gla_host_parallel(out->size, 4096 / length + 1, do_results, &job);
        else
            st = gla_host_parallel(out->size * job.chunks, length < 8192 ? 8192 / length : 1, do_chunks, &job);
        job.out_of_memory = job.out_of_memory || (!st && !finish(&job));
    }
    bool out_of_memory = !job.parts || job.out_of_memory;
    gla_host_free(job.parts, bytes);
    if (!st)
        st = gla_fold_machines_outcome(&job.machines);
    gla_fold_machines_clear(&job.machines);
    return out_of_memory ? gla_fail_memory("reduction", bytes) : st;
}
