/* scan.h - a running reduction of a user's formulas.  Before it stands what fold.h takes too, and EXCLUSIVE where an element
 * does not take part in its own result; that begins with `before`.
 *
 * Lines are cut into chunks of a fixed length, one for a group: the first kernel combines each chunk, the second finds what
 * came before each, the third goes through the chunks again with that.  The order of elements is kept throughout. */
#define ITEMS 8 /* elements of a thread, one after the other */
#define CHUNK (ITEMS * GROUP)

/* What a thread has of chunk c of a line: elements first ... end.  `count` threads of the group have some. */
typedef struct { int64 line, c, first, end; int count; } share;

DEVICE share share_of(int64 g, int64 n, int64 chunks)
{
    share s;
    s.line = g / chunks;
    s.c = g % chunks;
    s.first = s.c * CHUNK + LOCAL_ID * ITEMS;
    s.end = s.first + ITEMS < n ? s.first + ITEMS : n;
    int64 filled = (n - s.c * CHUNK + ITEMS - 1) / ITEMS;
    s.count = filled < GROUP ? (int)filled : GROUP;
    return s;
}

DEVICE acc combine_share(share s, OPERANDS)
{
    acc a, x;
    BASES(s.line)
    for (int64 i = s.first; i < s.end; i++) {
        ELEMENT(i, x)
        if (i == s.first)
            a = x;
        else
            a = join(a, x);
    }
    return a;
}

KERNEL scan_chunks(int64 lines, int64 n, int64 chunks, OPERANDS, GLOBAL acc *parts)
{
    LOCAL acc room[GROUP];
    for (int64 g = GROUP_ID; g < lines * chunks; g += GROUP_COUNT) {
        share s = share_of(g, n, chunks);
        int t = LOCAL_ID;
        room[t] = combine_share(s, PASSED);
        BARRIER();
        for (int step = 1; step < GROUP; step *= 2) {
            if (t % (2 * step) == 0 && t + step < s.count)
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
        share s = share_of(g, n, chunks);
        int t = LOCAL_ID;
        acc a, x;
        BASES(s.line)
        room[t] = a = combine_share(s, PASSED);
        BARRIER();
        for (int step = 1; step < GROUP; step *= 2) { /* room[t]: all threads up to t */
            if (t >= step && t < s.count)
                x = join(room[t - step], room[t]);
            BARRIER();
            if (t >= step && t < s.count)
                room[t] = x;
            BARRIER();
        }
#ifdef EXCLUSIVE
        int begun = 1;
#else
        int begun = s.c > 0;
#endif
        if (begun)
            a = parts[g];
        if (t > 0 && t < s.count) {
            if (begun)
                a = join(a, room[t - 1]);
            else
                a = room[t - 1];
            begun = 1;
        }
        for (int64 i = s.first; i < s.end; i++) {
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
            out[s.line * n + i] = z;
        }
        BARRIER();
    }
}
