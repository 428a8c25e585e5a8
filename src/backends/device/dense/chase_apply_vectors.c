/* chase_apply_vectors.c - Apply the reflectors of chase.c to vectors.
 *
 * If warps can multiply tiles, one launch applies all reflectors (kernels/chase_back.h).  Otherwise they are applied by matrix
 * products.  Number the blocks by sweep s and position k.  Blocks with equal s - k touch different rows, and blocks with a
 * larger s - k come first when Q is applied.  Therefore all blocks with equal s - k are applied together, in 2 n / GLA_BAND
 * rounds. */
#include "hermitian.h"

#define ROWS GLA_BLOCK_ROWS
#define TOGETHER 512 /* number of blocks whose triangles are formed together; at least all blocks of one s - k */

#define APPLIED 128 /* number of columns that one group of kernels/chase_apply.h updates */

/* Sizes of kernels/chase_back.h: columns per warp, elements per block, and half the rows of a block, which are passed on for
 * each column. */
#define COLUMNS 16
#define STAGE (30 * 64)
#define PASSED GLA_BAND

/* The first variant that fits in the device's memory and keeps the device busy is used. */
const gla_back_variant gla_back_variants[] = {
    {"#define BAND 32\n#define SETS 3\n#define WARPS 4\n", 3, 4}, {"#define BAND 32\n#define SETS 2\n#define WARPS 4\n", 2, 4},
    {"#define BAND 32\n#define SETS 4\n#define WARPS 2\n", 4, 2}, {"#define BAND 32\n#define SETS 2\n#define WARPS 2\n", 2, 2},
    {"#define BAND 32\n#define SETS 4\n#define WARPS 1\n", 4, 1}, {"#define BAND 32\n#define SETS 2\n#define WARPS 1\n", 2, 1},
};
const int gla_back_count = sizeof gla_back_variants / sizeof *gla_back_variants;

typedef struct way {
    const gla_chased *c;
    gla_dense d;
    gla_strided x;
    int64_t together; /* number of blocks whose triangles are formed together */
    void *block;      /* allocated block that contains the members below */
    char *gram, *triangles, *turned, *products;
} way;

int64_t gla_chase_rows(int64_t n)
{
    return (n - 1 + GLA_BAND - 1) / GLA_BAND * GLA_BAND + ROWS;
}

/* ---- numbering of blocks, as in kernels/chase_blocks.h ------------------------------------------------------------------- */
/* ceil(1 / 2) + ... + ceil(m / 2) */
static int64_t sum(int64_t m)
{
    return (m + 1) * (m + 1) / 4;
}

/* Return the first block with s - k = c.  count_of() returns the number of such blocks. */
static int64_t first_of(const gla_chased *d, int64_t c)
{
    return c <= 0 ? sum(d->blocks + c - 1) : d->count - sum(d->blocks - c);
}

static int64_t count_of(const gla_chased *d, int64_t c)
{
    return (d->blocks - (c < 0 ? -c : c) + 1) / 2;
}

static gla_strided reflectors_of(const way *w, int64_t block)
{
    return (gla_strided){(char *)w->c->kept + block * ROWS * GLA_BAND * w->d.item, 1, ROWS, ROWS * GLA_BAND};
}

/* Form T of `count` blocks. */
static gla_status make_triangles(way *w, int64_t block, int64_t count, const char *triangles)
{
    int64_t order = GLA_BAND, none = 0, square = GLA_BAND * GLA_BAND;
    const char *lines = gla_band_lines(w->d.dtype), *taus = (char *)w->c->taus + block * GLA_BAND * w->d.item;
    gla_product inner = {.m = order, .n = order, .k = ROWS, .conj_a = true};
    gla_strided v = reflectors_of(w, block), gram = {w->gram, 1, order, order * order};
    const gla_argument args[] = {GLA_VALUE(order),  GLA_VALUE(count),    GLA_VALUE(none),  GLA_VALUE(order),
                                 GLA_VALUE(square), GLA_BUFFER(w->gram), GLA_BUFFER(taus), GLA_BUFFER(triangles)};
    void *kernel;
    w->d.batch = count;
    gla_status st = gla_dense_multiply(&w->d, &inner, gla_dense_transposed(v), v, gram);
    if (!st)
        st = gla_dense_kernel(&w->d, "qr.h", lines, "qr_blocks", &kernel);
    return st ? st : gla_dense_launch(&w->d, kernel, count, GLA_BAND, 8, args);
}

static gla_status reserve(way *w, int64_t together, int64_t bytes)
{
    w->together = together;
    gla_status st = gla_device_scratch(w->d.op, w->d.dev, (size_t)bytes, &w->block);
    w->gram = w->block;
    w->triangles = w->gram + together * GLA_BAND * GLA_BAND * w->d.item;
    return st;
}

/* ---- by products --------------------------------------------------------------------------------------------------------- */
static gla_status prepare(way *w)
{
    int64_t most = count_of(w->c, 0), item = w->d.item, square = GLA_BAND * GLA_BAND * item;
    int64_t many = most > TOGETHER ? most : TOGETHER < w->c->count ? TOGETHER : w->c->count;
    gla_status st = reserve(w, many, many * 4 * square + most * GLA_BAND * w->c->n * item);
    w->turned = w->triangles + many * square;
    w->products = w->turned + many * 2 * square;
    return st;
}

/* Form V T of `count` blocks. */
static gla_status turn(way *w, int64_t block, int64_t count)
{
    gla_product p = {.m = ROWS, .n = GLA_BAND, .k = GLA_BAND};
    gla_strided t = {w->triangles, 1, GLA_BAND, GLA_BAND * GLA_BAND}, turned = {w->turned, 1, ROWS, ROWS * GLA_BAND};
    gla_status st = make_triangles(w, block, count, w->triangles);
    return st ? st : gla_dense_multiply(&w->d, &p, reflectors_of(w, block), t, turned);
}

const char *gla_chase_apply_lines(int mma)
{
    return mma == 80 ? "#define BAND 32\n#define MMA 80\n" : "#define BAND 32\n#define MMA 90\n";
}

/* Apply blocks, given the product V T of each, in one launch, if warps can multiply tiles.  Otherwise set *done to false. */
static gla_status apply_at_once(const way *w, gla_strided v, gla_strided turned, gla_strided x, bool *done)
{
    int64_t count = w->d.batch, n = w->c->n, ld = x.col;
    int mma = w->d.dtype == GLA_FLOAT64 ? gla_dense_multiplying_warps(&w->d) : 0;
    const gla_argument args[] = {GLA_VALUE(count),        GLA_VALUE(n),      GLA_VALUE(ld), GLA_BUFFER(v.data),
                                 GLA_BUFFER(turned.data), GLA_BUFFER(x.data)};
    void *kernel;
    *done = false;
    if (!mma)
        return GLA_OK;
    gla_status st = gla_dense_kernel(&w->d, "chase_apply.h", gla_chase_apply_lines(mma), "chase_apply", &kernel);
    if (st == GLA_COMPILE_ERROR) {
        gla_clear_error();
        gla_dense_refuse_warps();
        return GLA_OK;
    }
    *done = true;
    return st ? st : gla_dense_launch(&w->d, kernel, count * ((n + APPLIED - 1) / APPLIED), 128, 6, args);
}

/* Apply the blocks with s - k = c.  Their products V T begin at index `at`. */
static gla_status apply(way *w, int64_t c, int64_t at)
{
    int64_t n = w->c->n, s = c > 0 ? c : 0, k = s - c;
    gla_product inner = {.m = GLA_BAND, .n = n, .k = ROWS, .conj_a = true};
    gla_product less = {.m = ROWS, .n = n, .k = GLA_BAND, .minus = true, .keep = true};
    gla_strided v = reflectors_of(w, first_of(w->c, c));
    gla_strided turned = {w->turned + at * ROWS * GLA_BAND * w->d.item, 1, ROWS, ROWS * GLA_BAND};
    gla_strided products = {w->products, 1, GLA_BAND, GLA_BAND * n};
    gla_strided x = gla_dense_part(&w->d, w->x, (s + k) * GLA_BAND, 0);
    w->d.batch = count_of(w->c, c);
    x.step = ROWS;
    bool done;
    gla_status st = apply_at_once(w, v, turned, x, &done);
    if (st || done)
        return st;
    st = gla_dense_multiply(&w->d, &inner, gla_dense_transposed(v), x, products);
    return st ? st : gla_dense_multiply(&w->d, &less, turned, products, x);
}

static gla_status apply_by_products(way *w)
{
    int64_t blocks = w->c->blocks;
    gla_status st = prepare(w);
    for (int64_t last = blocks - 1; last > -blocks && !st;) {
        int64_t first = last, count = count_of(w->c, last);
        while (first - 1 > -blocks && count + count_of(w->c, first - 1) <= TOGETHER)
            count += count_of(w->c, --first);
        int64_t begin = first_of(w->c, first);
        st = turn(w, begin, count);
        for (; last >= first && !st; last--)
            st = apply(w, last, first_of(w->c, last) - begin);
    }
    return st;
}

/* ---- in one launch ------------------------------------------------------------------------------------------------------- */
static gla_status make_all_triangles(way *w)
{
    int64_t count = w->c->count, square = GLA_BAND * GLA_BAND * w->d.item, many = count < 8 * TOGETHER ? count : 8 * TOGETHER;
    gla_status st = reserve(w, many, (many + count) * square);
    for (int64_t block = 0; block < count && !st; block += many)
        st = make_triangles(w, block, count - block < many ? count - block : many, w->triangles + block * square);
    return st;
}

static int64_t local_of(const gla_back_variant *v)
{
    return 2 * v->sets * (STAGE + v->warps * COLUMNS * PASSED) * (int64_t)sizeof(double);
}

/* Return the variant to use; NULL if there is none. */
static const gla_back_variant *choose(const gla_traits *traits, gla_dtype dtype, int64_t n)
{
    if (dtype != GLA_FLOAT64 || !traits->warps_multiply)
        return NULL;
    for (int i = 0; i < gla_back_count; i++) {
        const gla_back_variant *v = &gla_back_variants[i];
        bool busy = v->warps == 1 || n >= (int64_t)traits->units * v->warps * 12;
        if (busy && (size_t)local_of(v) <= traits->most_local)
            return v;
    }
    return NULL;
}

static gla_status apply_by_warps(way *w, const gla_back_variant *v)
{
    int64_t n = w->c->n, rows = w->x.col, blocks = w->c->blocks, columns = COLUMNS * v->warps;
    gla_status st = make_all_triangles(w);
    const gla_argument args[] = {GLA_VALUE(n),
                                 GLA_VALUE(rows),
                                 GLA_VALUE(blocks),
                                 GLA_BUFFER(w->c->kept),
                                 GLA_BUFFER(w->triangles),
                                 GLA_BUFFER(w->x.data),
                                 {GLA_ARGUMENT_LOCAL, NULL, (size_t)local_of(v)}};
    void *kernel;
    if (!st)
        st = gla_dense_kernel(&w->d, "chase_back.h", v->lines, "chase_back", &kernel);
    return st ? st : gla_dense_launch(&w->d, kernel, (n + columns - 1) / columns, v->sets * v->warps * 32, 7, args);
}

gla_status gla_chase_back(const gla_chased *c, const gla_dense *d, void *x)
{
    way w = {.c = c, .d = *d, .x = {x, 1, gla_chase_rows(c->n), 0}};
    const gla_back_variant *v = choose(gla_device_traits(d->dev), d->dtype, c->n);
    gla_status st = v ? apply_by_warps(&w, v) : apply_by_products(&w);
    gla_device_drop(d->dev, w.block);
    return st;
}
