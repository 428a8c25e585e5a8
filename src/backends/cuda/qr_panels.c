/* qr_panels.c - Householder QR of a large real matrix.  Each wide panel consists of narrow panels, which are factored in the
 * registers of a cluster, and cuBLAS updates the columns to the right of the wide panel.  The next wide panel is factored
 * during the update of the other columns.
 *
 * The reflectors of a wide panel, including their zeros and ones, are stored in a block V.  The product of the reflectors is I
 * - V T Vᵀ, where T is the inverse of the upper triangle of VᵀV with 1/tau on the diagonal (kernels/qr_rows.h).  Three matrix
 * products apply the reflectors.
 *
 * Columns of extreme magnitude are first scaled by powers of two. */
#include "backends/device/dense/dense.h"
#include "panels.h"

#define ROW_BYTES 512 /* bytes of each row that a thread keeps in registers */
#define NARROWEST 8
#define WIDE 256
#define SMALLEST 256 /* number of reflectors from which this is faster than cuSOLVER */
#define GROUP 256    /* number of threads in a group of the other kernels */

#define SPLITS 16 /* largest number of parts of a long product with a small result */
#define LONG 1024 /* number of rows from which splitting is faster */

/* One of two wide panels in use: its reflectors V, its triangle T, its first column and its width. */
typedef struct block {
    char *v, *t;
    int64_t first, wide;
} block;

typedef struct walk {
    gla_math_call *c;
    gla_cuda_panels *panels;
    gla_cuda_panels main; /* the thread's own stream and the handle of the device */
    char *parts[2];       /* workspace of split products: [0] for the main stream, [1] for the panel stream */
    gla_matrix a;
    int64_t k; /* number of reflectors */
    char *tau;
    block blocks[2];
    char *products, *turned, *s, *narrow_products, *narrow_s;
    int *powers;
    gla_status st;
} walk;

static size_t item(const walk *w)
{
    return gla_itemsize(w->c->dtype);
}

static gla_matrix part(const walk *w, int64_t row, int64_t col, int64_t rows, int64_t cols)
{
    return (gla_matrix){(char *)w->a.data + (size_t)(col * w->a.ld + row) * item(w), rows, cols, w->a.ld, 0};
}

/* Return `cols` columns of V, beginning at column `col`, and their rows from `row`. */
static gla_matrix part_of_v(const walk *w, const block *b, int64_t row, int64_t col, int64_t cols)
{
    int64_t rows = w->a.rows - b->first;
    return (gla_matrix){b->v + (size_t)(col * rows + row) * item(w), rows - row, cols, rows, 0};
}

static char *tau_at(const walk *w, int64_t col)
{
    return w->tau + (size_t)col * item(w);
}

/* Return the number of columns of a narrow panel.  `rows` is its height in units of 4096. */
static int narrow_columns(gla_dtype dtype, int rows)
{
    int columns = ROW_BYTES / (rows < 2 ? 2 : rows) / (int)gla_itemsize(dtype);
    return columns < 32 ? columns : 32;
}

static int threads_of(int rows)
{
    return rows < 2 ? 128 : 256;
}

static int rows_of_block(int rows)
{
    return rows * 256;
}

static void put_panel(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define ROWS %d\n#define WIDTH %d\n#define THREADS %d\n", p->numbers[1], p->numbers[2], p->numbers[3]);
    gla_put_text(w, p->numbers[0] == GLA_FLOAT32 ? "#define NEGLIGIBLE 1e-30f\n" : "#define NEGLIGIBLE 1e-290\n");
}

gla_device_program gla_qr_panel_program(gla_dtype dtype, int rows)
{
    int threads = threads_of(rows);
    return (gla_device_program){
        "qr_panel.h",
        put_panel,
        NULL,
        {(uint16_t)dtype, (uint16_t)(rows_of_block(rows) / threads), (uint16_t)narrow_columns(dtype, rows), (uint16_t)threads}};
}

static gla_panel panel_of(gla_dtype dtype, int rows)
{
    size_t shared = (size_t)rows_of_block(rows) * (size_t)narrow_columns(dtype, rows) * gla_itemsize(dtype);
    return (gla_panel){GLA_QR_PANEL, gla_qr_panel_program(dtype, rows), rows, threads_of(rows), shared};
}

bool gla_qr_panels_take(gla_math_call *c, int64_t rows, int64_t k)
{
    int rows_of_thread = gla_panel_rows(rows);
    if (c->cuda->compute_capability < 90 || !gla_dtype_is_real_floating(c->dtype) || gla_cuda_wants_vendor() || k < SMALLEST ||
        narrow_columns(c->dtype, rows_of_thread) < NARROWEST)
        return false;
    const gla_panel first = panel_of(c->dtype, rows_of_thread);
    return gla_panel_fits(c, &first);
}

static void run(walk *w, cudaStream_t stream, const char *name, int64_t blocks, void **args)
{
    const gla_device_program p = gla_device_typed("qr_rows.h", w->c->dtype);
    void *kernel;
    if (!w->st)
        w->st = gla_device_find(w->c->dev, &p, name, &kernel);
    if (!w->st)
        w->st = gla_panel_launch(w->c, stream, kernel, (int)blocks, GROUP, 0, false, args);
}

static void product(walk *w, const gla_cuda_panels *where, double alpha, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                    double beta, const gla_matrix *out)
{
    if (!w->st && out->rows && out->cols)
        w->st = gla_panel_product(w->c, where->blas, alpha, ta, a, b, beta, out);
}

static void mark(walk *w, cudaEvent_t event, cudaStream_t done, cudaStream_t waits)
{
    if (!w->st)
        w->st = gla_panel_wait(w->c, event, done, waits);
}

static int64_t blocks_for(const walk *w, int64_t elements)
{
    int64_t blocks = (elements + GROUP - 1) / GROUP, most = (int64_t)w->c->cuda->multiprocessors * 16;
    return blocks < most ? blocks : most;
}

/* ---- a block of reflectors ---------------------------------------------------------------------------------------------- */
/* Return the number of parts into which the inner dimension is split to keep the device busy. */
static int64_t splits_of(const walk *w, const gla_matrix *out, int64_t length)
{
    int64_t tiles = ((out->rows + 63) / 64) * ((out->cols + 63) / 64),
            splits = 2 * (int64_t)w->c->cuda->multiprocessors / tiles;
    int64_t most = length / WIDE < SPLITS ? length / WIDE : SPLITS;
    int64_t fits = SPLITS * WIDE * WIDE / (out->rows * out->cols);
    splits = splits < most ? splits : most;
    return length < LONG ? 1 : splits < fits ? splits : fits;
}

/* A product aᵀ b as a sum of `count` products of equal length, stored one after another.  The kernel that adds the parts also
 * computes the contribution of the last `rest` rows, because cuBLAS takes as long for a few rows as for all rows. */
typedef struct parts {
    char *data;
    int count, rest;
} parts;

/* Compute the parts of aᵀ b, each with the shape of `out` and without gaps.  Without splitting, cuBLAS leaves most of the
 * device idle if the result is small and the columns are long.  If there is only one part, it is written to `out`. */
static parts inner_parts(walk *w, const gla_cuda_panels *where, const gla_matrix *a, const gla_matrix *b, const gla_matrix *out,
                         char *space)
{
    int64_t splits = splits_of(w, out, a->rows), length = splits > 1 ? a->rows / splits : a->rows;
    gla_matrix ap = *a, bp = *b, part = *out;
    if (splits <= 1) {
        product(w, where, 1, GLA_TRANS, a, b, 0, out);
        return (parts){out->data, 1, 0};
    }
    ap.rows = bp.rows = ap.stride = bp.stride = length;
    part.data = space;
    part.stride = out->rows * out->cols;
    if (!w->st)
        w->st = gla_panel_products(w->c, where->blas, GLA_TRANS, &ap, &bp, &part, splits);
    return (parts){space, (int)splits, (int)(a->rows - splits * length)};
}

/* Compute out = aᵀ b. */
static void inner_product(walk *w, const gla_cuda_panels *where, const gla_matrix *a, const gla_matrix *b,
                          const gla_matrix *out)
{
    parts p = inner_parts(w, where, a, b, out, w->parts[where == w->panels]);
    int64_t n = out->rows * out->cols;
    int m = (int)a->rows, rows = (int)out->rows;
    void *args[] = {&n,
                    &p.count,
                    &p.data,
                    &m,
                    &p.rest,
                    &rows,
                    (void *)&a->data,
                    (void *)&a->ld,
                    (void *)&b->data,
                    (void *)&b->ld,
                    (void *)&out->data};
    if (p.count > 1)
        run(w, where->stream, "qr_add", blocks_for(w, n), args);
}

static gla_matrix within(const walk *w, const void *square, int64_t n, int64_t row, int64_t col, int64_t rows, int64_t cols)
{
    return (gla_matrix){(char *)square + (size_t)(col * n + row) * item(w), rows, cols, n, 0};
}

/* Compute T of a block from its V.  First the two diagonal blocks T1 and T2 are inverted, and then the off-diagonal block is
 * T12 = -T1 S12 T2. */
static void make_triangle(walk *w, const gla_cuda_panels *where, const block *b)
{
    gla_matrix v = part_of_v(w, b, 0, 0, b->wide), s = {w->s, b->wide, b->wide, b->wide, 0};
    int n = (int)b->wide, half = WIDE / 2;
    const void *tau = tau_at(w, b->first);
    void *diagonal[] = {&n, &s.data, &tau, (void *)&b->t}, *others[] = {&n, &half, &s.data, (void *)&b->t};
    inner_product(w, where, &v, &v, &s);
    run(w, where->stream, "qr_invert_diagonal", (n + 31) / 32, diagonal);
    run(w, where->stream, "qr_invert", (n + 31) / 32, others);
    if (n <= half)
        return;
    gla_matrix s12 = within(w, s.data, n, 0, half, half, n - half), t12 = within(w, b->t, n, 0, half, half, n - half);
    gla_matrix t1 = within(w, b->t, n, 0, 0, half, half), t2 = within(w, b->t, n, half, half, n - half, n - half);
    gla_matrix between = {w->parts[where == w->panels], half, n - half, half, 0};
    product(w, where, 1, GLA_NO_TRANS, &s12, &t2, 0, &between);
    product(w, where, -1, GLA_NO_TRANS, &t1, &between, 0, &t12);
}

typedef struct application {
    bool transposed;          /* apply Qᵀ, as the factorisation does to the remaining columns */
    bool waits_for_t;         /* T is computed concurrently in the panel stream */
    int64_t identity_columns; /* number of leading columns of x that equal the leading columns of the identity */
} application;

/* Compute x = (I - V T Vᵀ) x, or the same with Tᵀ instead of T. */
static void apply(walk *w, const gla_cuda_panels *where, const block *b, application how, const gla_matrix *x)
{
    gla_matrix v = part_of_v(w, b, 0, 0, b->wide), t = {b->t, b->wide, b->wide, b->wide, 0};
    gla_matrix y = {w->products, b->wide, x->cols, b->wide, 0}, z = {w->turned, b->wide, x->cols, b->wide, 0};
    gla_matrix trailing = *x, trailing_products = y;
    int wide = (int)b->wide, identity_columns = (int)how.identity_columns;
    void *args[] = {&wide, &identity_columns, &v.data, &v.ld, &y.data};
    if (!x->cols)
        return;
    if (identity_columns)
        run(w, where->stream, "qr_top", blocks_for(w, b->wide * how.identity_columns), args);
    trailing.data = (char *)x->data + (size_t)(how.identity_columns * x->ld) * item(w);
    trailing_products.data = (char *)y.data + (size_t)(how.identity_columns * b->wide) * item(w);
    trailing.cols = trailing_products.cols = x->cols - how.identity_columns;
    if (trailing.cols)
        inner_product(w, where, &v, &trailing, &trailing_products);
    if (how.waits_for_t)
        mark(w, w->panels->factored, w->panels->stream, where->stream);
    product(w, where, 1, how.transposed ? GLA_TRANS : GLA_NO_TRANS, &t, &y, 0, &z);
    product(w, where, -1, GLA_NO_TRANS, &v, &z, 1, x);
}

/* Copy the reflectors of a block from `a` to V.  If `replace`, overwrite the reflectors in `a` by columns of the identity. */
static void copy_reflectors(walk *w, const gla_cuda_panels *where, const block *b, bool replace)
{
    gla_matrix a = part(w, b->first, b->first, w->a.rows - b->first, b->wide);
    int m = (int)a.rows, cols = (int)a.cols, replaces = replace;
    const void *tau = tau_at(w, b->first);
    void *args[] = {&m, &cols, &a.data, &a.ld, &tau, (void *)&b->v, &replaces};
    run(w, where->stream, "qr_reflectors", blocks_for(w, a.rows * a.cols), args);
}

/* ---- the factorisation -------------------------------------------------------------------------------------------------- */
/* Factor `cols` columns of the block, beginning at its column `before`. */
static void factor_narrow(walk *w, const block *b, int64_t before, int cols, int rows)
{
    gla_matrix a = part(w, b->first + before, b->first + before, w->a.rows - b->first - before, cols);
    gla_matrix v = part_of_v(w, b, 0, before, cols);
    const gla_panel panel = panel_of(w->c->dtype, rows);
    int m = (int)a.rows, above = (int)before;
    const void *tau = tau_at(w, b->first + before);
    void *args[] = {&m, &cols, &a.data, &a.ld, &tau, &above, &v.data, &v.ld};
    cudaKernel_t kernel;
    if (!w->st)
        w->st = gla_panel_kernel(w->c, &panel, &kernel);
    if (!w->st)
        w->st = gla_panel_launch(w->c, w->panels->stream, kernel, gla_panel_blocks(m, rows_of_block(rows)), panel.threads,
                                 panel.shared, true, args);
}

/* Apply the reflectors of these columns to the remaining columns of the block. */
static void update_block(walk *w, const block *b, int64_t before, int cols)
{
    int64_t left = b->wide - before - cols, row = b->first + before;
    gla_matrix v = part_of_v(w, b, before, before, cols), rest = part(w, row, row + cols, w->a.rows - row, left);
    gla_matrix s = {w->narrow_s, cols, cols, cols, 0}, y = {w->narrow_products, cols, left, cols, 0};
    int count = (int)left, m = (int)v.rows;
    const void *tau = tau_at(w, row);
    if (!left)
        return;
    parts sp = inner_parts(w, w->panels, &v, &v, &s, w->narrow_s), yp = inner_parts(w, w->panels, &v, &rest, &y, w->parts[1]);
    void *args[] = {&cols,    &count,  &sp.count, &sp.data,   &yp.count, &yp.data, &m,     &sp.rest,
                    &yp.rest, &v.data, &v.ld,     &rest.data, &rest.ld,  &tau,     &y.data};
    run(w, w->panels->stream, "qr_divide", (left + 7) / 8, args);
    product(w, w->panels, -1, GLA_NO_TRANS, &v, &y, 1, &rest);
}

static void factor_wide(walk *w, const block *b)
{
    for (int64_t before = 0; before < b->wide && !w->st;) {
        int rows = gla_panel_rows(w->a.rows - b->first - before), most = narrow_columns(w->c->dtype, rows);
        int cols = b->wide - before < most ? (int)(b->wide - before) : most;
        factor_narrow(w, b, before, cols, rows);
        update_block(w, b, before, cols);
        before += cols;
    }
}

/* Allocate the workspace for the blocks of the matrix, and for products that have `cols` columns. */
static gla_status begin(walk *w, int64_t cols)
{
    size_t v = (size_t)w->a.rows * WIDE, t = WIDE * WIDE, y = (size_t)cols * WIDE, narrow = WIDE * 32, unit = item(w);
    size_t split = SPLITS * t;
    gla_status st = gla_math_panels(w->c, &w->panels);
    if (!st)
        st = gla_math_work(
            w->c, (2 * (v + t + split + y) + t + narrow + SPLITS * 32 * 32) * unit + (size_t)w->a.cols * sizeof(int), 0);
    char *at = w->c->work;
    for (int i = 0; i < 2; i++) {
        w->blocks[i].v = at;
        w->blocks[i].t = at + v * unit;
        w->parts[i] = w->blocks[i].t + t * unit;
        at = w->parts[i] + split * unit;
    }
    w->products = at;
    w->turned = w->products + y * unit;
    w->s = w->turned + y * unit;
    w->narrow_products = w->s + t * unit;
    w->narrow_s = w->narrow_products + narrow * unit;
    w->powers = (int *)(w->narrow_s + SPLITS * 32 * 32 * unit);
    w->main = (gla_cuda_panels){.stream = gla_cuda_stream(w->c->cuda), .blas = w->c->math->blas};
    return st;
}

static void set_block(walk *w, block *b, int64_t first)
{
    b->first = first;
    b->wide = w->k - first < WIDE ? w->k - first : WIDE;
}

static void scale(walk *w, bool back)
{
    int rows = (int)w->a.rows, triangle = back, backwards = back;
    void *powers[] = {&rows, &w->a.data, &w->a.ld, &w->powers};
    void *args[] = {&rows, &triangle, &backwards, &w->a.data, &w->a.ld, &w->powers};
    if (!back)
        run(w, w->main.stream, "qr_powers", w->a.cols, powers);
    run(w, w->main.stream, "qr_scale", w->a.cols, args);
}

gla_status gla_qr_panels(gla_math_call *c, const gla_matrix *a, void *tau)
{
    walk w = {.c = c, .a = *a, .k = a->rows < a->cols ? a->rows : a->cols, .tau = tau};
    if ((w.st = begin(&w, a->cols)))
        return w.st;
    cudaStream_t ahead = w.panels->stream, main = w.main.stream;
    scale(&w, false);
    mark(&w, w.panels->updated, main, ahead);
    for (int64_t first = 0, turn = 0; first < w.k && !w.st; first += WIDE, turn ^= 1) {
        block *b = &w.blocks[turn];
        set_block(&w, b, first);
        int64_t col = first + b->wide, next = w.k - col < WIDE ? w.k - col : WIDE;
        factor_wide(&w, b);
        mark(&w, w.panels->factored, ahead, main);
        make_triangle(&w, w.panels, b);
        gla_matrix next_panel = part(&w, first, col, a->rows - first, next),
                   later = part(&w, first, col + next, a->rows - first, a->cols - col - next);
        apply(&w, &w.main, b, (application){.transposed = true, .waits_for_t = true}, &next_panel);
        mark(&w, w.panels->updated, main, ahead);
        apply(&w, &w.main, b, (application){.transposed = true, .waits_for_t = !next},
              &later); /* if `next_panel` was empty, nothing has
                                                                                            * waited for T yet */
    }
    mark(&w, w.panels->factored, ahead, main); /* the workspace is released after this */
    scale(&w, true);
    return w.st;
}

gla_status gla_cuda_factor_panel(const gla_dense *d, int64_t m, int64_t width, gla_strided a, void *tau, void *v, bool *done)
{
    gla_cuda *cuda = d->dev->state;
    gla_math_call c = {.op = d->op, .dev = d->dev, .dtype = d->dtype, .cuda = cuda, .math = cuda->math};
    bool is_held = gla_cuda_math_is_held(cuda);
    int rows = gla_panel_rows(m), height = (int)m, cols = (int)width, above = 0;
    void *args[] = {&height, &cols, &a.data, &a.col, &tau, &above, &v, &m};
    cudaKernel_t kernel;
    *done = false;
    if (!gla_dtype_is_real_floating(d->dtype) || d->batch != 1 || width > narrow_columns(d->dtype, rows))
        return GLA_OK;
    gla_status st = is_held ? GLA_OK : gla_cuda_math_enter(d->op, d->dev, &c.cuda, &c.math);
    if (st)
        return st;
    const gla_panel panel = panel_of(d->dtype, rows);
    *done = c.cuda->compute_capability >= 90 && gla_panel_fits(&c, &panel);
    if (*done)
        st = gla_panel_kernel(&c, &panel, &kernel);
    if (*done && !st)
        st = gla_panel_launch(&c, gla_cuda_stream(c.cuda), kernel, gla_panel_blocks(m, rows_of_block(rows)), panel.threads,
                              panel.shared, true, args);
    return is_held ? st : gla_cuda_math_leave(c.cuda, st);
}

/* Prepare V and T of the block at `first`, concurrently with the work on the previous block. */
static void prepare(walk *w, block *b, int64_t first, bool replace)
{
    mark(w, w->panels->updated, w->main.stream, w->panels->stream); /* the last operation that uses the memory of this block */
    set_block(w, b, first);
    copy_reflectors(w, w->panels, b, replace);
    make_triangle(w, w->panels, b);
}

/* Replace x, whose leading columns are columns of the identity, by (I - V T Vᵀ) x.  Set the rows above the leading columns to
 * zero. */
static void form_block(walk *w, const block *b, int64_t cols)
{
    gla_matrix above = part(w, 0, b->first, b->first, b->wide), x = part(w, b->first, b->first, w->a.rows - b->first, cols);
    int rows = (int)b->first, wide = (int)b->wide, nowhere = (int)w->a.rows;
    void *zeros[] = {&rows, &wide, &above.data, &above.ld, &nowhere};
    if (rows)
        run(w, w->main.stream, "qr_identity", blocks_for(w, b->first * b->wide), zeros);
    apply(w, &w->main, b, (application){.identity_columns = b->wide}, &x);
}

gla_status gla_qr_panels_form(gla_math_call *c, const gla_matrix *q, int64_t k, const void *tau)
{
    walk w = {.c = c, .a = *q, .k = k, .tau = (char *)tau};
    int m = (int)q->rows, more = (int)(q->cols - k), column = (int)k;
    if ((w.st = begin(&w, q->cols)))
        return w.st;
    gla_matrix trailing = part(&w, 0, k, q->rows, more);
    void *identity[] = {&m, &more, &trailing.data, &trailing.ld, &column};
    if (more)
        run(&w, w.main.stream, "qr_identity", blocks_for(&w, q->rows * more), identity);
    int64_t last = (k - 1) / WIDE * WIDE;
    prepare(&w, &w.blocks[0], last, true);
    for (int64_t first = last, turn = 0; first >= 0 && !w.st; first -= WIDE, turn ^= 1) {
        mark(&w, w.panels->factored, w.panels->stream, w.main.stream);
        if (first)
            prepare(&w, &w.blocks[turn ^ 1], first - WIDE, true);
        form_block(&w, &w.blocks[turn], q->cols - first);
    }
    return w.st;
}

gla_status gla_qr_panels_apply(gla_math_call *c, bool transposed, const gla_matrix *a, int64_t k, const void *tau,
                               const gla_matrix *x)
{
    walk w = {.c = c, .a = *a, .k = k, .tau = (char *)tau};
    if ((w.st = begin(&w, x->cols)))
        return w.st;
    int64_t last = (k - 1) / WIDE * WIDE;
    prepare(&w, &w.blocks[0], transposed ? 0 : last, false);
    for (int64_t done = 0, turn = 0; done <= last && !w.st; done += WIDE, turn ^= 1) {
        const block *b = &w.blocks[turn];
        int64_t next = done + WIDE;
        gla_matrix rows = *x;
        rows.data = (char *)x->data + (size_t)b->first * item(&w);
        rows.rows -= b->first;
        mark(&w, w.panels->factored, w.panels->stream, w.main.stream);
        if (next <= last)
            prepare(&w, &w.blocks[turn ^ 1], transposed ? next : last - next, false);
        apply(&w, &w.main, b, (application){.transposed = transposed}, &rows);
    }
    return w.st;
}
