/* pass.c - One pass of an iterative solver, over blocks of rows that stay in the cache.  The rows are divided among threads. */
#include "backends/host/host.h"
#include "contract/krylov.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

typedef double float64;
typedef int64_t int64;
typedef complex_double complex128;
#define DEVICE static
#define GLOBAL
#define KRYLOV_SQRT(x) sqrt(x)
#include "../../../../kernels/krylov_numbers.h"

#define PIECE 16384 /* number of elements in a chunk of work; the sums of chunks are added in order */
#define BLOCK 512   /* number of elements that are computed at a time */

typedef struct job {
    const gla_krylov_pass *p;
    int64_t rows, pieces; /* number of rows per chunk; number of chunks */
    complex128 *parts;    /* indexed [chunk][dot][column] */
} job;

#define PASTE(a, b) a##_##b
#define NAMED(a, b) PASTE(a, b)

#define INNER(sum, a, b) ((sum).re += (double)(a) * (b))
#define FACTOR(f) ((T)(f).re)
#define TIMES(f, x) ((f) * (x))
#define PLUS(y, f, x) ((y) += (f) * (x))
#define T float
#define NAME float32
#include "pass.inc"
#undef T
#undef NAME
#define T double
#define NAME float64
#include "pass.inc"
#undef T
#undef NAME
#undef INNER
#undef FACTOR
#undef TIMES
#undef PLUS
#define INNER(sum, a, b)                                                                  \
    ((sum) = (complex128){(sum).re + ((double)(a).re * (b).re + (double)(a).im * (b).im), \
                          (sum).im + ((double)(a).re * (b).im - (double)(a).im * (b).re)})
#define FACTOR(f) ((T){(f).re, (f).im})
#define TIMES(f, x) ((T){(f).re * (x).re - (f).im * (x).im, (f).re * (x).im + (f).im * (x).re})
#define PLUS(y, f, x) ((y) = (T){(y).re + ((f).re * (x).re - (f).im * (x).im), (y).im + ((f).re * (x).im + (f).im * (x).re)})
#define T complex_float
#define NAME complex64
#include "pass.inc"
#undef T
#undef NAME
#define T complex_double
#define NAME complex128
#include "pass.inc"

static gla_status combine(const gla_krylov_pass *p)
{
    job w = {.p = p, .rows = PIECE / p->k > 0 ? PIECE / p->k : 1};
    complex128 *numbers = p->numbers;
    gla_host_body body = p->dtype == GLA_FLOAT32     ? pieces_float32
                         : p->dtype == GLA_FLOAT64   ? pieces_float64
                         : p->dtype == GLA_COMPLEX64 ? pieces_complex64
                                                     : pieces_complex128;
    w.pieces = (p->n + w.rows - 1) / w.rows;
    size_t bytes = (size_t)(w.pieces * p->dots * p->k) * sizeof *w.parts;
    complex128 few[16];
    w.parts = bytes <= sizeof few ? few : gla_malloc(bytes);
    if (!w.parts)
        return gla_fail_memory(p->op, bytes);
    gla_status st = gla_host_parallel(w.pieces, 2, body, &w);
    for (int d = 0; d < p->dots && !st; d++)
        for (int64_t j = 0; j < p->k; j++) {
            complex128 sum = {0, 0};
            for (int64_t i = 0; i < w.pieces; i++) {
                const complex128 *part = w.parts + (i * p->dots + d) * p->k + j;
                sum = (complex128){sum.re + part->re, sum.im + part->im};
            }
            numbers[p->sum[d] * p->k + j] = sum;
        }
    if (w.parts != few)
        gla_free(w.parts);
    return st;
}

static gla_status pass(gla_device *dev, const gla_krylov_pass *p)
{
    gla_status st = p->inputs > 0 ? combine(p) : GLA_OK;
    (void)dev;
    for (int64_t j = 0; j < p->k && !st && p->step; j++)
        krylov_step(p->step, p->at, (complex128 *)p->numbers + j, p->k);
    return st;
}

const gla_krylov_ops gla_host_krylov_ops = {.pass = pass};
