/* fold.h - Reductions by user formulas. The caller (src/dialect/fold.c) defines:
 *   - map(), join() and post(), functions; join() combines two values;
 *   - acc, the accumulator type, and OUT, the type of the result;
 *   - GROUP, the number of threads per group, and OPERANDS, the parameters;
 *   - BASES(r), which sets the offsets of the elements of result r;
 *   - ELEMENT(i, x), which stores in x the mapped element i of result r.
 *
 * The elements of each result are divided into `splits` ranges of `chunk` elements. A range is combined by one thread if
 * neighbouring results are contiguous or ranges are short, and otherwise by a group. Then the results of the ranges are
 * combined. */

/* Combine the values `a` of the first `count` threads of the group, and store the result in room[0]. */
DEVICE void tree(acc a, LOCAL_POINTER acc *room, int64 count)
{
    room[LOCAL_ID] = a;
    BARRIER();
    for (int step = GROUP / 2; step > 0; step /= 2) {
        if ((int)LOCAL_ID < step && (int)LOCAL_ID + step < count)
            room[LOCAL_ID] = join(room[LOCAL_ID], room[LOCAL_ID + step]);
        BARRIER();
    }
}

KERNEL reduce_groups(int64 results, int64 n, int64 splits, int64 chunk, OPERANDS, GLOBAL acc *parts)
{
    LOCAL acc room[GROUP];
    for (int64 g = GROUP_ID; g < results * splits; g += GROUP_COUNT) {
        int64 r = g / splits, s = g % splits, begin = s * chunk;
        int64 end = begin + chunk < n ? begin + chunk : n;
        acc a, x;
        BASES(r)
        for (int64 i = begin + LOCAL_ID; i < end; i += GROUP) {
            ELEMENT(i, x)
            if (i == begin + LOCAL_ID)
                a = x;
            else
                a = join(a, x);
        }
        tree(a, room, end - begin);
        if (LOCAL_ID == 0)
            parts[g] = room[0];
        BARRIER();
    }
}

KERNEL reduce_threads(int64 results, int64 n, int64 splits, int64 chunk, OPERANDS, GLOBAL acc *parts)
{
    for (int64 g = GLOBAL_ID; g < results * splits; g += GLOBAL_SIZE) {
        int64 r = g % results, s = g / results, begin = s * chunk;
        int64 end = begin + chunk < n ? begin + chunk : n;
        acc a, x;
        BASES(r)
        for (int64 i = begin; i < end; i++) {
            ELEMENT(i, x)
            if (i == begin)
                a = x;
            else
                a = join(a, x);
        }
        parts[r * splits + s] = a;
    }
}

KERNEL finish_groups(int64 results, int64 n, int64 splits, const GLOBAL acc *parts, GLOBAL OUT *out)
{
    LOCAL acc room[GROUP];
    for (int64 r = GROUP_ID; r < results; r += GROUP_COUNT) {
        acc a;
        if ((int64)LOCAL_ID < splits)
            a = parts[r * splits + LOCAL_ID];
        for (int64 s = LOCAL_ID + GROUP; s < splits; s += GROUP)
            a = join(a, parts[r * splits + s]);
        tree(a, room, splits);
        if (LOCAL_ID == 0) {
            OUT z;
            post(room[0], n, &z);
            out[r] = z;
        }
        BARRIER();
    }
}

KERNEL finish_threads(int64 results, int64 n, int64 splits, const GLOBAL acc *parts, GLOBAL OUT *out)
{
    for (int64 r = GLOBAL_ID; r < results; r += GLOBAL_SIZE) {
        acc a = parts[r * splits];
        OUT z;
        for (int64 s = 1; s < splits; s++)
            a = join(a, parts[r * splits + s]);
        post(a, n, &z);
        out[r] = z;
    }
}
