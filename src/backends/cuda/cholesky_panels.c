/* cholesky_panels.c - Cholesky factorisation of a large real matrix: blocks of 64 columns in a launch each
 * (kernels/cholesky_panel.h), panels of these, outer blocks of panels, and cuBLAS for what an outer block does to the columns
 * behind it, while the next one is factored beside that. */
#include "panels.h"
#include "backends/device/dense/dense.h"
#include <stdlib.h>
#include <string.h>

#define NARROW 64
#define THREADS 128
#define PANEL 256
#define STAGED ((size_t)64 * 132 * 8) /* bytes of local memory of the kernel */
#define SMALLEST 128
#define LARGEST 65536

typedef struct walk {
    gla_math_call *c;
    gla_cuda_panels *panels;
    gla_cuda_panels main; /* the thread's stream, with the handles of the device */
    double *a, *kept;     /* kept: the diagonal blocks */
    int n, ld, *info;
    cudaKernel_t narrow, finish;
    gla_status st;
} walk;

/* Columns of an outer block: products with long sums reach a higher rate, but blocks wait for those before them. */
static int outer_columns(int n)
{
    return n >= 6144 ? 1024 : n >= 3072 ? 512 : PANEL;
}

gla_device_program gla_cholesky_panel_program(void)
{
    return gla_device_typed("cholesky_panel.h", GLA_FLOAT64);
}

bool gla_cholesky_panels_take(const gla_math_call *c, gla_uplo uplo, int64_t n)
{
    return c->cuda->compute_capability >= 90 && c->dtype == GLA_FLOAT64 && uplo == GLA_LOWER && n >= SMALLEST && n <= LARGEST &&
           !gla_cuda_wants_vendor();
}

static double *at(const walk *w, int row, int col)
{
    return w->a + (int64_t)col * w->ld + row;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void mark(walk *w, cudaEvent_t event, cudaStream_t done, cudaStream_t waits)
{
    if (!w->st)
        w->st = gla_panel_wait(w->c, event, done, waits);
}

/* `cols` columns of the panel at `first`, from its column `before` on.  But for the first ones the launch may begin while the
 * one before still runs: the kernel waits for it where it needs its columns. */
static void factor_narrow(walk *w, int first, int before, int cols)
{
    int col = first + before, m = w->n - col, groups = m > NARROW ? (m - 1) / NARROW : 1;
    double *a = at(w, col, col), *kept = w->kept + (int64_t)col * NARROW;
    int64_t ld = w->ld;
    void *args[] = {&m, &cols, &a, &ld, &before, &kept, &col, &w->info};
    cudaLaunchAttribute early = {.id = cudaLaunchAttributeProgrammaticStreamSerialization,
                                 .val.programmaticStreamSerializationAllowed = 1};
    cudaLaunchConfig_t launch = {.gridDim = {(unsigned)groups, 1, 1},
                                 .blockDim = {THREADS, 1, 1},
                                 .dynamicSmemBytes = STAGED,
                                 .stream = w->panels->stream,
                                 .attrs = &early,
                                 .numAttrs = before > 0};
    if (!w->st)
        w->st = gla_cuda_check(w->c->op, cudaLaunchKernelExC(&launch, (const void *)w->narrow, args));
}

/* Columns s to s + cols, from row s on, less what `wide` columns at `first` make of them. */
static void update(walk *w, int first, int wide, int s, int cols)
{
    const double one = 1, minus = -1;
    if (!w->st && cols > 0)
        w->st = gla_cublas_check(w->c->op,
                                 cublasDgemm(w->panels->blas, CUBLAS_OP_N, CUBLAS_OP_T, w->n - s, cols, wide, &minus,
                                             at(w, s, first), w->ld, at(w, s, first), w->ld, &one, at(w, s, s), w->ld));
}

/* All columns from s on. */
static void update_rest(walk *w, int first, int wide, int s)
{
    const double one = 1, minus = -1;
    if (!w->st && s < w->n)
        w->st = gla_cublas_check(w->c->op, cublasDsyrk(w->main.blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, w->n - s, wide,
                                                       &minus, at(w, s, first), w->ld, &one, at(w, s, s), w->ld));
}

/* An outer block, panel by panel, each of which updates the others. */
static void factor_outer(walk *w, int first, int end)
{
    for (int panel = first; panel < end; panel += PANEL) {
        int wide = smaller(PANEL, end - panel);
        for (int before = 0; before < wide; before += NARROW)
            factor_narrow(w, panel, before, smaller(NARROW, wide - before));
        update(w, panel, wide, panel + wide, end - panel - wide);
    }
}

static gla_status find(walk *w, const char *name, cudaKernel_t *kernel)
{
    const gla_device_program p = gla_cholesky_panel_program();
    void *found = NULL;
    gla_status st = gla_device_find(w->c->dev, &p, name, &found);
    *kernel = found;
    return st;
}

static gla_status begin(walk *w)
{
    size_t blocks = (size_t)(w->n + NARROW - 1) / NARROW;
    gla_status st = gla_math_panels(w->c, &w->panels);
    if (!st)
        st = gla_math_work(w->c, blocks * NARROW * NARROW * sizeof(double), 0);
    if (!st)
        st = find(w, "cholesky_panel", &w->narrow);
    if (!st)
        st = find(w, "cholesky_finish", &w->finish);
    if (!st)
        st = gla_cuda_check(
            w->c->op, cudaFuncSetAttribute((const void *)w->narrow, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)STAGED));
    if (!st)
        st = gla_cuda_check(w->c->op, cudaMemsetAsync(w->info, 0, sizeof(int), w->main.stream));
    w->kept = w->c->work;
    return st;
}

static void factor_tiles(walk *w, int first, int end, cudaStream_t stream, char *work)
{
    gla_cholesky_tiles t = {.n = w->n - first,
                            .columns = end - first,
                            .ld = w->ld,
                            .base = first,
                            .a = at(w, first, first),
                            .work = work,
                            .info = w->info};
    int64_t columns = (end - first + 63) / 64;
    void *flags = NULL, *kernel = NULL;
    const gla_device_program p = gla_dense_cholesky_program();
    if (!w->st)
        w->st = gla_device_find(w->c->dev, &p, "cholesky_tiles", &kernel);
    flags = work + gla_dense_cholesky_flags(t.n);
    if (!w->st)
        w->st = gla_cuda_check(
            w->c->op, cudaMemsetAsync(flags, 0, gla_dense_cholesky_bytes(t.n) - gla_dense_cholesky_flags(t.n), stream));
    void *args[] = {&t.n, &columns, &t.ld, &t.base, &t.a, &work, &flags, &t.info};
    if (!w->st)
        w->st = gla_panel_launch(w->c, stream, kernel, (int)gla_dense_cholesky_groups(w->c->dev, &t), GLA_CHOLESKY_THREADS, 0,
                                 false, args);
}

static gla_status by_tiles(walk *w, int outer)
{
    cudaStream_t ahead = w->panels->stream, main = w->main.stream;
    char *work = w->c->work;
    if (outer >= w->n) {
        factor_tiles(w, 0, w->n, main, work);
        return w->st;
    }
    mark(w, w->panels->updated, main, ahead);
    for (int first = 0; first < w->n && !w->st; first += outer) {
        int col = smaller(w->n, first + outer), next = smaller(outer, w->n - col);
        factor_tiles(w, first, col, ahead, work);
        mark(w, w->panels->factored, ahead, main);
        mark(w, w->panels->updated, main, ahead); /* by the block before */
        update(w, first, col - first, col, next);
        update_rest(w, first, col - first, col + next);
    }
    mark(w, w->panels->updated, ahead, main);
    return w->st;
}

/* The diagonal blocks in place, and nothing above the diagonal. */
static void finish(walk *w, int outer)
{
    int64_t ld = w->ld;
    void *args[] = {&w->n, &outer, &w->a, &ld, &w->kept};
    mark(w, w->panels->updated, w->panels->stream, w->main.stream);
    if (!w->st)
        w->st = gla_panel_launch(w->c, w->main.stream, w->finish, w->n, THREADS, 0, false, args);
}

gla_status gla_cholesky_panels(gla_math_call *c, const gla_matrix *a, int64_t i)
{
    walk w = {.c = c,
              .a = gla_matrix_at(a, c->dtype, i),
              .n = (int)a->rows,
              .ld = (int)a->ld,
              .info = c->info + i,
              .main = {.stream = gla_cuda_stream(c->cuda), .blas = c->math->blas}};
    if ((w.st = begin(&w)))
        return w.st;
    cudaStream_t ahead = w.panels->stream, main = w.main.stream;
    int outer = outer_columns(w.n);
    const char *mode = getenv("CHOL_MODE"), *env = getenv("CHOL_OUTER");
    if (!mode || strcmp(mode, "old")) {
        w.st = gla_math_work(c, gla_dense_cholesky_bytes(w.n), 0);
        return w.st ? w.st : by_tiles(&w, env ? atoi(env) : w.n);
    }
    mark(&w, w.panels->updated, main, ahead);
    for (int first = 0; first < w.n && !w.st; first += outer) {
        int col = smaller(w.n, first + outer), next = smaller(outer, w.n - col);
        factor_outer(&w, first, col);
        mark(&w, w.panels->factored, ahead, main);
        mark(&w, w.panels->updated, main, ahead); /* by the block before */
        update(&w, first, col - first, col, next);
        update_rest(&w, first, col - first, col + next);
    }
    finish(&w, outer);
    return w.st;
}
