/* host.h - Declarations that the files of the host backend share. */
#ifndef GLA_BACKENDS_HOST_H
#define GLA_BACKENDS_HOST_H

#include "backend.h"

/* Operation tables of the contract, such as gla_host_array_ops in array/ops.c.  A table that no file defines is NULL in the
 * backend. */
#define GLA_HOST_AREA(name) extern const gla_##name##_ops gla_host_##name##_ops __attribute__((weak));
GLA_AREAS(GLA_HOST_AREA)

/* Return the version of FFTW, or the reason why FFTW is unavailable. */
const char *gla_host_fft_description(void);
/* Return the version of SuiteSparse, or the reason why SuiteSparse is unavailable. */
const char *gla_host_direct_description(void);

/* Return the dtype of the parts of a complex dtype.  Real dtypes are returned unchanged. */
static inline gla_dtype gla_host_real_of(gla_dtype dtype)
{
    return dtype == GLA_COMPLEX128 ? GLA_FLOAT64 : dtype == GLA_COMPLEX64 ? GLA_FLOAT32 : dtype;
}

static inline gla_dtype gla_host_complex_of(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? GLA_COMPLEX64 : GLA_COMPLEX128;
}

/* Defined in memory.c: allocate blocks aligned to 64 bytes.  Large blocks use huge pages if the system provides them.  Return
 * NULL if memory runs out.  Freed blocks stay in a pool for reuse, and any thread may free a block. */
void *gla_host_alloc(size_t bytes);
void *gla_host_alloc_zeros(size_t bytes);
void gla_host_free(void *data, size_t bytes);
/* Initialise the pool before the first allocation.  *pool is the maximum size of the pool in bytes, or 0 for no pool.  If
 * `pool` is NULL, the maximum is a fraction of the machine's memory. */
void gla_host_open(const size_t *pool);
size_t gla_host_pool(void);
/* Reduce the maximum size of the pool to `bytes`; 0 means no limit. */
void gla_host_limit(size_t bytes);
/* gla_host_idle() returns the number of bytes in the pool. gla_host_trim() releases all of this memory to the system, and
 * gla_host_trim_to() releases all but `bytes`. */
size_t gla_host_idle(void);
size_t gla_host_trim(void);
void gla_host_trim_to(size_t bytes);

/* Memory layout of complex numbers. */
typedef struct complex_float {
    float re, im;
} complex_float;
typedef struct complex_double {
    double re, im;
} complex_double;

/* Defined in threads.c: run body(arg, begin, end) over [0, n) in parts of at least `grain`, which is about 0.1 ms of work, on
 * all cores that the process may use (GPULINALG_NUM_THREADS limits their number).  Return when all parts are done.  Nested
 * calls, and calls while another thread uses the threads, run in the calling thread.  The function works in a forked child.
 *
 * Between parts the calling thread checks whether the user has interrupted the computation.  After an interrupt the remaining
 * parts are skipped and GLA_INTERRUPTED_ERROR is returned. */
typedef void (*gla_host_body)(void *arg, int64_t begin, int64_t end);
gla_status gla_host_parallel(int64_t n, int64_t grain, gla_host_body body, void *arg);
int gla_host_threads(void);

/* Return true if the loop must stop, because its result will be discarded.  Call this function about every millisecond, from
 * any thread, in a long loop or in a body whose parts are long.  A call takes some 10 ns.  Outside a body, return
 * gla_host_stopped() afterwards. */
bool gla_host_stop(void);
gla_status gla_host_stopped(void);

#endif
