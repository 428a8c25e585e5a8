/* recurrence.c - Division of long recurrences into chunks. */
#include "series/recurrence.h"

#define MANY_LINES 1024     /* number of lines that occupies a device without chunks */
#define LONG_LINE 1024      /* length from which chunks pay off */
#define MAX_VARYING_ORDER 4 /* products of varying matrices of order k cost k times as much as the steps */

/* Choose the chunk length so that the number of chunks is at most the number of steps in a chunk.  As a result, the sweep over
 * the chunks is not longer than the sweep within a chunk. */
static void cut(gla_recurrence *r)
{
    r->chunk = r->n;
    r->chunks = 1;
    if (r->n < LONG_LINE || r->lines >= MANY_LINES || r->k > GLA_RECURRENCE_ORDER || (r->a_step && r->k > MAX_VARYING_ORDER))
        return;
    for (r->chunk = 1; r->chunk < r->n / r->chunk;)
        r->chunk *= 2;
    r->chunks = (r->n + r->chunk - 1) / r->chunk;
}

void gla_recur(gla_scope *s, gla_device *dev, gla_recurrence *r, gla_array *out)
{
    if (s->status || out->size == 0)
        return;
    cut(r);
    if (r->chunks > 1) {
        int64_t states = r->lines * r->chunks * r->k;
        int64_t products = (r->a_line ? r->lines : 1) * (r->a_step ? r->chunks - 1 : 1) * r->k * r->k;
        r->states = gla_s_new(s, dev, out->dtype, 1, &states);
        r->products = gla_s_new(s, dev, out->dtype, 1, &products);
    }
    gla_run run = gla_run_begin(s, dev, GLA_SLOT(series, recur), (double)out->size * (double)r->k);
    if (!s->status)
        gla_s_check(s, run.at->backend->series->recur(run.at, r, out));
    gla_run_end(&run);
}
