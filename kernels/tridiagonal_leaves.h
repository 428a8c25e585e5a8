/* tridiagonal_leaves.h - Base case and final ordering of the divide-and-conquer method for symmetric tridiagonal matrices. The
 * matrix is split into blocks of a few rows, whose eigenvectors are computed in local memory. The caller defines the element
 * type T and the matching KIND_* macro. */
#define ORDER 32
#define LD (ORDER + 1)
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define TIMES(a, s) ((a) * (s))

typedef struct {
    T q[ORDER * LD];
    R d[ORDER], e[ORDER], cosines[ORDER], sines[ORDER];
    int place[ORDER], first;
} work_space;

#include "small_ql.h"

/* Load rows [begin, begin + rows), minus the coupling with the rows before and after (J. J. M. Cuppen, 1981). */
DEVICE void load_leaf(int64 n, int64 begin, int rows, const GLOBAL T *d, const GLOBAL T *e, LOCAL_POINTER work_space *s)
{
    int row = LOCAL_ID;
    if (row >= rows)
        return;
    T v = d[begin + row];
    if (row == 0 && begin > 0)
        v -= R_FABS(e[begin - 1]);
    if (row == rows - 1 && begin + rows < n)
        v -= R_FABS(e[begin + row]);
    s->d[row] = v;
    s->e[row] = row < rows - 1 ? e[begin + row] : 0;
    for (int j = 0; j < rows; j++)
        s->q[row * LD + j] = row == j;
}

/* Solve the leaves, which have s.size rows each (the last leaf may have fewer), with one group of ORDER threads per leaf. The
 * eigenvectors are stored in diagonal blocks of q. */
KERNEL tridiagonal_leaves(merge_sizes s, const GLOBAL T *d, const GLOBAL T *e, GLOBAL T *q, GLOBAL T *reals, GLOBAL int *ints,
                          GLOBAL int *state)
{
    LOCAL work_space work;
    int row = LOCAL_ID;
    for (int64 begin = GROUP_ID * s.size; begin < s.n; begin += GROUP_COUNT * s.size) {
        int rows = s.n - begin < s.size ? (int)(s.n - begin) : (int)s.size;
        load_leaf(s.n, begin, rows, d, e, &work);
        BARRIER();
        int failed = iterate(rows, 1, &work);
        BARRIER();
        if (failed && row == 0)
            ATOMIC_OR(state, TRIDIAGONAL_NOT_CONVERGED);
        if (row < rows) {
            int rank = 0;
            for (int i = 0; i < rows; i++)
                rank += work.d[i] < work.d[row] || (work.d[i] == work.d[row] && i < row);
            work.place[row] = rank;
            reals[s.n * MERGE_SORTED + begin + rank] = work.d[row];
            ints[s.n * MERGE_COLUMNS + begin + row] = row;
        }
        BARRIER();
        for (int j = 0; j < rows && row < rows; j++)
            q[(begin + work.place[j]) * s.ldq + begin + row] = work.q[row * LD + j];
        BARRIER();
    }
}

/* Set q to zero, with one group per column. */
KERNEL tridiagonal_clear(merge_sizes s, GLOBAL T *q)
{
    for (int64 j = GROUP_ID; j < s.n; j += GROUP_COUNT)
        for (int64 i = LOCAL_ID; i < s.n; i += LOCAL_SIZE)
            q[j * s.ldq + i] = 0;
}

/* Undo the scaling of the eigenvalues. */
KERNEL tridiagonal_rescale(int64 n, const GLOBAL T *sorted, const GLOBAL int *state, GLOBAL T *d)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
        d[i] = ldexp(sorted[i], state[1]);
}

/* Copy the columns of `in` in the order given by `columns`, or unchanged if `columns` is NULL. One group handles one column. */
KERNEL tridiagonal_order(int64 n, const GLOBAL int *columns, const GLOBAL T *in, int64 ldi, GLOBAL T *out, int64 ldo)
{
    for (int64 j = GROUP_ID; j < n; j += GROUP_COUNT) {
        const GLOBAL T *from = in + (columns ? columns[j] : j) * ldi;
        for (int64 i = LOCAL_ID; i < n; i += LOCAL_SIZE)
            out[j * ldo + i] = from[i];
    }
}
