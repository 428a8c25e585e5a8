/* lu_resident_step.h - Part of lu_resident.h: process up to eight columns while at most N columns remain. This is an include
 * file, not a function, because it contains barriers. */
NOT_UNROLLED
for (int step = 0; N <= WIDTH && step < 8 && j < w; step++, j++) {
    GLOBAL WORD *column = mine + j * groups * MESSAGE, *own = column + group * MESSAGE;
    candidate best = candidate_of(next, !done, position, t), first = {0, 0, 0};
#ifdef NEIGHBOURS
    best = best_of_lanes(best);
    if (t % NEIGHBOURS == 0)
        all[t / NEIGHBOURS] = best;
    BARRIER();
    if (gives_up)
        break;
    best = best_of_lanes(all[t % NEIGHBOURS % (THREADS / NEIGHBOURS)]);
#else
    all[t] = best;
    BARRIER();
    if (gives_up)
        break;
    if (t < SLICES) {
#pragma unroll
        for (int i = 1; i < THREADS / SLICES; i++)
            best = better(best, all[t + i * SLICES]);
        best_of[t] = best;
    }
    BARRIER();
    best = best_of[0];
#pragma unroll
    for (int i = 1; i < SLICES; i++)
        best = better(best, best_of[i]);
#endif
    int proposes = t == best.from;
    if (proposes && begun)
        update_row(a, N, next, factor, pivot);
    if (proposes) {
        a[0] = next;
        publish_word(own, best.key ? 1 + position : 0);
#pragma unroll
        for (int c = 0; c < N; c++)
            publish_value(own + 1 + c * WORDS, a[c]);
    }
    if (!proposes && begun) /* while the messages are in flight */
        update_row(a, N, next, factor, pivot);
    begun = 1;
    BARRIER();
    if (!fetch_messages(column, got, groups, 1 + N * WORDS, MESSAGE, t, THREADS)) {
        MARK(&gives_up, 1);
        MARK(lost, 1);
    }
    BARRIER();
    if (gives_up)
        break;
#ifdef NEIGHBOURS
    for (int g = t % NEIGHBOURS; g < groups; g += NEIGHBOURS)
        first = better(first, candidate_in(got, g));
    first = best_of_lanes(first);
#else
    for (int g = 0; g < groups; g++)
        first = better(first, candidate_in(got, g));
#endif
    pivot = got + first.from * MESSAGE + 1;
    T value = value_of(pivot), finished = next;
    if (begins) {
        pivots[matrix * s.steps + s.first + j] = (int)s.first + first.position;
        zero = zero || F_SIZE(value) != 0 ? zero : j + 1;
    }
    if (position == first.position) {
        position = j;
        done = 1;
    } else if (position == j) {
        position = first.position;
    }
    factor = F_NUMBER(0);
    if (!done)
        factor = finished = F_SIZE(value) == 0 ? F_NUMBER(0) : F_DIV(next, value);
    kept[j] = finished;
    next = F_FUSED_LESS(a[1], factor, value_of(pivot + WORDS));
}
if (N <= WIDTH && begun) {
    update_row(a, N, next, factor, pivot);
    begun = 0;
}
