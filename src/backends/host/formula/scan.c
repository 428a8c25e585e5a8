/* scan.c - User-defined scans, by doubling within blocks and with a carry from block to block.
 *
 * The order of elements is preserved, so `combine` need only be associative. */
#include "fold.h"

#include <string.h>

typedef struct scan_job {
    gla_fold_space space;
    gla_fold_machines machines;
    gla_array *out;
    int64_t length, step; /* number of elements per line; stride of the result */
    const gla_constant *before;
    _Atomic bool out_of_memory;
} scan_job;

/* Set v[i] to v[0], ..., v[i] combined. */
static void scan_block(const gla_fold_machines *m, const gla_fold_room *r, char *v, char *spare, int64_t n)
{
    int64_t item = (int64_t)m->item;
    for (int64_t d = 1; d < n; d *= 2) {
        gla_fold_combine(m, r, v, v + d * item, spare, n - d);
        memcpy(v + d * item, spare, (size_t)((n - d) * item));
    }
}

/* Apply `post` to n values and store the results.  `at` is the position of the first value in the line. */
static void store(const scan_job *job, const gla_fold_room *r, char *line, int64_t at, int64_t n, char *values)
{
    const gla_machine *post = &job->machines.post;
    r->post[0] = values;
    for (int64_t i = 0; i < n; i++)
        ((int64_t *)r->post[1])[i] = at + i + (job->before ? 0 : 1);
    gla_machine_run(post, r->post, n);
    gla_dtype dtype = job->out->dtype;
    gla_host_convert(dtype, dtype)(n, r->post[post->place[post->e->outputs[0]]], 1,
                                   line + at * job->step * (int64_t)gla_itemsize(dtype), job->step);
}

/* Scan a line.  `carry` is a block filled with the preceding total, which is valid only if `begun`. */
static void do_line(const scan_job *job, const gla_fold_room *r, const int64_t *base, char *line, char *v, char *spare,
                    char *carry)
{
    const gla_fold_machines *m = &job->machines;
    int64_t item = (int64_t)m->item;
    bool begun = job->before != NULL;
    if (begun) {
        gla_store_constant(job->before, carry);
        gla_repeat(carry, m->item, m->block);
    }
    for (int64_t at = 0, n; at < job->length; at += n) {
        if (at && gla_host_stop())
            return;
        n = job->length - at < m->block ? job->length - at : m->block;
        memcpy(v, gla_fold_map(&job->space, m, r, base, at, n), (size_t)(n * item));
        scan_block(m, r, v, spare, n);
        if (begun)
            gla_fold_combine(m, r, carry, v, v, n);
        if (job->before) { /* exclusive scan: shift by one position */
            memcpy(spare, carry, m->item);
            memcpy(spare + item, v, (size_t)((n - 1) * item));
            store(job, r, line, at, n, spare);
        } else {
            store(job, r, line, at, n, v);
        }
        memcpy(carry, v + (n - 1) * item, m->item);
        gla_repeat(carry, m->item, m->block);
        begun = true;
    }
}

static void do_lines(void *arg, int64_t begin, int64_t end)
{
    scan_job *job = arg;
    const gla_fold_machines *m = &job->machines;
    gla_fold_room room;
    int64_t base[GLA_MAX_INPUTS], index[GLA_MAX_NDIM];
    size_t bytes = (size_t)m->block * m->item;
    char *v = gla_host_alloc(3 * bytes);
    if (!v || !gla_fold_room_init(&room, m)) {
        job->out_of_memory = true;
        gla_host_free(v, 3 * bytes);
        return;
    }
    for (int64_t l = begin; l < end; l++) {
        gla_walk_seek(&job->space.kept, l, index);
        for (int k = 0; k < job->space.n; k++)
            base[k] = gla_walk_offset(&job->space.kept, k, index);
        char *line = (char *)gla_data(job->out) +
                     gla_walk_offset(&job->space.kept, job->space.n, index) * (int64_t)gla_itemsize(job->out->dtype);
        do_line(job, &room, base, line, v, v + bytes, v + 2 * bytes);
    }
    gla_host_free(v, 3 * bytes);
    gla_fold_room_clear(&room, m);
}

gla_status gla_host_fused_scan(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[],
                               const gla_constant *before, gla_array *out)
{
    int last = out->ndim - 1;
    scan_job job = {
        .out = out, .length = out->shape[last], .step = out->strides[last], .before = before, .out_of_memory = false};
    (void)dev;
    gla_status st = gla_fold_machines_init(&job.machines, exprs);
    if (st)
        return st;
    gla_fold_space_init(&job.space, exprs[0], in, out, last);
    st = gla_host_parallel(out->size / job.length, 8192 / job.length + 1, do_lines, &job);
    if (!st)
        st = gla_fold_machines_outcome(&job.machines);
    gla_fold_machines_clear(&job.machines);
    return job.out_of_memory ? gla_fail_memory("scan", 3 * (size_t)job.machines.block * job.machines.item) : st;
}
