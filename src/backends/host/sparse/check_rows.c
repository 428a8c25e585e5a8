/* check_rows.c - Check whether the given rows are already in order, in which case they need not be sorted. */
#include "sparse.h"
#include "contract/csr.h"

#include <stdatomic.h>

#define GRAIN 65536 /* number of elements per part */

typedef struct job {
    const gla_csr *a;
    atomic_bool wrong;
} job;

/* The loop has no branches that depend on the elements. */
#define CHECK(name, INDEX)                                                            \
    static bool name##_row(const INDEX *column, int64_t n, int64_t cols)              \
    {                                                                                 \
        bool wrong = column[0] < 0 || column[n - 1] >= cols;                          \
        for (int64_t i = 1; i < n; i++)                                               \
            wrong |= column[i] <= column[i - 1];                                      \
        return !wrong;                                                                \
    }                                                                                 \
                                                                                      \
    static void name(void *arg, int64_t begin, int64_t end)                           \
    {                                                                                 \
        job *w = arg;                                                                 \
        const INDEX *starts = w->a->indptr, *columns = w->a->indices;                 \
        bool good = starts[0] == 0 && starts[w->a->rows] == w->a->nnz;                \
        for (int64_t row = begin; row < end && good; row++) {                         \
            int64_t from = starts[row], to = starts[row + 1];                         \
            good = from >= 0 && to >= from && to <= w->a->nnz &&                      \
                   (to == from || name##_row(columns + from, to - from, w->a->cols)); \
        }                                                                             \
        if (!good)                                                                    \
            atomic_store(&w->wrong, true);                                            \
    }

CHECK(check_int32, int32_t)
CHECK(check_int64, int64_t)

gla_status gla_host_check_rows(gla_device *dev, const gla_csr *a, bool *good)
{
    job w = {.a = a};
    (void)dev;
    gla_status st = gla_host_parallel(a->rows, GRAIN / (a->nnz / a->rows + 1) + 1,
                                      a->index == GLA_INT64 ? check_int64 : check_int32, &w);
    *good = !st && !atomic_load(&w.wrong);
    return st;
}
