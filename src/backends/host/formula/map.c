/* map.c - The slot for fused formulas: evaluate an elementwise formula in one pass. */
#include "machine.h"
#include "contract/fused.h"
#include "fold.h"

#include <string.h>

/* Number of elements times steps from which a second thread is worthwhile. */
#define GRAIN 65536
#define COSTLY_GRAIN 4096
#define LONG_ROW 256

/* How the register of an operand is filled. */
typedef enum access {
    DIRECT,   /* contiguous and of the right dtype: the register is the operand itself */
    CONSTANT, /* one element, which is repeated once at the start */
    GATHERED  /* copied and converted for each block; an output is copied back */
} access;

typedef struct fused_job {
    gla_machine machine;
    gla_walk walk; /* inputs, then outputs */
    const gla_array *array[GLA_WALK_ARRAYS];
    gla_dtype want[GLA_WALK_ARRAYS];
    int place[GLA_WALK_ARRAYS];
    access access[GLA_WALK_ARRAYS];
    _Atomic bool out_of_memory;
} fused_job;

static access choose_access(const fused_job *job, int k)
{
    const gla_machine *m = &job->machine;
    bool input = k < m->e->n_inputs;
    if (input && gla_walk_is_constant(&job->walk, k))
        return CONSTANT;
    if (job->array[k]->dtype == job->want[k] && gla_walk_is_linear(&job->walk, k) &&
        (input || gla_machine_redirects(m, k - m->e->n_inputs)))
        return DIRECT;
    return GATHERED;
}

static void repeat_input(const fused_job *job, int k, char **registers, int64_t n)
{
    char *to = registers[job->place[k]];
    gla_host_convert(job->array[k]->dtype, job->want[k])(1, gla_data(job->array[k]), 1, to, 1);
    gla_repeat(to, gla_itemsize(job->want[k]), n);
}

static void run_block(const fused_job *job, char **registers, int64_t at, int64_t n)
{
    const gla_walk *w = &job->walk;
    int64_t index[GLA_MAX_NDIM];
    gla_walk_seek(w, at, index);
    for (int k = 0; k < w->n; k++) {
        const gla_array *a = job->array[k];
        if (job->access[k] == DIRECT)
            registers[job->place[k]] = (char *)gla_data(a) + at * (int64_t)gla_itemsize(a->dtype);
        else if (job->access[k] == GATHERED && k < job->machine.e->n_inputs)
            gla_walk_gather(w, k, gla_data(a), a->dtype, index, n, registers[job->place[k]], job->want[k]);
    }
    gla_machine_run(&job->machine, registers, n);
    for (int k = job->machine.e->n_inputs; k < w->n; k++)
        if (job->access[k] == GATHERED)
            gla_walk_scatter(w, k, gla_data(job->array[k]), job->array[k]->dtype, index, n, registers[job->place[k]],
                             job->want[k]);
}

static void run_range(void *arg, int64_t begin, int64_t end)
{
    fused_job *job = arg;
    int64_t block = job->machine.block < end - begin ? job->machine.block : end - begin;
    char **registers = gla_machine_registers(&job->machine, block);
    if (!registers) {
        job->out_of_memory = true;
        return;
    }
    for (int k = 0; k < job->machine.e->n_inputs; k++)
        if (job->access[k] == CONSTANT)
            repeat_input(job, k, registers, block);
    for (int64_t at = begin; at < end && !(at > begin && gla_host_stop()); at += block)
        run_block(job, registers, at, end - at < block ? end - at : block);
    gla_machine_free_registers(&job->machine, registers);
}

static gla_status fused_map(gla_device *dev, const gla_expr *e, const gla_array *const in[], gla_array *const out[])
{
    fused_job job; /* not initialised here, because it is large and filled in completely */
    size_t bytes = 0;
    (void)dev;
    job.out_of_memory = false;
    gla_status st = gla_machine_init(&job.machine, e);
    if (st)
        return st;
    for (int k = 0; k < e->n_inputs + e->n_outputs; k++) {
        int value = k < e->n_inputs ? k : e->outputs[k - e->n_inputs];
        job.array[k] = k < e->n_inputs ? in[k] : out[k - e->n_inputs];
        job.want[k] = e->values[value].dtype;
        job.place[k] = job.machine.place[value];
        bytes += (size_t)job.array[k]->size * gla_itemsize(job.array[k]->dtype);
    }
    gla_machine_shrink_blocks(&job.machine, bytes);
    gla_walk_init(&job.walk, e->n_inputs + e->n_outputs, job.array);
    for (int k = 0; k < job.walk.n; k++)
        job.access[k] = choose_access(&job, k);
    int64_t grain = job.machine.costly ? COSTLY_GRAIN : GRAIN / (job.machine.n_steps + 1);
    st = gla_host_parallel(out[0]->size, grain < job.machine.block ? job.machine.block : grain, run_range, &job);
    if (!st)
        st = gla_machine_outcome(&job.machine);
    gla_machine_clear(&job.machine);
    size_t registers = (size_t)job.machine.n_registers * gla_machine_register_bytes(&job.machine);
    return job.out_of_memory ? gla_fail_memory("elementwise", registers) : st;
}

const gla_fused_ops gla_host_fused_ops = {.map = fused_map, .reduce = gla_host_fused_reduce, .scan = gla_host_fused_scan};
