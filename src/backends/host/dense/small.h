/* small.h - Stacks of small matrices.  Each lane of a wide register contains one matrix, and all lanes execute the same
 * steps. */
#ifndef GLA_BACKENDS_HOST_DENSE_SMALL_H
#define GLA_BACKENDS_HOST_DENSE_SMALL_H

#include "backends/host/array/copy.h"
#include "contract/matrix.h"

#define GLA_HOST_SMALL_MAX 32

typedef struct gla_small_job gla_small_job;
/* Process matrices, beginning at index `first`.  Return false if one of them is unusual. */
typedef bool gla_take_lanes(const gla_small_job *s, int64_t first, int64_t lanes, void *work);
/* Loops for several matrices and for one matrix.  If `one` is NULL, `several` is used for both. */
typedef struct gla_small_loops {
    gla_take_lanes *several, *one;
} gla_small_loops;

struct gla_small_job {
    int64_t m, n, columns, batch;
    gla_strided a, b, x; /* b.data is NULL for the identity */
    void *values, *logs; /* determinants and their logarithms; or singular values and residuals */
    double *estimates;   /* NULL: do not estimate */
    int64_t *info;       /* NULL, or zeros if one step handles all matrices; a nonzero entry means failure */
    double least;
    bool wanted;
    gla_small_loops loops;
    int lanes;
    size_t bytes; /* bytes of workspace */
    atomic_int status;
};
enum { GLA_SMALL_UNUSUAL = 1, GLA_SMALL_NO_MEMORY };

/* Process all matrices.  `cells` is the size of the workspace, and `work` is the number of multiplications per matrix. */
gla_status gla_host_small_run(const char *op, gla_small_job *s, gla_dtype dtype, int64_t cells, double work, int64_t *info,
                              gla_small *answer);

/* Functions are always inlined, so that vectors stay in registers. */
#define INSIDE static inline __attribute__((always_inline))

#endif
