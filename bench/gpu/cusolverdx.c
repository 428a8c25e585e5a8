/* cusolverdx.c - Benchmark of stacks of small matrices: NVIDIA's cuSOLVERDx, in kernels written around its functions, and
 * gpulinalg.
 *
 *     gcc -O2 -Iinclude -I$CUDA/include -I$MATHDX/include -o cusolverdx bench/gpu/cusolverdx*.c -Lsrc/.libs -lgpulinalg \
 *         $MATHDX/lib/libmathdx.so.0 -L$CUDA/lib64 -lnvrtc -lnvJitLink -lcuda -lm
 *     ./cusolverdx CACHE -c            compile what CACHE lacks; needs no GPU
 *     ./cusolverdx CACHE [ROW...]      measure
 *     ./cusolverdx list                the names of the rows
 *
 * MATHDX is the folder nvidia/cu13 of the wheel nvidia-libmathdx-cu13.  CACHE is a folder for compiled kernels, each of which
 * takes seconds to compile.  The columns ours and dx are medians of whole calls in ms, measured alternately. A call of dx is a
 * launch and a wait, with memory allocated before and without checks of the results.  kernel is the time of the kernel alone,
 * measured by events.  error is the largest of several backward errors of dx, in units of the rounding error. */
#include "cusolverdx.h"

#include "gpulinalg.h"

#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 31, LOOKED_AT = 40 };
#define CU(call) must(#call, call, "")
#define LA(call) must(#call, call, gla_last_message())

static const row rows[] = {
    {"det-8", DET, 20000, 8, 8, 1, 0, 0, 0},
    {"det-8+", DET, 20000, 8, 8, 1, 1, 0, 0},
    {"det-16", DET, 20000, 16, 16, 1, 0, 0, 0},
    {"det-16+", DET, 20000, 16, 16, 1, 1, 0, 0},
    {"det-32", DET, 20000, 32, 32, 1, 0, 0, 0},
    {"det-32+", DET, 20000, 32, 32, 1, 1, 0, 0},
    {"det-64", DET, 2000, 64, 64, 1, 0, 0, 0},
    {"det-64+", DET, 2000, 64, 64, 1, 1, 0, 0},
    {"cholesky-8", CHOLESKY, 20000, 8, 8, 1, 0, 0, 0},
    {"cholesky-8+", CHOLESKY, 20000, 8, 8, 1, 1, 0, 0},
    {"cholesky-16", CHOLESKY, 20000, 16, 16, 1, 0, 0, 0},
    {"cholesky-16+", CHOLESKY, 20000, 16, 16, 1, 1, 0, 0},
    {"cholesky-32", CHOLESKY, 20000, 32, 32, 1, 0, 0, 0},
    {"cholesky-32+", CHOLESKY, 20000, 32, 32, 1, 1, 0, 0},
    {"cholesky-64", CHOLESKY, 2000, 64, 64, 1, 0, 0, 0},
    {"cholesky-64+", CHOLESKY, 2000, 64, 64, 1, 1, 0, 0},
    {"inv-8", INV, 20000, 8, 8, 8, 0, 0, 0},
    {"inv-8+", INV, 20000, 8, 8, 8, 1, 0, 0},
    {"inv-16", INV, 20000, 16, 16, 16, 0, 0, 0},
    {"inv-16+", INV, 20000, 16, 16, 16, 1, 0, 0},
    {"inv-32", INV, 20000, 32, 32, 32, 0, 0, 0},
    {"inv-32+", INV, 20000, 32, 32, 32, 1, 0, 0},
    {"inv-64", INV, 2000, 64, 64, 64, 0, 0, 0},
    {"inv-64+", INV, 2000, 64, 64, 64, 1, 0, 0},
    {"solve-16", SOLVE, 20000, 16, 16, 1, 0, 0, 0},
    {"solve-16+", SOLVE, 20000, 16, 16, 1, 1, 0, 0},
    {"qr-32x8", QR, 20000, 32, 8, 8, 0, 0, 0},
    {"qr-32x8+", QR, 20000, 32, 8, 8, 1, 0, 0},
    {"qr-64", QR, 200, 64, 64, 64, 0, 0, 0},
    {"qr-64+", QR, 200, 64, 64, 64, 1, 0, 0},
    {"lstsq-32x8", LSTSQ, 20000, 32, 8, 1, 0, 0, 0},
    {"lstsq-32x8+", LSTSQ, 20000, 32, 8, 1, 1, 0, 0},
    {"eigh-16", EIGH, 20000, 16, 16, 1, 0, 0, 0},
    {"eigh-16+", EIGH, 20000, 16, 16, 1, 1, 0, 0},
    {"eigh-32", EIGH, 2000, 32, 32, 1, 0, 0, 0},
    {"eigh-32+", EIGH, 2000, 32, 32, 1, 1, 0, 0},
    {"eigh-64", EIGH, 200, 64, 64, 1, 0, 0, 0},
    {"eigh-64+", EIGH, 200, 64, 64, 1, 1, 0, 0},
    {"cholesky-16x8", CHOLESKY, 20000, 16, 16, 1, 1, 32, 8},
    {"cholesky-16x4w", CHOLESKY, 20000, 16, 16, 1, 1, 128, 8},
    {"eigh-16x4", EIGH, 20000, 16, 16, 1, 1, 128, 4},
    {"qr-64w", QR, 200, 64, 64, 64, 1, 256, 1},
    {"eigh-64w", EIGH, 200, 64, 64, 1, 1, 256, 1},
};
enum { ROWS = sizeof rows / sizeof *rows };

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void must(const char *what, int status, const char *says)
{
    if (status) {
        fprintf(stderr, "cusolverdx: %s: %d %s\n", what, status, says ? says : "");
        exit(1);
    }
}
/* The stack as an array of the library and as plain memory. */
typedef struct data {
    gla_array *a, *b;
    double *in, *sides;
    CUdeviceptr da, db, out, also, status;
} data;

/* Approximately normal: a sum of four uniform numbers, with variance 1/3. */
static double normal(void)
{
    static uint64_t state = 88172645463325252u;
    double sum = -2;
    for (int i = 0; i < 4; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        sum += (double)(state >> 11) * 0x1p-53;
    }
    return sum;
}

static gla_array *stack(int count, int m, int n, double **values)
{
    int64_t shape[3] = {count, m, n};
    gla_array *host = NULL;
    void *place = NULL;
    LA(gla_new_host(GLA_FLOAT64, 3, shape, &host, &place));
    *values = place;
    for (size_t i = 0; i < (size_t)count * (size_t)m * (size_t)n; i++)
        (*values)[i] = normal();
    return host;
}

static data prepare(const row *r)
{
    data d = {0};
    size_t n = (size_t)r->n, elements = (size_t)r->count * (size_t)r->m * n;
    gla_array *a = stack(r->count, r->m, r->n, &d.in), *b = stack(r->count, r->m, r->k, &d.sides);
    if (r->what == CHOLESKY || r->what == EIGH)
        for (size_t k = 0; k < (size_t)r->count; k++)
            for (size_t i = 0; i < n; i++) {
                d.in[k * n * n + i * n + i] += r->what == CHOLESKY ? 4 * (double)n : 0;
                for (size_t j = 0; j < i; j++)
                    d.in[k * n * n + j * n + i] = d.in[k * n * n + i * n + j];
            }
    LA(gla_to_device(a, "cuda:0", &d.a, GLA_MAYBE));
    LA(gla_to_device(b, "cuda:0", &d.b, GLA_MAYBE));
    size_t sides = (size_t)r->count * (size_t)(r->m * r->k);
    CU(cuMemAlloc(&d.da, elements * 8));
    CU(cuMemAlloc(&d.db, sides * 8));
    CU(cuMemAlloc(&d.out, (elements + sides) * 8));
    CU(cuMemAlloc(&d.also, (elements + sides) * 8));
    CU(cuMemAlloc(&d.status, 4));
    CU(cuMemcpyHtoD(d.da, d.in, elements * 8));
    CU(cuMemcpyHtoD(d.db, d.sides, sides * 8));
    CU(cuMemsetD8(d.status, 0, 4));
    return d;
}

static double ours(const row *r, const data *d)
{
    gla_array *x = NULL, *y = NULL, *z = NULL, *s = NULL;
    double start = now();
    switch (r->what) {
    case DET: LA(gla_det(d->a, &x)); break;
    case CHOLESKY: LA(gla_cholesky(d->a, &x, false)); break;
    case INV: LA(gla_inv(d->a, &x)); break;
    case SOLVE: LA(gla_solve(d->a, d->b, &x, 0)); break;
    case QR: LA(gla_qr(d->a, &x, &y, "reduced")); break;
    case LSTSQ: LA(gla_lstsq(d->a, d->b, &x, &y, &z, &s, NULL)); break;
    case EIGH: LA(gla_eigh(d->a, &x, &y)); break;
    }
    LA(gla_synchronize("cuda:0"));
    start = now() - start;
    gla_unref(x);
    gla_unref(y);
    gla_unref(z);
    gla_unref(s);
    return start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times)
{
    qsort(times, ROUNDS, sizeof *times, compare);
    return 1e3 * times[ROUNDS / 2];
}

static void measure(const row *r, kernel *k)
{
    CUmodule module;
    CUfunction function;
    CUevent begin, end;
    data d = prepare(r);
    int status = 0, registers = 0, local = 0, groups = (r->count + k->batches - 1) / k->batches, count = r->count;
    void *arguments[] = {&d.da, &d.db, &d.out, &d.also, &d.status, &count};
    double own[ROUNDS], dx[ROUNDS], alone[ROUNDS], worst = 0;
    CU(cuModuleLoadData(&module, k->image));
    CU(cuModuleGetFunction(&function, module, "run"));
    CU(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    CU(cuFuncGetAttribute(&local, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function));
    CU(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, k->shared));
    CU(cuEventCreate(&begin, 0));
    CU(cuEventCreate(&end, 0));
#define LAUNCH() \
    cuLaunchKernel(function, (unsigned)groups, 1, 1, (unsigned)k->threads, 1, 1, (unsigned)k->shared, 0, arguments, 0)
    for (int i = -3; i < ROUNDS; i++) {
        double mine = ours(r, &d), start = now();
        float ms = 0;
        CU(LAUNCH());
        CU(cuCtxSynchronize());
        double theirs = now() - start;
        CU(cuEventRecord(begin, 0));
        CU(LAUNCH());
        CU(cuEventRecord(end, 0));
        CU(cuCtxSynchronize());
        CU(cuEventElapsedTime(&ms, begin, end));
        if (i >= 0) {
            own[i] = mine;
            dx[i] = theirs;
            alone[i] = 1e-3 * (double)ms;
        }
    }
    size_t bytes = (size_t)r->count * (size_t)(r->m * (r->n + r->k)) * 8;
    double *out = malloc(bytes), *also = malloc(bytes);
    CU(cuMemcpyDtoH(out, d.out, bytes));
    CU(cuMemcpyDtoH(also, d.also, bytes));
    CU(cuMemcpyDtoH(&status, d.status, 4));
    for (int i = 0; i < LOOKED_AT; i++) {
        double e = error_of(r, d.in, d.sides, out, also, i < LOOKED_AT / 2 ? i : r->count - 1 - i + LOOKED_AT / 2);
        worst = e > worst || !(e >= 0) ? e : worst;
    }
    double mine = median(own), theirs = median(dx);
    printf("%-15s ours %8.4f  dx %8.4f  kernel %8.4f  dx/ours %6.2f  error %7.1f  status %d  "
           "%d x %d threads, %d registers, %d local\n",
           r->name, mine, theirs, median(alone), theirs / mine, worst, status, k->batches, k->threads, registers, local);
    fflush(stdout);
    free(out);
    free(also);
    CUdeviceptr all[] = {d.da, d.db, d.out, d.also, d.status};
    for (int i = 0; i < 5; i++)
        cuMemFree(all[i]);
    gla_unref(d.a);
    gla_unref(d.b);
    cuModuleUnload(module);
}

int main(int argc, char **argv)
{
    bool only_compile = argc > 2 && !strcmp(argv[2], "-c");
    CUdevice device;
    CUcontext context;
    if (argc < 2) {
        fputs("usage: cusolverdx CACHE [-c] [ROW...]\n", stderr);
        return 2;
    }
    if (!strcmp(argv[1], "list")) {
        for (int i = 0; i < ROWS; i++)
            puts(rows[i].name);
        return 0;
    }
    if (!only_compile) {
        CU(cuInit(0));
        CU(cuDeviceGet(&device, 0));
        CU(cuDevicePrimaryCtxRetain(&context, device));
        CU(cuCtxSetCurrent(context));
    }
    for (int i = 0; i < ROWS; i++) {
        bool wanted = argc == 2 + only_compile;
        for (int j = 2 + only_compile; j < argc; j++)
            wanted = wanted || !strcmp(argv[j], rows[i].name);
        kernel k;
        if (!wanted)
            continue;
        obtain(argv[1], &rows[i], &k);
        if (!only_compile)
            measure(&rows[i], &k);
        free(k.image);
    }
    return 0;
}
