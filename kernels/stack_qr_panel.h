/* stack_qr_panel.h - Householder QR of stacks of matrices of medium order. A group factors a panel of WIDTH columns of a matrix
 * in registers; stack_qr_update.h updates the other columns. The caller defines the element type T and the matching KIND_*
 * macro. The caller also defines WIDTH, which is 16 or 32, and THREADS, which is at least the number of rows. As in LAPACK, H =
 * I - tau v vᴴ with v(j) = 1 makes column j real on the diagonal and zero below it. */
#define WARPS (THREADS / 32)

#define TINY (sizeof(R) == 4 ? (R)0x1p-96f : (R)0x1p-960) /* smallest square with full accuracy */
#define RAISE (sizeof(R) == 4 ? (R)0x1p100f : (R)0x1p600)

/* Compute a reflector from alpha and the sum of squares below it. Return beta and set *scale to 1 / (alpha - beta). Sums far
 * below the rounding error of the column are treated as zero, because such small squares have lost digits and the reflector
 * would not be unitary. */
DEVICE R reflector(T alpha, R square, T *scale, T *tau)
{
    R re = F_REAL(alpha), im = F_IMAG(alpha), beta, raise = 1;
    *tau = *scale = F_NUMBER(0);
    if (square < TINY && im == 0)
        return re;
    if (square < TINY) {
        square = 0;
        raise = re * re + im * im < TINY ? RAISE : (R)1;
        re *= raise;
        im *= raise;
    }
    beta = R_SQRT(re * re + im * im + square);
    if (re >= 0)
        beta = -beta;
    *tau = F_MAKE((beta - re) / beta, -im / beta);
    if (square > 0)
        *scale = F_DIV(F_NUMBER(1), F_SUB(alpha, F_NUMBER(beta)));
    return beta / raise;
}

/* The multiples to subtract from the columns are stored once per warp if lanes can add, otherwise once per group. Lane c of
 * each warp, or thread c, computes the multiple for column c. */
#if defined(WARP) || defined(NEIGHBOURS)
#define LANES_ADD
#define COLUMN lane
#define OWN (warp * WIDTH)
#define SUM p[0]
#define SUMS_BARRIER() WARP_BARRIER()

DEVICE T from_other(T v, int mask)
{
    return F_MAKE(SHUFFLE_XOR(F_REAL(v), mask), SHUFFLE_XOR(F_IMAG(v), mask));
}
#else
#define COLUMN t
#define OWN 0
#define SUM sums[t]
#define SUMS_BARRIER() BARRIER()
#endif

/* Each thread has one row. Each step moves a finished element to the end of the row, so that the current column is always the
 * first. */
#define qr_stack_panel BOUNDED(THREADS, 1) qr_stack_panel
KERNEL qr_stack_panel(stack_panel_sizes s, int64 steps, GLOBAL T *a, GLOBAL T *taus)
{
    LOCAL T row[WIDTH];
#ifdef LANES_ADD
    LOCAL T sums[WARPS * WIDTH], others[WARPS * WIDTH];
    const int lane = (int)LOCAL_ID % 32, warp = (int)LOCAL_ID / 32;
#else
    LOCAL T sums[WIDTH], others[WIDTH], parts[THREADS];
#endif
    const int t = (int)LOCAL_ID, w = (int)(s.last - s.first), m = (int)(s.n - s.first);
    for (int64 at = GROUP_ID; at < s.batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * s.step + s.first * (s.ld + 1);
        T v[WIDTH];
#pragma unroll
        for (int c = 0; c < WIDTH; c++)
            v[c] = t < m && c < w ? x[t + c * s.ld] : F_NUMBER(0);
        NOT_UNROLLED
        for (int k = 0; k < w && s.first + k < steps; k++) {
            const T own = t > k ? F_CONJ(v[0]) : F_NUMBER(0);
            T scale, tau, alpha, factor, finished;
            R beta;
#ifdef LANES_ADD
            T p[WIDTH];
#pragma unroll
            for (int c = 0; c < WIDTH; c++)
                p[c] = F_MUL(own, v[c]);
#pragma unroll
            for (int level = 1; level <= 5; level++) { /* each lane keeps half of its sums, and adds its partner's values for
                                                        * this half */
                const int apart = WIDTH >> level, upper = lane & apart;
#pragma unroll
                for (int c = 0; c < WIDTH / 2; c++)
                    if (c < apart) {
                        T kept = upper ? p[c + apart] : p[c], sent = upper ? p[c] : p[c + apart];
                        p[c] = F_ADD(kept, from_other(sent, apart));
                    }
            }
            if (WIDTH == 16)
                p[0] = F_ADD(p[0], from_other(p[0], 16));
            if (lane < WIDTH)
                sums[warp * WIDTH + lane] = p[0];
#else
#pragma unroll
            for (int c = 0; c < WIDTH; c++) {
                T sum = F_NUMBER(0);
                parts[t] = F_MUL(own, v[c]);
                BARRIER();
                for (int i = 0; i < THREADS && t == 0; i++)
                    sum = F_ADD(sum, parts[i]);
                if (t == 0)
                    sums[c] = sum;
                BARRIER();
            }
#endif
            if (t == k)
#pragma unroll
                for (int c = 0; c < WIDTH; c++)
                    row[c] = v[c];
            BARRIER();
#ifdef LANES_ADD
            {
                T sum = lane < WIDTH ? sums[lane] : F_NUMBER(0);
                for (int i = 1; i < WARPS && lane < WIDTH; i++)
                    sum = F_ADD(sum, sums[i * WIDTH + lane]);
                p[0] = sum; /* sum of column `lane`, in each warp */
            }
            beta = REAL_OF_LANE(F_REAL(p[0]), 0);
#else
            beta = F_REAL(sums[0]);
#endif
            alpha = row[0];
            beta = reflector(alpha, beta, &scale, &tau);
            factor = t > k ? F_MUL(v[0], scale) : t == k ? F_NUMBER(1) : F_NUMBER(0);
            finished = t == k ? F_NUMBER(beta) : t > k ? factor : v[0];
            if (COLUMN < WIDTH) {
                T other = F_ADD_PRODUCT(row[COLUMN], F_CONJ(scale), SUM);
                /* Finished elements are not changed. */
                others[OWN + COLUMN] = COLUMN < WIDTH - k ? F_MUL(F_CONJ(tau), other) : F_NUMBER(0);
            }
            SUMS_BARRIER();
#pragma unroll
            for (int c = 0; c + 1 < WIDTH; c++)
                v[c] = F_LESS_PRODUCT(v[c + 1], factor, others[OWN + c + 1]);
            v[WIDTH - 1] = finished;
            if (t == 0)
                taus[at * steps + s.first + k] = tau;
            BARRIER(); /* `row` and `sums` are overwritten in the next step */
        }
        const int done = s.first + w < steps ? w : (int)(steps - s.first);
#pragma unroll
        for (int c = 0; c < WIDTH; c++) { /* finished columns are at the end, the other columns before them */
            const int column = c >= WIDTH - done ? c - (WIDTH - done) : c + done;
            if (t < m && column < w)
                x[t + column * s.ld] = v[c];
        }
    }
}
