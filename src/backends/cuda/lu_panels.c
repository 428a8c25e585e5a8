/* lu_panels.c - LU factorisation with partial pivoting of a large matrix.  Each wide panel consists of narrow panels, which are
 * factored in the registers of a cluster, and cuBLAS updates the columns to the right of the wide panel.  The next wide panel
 * is factored during the update of the other columns.
 *
 *     wide panel k:      [A11 A21]ᵀ = P_k^-1 [L11 L21]ᵀ U11, narrow panel by narrow panel
 *     remaining columns: gather(P_k), U12 = L11^-1 A12, A22 -= L21 U12; the columns of wide panel k + 1 first
 *     at the end:        put the rows of each L21 in the order of all later exchanges, one column at a time
 *
 * The blocking is the same as in LAPACK's getrf; look-ahead follows Strazdins (1998). */
#include "panels.h"

#define THREADS 256
#define ROW_BYTES 512 /* bytes of each row that a thread keeps in registers */
#define NARROWEST 8
#define MOVES 132 /* number of ints in the list of row moves of a panel */
/* Order from which this is faster than cuSOLVER.  In cuSOLVER's panels for complex matrices, communication takes a smaller
 * share of the time. */
#define SMALLEST 65
#define SMALLEST_COMPLEX 1400
#define KEPT_COLUMN ((size_t)200 << 10) /* largest number of bytes of shared memory for a column */

static int wide_columns(int64_t n)
{
    return n <= 1024 ? 512 : 256;
}

typedef struct walk {
    gla_math_call *c;
    gla_cuda_panels *panels;
    gla_cuda_panels update; /* the thread's own stream and the handle of the device */
    char *a;
    int64_t m, n, k, ld, *pivots; /* k is the number of columns that are factored */
    int *info, wide, *moves, *orders, *far, *joined[2];
    cudaKernel_t exchange, gather, narrow; /* narrow: kernel for panels with narrow_rows rows per thread */
    int narrow_rows;
    gla_status st;
} walk;

static gla_matrix part(const walk *w, int64_t row, int64_t col, int64_t rows, int64_t cols)
{
    return (gla_matrix){w->a + (col * w->ld + row) * (int64_t)gla_itemsize(w->c->dtype), rows, cols, w->ld, 0};
}

static int *order_of(const walk *w, int64_t col)
{
    return w->orders + col / w->wide * w->m;
}

static int *far_of(const walk *w, int64_t col)
{
    return w->far + col / w->wide * (w->wide + 1);
}

/* Return the number of columns of a narrow panel if each thread keeps `rows` rows. */
static int narrow_columns(gla_dtype dtype, int rows)
{
    int columns = ROW_BYTES / rows / (int)gla_itemsize(dtype), most = dtype == GLA_COMPLEX128 ? 16 : 32;
    return columns < most ? columns : most;
}

static void put_panel(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define ROWS %d\n#define WIDTH %d\n", p->numbers[1], p->numbers[2]);
}

gla_device_program gla_lu_panel_program(gla_dtype dtype, int rows)
{
    return (gla_device_program){
        "lu_panel.h", put_panel, NULL, {(uint16_t)dtype, (uint16_t)rows, (uint16_t)narrow_columns(dtype, rows)}};
}

/* Return the number of bytes of shared memory for the finished elements of a thread block. */
static size_t panel_bytes(gla_dtype dtype, int rows)
{
    return (size_t)THREADS * (size_t)rows * (size_t)narrow_columns(dtype, rows) * gla_itemsize(dtype);
}

static gla_panel panel_of(gla_dtype dtype, int rows)
{
    return (gla_panel){GLA_LU_PANEL, gla_lu_panel_program(dtype, rows), rows, THREADS, panel_bytes(dtype, rows)};
}

static gla_status row_kernel(gla_math_call *c, const char *name, cudaKernel_t *kernel)
{
    const gla_device_program p = gla_device_typed("lu_rows.h", c->dtype);
    void *found = NULL;
    gla_status st = gla_device_find(c->dev, &p, name, &found);
    *kernel = found;
    return st;
}

bool gla_lu_panels_take(gla_math_call *c, const gla_matrix *a)
{
    int64_t k = a->rows < a->cols ? a->rows : a->cols;
    int rows = gla_panel_rows(a->rows);
    bool large = k >= (gla_dtype_is_complex(c->dtype) ? SMALLEST_COMPLEX : SMALLEST) && a->cols <= INT32_MAX;
    if (c->cuda->compute_capability < 90 || gla_cuda_wants_vendor() || !large || narrow_columns(c->dtype, rows) < NARROWEST ||
        (size_t)a->rows * gla_itemsize(c->dtype) > KEPT_COLUMN)
        return false;
    const gla_panel first = panel_of(c->dtype, rows);
    return gla_panel_fits(c, &first);
}

static void launch(walk *w, cudaStream_t stream, cudaKernel_t kernel, int64_t blocks, void **args)
{
    if (!w->st)
        w->st = gla_panel_launch(w->c, stream, kernel, (int)blocks, THREADS, 0, false, args);
}

static void subtract_product(walk *w, const gla_cuda_panels *where, const gla_matrix *a, const gla_matrix *b,
                             const gla_matrix *c)
{
    if (!w->st && c->rows && c->cols)
        w->st = gla_panel_product(w->c, where->blas, -1, GLA_NO_TRANS, a, b, 1, c);
}

static void mark(walk *w, cudaEvent_t event, cudaStream_t done, cudaStream_t waits)
{
    if (!w->st)
        w->st = gla_panel_wait(w->c, event, done, waits);
}

/* Factor columns col to col + cols − 1 of the wide panel that begins at `first`, and record their row exchanges. */
static void factor_narrow(walk *w, int64_t first, int64_t wide, int64_t col, int cols, int rows)
{
    int m = (int)(w->m - col), before = (int)(col - first), width = (int)wide;
    int *order = order_of(w, first), *far = far_of(w, first);
    int64_t *pivots = w->pivots + col, base = col;
    gla_matrix a = part(w, col, col, m, cols);
    void *args[] = {&m, &cols, &a.data, &a.ld, &base, &pivots, &w->info, &w->moves, &before, &width, &order, &far};
    const gla_panel panel = panel_of(w->c->dtype, rows);
    if (!w->st && rows != w->narrow_rows)
        w->st = gla_panel_kernel(w->c, &panel, &w->narrow);
    w->narrow_rows = rows;
    if (!w->st)
        w->st = gla_panel_launch(w->c, w->panels->stream, w->narrow, gla_panel_blocks(m, rows * THREADS), THREADS, panel.shared,
                                 true, args);
}

static void factor_wide(walk *w, int64_t first, int64_t wide)
{
    for (int64_t col = first; col < first + wide;) {
        int rows = gla_panel_rows(w->m - col), most = narrow_columns(w->c->dtype, rows);
        int64_t left = first + wide - col;
        int cols = left < most ? (int)left : most, m = (int)(w->m - col), before = (int)(col - first), width = (int)wide;
        factor_narrow(w, first, wide, col, cols, rows);
        if (wide > cols) {
            gla_matrix a = part(w, col, first, m, wide);
            void *args[] = {&m, &before, &width, &cols, &a.data, &a.ld, &w->moves};
            launch(w, w->panels->stream, w->exchange, (wide - cols + 3) / 4, args);
        }
        col += cols;
        gla_matrix below = part(w, col, col - cols, w->m - col, cols), right = part(w, col - cols, col, cols, left - cols),
                   rest = part(w, col, col, w->m - col, left - cols);
        subtract_product(w, w->panels, &below, &right, &rest);
    }
}

/* Update columns col to col + cols − 1, to the right of a wide panel. */
static void update(walk *w, int64_t first, int64_t wide, int64_t col, int64_t cols)
{
    gla_matrix triangle = part(w, first, first, wide, wide), top = part(w, first, col, wide, cols),
               below = part(w, first + wide, first, w->m - first - wide, wide),
               rest = part(w, first + wide, col, w->m - first - wide, cols);
    int count = (int)cols, width = (int)wide, *order = order_of(w, first), *far = far_of(w, first);
    void *args[] = {&count, &width, &top.data, &top.ld, &order, &far};
    int64_t most = (int64_t)w->c->cuda->multiprocessors * 8;
    if (!cols)
        return;
    launch(w, w->update.stream, w->gather, cols < most ? cols : most, args);
    if (!w->st)
        w->st = gla_cublas_check(w->c->op, gla_cublas_trsm(w->update.blas, w->c->dtype, CUBLAS_SIDE_LEFT,
                                                           CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, wide, cols,
                                                           triangle.data, triangle.ld, top.data, top.ld));
    subtract_product(w, &w->update, &below, &top, &rest);
}

/* Reorder the rows of each wide panel according to the exchanges of later panels. */
static void reorder_left(walk *w)
{
    cudaKernel_t join = NULL, reorder = NULL;
    int m = (int)w->m, *all = NULL, *other = w->joined[1];
    int64_t last = (w->k - 1) / w->wide * w->wide;
    if (!w->st)
        w->st = row_kernel(w->c, "lu_join_orders", &join);
    if (!w->st)
        w->st = row_kernel(w->c, "lu_reorder", &reorder);
    if (!w->st)
        w->st = gla_cuda_check(w->c->op, cudaFuncSetAttribute((const void *)reorder,
                                                              cudaFuncAttributeMaxDynamicSharedMemorySize, (int)KEPT_COLUMN));
    for (int64_t at = last; at > 0 && !w->st; at -= w->wide) {
        int first = (int)at, *order = order_of(w, at);
        gla_matrix a = part(w, 0, at - w->wide, w->m, w->wide);
        void *join_args[] = {&m, &first, &order, &all, &other};
        void *args[] = {&m, &first, &a.data, &a.ld, &other};
        launch(w, w->update.stream, join, 32, join_args);
        if (!w->st)
            w->st = gla_panel_launch(w->c, w->update.stream, reorder, w->wide, 512,
                                     (size_t)(w->m - at) * gla_itemsize(w->c->dtype), false, args);
        all = other;
        other = w->joined[other == w->joined[1] ? 0 : 1];
    }
}

static gla_status begin(walk *w)
{
    int64_t panels = (w->k + w->wide - 1) / w->wide, ints = panels * (w->m + w->wide + 1) + 2 * w->m + MOVES;
    gla_status st = gla_math_panels(w->c, &w->panels);
    if (!st)
        st = gla_math_work(w->c, (size_t)ints * sizeof(int), 0);
    if (!st)
        st = row_kernel(w->c, "lu_exchange", &w->exchange);
    if (!st)
        st = row_kernel(w->c, "lu_gather", &w->gather);
    if (!st)
        st = gla_cuda_check(w->c->op, cudaMemsetAsync(w->info, 0, sizeof(int), gla_cuda_stream(w->c->cuda)));
    w->moves = w->c->work;
    w->joined[0] = w->moves + MOVES;
    w->joined[1] = w->joined[0] + w->m;
    w->far = w->joined[1] + w->m;
    w->orders = w->far + panels * (w->wide + 1);
    return st;
}

gla_status gla_lu_panels(gla_math_call *c, const gla_matrix *a, int64_t i, int64_t *pivots)
{
    int64_t k = a->rows < a->cols ? a->rows : a->cols;
    walk w = {.c = c,
              .a = gla_matrix_at(a, c->dtype, i),
              .m = a->rows,
              .n = a->cols,
              .k = k,
              .ld = a->ld,
              .pivots = pivots,
              .info = c->info + i,
              .wide = wide_columns(k),
              .update = {.stream = gla_cuda_stream(c->cuda), .blas = c->math->blas}};
    w.st = begin(&w);
    if (w.st)
        return w.st;
    cudaStream_t ahead = w.panels->stream, main = w.update.stream;
    mark(&w, w.panels->updated, main, ahead);
    for (int64_t first = 0; first < k && !w.st; first += w.wide) {
        int64_t wide = k - first < w.wide ? k - first : w.wide, col = first + wide;
        int64_t next = k - col < w.wide ? k - col : w.wide;
        factor_wide(&w, first, wide);
        mark(&w, w.panels->factored, ahead, main);
        update(&w, first, wide, col, next);
        mark(&w, w.panels->updated, main, ahead);
        update(&w, first, wide, col + next, w.n - col - next);
    }
    reorder_left(&w);
    return w.st;
}
