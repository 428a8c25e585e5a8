/* cusolverdx_kernel.c - Kernels around functions of cuSOLVERDx, and a cache of compiled kernels. */
#include "cusolverdx.h"

#include <libcusolverdx.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define ARCHITECTURE 900
#define DX(call) must(#call, call, dx_says())

/* Kernel source of row r, which calls the functions FIRST and SECOND of cuSOLVERDx.  A block handles BATCHES matrices with rows
 * of length LDA. */
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

static const char *dx_says(void)
{
    static char text[4000];
    commondxStatusType status;
    size_t size = 0;
    if (!commondxGetLastErrorStrSize(&size) && size && size < sizeof text)
        commondxGetLastErrorStr(&status, size, text);
    return text;
}

static bool has_sides(work what)
{
    return what == INV || what == SOLVE || what == LSTSQ;
}

/* Describe the function, with k's numbers of threads and matrices per block if these are set. */
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

/* A description cannot be changed after it has been queried. */
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

/* Add the code of one function to a link; its name is stored in the definition `as`. */
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

/* Add the code that functions of all sizes call. */
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
    long long elements = 0; /* workspace of heev in elements; as a number of bytes it would be too small */
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

void obtain(const char *cache, const row *r, kernel *k)
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
