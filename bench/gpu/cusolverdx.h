/* cusolverdx.h - Declarations shared by the parts of cusolverdx.c. */
#ifndef BENCH_CUSOLVERDX_H
#define BENCH_CUSOLVERDX_H

#include <stddef.h>

typedef enum { DET, CHOLESKY, INV, SOLVE, QR, LSTSQ, EIGH } work;
/* pad: additional elements of each row in local memory, which avoid bank conflicts.  threads and batches per block are 0 for
 * the library's suggestion. */
typedef struct row {
    const char *name;
    work what;
    int count, m, n, k, pad, threads, batches;
} row;
/* The parameters chosen for a row, and a compiled kernel. */
typedef struct kernel {
    int threads, batches, shared;
    size_t size;
    char *image;
} kernel;

double now(void);
/* End the program with a library's error message. */
void must(const char *what, int status, const char *says);
/* Read a kernel from the cache, or compile it and store it there. */
void obtain(const char *cache, const row *r, kernel *k);
/* Return the backward error of a matrix, in units of the rounding error. */
double error_of(const row *r, const double *in, const double *sides, const double *out, const double *also, int which);

#endif
