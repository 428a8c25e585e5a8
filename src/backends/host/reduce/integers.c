/* integers.c - Sums and products of integers that detect overflow of the result's dtype.
 *
 * Sums and products have two planes.  The first plane contains the result modulo 2^64.  The second plane of a sum contains the
 * sum of the upper halves of the elements.  With both planes, sums of up to 2^32 elements are exact.  The second plane of a
 * product contains the product in floating point.  If a product has wrapped around, the values in the two planes differ by at
 * least 2^64. */
#include "reduce.h"

#include <math.h>
#include <string.h>

#define LANES 8
#define SIGN ((uint64_t)1 << 63)

/* ---- sums --------------------------------------------------------------------------------------------------------------- */
/* n is a multiple of LANES.  If elements are signed, `flip` is SIGN, so that the upper halves are unsigned with 2^31 added;
 * otherwise it is 0. */
static void sum_lanes(const uint64_t *x, int64_t n, uint64_t flip, uint64_t *restrict lanes)
{
    uint64_t sum[LANES] = {0}, upper[LANES] = {0};
    for (int64_t i = 0; i < n; i += LANES) {
        GLA_REDUCE_AHEAD(x + i);
        for (int k = 0; k < LANES; k++) {
            sum[k] += x[i + k];
            upper[k] += (x[i + k] ^ flip) >> 32;
        }
    }
    memcpy(lanes, sum, sizeof sum);
    memcpy(lanes + LANES, upper, sizeof upper);
}

static void sum_row(const gla_reduce_frame *f, int64_t result, const uint64_t *x, int64_t n, uint64_t flip)
{
    uint64_t lanes[2 * LANES], sum = 0, upper = 0, *acc = f->acc;
    int64_t whole = n / LANES * LANES;
    if (whole) {
        sum_lanes(x, whole, flip, lanes);
        for (int k = 0; k < LANES; k++) {
            sum += lanes[k];
            upper += lanes[LANES + k];
        }
    }
    for (int64_t i = whole; i < n; i++) {
        sum += x[i];
        upper += (x[i] ^ flip) >> 32;
    }
    acc[result] = sum;
    acc[f->plane + result] = upper;
}

/* Add one row or four rows.  If four rows are added at a time, the sums are loaded and stored less often. */
static void add_rows(uint64_t *restrict sum, uint64_t *restrict upper, const void *const rows[], int nrows, int64_t n,
                     uint64_t flip)
{
    const uint64_t *a = rows[0];
    if (nrows == 1) {
        for (int64_t j = 0; j < n; j++) {
            sum[j] += a[j];
            upper[j] += (a[j] ^ flip) >> 32;
        }
        return;
    }
    const uint64_t *b = rows[1], *c = rows[2], *d = rows[3];
    for (int64_t j = 0; j < n; j++) {
        sum[j] += (a[j] + b[j]) + (c[j] + d[j]);
        upper[j] += (((a[j] ^ flip) >> 32) + ((b[j] ^ flip) >> 32)) + (((c[j] ^ flip) >> 32) + ((d[j] ^ flip) >> 32));
    }
}

static void sum_columns(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh, uint64_t flip)
{
    uint64_t *sum = f->acc, *upper = sum + f->plane;
    if (fresh) {
        memset(sum, 0, (size_t)n * sizeof *sum);
        memset(upper, 0, (size_t)n * sizeof *upper);
    }
    for (int r = 0, some; r < nrows; r += some) {
        some = nrows - r < 4 ? 1 : 4;
        add_rows(sum, upper, rows + r, some, n, flip);
    }
}

static void sum_merge(void *acc, const void *later, int64_t plane)
{
    uint64_t *a = acc;
    const uint64_t *b = later;
    for (int64_t i = 0; i < 2 * plane; i++)
        a[i] += b[i];
}

/* ---- products ----------------------------------------------------------------------------------------------------------- */
static inline double near(uint64_t x, bool is_signed)
{
    return is_signed ? (double)(int64_t)x : (double)x;
}

static inline void prod_row(const gla_reduce_frame *f, int64_t result, const uint64_t *x, int64_t n, bool is_signed)
{
    enum { CHAINS = 4 };
    uint64_t product[CHAINS] = {1, 1, 1, 1}, *acc = f->acc;
    double real[CHAINS] = {1, 1, 1, 1};
    int64_t i = 0;
    for (; i + CHAINS <= n; i += CHAINS)
        for (int k = 0; k < CHAINS; k++) {
            product[k] *= x[i + k];
            real[k] *= near(x[i + k], is_signed);
        }
    for (; i < n; i++) {
        product[0] *= x[i];
        real[0] *= near(x[i], is_signed);
    }
    acc[result] = (product[0] * product[1]) * (product[2] * product[3]);
    ((double *)f->acc)[f->plane + result] = (real[0] * real[1]) * (real[2] * real[3]);
}

static inline void prod_columns(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh,
                                bool is_signed)
{
    uint64_t *restrict product = f->acc;
    double *restrict real = (double *)f->acc + f->plane;
    for (int64_t j = 0; j < n && fresh; j++) {
        product[j] = 1;
        real[j] = 1;
    }
    for (int r = 0; r < nrows; r++) {
        const uint64_t *x = rows[r];
        for (int64_t j = 0; j < n; j++) {
            product[j] *= x[j];
            real[j] *= near(x[j], is_signed);
        }
    }
}

static void prod_merge(void *acc, const void *later, int64_t plane)
{
    uint64_t *product = acc;
    double *real = (double *)acc + plane;
    for (int64_t i = 0; i < plane; i++) {
        product[i] *= ((const uint64_t *)later)[i];
        real[i] *= ((const double *)later)[plane + i];
    }
}

/* ---- sums and products of signed and unsigned elements ------------------------------------------------------------------ */
#define LOOPS(name, op, last)                                                                                         \
    static void name##_row(const gla_reduce_frame *f, int64_t result, const void *x, int64_t n)                       \
    {                                                                                                                 \
        op##_row(f, result, x, n, last);                                                                              \
    }                                                                                                                 \
    static void name##_columns(const gla_reduce_frame *f, const void *const rows[], int nrows, int64_t n, bool fresh) \
    {                                                                                                                 \
        op##_columns(f, rows, nrows, n, fresh, last);                                                                 \
    }
LOOPS(signed_sum, sum, SIGN)
LOOPS(unsigned_sum, sum, 0)
LOOPS(signed_prod, prod, true)
LOOPS(unsigned_prod, prod, false)

const gla_reduce_loops *gla_reduce_integers(gla_reduction op, bool is_signed)
{
    static const gla_reduce_loops sums[] = {{2, unsigned_sum_row, unsigned_sum_columns, sum_merge, NULL, NULL},
                                            {2, signed_sum_row, signed_sum_columns, sum_merge, NULL, NULL}};
    static const gla_reduce_loops products[] = {{2, unsigned_prod_row, unsigned_prod_columns, prod_merge, NULL, NULL},
                                                {2, signed_prod_row, signed_prod_columns, prod_merge, NULL, NULL}};
    return op == GLA_REDUCE_SUM ? &sums[is_signed] : &products[is_signed];
}

/* ---- the result --------------------------------------------------------------------------------------------------------- */
static bool is_within(gla_dtype t, __int128 x)
{
    const bool is_signed = !gla_dtype_is_unsigned(t);
    const __int128 end = (__int128)1 << (8 * (int)gla_itemsize(t) - is_signed);
    return x >= (is_signed ? -end : 0) && x < end;
}

bool gla_reduce_fits(const gla_reduce_plan *p, const gla_reduce_frame *f, int64_t n)
{
    const uint64_t *low = f->acc, *upper = low + f->plane;
    const bool is_prod = p->op == GLA_REDUCE_PROD;
    for (int64_t j = 0; j < n; j++) {
        __int128 exact = p->is_signed && is_prod ? (__int128)(int64_t)low[j] : (__int128)low[j];
        if (is_prod) {
            const double real = ((const double *)upper)[j]; /* NaN is Inf times zero */
            if (fabs(real - near(low[j], p->is_signed)) > 0x1p62)
                return false;
        } else if (p->loops->planes == 2) {
            const __int128 high = ((__int128)upper[j] - (p->is_signed ? (__int128)p->count << 31 : 0)) * ((__int128)1 << 32);
            exact = high + (uint64_t)(low[j] - (uint64_t)high);
        }
        if (!is_within(p->out_dtype, exact))
            return false;
    }
    return true;
}
