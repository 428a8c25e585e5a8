/* gradient.c - Residuals of a tall least-squares problem, and their product with the matrix, in twice the working precision.
 *
 * A number is represented as hi + lo.  Products are exact by fma, sums use Knuth's two-sum, and lo accumulates the rounding
 * errors of both (Ogita, Rump and Oishi 2005, Dot2).  The ranges of rows depend on the shape alone, so the result does not
 * depend on the number of threads. */
#include "backends/host/array/copy.h"
#include "lapack.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

#define LANES 8         /* number of partial sums per row, in adjacent vector lanes */
#define NARROW 16       /* maximum number of columns for which ROWS_AT_ONCE rows are processed at once */
#define ROWS_AT_ONCE 32 /* number of rows processed at once */
#define RANGE 2048      /* minimum number of rows in a range */
#define RANGES 512      /* maximum number of ranges */

typedef struct sums {
    double hi, lo;
} sums;

static inline void add(double *hi, double *lo, double v)
{
    double t = *hi + v, z = t - *hi;
    *lo += (*hi - (t - z)) + (v - z);
    *hi = t;
}

static inline void add_product(double *hi, double *lo, double a, double b)
{
    double p = a * b;
    *lo += fma(a, b, -p);
    add(hi, lo, p);
}

/* Compute *s -= a · x, for n elements. */
static void subtract_products(int64_t n, const double *a, const double *x, sums *s)
{
    double hi[LANES] = {0}, lo[LANES] = {0};
    int64_t j = 0;
    for (; j + LANES <= n; j += LANES)
        for (int l = 0; l < LANES; l++)
            add_product(&hi[l], &lo[l], -a[j + l], x[j + l]);
    for (; j < n; j++)
        add_product(&hi[0], &lo[0], -a[j], x[j]);
    for (int l = 0; l < LANES; l++) {
        add(&s->hi, &s->lo, hi[l]);
        s->lo += lo[l];
    }
}

/* Compute g += a r, for n elements. */
static void add_multiple(int64_t n, const double *restrict a, sums r, double *restrict hi, double *restrict lo)
{
    for (int64_t j = 0; j < n; j++) {
        add_product(&hi[j], &lo[j], a[j], r.hi);
        lo[j] += a[j] * r.lo;
    }
}

typedef struct gradient {
    gla_tall a;
    const char *b;
    const double *x; /* for each right-hand side, the real parts followed by the imaginary parts */
    int64_t nrhs, range;
    int parts;
    double *partial; /* for each range and right-hand side: hi and lo of the parts of g, followed by hi and lo of the sum of
                      * squares */
    size_t part;     /* number of doubles per range and right-hand side */
} gradient;

/* Convert the real and imaginary parts of n elements to double. */
static void widen(gla_dtype dtype, const char *from, int64_t n, double *re, double *im)
{
    const float *f = (const void *)from;
    const double *d = (const void *)from;
    for (int64_t j = 0; j < n; j++)
        switch (dtype) {
        case GLA_FLOAT32: re[j] = f[j]; break;
        case GLA_FLOAT64: re[j] = d[j]; break;
        case GLA_COMPLEX64: re[j] = f[2 * j], im[j] = f[2 * j + 1]; break;
        default: re[j] = d[2 * j], im[j] = d[2 * j + 1];
        }
}

static sums even(sums s)
{
    double hi = s.hi + s.lo;
    return (sums){hi, s.lo - (hi - s.hi)};
}

static void add_square(sums r, double *hi, double *lo)
{
    add_product(hi, lo, r.hi, r.hi);
    *lo += 2 * r.hi * r.lo;
}

static sums negative(sums s)
{
    return (sums){-s.hi, -s.lo};
}

/* Process one row for one right-hand side.  `im` is used only if elements have two parts. */
static void one(const gradient *p, int64_t row, int64_t rhs, const double *re, const double *im, double *out)
{
    int64_t n = p->a.cols;
    double b[2] = {0, 0}, *hi = out, *lo = out + p->parts * n;
    sums r[2];
    widen(p->a.dtype, p->b + (row * p->nrhs + rhs) * (int64_t)gla_itemsize(p->a.dtype), 1, &b[0], &b[1]);
    for (int k = 0; k < 2; k++)
        r[k] = (sums){b[k], 0};
    if (p->x) {
        const double *xr = p->x + rhs * n * p->parts, *xi = xr + n;
        subtract_products(n, re, xr, &r[0]);
        if (p->parts == 2) {
            sums turned = negative(r[0]);
            subtract_products(n, im, xi, &turned);
            r[0] = negative(turned);
            subtract_products(n, re, xi, &r[1]);
            subtract_products(n, im, xr, &r[1]);
        }
    }
    for (int k = 0; k < p->parts; k++) {
        r[k] = even(r[k]);
        add_square(r[k], &out[p->part - 2], &out[p->part - 1]);
    }
    add_multiple(n, re, r[0], hi, lo);
    if (p->parts == 2) {
        add_multiple(n, im, r[1], hi, lo);
        add_multiple(n, re, r[1], hi + n, lo + n);
        add_multiple(n, im, negative(r[0]), hi + n, lo + n);
    }
}

/* Compute sum += a (r + rest) in each lane. */
static inline void add_side(const double *restrict a, const double *restrict r, const double *restrict rest,
                            double *restrict hi, double *restrict lo)
{
    GLA_INDEPENDENT for (int i = 0; i < ROWS_AT_ONCE; i++)
    {
        add_product(&hi[i], &lo[i], a[i], r[i]);
        lo[i] += a[i] * rest[i];
    }
}

/* Subtract a · x from the residuals of adjacent rows. */
static inline void subtract_side(const double *restrict a, double x, double *restrict hi, double *restrict lo)
{
    GLA_INDEPENDENT for (int i = 0; i < ROWS_AT_ONCE; i++) add_product(&hi[i], &lo[i], -a[i], x);
}

/* Process rows of few real elements, ROWS_AT_ONCE rows at once.  Each lane has its own sums, which are then added in lane
 * order. If there are fewer rows at the end, zeros replace the missing rows.  The sums have the columns of `a` and one column
 * for the squared residuals. */
static void process_rows(int64_t n, int64_t rows, const double *a, int64_t ld, const double *b, int64_t nrhs, const double *x,
                         double (*hi)[ROWS_AT_ONCE], double (*lo)[ROWS_AT_ONCE])
{
    double v[ROWS_AT_ONCE], all[NARROW][ROWS_AT_ONCE], r[ROWS_AT_ONCE], rest[ROWS_AT_ONCE];
    for (int64_t first = 0; first < rows; first += ROWS_AT_ONCE) {
        int64_t count = rows - first < ROWS_AT_ONCE ? rows - first : ROWS_AT_ONCE;
        memset(r, 0, sizeof r);
        memset(rest, 0, sizeof rest);
        for (int64_t i = 0; i < count; i++)
            r[i] = b[(first + i) * nrhs];
        for (int64_t j = 0; j < n; j++) {
            for (int64_t i = 0; i < ROWS_AT_ONCE; i++)
                all[j][i] = i < count ? a[(first + i) * ld + j] : 0;
            if (x)
                subtract_side(all[j], x[j], r, rest);
        }
        GLA_INDEPENDENT for (int i = 0; i < ROWS_AT_ONCE; i++)
        {
            double sum = r[i] + rest[i], low = rest[i] - (sum - r[i]);
            r[i] = sum;
            rest[i] = low;
            v[i] = 2 * low;
        }
        add_side(r, r, v, hi[n], lo[n]);
        for (int64_t j = 0; j < n; j++)
            add_side(all[j], r, rest, hi[j], lo[j]);
    }
}

static void take_narrow(const gradient *p, int64_t first, int64_t rows, double *out)
{
    int64_t n = p->a.cols;
    const double *a = (const double *)p->a.data + first * p->a.ld, *b = (const double *)(const void *)p->b + first * p->nrhs;
    for (int64_t rhs = 0; rhs < p->nrhs; rhs++, out += p->part) {
        double hi[NARROW + 1][ROWS_AT_ONCE], lo[NARROW + 1][ROWS_AT_ONCE];
        memset(hi, 0, (size_t)(n + 1) * sizeof *hi);
        memset(lo, 0, (size_t)(n + 1) * sizeof *lo);
        process_rows(n, rows, a, p->a.ld, b + rhs, p->nrhs, p->x ? p->x + rhs * n : NULL, hi, lo);
        for (int i = 0; i < ROWS_AT_ONCE; i++)
            for (int64_t j = 0; j <= n; j++) {
                double *to = j < n ? &out[j] : &out[2 * n], *low = j < n ? &out[n + j] : &out[2 * n + 1];
                add(to, low, hi[j][i]);
                *low += lo[j][i];
            }
    }
}

static void walk(void *arg, int64_t begin, int64_t end)
{
    const gradient *p = arg;
    int64_t n = p->a.cols;
    double row[2 * GLA_TALL_NUMBERS];
    size_t item = gla_itemsize(p->a.dtype);
    for (int64_t range = begin; range < end; range++) {
        double *out = p->partial + (size_t)(range * p->nrhs) * p->part;
        memset(out, 0, (size_t)p->nrhs * p->part * sizeof *out);
        if (p->a.dtype == GLA_FLOAT64 && n <= NARROW) {
            int64_t first = range * p->range, rest = p->a.rows - first;
            if (gla_host_stop())
                return;
            if (rest > 0)
                take_narrow(p, first, rest < p->range ? rest : p->range, out);
            continue;
        }
        for (int64_t i = range * p->range; i < (range + 1) * p->range && i < p->a.rows; i++) {
            if (i % 4096 == 0 && gla_host_stop())
                return;
            const char *at = (const char *)p->a.data + (size_t)(i * p->a.ld) * item;
            bool as_it_is = p->a.dtype == GLA_FLOAT64;
            if (!as_it_is)
                widen(p->a.dtype, at, n, row, row + n);
            for (int64_t j = 0; j < p->nrhs; j++)
                one(p, i, j, as_it_is ? (const double *)(const void *)at : row, row + n, out + (size_t)j * p->part);
        }
    }
}

/* Add the ranges in order, and write the result to g and sums_out. */
static void total(const gradient *p, int64_t ranges, double *g, double *sums_out)
{
    int64_t n = p->a.cols, numbers = n * p->parts;
    for (int64_t j = 0; j < p->nrhs; j++) {
        double *first = p->partial + (size_t)j * p->part;
        for (int64_t r = 1; r < ranges; r++) {
            const double *next = p->partial + (size_t)(r * p->nrhs + j) * p->part;
            for (int64_t i = 0; i < numbers; i++) {
                add(&first[i], &first[numbers + i], next[i]);
                first[numbers + i] += next[numbers + i];
            }
            add(&first[2 * numbers], &first[2 * numbers + 1], next[2 * numbers]);
            first[2 * numbers + 1] += next[2 * numbers + 1];
        }
        for (int64_t i = 0; i < n; i++)
            for (int k = 0; k < p->parts; k++)
                g[(i * p->nrhs + j) * p->parts + k] = first[k * n + i] + first[numbers + k * n + i];
        sums_out[j] = first[2 * numbers] + first[2 * numbers + 1];
    }
}

gla_status gla_host_gradient(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                             double *sums_out)
{
    gradient p = {.a = *a, .b = b, .nrhs = nrhs, .parts = gla_dtype_is_complex(a->dtype) ? 2 : 1};
    int64_t n = a->cols, ranges = (a->rows + RANGE - 1) / RANGE;
    const double *from = x;
    (void)dev;
    if (ranges > RANGES)
        ranges = RANGES;
    p.range = (a->rows + ranges - 1) / ranges;
    p.part = 2 * (size_t)(n * p.parts + 1);
    size_t split = (size_t)(n * nrhs * p.parts), bytes = (split + (size_t)(ranges * nrhs) * p.part) * sizeof(double);
    double *room = gla_malloc(bytes);
    if (!room)
        return gla_fail_memory("lstsq", bytes);
    for (int64_t j = 0; x && j < nrhs; j++)
        for (int64_t i = 0; i < n; i++)
            for (int k = 0; k < p.parts; k++)
                room[(j * p.parts + k) * n + i] = from[(i * nrhs + j) * p.parts + k];
    p.x = x ? room : NULL;
    p.partial = room + split;
    gla_status st = gla_host_parallel(ranges, 1, walk, &p);
    if (!st)
        total(&p, ranges, g, sums_out);
    gla_free(room);
    return st;
}
