/* blas_threads.h - whether OpenBLAS may use threads for a call.
 *
 * Its number of threads is one for the whole process, and its own limits, below which it uses none, are far too low: with two
 * threads most of LAPACK takes longer than with one up to orders of 500, and LU may wait some 40 ms for a thread that has no
 * processor.  So small calls ask for one thread.  Calls that want one and calls that want all never run at the same time, so
 * that digits do not depend on what other threads of the script do. */
#ifndef GLA_BACKENDS_HOST_DENSE_BLAS_THREADS_H
#define GLA_BACKENDS_HOST_DENSE_BLAS_THREADS_H

#include "backends/host/host.h"

/* Around calls of OpenBLAS, which others of the script may wait for: not around a whole stack.  Within another pair that one
 * holds.  gla_host_stop() does not ask between the two. */
void gla_blas_begin(bool together);
void gla_blas_end(void);
bool gla_blas_is_held(void);
/* Around other libraries that call OpenBLAS: a fork waits until they have left it, so nobody asks gla_interrupted() there. */
void gla_blas_enter(void);
void gla_blas_leave(void);

/* Work, as multiplications and additions, from which threads pay for products and for solving with triangles. */
#define GLA_BLAS_PRODUCT 3e6

#endif
