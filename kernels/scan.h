/* scan.h - a running reduction of a user's formulas.  Before it stands what fold.h takes too, and EXCLUSIVE where an element
 * does not take part in its own result; that begins with `before`.
 *
 * Lines are cut into chunks of a fixed length, one for a group: the first kernel combines each chunk, the second finds what
 * came before each, the third goes through the chunks again with that.  The order of elements is kept throughout. */
#define ITEMS 8 /* elements of a thread, one after the other */
#define CHUNK (ITEMS * GROUP)

KERNEL scan_chunks(int64 lines, int64 n, int64 chunks, OPERANDS, GLOBAL acc *parts)
{
    LOCAL acc room[GROUP];
    for (int64 g = GROUP_ID; g < lines * chunks; g += GROUP_COUNT) {
        /* Chunk c of a line: first ... end are the thread's elements, and `count` threads have some. */
        int64 line = g / chunks, c = g % chunks, first = c * CHUNK + LOCAL_ID * ITEMS;
        int64 end = first + ITEMS < n ? first + ITEMS : n, filled = (n - c * CHUNK + ITEMS - 1) / ITEMS;
        int t = LOCAL_ID, count = filled < GROUP ? (int)filled : GROUP;
        acc a, x;
        BASES(line)
        for (int64 i = first; i < end; i++) {
            ELEMENT(i, x)
            if (i == first)
                a = x;
            else
                a = join(a, x);
        }
        room[t] = a;
        BARRIER();
        for (int step = 1; step < GROUP; step *= 2) {
            if (t % (2 * step) == 0 && t + step < count)
                room[t] = join(room[t], room[t + step]);
            BARRIER();
        }
        if (t == 0)
            parts[g] = room[0];
        BARRIER();
    }
}

KERNEL scan_parts(int64 lines, int64 chunks, acc before, GLOBAL acc *parts)
{
    for (int64 line = GLOBAL_ID; line < lines; line += GLOBAL_SIZE) {
        acc a = before;
        for (int64 c = 0; c < chunks; c++) {
            acc x = parts[line * chunks + c];
            parts[line * chunks + c] = a;
#ifdef EXCLUSIVE
            a = join(a, x);
#else
            if (c == 0)
                a = x;
            else
                a = join(a, x);
#endif
        }
    }
}

KERNEL scan_write(int64 lines, int64 n, int64 chunks, OPERANDS, const GLOBAL acc *parts, GLOBAL OUT *out)
{
    LOCAL acc room[GROUP];
    for (int64 g = GROUP_ID; g < lines * chunks; g += GROUP_COUNT) {
        int64 line = g / chunks, c = g % chunks, first = c * CHUNK + LOCAL_ID * ITEMS;
        int64 end = first + ITEMS < n ? first + ITEMS : n, filled = (n - c * CHUNK + ITEMS - 1) / ITEMS;
        int t = LOCAL_ID, count = filled < GROUP ? (int)filled : GROUP;
        acc a, x;
        BASES(line)
        for (int64 i = first; i < end; i++) {
            ELEMENT(i, x)
            if (i == first)
                a = x;
            else
                a = join(a, x);
        }
        room[t] = a;
        BARRIER();
        for (int step = 1; step < GROUP; step *= 2) { /* room[t]: all threads up to t */
            if (t >= step && t < count)
                x = join(room[t - step], room[t]);
            BARRIER();
            if (t >= step && t < count)
                room[t] = x;
            BARRIER();
        }
#ifdef EXCLUSIVE
        int begun = 1;
#else
        int begun = c > 0;
#endif
        if (begun)
            a = parts[g];
        if (t > 0 && t < count) {
            if (begun)
                a = join(a, room[t - 1]);
            else
                a = room[t - 1];
            begun = 1;
        }
        for (int64 i = first; i < end; i++) {
            OUT z;
            ELEMENT(i, x)
#ifdef EXCLUSIVE
            post(a, i, &z);
            a = join(a, x);
#else
            if (begun)
                a = join(a, x);
            else
                a = x;
            begun = 1;
            post(a, i + 1, &z);
#endif
            out[line * n + i] = z;
        }
        BARRIER();
    }
}
