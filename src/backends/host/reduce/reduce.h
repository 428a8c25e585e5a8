/* reduce.h - Shared declarations of reductions on the host.
 *
 * The elements to reduce are divided into blocks of fixed length.  Each block yields one partial result, and a binary tree
 * merges the partial results.  The shape of the tree depends only on the number of partial results.  Therefore the result has
 * the same bits for any number of threads, and the rounding error grows with the logarithm of the number of elements.
 *
 * Results are computed in panels of `width` neighbouring results along one kept axis.  If the reduced elements have the
 * smallest step, the elements of each result are read as one row.  If the kept axis has the smallest step, the rows of the
 * panel are folded into a vector of accumulators.  In either case memory is read in order. */
#ifndef GLA_BACKENDS_HOST_REDUCE_REDUCE_H
#define GLA_BACKENDS_HOST_REDUCE_REDUCE_H

#include "backends/host/host.h"
#include "contract/reduction.h"

#define GLA_REDUCE_ROW_BLOCK 2048 /* number of elements of a block that is read as one row */
#define GLA_REDUCE_BLOCK_STRIDE \
    4096 /* ARGMIN and ARGMAX of rows store this times the block index, plus the position in the block, */
#define GLA_REDUCE_UNKNOWN_POSITION 4095 /* or this value, if the position is searched for after all blocks */
#define GLA_REDUCE_COLUMN_BLOCK 64       /* number of rows of a block that is folded column by column */

/* Prefetch memory, because the loops compute so little that they would wait for it. */
#define GLA_REDUCE_AHEAD(address) __builtin_prefetch((const char *)(address) + 1024)

/* Output of the loops: planes of `plane` accumulators of 8 bytes, one accumulator for each component of each result. */
typedef struct gla_reduce_frame {
    void *acc;
    int64_t plane;
    int components;     /* 2 for complex sums, which are two adjacent real sums; otherwise 1 */
    const double *mean; /* mean of each component, for the loops of VAR */
    int64_t position;   /* for ARGMIN and ARGMAX: position of the first row among the reduced elements, or index of the block */
} gla_reduce_frame;

/* Loops of one operation for one type of contiguous elements. */
typedef struct gla_reduce_loops {
    int planes;
    /* acc[result] = reduction of n contiguous elements */
    void (*row)(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n);
    /* if `fresh`, set acc[0..n) to the reduced rows; otherwise combine acc[0..n) with the reduced rows */
    void (*columns)(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh);
    /* acc = acc op later */
    void (*merge)(void *acc, const void *later, int64_t plane);
    /* Return true if no further element can change the results.  NULL if further elements can always change them. */
    bool (*settled)(const void *acc, int64_t plane);
    /* for ARGMIN and ARGMAX: return the index of the first of n contiguous elements that equals acc[result] */
    int64_t (*find)(const void *acc, int64_t result, const void *x, int64_t n);
} gla_reduce_loops;

/* dst[0..n) = converted elements that are `step` bytes apart */
typedef void (*gla_reduce_load)(void *dst, const char *src, int64_t n, int64_t step);

/* Types in which loops compute, if these differ from the type of the elements. */
typedef enum gla_reduce_type { GLA_IN_UINT64, GLA_IN_FLOAT64, GLA_IN_COMPLEX128, GLA_IN_BOOL, GLA_IN_OWN } gla_reduce_type;

typedef struct gla_reduce_axis {
    int64_t n, step, out_step; /* in bytes */
} gla_reduce_axis;

typedef struct gla_reduce_plan {
    gla_reduction op;
    gla_dtype out_dtype;
    const gla_reduce_loops *loops;
    const gla_reduce_loops *mean_loops; /* for VAR: loops of the sums in the first pass */
    bool in_double;                     /* a sum is accumulated in float64, otherwise in uint64 */
    gla_reduce_load load;               /* conversion to contiguous elements of the loops' type */
    bool native;                        /* elements have the loops' type, so contiguous elements need no conversion */
    int64_t itemsize, loaded_size;      /* size of an element in the array; size of an element in the loops */
    int components;
    double correction;
    bool is_signed;       /* the elements are signed integers */
    _Atomic bool *beyond; /* set to true if a sum or product of integers does not fit in out_dtype; NULL: do not check */
    const char *x;
    char *out;
    int nkept, nreduced; /* axes from the largest step to the smallest, without the panel's axis */
    gla_reduce_axis kept[GLA_MAX_NDIM], reduced[GLA_MAX_NDIM], panel;
    bool single; /* one contiguous block yields the only result: a short path for frequent calls with few elements */
    bool by_columns;
    bool in_place;                  /* rows are read in place, without conversion */
    int64_t count, block, nblocks;  /* number of elements per result; number of elements per block; number of blocks */
    int64_t run;                    /* number of contiguous elements; a block has at most this many */
    int64_t width, npanels, ncells; /* number of results per panel; number of panels along the panel's axis; total number of
                                     * panels */
} gla_reduce_plan;

/* Defined in layout.c: put the axes in memory order, merge them, and divide the work into panels and blocks. */
void gla_reduce_layout(gla_reduce_plan *p, const gla_array *x, int nkeep, const gla_array *out);
/* Return the number of elements of block `index`, and set *first to the index of its first element. */
int64_t gla_reduce_block(const gla_reduce_plan *p, int64_t index, int64_t *first);
/* Return elements [first, first + n) of the result whose first element is at x, as contiguous elements of the loops' type.  The
 * elements are returned in place or in `buffer`. */
const void *gla_reduce_fetch(const gla_reduce_plan *p, const char *x, int64_t first, int64_t n, void *buffer);
/* Compute the byte offsets of n reduced elements, starting with `first`, relative to the first of all reduced elements. */
void gla_reduce_offsets(const gla_reduce_plan *p, int64_t first, int n, int64_t *offsets);

/* load.c */
gla_reduce_load gla_reduce_loader(gla_dtype from, gla_reduce_type to);

/* Defined in tuned/first.c: return the index of the first of the largest, or smallest, of n elements, and set *value to that
 * element.  Return −1 if there may be NaN. */
#define GLA_REDUCE_FIRST(type, T)                                         \
    int64_t gla_reduce_first_max_##type(const T *x, int64_t n, T *value); \
    int64_t gla_reduce_first_min_##type(const T *x, int64_t n, T *value)
GLA_REDUCE_FIRST(float64, double);
GLA_REDUCE_FIRST(float32, float);
GLA_REDUCE_FIRST(int64, int64_t);
GLA_REDUCE_FIRST(int32, int32_t);

/* Defined in run.c: run the plan, with several threads if there is much work.  Fail with OutOfMemoryError if memory runs
 * out. */
gla_status gla_reduce_run(const gla_reduce_plan *p);

/* Defined in products.c: recompute the floating-point products at `acc`, for the results from x, if partial products may have
 * overflowed or underflowed although the product itself does not. */
void gla_reduce_recompute(const gla_reduce_plan *p, double *acc, const char *x, int64_t n);

/* Defined in integers.c: loops whose second plane detects overflow of 64 bits, and a test whether n results fit in
 * out_dtype. */
const gla_reduce_loops *gla_reduce_integers(gla_reduction op, bool is_signed);
bool gla_reduce_fits(const gla_reduce_plan *p, const gla_reduce_frame *f, int64_t n);

/* Defined in store.c: convert the results of a panel, starting with `first`, from accumulators to the array at `out`. */
void gla_reduce_store(const gla_reduce_plan *p, const gla_reduce_frame *f, const char *x, char *out, int64_t n, void *buffer);
/* Turn the sums in acc into means. */
void gla_reduce_means(const gla_reduce_plan *p, double *acc, int64_t n);
/* Replace a mean by the first element of its result if the two differ only by rounding, so that equal elements have variance
 * 0. */
void gla_reduce_centre(const gla_reduce_plan *p, double *mean, const char *x, int64_t n);

/* Loops by element type.  An entry is empty if the loops compute in another type. */
extern const gla_reduce_loops gla_reduce_sum_uint64, gla_reduce_sum_float32, gla_reduce_sum_float64;
extern const gla_reduce_loops gla_reduce_count_uint64, gla_reduce_count_float64;
extern const gla_reduce_loops gla_reduce_var_float32, gla_reduce_var_float64;
extern const gla_reduce_loops gla_reduce_prod_uint64, gla_reduce_prod_float64, gla_reduce_prod_complex128;
extern const gla_reduce_loops gla_reduce_any_bool, gla_reduce_all_bool;
extern const gla_reduce_loops gla_reduce_extremes[4][GLA_DTYPE_COUNT]; /* indexed by op - GLA_REDUCE_MIN */
extern const gla_reduce_loops gla_reduce_present[2][GLA_DTYPE_COUNT];  /* the same for floating-point types */

#endif
