/* chase.h - Reduce a Hermitian band matrix to tridiagonal form by bulge chasing (Lang 1993; Haidar, Ltaief and Dongarra 2011).
 * The caller defines:
 *   - T and KIND_*, the element type and the macro that matches it;
 *   - BAND, the bandwidth;
 *   - SLICES (4 or 8), the number of threads per row of a block;
 *   - NEGLIGIBLE, the square of the largest magnitude that may be set to zero, if no element exceeds 2 in magnitude.
 *
 * Sweep s makes column s tridiagonal with a reflector that acts on rows s + 1 ... s + BAND. This reflector creates nonzeros in
 * a block below the band. The next reflector of the sweep acts on the next BAND rows and zeroes the first column of that block.
 * Further reflectors follow in the same way to the end of the matrix. Step k of a sweep applies the reflector at position k,
 * which changes a diagonal block and the block below it. Step k of a sweep may begin when the previous sweep has finished its
 * step k + 1.
 *
 * A group of 2 * BAND * SLICES threads executes a step. Half of the threads keep the diagonal block in registers; the other
 * half keep the block below it. Each column of the band is stored in COLUMN elements, including rows above the diagonal. The
 * element in row i of column j has offset i - j + BAND within its column. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#include "chase_blocks.h"
#define COLUMN (3 * BAND)
#define EACH (BAND / SLICES)
#define HALF (BAND * SLICES)
#define LD (BAND + 1)
/* If WARP is undefined, the compiler contracts these expressions to fused multiply-adds by itself (FP_CONTRACT). */
#ifdef WARP
#define ADD_PRODUCT(c, a, b) F_FUSED_ADD(c, a, b)
#define LESS_PRODUCT(c, a, b) F_FUSED_LESS(c, a, b)
#else
#define ADD_PRODUCT(c, a, b) F_ADD_PRODUCT(c, a, b)
#define LESS_PRODUCT(c, a, b) F_LESS_PRODUCT(c, a, b)
#endif
#define AT(i, j) ((int64)(j) * COLUMN + ((i) - (j)) + BAND)

typedef struct {
    LOCAL_POINTER T *v; /* reflector of the step, followed by its factor tau */
    LOCAL_POINTER T *w, *tile, *sums;
    LOCAL_POINTER R *products;
} chase_place;

/* Load an element that another group may have written. */
DEVICE T load_new(const GLOBAL T *p)
{
    const volatile GLOBAL R *from = (const volatile GLOBAL R *)p;
#ifdef KIND_COMPLEX
    return c_make(from[0], from[1]);
#else
    return *from;
#endif
}

/* Compute the reflector I - tau v vᴴ with v = (1; x * scale). The conjugate transpose of the reflector maps (alpha; x), where
 * ‖x‖² = square, to (beta; 0). Return beta. */
DEVICE R chase_reflector(T alpha, R square, T *scale, T *tau)
{
    R re = F_REAL(alpha), im = F_IMAG(alpha), beta;
    if (square + im * im < NEGLIGIBLE) {
        *tau = F_NUMBER(0);
        *scale = F_NUMBER(0);
        return re;
    }
    beta = R_SQRT(re * re + im * im + square);
    if (re >= 0)
        beta = -beta;
    *tau = F_MAKE((beta - re) / beta, -im / beta);
    *scale = F_DIV(F_NUMBER(1), F_SUB(alpha, F_NUMBER(beta)));
    return beta;
}

/* Return the number of steps of a sweep. */
DEVICE int64 chase_steps(int64 n, int64 sweep)
{
    return (n - 1 - sweep + BAND - 1) / BAND;
}

/* Store element i of a step's reflector for the back-transformation. The thread with i = 0 also stores tau. */
DEVICE void chase_keep(chase_place p, int64 blocks, int64 sweep, int64 k, int i, GLOBAL T *kept, GLOBAL T *taus)
{
    int64 block = chase_block(blocks, sweep / BAND, k);
    int q = (int)(sweep % BAND);
    kept[(block * BAND + q) * BLOCK_ROWS + q + 1 + i] = p.v[i];
    if (i == 0)
        taus[block * BAND + q] = p.v[BAND];
}

/* Return the sum of SLICES elements with stride BAND. A tree sum is used, because the next step waits for the result. */
DEVICE T sum_of_slices(const LOCAL_POINTER T *p)
{
    T a = p[0], b = p[BAND], c = p[2 * BAND], d = p[3 * BAND];
#if SLICES == 8
    a = F_ADD(a, p[4 * BAND]);
    b = F_ADD(b, p[5 * BAND]);
    c = F_ADD(c, p[6 * BAND]);
    d = F_ADD(d, p[7 * BAND]);
#endif
    a = F_ADD(a, c);
    b = F_ADD(b, d);
    return F_ADD(a, b);
}

/* Return the sum of BAND contiguous elements, added as a tree. */
DEVICE R sum_of_band(const LOCAL_POINTER R *p)
{
    R parts[8];
    for (int i = 0; i < 8; i++)
        parts[i] = p[i];
    for (int i = 8; i < BAND; i++)
        parts[i % 8] += p[i];
    return ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]));
}

DEVICE R square_of(T x)
{
    return F_REAL(x) * F_REAL(x) + F_IMAG(x) * F_IMAG(x);
}

/* Compute the first reflector of a sweep from the sweep's column. If `begins` is false, p.v already contains a reflector. */
DEVICE void chase_begin(chase_place p, chase_sizes s, int64 sweep, int begins, GLOBAL T *band)
{
    int t = begins ? (int)LOCAL_ID : BAND;
    int64 first = sweep + 1;
    int rows = s.n - first < BAND ? (int)(s.n - first) : BAND;
    if (t < BAND) {
        p.tile[t] = t < rows ? load_new(band + AT(first + t, sweep)) : F_NUMBER(0);
        p.products[t] = t == 0 ? 0 : square_of(p.tile[t]);
    }
    BARRIER();
    if (t < BAND) {
        T scale, tau, v;
        R beta = chase_reflector(p.tile[0], sum_of_band(p.products), &scale, &tau);
        v = t == 0 ? F_NUMBER(1) : F_MUL(p.tile[t], scale);
        p.v[t] = v;
        if (t == 0)
            p.v[BAND] = tau;
        if (t < rows)
            band[AT(first + t, sweep)] = F_NUMBER(t == 0 ? beta : 0);
    }
    BARRIER();
}

/* Load a thread's elements of the two blocks of step k: the early elements, the late elements, or both. The late elements are
 * the last column of the lower block and the last element of the diagonal block. The previous step of this sweep, and step k +
 * 1 of the previous sweep, change no other elements of the two blocks. */
DEVICE void chase_load(T *mine, chase_sizes s, int64 sweep, int64 k, int early, int late, const GLOBAL T *band)
{
    int t = LOCAL_ID, lane = t % BAND, slice = t / BAND % SLICES, on_diagonal = t >= HALF;
    int64 first = sweep + 1 + k * BAND, row = (on_diagonal ? first : first + BAND) + lane;
    for (int e = 0; e < EACH; e++) {
        int c = slice * EACH + e, is_late = c == BAND - 1 && (!on_diagonal || lane == BAND - 1);
        if (is_late ? late : early)
            mine[e] = row < s.n && first + c < s.n ? load_new(band + AT(row, first + c)) : F_NUMBER(0);
    }
}

/* Apply step k of a sweep to the elements that chase_load() has loaded. On return, p.v contains the reflector of the next
 * step. */
DEVICE void chase_step(chase_place p, chase_sizes s, int64 sweep, int64 k, T *mine, GLOBAL T *band, GLOBAL T *kept,
                       GLOBAL T *taus)
{
    int t = LOCAL_ID, lane = t % BAND, slice = t / BAND % SLICES, on_diagonal = t >= HALF;
    int64 first = sweep + 1 + k * BAND, next = first + BAND, row = (on_diagonal ? first : next) + lane;
    int columns = s.n - first < BAND ? (int)(s.n - first) : BAND;
    int below = next >= s.n ? 0 : s.n - next < BAND ? (int)(s.n - next) : BAND;
    T sum = F_NUMBER(0), tau = p.v[BAND];
    LOCAL_POINTER T *sums = p.sums + (on_diagonal ? HALF : 0);
    if (kept && on_diagonal && slice == 0 && lane < columns)
        chase_keep(p, s.blocks, sweep, k, lane, kept, taus);
    for (int e = 0; e < EACH; e++)
        sum = ADD_PRODUCT(sum, mine[e], p.v[slice * EACH + e]);
    sums[slice * BAND + lane] = sum;
    BARRIER();
    sum = sum_of_slices(sums + lane);
    if (on_diagonal && slice == 0) {
        T v = p.v[lane];
        p.w[lane] = sum;
        p.products[lane] = F_REAL(v) * F_REAL(sum) + F_IMAG(v) * F_IMAG(sum);
    }
    sum = F_MUL(tau, sum);
    for (int e = 0; e < EACH && !on_diagonal; e++) { /* from the right */
        int c = slice * EACH + e;
        T v = F_CONJ(p.v[c]);
        mine[e] = LESS_PRODUCT(mine[e], sum, v);
        p.tile[c * LD + lane] = mine[e];
    }
    BARRIER();
    if (on_diagonal) { /* two-sided update: subtract x vᴴ + v xᴴ with x = tau w - |tau|²/2 (vᴴ w) v */
        R product = sum_of_band(p.products) * (square_of(tau) / 2);
        T v = p.v[lane], x;
        x = LESS_PRODUCT(sum, v, F_NUMBER(product));
        for (int e = 0; e < EACH; e++) {
            int c = slice * EACH + e;
            T vc = p.v[c], xc = F_MUL(tau, p.w[c]);
            xc = LESS_PRODUCT(xc, vc, F_NUMBER(product));
            vc = F_CONJ(vc);
            xc = F_CONJ(xc);
            mine[e] = LESS_PRODUCT(mine[e], x, vc);
            mine[e] = LESS_PRODUCT(mine[e], v, xc);
            if (lane < columns && c < columns)
                band[AT(row, first + c)] = mine[e];
        }
    } else { /* Compute the products of the first column with all columns, omitting the first row. Each lane handles one
              * column. */
        sum = F_NUMBER(0);
        for (int e = 0; e < EACH; e++) {
            int i = slice * EACH + e;
            T x = F_CONJ(p.tile[i]);
            if (i > 0)
                sum = ADD_PRODUCT(sum, x, p.tile[lane * LD + i]);
        }
        sums[slice * BAND + lane] = sum;
    }
    BARRIER();
    if (!on_diagonal && below > 0) {
        T square = sum_of_slices(sums), scale, factor;
        R beta = chase_reflector(p.tile[0], F_REAL(square), &scale, &tau);
        sum = sum_of_slices(sums + lane);
        factor = F_CONJ(scale);
        factor = ADD_PRODUCT(p.tile[lane * LD], factor, sum);
        T turned = F_CONJ(tau);
        factor = F_MUL(turned, factor);
        for (int e = 0; e < EACH; e++) {
            int i = slice * EACH + e;
            T v = i == 0 ? F_NUMBER(1) : F_MUL(p.tile[i], scale), x = LESS_PRODUCT(p.tile[lane * LD + i], v, factor);
            if (lane == 0) {
                x = F_NUMBER(i == 0 ? beta : 0);
                p.v[i] = v;
            }
            if (i == 0) { /* other threads still read the first row and the first column of the tile */
                p.w[lane] = x;
                band[AT(first + lane, next)] = F_CONJ(x);
            } else if (lane > 0)
                p.tile[lane * LD + i] = x;
        }
        if (lane == 0 && slice == 0)
            p.v[BAND] = tau;
    }
    BARRIER();
    for (int e = 0; e < EACH && !on_diagonal; e++) { /* consecutive lanes write consecutive rows, which are adjacent in
                                                      * memory */
        int c = slice * EACH + e;
        if (lane < below)
            band[AT(next + lane, first + c)] = lane == 0 ? p.w[c] : c > 0 ? p.tile[c * LD + lane] : F_NUMBER(0);
    }
}

/* Run all steps of one wave, with one group per step. The steps of a wave change disjoint elements and read only results of
 * earlier waves. The array `now` stores the reflectors between launches. */
KERNEL chase_wave(chase_sizes s, GLOBAL T *band, GLOBAL T *now, GLOBAL T *kept, GLOBAL T *taus)
{
    LOCAL T v[BAND + 1], w[BAND], tile[BAND * LD], sums[2 * HALF];
    LOCAL R products[BAND];
    chase_place p;
    p.v = v;
    p.w = w;
    p.tile = tile;
    p.sums = sums;
    p.products = products;
    int64 k = s.wave % 2 + 2 * (int64)GROUP_ID, sweep = s.wave / 2 - (int64)GROUP_ID;
    int works = sweep >= 0 && sweep <= s.n - 2 && k < chase_steps(s.n, sweep);
    GLOBAL T *between = now + (works ? sweep % s.slots * (BAND + 1) : 0);
    if (!works)
        k = s.n; /* k is past the last row: the group changes nothing, but takes part in all barriers */
    for (int i = LOCAL_ID; i <= BAND; i += 2 * HALF)
        v[i] = works && k > 0 ? between[i] : F_NUMBER(0);
    BARRIER();
    T mine[EACH];
    chase_begin(p, s, sweep, k == 0, band);
    chase_load(mine, s, sweep, k, 1, 1, band);
    chase_step(p, s, sweep, k, mine, band, kept, taus);
    for (int i = LOCAL_ID; i <= BAND && works; i += 2 * HALF)
        between[i] = v[i];
}

#if defined(WARP) || defined(NEIGHBOURS)
/* Wait until the previous sweep has finished at least `needed` steps. Return the number of steps that the previous sweep has
 * finished. */
DEVICE int wait_for_steps(const volatile GLOBAL int *progress, int known, int64 needed)
{
    while (known < needed)
        known = *progress;
    return known;
}

/* Run all steps in one launch, on devices where a group can wait for groups that began earlier. Each group repeatedly claims
 * the next free sweep and, before each step, waits for the previous sweep. On entry, next[0] = -1, and done[], which counts the
 * finished steps of each sweep, is all zeros. */
#define chase_sweeps BOUNDED(2 * HALF, 1) chase_sweeps
KERNEL chase_sweeps(chase_sizes s, GLOBAL T *band, GLOBAL T *kept, GLOBAL T *taus, GLOBAL uint32 *next, GLOBAL int *done)
{
    LOCAL T v[BAND + 1], w[BAND], tile[BAND * LD], sums[2 * HALF];
    LOCAL R products[BAND];
    LOCAL int64 taken;
    chase_place p;
    volatile GLOBAL int *progress = (volatile GLOBAL int *)done;
    p.v = v;
    p.w = w;
    p.tile = tile;
    p.sums = sums;
    p.products = products;
    for (;;) {
        if (LOCAL_ID == 0)
            taken = (int64)ATOMIC_NEXT(next);
        BARRIER();
        int64 sweep = taken, steps = chase_steps(s.n, sweep), before = sweep > 0 ? chase_steps(s.n, sweep - 1) : 0;
        int known = 0;
        if (sweep > s.n - 2)
            return;
        /* one step of the previous sweep makes the sweep's column final; two steps make the sweep's first blocks final */
        if (LOCAL_ID == 0)
            known = wait_for_steps(progress + sweep - 1, known, before > 0);
        BARRIER();
        T mine[EACH];
        chase_begin(p, s, sweep, 1, band);
        chase_load(mine, s, sweep, 0, 1, 0, band);
        for (int64 k = 0; k < steps; k++) {
            if (LOCAL_ID == 0)
                known = wait_for_steps(progress + sweep - 1, known, k + 2 < before ? k + 2 : before);
            BARRIER();
            chase_load(mine, s, sweep, k, 0, 1, band);
            chase_step(p, s, sweep, k, mine, band, kept, taus);
            chase_load(mine, s, sweep, k + 1, 1, 0, band);
            GLOBAL_BARRIER();
            if (LOCAL_ID == 0) {
                GROUP_FENCE();
                progress[sweep] = (int)(k + 1);
            }
        }
    }
}
#endif
