/* fortran.h - BLAS and LAPACK as OpenBLAS exports them, for the files of the host backend that call them.
 *
 * A routine exists four times, for float, double and their complex kinds, with one signature but for the element type.
 * Here that type is void, so that one declaration and one table, indexed by gla_kind(dtype), serve all four.  The
 * lengths of text arguments follow at the end, as Fortran passes them. */
#ifndef GLA_BACKENDS_HOST_DENSE_FORTRAN_H
#define GLA_BACKENDS_HOST_DENSE_FORTRAN_H

#include "backends/host/host.h"
#include "contract/matrix.h"

typedef int fint; /* OpenBLAS's integer in its usual build */
typedef size_t flen;

/* 0 float, 1 double, 2 complex float, 3 complex double. */
static inline int gla_kind(gla_dtype dtype)
{
    return (int)dtype - GLA_FLOAT32;
}

/* "type *const name[4]" filled with the four routines. */
#define GLA_FOUR(type, name, s, d, c, z) \
    extern type s##_, d##_, c##_, z##_;  \
    static type *const name[4] = {s##_, d##_, c##_, z##_}
/* The same for routines that come in two signatures: real and complex. */
#define GLA_TWO(type, name, first, second) \
    extern type first##_, second##_;       \
    static type *const name[2] = {first##_, second##_}

/* The numbers one and zero of each kind: a double and a float are the real parts of their complex kinds. */
extern const void *const gla_host_one[4], *const gla_host_zero[4];

/* Element `at` of data of a kind. */
static inline void *gla_at(gla_dtype dtype, const void *data, int64_t at)
{
    static const unsigned char size[4] = {4, 8, 8, 16};
    return (char *)data + at * size[gla_kind(dtype)];
}

/* OverflowError when a size does not fit Fortran's integers. */
gla_status gla_host_fits(const char *op, const gla_matrix *a);

/* Run one(job, i, work) for each matrix i of a stack; `work` is a block of `bytes`, `cost` the multiplications and additions
 * for one matrix, about.  Matrices that are small or many are shared among our threads, each with one thread of OpenBLAS;
 * others are taken one after the other, with threads as blas_threads.h has them.  What fails in `one` fails for want of
 * memory, or because the user wants to stop. */
typedef gla_status (*gla_host_one_matrix)(void *job, int64_t i, void *work);
typedef struct gla_host_stack {
    const char *op;
    int64_t batch;
    size_t bytes;
    double cost;
    bool asks; /* `one` calls OpenBLAS once, and asks for its threads itself where they matter */
} gla_host_stack;
gla_status gla_host_each(const gla_host_stack *stack, gla_host_one_matrix one, void *job);
/* How many times as long a multiplication and addition of that type takes. */
static inline double gla_host_cost(gla_dtype dtype)
{
    return gla_kind(dtype) >= 2 ? 4 : 1;
}

/* array/all_finite.c: whether a matrix has neither NaN nor Inf; and for those of a stack that lie one after the other,
 * info[i] = GLA_INFO_A_NOT_FINITE or 0, and *all when there are none of the first. */
bool gla_host_finite(gla_dtype dtype, const gla_matrix *a);
gla_status gla_host_mark_non_finite(gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *info, bool *all);

/* A workspace query's answer: the size that LAPACK wrote as a number of `dtype`, in elements. */
int64_t gla_host_work_size(gla_dtype dtype, const void *answer);

#endif
