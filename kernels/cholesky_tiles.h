/* cholesky_tiles.h - a Cholesky factor in one launch, in tiles of 64 x 64.  Before it: T, float64.  NVIDIA's devices.
 *
 * Groups take tiles in the order of the columns, as they become free.  A tile becomes what it is less the products of all tiles
 * to its left in its row and in the diagonal's, as soon as these are there, and is then solved with the diagonal's factor.  The
 * first group does what all others wait for: of each column of tiles the diagonal, and the tile below, which is what the next
 * diagonal still lacks.  Nobody waits for a tile that comes later in this order, so whoever is waited for has begun.  All sums
 * have one order, whatever the timing. */
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
#define ASIDE 4
#ifndef PATIENCE
#define PATIENCE 20000000
#endif
#include "product_mma.h"
#include "product_slab.h"
#include "product_warps.h"
#include "flags.h"
#include "cholesky_block.h"
#define PITCH 66   /* of a tile in local memory: rows and columns are read from all banks */
#define INVERSE 18 /* of an inverse of 16 x 16 there */
#define BLOCKS 14  /* of a factor's diagonal tile, as right-hand sides of products: 4 inverses, and L's 10 */
#define PIECE 256  /* numbers of a block */
#define BELOW(b, c) (8 + (b) * (7 - (b)) / 2 + (c) - (b) - 1) /* the block in row c of column b */

typedef struct {
    int n, ld, tiles;
    GLOBAL T *a, *blocks;
    GLOBAL int *info;
    GLOBAL int *factored, *ready;  /* columns of tiles whose diagonal is done; of each row, those that are done */
    GLOBAL int *diagonal, *below; /* of each column: 1 where the first group may have the tile */
} factors;

/* Rows 16 w + g and + 8 of column q of a tile, as a thread has its elements. */
#define ROW(e) ((int)LOCAL_ID / 32 * 16 + (int)LOCAL_ID % 32 / 4 + (e) / 2 % 2 * 8)
#define COLUMN(e) ((e) / 4 * 8 + (int)LOCAL_ID % 4 * 2 + (e) % 2)

/* Elements of tile (i, j) from one of them on: where it lies, and how many rows and columns there are from there. */
typedef struct {
    GLOBAL T *at;
    int rows, columns, is_diagonal;
} corner;

DEVICE corner find_corner(const factors *f, int i, int j, int row, int col)
{
    corner c = {f->a + (i * TILE + row) + (int64)(j * TILE + col) * f->ld, f->n - i * TILE - row, f->n - j * TILE - col,
                i == j ? row - col : -TILE};
    return c;
}

/* The element so many rows and columns on, of a tile that is filled up with the identity. */
DEVICE T load_at(const factors *f, const corner *c, int row, int col)
{
    if (row < c->rows && col < c->columns)
        return c->at[row + (int64)col * f->ld];
    return c->is_diagonal + row == col;
}

/* Tile (i, j). */
DEVICE void load_tile(const factors *f, int i, int j, T *x)
{
    corner c = find_corner(f, i, j, ROW(0), COLUMN(0));
#pragma unroll
    for (int e = 0; e < 32; e++)
        x[e] = load_at(f, &c, ROW(e) - ROW(0), COLUMN(e) - COLUMN(0));
}

DEVICE void store_tile(const factors *f, int i, int j, T sign, const T *x)
{
    corner c = find_corner(f, i, j, ROW(0), COLUMN(0));
#pragma unroll
    for (int e = 0; e < 32; e++)
        if (ROW(e) - ROW(0) < c.rows && COLUMN(e) - COLUMN(0) < c.columns)
            c.at[ROW(e) - ROW(0) + (int64)(COLUMN(e) - COLUMN(0)) * f->ld] = sign * x[e];
}

/* Number e of a thread's share of a block, as blocks lie in memory: two numbers of each thread side by side. */
#define SHARE(e) ((e) / 2 * 64 + (int)LOCAL_ID % 32 * 2 + (e) % 2)

/* x becomes -x L^-T for the diagonal tile L of column j, whose blocks come to local memory. */
DEVICE void solve_tile(const factors *f, int j, LOCAL_POINTER T *blocks, T *x)
{
    const GLOBAL T *from = f->blocks + (int64)j * (BLOCKS * PIECE);
#pragma unroll
    for (int e = 0; e < BLOCKS * PIECE / THREADS; e++)
        copy_aside(blocks + e * THREADS + LOCAL_ID, from + e * THREADS + LOCAL_ID, 1);
    end_copies();
    await_all_copies();
    BARRIER();
#pragma unroll 1
    for (int b = 0; b < 4; b++) {
        T w[8], l[8];
#pragma unroll
        for (int e = 0; e < 8; e++) {
            w[e] = blocks[b * PIECE + SHARE(e)];
            l[e] = blocks[(4 + b) * PIECE + SHARE(e)];
        }
        solve_block(x, w, l);
#pragma unroll
        for (int c = 1; c < 4; c++)
            if (b + c < 4) {
#pragma unroll
                for (int e = 0; e < 8; e++)
                    l[e] = blocks[BELOW(b, b + c) * PIECE + SHARE(e)];
                multiply_block(x + 8 * c, x, l);
            }
        rotate_blocks(x);
    }
}

/* Row `lane` of a block, and of the identity below it. */
DEVICE void load_row(T *a, const LOCAL_POINTER T *block)
{
    int lane = LOCAL_ID % 32;
#pragma unroll
    for (int c = 0; c < 16; c++)
        a[c] = lane < 16 ? block[c * PITCH + lane] : c == lane - 16;
}

/* The factor of the block of 16 x 16 in column `first` of a tile, and its negative inverse, by one warp; the first pivot, from
 * 1 on, that is not positive, or 0. */
DEVICE int factor_diagonal(LOCAL_POINTER T *block, LOCAL_POINTER T *inverse, int is_mine)
{
    int lane = LOCAL_ID % 32, failed = 0;
    T a[16];
    load_row(a, block);
    if (!factor_block(a)) {
        load_row(a, block);
        failed = factor_block_slowly(a);
    }
#pragma unroll
    for (int c = 0; c < 16; c++)
        if (is_mine && lane < 16)
            block[c * PITCH + lane] = c <= lane ? a[c] : 0;
        else if (is_mine)
            inverse[(lane - 16) * INVERSE + c] = c >= lane - 16 ? -a[c] : 0;
    return failed;
}

/* The factor of diagonal tile j in local memory, and the inverses of its blocks.  Meanwhile a warp that has nothing to do looks
 * whether the next tiles of the first group are there already. */
DEVICE void factor_tile(const factors *f, LOCAL_POINTER T *tile, LOCAL_POINTER T *inverses, int j,
                        LOCAL_POINTER int *early)
{
    int warp = LOCAL_ID / 32;
#pragma unroll 1
    for (int b = 0; b < 4; b++) {
        LOCAL_POINTER T *own = tile + 16 * b * PITCH, *block = own + 16 * b, *inverse = inverses + b * (16 * INVERSE);
        T r[8], x[8], right[8];
        if (b == 3 && LOCAL_ID == 0 && j + 1 < f->tiles) {
            early[0] = look_at(&f->below[j]);
            early[1] = look_at(&f->diagonal[j + 1]);
        }
        wait_for_warp(); /* which has written its rows */
        if (SOME_WARPS(warp == b)) {
            int failed = factor_diagonal(block, inverse, warp == b);
            if (failed && LOCAL_ID == 32 * b && look_at(f->info) == 0)
                write_flag(f->info, j * TILE + 16 * b + failed);
        }
        BARRIER();
        if (b == 3)
            break;
#pragma unroll
        for (int e = 0; e < 8; e++)
            r[e] = own[COLUMN(e) * PITCH + ROW(e)];
        load_block(x, inverse, INVERSE, 1);
        load_block(right, block, PITCH, 1);
        solve_block(r, x, right);
        if (warp > b) {
#pragma unroll
            for (int e = 0; e < 8; e++)
                own[COLUMN(e) * PITCH + ROW(e)] = -r[e];
        }
        BARRIER();
#pragma unroll
        for (int c = 1; c < 4; c++)
            if (SOME_WARPS(b + c <= warp) && b + c < 4) {
                LOCAL_POINTER T *to = own + 16 * c * PITCH;
#pragma unroll
                for (int e = 0; e < 8; e++)
                    x[e] = to[COLUMN(e) * PITCH + ROW(e)];
                load_block(right, own + 16 * (b + c), PITCH, 1);
                multiply_block(x, r, right);
#pragma unroll
                for (int e = 0; e < 8; e++)
                    to[COLUMN(e) * PITCH + ROW(e)] = x[e];
            }
    }
}

/* As solve_tile, by a factor in local memory. */
DEVICE void solve_next(const LOCAL_POINTER T *tile, const LOCAL_POINTER T *inverses, T *x)
{
#pragma unroll 1
    for (int b = 0; b < 4; b++) {
        const LOCAL_POINTER T *own = tile + 16 * b * PITCH;
        T w[8], l[8];
        load_block(w, inverses + b * (16 * INVERSE), INVERSE, 1);
        load_block(l, own + 16 * b, PITCH, 1);
        solve_block(x, w, l);
#pragma unroll
        for (int c = 1; c < 4; c++)
            if (b + c < 4) {
                load_block(l, own + 16 * (b + c), PITCH, 1);
                multiply_block(x + 8 * c, x, l);
            }
        rotate_blocks(x);
    }
}

/* The blocks of a factor as the right-hand sides that others need. */
DEVICE void share_factor(const factors *f, int j, const LOCAL_POINTER T *tile, const LOCAL_POINTER T *inverses)
{
    int warp = LOCAL_ID / 32;
    GLOBAL T *to = f->blocks + (int64)j * (BLOCKS * PIECE);
#pragma unroll 1
    for (int k = warp; k < BLOCKS; k += THREADS / 32) {
        int b = k < 8 ? k % 4 : k < 11 ? 0 : k < 13 ? 1 : 2, c = k < 8 ? b : k - BELOW(b, b) + b;
        T piece[8];
        load_block(piece, k < 4 ? inverses + k * (16 * INVERSE) : tile + 16 * b * PITCH + 16 * c, k < 4 ? INVERSE : PITCH, 1);
#pragma unroll
        for (int e = 0; e < 8; e += 2) {
            pair two = {{piece[e], piece[e + 1]}};
            *(GLOBAL pair *)(to + k * PIECE + SHARE(e)) = two;
        }
    }
}

#if defined(__CUDA_ARCH__) && defined(CLOCKS)
#define STAMP(i) { long long now = clock64(); spent[i] += now - then; then = now; }
#else
#define STAMP(i)
#endif
/* The first group: the diagonal. */
DEVICE void walk_diagonal(const factors *f, LOCAL_POINTER T *tile, LOCAL_POINTER T *inverses,
                          LOCAL_POINTER int *early)
{
    T x[32], less[32];
    int is_loaded = 0;
#if defined(__CUDA_ARCH__) && defined(CLOCKS)
    long long then = clock64(), spent[8] = {0};
#endif
#pragma unroll 1
    for (int j = 0; j < f->tiles; j++) {
        if (!is_loaded) {
            if (LOCAL_ID == 0)
                await(&f->diagonal[j], 1, f->info);
            GLOBAL_BARRIER();
            load_tile(f, j, j, x);
        }
        STAMP(0)
        if (j > 0) {
#pragma unroll 1
            for (int b = 0; b < 4; b++) {
#pragma unroll
                for (int s = 0; s < 2; s++) {
                    T right[4][8];
#pragma unroll
                    for (int c = 0; c < 4; c++)
                        load_block(right[c], tile + 16 * b * PITCH + 16 * c, PITCH, 1);
#pragma unroll
                    for (int c = 0; c < 4; c++)
                        if (SOME_WARPS(c <= (int)LOCAL_ID / 32))
                            multiply_half(x + 8 * c, less, right[c], s);
                }
                rotate_blocks(less);
            }
        }
        BARRIER();
#pragma unroll
        for (int e = 0; e < 32; e++)
            tile[COLUMN(e) * PITCH + ROW(e)] = x[e];
        STAMP(1)
        factor_tile(f, tile, inverses, j, early);
        STAMP(2)
        is_loaded = j + 1 < f->tiles && early[0];
        if (is_loaded)
            load_tile(f, j + 1, j, x);
        share_factor(f, j, tile, inverses);
        raise_flag(f->factored, j + 1);
        STAMP(3)
        if (j + 1 == f->tiles)
            break;
        if (!is_loaded) {
            if (LOCAL_ID == 0)
                await(&f->below[j], 1, f->info);
            GLOBAL_BARRIER();
            load_tile(f, j + 1, j, x);
        }
        STAMP(4)
        solve_next(tile, inverses, x);
        BARRIER();
        STAMP(5)
#pragma unroll
        for (int e = 0; e < 32; e++) {
            less[e] = x[e];
            tile[COLUMN(e) * PITCH + ROW(e)] = -x[e];
        }
        is_loaded = early[1];
        if (is_loaded)
            load_tile(f, j + 1, j + 1, x);
        store_tile(f, j + 1, j, -1, less);
        raise_flag(&f->ready[j + 1], j + 1);
        STAMP(6)
    }
#if defined(__CUDA_ARCH__) && defined(CLOCKS)
    if (LOCAL_ID == 0)
        printf("clocks a step: wait %lld update %lld factor %lld store %lld wait %lld solve %lld store %lld\n", spent[0] / f->tiles,
               spent[1] / f->tiles, spent[2] / f->tiles, spent[3] / f->tiles, spent[4] / f->tiles, spent[5] / f->tiles, spent[6] / f->tiles);
#endif
}

/* What a thread copies of the operands of a sum, in slabs of DEPTH columns: two rows of each, where they can be copied
 * together, of every fourth column, or a row of every other one. */
typedef struct {
    const GLOBAL T *a, *b;
    int is_paired, a_bytes, b_bytes, to; /* of the rows, which are there */
    int64 ld;
} sources;

DEVICE int bytes_of(int rows)
{
    return rows < 1 ? 0 : rows < 2 ? (int)sizeof(T) : 2 * (int)sizeof(T);
}

DEVICE sources make_sources(const factors *f, int i, int j)
{
    sources s;
#ifdef NOPAIRS
    s.is_paired = 0;
#else
    s.is_paired = f->ld % 2 == 0 && (uint64)f->a % (2 * sizeof(T)) == 0;
#endif
    int row = s.is_paired ? LOCAL_ID % (TILE / 2) * 2 : LOCAL_ID % TILE;
    int col = s.is_paired ? LOCAL_ID / (TILE / 2) : LOCAL_ID / TILE, a = i * TILE + row, b = j * TILE + row;
    s.a_bytes = bytes_of(f->n - a);
    s.b_bytes = bytes_of(f->n - b);
    s.a = f->a + (s.a_bytes ? a : 0) + (int64)col * f->ld;
    s.b = f->a + (s.b_bytes ? b : 0) + (int64)col * f->ld;
    s.to = col * LD_OF(TILE) + row;
    s.ld = f->ld;
    return s;
}

DEVICE void start_copies(sources *s, const slabs *to, int stage)
{
    LOCAL_POINTER T *a = to->a.stages + stage * SLAB_OF(TILE) + s->to, *b = to->b.stages + stage * SLAB_OF(TILE) + s->to;
    if (s->is_paired) {
#pragma unroll
        for (int x = 0; x < DEPTH; x += 2 * THREADS / TILE) {
            copy_pair_aside(a + x * LD_OF(TILE), s->a + x * s->ld, s->a_bytes);
            copy_pair_aside(b + x * LD_OF(TILE), s->b + x * s->ld, s->b_bytes);
        }
    } else {
#pragma unroll
        for (int x = 0; x < DEPTH; x += THREADS / TILE) {
            copy_aside(a + x * LD_OF(TILE), s->a + x * s->ld, s->a_bytes > 0);
            copy_aside(b + x * LD_OF(TILE), s->b + x * s->ld, s->b_bytes > 0);
        }
    }
    s->a += DEPTH * s->ld;
    s->b += DEPTH * s->ld;
}

/* The sum over so many slabs. */
DEVICE void add_slabs(ITEM sum[PLANES][RESULTS], sources *from, const slabs *s, int count)
{
    int stage = 0, idle = STAGES - 1; /* what is multiplied, and where the next slab goes */
#pragma unroll
    for (int x = 0; x < STAGES - 1; x++) { /* of which there are more */
        start_copies(from, s, x);
        end_copies();
    }
#pragma unroll 1
    for (int x = 0; x < count; x++) {
        await_copies();
        BARRIER();
        if (x + STAGES - 1 < count)
            start_copies(from, s, idle);
        end_copies();
        multiply_slab(sum, s, stage);
        idle = stage;
        stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
}

/* Tile (i, j), i >= j; of the diagonal and the tile below it, what the first group begins with. */
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
    raise_flag(i > j + 1 ? &f->ready[i] : i > j ? &f->below[j] : &f->diagonal[j], i > j + 1 ? j + 1 : 1);
}

/* The factor of diagonal tile j to its place, from its blocks. */
DEVICE void settle_tile(const factors *f, int j)
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

/* Of an n x n matrix whose upper triangle is 0.  blocks: BLOCKS * PIECE numbers for each 64 rows; flags: 3, and 3 for each 64
 * rows, all 0.  The first column, counted from 1, whose pivot is not positive becomes *info, which is 0; -1 where a group was
 * waited for in vain. */
#define cholesky_tiles BOUNDED(THREADS, 3) cholesky_tiles
KERNEL cholesky_tiles(int64 n, int64 ld, GLOBAL T *a, GLOBAL T *blocks, GLOBAL int *flags, GLOBAL int *info)
{
    LOCAL ALIGNED(16) T space[2 * STAGES * SLAB_OF(TILE)];
    LOCAL ALIGNED(16) T inverses[4 * 16 * INVERSE];
    LOCAL int turn, seen, early[2];
    int tiles = (int)((n + TILE - 1) / TILE);
    factors f = {(int)n, (int)ld, tiles, a, blocks, info, flags + 1, flags + 3, flags + 3 + tiles,
                 flags + 3 + 2 * tiles};
    int j = 0, before = 0; /* the column, and tiles of those to its left */
    if (GROUP_ID == 0) {
        if (LOCAL_ID == 0)
            write_flag(&flags[2], own_unit() + 1);
        walk_diagonal(&f, space, inverses, early);
    }
#ifndef SHARES
    if (GROUP_ID > 0) {
        if (LOCAL_ID == 0)
            seen = await(&flags[2], 1, info) == own_unit() + 1;
        BARRIER();
        if (seen)
            return;
    }
#endif
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
        if (j >= tiles) {
            if (mine >= before + tiles)
                return;
            settle_tile(&f, mine - before);
            continue;
        }
        make_tile(&f, j + mine - before, j, space, &seen);
        BARRIER();
    }
}
