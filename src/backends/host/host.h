/* host.h - what the files of the host backend share. */
#ifndef GLA_BACKENDS_HOST_H
#define GLA_BACKENDS_HOST_H

#include "backend.h"

/* The rooms of the contract, as gla_host_array_ops in array/ops.c: those that no file defines are NULL in the backend. */
#define GLA_HOST_ROOM(name) extern const gla_##name##_ops gla_host_##name##_ops __attribute__((weak));
GLA_ROOMS(GLA_HOST_ROOM)

/* The version of FFTW, or why it is not there. */
const char *gla_host_fft_description(void);
/* The same of SuiteSparse. */
const char *gla_host_direct_description(void);

/* The type of the parts of a complex type; real types are their own. */
static inline gla_dtype gla_host_real_of(gla_dtype dtype)
{
    return dtype == GLA_COMPLEX128 ? GLA_FLOAT64 : dtype == GLA_COMPLEX64 ? GLA_FLOAT32 : dtype;
}

static inline gla_dtype gla_host_complex_of(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? GLA_COMPLEX64 : GLA_COMPLEX128;
}

/* memory.c: blocks aligned to 64 bytes; large ones on huge pages where the system gives them.  NULL when there is no memory.
 * What is freed stays in a pool for the next ones; any thread may free a block. */
void *gla_host_alloc(size_t bytes);
void *gla_host_alloc_zeros(size_t bytes);
void gla_host_free(void *data, size_t bytes);
/* Before the first block: how many bytes the pool may keep; NULL: a share of the memory, 0: no pool. */
void gla_host_open(const size_t *pool);
size_t gla_host_pool(void);
/* Keep no more than this, if it is less; 0: no limit. */
void gla_host_limit(size_t bytes);
/* Bytes that are kept for later; releasing all of them to the system, or all but about so many. */
size_t gla_host_idle(void);
size_t gla_host_trim(void);
void gla_host_leave(size_t bytes);

/* Complex numbers as they lie in memory. */
typedef struct complex_float {
    float re, im;
} complex_float;
typedef struct complex_double {
    double re, im;
} complex_double;

/* threads.c: run body(arg, begin, end) over [0, n) in parts of at least `grain`, which is about 0.1 ms of work, on all cores
 * that the process may use (GPULINALG_NUM_THREADS limits them).  Returns when all are done.  Nested calls, and calls while
 * another thread has the pool, run in the calling thread.  Works in a forked child.
 *
 * The calling thread asks between parts whether the user wants to stop; then what has not begun is left out, and
 * GLA_INTERRUPTED_ERROR is the outcome. */
typedef void (*gla_host_body)(void *arg, int64_t begin, int64_t end);
gla_status gla_host_parallel(int64_t n, int64_t grain, gla_host_body body, void *arg);
int gla_host_threads(void);

/* For a loop that is long by itself, or a body whose single parts are: to be asked every millisecond or so, from any thread
 * (some 10 ns).  When true, return: the result will be discarded.  Outside of a body return gla_host_stopped(). */
bool gla_host_stop(void);
gla_status gla_host_stopped(void);

#endif
