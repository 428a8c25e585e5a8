/* fortran.h - Declarations of the BLAS and LAPACK routines that OpenBLAS exports, for the files of the host backend that call
 * them.
 *
 * Each routine exists for float, double, complex float and complex double, with the same signature except for the element type.
 * Here the element type is void, so that one declaration and one table, indexed by gla_kind(dtype), serve all four.  The
 * lengths of string arguments follow the other arguments, as Fortran passes them. */
#ifndef GLA_BACKENDS_HOST_DENSE_FORTRAN_H
#define GLA_BACKENDS_HOST_DENSE_FORTRAN_H

#include "backends/host/host.h"
#include "contract/matrix.h"

typedef int fint; /* OpenBLAS's default integer type */
typedef size_t flen;

/* Return 0 for float, 1 for double, 2 for complex float and 3 for complex double. */
static inline int gla_kind(gla_dtype dtype)
{
    return (int)dtype - GLA_FLOAT32;
}

/* Define "type *const name[4]" with the four routines. */
#define GLA_FOUR(type, name, s, d, c, z) \
    extern type s##_, d##_, c##_, z##_;  \
    static type *const name[4] = {s##_, d##_, c##_, z##_}
/* Define a table of two routines, for routines that have different signatures for real and complex elements. */
#define GLA_TWO(type, name, first, second) \
    extern type first##_, second##_;       \
    static type *const name[2] = {first##_, second##_}

/* The constants one and zero of each kind.  A real kind uses the real part of the constant of its complex kind. */
extern const void *const gla_host_one[4], *const gla_host_zero[4];

/* Return a pointer to element `at` of the data. */
static inline void *gla_at(gla_dtype dtype, const void *data, int64_t at)
{
    static const unsigned char size[4] = {4, 8, 8, 16};
    return (char *)data + at * size[gla_kind(dtype)];
}

/* Check that the sizes fit in Fortran's integers.  Fail with OverflowError if they do not. */
gla_status gla_host_fits(const char *op, const gla_matrix *a);

/* Run one(job, i, work) for each matrix i of a stack.  `work` is a block of `bytes`.  `cost` is the approximate number of
 * multiplications and additions per matrix.  Small or many matrices are divided among our threads, each with one OpenBLAS
 * thread. Other stacks are processed one matrix at a time, with threads as described in blas_threads.h.  `one` may fail only if
 * memory runs out or the user interrupts. */
typedef gla_status (*gla_host_one_matrix)(void *job, int64_t i, void *work);
typedef struct gla_host_stack {
    const char *op;
    int64_t batch;
    size_t bytes;
    double cost;
    bool asks; /* `one` calls OpenBLAS once, and requests threads itself if needed */
} gla_host_stack;
gla_status gla_host_each(const gla_host_stack *stack, gla_host_one_matrix one, void *job);
/* Return the relative cost of a multiplication and addition of the dtype. */
static inline double gla_host_cost(gla_dtype dtype)
{
    return gla_kind(dtype) >= 2 ? 4 : 1;
}

/* Defined in array/all_finite.c: return true if a matrix contains neither NaN nor Inf.  gla_host_mark_non_finite() checks a
 * contiguous stack: it sets info[i] to GLA_INFO_A_NOT_FINITE or 0, and *all to true if all matrices are finite. */
bool gla_host_finite(gla_dtype dtype, const gla_matrix *a);
gla_status gla_host_mark_non_finite(gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *info, bool *all);

/* Return the size in elements that a workspace query of LAPACK has stored as a value of `dtype`. */
int64_t gla_host_work_size(gla_dtype dtype, const void *answer);

#endif
