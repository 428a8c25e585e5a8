/* scan.h - Running reductions defined by user formulas, and cumulative sums, products and similar operations on arrays.
 *
 * The caller includes layouts.h and defines everything that fold.h needs (join, post, acc, OUT, GROUP, the operands with BASES
 * and ELEMENT). The caller also defines:
 * - EXCLUSIVE, if a result excludes its own element and the first result is `before`;
 * - NARROW, if local memory is small;
 * - COLUMNS, if only the kernels with one thread per line are needed.
 *
 * A line is divided into tiles, one per group. If lines are short, several lines form a tile, with `lanes` threads per line.
 * The prefix of a tile is computed from the totals of earlier tiles. GROUP tiles form a span, in which the totals of tiles are
 * scanned like the values of the threads of a group. Spans are combined one after the other. If a group may wait for groups
 * that began earlier (scan_once), each group computes the prefix of its tile itself, so that memory is read and written once.
 * Otherwise three kernels are used: scan_totals, scan_spans and scan_write. Both methods combine values in the same order,
 * regardless of timing. If corresponding elements of neighbouring lines are adjacent in memory, each thread handles a chunk of
 * one line (scan_chunks, scan_chunk_ends, scan_chunks_write). */
#ifdef NARROW
#define ITEMS (sizeof(acc) > 8 ? 4 : 8)
#else
#define ITEMS (sizeof(acc) > 8 ? 8 : 16) /* number of consecutive elements per thread */
#endif
#define TILE (GROUP * ITEMS)
#define AT(e) ((e) + (e) / ITEMS) /* padding: elements of neighbouring threads are in different banks of local memory */
#define HELD (TILE + GROUP)
#define COLUMN_BLOCK 64 /* number of elements of a chunk that are combined before the running value is added */
#define BATCH 8

/* Return the offset of line i; `l` describes the axes other than the scanned one. */
DEVICE int64 line_offset(const plain_layout *l, int64 i)
{
    int64 at = 0;
    for (int d = l->ndim - 1; d > 0; d--) {
        at += i % l->shape[d] * l->strides[d];
        i /= l->shape[d];
    }
    return l->ndim ? at + i * l->strides[0] : 0;
}

#ifndef COLUMNS
#ifdef WARP
#define WARP_WAIT() WARP_BARRIER()
#else
#define WARP_WAIT() BARRIER()
#endif

/* Compute an inclusive scan of `room` over the `lanes` threads of each line; `lanes` is a power of two. Only the first `count`
 * threads have values. Warps of 32 threads are scanned first, then combined in order. */
DEVICE void scan_room(LOCAL_POINTER acc *room, int lanes, int count)
{
    int t = LOCAL_ID, lane = t & (lanes - 1), in_warp = lane & 31;
    acc x;
    BARRIER();
    for (int step = 1; step < lanes && step < 32; step *= 2) {
        int takes = in_warp >= step && lane < count;
        if (takes)
            x = join(room[t - step], room[t]);
        WARP_WAIT();
        if (takes)
            room[t] = x;
        WARP_WAIT();
    }
    BARRIER();
    if (lanes > 32) {
        int takes = lane >= 32 && lane < count;
        if (takes) {
            int w = t - lane + 31;
            x = room[w];
            for (w += 32; w < t - in_warp; w += 32)
                x = join(x, room[w]);
            x = join(x, room[t]);
        }
        BARRIER();
        if (takes)
            room[t] = x;
        BARRIER();
    }
}

/* A tile, given by its first line, its index within the line, its first element, and the number of threads that have elements
 * in the line of this thread. */
typedef struct { int64 line, c, first; int count; } share;

DEVICE share share_of(int64 g, int64 lines, int64 n, int64 tiles, int lanes)
{
    share s;
    int64 line = g / tiles * (GROUP / lanes) + LOCAL_ID / lanes;
    s.line = g / tiles * (GROUP / lanes);
    s.c = g % tiles;
    s.first = s.c * TILE;
    int64 filled = line < lines ? (n - s.first + ITEMS - 1) / ITEMS : 0;
    s.count = filled < lanes ? (int)filled : lanes;
    return s;
}

/* Load a tile and scan it. `held` receives the inclusive scan of each thread's elements, and `room` the scan over the threads,
 * from scan_room(). */
DEVICE void take_tile(share s, int64 lines, int64 n, int lanes, OPERANDS, LOCAL_POINTER acc *held, LOCAL_POINTER acc *room)
{
    int t = LOCAL_ID, width = lanes * ITEMS;
    acc x[ITEMS];
    if (lanes == GROUP) {
        BASES(s.line)
#pragma unroll
        for (int k = 0; k < (int)ITEMS; k++) {
            int64 i = s.first + k * GROUP + t;
            if (i < n)
                ELEMENT(i, x[k])
        }
    } else {
#pragma unroll
        for (int k = 0; k < (int)ITEMS; k++) {
            int e = k * GROUP + t;
            int64 line = s.line + e / width, i = e & (width - 1);
            if (i < n && line < lines) {
                BASES(line)
                ELEMENT(i, x[k])
            }
        }
    }
#pragma unroll
    for (int k = 0; k < (int)ITEMS; k++) {
        int e = k * GROUP + t;
        if (lanes < GROUP ? (e & (width - 1)) < n && s.line + e / width < lines : s.first + e < n)
            held[AT(e)] = x[k];
    }
    BARRIER();
    int lane = t & (lanes - 1);
    if (lane < s.count) {
        int64 left = n - s.first - lane * (int64)ITEMS;
        int mine = left < (int64)ITEMS ? (int)left : (int)ITEMS;
        acc a = held[AT(t * (int)ITEMS)];
        for (int j = 1; j < mine; j++) {
            a = join(a, held[AT(t * (int)ITEMS) + j]);
            held[AT(t * (int)ITEMS) + j] = a;
        }
        room[t] = a;
    }
    scan_room(room, lanes, s.count);
}

/* Write the results of a tile. `prefix` is the combination of everything before the tile; it is valid only if `begun`. */
DEVICE void write_tile(share s, int64 lines, int64 n, int lanes, int begun, acc prefix, LOCAL_POINTER acc *held,
                       LOCAL_POINTER acc *room, LOCAL_POINTER acc *earlier, plain_layout to, int64 step, GLOBAL OUT *out)
{
    int t = LOCAL_ID, lane = t & (lanes - 1), width = lanes * ITEMS;
    if (lane < s.count) {
        if (lane == 0) {
            if (begun)
                earlier[t] = prefix;
        } else if (begun) {
            earlier[t] = join(prefix, room[t - 1]);
        } else {
            earlier[t] = room[t - 1];
        }
    }
    BARRIER();
    int64 base = line_offset(&to, s.line);
    for (int k = 0; k < (int)ITEMS; k++) {
        int e = k * GROUP + t, owner = e / (int)ITEMS;
        int64 i = lanes < GROUP ? (e & (width - 1)) : s.first + e, line = lanes < GROUP ? s.line + e / width : s.line;
        if (i < n && line < lines) {
            acc a;
            OUT z;
#ifdef EXCLUSIVE
            if (e % (int)ITEMS == 0)
                a = earlier[owner];
            else
                a = join(earlier[owner], held[AT(e) - 1]);
            post(a, i, &z);
#else
            if (begun || (owner & (lanes - 1)) > 0)
                a = join(earlier[owner], held[AT(e)]);
            else
                a = held[AT(e)];
            post(a, i + 1, &z);
#endif
            if (lanes < GROUP)
                base = line_offset(&to, line);
            out[base + i * step] = z;
        }
    }
    BARRIER();
}

#define TILES_OF(lines, tiles, lanes) (((lines) + GROUP / (lanes) - 1) / (GROUP / (lanes)) * (tiles))

KERNEL scan_totals(int64 lines, int64 n, int64 tiles, OPERANDS, GLOBAL acc *parts)
{
    LOCAL acc held[HELD], room[GROUP];
    for (int64 g = GROUP_ID; g < lines * tiles; g += GROUP_COUNT) {
        share s = share_of(g, lines, n, tiles, GROUP);
        take_tile(s, lines, n, GROUP, PASSED, held, room);
        if (LOCAL_ID == 0)
            parts[g] = room[s.count - 1];
        BARRIER();
    }
}

/* Replace the totals of a line by prefixes. The element of the first tile is unused and remains unchanged. */
KERNEL scan_spans(int64 lines, int64 tiles, acc before, GLOBAL acc *parts)
{
    LOCAL acc room[GROUP];
    int t = LOCAL_ID;
    for (int64 line = GROUP_ID; line < lines; line += GROUP_COUNT) {
        GLOBAL acc *of_line = parts + line * tiles;
        acc carry, mine, x;
#ifdef EXCLUSIVE
        carry = before;
        int begun = 1;
#else
        int begun = 0;
#endif
        for (int64 c = 0; c < tiles; c += GROUP) {
            int count = tiles - c < GROUP ? (int)(tiles - c) : GROUP;
            if (t < count)
                room[t] = mine = of_line[c + t];
            scan_room(room, GROUP, count);
            if (t > 0 && t < count) {
                x = room[t - 1];
                if (begun)
                    x = join(carry, x);
            } else if (begun) {
                x = carry;
            } else {
                x = mine;
            }
            if (t < count)
                of_line[c + t] = x;
            BARRIER();
            if (t == GROUP - 1 && count == GROUP)
                room[0] = join(x, mine);
            BARRIER();
            carry = room[0];
            begun = 1;
            BARRIER();
        }
    }
}

KERNEL scan_write(int64 lines, int64 n, int64 tiles, int lanes, acc before, OPERANDS, const GLOBAL acc *parts, plain_layout to,
                  int64 step, GLOBAL OUT *out)
{
    LOCAL acc held[HELD], room[GROUP], earlier[GROUP];
    for (int64 g = GROUP_ID; g < TILES_OF(lines, tiles, lanes); g += GROUP_COUNT) {
        share s = share_of(g, lines, n, tiles, lanes);
        acc prefix = before;
        take_tile(s, lines, n, lanes, PASSED, held, room);
        if (tiles > 1)
            prefix = parts[g];
#ifdef EXCLUSIVE
        write_tile(s, lines, n, lanes, 1, prefix, held, room, earlier, to, step, out);
#else
        write_tile(s, lines, n, lanes, s.c > 0, prefix, held, room, earlier, to, step, out);
#endif
    }
}

#ifdef WARP
/* A value that other groups wait for is split into chunks of 32 bits. Each chunk is stored in one word, together with a flag
 * that marks it as written. The words are initially zero. */
#define PIECES ((int)((sizeof(acc) + 3) / 4))
#define PUBLISHED ((uint64)1 << 32)

typedef union {
    acc value;
    uint32 pieces[PIECES];
} bits;

DEVICE void publish(GLOBAL uint64 *words, acc value)
{
    volatile GLOBAL uint64 *to = words;
    bits v;
    v.pieces[PIECES - 1] = 0;
    v.value = value;
    for (int i = 0; i < PIECES; i++)
        to[i] = PUBLISHED | v.pieces[i];
}

DEVICE acc wait_for(const GLOBAL uint64 *words)
{
    const volatile GLOBAL uint64 *from = words;
    bits v;
    for (int i = 0; i < PIECES; i++) {
        uint64 word;
        do
            word = from[i];
        while (!(word & PUBLISHED));
        v.pieces[i] = (uint32)word;
    }
    return v.value;
}

/* Scan in one launch. totals: total of each tile. ends: running value at the end of each span of a line. Tiles are claimed in
 * the order in which groups begin. GROUPS_WANTED: number of groups that must fit on a multiprocessor at the same time. */
#ifdef GROUPS_WANTED
#define scan_once BOUNDED(GROUP, GROUPS_WANTED) scan_once
#endif
KERNEL scan_once(int64 lines, int64 n, int64 tiles, acc before, OPERANDS, GLOBAL uint32 *next, GLOBAL uint64 *totals,
                 GLOBAL uint64 *ends, plain_layout to, int64 step, GLOBAL OUT *out)
{
    LOCAL acc held[HELD], room[GROUP], earlier[GROUP];
    LOCAL uint32 ticket;
    LOCAL acc found;
    int t = LOCAL_ID;
    if (t == 0)
        ticket = ATOMIC_NEXT(next) - 1;
    BARRIER();
    int64 g = ticket, spans = (tiles + GROUP - 1) / GROUP;
    share s = share_of(g, lines, n, tiles, GROUP);
    int k = (int)(s.c % GROUP), begun = s.c > 0;
    take_tile(s, lines, n, GROUP, PASSED, held, room);
    acc total = room[s.count - 1], prefix = before;
    if (t == 0 && s.c < tiles - 1 && k < GROUP - 1)
        publish(totals + g * PIECES, total);
    if (t < k) /* the last thread never waits here */
        earlier[t] = wait_for(totals + (g - k + t) * PIECES);
    else if (t == GROUP - 1 && s.c >= GROUP)
        found = wait_for(ends + (s.line * spans + s.c / GROUP - 1) * PIECES);
    scan_room(earlier, GROUP, k);
    if (t == 0) {
#ifdef EXCLUSIVE
        begun = 1;
#endif
        if (s.c >= GROUP)
            prefix = found;
#ifdef EXCLUSIVE
        if (k > 0)
            prefix = join(prefix, earlier[k - 1]);
#else
        if (k > 0 && s.c >= GROUP)
            prefix = join(prefix, earlier[k - 1]);
        else if (k > 0)
            prefix = earlier[k - 1];
#endif
        if (k == GROUP - 1 && s.c < tiles - 1)
            publish(ends + (s.line * spans + s.c / GROUP) * PIECES, join(prefix, total));
        found = prefix;
    }
    BARRIER();
#ifdef EXCLUSIVE
    begun = 1;
#endif
    write_tile(s, lines, n, GROUP, begun, found, held, room, earlier, to, step, out);
}
#endif
#endif

/* ---- one thread per line or chunk; consecutive threads handle consecutive lines ------------------------------------------ */
KERNEL scan_chunks(int64 lines, int64 n, int64 chunk, int64 chunks, OPERANDS, GLOBAL acc *parts)
{
    for (int64 g = GLOBAL_ID; g < lines * chunks; g += GLOBAL_SIZE) {
        int64 line = g % lines, begin = g / lines * chunk, end = begin + chunk < n ? begin + chunk : n;
        acc a, run, x[BATCH];
        BASES(line)
        for (int64 from = begin; from < end; from += COLUMN_BLOCK) {
            int64 stop = from + COLUMN_BLOCK < end ? from + COLUMN_BLOCK : end;
            for (int64 i = from; i < stop; i += BATCH) {
                int count = stop - i < BATCH ? (int)(stop - i) : BATCH;
#pragma unroll
                for (int j = 0; j < BATCH; j++)
                    if (j < count)
                        ELEMENT(i + j, x[j])
#pragma unroll
                for (int j = 0; j < BATCH; j++)
                    if (j < count) {
                        if (i + j == from)
                            run = x[j];
                        else
                            run = join(run, x[j]);
                    }
            }
            if (from == begin)
                a = run;
            else
                a = join(a, run);
        }
        parts[g] = a;
    }
}

KERNEL scan_chunk_ends(int64 lines, int64 chunks, acc before, GLOBAL acc *parts)
{
    for (int64 line = GLOBAL_ID; line < lines; line += GLOBAL_SIZE) {
        acc a = before;
        for (int64 c = 0; c < chunks; c++) {
            acc x = parts[c * lines + line];
            parts[c * lines + line] = a;
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

KERNEL scan_chunks_write(int64 lines, int64 n, int64 chunk, int64 chunks, acc before, OPERANDS, const GLOBAL acc *parts,
                         plain_layout to, int64 step, GLOBAL OUT *out)
{
    for (int64 g = GLOBAL_ID; g < lines * chunks; g += GLOBAL_SIZE) {
        int64 line = g % lines, begin = g / lines * chunk, end = begin + chunk < n ? begin + chunk : n;
        int64 base = line_offset(&to, line);
        acc a = before, run, x[BATCH];
        BASES(line)
#ifdef EXCLUSIVE
        int begun = 1;
#else
        int begun = begin > 0;
#endif
        if (chunks > 1)
            a = parts[g];
        for (int64 from = begin; from < end; from += COLUMN_BLOCK) {
            int64 stop = from + COLUMN_BLOCK < end ? from + COLUMN_BLOCK : end;
            for (int64 i = from; i < stop; i += BATCH) {
                int count = stop - i < BATCH ? (int)(stop - i) : BATCH;
#pragma unroll
                for (int j = 0; j < BATCH; j++)
                    if (j < count)
                        ELEMENT(i + j, x[j])
#pragma unroll
                for (int j = 0; j < BATCH; j++)
                    if (j < count) {
                        acc result;
                        OUT z;
#ifdef EXCLUSIVE
                        if (i + j == from)
                            result = a;
                        else
                            result = join(a, run);
                        post(result, i + j, &z);
#endif
                        if (i + j == from)
                            run = x[j];
                        else
                            run = join(run, x[j]);
#ifndef EXCLUSIVE
                        if (begun)
                            result = join(a, run);
                        else
                            result = run;
                        post(result, i + j + 1, &z);
#endif
                        out[base + (i + j) * step] = z;
                    }
            }
            if (begun)
                a = join(a, run);
            else
                a = run;
            begun = 1;
        }
    }
}
