/* blas_threads.h - Control whether OpenBLAS may use threads for a call.
 *
 * OpenBLAS's number of threads applies to the whole process, and its own limits, below which it uses one thread, are far too
 * low. With two threads, most of LAPACK is slower than with one thread up to orders of 500, and LU may wait some 40 ms for a
 * thread that has no processor.  Therefore small calls request one thread.  Calls with one thread and calls with all threads
 * never run at the same time, so that the digits of a result do not depend on the other threads of the user's script. */
#ifndef GLA_BACKENDS_HOST_DENSE_BLAS_THREADS_H
#define GLA_BACKENDS_HOST_DENSE_BLAS_THREADS_H

#include "backends/host/host.h"

/* Enclose calls to OpenBLAS.  Other threads may wait for gla_blas_end(), so do not enclose a whole stack.  A nested pair keeps
 * the mode of the outer pair.  Between the two calls, gla_host_stop() does not check for interrupts. */
void gla_blas_begin(bool together);
void gla_blas_end(void);
bool gla_blas_is_held(void);
/* Enclose calls to other libraries that call OpenBLAS.  A fork waits for gla_blas_leave(), so do not call gla_interrupted()
 * between the two calls. */
void gla_blas_enter(void);
void gla_blas_leave(void);

/* Number of multiplications and additions from which threads are faster for products and triangular solves. */
#define GLA_BLAS_PRODUCT 3e6

#endif
