/* sort.c - Sort rows.  Rows that fit in a tile are sorted within the tile, and longer rows digit by digit through global
 * memory. */
#include "sorting.h"

#include <string.h>

#define GROUPS_EACH 8 /* number of groups per compute unit */
#define MAX_SURVEY 256

/* ---- rows within tiles --------------------------------------------------------------------------------------------------- */
static gla_status sort_tiles(gla_sort_job *j, int64_t tile)
{
    j->sizes.together = tile / j->sizes.n;
    int64_t groups = (j->sizes.rows + j->sizes.together - 1) / j->sizes.together;
    int64_t most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH * 4;
    const gla_argument args[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->x), GLA_BUFFER(j->out)};
    return gla_device_run(j->op, j->dev, &j->program, "sort_rows", groups < most ? groups : most, 3, args);
}

/* ---- long rows ----------------------------------------------------------------------------------------------------------- */
/* Find the digits in which keys differ.  At least one digit is reported, because allocate() derives the number of blocks from
 * the number of digits. */
static gla_status survey(gla_sort_job *j)
{
    uint64_t parts[2 * MAX_SURVEY] = {0}, differs[2] = {0, 0};
    void *block = NULL;
    int64_t n = j->sizes.rows * j->sizes.n, groups = (int64_t)gla_device_units(j->dev) * GROUPS_EACH;
    groups = groups < MAX_SURVEY ? groups : MAX_SURVEY;
    size_t bytes = (size_t)groups * 2 * sizeof *parts;
    gla_status st = gla_device_scratch(j->op, j->dev, bytes, &block);
    const gla_argument args[] = {GLA_VALUE(n), GLA_BUFFER(j->x), GLA_BUFFER(block)};
    if (!st)
        st = gla_device_run(j->op, j->dev, &j->program, "sort_survey", groups, 3, args);
    if (!st)
        st = gla_device_read(j->op, j->dev, parts, block, bytes);
    gla_device_drop(j->dev, block);
    for (int64_t g = 0; g < 2 * groups; g++)
        differs[g % 2] |= parts[g];
    for (int shift = 0; shift < 128; shift += GLA_SORT_DIGIT)
        if (differs[shift / 64] >> shift % 64 & 255)
            j->shift[j->digits++] = shift;
    if (j->digits == 0)
        j->digits = 1;
    return st;
}

static void cut_rows(gla_sort_job *j, int64_t tile)
{
    int64_t wanted = (int64_t)gla_device_units(j->dev) * GROUPS_EACH, tiles = (j->sizes.n + tile - 1) / tile;
    int64_t chunks = (wanted + j->sizes.rows - 1) / j->sizes.rows;
    j->sizes.chunk = (tiles + chunks - 1) / chunks * tile;
    j->sizes.chunks = (j->sizes.n + j->sizes.chunk - 1) / j->sizes.chunk;
}

/* Allocate the blocks between which elements move back and forth.  If elements are sorted, the second block is the result.  If
 * positions are sorted, both blocks are temporary, and the positions have their own blocks. */
static gla_status allocate(gla_sort_job *j)
{
    size_t n = (size_t)(j->sizes.rows * j->sizes.n);
    gla_status st = gla_device_scratch(j->op, j->dev, (size_t)(j->sizes.rows * j->sizes.chunks) * 256 * j->place, &j->counts);
    int blocks = j->digits > 2 ? 2 : j->digits - 1;
    for (int i = 0; i < blocks && !st; i++) {
        if (i == 0 || (j->positions && !j->pairs))
            st = gla_device_scratch(j->op, j->dev, n * j->item, &j->elements[i]);
        if (!st && j->positions && (i == 0 || !j->pairs))
            st = gla_device_scratch(j->op, j->dev, n * j->place, &j->at[i]);
    }
    if (!j->positions)
        j->elements[1] = j->out;
    return st;
}

static gla_status run_digit(gla_sort_job *j, int digit)
{
    /* The last digit is written to the second block, which is `out` if elements are sorted. */
    int to = (j->digits - digit) % 2;
    bool last = digit == j->digits - 1 && !j->pairs;
    const void *from = digit ? j->elements[!to] : j->x, *from_at = digit ? j->at[!to] : NULL;
    void *into = j->positions && last ? NULL : j->elements[to], *into_at = last ? NULL : j->at[to];
    int64_t groups = j->sizes.rows * j->sizes.chunks, most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH * 4;
    groups = groups < most ? groups : most;
    j->sizes.shift = j->shift[digit];
    const gla_argument count[] = {GLA_VALUE(j->sizes), GLA_BUFFER(from), GLA_BUFFER(j->counts)};
    const gla_argument places[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->counts)};
    const gla_argument move[] = {GLA_VALUE(j->sizes),
                                 GLA_BUFFER(j->counts),
                                 GLA_BUFFER(from),
                                 GLA_BUFFER(into),
                                 GLA_BUFFER(from_at),
                                 GLA_BUFFER(into_at),
                                 GLA_BUFFER(last && j->positions ? j->out : NULL)};
    gla_status st = gla_device_run(j->op, j->dev, &j->program, "sort_count", groups, 3, count);
    if (!st)
        st = gla_device_run(j->op, j->dev, &j->program, "sort_places", j->sizes.rows < most ? j->sizes.rows : most, 2, places);
    return st ? st : gla_device_run(j->op, j->dev, &j->program, "sort_move", groups, 7, move);
}

static gla_status sort_long(gla_sort_job *j, int64_t tile)
{
    gla_status st = survey(j);
    cut_rows(j, tile);
    if (!st)
        st = allocate(j);
    for (int digit = 0; digit < j->digits && !st; digit++)
        st = run_digit(j, digit);
    gla_device_drop_blocks(j);
    return st;
}

size_t gla_device_place_size(int64_t n)
{
    return n > UINT32_MAX ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* Sort the rows of j->sizes. */
static gla_status run_job(gla_sort_job *j)
{
    const int64_t tile = (int64_t)gla_device_sort_items(j->dtype) * GLA_GROUP;
    j->item = gla_itemsize(j->dtype);
    j->place = gla_device_place_size(j->sizes.n);
    j->program = gla_device_sort_program(j->dtype, j->positions, j->place == sizeof(uint64_t));
    gla_status st = gla_device_enter(j->op, j->dev);
    if (!st && !j->pairs && gla_device_short_takes(j))
        return gla_device_sort_short(j);
    if (st || (!j->pairs && j->sizes.n <= tile))
        return st ? st : sort_tiles(j, tile);
    return gla_device_sweep_takes(j) ? gla_device_sweep(j) : sort_long(j, tile);
}

static gla_status run(const char *op, gla_device *dev, const gla_array *x, bool descending, bool positions, void *out)
{
    int64_t n = x->shape[x->ndim - 1];
    gla_sort_job j = {.op = op,
                      .dev = dev,
                      .dtype = x->dtype,
                      .sizes = {.rows = x->size / n, .n = n, .turned = descending},
                      .x = gla_data(x),
                      .out = out,
                      .positions = positions};
    return run_job(&j);
}

gla_status gla_device_argsort_row(const char *op, gla_device *dev, gla_dtype dtype, int64_t n, const void *x, int64_t *out)
{
    gla_sort_job j = {
        .op = op, .dev = dev, .dtype = dtype, .sizes = {.rows = 1, .n = n}, .x = x, .out = out, .positions = true};
    return run_job(&j);
}

gla_status gla_device_sort_pairs(const char *op, gla_device *dev, gla_dtype dtype, int64_t n, const void *x, void *sorted,
                                 void *places)
{
    gla_sort_job j = {.op = op,
                      .dev = dev,
                      .dtype = dtype,
                      .sizes = {.rows = 1, .n = n},
                      .x = x,
                      .positions = true,
                      .pairs = true,
                      .elements = {NULL, sorted},
                      .at = {NULL, places}};
    return run_job(&j);
}

gla_status gla_device_sort(gla_device *dev, const gla_array *x, bool descending, gla_array *out)
{
    return run("sort", dev, x, descending, false, gla_data(out));
}

gla_status gla_device_argsort(gla_device *dev, const gla_array *x, bool descending, gla_array *out)
{
    return run("argsort", dev, x, descending, true, gla_data(out));
}

static gla_status take_ranks(gla_device *dev, const gla_array *x, const void *sorted, const int64_t *ranks, int count,
                             void *out)
{
    int64_t n = x->shape[x->ndim - 1];
    sort_ranks r = {.rows = x->size / n, .n = n, .all = count};
    gla_device_program program = gla_device_sort_program(x->dtype, false, n > UINT32_MAX);
    gla_status st = GLA_OK;
    for (int first = 0; first < count && !st; first += SORT_RANKS) {
        r.first = first;
        r.count = count - first < SORT_RANKS ? count - first : SORT_RANKS;
        memcpy(r.rank, ranks + first, (size_t)r.count * sizeof *ranks);
        const gla_argument args[] = {GLA_VALUE(r), GLA_BUFFER(sorted), GLA_BUFFER(out)};
        st = gla_device_run_for("select", dev, &program, "sort_ranked", r.rows * r.count, 3, args);
    }
    return st;
}

gla_status gla_device_sort_and_take(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out)
{
    void *sorted = NULL;
    gla_status st = gla_device_scratch("select", dev, (size_t)x->size * gla_itemsize(x->dtype), &sorted);
    if (!st)
        st = run("select", dev, x, false, false, sorted);
    if (!st)
        st = take_ranks(dev, x, sorted, ranks, count, gla_data(out));
    gla_device_drop(dev, sorted);
    return st;
}
