/* qr.c - Householder QR.  Each panel of columns yields a block reflector I - V T Vᴴ, which is applied by matrix products.
 *
 * A panel is halved until it is narrow enough for kernels/qr.h, which needs one launch per column. */
#include "reflectors.h"

#include <string.h>

#define PANEL 128 /* number of reflectors in a block */
#define GROUP 32  /* number of threads in a group, and the largest number of groups for a panel */

static const char defines[] = "#define WIDTH 32\n#define GROUP 32\n";

/* ---- memory -------------------------------------------------------------------------------------------------------------- */
/* Lay out the workspace of a panel.  With address 0, compute its size.  If `columns` is not 0, include the workspace for
 * computing reflectors. */
static int64_t lay_out(gla_reflectors *r, int64_t columns, char *at)
{
    char *begin = at;
    int64_t width = r->k < PANEL ? r->k : PANEL, bytes = r->d->batch * r->d->item;
    r->v.data = gla_dense_cut(&at, r->m * width * bytes);
    r->t.data = gla_dense_cut(&at, width * width * bytes);
    r->gram.data = gla_dense_cut(&at, width * width * bytes);
    r->turned = gla_dense_cut(&at, columns ? width * width * bytes : 0);
    r->sums = gla_dense_cut(&at, columns ? 2 * GROUP * GLA_DENSE_BLOCK * bytes : 0);
    r->rows = gla_dense_cut(&at, columns ? 2 * GLA_DENSE_BLOCK * bytes : 0);
    r->powers = gla_dense_cut(&at, columns * r->d->batch * (int64_t)sizeof(int));
    return at - begin;
}

gla_status gla_reflectors_begin(gla_reflectors *r, const gla_dense *d, const char *lines, const gla_matrix *a, int64_t k,
                                const void *tau, int64_t columns)
{
    *r = (gla_reflectors){.d = d, .lines = lines, .a = gla_dense_columns(a), .m = a->rows, .k = k, .tau = tau};
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)lay_out(r, columns, NULL), &r->block);
    if (!st)
        lay_out(r, columns, r->block);
    r->resident.d = d;
    if (!st && columns)
        st = gla_resident_begin(&r->resident, d, gla_resident_qr(d->dtype, strstr(lines, "NEGLIGIBLE") != NULL), a->rows);
    if (!st && columns && !r->resident.most)
        st = gla_dense_kernel(d, "qr.h", lines, "qr_column", &r->column);
    if (!st && columns && !r->resident.most)
        st = gla_dense_kernel(d, "qr.h", lines, "qr_finish", &r->settle);
    return st;
}

void gla_reflectors_end(gla_reflectors *r)
{
    gla_resident_end(&r->resident);
    gla_device_drop(r->d->dev, r->block);
}

/* ---- block reflectors ---------------------------------------------------------------------------------------------------- */
/* Compute T from VᴴV. */
static gla_status make_triangle(const gla_reflectors *r, int64_t first, int64_t width)
{
    int64_t batch = r->d->batch, k = r->k, blocks = (width + GLA_DENSE_BLOCK - 1) / GLA_DENSE_BLOCK, apart = r->gram.step;
    const gla_argument diagonal[] = {GLA_VALUE(width), GLA_VALUE(batch),         GLA_VALUE(first),   GLA_VALUE(k),
                                     GLA_VALUE(apart), GLA_BUFFER(r->gram.data), GLA_BUFFER(r->tau), GLA_BUFFER(r->t.data)};
    const gla_argument join[] = {GLA_VALUE(width), GLA_VALUE(batch), GLA_VALUE(apart), GLA_BUFFER(r->gram.data),
                                 GLA_BUFFER(r->t.data)};
    void *kernel;
    gla_status st = gla_dense_kernel(r->d, "qr.h", r->lines, "qr_blocks", &kernel);
    if (!st)
        st = gla_dense_launch(r->d, kernel, blocks * batch, GLA_DENSE_BLOCK, 8, diagonal);
    if (st || blocks == 1)
        return st;
    st = gla_dense_kernel(r->d, "qr.h", r->lines, "qr_join", &kernel);
    return st ? st : gla_dense_launch(r->d, kernel, blocks * batch, GLA_GROUP, 5, join);
}

/* Join reflectors, and place the `more` columns that follow them next to V, so that one product computes both VᴴV and the
 * products of V with these columns. */
static gla_status join_with_columns(gla_reflectors *r, int64_t first, int64_t width, int64_t more)
{
    int64_t rows = r->m - first, batch = r->d->batch, columns = width + more;
    gla_product p = {.m = width, .n = columns, .k = rows, .conj_a = true};
    r->v = (gla_strided){r->v.data, 1, rows, rows * columns};
    r->t = (gla_strided){r->t.data, 1, width, width * width};
    r->gram = (gla_strided){r->gram.data, 1, width, width * columns};
    const gla_argument copy[] = {GLA_VALUE(rows),  GLA_VALUE(width), GLA_VALUE(columns),    GLA_VALUE(batch),
                                 GLA_VALUE(first), GLA_STACK(r->a),  GLA_BUFFER(r->a.data), GLA_BUFFER(r->v.data)};
    gla_status st = gla_dense_run(r->d, "qr.h", r->lines, "qr_reflectors", rows * columns * batch, 8, copy);
    if (!st)
        st = gla_dense_multiply(r->d, &p, gla_dense_transposed(r->v), r->v, r->gram);
    return st ? st : make_triangle(r, first, width);
}

gla_status gla_reflectors_form_block(gla_reflectors *r, int64_t first, int64_t width)
{
    return join_with_columns(r, first, width, 0);
}

/* Compute C = (I - V op(T) Vᴴ) C, given W = Vᴴ C. */
static gla_status apply_products(const gla_reflectors *r, int64_t first, int64_t width, bool conjugate, gla_strided w,
                                 gla_strided x, gla_strided c, int64_t columns)
{
    gla_product turn = {.m = width, .n = columns, .k = width, .conj_a = conjugate};
    gla_product less = {.m = r->m - first, .n = columns, .k = width, .minus = true, .keep = true};
    gla_status st = gla_dense_multiply(r->d, &turn, conjugate ? gla_dense_transposed(r->t) : r->t, w, x);
    return st ? st : gla_dense_multiply(r->d, &less, r->v, x, c);
}

/* Apply the reflectors of columns [first, middle) to columns [middle, last) of the same panel. */
static gla_status apply_within_panel(gla_reflectors *r, int64_t first, int64_t middle, int64_t last)
{
    int64_t width = middle - first, columns = last - middle;
    gla_status st = join_with_columns(r, first, width, columns);
    gla_strided x = {r->turned, 1, width, width * columns};
    return st ? st
              : apply_products(r, first, width, true, gla_dense_part(r->d, r->gram, 0, width), x,
                               gla_dense_part(r->d, r->a, first, middle), columns);
}

gla_status gla_reflectors_apply(const gla_reflectors *r, int64_t first, int64_t width, bool conjugate, gla_strided c,
                                int64_t columns)
{
    int64_t size = width * columns * r->d->batch * r->d->item;
    gla_product dots = {.m = width, .n = columns, .k = r->m - first, .conj_a = true};
    gla_strided w = {NULL, 1, width, width * columns}, x = w;
    if (columns == 0)
        return GLA_OK;
    gla_status st = gla_device_scratch(r->d->op, r->d->dev, (size_t)(2 * size), &w.data);
    if (st)
        return st;
    x.data = (char *)w.data + size;
    st = gla_dense_multiply(r->d, &dots, gla_dense_transposed(r->v), c, w);
    if (!st)
        st = apply_products(r, first, width, conjugate, w, x, c, columns);
    gla_device_drop(r->d->dev, w.data);
    return st;
}

/* ---- factorisation ------------------------------------------------------------------------------------------------------- */
static gla_status factor_panel(gla_reflectors *r, int64_t first, int64_t last)
{
    int64_t rows = r->m - first, groups = (rows + GROUP - 1) / GROUP;
    panel_sizes s = {r->m, first, last, first - 1, r->a.col, r->a.step, r->d->batch, groups < GROUP ? groups : GROUP, r->k};
    const gla_argument all[] = {GLA_VALUE(s),          GLA_VALUE(r->resident.most),
                                GLA_BUFFER(r->a.data), GLA_BUFFER(r->resident.messages),
                                GLA_BUFFER(r->tau),    GLA_BUFFER(r->resident.lost)};
    if (r->resident.most)
        return gla_resident_launch(&r->resident, &s, 6, all);
    const gla_argument each[] = {GLA_VALUE(s), GLA_BUFFER(r->a.data), GLA_BUFFER(r->sums), GLA_BUFFER(r->rows),
                                 GLA_BUFFER(r->tau)};
    const gla_argument rest[] = {GLA_VALUE(s), GLA_BUFFER(r->a.data), GLA_BUFFER(r->rows)};
    gla_status st = gla_dense_launch_each(r->d, r->column, s.groups * s.batch, GROUP, 5, each, last - first + 1, &s.column);
    s.column = last;
    return st ? st : gla_dense_launch(r->d, r->settle, s.batch, GLA_DENSE_BLOCK, 3, rest);
}

gla_status gla_reflectors_factor(gla_reflectors *r, int64_t first, int64_t last)
{
    int64_t blocks = (last - first + GLA_DENSE_BLOCK - 1) / GLA_DENSE_BLOCK;
    int64_t middle = first + (blocks + 1) / 2 * GLA_DENSE_BLOCK;
    if (blocks == 1)
        return factor_panel(r, first, last);
    gla_status st = gla_reflectors_factor(r, first, middle);
    if (!st)
        st = apply_within_panel(r, first, middle, last);
    return st ? st : gla_reflectors_factor(r, middle, last);
}

static gla_status scale(const gla_reflectors *r, int64_t n, bool back)
{
    void *kernel;
    int64_t m = r->m, batch = r->d->batch;
    const gla_argument args[] = {GLA_VALUE(m),    GLA_VALUE(n),          GLA_VALUE(batch),
                                 GLA_STACK(r->a), GLA_BUFFER(r->a.data), GLA_BUFFER(r->powers)};
    gla_status st = gla_dense_kernel(r->d, "qr.h", r->lines, back ? "qr_rescale" : "qr_scale", &kernel);
    return st ? st : gla_dense_launch(r->d, kernel, n * batch, GROUP, 6, args);
}

/* Return true if the method for stacks should be used.  That method sums columns across lanes.  On devices without lanes, one
 * launch per column is faster. */
static bool uses_stack_method(gla_device *dev, const gla_matrix *a, int64_t k, int64_t batch)
{
    return gla_device_traits(dev)->groups_wait && gla_device_stack_qr_panels_take(dev, a->rows, k, batch);
}

gla_status gla_device_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch)
{
    gla_dense d;
    gla_reflectors r = {.d = &d, .resident = {.d = &d}};
    int64_t k = a->rows < a->cols ? a->rows : a->cols;
    bool done;
    if (uses_stack_method(dev, a, k, batch))
        return gla_device_stack_qr_panels_geqrf(dev, dtype, a, tau, batch);
    gla_status st = gla_device_stack_geqrf(dev, dtype, a, tau, batch, GLA_STACK_QR_COLUMNS, &done);
    if (done)
        return st;
    st = gla_dense_begin(&d, "qr", dev, dtype, batch);
    if (!st)
        st = gla_reflectors_begin(&r, &d, defines, a, k, tau, a->cols);
    if (!st)
        st = scale(&r, a->cols, false);
    for (int64_t j = 0; j < k && !st; j += PANEL) {
        int64_t end = k - j < PANEL ? k : j + PANEL;
        st = gla_reflectors_factor(&r, j, end);
        if (!st && end < a->cols)
            st = gla_reflectors_form_block(&r, j, end - j);
        if (!st && end < a->cols)
            st = gla_reflectors_apply(&r, j, end - j, true, gla_dense_part(&d, r.a, j, end), a->cols - end);
    }
    if (!st)
        st = scale(&r, a->cols, true);
    if (!st)
        st = gla_resident_check(&r.resident);
    gla_reflectors_end(&r);
    return st;
}

/* ---- the orthogonal factor ----------------------------------------------------------------------------------------------- */
static gla_status set_identity(const gla_reflectors *r, int64_t first, int64_t count)
{
    int64_t m = r->m, batch = r->d->batch;
    const gla_argument args[] = {GLA_VALUE(m),     GLA_VALUE(count), GLA_VALUE(batch),
                                 GLA_VALUE(first), GLA_STACK(r->a),  GLA_BUFFER(r->a.data)};
    return gla_dense_run(r->d, "qr.h", r->lines, "qr_identity", m * count * batch, 6, args);
}

/* Form Q from the last block to the first.  The columns of a block can be overwritten once its V and T exist. */
gla_status gla_device_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                            int64_t batch)
{
    gla_dense d;
    gla_reflectors r = {.d = &d, .resident = {.d = &d}};
    int64_t k = nreflect;
    bool done;
    if (uses_stack_method(dev, q, k, batch))
        return gla_device_stack_qr_panels_orgqr(dev, dtype, q, nreflect, tau, batch);
    gla_status st = gla_device_stack_orgqr(dev, dtype, q, nreflect, tau, batch, GLA_STACK_QR_COLUMNS, &done);
    if (done)
        return st;
    st = gla_dense_begin(&d, "qr", dev, dtype, batch);
    if (!st)
        st = gla_reflectors_begin(&r, &d, defines, q, k, tau, 0);
    if (!st && q->cols > k)
        st = set_identity(&r, k, q->cols - k);
    for (int64_t j = (k - 1) / PANEL * PANEL; j >= 0 && !st; j -= PANEL) {
        int64_t width = k - j < PANEL ? k - j : PANEL;
        st = gla_reflectors_form_block(&r, j, width);
        if (!st)
            st = set_identity(&r, j, width);
        if (!st)
            st = gla_reflectors_apply(&r, j, width, false, gla_dense_part(&d, r.a, j, j), q->cols - j);
    }
    gla_reflectors_end(&r);
    return st;
}

gla_status gla_device_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                            const void *tau, const gla_matrix *c, int64_t batch)
{
    gla_dense d;
    gla_reflectors r = {.d = &d, .resident = {.d = &d}};
    bool conjugate = ta != GLA_NO_TRANS, done;
    int64_t k = nreflect, blocks = (k + PANEL - 1) / PANEL;
    if (uses_stack_method(dev, a, k, batch))
        return gla_device_stack_qr_panels_ormqr(dev, dtype, ta, a, nreflect, tau, c, batch);
    gla_status st = gla_device_stack_ormqr(dev, dtype, ta, a, nreflect, tau, c, batch, GLA_STACK_QR_COLUMNS, &done);
    if (done)
        return st;
    st = gla_dense_begin(&d, "qr", dev, dtype, batch);
    if (!st)
        st = gla_reflectors_begin(&r, &d, defines, a, k, tau, 0);
    for (int64_t i = 0; i < blocks && !st; i++) { /* Q is the product of its blocks, and the first block is the leftmost
                                                   * factor */
        int64_t j = (conjugate ? i : blocks - 1 - i) * PANEL, width = k - j < PANEL ? k - j : PANEL;
        st = gla_reflectors_form_block(&r, j, width);
        if (!st)
            st = gla_reflectors_apply(&r, j, width, conjugate, gla_dense_part(&d, gla_dense_columns(c), j, 0), c->cols);
    }
    gla_reflectors_end(&r);
    return st;
}
