/* chase.c - a Hermitian band becomes tridiagonal by kernels/chase.h, and the reflectors of that applied to vectors.
 *
 * Reflectors of GLA_BAND sweeps at one position are a block of GLA_BAND columns and twice as many rows, each a row below the
 * one before; the first row is empty, so that libraries find each block at an even address.  Of blocks (s, k), of sweeps and
 * positions, those of one s - k touch different rows, and those of a larger one come before them when Q is applied: so many
 * products go together, and 2 n / GLA_BAND times. */
#include "hermitian.h"

#define ROWS (2 * GLA_BAND)
#define TOGETHER 512 /* blocks of which the triangles are made together, at least those of one s - k */

static const char single_4[] = "#define BAND 32\n#define SLICES 4\n#define NEGLIGIBLE 1e-30f\n";
static const char single_8[] = "#define BAND 32\n#define SLICES 8\n#define NEGLIGIBLE 1e-30f\n";
static const char double_4[] = "#define BAND 32\n#define SLICES 4\n#define NEGLIGIBLE 1e-290\n";
static const char double_8[] = "#define BAND 32\n#define SLICES 8\n#define NEGLIGIBLE 1e-290\n";

static bool is_single(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
}

const char *gla_band_lines(gla_dtype dtype)
{
    return is_single(dtype) ? "#define WIDTH 32\n#define GROUP 32\n#define NEGLIGIBLE 1e-30f\n"
                            : "#define WIDTH 32\n#define GROUP 32\n#define NEGLIGIBLE 1e-290\n";
}

const char *gla_chase_lines(gla_dtype dtype, bool waits)
{
    if (waits)
        return is_single(dtype) ? single_8 : double_8;
    return is_single(dtype) ? single_4 : double_4;
}

/* ---- the blocks, as kernels/chase.h counts them ------------------------------------------------------------------------ */
/* ceil(1 / 2) + ... + ceil(m / 2) */
static int64_t sum(int64_t m)
{
    return (m + 1) * (m + 1) / 4;
}

static int64_t all_blocks(int64_t blocks)
{
    return sum(blocks) + sum(blocks - 1);
}

/* The first one with s - k = c, and how many there are. */
static int64_t first_of(int64_t blocks, int64_t c)
{
    return c <= 0 ? sum(blocks + c - 1) : all_blocks(blocks) - sum(blocks - c);
}

static int64_t count_of(int64_t blocks, int64_t c)
{
    return (blocks - (c < 0 ? -c : c) + 1) / 2;
}

gla_status gla_chase_begin(gla_chased *c, const gla_dense *d, int64_t n, bool vectors)
{
    *c = (gla_chased){.n = n, .blocks = (n - 1 + GLA_BAND - 1) / GLA_BAND};
    size_t taus = (size_t)(all_blocks(c->blocks) * GLA_BAND * d->item), kept = taus * ROWS;
    if (!vectors)
        return GLA_OK;
    gla_status st = gla_device_scratch(d->op, d->dev, kept + taus, &c->kept);
    if (st)
        return st;
    c->taus = (char *)c->kept + kept;
    return gla_device_fill(d->op, d->dev, c->kept, 0, kept + taus);
}

void gla_chase_end(gla_chased *c, const gla_dense *d)
{
    gla_device_drop(d->dev, c->kept);
}

/* ---- the reduction ------------------------------------------------------------------------------------------------------ */
static gla_status run_sweeps(const gla_chased *c, const gla_dense *d, void *band)
{
    chase_sizes s = {c->n, 0, 0, c->blocks};
    int64_t groups = c->blocks / 2 + 2;
    size_t bytes = (size_t)c->n * sizeof(int);
    void *kernel, *progress;
    gla_status st = gla_dense_kernel(d, "chase.h", gla_chase_lines(d->dtype, true), "chase_sweeps", &kernel);
    if (!st)
        st = gla_device_scratch(d->op, d->dev, bytes + sizeof(int), &progress);
    if (st)
        return st;
    void *next = (char *)progress + bytes;
    const gla_argument args[] = {GLA_VALUE(s),        GLA_BUFFER(band), GLA_BUFFER(c->kept),
                                 GLA_BUFFER(c->taus), GLA_BUFFER(next), GLA_BUFFER(progress)};
    st = gla_device_fill(d->op, d->dev, progress, 0, bytes);
    if (!st)
        st = gla_device_fill(d->op, d->dev, next, 0xff, sizeof(int));
    if (!st)
        st = gla_dense_launch(d, kernel, groups, 2 * GLA_BAND * 8, 6, args);
    gla_device_drop(d->dev, progress);
    return st;
}

static gla_status run_waves(const gla_chased *c, const gla_dense *d, void *band)
{
    chase_sizes s = {c->n, 0, c->blocks / 2 + 2, c->blocks};
    void *kernel, *now;
    gla_status st = gla_dense_kernel(d, "chase.h", gla_chase_lines(d->dtype, false), "chase_wave", &kernel);
    if (!st)
        st = gla_device_scratch(d->op, d->dev, (size_t)(s.slots * (GLA_BAND + 1) * d->item), &now);
    if (st)
        return st;
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(band), GLA_BUFFER(now), GLA_BUFFER(c->kept), GLA_BUFFER(c->taus)};
    st = gla_dense_launch_each(d, kernel, c->blocks / 2 + 1, 2 * GLA_BAND * 4, 5, args, 2 * c->n - 3, &s.wave);
    gla_device_drop(d->dev, now);
    return st;
}

gla_status gla_chase(const gla_chased *c, const gla_dense *d, void *band)
{
    return gla_device_traits(d->dev)->groups_wait ? run_sweeps(c, d, band) : run_waves(c, d, band);
}

/* ---- the way back ------------------------------------------------------------------------------------------------------- */
typedef struct way {
    const gla_chased *c;
    gla_dense d;
    gla_strided x;
    void *block; /* what follows is in it */
    char *gram, *triangles, *turned, *products;
} way;

int64_t gla_chase_rows(int64_t n)
{
    return (n - 1 + GLA_BAND - 1) / GLA_BAND * GLA_BAND + ROWS;
}

static gla_status prepare(way *w)
{
    int64_t most = count_of(w->c->blocks, 0), item = w->d.item, square = GLA_BAND * GLA_BAND * item;
    int64_t many = most > TOGETHER ? most : TOGETHER < all_blocks(w->c->blocks) ? TOGETHER : all_blocks(w->c->blocks);
    gla_status st = gla_device_scratch(w->d.op, w->d.dev, (size_t)(many * 4 * square + most * GLA_BAND * w->c->n * item),
                                       &w->block);
    w->gram = w->block;
    w->triangles = w->gram + many * square;
    w->turned = w->triangles + many * square;
    w->products = w->turned + many * 2 * square;
    return st;
}

static gla_strided reflectors_of(const way *w, int64_t block)
{
    return (gla_strided){(char *)w->c->kept + block * ROWS * GLA_BAND * w->d.item, 1, ROWS, ROWS * GLA_BAND};
}

/* V T of so many blocks. */
static gla_status make_triangles(way *w, int64_t block, int64_t count)
{
    int64_t order = GLA_BAND, none = 0;
    const char *lines = gla_band_lines(w->d.dtype), *taus = (char *)w->c->taus + block * GLA_BAND * w->d.item;
    gla_product inner = {.m = order, .n = order, .k = ROWS, .conj_a = true}, turn = {.m = ROWS, .n = order, .k = order};
    gla_strided v = reflectors_of(w, block), gram = {w->gram, 1, order, order * order};
    gla_strided t = {w->triangles, 1, order, order * order}, turned = {w->turned, 1, ROWS, ROWS * order};
    const gla_argument args[] = {GLA_VALUE(order),    GLA_VALUE(count), GLA_VALUE(none),         GLA_VALUE(order),
                                 GLA_BUFFER(w->gram), GLA_BUFFER(taus), GLA_BUFFER(w->triangles)};
    void *kernel;
    w->d.batch = count;
    gla_status st = gla_dense_multiply(&w->d, &inner, gla_dense_transposed(v), v, gram);
    if (!st)
        st = gla_dense_kernel(&w->d, "qr.h", lines, "qr_blocks", &kernel);
    if (!st)
        st = gla_dense_launch(&w->d, kernel, count, GLA_BAND, 7, args);
    return st ? st : gla_dense_multiply(&w->d, &turn, v, t, turned);
}

/* Blocks with s - k = c; `at` of those whose V T are there. */
static gla_status apply(way *w, int64_t c, int64_t at)
{
    int64_t n = w->c->n, s = c > 0 ? c : 0, k = s - c;
    gla_product inner = {.m = GLA_BAND, .n = n, .k = ROWS, .conj_a = true};
    gla_product less = {.m = ROWS, .n = n, .k = GLA_BAND, .minus = true, .keep = true};
    gla_strided v = reflectors_of(w, first_of(w->c->blocks, c));
    gla_strided turned = {w->turned + at * ROWS * GLA_BAND * w->d.item, 1, ROWS, ROWS * GLA_BAND};
    gla_strided products = {w->products, 1, GLA_BAND, GLA_BAND * n};
    gla_strided x = gla_dense_part(&w->d, w->x, (s + k) * GLA_BAND, 0);
    w->d.batch = count_of(w->c->blocks, c);
    x.step = ROWS;
    gla_status st = gla_dense_multiply(&w->d, &inner, gla_dense_transposed(v), x, products);
    return st ? st : gla_dense_multiply(&w->d, &less, turned, products, x);
}

gla_status gla_chase_back(const gla_chased *c, const gla_dense *d, void *x)
{
    way w = {.c = c, .d = *d, .x = {x, 1, gla_chase_rows(c->n), 0}};
    gla_status st = prepare(&w);
    for (int64_t last = c->blocks - 1; last > -c->blocks && !st;) {
        int64_t first = last, count = count_of(c->blocks, last);
        while (first - 1 > -c->blocks && count + count_of(c->blocks, first - 1) <= TOGETHER)
            count += count_of(c->blocks, --first);
        int64_t begin = first_of(c->blocks, first);
        st = make_triangles(&w, begin, count);
        for (; last >= first && !st; last--)
            st = apply(&w, last, first_of(c->blocks, last) - begin);
    }
    gla_device_drop(d->dev, w.block);
    return st;
}
