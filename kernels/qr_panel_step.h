/* qr_panel_step.h - Process up to eight columns in qr_panel.h when at most N columns remain. This code is an include file
 * instead of a function, because the code contains barriers. */
NOT_UNROLLED
for (int s = 0; N <= WIDTH && s < 8 && j < w; s++, j++) {
    T sum = 0;
#pragma unroll
    for (int begin = 0; begin < N; begin += 16) {
        T p[16], part;
#pragma unroll
        for (int c = 0; c < 16 && begin + c < N; c++) {
            p[c] = 0;
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                p[c] = R_FMA(first + r * THREADS > j ? a[r][0] : 0, a[r][begin + c], p[c]);
        }
        part = N - begin >= 16 ? sum_of_16(p, lane) : sum_of_8(p, lane);
        sum = lane >= begin ? part : sum;
    }
    if (lane < N)
        sums[j & 1][warp][lane] = sum;
    if (first == j)
#pragma unroll
        for (int c = 0; c < N; c++)
            head[j & 1][c] = a[0][c];
    BARRIER();
    T own = 0, row = 0;
    if (lane < N) {
        row = head[j & 1][lane]; /* only used in the first block */
#pragma unroll
        for (int k = 0; k < WARPS; k++)
            own += sums[j & 1][k][lane];
    }
    if (blocks > 1) {
        uint32 there = local_address(&got[stage][block][lane % WIDTH]), counter = local_address(&counters[stage]);
        for (int to = warp; to < blocks; to += WARPS)
            if (lane < N) {
                send_element(address_in(there, to), own, address_in(counter, to));
                if (block == 0)
                    send_element(address_in(local_address(&heads[stage][lane]), to), row, address_in(counter, to));
            }
        if (t == 0)
            expect_bytes(counter, (blocks + 1) * N * (int)sizeof(T));
        await_bytes(counter, parity);
        T parts[4] = {0, 0, 0, 0};
        if (lane < N) {
#pragma unroll
            for (int b = 0; b < CLUSTER; b++)
                if (b < blocks)
                    parts[b % 4] += got[stage][b][lane];
            row = heads[stage][lane];
        }
        own = (parts[0] + parts[1]) + (parts[2] + parts[3]);
        if (++stage == STAGES) {
            stage = 0;
            parity ^= 1;
        }
    }
    T alpha = SHUFFLE(row, 0), below = SHUFFLE(own, 0);
    boolean reflects = !(below <= NEGLIGIBLE); /* true for NaN too */
    T square = R_FMA(alpha, alpha, below), root = inverse_root(square), length = square * root;
    T beta = reflects ? R_COPYSIGN(length, -alpha) : alpha;
    T tau = reflects ? R_FMA(R_FABS(alpha), root, (T)1) : 0;
    T scale = reflects ? R_COPYSIGN(inverse(R_FABS(alpha) + length), alpha) : 0;
    if (lane < N)
        multiples[warp][lane] = tau * R_FMA(own, scale, row);
    if (t == 0)
        taus[j] = tau;
    WARP_BARRIER();
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int i = first + r * THREADS;
        T v = i > j ? a[r][0] * scale : i == j ? 1 : 0;
        kept[j * (ROWS * THREADS) + r * THREADS + t] = i > j ? v : i == j ? beta : a[r][0];
#pragma unroll
        for (int c = 1; c < N; c++)
            a[r][c - 1] = R_FMA(-v, multiples[warp][c], a[r][c]);
        a[r][N - 1] = 0;
    }
    WARP_BARRIER(); /* wait before the next column overwrites the multiples */
}
