/* cholesky_tiles.h - Cholesky factorisation in one launch, in tiles of 64 x 64, on NVIDIA devices. The caller defines T
 * (float64).
 *
 * Each group that becomes free takes the next tile in column order. To compute tile (i, j), a group subtracts the products of
 * tiles (i, k) and (j, k) for all k < j, as soon as these tiles are finished. The group then solves the tile with the factor of
 * diagonal tile j. The first group does the work that all other groups wait for. In each column, the first group computes the
 * diagonal tile and the tile below it, because the next diagonal tile depends on both. No group waits for a tile that is later
 * in column order, so there is no deadlock. The terms of each sum are added in the same order, regardless of timing. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#define TILE 64
#define TILE_M TILE
#define TILE_N TILE
#define DEPTH 8
#define THREADS 128
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define MMA 80
#else
#define MMA 90
#endif
#define ASYNC_STAGES 4
#ifndef PATIENCE
#define PATIENCE 20000000
#endif
#include "product_mma.h"
#include "product_slab.h"
#include "product_warps.h"
#include "flags.h"
#include "cholesky_block.h"
#include "cholesky_tile.h"
#include "cholesky_diagonal.h"
#include "cholesky_sum.h"

/* Compute tile (i, j), i >= j. For the diagonal tile and the tile below it, compute only the sum, from which the first group
 * continues. */
DEVICE void make_tile(const factors *f, int i, int j, LOCAL_POINTER T *space, LOCAL_POINTER int *seen)
{
    int count = i == j ? j - 1 : j;
    T sum[PLANES][RESULTS], x[32];
    slabs both;
#pragma unroll
    for (int e = 0; e < RESULTS; e++)
        sum[0][e] = 0;
    both.a.stages = space;
    both.a.conjugate = 0;
    both.b.stages = space + STAGES * SLAB_OF(TILE);
    both.b.conjugate = 0;
    sources from = make_sources(f, i, j);
#pragma unroll 1
    for (int k = 0; k < count;) {
        if (LOCAL_ID == 0) {
            int one = await(&f->ready[i], k + 1, f->info), other = await(&f->ready[j], k + 1, f->info);
            one = one < other ? one : other;
            *seen = one < count ? one : count;
        }
        GLOBAL_BARRIER();
        int end = *seen;
        add_slabs(sum, &from, &both, (end - k) * (TILE / DEPTH));
        k = end;
    }
    BARRIER();
#pragma unroll
    for (int e = 0; e < RESULTS; e++)
        space[COL_OF(e) * PITCH + ROW_OF(e)] = sum[0][e];
    BARRIER();
    load_tile(f, i, j, x);
#pragma unroll
    for (int e = 0; e < 32; e++)
        x[e] -= space[COLUMN(e) * PITCH + ROW(e)];
    if (i > j + 1) {
        if (LOCAL_ID == 0)
            await(f->factored, j + 1, f->info);
        GLOBAL_BARRIER();
        solve_tile(f, j, space, x);
    }
    if (i > j + 1 || count > 0)
        store_tile(f, i, j, i > j + 1 ? -1 : 1, x);
    set_flag(i > j + 1 ? &f->ready[i] : i > j ? &f->below[j] : &f->diagonal[j], i > j + 1 ? j + 1 : 1);
}

/* Copy the factor of diagonal tile j from its blocks into the matrix. */
DEVICE void copy_factor_tile(const factors *f, int j)
{
    const GLOBAL T *from = f->blocks + (int64)j * (BLOCKS * PIECE);
    if (LOCAL_ID == 0)
        await(f->factored, j + 1, f->info);
    GLOBAL_BARRIER();
    for (int k = LOCAL_ID; k < TILE * TILE; k += THREADS) {
        int row = k % TILE, col = k / TILE, b = col / 16, c = row / 16, r = row % 16, q = col % 16;
        int lane = r % 8 * 4 + q % 8 / 2, e = r / 8 * 4 + q / 8 * 2 + q % 2;
        T v = 0;
        if (c >= b)
            v = from[(c == b ? 4 + b : BELOW(b, c)) * PIECE + e / 2 * 64 + lane * 2 + e % 2];
        if (j * TILE + row < f->n && j * TILE + col < f->n)
            f->a[j * TILE + row + (int64)(j * TILE + col) * f->ld] = v;
    }
}

/* Factor an n x n matrix whose upper triangle is 0. The workspace `blocks` has BLOCKS * PIECE elements for every 64 rows. The
 * array `flags` has 3 elements, plus 3 elements for every 64 rows, and is all zeros on entry. *info must be 0 on entry. On
 * return, *info is 0 on success, WAIT_TIMED_OUT if a wait timed out, and otherwise the first column, counted from 1, whose
 * pivot is not positive. */
#define cholesky_tiles BOUNDED(THREADS, 3) cholesky_tiles
KERNEL cholesky_tiles(int64 n, int64 ld, GLOBAL T *a, GLOBAL T *blocks, GLOBAL int *flags, GLOBAL int *info)
{
    LOCAL ALIGNED(16) T space[2 * STAGES * SLAB_OF(TILE)];
    LOCAL ALIGNED(16) T inverses[4 * 16 * INVERSE];
    LOCAL int turn, seen;
    int tiles = (int)((n + TILE - 1) / TILE);
    factors f = {(int)n, (int)ld, tiles, a, blocks, info, flags + 1, flags + 3, flags + 3 + tiles,
                 flags + 3 + 2 * tiles};
    int j = 0, before = 0; /* current tile column, and number of tiles to the left of that column */
    if (GROUP_ID == 0) {
        if (LOCAL_ID == 0)
            write_flag(&flags[2], multiprocessor_id() + 1);
        walk_diagonal(&f, space, inverses);
    }
    if (GROUP_ID > 0) { /* other groups on the first group's multiprocessor exit */
        if (LOCAL_ID == 0)
            seen = await(&flags[2], 1, info) == multiprocessor_id() + 1;
        BARRIER();
        if (seen)
            return;
    }
    for (;;) {
        if (LOCAL_ID == 0)
            turn = ATOMIC_ADD(&flags[0], 1);
        BARRIER();
        int mine = turn;
        BARRIER();
        while (j < tiles && mine >= before + tiles - j) {
            before += tiles - j;
            j++;
        }
        if (j < tiles)
            make_tile(&f, j + mine - before, j, space, &seen);
        else if (mine < before + tiles)
            copy_factor_tile(&f, mine - before);
        else
            return;
        BARRIER();
    }
}
