/* run.c - Run a reduction: process the blocks, merge the partial results in a tree, and divide the work among threads. */
#include "reduce.h"
#include "runtime/allocation.h"

#include <stdatomic.h>
#include <string.h>

#define SMALL_WORK 131072 /* amount of work below which a second thread is not worthwhile, usually about 0.05 ms */
#define ALIGNED(bytes) (((bytes) + 63) & ~(int64_t)63)

/* Partial results that wait for their neighbours in the tree.  If bit i of `count` is set, slot[i] contains the result of 2^i
 * blocks. */
typedef struct tree {
    int64_t count;
    char *slot[64];
} tree;

/* Add the next partial result to the tree.  Return the memory for the partial result that follows. */
static char *tree_push(tree *t, const gla_reduce_loops *loops, int64_t plane, char *partial)
{
    int i = 0;
    for (; t->count >> i & 1; i++) {
        char *merged = t->slot[i];
        loops->merge(merged, partial, plane);
        t->slot[i] = partial;
        partial = merged;
    }
    char *spare = t->slot[i];
    t->slot[i] = partial;
    t->count++;
    return spare;
}

static char *tree_fold(const tree *t, const gla_reduce_loops *loops, int64_t plane)
{
    char *result = NULL;
    for (int i = 0; t->count >> i; i++) {
        if (!(t->count >> i & 1))
            continue;
        if (result)
            loops->merge(t->slot[i], result, plane);
        result = t->slot[i];
    }
    return result;
}

static int tree_depth(int64_t count)
{
    int depth = 1;
    while (count >> depth)
        depth++;
    return depth;
}

/* Workspace of one thread: loaded elements, means, partial results. */
typedef struct scratch {
    char *buffer, *mean, *partials;
    int64_t partial_bytes;
    void *memory; /* base address of the allocation */
} scratch;

#define LOCAL_BYTES 4096

static bool scratch_open(scratch *s, const gla_reduce_plan *p, char *local)
{
    int planes = p->mean_loops ? 2 : p->loops->planes;
    int64_t acc = ALIGNED(p->width * p->components * (int64_t)sizeof(double));
    int64_t row = p->in_place ? 0 : p->block < p->count ? p->block : p->count;
    int64_t buffer = ALIGNED((p->by_columns ? 4 * p->width : row) * p->loaded_size);
    s->partial_bytes = planes * acc;
    int64_t bytes = buffer + acc + (tree_depth(p->nblocks) + 1) * s->partial_bytes;
    s->memory = bytes + 64 > LOCAL_BYTES ? gla_malloc((size_t)bytes + 64) : NULL;
    if (bytes + 64 > LOCAL_BYTES && !s->memory)
        return false;
    char *base = s->memory ? s->memory : local;
    s->buffer = base + (64 - (uintptr_t)base % 64) % 64;
    s->mean = s->buffer + buffer;
    s->partials = s->mean + acc;
    return true;
}

/* Fold the rows of one block of a panel, column by column. */
static void block_columns(const gla_reduce_plan *p, const gla_reduce_loops *loops, gla_reduce_frame *f, const char *x,
                          int64_t width, int nrows, char *buffer)
{
    int64_t offsets[GLA_REDUCE_COLUMN_BLOCK], begin = f->position;
    const void *rows[GLA_REDUCE_COLUMN_BLOCK];
    gla_reduce_offsets(p, begin, nrows, offsets);
    if (p->native && p->panel.step == p->itemsize) {
        for (int r = 0; r < nrows; r++)
            rows[r] = x + offsets[r];
        loops->columns(f, rows, nrows, width, true);
        return;
    }
    for (int r = 0; r < nrows; r += 4) { /* four rows at a time, like the loops, so that sums have the same bits */
        int some = nrows - r < 4 ? nrows - r : 4;
        for (int k = 0; k < some; k++) {
            char *to = buffer + k * width * p->loaded_size;
            p->load(to, x + offsets[r + k], width, p->panel.step);
            rows[k] = to;
        }
        f->position = begin + r;
        loops->columns(f, rows, some, width, r == 0);
    }
}

static void run_block(const gla_reduce_plan *p, const gla_reduce_loops *loops, gla_reduce_frame *f, const char *x,
                      int64_t width, int64_t index, char *buffer)
{
    int64_t first, n = gla_reduce_block(p, index, &first);
    if (p->by_columns) {
        f->position = first;
        block_columns(p, loops, f, x, width, (int)n, buffer);
        return;
    }
    f->position = index;
    for (int64_t j = 0; j < width; j++)
        loops->row(f, j, gla_reduce_fetch(p, x + j * p->panel.step, first, n, buffer), n);
}

/* Reduce blocks first to last − 1 of the panel at x.  On return f->acc points to the result. */
static void run_blocks(const gla_reduce_plan *p, const gla_reduce_loops *loops, gla_reduce_frame *f, const char *x,
                       int64_t width, int64_t first, int64_t last, const scratch *s)
{
    tree t;
    t.count = 0;
    f->acc = s->partials;
    if (last - first > 1)
        for (int i = 0, depth = tree_depth(last - first); i < depth; i++)
            t.slot[i] = s->partials + (i + 1) * s->partial_bytes;
    for (int64_t b = first; b < last; b++) {
        if (b % 64 == 63 && gla_host_stop())
            break;
        run_block(p, loops, f, x, width, b, s->buffer);
        if (last - first == 1 || (loops->settled && loops->settled(f->acc, f->plane)))
            return;
        f->acc = tree_push(&t, loops, f->plane, f->acc);
    }
    f->acc = t.count ? tree_fold(&t, loops, f->plane) : s->partials;
}

/* One panel of results. */
typedef struct cell {
    const char *x;
    char *out;
    int64_t width;
} cell;

static cell find_cell(const gla_reduce_plan *p, int64_t index)
{
    int64_t first = index % p->npanels * p->width, left = p->panel.n - first;
    cell c = {p->x + first * p->panel.step, p->out + first * p->panel.out_step, left < p->width ? left : p->width};
    index /= p->npanels;
    for (int i = p->nkept; i-- > 0; index /= p->kept[i].n) {
        c.x += index % p->kept[i].n * p->kept[i].step;
        c.out += index % p->kept[i].n * p->kept[i].out_step;
    }
    return c;
}

static gla_reduce_frame new_frame(const gla_reduce_plan *p, const cell *c, const double *mean)
{
    return (gla_reduce_frame){NULL, c->width * p->components, p->components, mean, 0};
}

/* x points to the first elements of the results. */
static void keep_means(const gla_reduce_plan *p, const gla_reduce_frame *f, const char *x, char *mean)
{
    gla_reduce_means(p, f->acc, f->plane);
    gla_reduce_centre(p, f->acc, x, f->plane / p->components);
    memcpy(mean, f->acc, (size_t)f->plane * sizeof(double));
}

typedef struct job {
    const gla_reduce_plan *plan;
    atomic_bool failed; /* memory ran out */
    /* For one panel, whose blocks are divided into chunks of `per` blocks: */
    const gla_reduce_loops *loops;
    cell cell;
    const double *mean;
    char *results;
    int64_t per, bytes;
} job;

static void run_cells(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    const gla_reduce_plan *p = j->plan;
    _Alignas(64) char local[LOCAL_BYTES];
    scratch s;
    if (!scratch_open(&s, p, local)) {
        atomic_store(&j->failed, true);
        return;
    }
    for (int64_t i = begin; i < end; i++) {
        cell c = find_cell(p, i);
        gla_reduce_frame f = new_frame(p, &c, (const double *)s.mean);
        if (p->mean_loops) {
            run_blocks(p, p->mean_loops, &f, c.x, c.width, 0, p->nblocks, &s);
            keep_means(p, &f, c.x, s.mean);
        }
        run_blocks(p, p->loops, &f, c.x, c.width, 0, p->nblocks, &s);
        gla_reduce_store(p, &f, c.x, c.out, c.width, s.buffer);
    }
    gla_free(s.memory);
}

static void run_pieces(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    const gla_reduce_plan *p = j->plan;
    _Alignas(64) char local[LOCAL_BYTES];
    scratch s;
    if (!scratch_open(&s, p, local)) {
        atomic_store(&j->failed, true);
        return;
    }
    for (int64_t i = begin; i < end; i++) {
        int64_t first = i * j->per, last = first + j->per < p->nblocks ? first + j->per : p->nblocks;
        gla_reduce_frame f = new_frame(p, &j->cell, j->mean);
        run_blocks(p, j->loops, &f, j->cell.x, j->cell.width, first, last, &s);
        memcpy(j->results + i * j->bytes, f.acc, (size_t)j->bytes);
    }
    gla_free(s.memory);
}

/* Make one pass over a panel with all threads.  On return f->acc points to the result. */
static gla_status run_pass(job *j, int64_t npieces, gla_reduce_frame *f)
{
    tree t = {0, {NULL}};
    gla_status st = gla_host_parallel(npieces, 1, run_pieces, j);
    if (st || atomic_load(&j->failed))
        return st;
    for (int64_t i = 0; i < npieces; i++)
        tree_push(&t, j->loops, f->plane, j->results + i * j->bytes);
    f->acc = tree_fold(&t, j->loops, f->plane);
    return GLA_OK;
}

/* Divide the blocks of each panel among threads, if there are few results with many elements.  The number of blocks in a chunk
 * is a power of two.  A chunk therefore is a whole branch of the tree, and the tree does not depend on the chunks. */
static gla_status run_split(job *j)
{
    const gla_reduce_plan *p = j->plan;
    int64_t per = 1;
    while (per < p->nblocks && (per * p->block * p->width < SMALL_WORK || p->nblocks / per > 64 * gla_host_threads()))
        per *= 2;
    int64_t npieces = (p->nblocks + per - 1) / per;
    int64_t acc = p->width * p->components * (int64_t)sizeof(double), bytes = (p->mean_loops ? 2 : p->loops->planes) * acc;
    int64_t buffer = ALIGNED(p->block * p->loaded_size);
    char *memory = gla_malloc((size_t)(buffer + acc + npieces * bytes));
    if (!memory)
        return gla_fail_memory("reduction", (size_t)(npieces * bytes));
    double *mean = (double *)(memory + buffer);
    j->per = per;
    j->mean = mean;
    j->results = memory + buffer + acc;
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < p->ncells && !st && !atomic_load(&j->failed); i++) {
        cell c = find_cell(p, i);
        gla_reduce_frame f = new_frame(p, &c, mean);
        j->cell = c;
        if (p->mean_loops) {
            j->loops = p->mean_loops;
            j->bytes = f.plane * j->loops->planes * (int64_t)sizeof(double);
            st = run_pass(j, npieces, &f);
            if (!st && !atomic_load(&j->failed))
                keep_means(p, &f, c.x, (char *)mean);
        }
        j->loops = p->loops;
        j->bytes = f.plane * j->loops->planes * (int64_t)sizeof(double);
        if (!st && !atomic_load(&j->failed))
            st = run_pass(j, npieces, &f);
        if (!st && !atomic_load(&j->failed))
            gla_reduce_store(p, &f, c.x, c.out, c.width, memory);
    }
    gla_free(memory);
    return st;
}

static void run_single(const gla_reduce_plan *p)
{
    double acc[4], mean[2]; /* two planes of two components */
    gla_reduce_frame f = {acc, p->components, p->components, mean, 0};
    if (p->mean_loops) {
        p->mean_loops->row(&f, 0, p->x, p->count);
        keep_means(p, &f, p->x, (char *)mean);
    }
    p->loops->row(&f, 0, p->x, p->count);
    gla_reduce_store(p, &f, p->x, p->out, 1, NULL);
}

gla_status gla_reduce_run(const gla_reduce_plan *p)
{
    if (p->single) {
        run_single(p);
        return GLA_OK;
    }
    job j = {.plan = p};
    gla_status st = GLA_OK;
    int64_t each = p->count * p->width, work = each * p->ncells;
    if (work < 2 * SMALL_WORK)
        run_cells(&j, 0, p->ncells);
    else if (p->ncells < 2 * gla_host_threads() && gla_host_threads() > 1 && p->nblocks > 1)
        st = run_split(&j);
    else
        st = gla_host_parallel(p->ncells, each < SMALL_WORK ? SMALL_WORK / each : 1, run_cells, &j);
    if (!st && atomic_load(&j.failed))
        st = gla_fail_memory("reduction", (size_t)(p->width * (int64_t)sizeof(double)));
    return st;
}
