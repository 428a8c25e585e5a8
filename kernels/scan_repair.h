/* scan_repair.h - Recompute lines of cumulative sums and products that have left the range of the type.
 *
 * The caller includes scan_range.h and scan.h first, and defines of_out(z), which converts a result to an acc.
 *
 * A block that overflows on its own may be in range when it is combined with its prefix, but the results of the block stay
 * infinite or NaN. Every block that leaves the range has such results, so all results before the first result that is not
 * fine() are correct. From there one thread continues sequentially. Once the result is a zero, an infinity or a NaN that
 * absorbs further elements, all threads check the rest of the line. */
typedef struct { int64 place; acc last; } stop;

/* Process the elements [from, n) sequentially: to the end if `to_end`, otherwise until the result absorbs further elements. */
DEVICE stop follow(int64 from, int64 n, acc last, int to_end, OPERANDS, int64 line, GLOBAL OUT *out, int64 step)
{
    stop s;
    BASES(line)
    for (; from < n; from++) {
        acc x;
        OUT z;
        ELEMENT(from, x)
        if (from == 0)
            last = x;
        else
            last = again(last, x);
        post(last, from + 1, &z);
        out[from * step] = z;
        if (!to_end && is_absorbed(last)) {
            from++;
            break;
        }
    }
    s.place = from;
    s.last = last;
    return s;
}

/* Find the first result of the line that is not fine(). Each thread searches its own elements. */
DEVICE int64 find_first(int64 n, LOCAL_POINTER int64 *found, const GLOBAL OUT *out, int64 step)
{
    int64 i = LOCAL_ID;
    while (i < n && fine(of_out(out[i * step])))
        i += GROUP;
    found[LOCAL_ID] = i;
    BARRIER();
    for (int width = GROUP / 2; width > 0; width /= 2) {
        if (LOCAL_ID < width && found[LOCAL_ID + width] < found[LOCAL_ID])
            found[LOCAL_ID] = found[LOCAL_ID + width];
        BARRIER();
    }
    return found[0];
}

/* Indices into `wrong`: reasons why the rest of a line is not constant, or not yet correct. */
#define CHANGES 0
#define UNLIKE 1
#define NEGATIVE 2

KERNEL scan_repair(int64 lines, int64 n, OPERANDS, plain_layout to, int64 step, GLOBAL OUT *results)
{
    LOCAL int64 found[GROUP];
    LOCAL int lost[GROUP], wrong[3];
    LOCAL stop shared;
    int t = LOCAL_ID;
    for (int64 begin = (int64)GROUP_ID * GROUP; begin < lines; begin += (int64)GROUP_COUNT * GROUP) {
        int count = lines - begin < GROUP ? (int)(lines - begin) : GROUP;
        if (t < count)
            lost[t] = !fine(of_out(results[line_offset(&to, begin + t) + (n - 1) * step]));
        BARRIER();
        for (int k = 0; k < count; k++)
            if (lost[k]) {
                GLOBAL OUT *out = results + line_offset(&to, begin + k);
                int64 first = find_first(n, found, out, step);
                if (t == 0) {
                    acc last;
                    if (first > 0)
                        last = of_out(out[(first - 1) * step]);
                    shared = follow(first, n, last, 0, PASSED, begin + k, out, step);
                }
                if (t < 3)
                    wrong[t] = 0;
                BARRIER();
                stop s = shared;
                {
                    BASES(begin + k)
                    for (int64 i = s.place + t; i < n; i += GROUP) {
                        acc x;
                        ELEMENT(i, x)
                        if (!keeps(s.last, x))
                            MARK(&wrong[CHANGES], 1);
                        if (!is_like(s.last, of_out(out[i * step])))
                            MARK(&wrong[UNLIKE], 1);
                        if (is_negative(x))
                            MARK(&wrong[NEGATIVE], 1);
                    }
                }
                BARRIER();
                if (wrong[CHANGES] || (wrong[UNLIKE] && wrong[NEGATIVE])) {
                    if (t == 0)
                        follow(s.place, n, s.last, 1, PASSED, begin + k, out, step);
                } else if (wrong[UNLIKE]) {
                    OUT z;
                    post(s.last, n, &z);
                    for (int64 i = s.place + t; i < n; i += GROUP)
                        out[i * step] = z;
                }
                BARRIER();
            }
        BARRIER();
    }
}
