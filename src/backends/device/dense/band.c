/* band.c - Reduce a Hermitian matrix to a band.  Each step computes the QR factorisation of a block column below the band, and
 * applies its reflectors to the trailing matrix from both sides: A - V Wᴴ - W Vᴴ with W = A V T - V (Tᴴ Vᴴ A V T) / 2
 * (Dongarra, Hammarling and Sorensen 1989).
 *
 * Both triangles of the trailing matrix are stored, so that its product with V reads each element once.  This product and the
 * update are one matrix product each.  Compared with the use of one triangle, the number of multiplications doubles, but the
 * time is the same if memory bandwidth is the limit. */
#include "hermitian.h"
#include "reflectors.h"

#define GROUP 256 /* number of threads in a group */

const char gla_hermitian_lines[] = "#define BAND 32\n#define GROUP 256\n";

typedef struct reduction {
    const gla_dense *d;
    gla_reflectors r;
    gla_matrix a; /* without its first GLA_BAND rows and its last columns */
    char *tau;
    void *block; /* allocated block that contains the members below */
    char *parts; /* V, A V, V, W and V next to each other, so that each product has contiguous left and right operands */
    void *inner, *triangle, *turn;
} reduction;

static int64_t lay_out(reduction *w, char *at)
{
    char *begin = at;
    int64_t square = GLA_BAND * GLA_BAND, item = w->d->item;
    w->parts = gla_dense_cut(&at, 5 * w->a.rows * GLA_BAND * item);
    w->inner = gla_dense_cut(&at, 2 * square * item);
    w->triangle = gla_dense_cut(&at, square * item);
    w->turn = gla_dense_cut(&at, 2 * square * item);
    return at - begin;
}

/* Return part `number` of the five parts, with the given number of rows. */
static gla_strided part(const reduction *w, int number, int64_t rows, int64_t width)
{
    return (gla_strided){w->parts + number * rows * width * w->d->item, 1, rows, 0};
}

/* ---- one panel ----------------------------------------------------------------------------------------------------------- */
/* Factor a panel, and store V in the first part. */
static gla_status factor(reduction *w, int64_t first, int64_t width)
{
    const gla_dense *d = w->d;
    bool done = false;
    gla_status st = GLA_OK;
    int64_t rows = w->a.rows - first, batch = 1;
    gla_strided panel = gla_dense_part(d, w->r.a, first, first);
    if (gla_device_driver.factor_panel)
        st = gla_device_driver.factor_panel(d, rows, width, panel, w->tau + first * d->item, w->parts, &done);
    if (st || done)
        return st;
    const gla_argument args[] = {GLA_VALUE(rows),  GLA_VALUE(width),  GLA_VALUE(width),        GLA_VALUE(batch),
                                 GLA_VALUE(first), GLA_STACK(w->r.a), GLA_BUFFER(w->r.a.data), GLA_BUFFER(w->parts)};
    st = gla_reflectors_factor(&w->r, first, first + width);
    return st ? st : gla_dense_run(d, "qr.h", w->r.lines, "qr_reflectors", rows * width, 8, args);
}

/* Form T from the first half of Vᴴ (V, A V).  Also form the matrix that yields W when multiplied by (A V, V): it consists of T
 * and, below T, - Tᴴ (Vᴴ A V) T / 2. */
static gla_status make_triangle(const reduction *w, int64_t first, int64_t width)
{
    int64_t batch = 1, k = w->a.rows, one = 0;
    void *blocks, *turn;
    const gla_argument make[] = {GLA_VALUE(width), GLA_VALUE(batch),     GLA_VALUE(first),   GLA_VALUE(k),
                                 GLA_VALUE(one),   GLA_BUFFER(w->inner), GLA_BUFFER(w->tau), GLA_BUFFER(w->triangle)};
    const gla_argument args[] = {GLA_VALUE(width), GLA_BUFFER(w->triangle), GLA_BUFFER(w->inner), GLA_BUFFER(w->turn)};
    gla_status st = gla_dense_kernel(w->d, "qr.h", w->r.lines, "qr_blocks", &blocks);
    if (!st)
        st = gla_dense_launch(w->d, blocks, 1, GLA_BAND, 8, make);
    if (!st)
        st = gla_dense_kernel(w->d, "hermitian.h", gla_hermitian_lines, "hermitian_turn", &turn);
    return st ? st : gla_dense_launch(w->d, turn, 1, GROUP, 4, args);
}

/* Apply the panel, which is stored in the first part, to the trailing matrix from both sides. */
static gla_status update(const reduction *w, int64_t first, int64_t width, gla_strided rest)
{
    const gla_dense *d = w->d;
    int64_t rows = w->a.rows - first;
    size_t bytes = (size_t)(rows * width * d->item);
    gla_strided v = part(w, 0, rows, width), av = part(w, 1, rows, width), again = part(w, 2, rows, width);
    gla_strided x = part(w, 3, rows, width), last = part(w, 4, rows, width);
    gla_strided inner = {w->inner, 1, width, 0}, turn = {w->turn, 1, 2 * width, 0};
    gla_product first_one = {.m = rows, .n = width, .k = rows};
    gla_product squares = {.m = width, .n = 2 * width, .k = rows, .conj_a = true};
    gla_product combine = {.m = rows, .n = width, .k = 2 * width};
    gla_product both = {.m = rows, .n = rows, .k = 2 * width, .conj_b = true, .minus = true, .keep = true};
    gla_status st = gla_device_copy_block(d->op, d->dev, again.data, v.data, bytes);
    if (!st)
        st = gla_device_copy_block(d->op, d->dev, last.data, v.data, bytes);
    if (!st)
        st = gla_dense_multiply(d, &first_one, rest, v, av);
    if (!st)
        st = gla_dense_multiply(d, &squares, gla_dense_transposed(v), v, inner);
    if (!st)
        st = make_triangle(w, first, width);
    if (!st)
        st = gla_dense_multiply(d, &combine, av, turn, x);
    return st ? st : gla_dense_multiply(d, &both, again, gla_dense_transposed(x), rest);
}

/* Update the columns within the band to the right of the last panel, if that panel is narrower than the band. */
static gla_status update_last_columns(reduction *w, int64_t first, int64_t width)
{
    w->r.v = part(w, 0, w->a.rows - first, width);
    w->r.t = (gla_strided){w->triangle, 1, width, 0};
    return gla_reflectors_apply(&w->r, first, width, true, gla_dense_part(w->d, w->r.a, first, first + width),
                                GLA_BAND - width);
}

static gla_status reduce(reduction *w)
{
    gla_status st = GLA_OK;
    int64_t k = w->a.rows;
    for (int64_t j = 0; j < k && !st; j += GLA_BAND) {
        int64_t width = k - j < GLA_BAND ? k - j : GLA_BAND;
        st = factor(w, j, width);
        if (!st)
            st = update(w, j, width, gla_dense_part(w->d, w->r.a, j, j + GLA_BAND));
        if (!st && width < GLA_BAND)
            st = update_last_columns(w, j, width);
    }
    return st;
}

gla_status gla_hermitian_to_band(const gla_dense *d, const gla_matrix *a, void *tau)
{
    int64_t k = a->rows - GLA_BAND;
    if (k <= 0)
        return GLA_OK;
    reduction w = {.d = d, .a = {(char *)a->data + GLA_BAND * d->item, k, k, a->ld, 0}, .tau = tau};
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)lay_out(&w, NULL), &w.block);
    if (st)
        return st;
    lay_out(&w, w.block);
    st = gla_reflectors_begin(&w.r, d, gla_band_lines(d->dtype), &w.a, k, tau, GLA_BAND);
    if (!st)
        st = reduce(&w);
    if (!st)
        st = gla_resident_check(&w.r.resident);
    gla_reflectors_end(&w.r);
    gla_device_drop(d->dev, w.block);
    return st;
}
