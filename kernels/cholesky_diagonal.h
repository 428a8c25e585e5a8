/* cholesky_diagonal.h - The work of the first group of cholesky_tiles.h: process the diagonal tiles and the tiles immediately
 * below them.
 *
 * All other groups wait for the first group. The code of the first group is short enough to stay in the instruction cache.
 * Independent products are interleaved, because one product takes hundreds of cycles. */
/* Load row `lane` of a block that has `rows` rows. Lanes 16 to 31 load rows of the identity. Rows of the identity also replace
 * missing rows of the block. */
DEVICE void load_row(T *a, const LOCAL_POINTER T *block, int rows)
{
    int lane = LOCAL_ID % 32, is_there = lane < 16 && lane < rows;
#pragma unroll
    for (int c = 0; c < 16; c++)
        a[c] = is_there ? block[c * PITCH + lane] : c == lane % 16;
}

/* Compute the Cholesky factor of one 16 x 16 diagonal block, and the negative inverse of the factor, in one warp. Return the
 * position of the first pivot that is not positive, counted from 1, or 0 if all pivots are positive. */
DEVICE int factor_diagonal(LOCAL_POINTER T *block, LOCAL_POINTER T *inverse, int rows, int is_mine)
{
    int lane = LOCAL_ID % 32, failed = 0;
    T a[16];
    load_row(a, block, rows);
    if (!factor_block(a)) {
        load_row(a, block, rows);
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

/* Factor diagonal tile j in local memory, and invert the diagonal blocks of the factor. */
DEVICE void factor_tile(const factors *f, LOCAL_POINTER T *tile, LOCAL_POINTER T *inverses, int j)
{
    int warp = LOCAL_ID / 32;
#pragma unroll 1
    for (int b = 0; b < 4; b++) {
        LOCAL_POINTER T *own = tile + 16 * b * PITCH, *block = own + 16 * b, *inverse = inverses + b * (16 * INVERSE);
        T r[8], x[8], right[8];
        wait_for_warp(); /* wait until the warp has written its rows */
        if (SOME_WARPS(warp == b)) {
            int failed = factor_diagonal(block, inverse, f->n - j * TILE - 16 * b, warp == b);
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

/* As solve_tile(), with a factor in local memory. */
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

/* Write the blocks of a factor to global memory for the other groups, in the layout of right-hand operands. */
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

/* Factor the diagonal tiles and solve the tiles below them. Only the first group calls this function. */
DEVICE void walk_diagonal(const factors *f, LOCAL_POINTER T *tile, LOCAL_POINTER T *inverses)
{
    T x[32], less[32];
#pragma unroll 1
    for (int j = 0; j < f->tiles; j++) {
        if (LOCAL_ID == 0)
            await(&f->diagonal[j], 1, f->info);
        GLOBAL_BARRIER();
        load_tile(f, j, j, x);
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
        factor_tile(f, tile, inverses, j);
        share_factor(f, j, tile, inverses);
        set_flag(f->factored, j + 1);
        if (j + 1 == f->tiles)
            break;
        if (LOCAL_ID == 0)
            await(&f->below[j], 1, f->info);
        GLOBAL_BARRIER();
        load_tile(f, j + 1, j, x);
        solve_next(tile, inverses, x);
        BARRIER();
#pragma unroll
        for (int e = 0; e < 32; e++) {
            less[e] = x[e];
            tile[COLUMN(e) * PITCH + ROW(e)] = -x[e];
        }
        store_tile(f, j + 1, j, -1, less);
        set_flag(&f->ready[j + 1], j + 1);
    }
}
