/* dot.c - Matrix-vector products with pairwise sums in double precision.
 *
 * Each sum is cut into chunks, and chunks into blocks of a fixed length.  Blocks and chunks are added pairwise, all in double
 * precision.  If the elements of a row are contiguous, rows are summed one by one.  If corresponding elements of neighbouring
 * rows are adjacent in memory, a panel of rows is summed at once, column by column. */
#include "dot.h"
#include "runtime/allocation.h"

#include <string.h>

#define BLOCK 1024  /* number of elements of a row in a block */
#define COLUMNS 128 /* number of columns of a panel that are added sequentially */
#define CHUNK 65536 /* length of a chunk, a multiple of BLOCK and COLUMNS; chunks are divided among threads */
#define PANEL 1024  /* maximum number of results in a panel; a complex result counts twice */

typedef double doubles __attribute__((vector_size(32)));
typedef int64_t masks __attribute__((vector_size(32)));
/* Exchange real and imaginary parts. */
#ifdef __clang__
#define SWAP_PAIRS(v) __builtin_shufflevector(v, v, 1, 0, 3, 2)
#else
#define SWAP_PAIRS(v) __builtin_shuffle(v, (masks){1, 0, 3, 2})
#endif
#define WIDTH 4
#define VECTORS 4 /* number of independent sums */
#define LANES (WIDTH * VECTORS)
#define SOME 128 /* number of inner products computed at a time */
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 4")

/* Loops for each dtype.  The loops compute the dot product of two rows, the dot product of a row and a vector in double
 * precision, and sums of columns. */
typedef struct loops {
    void (*dot[4])(int64_t n, const void *x, int64_t sx, const void *y, int64_t sy, double *out);
    void (*dot_doubles[4])(int64_t n, const void *x, int64_t sx, const void *y, int64_t sy, double *out);
    void (*columns[4])(int64_t n, double *restrict acc, const void *from, int64_t cs, int64_t columns, const double *x);
    /* Dot products of `count` pairs of real rows. */
    void (*many[2])(int64_t count, int64_t n, const void *x, int64_t ax, int64_t sx, const void *y, int64_t ay, int64_t sy,
                    double *out);
} loops;

/* Add one half of the lanes to the other half, until `step` lanes are left. */
static void fold(double *lanes, int step)
{
    for (int width = LANES / 2; width >= step; width /= 2)
        for (int k = 0; k < width; k++)
            lanes[k] += lanes[k + width];
}

#include "dot.inc"

/* A product in progress.  `parts` contains the results of the chunks, `width` elements for each row. */
typedef struct job {
    const gla_host_dots *p;
    const loops *loops;
    bool by_columns, is_complex;
    int kind, width;
    int64_t chunks, panels, rows; /* rows: number of rows of a panel */
    double *parts;
} job;

static const void *element(gla_dtype dtype, const void *data, int64_t at)
{
    return (const char *)data + at * (int64_t)gla_itemsize(dtype);
}

static bool is_single(gla_dtype t)
{
    return t == GLA_FLOAT32 || t == GLA_COMPLEX64;
}

/* Convert n elements of x to double precision. */
static void take_vector(const job *j, int64_t first, int64_t n, double *to)
{
    const gla_host_dots *p = j->p;
    const float *f = element(p->dtype, p->x, first * p->xs);
    const double *d = element(p->dtype, p->x, first * p->xs);
    bool single = is_single(p->dtype);
    for (int64_t i = 0; i < n; i++)
        for (int c = 0; c < j->width; c++) {
            int64_t at = i * p->xs * j->width + c;
            *to++ = single ? (double)f[at] : d[at];
        }
}

/* For each of n elements, store the four factors that the loops over complex columns use. */
static void complex_factors(const gla_host_dots *p, int64_t n, const double *x, double *to)
{
    double sa = p->conj_a ? -1 : 1, sx = p->conj_x ? -1 : 1;
    for (int64_t i = 0; i < n; i++, x += 2, to += 4) {
        double re = x[0], im = sx * x[1];
        to[0] = re;
        to[1] = sa * re;
        to[2] = -sa * im;
        to[3] = im;
    }
}

/* Sum n <= COLUMNS columns of a panel. */
static void some_columns(const job *j, int64_t i, int64_t rows, int64_t first, int64_t n, double *acc)
{
    double x[2 * COLUMNS], factors[4 * COLUMNS];
    take_vector(j, first, n, x);
    if (j->is_complex)
        complex_factors(j->p, n, x, factors);
    memset(acc, 0, (size_t)(rows * j->width) * sizeof *acc);
    j->loops->columns[j->kind](rows, acc, element(j->p->dtype, j->p->a, i * j->p->rs + first * j->p->cs), j->p->cs, n,
                               j->is_complex ? factors : x);
}

/* Sum n <= BLOCK elements of each row of a panel. */
static void some_rows(const job *j, int64_t i, int64_t rows, int64_t first, int64_t n, double *acc)
{
    const gla_host_dots *p = j->p;
    double x[2 * BLOCK], s[4];
    bool turn = rows > 2 && (is_single(p->dtype) || p->xs != 1);
    if (turn)
        take_vector(j, first, n, x);
    for (int64_t r = 0; r < rows; r++) {
        const void *a = element(p->dtype, p->a, (i + r) * p->rs + first * p->cs);
        if (turn)
            j->loops->dot_doubles[j->kind](n, a, p->cs, x, 1, s);
        else
            j->loops->dot[j->kind](n, a, p->cs, element(p->dtype, p->x, first * p->xs), p->xs, s);
        if (j->is_complex) {
            acc[2 * r] = p->conj_a == p->conj_x ? s[0] - s[1] : s[0] + s[1];
            acc[2 * r + 1] = (p->conj_x ? -s[2] : s[2]) + (p->conj_a ? -s[3] : s[3]);
        } else {
            acc[r] = s[0];
        }
    }
}

/* Set acc to the sums of products [first, first + n) for rows [i, i + rows). */
static void panel(const job *j, int64_t i, int64_t rows, int64_t first, int64_t n, double *acc)
{
    int64_t unit = j->by_columns ? COLUMNS : BLOCK;
    if (n <= unit) {
        (j->by_columns ? some_columns : some_rows)(j, i, rows, first, n, acc);
        return;
    }
    double other[PANEL];
    int64_t half = (n / 2 + unit - 1) / unit * unit;
    panel(j, i, rows, first, half, acc);
    panel(j, i, rows, first + half, n - half, other);
    for (int64_t k = 0; k < rows * j->width; k++)
        acc[k] += other[k];
}

static void store(const gla_host_dots *p, int64_t i, const double *v)
{
    float *f = p->y;
    double *d = p->y;
    int width = gla_dtype_is_complex(p->dtype) ? 2 : 1;
    for (int c = 0; c < width; c++) {
        int64_t at = i * p->ys * width + c;
        if (is_single(p->dtype))
            f[at] = (float)v[c];
        else
            d[at] = v[c];
    }
}

/* Compute parts [begin, end).  Part `at` is chunk `at` % chunks of panel `at` / chunks. */
static void some_parts(void *arg, int64_t begin, int64_t end)
{
    const job *j = arg;
    const gla_host_dots *p = j->p;
    double acc[PANEL];
    for (int64_t at = begin; at < end; at++) {
        int64_t chunk = at % j->chunks, i = at / j->chunks * j->rows, first = chunk * CHUNK;
        int64_t rows = p->rows - i < j->rows ? p->rows - i : j->rows, n = p->k - first < CHUNK ? p->k - first : CHUNK;
        panel(j, i, rows, first, n, acc);
        for (int64_t r = 0; r < rows; r++)
            if (j->chunks == 1)
                store(p, i + r, acc + r * j->width);
            else
                memcpy(j->parts + ((i + r) * j->chunks + chunk) * j->width, acc + r * j->width, (size_t)j->width * sizeof *acc);
    }
}

/* Return the pairwise sum of n numbers with stride `step`. */
static double total(const double *v, int64_t n, int step)
{
    return n == 1 ? v[0] : total(v, n / 2, step) + total(v + n / 2 * step, n - n / 2, step);
}

/* Return the number of rows in a panel, chosen so that all threads have work.  No result depends on this number. */
static int64_t panel_rows(const job *j)
{
    int64_t rows = PANEL / j->width, least = j->by_columns ? 64 : 4;
    while (rows > least && j->p->rows / rows < 2 * gla_host_threads())
        rows /= 2;
    return rows;
}

gla_status gla_host_dots_run(const gla_host_dots *p)
{
    job j = {.p = p,
             .loops = &all,
             .by_columns = p->rows >= 8 && p->rs == 1 && p->cs != 1,
             .is_complex = gla_dtype_is_complex(p->dtype),
             .kind = (int)p->dtype - GLA_FLOAT32};
    j.width = j.is_complex ? 2 : 1;
    j.rows = panel_rows(&j);
    j.chunks = (p->k + CHUNK - 1) / CHUNK;
    j.panels = (p->rows + j.rows - 1) / j.rows;
    int64_t each = (p->rows < j.rows ? p->rows : j.rows) * (p->k < CHUNK ? p->k : CHUNK); /* number of products in a part */
    if (j.chunks > 1 && !(j.parts = gla_malloc((size_t)(p->rows * j.chunks * j.width) * sizeof *j.parts)))
        return gla_fail_memory("matmul", (size_t)(p->rows * j.chunks * j.width) * sizeof *j.parts);
    gla_host_parallel(j.panels * j.chunks, 65536 / (each + 1) + 1, some_parts, &j);
    for (int64_t i = 0; j.chunks > 1 && i < p->rows; i++) {
        double v[2];
        for (int c = 0; c < j.width; c++)
            v[c] = total(j.parts + i * j.chunks * j.width + c, j.chunks, j.width);
        store(p, i, v);
    }
    gla_free(j.parts);
    return GLA_OK;
}

/* ---- stacks of short inner products: each is a single block
 * --------------------------------------------------------------- */
typedef struct stack {
    const gla_host_dots *first;
    int64_t as, xs, ys;
} stack;

static void some_dots(void *arg, int64_t begin, int64_t end)
{
    const stack *t = arg;
    const gla_host_dots *p = t->first;
    const loops *l = &all;
    double sums[SOME];
    for (int64_t i = begin, n; i < end; i += n) {
        n = end - i < SOME ? end - i : SOME;
        l->many[p->dtype - GLA_FLOAT32](n, p->k, element(p->dtype, p->a, i * t->as), t->as, p->cs,
                                        element(p->dtype, p->x, i * t->xs), t->xs, p->xs, sums);
        for (int64_t j = 0; j < n; j++)
            if (is_single(p->dtype))
                ((float *)p->y)[(i + j) * t->ys] = (float)sums[j];
            else
                ((double *)p->y)[(i + j) * t->ys] = sums[j];
    }
}

bool gla_host_dots_are_short(const gla_host_dots *p)
{
    return p->rows == 1 && p->k <= BLOCK && !gla_dtype_is_complex(p->dtype);
}

gla_status gla_host_dots_many(const gla_host_dots *first, int64_t count, int64_t as, int64_t xs, int64_t ys)
{
    stack t = {first, as, xs, ys};
    return gla_host_parallel(count, 65536 / (first->k + 8) + 1, some_dots, &t);
}

bool gla_host_dots_pays(const gla_host_dots *p)
{
    return p->rows < 64 || p->k > 4096 || (is_single(p->dtype) && p->k > 32);
}
