/* chirp.h - lines of lengths with large prime factors, as sums of products that longer transforms make. */
#ifndef GLA_BACKENDS_FFTW_CHIRP_H
#define GLA_BACKENDS_FFTW_CHIRP_H

#include "backends/host/fftw.h"

typedef struct gla_fftw_chirp gla_fftw_chirp;

/* How long the other transforms are; 0: FFTW's own way is faster. */
int64_t gla_fftw_padded(int64_t n);

/* `forward` is the plan of a forward transform of that length, which stays the caller's. */
gla_status gla_fftw_chirp_make(const char *op, int64_t n, bool inverse, const gla_fftw_plan *forward, gla_fftw_chirp **made);
void gla_fftw_chirp_free(gla_fftw_chirp *c);

/* The line x to y; `work` holds two lines of the padded length, aligned. */
void gla_fftw_chirp_run(const gla_fftw_chirp *c, const void *x, void *y, void *work);

#endif
