/* recur.c - Linear recurrences, by kernels/recur.h, with one thread per chunk of each line. */
#include "series.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

_Static_assert(GLA_RECURRENCE_ORDER == 16, "kernels/recur.h has the same MAX_ORDER");

GLA_LIST_FLOATING(recur)
{
    gla_list_add(list, gla_device_typed("recur.h", t), "lfilter", gla_list_next(t));
}

gla_status gla_device_recur(gla_device *dev, const gla_recurrence *r, gla_array *out)
{
    const gla_device_program program = gla_device_typed("recur.h", out->dtype);
    recur_sizes s = {.lines = r->lines,
                     .n = r->n,
                     .k = r->k,
                     .chunk = r->chunk,
                     .chunks = r->chunks,
                     .a_line = r->a_line,
                     .a_step = r->a_step,
                     .filters = r->filters,
                     .starts = r->start != NULL};
    /* pass r->a in place of a missing array, which the kernel does not read */
    const gla_argument a = GLA_BUFFER(gla_data(r->a)), rows = GLA_BUFFER(gla_data(out)),
                       start = GLA_BUFFER(gla_data(r->start ? r->start : r->a)),
                       states = GLA_BUFFER(gla_data(r->states ? r->states : r->a)),
                       products = GLA_BUFFER(gla_data(r->products ? r->products : r->a));
    gla_status st = gla_device_enter("recurrence", dev);
    if (!st && s.chunks > 1) {
        int64_t tasks = s.lines * (s.chunks - 1) + (s.a_line ? s.lines : 1) * (s.a_step ? s.chunks - 1 : 1) * s.k;
        const gla_argument ends[] = {GLA_VALUE(s), a, rows, states, products};
        const gla_argument starts[] = {GLA_VALUE(s), a, rows, start, states, products};
        st = gla_device_run_for("recurrence", dev, &program, "recur_ends", tasks, 5, ends);
        if (!st)
            st = gla_device_run_for("recurrence", dev, &program, "recur_starts", s.lines, 6, starts);
    }
    const gla_argument steps[] = {GLA_VALUE(s), a, rows, start, states};
    return st ? st : gla_device_run_for("recurrence", dev, &program, "recur_steps", s.lines * s.chunks, 5, steps);
}
