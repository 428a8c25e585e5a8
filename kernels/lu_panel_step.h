/* lu_panel_step.h - Part of lu_panel.h: process up to eight columns while at most N columns remain. This is an include file,
 * not a function, because it contains barriers. */
NOT_UNROLLED
for (int s = 0; N <= WIDTH && s < 8 && j < w; s++, j++) {
    uint64 key = 0;
    int place = 0, chosen = 0;
    T head = next[0];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint64 k = size_key(next[r], !done[r]);
        int better = r == 0 || k > key || (k == key && position[r] < place);
        key = better ? k : key;
        place = better ? position[r] : place;
        chosen = better ? r : chosen;
        head = better ? next[r] : head;
    }
    int winner = best_lane(key, place);
    if (lane == winner) {
        keys[warp] = key;
        places[warp] = place;
    }
    T inverse = inverse_of(head); /* computed while waiting for the other warps */
    BARRIER();
    int proposes = best_lane(lane < WARPS ? keys[lane % WARPS] : 0, places[lane % WARPS]);
    LOCAL_POINTER message *own = &mine[j & 1];
    if (warp == proposes) {
        if (begun)
#include "lu_panel_update.h"
        if (lane == winner) {
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                if (chosen == r)
#pragma unroll
                    for (int c = 0; c < N; c++)
                        own->row[c] = c ? a[r][c] : head;
            own->inverse[0] = inverse;
            own->position = key ? place : -1;
        }
    }
    BARRIER();
    if (blocks > 1) {
        uint32 there = local_address(&got[stage][block]), counter = local_address(&counters[stage]);
        for (int to = warp; to < blocks; to += WARPS)
            if (lane < MESSAGE_PIECES(N))
                send_piece(address_in(there + 16 * lane, to), ((const LOCAL_POINTER ulonglong2 *)own)[lane],
                           address_in(counter, to));
        if (t == 0)
            expect_bytes(counter, blocks * MESSAGE_PIECES(N) * 16);
    }
    if (warp != proposes && begun) /* hides the latency of the messages */
#include "lu_panel_update.h"
    begun = 1;
    from = own;
    if (blocks > 1) {
        await_bytes(local_address(&counters[stage]), parity);
        const LOCAL_POINTER message *g = &got[stage][lane % CLUSTER];
        int known = lane < blocks && g->position >= 0;
        from = &got[stage][best_lane(known ? size_key(g->row[0], 1) : 0, known ? g->position : 0)];
        if (++stage == STAGES) {
            stage = 0;
            parity ^= 1;
        }
    }
    int at = from->position;
    T pivot = from->row[0];
    if (first == 0) {
        pivots[j] = base + at + 1;
        zero = zero || F_SIZE(pivot) != 0 ? zero : j + 1;
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        T finished = next[r];
        if (position[r] == at) {
            position[r] = j;
            done[r] = 1;
        } else if (position[r] == j)
            position[r] = at;
        factor[r] = zero_element();
        if (!done[r])
            factor[r] = finished = multiplier(next[r], pivot, from->inverse[0]);
        kept[j * (ROWS * THREADS) + r * THREADS + t] = finished;
        next[r] = F_FUSED_LESS(a[r][1], factor[r], from->row[1]);
    }
}
if (N <= WIDTH && begun) {
#include "lu_panel_update.h"
    begun = 0;
}
