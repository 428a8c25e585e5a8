/* scan.c - The slot for cumulative sums, products and extremes.
 *
 * The order in which elements are combined depends on the shape alone: parts form a block, blocks form a span, and spans form
 * the line.  All threads work on one long line, a wave of blocks at a time.  First each block is scanned separately.  When the
 * preceding total is known, it is added to the block while the block is still in the cache. */
#include "scan.h"
#include "copy.h"
#include "backends/host/array/slots.h"

#include <stdlib.h>
#include <string.h>

#define SPAN 64 /* number of blocks that are combined before they are added to earlier spans; also number of blocks in a wave */
#define PANEL 512
#define COLUMN_BLOCK 64

typedef union value {
    double numbers[2];
    uint64_t words[2];
} value;

typedef struct job {
    const gla_scan_loops *loops;
    gla_host_converter load, store; /* NULL if the loops can use the array's memory directly */
    const gla_array *x, *out;
    int64_t n, x_step, out_step; /* length of a line; strides in bytes */
    size_t x_item, out_item, item;
    const char *x_line; /* first element of the wave */
    char *out_line, *buffer;
    int64_t first, blocks; /* index of the first element of the wave; number of blocks in the wave */
    value before[SPAN], totals[SPAN];
    bool begun;
    int64_t panel, panels;
    _Atomic bool out_of_memory, left_range; /* a thread ran out of memory; a result is out of range */
} job;

/* Totals before the next block: the total of earlier spans, and the total of earlier blocks in the current span. */
typedef struct carry {
    value spans, blocks;
    int n;
    bool has_spans;
} carry;

static const void *carried(const job *j, const carry *c, value *z)
{
    if (c->n && c->has_spans)
        j->loops->join(&c->spans, &c->blocks, z);
    else
        *z = c->n ? c->blocks : c->spans;
    return c->n || c->has_spans ? z : NULL;
}

/* Return true if the preceding total is out of range, in which case the following elements must be combined one by one. */
static bool is_out_of_range(const job *j, const void *before)
{
    return before && j->loops->fine && !j->loops->fine(before);
}

/* Add the total of a block to the carry.  `before` is the total that carried() returned. */
static void add_block(const job *j, carry *c, const value *total, const void *before)
{
    value blocks = *total;
    if (c->n)
        j->loops->join(&c->blocks, total, &blocks);
    const bool fine = !j->loops->fine || j->loops->fine(&blocks);
    c->blocks = blocks;
    if (++c->n < SPAN && fine)
        return;
    if (!fine && before) /* the total overflows only in this order, not if elements are combined one by one */
        j->loops->join(before, total, &c->spans);
    else if (fine && c->has_spans)
        j->loops->join(&c->spans, &c->blocks, &c->spans);
    else
        c->spans = c->blocks;
    c->has_spans = true;
    c->n = 0;
}

/* Scan the parts of a block, in place in the result or in the buffer.  Return the address of the scanned elements. */
static char *begin_block(const job *j, const char *x, char *out, char *buffer, int64_t n)
{
    char *at = j->store ? buffer : out;
    if (j->load)
        j->load(n, x, j->x_step / (int64_t)j->x_item, at, 1);
    j->loops->run(j->load ? at : x, at, n);
    return at;
}

static bool end_block(const job *j, char *at, char *out, int64_t n, const void *before)
{
    const bool fine = j->loops->finish(at, n, before);
    if (j->store)
        j->store(n, at, 1, out, j->out_step / (int64_t)j->out_item);
    return fine;
}

/* Scan a block element by element.  *last is the result of the preceding block. */
static void follow_block(const job *j, const char *x, char *out, char *buffer, int64_t n, value *last, bool begun)
{
    char *at = j->store ? buffer : out;
    if (j->load)
        j->load(n, x, j->x_step / (int64_t)j->x_item, at, 1);
    (j->loops->follow ? j->loops->follow : j->loops->step)(j->load ? at : x, at, n, last, begun);
    if (j->store)
        j->store(n, at, 1, out, j->out_step / (int64_t)j->out_item);
}

/* Scan a block in parts if all results stay within the range, and otherwise element by element. */
static void do_block(const job *j, const char *x, char *out, char *buffer, int64_t n, carry *c)
{
    value room, total;
    const void *before = carried(j, c, &room);
    if (!is_out_of_range(j, before)) {
        char *v = begin_block(j, x, out, buffer, n);
        j->loops->total(v, n, &total);
        if (end_block(j, v, out, n, before)) {
            add_block(j, c, &total, before);
            return;
        }
    }
    follow_block(j, x, out, buffer, n, &room, before != NULL);
    *c = (carry){.spans = room, .has_spans = true};
}

/* Compute the total of a block.  Elements are converted to `room` if necessary. */
static void total_of_block(const job *j, const char *x, char *room, int64_t n, value *total)
{
    if (j->load)
        j->load(n, x, j->x_step / (int64_t)j->x_item, room, 1);
    j->loops->all(j->load ? room : x, n, total);
}

static void do_line(const job *j, const char *x, char *out, char *buffer)
{
    carry c = {.n = 0};
    value last;
    for (int64_t at = 0; at < j->n;
         at += GLA_SCAN_BLOCK, x += GLA_SCAN_BLOCK * j->x_step, out += GLA_SCAN_BLOCK * j->out_step) {
        int64_t n = j->n - at < GLA_SCAN_BLOCK ? j->n - at : GLA_SCAN_BLOCK;
        if (at && at % (16 * GLA_SCAN_BLOCK) == 0 && gla_host_stop())
            return;
        if (j->loops->follow)
            follow_block(j, x, out, buffer, n, &last, at > 0);
        else
            do_block(j, x, out, buffer, n, &c);
    }
}

/* Return the offset in bytes of line i, for the array without its last axis or its last two axes. */
static int64_t line_offset(const gla_array *a, int ndim, int64_t i)
{
    int64_t at = 0;
    for (int d = ndim; d-- > 0; i /= a->shape[d])
        at += i % a->shape[d] * a->strides[d];
    return at * (int64_t)gla_itemsize(a->dtype);
}

static void do_lines(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    size_t bytes = j->store ? GLA_SCAN_BLOCK * j->item : 1;
    char *buffer = gla_host_alloc(bytes);
    int last = j->x->ndim - 1;
    if (!buffer) {
        j->out_of_memory = true;
        return;
    }
    for (int64_t l = begin; l < end; l++)
        do_line(j, (const char *)gla_data(j->x) + line_offset(j->x, last, l),
                (char *)gla_data(j->out) + line_offset(j->out, last, l), buffer);
    gla_host_free(buffer, bytes);
}

/* ---- one line by all threads --------------------------------------------------------------------------------------------- */
static int64_t block_of(const job *j, int64_t b, int64_t *at)
{
    *at = j->first + b * GLA_SCAN_BLOCK;
    return j->n - *at < GLA_SCAN_BLOCK ? j->n - *at : GLA_SCAN_BLOCK;
}

static void begin_blocks(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    int64_t at;
    for (int64_t b = begin; b < end; b++) {
        int64_t n = block_of(j, b, &at);
        const char *x = j->x_line + at * j->x_step;
        char *out = j->out_line + at * j->out_step, *buffer = j->buffer + b * GLA_SCAN_BLOCK * (int64_t)j->item;
        if (j->loops->follow)
            total_of_block(j, x, j->store ? buffer : out, n, &j->totals[b]);
        else
            j->loops->total(begin_block(j, x, out, buffer, n), n, &j->totals[b]);
    }
}

static void end_blocks(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    int64_t at;
    for (int64_t b = begin; b < end; b++) {
        int64_t n = block_of(j, b, &at);
        char *out = j->out_line + at * j->out_step, *buffer = j->buffer + b * GLA_SCAN_BLOCK * (int64_t)j->item;
        const bool begun = j->begun || b;
        if (j->loops->follow)
            follow_block(j, j->x_line + at * j->x_step, out, buffer, n, &j->before[b], begun);
        else if (!end_block(j, j->store ? buffer : out, out, n, begun ? &j->before[b] : NULL))
            j->left_range = true;
    }
}

/* Scan the wave again, because a result in one of its blocks was out of range. */
static void repeat_wave(job *j, carry *c)
{
    int64_t at;
    for (int64_t b = 0; b < j->blocks; b++) {
        int64_t n = block_of(j, b, &at);
        do_block(j, j->x_line + at * j->x_step, j->out_line + at * j->out_step, j->buffer, n, c);
    }
}

static gla_status do_long_line(job *j)
{
    carry c = {.n = 0};
    size_t bytes = j->store ? SPAN * GLA_SCAN_BLOCK * j->item : 1;
    gla_status st = GLA_OK;
    j->buffer = gla_host_alloc(bytes);
    if (!j->buffer)
        return gla_fail_memory("cumulative", bytes);
    for (j->first = 0; j->first < j->n && !st; j->first += SPAN * GLA_SCAN_BLOCK) {
        j->blocks = (j->n - j->first + GLA_SCAN_BLOCK - 1) / GLA_SCAN_BLOCK;
        j->blocks = j->blocks < SPAN ? j->blocks : SPAN;
        j->begun = c.has_spans;
        const carry start = c;
        value room;
        j->left_range = is_out_of_range(j, carried(j, &c, &room));
        if (!j->left_range)
            st = gla_host_parallel(j->blocks, 4, begin_blocks, j);
        for (int64_t b = 0; b < j->blocks && !j->left_range; b++) {
            const void *before = carried(j, &c, &j->before[b]);
            j->left_range = is_out_of_range(j, before);
            add_block(j, &c, &j->totals[b], before);
        }
        if (!st && !j->left_range)
            st = gla_host_parallel(j->blocks, 4, end_blocks, j);
        if (!st && j->left_range) {
            c = start;
            repeat_wave(j, &c);
        }
    }
    gla_host_free(j->buffer, bytes);
    return st;
}

/* ---- adjacent lines ------------------------------------------------------------------------------------------------------ */
/* Scan a panel of adjacent lines.  If in_turn, each row is combined with the preceding row.  Return false if combined rows are
 * out of range. */
static bool do_panel(const job *j, const char *x, char *out, int64_t width, char *room, bool in_turn)
{
    int last = j->x->ndim - 1;
    size_t bytes = PANEL * j->item;
    char *sum = room, *before = room + bytes, *row = room + 2 * bytes;
    int64_t x_side = last ? j->x->strides[last - 1] : 1, out_side = last ? j->out->strides[last - 1] : 1;
    bool begun = false, fine = true;
    for (int64_t i = 0; i < j->n && fine; i++, x += j->x_step, out += j->out_step) {
        bool fresh = i == 0 || (!in_turn && i % COLUMN_BLOCK == 0);
        if (i && i % (16 * COLUMN_BLOCK) == 0 && gla_host_stop())
            return true;
        if (fresh && i) {
            fine = j->loops->columns(before, !begun, sum, NULL, row, width);
            begun = true;
        }
        if (j->load)
            j->load(width, x, x_side, row, 1);
        fine &= j->loops->columns(sum, fresh, j->load ? row : x, begun ? before : NULL, j->store ? row : out, width);
        if (j->store)
            j->store(width, row, 1, out, out_side);
    }
    return fine;
}

static void do_panels(void *arg, int64_t begin, int64_t end)
{
    job *j = arg;
    int last = j->x->ndim - 1;
    int64_t across = j->x->shape[last - 1];
    size_t bytes = 3 * PANEL * j->item;
    char *room = gla_host_alloc(bytes);
    if (!room) {
        j->out_of_memory = true;
        return;
    }
    for (int64_t p = begin; p < end; p++) {
        int64_t plane = p / j->panels, first = p % j->panels * j->panel;
        int64_t width = across - first < j->panel ? across - first : j->panel;
        const char *x = (const char *)gla_data(j->x) + line_offset(j->x, last - 1, plane) +
                        first * j->x->strides[last - 1] * (int64_t)j->x_item;
        char *out = (char *)gla_data(j->out) + line_offset(j->out, last - 1, plane) +
                    first * j->out->strides[last - 1] * (int64_t)j->out_item;
        if (!do_panel(j, x, out, width, room, false))
            do_panel(j, x, out, width, room, true);
    }
    gla_host_free(room, bytes);
}

/* Return true if lines are adjacent in memory, so that each row is combined with the preceding row instead of scanning each
 * line. This is not worthwhile for short rows.  If elements are converted, a row must be one element longer. */
static bool are_lines_adjacent(const job *j)
{
    const gla_array *x = j->x;
    const int last = x->ndim - 1, fewest = j->x_item == j->item && j->out_item == j->item ? 3 : 4;
    return last > 0 && x->shape[last - 1] >= fewest && llabs(x->strides[last - 1]) < llabs(x->strides[last]);
}

static gla_status do_columns(job *j)
{
    int64_t across = j->x->shape[j->x->ndim - 2], planes = j->x->size / (j->n * across);
    j->panel = PANEL;
    while (j->panel > 64 && planes * ((across + j->panel - 1) / j->panel) < 2 * gla_host_threads())
        j->panel /= 2;
    j->panels = (across + j->panel - 1) / j->panel;
    return gla_host_parallel(planes * j->panels, 1 + 65536 / (j->n * j->panel), do_panels, j);
}

gla_status gla_host_scan(gla_device *dev, gla_scan_op op, const gla_array *x, gla_array *out)
{
    job j = {.loops = gla_scan_choose(op, out->dtype), .x = x, .out = out, .out_of_memory = false};
    const int last = x->ndim - 1;
    gla_dtype dtype = j.loops->dtype;
    gla_status st;
    (void)dev;
    j.n = x->shape[last];
    j.x_item = gla_itemsize(x->dtype);
    j.out_item = gla_itemsize(out->dtype);
    j.item = gla_itemsize(dtype);
    const bool by_column = are_lines_adjacent(&j);
    const int inner = by_column ? last - 1 : last;
    j.x_step = x->strides[last] * (int64_t)j.x_item;
    j.out_step = out->strides[last] * (int64_t)j.out_item;
    if (x->dtype != (dtype == GLA_UINT64 && x->dtype == GLA_INT64 ? GLA_INT64 : dtype) || x->strides[inner] != 1)
        j.load = gla_host_convert(x->dtype, dtype);
    if (out->dtype != (dtype == GLA_UINT64 && out->dtype == GLA_INT64 ? GLA_INT64 : dtype) || out->strides[inner] != 1)
        j.store = gla_host_convert(dtype, out->dtype);
    int64_t lines = x->size / j.n;
    if (by_column)
        st = do_columns(&j);
    else if (lines < gla_host_threads() && j.n > (j.loops->follow ? SPAN : 16) * GLA_SCAN_BLOCK) {
        st = GLA_OK;
        for (int64_t l = 0; l < lines && !st; l++) {
            j.x_line = (const char *)gla_data(x) + line_offset(x, last, l);
            j.out_line = (char *)gla_data(out) + line_offset(out, last, l);
            st = do_long_line(&j);
        }
    } else {
        st = gla_host_parallel(lines, 1 + 32768 / j.n, do_lines, &j);
    }
    return j.out_of_memory ? gla_fail_memory("cumulative", GLA_SCAN_BLOCK * j.item) : st;
}
