/* clblast_gemm.c - Benchmark of a product through the library and by CLBlast, called directly on the same queue of the same
 * device.
 *
 *     clblast_gemm [DEVICE [ORDER...]]
 *
 * Both run alternately in one process, with the same parameters; times are medians.  The ratio should be near 1 from order 1024
 * on. */
#define CL_TARGET_OPENCL_VERSION 120
#include "gpulinalg.h"

#include <CL/cl.h>
#include <clblast_c.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 15

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(gla_status st)
{
    if (st) {
        fprintf(stderr, "clblast_gemm: %s\n", gla_last_message());
        exit(1);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times)
{
    qsort(times, ROUNDS, sizeof *times, compare);
    return times[ROUNDS / 2];
}

/* Make a buffer in the context of the library's queue. */
static cl_mem make(cl_command_queue queue, size_t bytes)
{
    cl_context context;
    cl_int error;
    double one = 1;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    if (error == CL_SUCCESS)
        error = clEnqueueFillBuffer(queue, mem, &one, sizeof one, 0, bytes, 0, NULL, NULL);
    if (error != CL_SUCCESS) {
        fprintf(stderr, "clblast_gemm: no memory for a matrix of %zu bytes (%d)\n", bytes, error);
        exit(1);
    }
    return mem;
}

static double direct(cl_command_queue queue, size_t n, cl_mem a, cl_mem b, cl_mem c)
{
    double start = now();
    CLBlastStatusCode status = CLBlastDgemm(CLBlastLayoutColMajor, CLBlastTransposeNo, CLBlastTransposeNo, n, n, n, 1, a, 0, n,
                                            b, 0, n, 0, c, 0, n, &queue, NULL);
    clFinish(queue);
    if (status != CLBlastSuccess) {
        fprintf(stderr, "clblast_gemm: CLBlast: %d\n", status);
        exit(1);
    }
    return now() - start;
}

static double through_us(const gla_array *a, const gla_array *b, const char *device)
{
    gla_array *c = NULL;
    double start = now();
    must(gla_matmul(a, b, &c));
    must(gla_synchronize(device));
    double time = now() - start;
    gla_unref(c);
    return time;
}

static void measure(const char *device, cl_command_queue queue, int64_t n)
{
    gla_array *a = NULL, *b = NULL;
    gla_ints shape = {2, {n, n}};
    double ours[ROUNDS], theirs[ROUNDS];
    size_t bytes = (size_t)(n * n) * sizeof(double);
    cl_mem m[3] = {make(queue, bytes), make(queue, bytes), make(queue, bytes)};
    must(gla_ones(&shape, &a, GLA_FLOAT64, device));
    must(gla_ones(&shape, &b, GLA_FLOAT64, device));
    for (int i = -3; i < ROUNDS; i++) {
        double x = through_us(a, b, device), y = direct(queue, (size_t)n, m[0], m[1], m[2]);
        if (i >= 0) {
            ours[i] = x;
            theirs[i] = y;
        }
    }
    double x = median(ours), y = median(theirs), work = 2e-9 * (double)n * (double)n * (double)n;
    printf("float64 %6lld   gpulinalg %9.3f ms %9.1f GFLOP/s   CLBlast %9.3f ms %9.1f GFLOP/s   ratio %.3f\n", (long long)n,
           1e3 * x, work / x, 1e3 * y, work / y, x / y);
    gla_unref(a);
    gla_unref(b);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(m[i]);
}

int main(int argc, char **argv)
{
    const char *device = argc > 1 ? argv[1] : "opencl:0";
    static const int64_t orders[] = {256, 1024, 2048, 4096};
    uintptr_t native = 0;
    gla_array *first = NULL, *product = NULL;
    gla_ints shape = {2, {1024, 1024}};
    must(gla_ones(&shape, &first, GLA_FLOAT64, device));
    must(gla_native_stream(device, &native));
    must(gla_matmul(first, first, &product)); /* sets CLBlast's parameters to the library's */
    for (int i = 2; i < argc; i++)
        measure(device, (cl_command_queue)native, atoll(argv[i]));
    for (int i = 0; argc <= 2 && i < 4; i++)
        measure(device, (cl_command_queue)native, orders[i]);
    gla_unref(product);
    gla_unref(first);
    return 0;
}
