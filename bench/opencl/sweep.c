/* sweep.c - Search for parameters of CLBlast's Xgemm kernel that suit a device.
 *
 *     gcc -O2 -o sweep sweep.c -lclblast -lOpenCL -lm
 *     ./sweep [-d NUMBER] [-t sdcz] [-n ORDER] [-k DEPTH] [-f FIRST] [-s NAME=VALUE,...]
 *
 * Prints GFLOP/s (times four for complex numbers) of C = A B^T and C = A B for square matrices, and of a rank-DEPTH update as
 * in factorisations. It first uses the parameters of CLBlast's own database, then each set of the table below. -s tries one
 * other set instead, with missing values from the first set.  Every product is compared with the first one. Below an order of
 * some hundreds CLBlast uses another kernel, on which these parameters have no effect. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clblast_c.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GEMMK, KREG, KWG, KWI, MDIMA, MDIMC, MWG, NDIMB, NDIMC, NWG, SA, SB, STRM, STRN, VWM, VWN, COUNT };
static const char *names[COUNT] = {"GEMMK", "KREG", "KWG", "KWI", "MDIMA", "MDIMC", "MWG", "NDIMB",
                                   "NDIMC", "NWG",  "SA",  "SB",  "STRM",  "STRN",  "VWM", "VWN"};
/* In the order of names.  A group of MDIMC x NDIMC threads computes a tile of MWG x NWG. */
static const size_t sets[][COUNT] = {
    /* K  KR KWG KWI MA  MC  MWG  NB  NC  NWG SA SB SM SN VM VN */
    {0, 1, 16, 2, 16, 16, 64, 16, 16, 64, 1, 1, 0, 0, 1, 1},   {0, 1, 16, 2, 16, 16, 64, 16, 16, 64, 1, 1, 1, 1, 1, 1},
    {0, 1, 16, 2, 16, 16, 64, 16, 16, 64, 1, 1, 0, 0, 2, 2},   {0, 1, 32, 2, 16, 16, 64, 16, 16, 64, 1, 1, 0, 0, 2, 2},
    {0, 1, 16, 2, 8, 8, 64, 8, 8, 64, 1, 1, 0, 0, 2, 2},       {0, 1, 16, 2, 8, 8, 64, 8, 8, 64, 1, 1, 1, 1, 2, 2},
    {0, 1, 16, 8, 8, 8, 64, 8, 8, 64, 1, 1, 1, 1, 4, 4},       {0, 1, 16, 2, 16, 16, 128, 16, 16, 64, 1, 1, 0, 0, 2, 2},
    {0, 1, 16, 2, 16, 16, 128, 16, 16, 64, 1, 1, 1, 1, 2, 1},  {0, 1, 16, 2, 16, 16, 128, 16, 16, 64, 1, 1, 1, 1, 4, 2},
    {0, 1, 16, 2, 16, 16, 128, 8, 8, 64, 1, 1, 0, 0, 2, 2},    {0, 1, 16, 2, 16, 16, 128, 8, 8, 64, 1, 1, 1, 1, 2, 2},
    {0, 1, 16, 2, 16, 16, 128, 8, 8, 64, 1, 1, 1, 1, 4, 4},    {0, 1, 16, 2, 32, 32, 128, 8, 8, 64, 1, 1, 1, 1, 2, 4},
    {0, 1, 16, 8, 16, 16, 128, 16, 16, 128, 1, 1, 0, 0, 2, 2}, {0, 1, 16, 2, 16, 16, 128, 16, 16, 128, 1, 1, 1, 1, 1, 1},
    {0, 1, 16, 2, 16, 16, 128, 16, 16, 128, 1, 1, 1, 1, 2, 2}, {0, 1, 16, 2, 16, 16, 128, 16, 16, 128, 1, 1, 1, 1, 4, 4},
    {0, 1, 32, 2, 16, 16, 128, 16, 16, 128, 1, 1, 1, 1, 4, 4}, /* 64 KiB of local memory with doubles: not available
                                                                * everywhere */
    {0, 1, 16, 2, 32, 8, 128, 8, 16, 64, 1, 1, 0, 0, 2, 2},    {0, 1, 16, 2, 8, 16, 64, 16, 8, 128, 1, 1, 1, 1, 2, 2},
    {0, 1, 32, 8, 32, 16, 64, 8, 8, 64, 1, 1, 0, 0, 2, 4},     {0, 1, 16, 2, 16, 8, 32, 16, 8, 32, 1, 1, 1, 1, 2, 2},
    {0, 1, 16, 2, 8, 8, 64, 8, 8, 64, 0, 0, 0, 0, 2, 2},       {0, 1, 16, 2, 16, 16, 128, 16, 16, 128, 0, 0, 0, 0, 4, 4},
    {0, 1, 16, 8, 32, 32, 128, 16, 16, 128, 1, 1, 1, 1, 2, 2}, /* 512 threads */
    {1, 2, 1, 1, 8, 8, 16, 8, 8, 16, 0, 0, 0, 0, 2, 2},        {1, 4, 1, 1, 8, 8, 32, 8, 8, 32, 0, 0, 0, 0, 4, 4},
    {1, 4, 1, 1, 16, 16, 64, 8, 8, 64, 0, 0, 0, 0, 4, 4},      {1, 8, 1, 1, 16, 16, 128, 16, 16, 128, 0, 0, 0, 0, 4, 4},
};

typedef struct machine {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem a, b, c;
    size_t n, depth;
    char type;
} machine;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(cl_int error, const char *what)
{
    if (error != CL_SUCCESS) {
        fprintf(stderr, "sweep: %s: OpenCL error %d\n", what, error);
        exit(1);
    }
}

static size_t itemsize(char type)
{
    return type == 's' ? 4 : type == 'z' ? 16 : 8;
}

static CLBlastPrecision precision(char type)
{
    return type == 's'   ? CLBlastPrecisionSingle
           : type == 'd' ? CLBlastPrecisionDouble
           : type == 'c' ? CLBlastPrecisionComplexSingle
                         : CLBlastPrecisionComplexDouble;
}

/* Return the device with this number: GPUs of all platforms come first, then other devices. */
static cl_device_id find_device(unsigned number)
{
    cl_platform_id platforms[16];
    cl_uint n_platforms = 0;
    clGetPlatformIDs(16, platforms, &n_platforms);
    for (int pass = 0; pass < 2; pass++) {
        for (cl_uint p = 0; p < n_platforms && p < 16; p++) {
            cl_device_id devices[64];
            cl_uint n = 0;
            if (clGetDeviceIDs(platforms[p],
                               pass ? ~(cl_device_type)CL_DEVICE_TYPE_GPU & CL_DEVICE_TYPE_ALL : CL_DEVICE_TYPE_GPU, 64,
                               devices, &n) != CL_SUCCESS)
                continue;
            for (cl_uint d = 0; d < n; d++) {
                cl_device_type type = 0;
                clGetDeviceInfo(devices[d], CL_DEVICE_TYPE, sizeof type, &type, NULL);
                if (((type & CL_DEVICE_TYPE_GPU) == 0) == pass && number-- == 0)
                    return devices[d];
            }
        }
    }
    fprintf(stderr, "sweep: there is no such device\n");
    exit(1);
}

static CLBlastStatusCode multiply(machine *m, CLBlastTranspose tb, size_t k, bool accumulate)
{
    size_t n = m->n;
    CLBlastLayout layout = CLBlastLayoutColMajor;
    double beta = accumulate ? 1 : 0, alpha = accumulate ? -1 : 1;
    switch (m->type) {
    case 's':
        return CLBlastSgemm(layout, CLBlastTransposeNo, tb, n, n, k, (float)alpha, m->a, 0, n, m->b, 0, n, (float)beta, m->c, 0,
                            n, &m->queue, NULL);
    case 'd':
        return CLBlastDgemm(layout, CLBlastTransposeNo, tb, n, n, k, alpha, m->a, 0, n, m->b, 0, n, beta, m->c, 0, n, &m->queue,
                            NULL);
    case 'c':
        return CLBlastCgemm(layout, CLBlastTransposeNo, tb, n, n, k, (cl_float2){{(float)alpha, 0}}, m->a, 0, n, m->b, 0, n,
                            (cl_float2){{(float)beta, 0}}, m->c, 0, n, &m->queue, NULL);
    default:
        return CLBlastZgemm(layout, CLBlastTransposeNo, tb, n, n, k, (cl_double2){{alpha, 0}}, m->a, 0, n, m->b, 0, n,
                            (cl_double2){{beta, 0}}, m->c, 0, n, &m->queue, NULL);
    }
}

/* Return GFLOP/s of the fastest run, or 0 on failure; store the time of the first call, which compiles kernels, in *first. */
static double measure(machine *m, CLBlastTranspose tb, size_t k, double *first, CLBlastStatusCode *st)
{
    double best = 1e30, start = now();
    *st = multiply(m, tb, k, k != m->n);
    cl_int error = clFinish(m->queue);
    *first = now() - start;
    if (*st != CLBlastSuccess || error != CL_SUCCESS)
        return 0;
    for (int i = 0, n = *first > 2 ? 1 : 4; i < n && *st == CLBlastSuccess; i++) {
        start = now();
        *st = multiply(m, tb, k, k != m->n);
        if (clFinish(m->queue) != CL_SUCCESS)
            return 0;
        if (now() - start < best)
            best = now() - start;
    }
    return (m->type == 'c' || m->type == 'z' ? 8.0 : 2.0) * (double)m->n * (double)m->n * (double)k / best * 1e-9;
}

/* Compare a few rows of the last product with the first product. */
static double compare(machine *m, char *row, char *expected, bool is_first)
{
    size_t bytes = 2 * m->n * itemsize(m->type), count = bytes / (m->type == 's' || m->type == 'c' ? 4 : 8);
    double worst = 0;
    must(clEnqueueReadBuffer(m->queue, m->c, CL_TRUE, m->n * (m->n / 2) * itemsize(m->type), bytes, row, 0, NULL, NULL),
         "reading");
    if (is_first)
        memcpy(expected, row, bytes);
    for (size_t i = 0; i < count; i++) {
        double x = m->type == 's' || m->type == 'c' ? ((float *)row)[i] : ((double *)row)[i];
        double y = m->type == 's' || m->type == 'c' ? ((float *)expected)[i] : ((double *)expected)[i];
        if (!(fabs(x - y) <= worst))
            worst = fabs(x - y);
    }
    return worst;
}

static void report(machine *m, const size_t *set, char *row, char *expected)
{
    double first, again, error;
    CLBlastStatusCode st = CLBlastSuccess, st2 = CLBlastSuccess, st3 = CLBlastSuccess;
    if (set)
        st = CLBlastOverrideParameters(m->device, "Xgemm", precision(m->type), COUNT, names, set);
    if (st != CLBlastSuccess) {
        printf("  refused: CLBlast's code %d\n", st);
        return;
    }
    double nt = measure(m, CLBlastTransposeYes, m->n, &first, &st);
    error = st == CLBlastSuccess ? compare(m, row, expected, !set) : NAN;
    double nn = st == CLBlastSuccess ? measure(m, CLBlastTransposeNo, m->n, &again, &st2) : 0;
    double update = st == CLBlastSuccess ? measure(m, CLBlastTransposeYes, m->depth, &again, &st3) : 0;
    if (st != CLBlastSuccess || st2 != CLBlastSuccess || st3 != CLBlastSuccess)
        printf("  failed: CLBlast's codes %d %d %d;", st, st2, st3);
    printf(" %8.1f %8.1f %8.1f   %8.2e  %5.1f ", nt, nn, update, error, first);
    for (int i = 0; set && i < COUNT; i++)
        printf(" %s=%zu", names[i], set[i]);
    printf("%s\n", set ? "" : " (CLBlast's database)");
    fflush(stdout);
}

static cl_mem make_matrix(machine *m, bool random)
{
    cl_int error;
    size_t bytes = m->n * m->n * itemsize(m->type);
    cl_mem mem = clCreateBuffer(m->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    must(error, "clCreateBuffer");
    char *host = calloc(bytes, 1);
    bool single = m->type == 's' || m->type == 'c';
    uint32_t state = 12345u + (uint32_t)random;
    for (size_t i = 0; random && i < bytes / (single ? 4 : 8); i++) {
        state = state * 1664525u + 1013904223u;
        double x = (double)(state >> 8) / (1 << 24) - 0.5;
        if (single)
            ((float *)host)[i] = (float)x;
        else
            ((double *)host)[i] = x;
    }
    must(clEnqueueWriteBuffer(m->queue, mem, CL_TRUE, 0, bytes, host, 0, NULL, NULL), "writing");
    free(host);
    return mem;
}

static void sweep(machine *m, const size_t *only, int from)
{
    char *row = malloc(2 * m->n * itemsize(m->type)), *expected = malloc(2 * m->n * itemsize(m->type));
    m->a = make_matrix(m, true);
    m->b = make_matrix(m, true);
    m->c = make_matrix(m, false);
    printf("%cgemm, order %zu, depth of the update %zu\n"
           " GFLOP/s:\n     A B^T      A B   update   difference  first (s)\n",
           m->type, m->n, m->depth);
    report(m, NULL, row, expected);
    if (only)
        report(m, only, row, expected);
    for (size_t i = (size_t)from; !only && i < sizeof sets / sizeof *sets; i++)
        report(m, sets[i], row, expected);
    clReleaseMemObject(m->a);
    clReleaseMemObject(m->b);
    clReleaseMemObject(m->c);
    free(row);
    free(expected);
}

/* Read NAME=VALUE,... as changes of the first set. */
static void read_set(char *text, size_t *set)
{
    memcpy(set, sets[0], sizeof sets[0]);
    for (char *part = strtok(text, ", "); part; part = strtok(NULL, ", ")) {
        char *value = strchr(part, '=');
        int i = 0;
        if (value)
            *value++ = '\0';
        while (i < COUNT && strcmp(names[i], part) != 0)
            i++;
        if (!value || i == COUNT) {
            fprintf(stderr, "sweep: what is %s?\n", part);
            exit(2);
        }
        set[i] = (size_t)atol(value);
    }
}

int main(int argc, char **argv)
{
    machine m = {.n = 4096, .depth = 256};
    unsigned number = 0;
    char types[16] = "", device[200] = "";
    size_t mine[COUNT], *only = NULL;
    int from = 0;
    cl_int error;
    for (int i = 1; i + 1 < argc; i += 2) {
        char *value = argv[i + 1];
        switch (argv[i][0] == '-' ? argv[i][1] : 0) {
        case 'd': number = (unsigned)atoi(value); break;
        case 'n': m.n = (size_t)atol(value); break;
        case 'k': m.depth = (size_t)atol(value); break;
        case 'f': from = atoi(value); break;
        case 't': strncat(types, value, 4); break;
        case 's': read_set(value, only = mine); break;
        default: fprintf(stderr, "sweep: what is %s?\n", argv[i]); return 2;
        }
    }
    m.device = find_device(number);
    clGetDeviceInfo(m.device, CL_DEVICE_NAME, sizeof device - 1, device, NULL);
    printf("%s\n", device);
    m.context = clCreateContext(NULL, 1, &m.device, NULL, NULL, &error);
    must(error, "clCreateContext");
    m.queue = clCreateCommandQueue(m.context, m.device, 0, &error);
    must(error, "clCreateCommandQueue");
    for (const char *t = *types ? types : "ds"; *t; t++) {
        m.type = *t;
        sweep(&m, only, from);
    }
    return 0;
}
