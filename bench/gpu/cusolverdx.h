/* cusolverdx.h - what the parts of cusolverdx.c share. */
#ifndef BENCH_CUSOLVERDX_H
#define BENCH_CUSOLVERDX_H

#include <stddef.h>

typedef enum { DET, CHOLESKY, INV, SOLVE, QR, LSTSQ, EIGH } work;
/* pad: further elements of each row in local memory, against conflicts of banks.  threads and batches of a block are 0 for
 * what the library suggests. */
typedef struct row {
    const char *name;
    work what;
    int count, m, n, k, pad, threads, batches;
} row;
/* What was chosen for a row, and a compiled kernel. */
typedef struct kernel {
    int threads, batches, shared;
    size_t size;
    char *image;
} kernel;

double now(void);
/* Ends the program with what a library says. */
void must(const char *what, int status, const char *says);
/* From the cache, else compiled and kept there. */
void obtain(const char *cache, const row *r, kernel *k);
/* The backward error of a matrix, in units of the rounding error. */
double error_of(const row *r, const double *in, const double *sides, const double *out, const double *also, int which);

#endif
