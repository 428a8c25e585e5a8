/* sparse_solve.h - Sparse triangular systems (src/contract/sparse.h, gla_triangle). The caller defines the element type T, the
 * matching KIND_* macro, and INDEX, the type of indices.
 *
 * The sum over a row is always the tree sum of the sums of the row's lanes, so that the bits of the result do not depend on the
 * kernel. */
#include "sparse_number.h"
#define SOLVE_GROUP 512 /* maximum number of threads per group */
#define SOLVE_LANES 32

/* Set [*begin, *end) to the positions of a row's elements that are inside the triangle, without the diagonal. Return the
 * position of the diagonal element. */
DEVICE int64 part_of(const sparse_solve_sizes *s, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                     const GLOBAL int64 *splits, int64 row, int64 *begin, int64 *end)
{
    int64 split = splits[row], last = indptr[row + 1];
    if (s->lower) {
        *begin = indptr[row];
        *end = split;
    } else {
        *begin = split + (split < last && (int64)indices[split] == row);
        *end = last;
    }
    return split;
}

DEVICE T lane_sum(const sparse_solve_sizes *s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL T *x,
                  int64 begin, int64 end, int64 column)
{
    T sum = no_sum();
    for (int64 p = begin; p < end; p += s->lanes)
        sum = add_product(sum, data[p], x[(int64)indices[p] * s->k + column]);
    return sum;
}

DEVICE void finish_row(const sparse_solve_sizes *s, const GLOBAL T *data, GLOBAL T *x, int64 at, int64 split, T sum)
{
    T value = subtract(x[at], sum);
    x[at] = s->unit ? value : quotient(value, data[split]);
}

/* Solve for the rows order[first], ..., order[after - 1], which are independent of each other, with `threads` threads. `thread`
 * is the index of this thread. All threads of a group must call this function together. `sums` is local memory of the group. */
DEVICE void solve_rows(const sparse_solve_sizes *s, const GLOBAL T *data, const GLOBAL INDEX *indices,
                       const GLOBAL INDEX *indptr, const GLOBAL int64 *splits, const GLOBAL int64 *order, GLOBAL T *x,
                       int64 first, int64 after, int64 thread, int64 threads, LOCAL_POINTER T *sums)
{
    int64 all = (after - first) * s->k, lane = thread & (s->lanes - 1), step = threads / s->lanes;
    for (int64 e = thread / s->lanes, ends = 0; ends < all; e += step, ends += step) { /* all threads of a group run the same
                                                                                        * number of iterations */
        int64 row = 0, begin = 0, end = 0, split = 0, column = 0;
        if (e < all) {
            row = order[first + e / s->k];
            column = e % s->k;
            split = part_of(s, indices, indptr, splits, row, &begin, &end);
        }
        T sum = lane_sum(s, data, indices, x, begin + lane, end, column);
        if (s->lanes > 1) {
            sums[LOCAL_ID] = sum;
            for (int64 span = s->lanes / 2; span > 0; span /= 2) {
                BARRIER();
                if (lane < span)
                    sums[LOCAL_ID] = add(sums[LOCAL_ID], sums[LOCAL_ID + span]);
            }
            sum = sums[LOCAL_ID];
        }
        if (lane == 0 && e < all)
            finish_row(s, data, x, row * s->k + column, split, sum);
        if (s->lanes > 1)
            BARRIER();
    }
}

/* Solve one level, or part of a level, with many groups. */
KERNEL sparse_level(sparse_solve_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                    const GLOBAL int64 *splits, const GLOBAL int64 *order, GLOBAL T *x)
{
    LOCAL T sums[SOLVE_GROUP];
    solve_rows(&s, data, indices, indptr, splits, order, x, s.first, s.last, GLOBAL_ID, GLOBAL_SIZE, sums);
}

/* Solve the levels [s.first, s.last) one after the other, with one group. */
KERNEL sparse_levels(sparse_solve_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                     const GLOBAL int64 *splits, const GLOBAL int64 *order, const GLOBAL int64 *starts, GLOBAL T *x)
{
    LOCAL T sums[SOLVE_GROUP];
    for (int64 level = s.first; level < s.last; level++) {
        solve_rows(&s, data, indices, indptr, splits, order, x, starts[level], starts[level + 1], LOCAL_ID, LOCAL_SIZE, sums);
        GLOBAL_BARRIER();
    }
}

#ifdef ATOMIC_NEXT
/* ---- waiting for single elements ----------------------------------------------------------------------------------------- */
/* An element of x that is not yet computed has all bits set, which represents a NaN. Each word is written atomically. */
typedef union {
    T value;
    uint32 single;
    uint64 words[sizeof(T) > 8 ? 2 : 1];
} solve_bits;
#define SOLVE_WORDS ((int)sizeof(T) / 8)

DEVICE int find_known(const GLOBAL T *x, T *value)
{
    solve_bits b;
    int known = 1;
    if (SOLVE_WORDS == 0) {
        b.single = *(const volatile GLOBAL uint32 *)x;
        known = b.single != 0xffffffffu;
    }
    for (int i = 0; i < SOLVE_WORDS; i++) {
        b.words[i] = ((const volatile GLOBAL uint64 *)x)[i];
        known = known && b.words[i] != ~(uint64)0;
    }
    *value = b.value;
    return known;
}

DEVICE void make_known(GLOBAL T *x, T value)
{
    solve_bits b;
    b.value = value;
    if (SOLVE_WORDS == 0)
        *(volatile GLOBAL uint32 *)x = b.single == 0xffffffffu ? 0x7fffffffu : b.single;
    for (int i = 0; i < SOLVE_WORDS; i++)
        ((volatile GLOBAL uint64 *)x)[i] = b.words[i] == ~(uint64)0 ? ~(uint64)0 >> 1 : b.words[i];
}

/* Solve with one thread per element of x, if rows have one lane. A thread waits for the elements that it needs. Rows are
 * claimed in the order in which groups begin, so a thread only waits for groups that have begun. Threads of a warp may wait for
 * each other, because all run the same loop. */
KERNEL sparse_waits(sparse_solve_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                    const GLOBAL int64 *splits, const GLOBAL T *right, GLOBAL T *x, GLOBAL uint32 *next)
{
    LOCAL uint32 turn;
    if (LOCAL_ID == 0)
        turn = ATOMIC_NEXT(next) - 1;
    BARRIER();
    int64 e = (int64)turn * LOCAL_SIZE + LOCAL_ID, begin, end;
    if (e >= s.rows * s.k)
        return;
    int64 number = s.k == 1 ? e : e / s.k, column = e - number * s.k, row = s.lower ? number : s.rows - 1 - number;
    int64 split = part_of(&s, indices, indptr, splits, row, &begin, &end);
    T sum = no_sum(), value = right[row * s.k + column], diagonal = value;
    if (!s.unit)
        diagonal = data[split];
    for (int64 p = begin; p < end;) {
        T other;
        if (find_known(x + (int64)indices[p] * s.k + column, &other)) {
            sum = add_product(sum, data[p], other);
            p++;
        } else {
            YIELD();
        }
    }
    value = subtract(value, sum);
    make_known(x + row * s.k + column, s.unit ? value : quotient(value, diagonal));
}
#endif

/* Solve on devices that run threads one after the other. Each thread solves for one column of x, row by row. */
KERNEL sparse_columns(sparse_solve_sizes s, const GLOBAL T *data, const GLOBAL INDEX *indices, const GLOBAL INDEX *indptr,
                      const GLOBAL int64 *splits, GLOBAL T *x)
{
    T sums[SOLVE_LANES];
    for (int64 column = GLOBAL_ID; column < s.k; column += GLOBAL_SIZE)
        for (int64 i = 0; i < s.rows; i++) {
            int64 row = s.lower ? i : s.rows - 1 - i, begin, end;
            int64 split = part_of(&s, indices, indptr, splits, row, &begin, &end);
            for (int64 lane = 0; lane < s.lanes; lane++)
                sums[lane] = lane_sum(&s, data, indices, x, begin + lane, end, column);
            for (int64 span = s.lanes / 2; span > 0; span /= 2)
                for (int64 lane = 0; lane < span; lane++)
                    sums[lane] = add(sums[lane], sums[lane + span]);
            finish_row(&s, data, x, row * s.k + column, split, sums[0]);
        }
}
