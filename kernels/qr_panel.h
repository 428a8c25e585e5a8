/* qr_panel.h - Householder QR of a narrow real panel in the registers of one thread block cluster. The kernel requires CUDA and
 * compute capability 9.0 or later. The caller defines:
 * - the element type T and the matching KIND_* macro;
 * - ROWS, the number of panel rows per thread;
 * - WIDTH, the maximum number of columns;
 * - THREADS, the number of threads per block;
 * - NEGLIGIBLE, the largest squared norm for which the part of a column below the diagonal is treated as zero.
 *
 * For each column x, the dot products of the part below the diagonal with itself and with all later columns are summed over the
 * cluster in one exchange. The sums yield the norm of this part, which determines the reflector H = I - tau v vᵀ. The sums also
 * yield the products of vᵀ with the other columns. Every block adds the terms in the same order. */
#include "cluster.h"
#include "inverse.h"
#define WARPS (THREADS / 32)

/* Send an element to another block, in which `counter` counts the bytes that arrive. */
DEVICE void send_element(uint32 to, T v, uint32 counter)
{
    if (sizeof(T) == 8)
        CLUSTER_CODE("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(to),
                     "l"(__double_as_longlong(v)), "r"(counter)
                     : "memory");
    else
        CLUSTER_CODE("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to),
                     "r"(__float_as_uint((float)v)), "r"(counter)
                     : "memory");
}

/* Sum each of eight values over the warp. Lane i receives the sum of value number i % 8. At each step, a lane sends half of its
 * remaining values to its partner lane. */
DEVICE T sum_of_8(const T *p, int lane)
{
    T a[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        a[i] = (lane & 4 ? p[i + 4] : p[i]) + SHUFFLE_XOR(lane & 4 ? p[i] : p[i + 4], 4);
#pragma unroll
    for (int i = 0; i < 2; i++)
        a[i] = (lane & 2 ? a[i + 2] : a[i]) + SHUFFLE_XOR(lane & 2 ? a[i] : a[i + 2], 2);
    T s = (lane & 1 ? a[1] : a[0]) + SHUFFLE_XOR(lane & 1 ? a[0] : a[1], 1);
    s += SHUFFLE_XOR(s, 8);
    return s + SHUFFLE_XOR(s, 16);
}

/* Like sum_of_8(), but for 16 values. Lane i receives the sum of value number i % 16. */
DEVICE T sum_of_16(const T *p, int lane)
{
    T a[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        a[i] = (lane & 8 ? p[i + 8] : p[i]) + SHUFFLE_XOR(lane & 8 ? p[i] : p[i + 8], 8);
#pragma unroll
    for (int i = 0; i < 4; i++)
        a[i] = (lane & 4 ? a[i + 4] : a[i]) + SHUFFLE_XOR(lane & 4 ? a[i] : a[i + 4], 4);
#pragma unroll
    for (int i = 0; i < 2; i++)
        a[i] = (lane & 2 ? a[i + 2] : a[i]) + SHUFFLE_XOR(lane & 2 ? a[i] : a[i + 2], 2);
    T s = (lane & 1 ? a[1] : a[0]) + SHUFFLE_XOR(lane & 1 ? a[0] : a[1], 1);
    return s + SHUFFLE_XOR(s, 16);
}

/* Factor the panel `a` of m rows and w columns into R and, below it, the reflectors with factors tau. The reflectors are also
 * stored in `v`, with explicit ones and zeros, below `before` rows of zeros. A column of `v` is zero if its tau is 0. */
#define qr_panel BOUNDED(THREADS, 1) qr_panel
KERNEL qr_panel(int m, int w, GLOBAL T *a_, int64 lda, GLOBAL T *tau_, int before, GLOBAL T *v_, int64 ldv)
{
    USE_DYNAMIC_LOCAL(T, kept); /* finished elements of the block's rows, in WIDTH columns */
    LOCAL T got[STAGES][CLUSTER][WIDTH], heads[STAGES][WIDTH]; /* messages */
    LOCAL T sums[2][WARPS][WIDTH], head[2][WIDTH], multiples[WARPS][WIDTH], taus[WIDTH];
    LOCAL uint64 counters[STAGES];
    const int t = (int)LOCAL_ID, lane = t % 32, warp = t / 32, blocks = (int)GROUP_COUNT, block = (int)GROUP_ID;
    const int first = block * (ROWS * THREADS) + t;
    T a[ROWS][WIDTH];
    int stage = 0, j = 0;
    uint32 parity = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            a[r][c] = first + r * THREADS < m && c < w ? a_[first + r * THREADS + c * lda] : 0;
    begin_messages(counters);
#define N 32
#include "qr_panel_step.h"
#undef N
#define N 24
#include "qr_panel_step.h"
#undef N
#define N 16
#include "qr_panel_step.h"
#undef N
#define N 8
#include "qr_panel_step.h"
#undef N
    BARRIER();
    for (int c = 0; c < w; c++) {
        T here = taus[c] != 0 ? 1 : 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            int row = first + r * THREADS;
            T x = kept[c * (ROWS * THREADS) + r * THREADS + t];
            if (row < m) {
                a_[row + c * lda] = x;
                v_[before + row + c * ldv] = row > c ? x : row == c ? here : 0;
            }
        }
        for (int i = t; i < before && block == 0; i += THREADS)
            v_[i + c * ldv] = 0;
        if (first == 0)
            tau_[c] = taus[c];
    }
    cluster_barrier(); /* a block must not exit while other blocks send to it */
}
