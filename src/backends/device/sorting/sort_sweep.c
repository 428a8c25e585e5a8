/* sort_sweep.c - Sort long rows on devices whose groups may wait for one another, by kernels/sort_sweep.h. */
#include "sorting.h"

#define COUNT_THREADS 256
#define COUNT_TILE (8 * COUNT_THREADS)
#define GROUPS_EACH 8                /* number of counting groups per compute unit */
#define PLAIN_MIN ((int64_t)1 << 15) /* elements per compute unit above which the kernel for plain elements is worthwhile */
#define LONGEST ((int64_t)1 << 30)

/* Counters that start at zero, all in one block. */
typedef struct tables {
    uint32_t *counts, *moves, *turns, *words;
    size_t bytes;
} tables;

bool gla_device_sweep_takes(const gla_sort_job *j)
{
    return gla_device_traits(j->dev)->has_warps && j->sizes.n < LONGEST && j->sizes.rows < LONGEST / j->sizes.n * 16;
}

static int digits_of(const gla_sort_job *j)
{
    return 8 * (int)j->item / GLA_SORT_DIGIT;
}

static gla_status make_tables(gla_sort_job *j, tables *t)
{
    size_t rows = (size_t)j->sizes.rows, counts = rows * (size_t)digits_of(j) * 256, tiles = rows * (size_t)j->sizes.together;
    t->bytes = (counts + 2 * GLA_SORT_DIGITS + 1 + 2 * tiles * 256) * sizeof(uint32_t);
    gla_status st = gla_device_scratch(j->op, j->dev, t->bytes, &j->counts);
    if (st)
        return st;
    t->counts = j->counts;
    t->moves = t->counts + counts;
    t->turns = t->moves + GLA_SORT_DIGITS + 1;
    t->words = t->turns + GLA_SORT_DIGITS;
    return gla_device_fill(j->op, j->dev, j->counts, 0, t->bytes);
}

/* Allocate the two blocks between which elements and positions move back and forth. */
static gla_status make_blocks(gla_sort_job *j)
{
    size_t n = (size_t)(j->sizes.rows * j->sizes.n);
    gla_status st = GLA_OK;
    int blocks = j->positions && !j->pairs ? 2 : 1;
    for (int i = 0; i < blocks && !st && digits_of(j) > 1; i++) {
        st = gla_device_scratch(j->op, j->dev, n * j->item, &j->elements[i]);
        if (!st && j->positions)
            st = gla_device_scratch(j->op, j->dev, n * sizeof(uint32_t), &j->at[i]);
    }
    if (!j->positions)
        j->elements[1] = j->out;
    return st;
}

static gla_status count(gla_sort_job *j, const tables *t)
{
    int64_t most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH, groups = (most + j->sizes.rows - 1) / j->sizes.rows;
    j->sizes.chunk = ((j->sizes.n + groups - 1) / groups + COUNT_TILE - 1) / COUNT_TILE * COUNT_TILE;
    j->sizes.chunks = (j->sizes.n + j->sizes.chunk - 1) / j->sizes.chunk;
    groups = j->sizes.rows * j->sizes.chunks;
    int64_t plans = j->sizes.rows * digits_of(j);
    const gla_argument args[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->x), GLA_BUFFER(t->counts), GLA_BUFFER(t->moves)};
    const gla_argument plan[] = {GLA_VALUE(j->sizes), GLA_BUFFER(t->counts), GLA_BUFFER(t->moves)};
    gla_status st = gla_device_run(j->op, j->dev, &j->program, "sweep_count", groups < 4 * most ? groups : 4 * most, 4, args);
    return st ? st : gla_device_run(j->op, j->dev, &j->program, "sweep_plan", plans < 4 * most ? plans : 4 * most, 3, plan);
}

static gla_status sweep(gla_sort_job *j, const tables *t, int digit)
{
    void *kernel;
    gla_sweep_shape shape = gla_device_sweep_shape(j->item, j->positions);
    j->sizes.shift = (int64_t)digit * GLA_SORT_DIGIT;
    const gla_argument args[] = {GLA_VALUE(j->sizes),
                                 GLA_BUFFER(t->counts),
                                 GLA_BUFFER(t->moves),
                                 GLA_BUFFER(t->turns),
                                 GLA_BUFFER(t->words),
                                 GLA_BUFFER(j->x),
                                 GLA_BUFFER(j->elements[0]),
                                 GLA_BUFFER(j->elements[1]),
                                 GLA_BUFFER(j->at[0]),
                                 GLA_BUFFER(j->at[1]),
                                 GLA_BUFFER(j->positions ? j->out : NULL),
                                 {GLA_ARGUMENT_LOCAL, NULL, shape.local}};
    gla_status st = gla_device_find(j->dev, &j->program, "sweep", &kernel);
    int64_t tiles = j->sizes.rows * j->sizes.together;
    return st ? st : gla_device_launch_groups(j->op, j->dev, kernel, tiles, shape.threads, 12, args);
}

/* Choose the program for plain elements if there are no NaNs and no negative zeros.  This waits for the counts of both. */
static gla_status choose_program(gla_sort_job *j, const tables *t)
{
    uint32_t special = 0;
    if (gla_kind_of(j->dtype) != GLA_KIND_REAL || j->sizes.rows * j->sizes.n < gla_device_units(j->dev) * PLAIN_MIN)
        return GLA_OK;
    gla_status st = gla_device_read(j->op, j->dev, &special, t->moves + digits_of(j), sizeof special);
    if (!special)
        j->program = gla_device_sweep_program(j->dtype, j->positions, true);
    return st;
}

void gla_device_drop_blocks(gla_sort_job *j)
{
    gla_device_drop(j->dev, j->counts);
    gla_device_drop(j->dev, j->elements[0]);
    gla_device_drop(j->dev, j->at[0]);
    if (j->positions && !j->pairs) {
        gla_device_drop(j->dev, j->elements[1]);
        gla_device_drop(j->dev, j->at[1]);
    }
}

gla_status gla_device_sweep(gla_sort_job *j)
{
    tables t;
    gla_sweep_shape shape = gla_device_sweep_shape(j->item, j->positions);
    int64_t tile = (int64_t)shape.threads * shape.items;
    j->program = gla_device_sweep_program(j->dtype, j->positions, false);
    j->sizes.together = (j->sizes.n + tile - 1) / tile; /* in this method: number of tiles per row */
    gla_status st = make_tables(j, &t);
    if (!st)
        st = make_blocks(j);
    if (!st)
        st = count(j, &t);
    if (!st)
        st = choose_program(j, &t);
    for (int digit = 0; digit < digits_of(j) && !st; digit++)
        st = sweep(j, &t, digit);
    gla_device_drop_blocks(j);
    return st;
}
