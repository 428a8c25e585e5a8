/* reduce.h - what the files of the host's reductions share.
 *
 * The elements to reduce are cut into blocks of a fixed number.  Each block gives one partial result, and partial results
 * are merged in a binary tree whose shape depends on their number only: the same result bit for bit however many threads
 * take part, and an error that grows with the logarithm of the number of elements.
 *
 * Results are worked out in panels: `width` neighbouring results along one kept axis.  Where the reduced elements lie
 * closest in memory, each result's elements are taken as one row; where the kept axis is the closest, rows of the panel
 * are folded into a vector of accumulators, so memory is read in its order either way. */
#ifndef GLA_BACKENDS_HOST_REDUCE_REDUCE_H
#define GLA_BACKENDS_HOST_REDUCE_REDUCE_H

#include "backends/host/host.h"
#include "contract/reduction.h"

#define GLA_REDUCE_ROW_BLOCK 2048  /* elements of a block that is taken as one row */
#define GLA_REDUCE_PLACES 4096     /* ARGMIN, ARGMAX of rows: a block's number times this, and the place in it, or */
#define GLA_REDUCE_NO_PLACE 4095   /* which is looked up once all blocks are done */
#define GLA_REDUCE_COLUMN_BLOCK 64 /* rows of a block that is folded column by column */

/* Ask for what will be read soon: the loops do so little that they wait for memory. */
#define GLA_REDUCE_AHEAD(address) __builtin_prefetch((const char *)(address) + 1024)

/* Where loops put their results: planes of `plane` accumulators of 8 bytes, one for each component of each result. */
typedef struct gla_reduce_frame {
    void *acc;
    int64_t plane;
    int components;     /* 2 for complex sums, which are two real ones side by side; else 1 */
    const double *mean; /* of each component, for the loops of VAR */
    int64_t position;   /* for ARGMIN and ARGMAX: of the first row among the reduced elements, or the number of the block */
} gla_reduce_frame;

/* The loops of one operation on one type of contiguous elements. */
typedef struct gla_reduce_loops {
    int planes;
    /* acc[result] = n elements in a row, reduced. */
    void (*row)(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n);
    /* acc[0..n) = (fresh) or op= the rows, element by element. */
    void (*columns)(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh);
    /* acc = acc op later. */
    void (*merge)(void *acc, const void *later, int64_t plane);
    /* Whether nothing can change the results any more; NULL where that does not happen. */
    bool (*settled)(const void *acc, int64_t plane);
    /* ARGMIN, ARGMAX: which of n elements in a row equals acc[result] first. */
    int64_t (*find)(const void *acc, int64_t result, const void *x, int64_t n);
} gla_reduce_loops;

/* dst[0..n) = elements that lie `step` bytes apart, converted. */
typedef void (*gla_reduce_load)(void *dst, const char *src, int64_t n, int64_t step);

/* Types that loops work in, where not in that of the elements. */
typedef enum gla_reduce_type { GLA_IN_UINT64, GLA_IN_FLOAT64, GLA_IN_COMPLEX128, GLA_IN_BOOL, GLA_IN_OWN } gla_reduce_type;

typedef struct gla_reduce_axis {
    int64_t n, step, out_step; /* steps in bytes */
} gla_reduce_axis;

typedef struct gla_reduce_plan {
    gla_reduction op;
    gla_dtype out_dtype;
    const gla_reduce_loops *loops;
    const gla_reduce_loops *mean_loops; /* VAR: the sums of its first pass */
    bool in_double;                     /* the accumulators of a sum are float64, else uint64 */
    gla_reduce_load load;               /* to contiguous elements of the loops' type */
    bool native;                        /* elements are of the loops' type: contiguous ones need no load */
    int64_t itemsize, loaded_size;      /* of an element as it is, and as loops take it */
    int components;
    double correction;
    bool is_signed;       /* the elements are signed integers */
    _Atomic bool *beyond; /* becomes true where a sum or product of integers is beyond out_dtype; NULL: nobody asks */
    const char *x;
    char *out;
    int nkept, nreduced; /* axes from the widest step to the narrowest; the panel's axis is apart */
    gla_reduce_axis kept[GLA_MAX_NDIM], reduced[GLA_MAX_NDIM], panel;
    bool single; /* one block in one place makes the one result: calls on a few numbers are many, and take a short way */
    bool by_columns;
    bool in_place;                  /* rows are taken where they lie, not loaded */
    int64_t count, block, nblocks;  /* elements to reduce into one result; of a block; blocks */
    int64_t run;                    /* elements that blocks do not go across: those that lie in a row */
    int64_t width, npanels, ncells; /* results of a panel; panels along its axis; panels in all */
} gla_reduce_plan;

/* layout.c: axes in memory order, collapsed, and split in panels and blocks. */
void gla_reduce_layout(gla_reduce_plan *p, const gla_array *x, int nkeep, const gla_array *out);
/* The elements of block `index`: the first one, and how many. */
int64_t gla_reduce_block(const gla_reduce_plan *p, int64_t index, int64_t *first);
/* Elements [first, first + n) of the reduced ones of the result whose first element is at x, contiguous in the loops' type:
 * where they lie, or in buffer. */
const void *gla_reduce_fetch(const gla_reduce_plan *p, const char *x, int64_t first, int64_t n, void *buffer);
/* Distances in bytes of n of the reduced elements from the first of all. */
void gla_reduce_offsets(const gla_reduce_plan *p, int64_t first, int n, int64_t *offsets);

/* load.c */
gla_reduce_load gla_reduce_loader(gla_dtype from, gla_reduce_type to);

/* tuned/first.c: where the first of the largest, or smallest, of n elements stands, and *value, which it is; -1 where NaN may
 * be among them. */
#define GLA_REDUCE_FIRST(type, T)                                         \
    int64_t gla_reduce_first_max_##type(const T *x, int64_t n, T *value); \
    int64_t gla_reduce_first_min_##type(const T *x, int64_t n, T *value)
GLA_REDUCE_FIRST(float64, double);
GLA_REDUCE_FIRST(float32, float);
GLA_REDUCE_FIRST(int64, int64_t);
GLA_REDUCE_FIRST(int32, int32_t);

/* run.c: work the plan out, in threads where it is large.  OutOfMemoryError. */
gla_status gla_reduce_run(const gla_reduce_plan *p);

/* products.c: floating-point products at acc, of the results from x on, once more where parts of them may have left the
 * range of the type, which the product itself need not do. */
void gla_reduce_settle(const gla_reduce_plan *p, double *acc, const char *x, int64_t n);

/* integers.c: loops whose second plane has what is beyond 64 bits; and whether n results are within out_dtype. */
const gla_reduce_loops *gla_reduce_integers(gla_reduction op, bool is_signed);
bool gla_reduce_fits(const gla_reduce_plan *p, const gla_reduce_frame *f, int64_t n);

/* store.c: the results from `first` on of a panel, from accumulators to the array at out. */
void gla_reduce_store(const gla_reduce_plan *p, const gla_reduce_frame *f, const char *x, char *out, int64_t n, void *buffer);
/* acc becomes the mean from the sum. */
void gla_reduce_means(const gla_reduce_plan *p, double *acc, int64_t n);
/* A mean becomes the first element of its result where only rounding keeps it from that: equal elements have no variance. */
void gla_reduce_centre(const gla_reduce_plan *p, double *mean, const char *x, int64_t n);

/* Loops by the type of the elements; entries are empty where the loops take another type. */
extern const gla_reduce_loops gla_reduce_sum_uint64, gla_reduce_sum_float32, gla_reduce_sum_float64;
extern const gla_reduce_loops gla_reduce_count_uint64, gla_reduce_count_float64;
extern const gla_reduce_loops gla_reduce_var_float32, gla_reduce_var_float64;
extern const gla_reduce_loops gla_reduce_prod_uint64, gla_reduce_prod_float64, gla_reduce_prod_complex128;
extern const gla_reduce_loops gla_reduce_any_bool, gla_reduce_all_bool;
extern const gla_reduce_loops gla_reduce_extremes[4][GLA_DTYPE_COUNT]; /* by op - GLA_REDUCE_MIN */
extern const gla_reduce_loops gla_reduce_present[2][GLA_DTYPE_COUNT];  /* likewise, of floating-point types */

#endif
