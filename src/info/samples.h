/* samples.h - Work of each kind, to measure how long it takes. */
#ifndef GLA_INFO_SAMPLES_H
#define GLA_INFO_SAMPLES_H

#include "core/core.h"
#include "core/rates.h"

typedef struct gla_sample {
    int work; /* a gla_work, or GLA_WORKS for a copy to the device and back */
    gla_device *host, *dev;
    int64_t n;        /* length of vectors, or order of matrices */
    gla_array *x, *y; /* operands */
    gla_random_generator *generator;
} gla_sample;

/* Return the number of bytes of the operands and results of a sample. */
double gla_sample_bytes(int work, double amount);
/* Make operands for an amount of work. After a failure, and at the end, gla_sample_end releases them. */
gla_status gla_sample_begin(gla_sample *s, int work, double amount, gla_device *host, gla_device *dev);
void gla_sample_end(gla_sample *s);
/* Do the work once, and wait for it. */
gla_status gla_sample_run(gla_sample *s);
/* Return the least seconds of several runs after a first one. Fails if the first run takes longer than the limit, with
 * *seconds = 0. */
gla_status gla_sample_measure(gla_sample *s, double limit, double *seconds);

#endif
