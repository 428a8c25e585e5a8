/* cusolverdx.c - stacks of small matrices by NVIDIA's cuSOLVERDx, in kernels made around its functions, beside this library.
 *
 *     gcc -O2 -Iinclude -I$CUDA/include -I$MATHDX/include -o cusolverdx bench/gpu/cusolverdx.c -Lsrc/.libs -lgpulinalg \
 *         $MATHDX/lib/libmathdx.so.0 -L$CUDA/lib64 -lnvrtc -lnvJitLink -lcuda -lm
 *     ./cusolverdx CACHE -c            compile what CACHE lacks; needs no GPU
 *     ./cusolverdx CACHE [ROW...]      measure
 *     ./cusolverdx list                the names of the rows
 *
 * MATHDX is nvidia/cu13 of the wheel nvidia-libmathdx-cu13.  CACHE is a folder for compiled kernels: to compile one takes
 * seconds.  ours and dx are medians of whole calls in ms, in turn; of dx a call is a launch and a wait, with memory that is
 * there before, and no look at the numbers.  kernel is the time of the kernel alone, by events.  error is the largest of
 * some backward errors, of theirs, in units of the rounding error. */
#include "gpulinalg.h"

#include <cuda.h>
#include <libcusolverdx.h>
#include <math.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 31, LOOKED_AT = 40, ARCHITECTURE = 900 };
typedef enum { DET, CHOLESKY, INV, SOLVE, QR, LSTSQ, EIGH } work;
/* pad: further elements of each row in local memory, against conflicts of banks.  threads and batches of a block are 0 for
 * what the library suggests. */
typedef struct row {
    const char *name;
    work what;
    int count, m, n, k, pad, threads, batches;
} row;
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

/* In row r: the functions of cuSOLVERDx are named FIRST and SECOND there.  BATCHES matrices to a block, rows of LDA. */
static const char source[] =
    "extern \"C\" __device__ void FIRST(ARGUMENTS);\n"
    "#ifdef SECOND\nextern \"C\" __device__ void SECOND(double *, double *);\n#endif\n"
    "#define EACH(i, n) for (int i = threadIdx.x; i < BATCHES * (n); i += THREADS)\n"
    "#define OF(i, n) ((long)min(first + (i) / (n), count - 1) * (n) + (i) % (n))\n"
    "#define IS(i, n) (first + (i) / (n) < count)\n"
    "#define A(i) a[(i) / (M * N) * (M * LDA) + (i) % (M * N) / N * LDA + (i) % N]\n"
    "#define B(i) b[(i) / (M * K) * (M * LDB) + (i) % (M * K) / K * LDB + (i) % K]\n"
    "extern \"C\" __global__ void __launch_bounds__(THREADS) run(const double *in, const double *sides, double *out,\n"
    "        double *also, int *status, int count) {\n"
    "    extern __shared__ double a[];\n"
    "    double *b = a + BATCHES * M * LDA, *tau = b + BATCHES * M * LDB, *work = tau + BATCHES * M;\n"
    "    __shared__ int pivots[BATCHES * M], info[BATCHES];\n"
    "    int first = blockIdx.x * BATCHES;\n"
    "    EACH(i, M * N) A(i) = in[OF(i, M * N)];\n"
    "    EACH(i, 1) info[i] = 0;\n"
    "#if WHAT == 2\n    EACH(i, M * K) B(i) = i % (M * K) / K == i % K;\n#elif WHAT == 3 || WHAT == 5\n"
    "    EACH(i, M * K) B(i) = sides[OF(i, M * K)];\n#endif\n"
    "    __syncthreads();\n"
    "    FIRST(CALL);\n"
    "    __syncthreads();\n"
    "#if WHAT == 0\n"
    "    EACH(i, 1) if (IS(i, 1)) { double d = 1;\n"
    "        for (int j = 0; j < N; j++) { d *= a[i * M * LDA + j * LDA + j]; if (pivots[i * M + j] != j + 1) d = -d; }\n"
    "        out[first + i] = d; }\n"
    "#elif WHAT == 1\n"
    "    EACH(i, M * N) if (IS(i, M * N)) out[OF(i, M * N)] = i % (M * N) / N >= i % N ? A(i) : 0;\n"
    "#elif WHAT == 2 || WHAT == 3\n"
    "    EACH(i, M * K) if (IS(i, M * K)) out[OF(i, M * K)] = B(i);\n"
    "#elif WHAT == 4\n"
    "    EACH(i, N * N) if (IS(i, N * N)) { int r = i % (N * N) / N, c = i % N;\n"
    "        also[OF(i, N * N)] = r <= c ? a[i / (N * N) * (M * LDA) + r * LDA + c] : 0; }\n"
    "    __syncthreads();\n    SECOND(a, tau);\n    __syncthreads();\n"
    "    EACH(i, M * N) if (IS(i, M * N)) out[OF(i, M * N)] = A(i);\n"
    "#elif WHAT == 5\n"
    "    EACH(i, N * K) if (IS(i, N * K)) out[OF(i, N * K)] = b[i / (N * K) * (M * LDB) + i % (N * K) / K * LDB + i % K];\n"
    "#else\n"
    "    EACH(i, M * N) if (IS(i, M * N)) out[OF(i, M * N)] = A(i);\n"
    "    EACH(i, N) if (IS(i, N)) also[OF(i, N)] = tau[i];\n"
    "#endif\n"
    "    EACH(i, 1) if (IS(i, 1) && info[i]) *status = info[i];\n"
    "}\n";
static const struct {
    int function, second;
    const char *arguments, *call;
} made[] = {
    [DET] = {CUSOLVERDX_FUNCTION_GETRF_PARTIAL_PIVOT, -1, "double *, int *, int *", "a, pivots, info"},
    [CHOLESKY] = {CUSOLVERDX_FUNCTION_POTRF, -1, "double *, int *", "a, info"},
    [INV] = {CUSOLVERDX_FUNCTION_GESV_PARTIAL_PIVOT, -1, "double *, int *, double *, int *", "a, pivots, b, info"},
    [SOLVE] = {CUSOLVERDX_FUNCTION_GESV_PARTIAL_PIVOT, -1, "double *, int *, double *, int *", "a, pivots, b, info"},
    [QR] = {CUSOLVERDX_FUNCTION_GEQRF, CUSOLVERDX_FUNCTION_UNGQR, "double *, double *", "a, tau"},
    [LSTSQ] = {CUSOLVERDX_FUNCTION_GELS, -1, "double *, double *, double *", "a, tau, b"},
    [EIGH] = {CUSOLVERDX_FUNCTION_HEEV, -1, "double *, double *, double *, int *", "a, tau, work, info"},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Ends the program with what a library says. */
static void must(const char *what, int status, const char *says)
{
    if (status) {
        fprintf(stderr, "cusolverdx: %s: %d %s\n", what, status, says ? says : "");
        exit(1);
    }
}
#define DX(call) must(#call, call, dx_says())
#define CU(call) must(#call, call, "")
#define LA(call) must(#call, call, gla_last_message())

static const char *dx_says(void)
{
    static char text[4000];
    commondxStatusType status;
    size_t size = 0;
    if (!commondxGetLastErrorStrSize(&size) && size && size < sizeof text)
        commondxGetLastErrorStr(&status, size, text);
    return text;
}

/* ---- a kernel around cuSOLVERDx's functions -------------------------------------------------------------------------- */
/* What was chosen for a row, and a compiled kernel. */
typedef struct kernel {
    int threads, batches, shared;
    size_t size;
    char *image;
} kernel;

static bool has_sides(work what)
{
    return what == INV || what == SOLVE || what == LSTSQ;
}

/* With the threads and matrices of a block that k has, if it has some. */
static cusolverdxDescriptor describe(const row *r, int function, const kernel *k)
{
    cusolverdxDescriptor d;
    bool sides = has_sides(r->what);
    long long size[3] = {r->m, r->n, r->k}, rows_lie[2] = {CUSOLVERDX_ARRANGEMENT_ROW_MAJOR, CUSOLVERDX_ARRANGEMENT_ROW_MAJOR};
    long long strides[2] = {r->n + r->pad, r->k + (r->k > 1 ? r->pad : 0)}, block[3] = {1, 1, 1};
    if (function == CUSOLVERDX_FUNCTION_UNGQR)
        size[2] = r->n;
    DX(cusolverdxCreateDescriptor(&d));
    DX(cusolverdxSetOperatorInt64s(d, CUSOLVERDX_OPERATOR_SIZE, 3, size));
    DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_TYPE, CUSOLVERDX_TYPE_REAL));
    DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_PRECISION, COMMONDX_PRECISION_F64));
    DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_SM, ARCHITECTURE));
    DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_EXECUTION, COMMONDX_EXECUTION_BLOCK));
    DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_API, CUSOLVERDX_API_SMEM));
    DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_FUNCTION, function));
    DX(cusolverdxSetOperatorInt64s(d, CUSOLVERDX_OPERATOR_ARRANGEMENT, sides ? 2 : 1, rows_lie));
    DX(cusolverdxSetOperatorInt64s(d, CUSOLVERDX_OPERATOR_LEADING_DIMENSION, sides ? 2 : 1, strides));
    if (r->what == CHOLESKY || r->what == EIGH)
        DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_FILL_MODE, CUSOLVERDX_FILL_MODE_LOWER));
    if (r->what == EIGH)
        DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_JOB, CUSOLVERDX_JOB_OVERWRITE_VECTORS));
    if (sides)
        DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_TRANSPOSE_MODE, CUSOLVERDX_TRANSPOSE_MODE_NON_TRANSPOSED));
    if (k->threads) {
        block[0] = k->threads;
        DX(cusolverdxSetOperatorInt64s(d, CUSOLVERDX_OPERATOR_BLOCK_DIM, 3, block));
        DX(cusolverdxSetOperatorInt64(d, CUSOLVERDX_OPERATOR_BATCHES_PER_BLOCK, k->batches));
    }
    return d;
}

/* Once one has asked a description it does not change any more. */
static void suggest(const row *r, kernel *k)
{
    long long block[3] = {0}, batches = 0;
    cusolverdxDescriptor d = describe(r, made[r->what].function, k);
    DX(cusolverdxGetTraitInt64s(d, CUSOLVERDX_TRAIT_SUGGESTED_BLOCK_DIM, 3, block));
    DX(cusolverdxGetTraitInt64(d, CUSOLVERDX_TRAIT_SUGGESTED_BATCHES_PER_BLOCK, &batches));
    DX(cusolverdxDestroyDescriptor(d));
    k->threads = (int)block[0];
    k->batches = (int)batches;
}

/* The code of one function, added to a link; its name comes into the definition `as`. */
static void add_function(nvJitLinkHandle link, cusolverdxDescriptor d, const char *as, char *definition, size_t room)
{
    char name[300];
    size_t size = 0;
    commondxCode code;
    DX(cusolverdxGetTraitStrSize(d, CUSOLVERDX_TRAIT_SYMBOL_NAME, &size));
    DX(size > sizeof name ? COMMONDX_INVALID_VALUE : cusolverdxGetTraitStr(d, CUSOLVERDX_TRAIT_SYMBOL_NAME, size, name));
    snprintf(definition, room, "-D%s=%s", as, name);
    DX(commondxCreateCode(&code));
    DX(commondxSetCodeOptionInt64(code, COMMONDX_OPTION_TARGET_SM, ARCHITECTURE));
    DX(cusolverdxFinalizeCode(code, d));
    DX(commondxGetCodeLTOIRSize(code, &size));
    void *text = malloc(size);
    DX(commondxGetCodeLTOIR(code, size, text));
    must("nvJitLinkAddData", nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, text, size, name), "");
    free(text);
    commondxDestroyCode(code);
}

/* What functions of all sizes call. */
static void add_common(nvJitLinkHandle link, cusolverdxDescriptor d)
{
    size_t size = 0;
    DX(cusolverdxGetUniversalFATBINSize(d, &size));
    void *code = malloc(size);
    DX(cusolverdxGetUniversalFATBIN(d, size, code));
    must("nvJitLinkAddData", nvJitLinkAddData(link, NVJITLINK_INPUT_FATBIN, code, size, "common"), "");
    free(code);
}

static void add_source(nvJitLinkHandle link, const char *const *options, int count)
{
    nvrtcProgram program;
    size_t size = 0;
    must("nvrtcCreateProgram", nvrtcCreateProgram(&program, source, "cusolverdx.cu", 0, NULL, NULL), "");
    nvrtcResult result = nvrtcCompileProgram(program, count, options);
    if (result) {
        char log[4000] = "";
        if (!nvrtcGetProgramLogSize(program, &size) && size < sizeof log)
            nvrtcGetProgramLog(program, log);
        must("nvrtcCompileProgram", (int)result, log);
    }
    must("nvrtcGetLTOIRSize", nvrtcGetLTOIRSize(program, &size), "");
    char *text = malloc(size);
    must("nvrtcGetLTOIR", nvrtcGetLTOIR(program, text), "");
    must("nvJitLinkAddData", nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, text, size, "run"), "");
    free(text);
    nvrtcDestroyProgram(&program);
}

static void compile(const row *r, kernel *k)
{
    const char *link_options[] = {"-arch=sm_90", "-lto", "-O3"};
    nvJitLinkHandle link;
    char options[16][400];
    const char *list[16];
    int count = 0;
    long long elements = 0; /* of heev's workspace: taken for bytes it is too small */
    *k = (kernel){.threads = r->threads, .batches = r->batches};
    if (!k->threads)
        suggest(r, k);
    must("nvJitLinkCreate", nvJitLinkCreate(&link, 3, link_options), "");
    cusolverdxDescriptor d = describe(r, made[r->what].function, k);
    if (r->what == EIGH)
        DX(cusolverdxGetTraitInt64(d, CUSOLVERDX_TRAIT_WORKSPACE_SIZE, &elements));
    add_function(link, d, "FIRST", options[count++], sizeof *options);
    add_common(link, d);
    if (made[r->what].second >= 0)
        add_function(link, describe(r, made[r->what].second, k), "SECOND", options[count++], sizeof *options);
    int lda = r->n + r->pad, ldb = has_sides(r->what) ? r->k + (r->k > 1 ? r->pad : 0) : 0;
    k->shared = k->batches * (r->m * (lda + ldb + 1) + (int)elements + 8) * (int)sizeof(double);
#define DEFINE(...) snprintf(options[count++], sizeof *options, __VA_ARGS__)
    DEFINE("-arch=sm_90");
    DEFINE("-dlto");
    DEFINE("-rdc=true");
    DEFINE("-DARGUMENTS=%s", made[r->what].arguments);
    DEFINE("-DCALL=%s", made[r->what].call);
    DEFINE("-DWHAT=%d", r->what);
    DEFINE("-DM=%d", r->m);
    DEFINE("-DN=%d", r->n);
    DEFINE("-DK=%d", r->k);
    DEFINE("-DLDA=%d", lda);
    DEFINE("-DLDB=%d", ldb);
    DEFINE("-DTHREADS=%d", k->threads);
    DEFINE("-DBATCHES=%d", k->batches);
    for (int i = 0; i < count; i++)
        list[i] = options[i];
    add_source(link, list, count);
    nvJitLinkResult result = nvJitLinkComplete(link);
    if (result) {
        char log[4000] = "";
        size_t size = 0;
        if (!nvJitLinkGetErrorLogSize(link, &size) && size < sizeof log)
            nvJitLinkGetErrorLog(link, log);
        must("nvJitLinkComplete", (int)result, log);
    }
    must("nvJitLinkGetLinkedCubinSize", nvJitLinkGetLinkedCubinSize(link, &k->size), "");
    k->image = malloc(k->size);
    must("nvJitLinkGetLinkedCubin", nvJitLinkGetLinkedCubin(link, k->image), "");
    nvJitLinkDestroy(&link);
}

/* From the cache, else compiled and kept there. */
static void obtain(const char *cache, const row *r, kernel *k)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", cache, r->name);
    FILE *file = fopen(path, "rb");
    if (file) {
        must("fread", fread(k, sizeof *k, 1, file) != 1, path);
        k->image = malloc(k->size);
        must("fread", fread(k->image, 1, k->size, file) != k->size, path);
        fclose(file);
        return;
    }
    struct rusage used;
    double start = now();
    compile(r, k);
    getrusage(RUSAGE_SELF, &used);
    printf("%-15s compiled in %.2f s, processor %.2f s since the start; %zu bytes\n", r->name, now() - start,
           (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec, k->size);
    file = fopen(path, "wb");
    must("fopen", !file, path);
    must("fwrite", fwrite(k, sizeof *k, 1, file) != 1 || fwrite(k->image, 1, k->size, file) != k->size, path);
    fclose(file);
}

/* ---- errors of theirs, over some matrices ---------------------------------------------------------------------------- */
static double norm(const double *a, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* The norm of left diag(scale) right - what; right is turned first if it is to be, scale and what may be the identity: NULL. */
static double residual(const double *left, const double *right, bool turned, const double *scale, const double *what, int m,
                       int n, int k)
{
    double sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double x = what ? -what[i * n + j] : -(double)(i == j);
            for (int l = 0; l < k; l++)
                x += left[i * k + l] * (scale ? scale[l] : 1) * (turned ? right[j * k + l] : right[l * n + j]);
            sum += x * x;
        }
    return sqrt(sum);
}

static double determinant(double *a, int n)
{
    double d = 1;
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(a[i * n + j]) > fabs(a[p * n + j]) ? i : p;
        for (int l = 0; l < n; l++) {
            double x = a[p * n + l];
            a[p * n + l] = a[j * n + l];
            a[j * n + l] = x;
        }
        d *= p == j ? a[j * n + j] : -a[j * n + j];
        for (int i = j + 1; i < n; i++)
            for (int l = n - 1; l >= j; l--)
                a[i * n + l] -= a[j * n + l] * (a[i * n + j] / a[j * n + j]);
    }
    return d;
}

static double error_of(const row *r, const double *in, const double *sides, const double *out, const double *also, int which)
{
    int m = r->m, n = r->n, k = r->k;
    double *copy = malloc((size_t)m * (size_t)n * sizeof *copy), e = 0;
    const double *a = in + (size_t)which * (size_t)(m * n), *b = sides + (size_t)which * (size_t)(m * k);
    memcpy(copy, a, (size_t)m * (size_t)n * sizeof *copy);
    if (r->what == DET) {
        double d = determinant(copy, n);
        e = fabs(out[which] - d) / fabs(d) / 100;
    } else if (r->what == CHOLESKY) {
        const double *l = out + (size_t)which * (size_t)(n * n);
        e = residual(l, l, true, NULL, a, n, n, n) / norm(a, n * n);
    } else if (r->what == INV) {
        const double *x = out + (size_t)which * (size_t)(n * n);
        e = residual(a, x, false, NULL, NULL, n, n, n) / norm(a, n * n) / norm(x, n * n);
    } else if (r->what == SOLVE) {
        const double *x = out + (size_t)which * (size_t)(n * k);
        e = residual(a, x, false, NULL, b, n, k, n) / norm(a, n * n) / norm(x, n * k);
    } else if (r->what == QR) {
        const double *q = out + (size_t)which * (size_t)(m * n), *u = also + (size_t)which * (size_t)(n * n);
        e = residual(q, u, false, NULL, a, m, n, n) / norm(a, m * n);
    } else if (r->what == LSTSQ) { /* Aᵀ (A x - b) */
        const double *x = out + (size_t)which * (size_t)(n * k);
        double sum = 0, *s = malloc((size_t)m * sizeof *s);
        for (int i = 0; i < m; i++) {
            s[i] = -b[i];
            for (int j = 0; j < n; j++)
                s[i] += a[i * n + j] * x[j];
        }
        for (int j = 0; j < n; j++) {
            double g = 0;
            for (int i = 0; i < m; i++)
                g += a[i * n + j] * s[i];
            sum += g * g;
        }
        e = sqrt(sum) / norm(a, m * n) / norm(b, m);
        free(s);
    } else { /* A = V D Vᵀ, vectors in columns */
        const double *v = out + (size_t)which * (size_t)(n * n), *d = also + (size_t)which * (size_t)n;
        e = residual(v, v, true, d, a, n, n, n) / norm(a, n * n);
    }
    free(copy);
    return e / 0x1p-53;
}

/* ---- measuring ------------------------------------------------------------------------------------------------------- */
/* The stack as the library has it and as plain memory. */
typedef struct data {
    gla_array *a, *b;
    double *in, *sides;
    CUdeviceptr da, db, out, also, status;
} data;

/* Nearly: a sum of four, with variance 1/3. */
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
    printf(
        "%-15s ours %8.4f  dx %8.4f  kernel %8.4f  dx/ours %6.2f  error %7.1f  status %d  %d x %d threads, %d registers, %d local\n",
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
