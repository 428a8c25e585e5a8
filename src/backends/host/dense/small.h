/* small.h - small matrices beside each other: each lane of a wide register holds one, and all take the same steps. */
#ifndef GLA_BACKENDS_HOST_DENSE_SMALL_H
#define GLA_BACKENDS_HOST_DENSE_SMALL_H

#include "backends/host/array/copy.h"
#include "contract/matrix.h"

#define GLA_HOST_SMALL_MAX 32

typedef struct gla_small_job gla_small_job;
/* The matrices from number `first` on; false when one of them is unusual. */
typedef bool gla_take_lanes(const gla_small_job *s, int64_t first, int64_t lanes, void *work);
/* For several matrices, and for one (NULL: as several). */
typedef struct gla_small_loops {
    gla_take_lanes *several, *one;
} gla_small_loops;

struct gla_small_job {
    int64_t m, n, columns, batch;
    gla_strided a, b, x; /* b.data NULL: the identity */
    void *values, *logs; /* determinants; singular values and residuals */
    double *estimates;   /* NULL: none are made */
    int64_t *info;       /* NULL, or zeros, of so few matrices that one step takes them: what is noted means failure */
    double least;
    bool wanted;
    gla_small_loops loops;
    int lanes;
    size_t bytes; /* of workspace */
    atomic_int status;
};
enum { GLA_SMALL_UNUSUAL = 1, GLA_SMALL_NO_MEMORY };

/* All of them, with workspace for so many cells; `work` is the multiplications of one. */
gla_status gla_host_small_run(const char *op, gla_small_job *s, gla_dtype dtype, int64_t cells, double work, int64_t *info,
                              gla_small *answer);

/* Part of the loops, whose vectors stay in registers. */
#define INSIDE static inline __attribute__((always_inline))

#endif
