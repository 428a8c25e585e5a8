/* lstsq_tall.c - Least squares from Gram matrices: a few passes over many rows, at the speed of memory or of matrix products.
 *
 * The condition of G = aᴴa is the square of the condition of a.  Therefore the Cholesky factor of G is used only if a bound of
 * the condition, or the second Gram matrix, proves it accurate.  x is computed by steps along gradients in twice the working
 * precision; the triangle determines only how fast the steps converge.  If the factor is not accurate enough, QR starts from
 * the beginning. */
#include "lstsq.h"
#include "runtime/interrupt.h"

#include <float.h>
#include <math.h>

#define MAX_RIGHT_SIDES 8  /* each is a pass over a */
#define SURELY_GOOD 32.0   /* largest condition for which one Gram matrix yields singular values as accurate as from QR */
#define SURELY_QUICK 1e4   /* largest condition for which two steps yield full accuracy; above it three steps are needed */
#define LARGE_TRIANGLE 256 /* smallest order for which the singular values are computed on the device */
#define SAFE 0x1p800       /* as in lstsq_gram.c, for b */

typedef struct tall {
    gla_lstsq_call *p;
    gla_tall a;
    gla_array *rows; /* owner of a.data */
    gla_array *b;
    gla_gram f;
    gla_array *first_sums;
} tall;

/* Return true if the device computes Gram matrices for this dtype and number of columns.  On the host Gram matrices are faster
 * than QR if there are at least twice as many rows as columns. */
static bool has_gram(const gla_call *c)
{
    int64_t most = c->dev->backend->lapack->gram_columns;
    return most == 0 || (c->dtype == GLA_FLOAT64 && c->n <= most && c->m >= 2 * c->n);
}

bool gla_lstsq_is_tall(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    return has_gram(c) && gla_lstsq_can_refine(p) && c->a->ndim == 2 && c->b->ndim == 2 && c->n > 0 && c->m >= c->n &&
           c->b->shape[1] > 0 && c->b->shape[1] <= MAX_RIGHT_SIDES;
}

/* Move a to the device.  If a is still on the host, only allocate device memory, which is filled at its first use. */
static void find_rows(tall *t)
{
    gla_lstsq_call *p = t->p;
    const gla_call *c = &p->c;
    if (p->a) {
        t->rows = gla_lstsq_rows(p, p->a);
        t->a = t->rows ? gla_lstsq_tall_of(t->rows) : t->a;
        return;
    }
    t->a = gla_lstsq_tall_of(c->a);
    t->a.host = t->a.data;
    t->a.host_ld = t->a.ld;
    t->a.ld = c->n;
    t->a.data = NULL;
    gla_array *rows;
    gla_status st = gla_array_new(c->op, c->dev, c->dtype, 2, c->a->shape, &rows);
    if (st == GLA_OUT_OF_MEMORY_ERROR) /* then all passes read from the host */
        return;
    t->rows = gla_s_adopt(c->s, st, &rows);
    t->a.data = t->rows ? gla_data(t->rows) : NULL;
}

/* Return the Gram matrix of a, or of a W, on the host.  Afterwards a is on the device if possible. */
static gla_array *gram(tall *t, const gla_array *w)
{
    const gla_call *c = &t->p->c;
    void *data;
    gla_array *g = gla_s_new(c->s, c->dev, t->f.wide, 2, (int64_t[]){c->n, c->n});
    if (gla_failed(c))
        return NULL;
    void *state = gla_work_begin((double)c->m * (double)c->n * (double)c->n);
    gla_s_check(c->s, c->dev->backend->lapack->gram(c->dev, &t->a, w ? gla_data(w) : NULL, gla_data(g)));
    gla_work_end(state);
    if (!gla_failed(c) && t->a.data)
        t->a.host = NULL;
    return gla_s_to_host(c->s, g, &data);
}

static bool factor(tall *t)
{
    bool good = gla_gram_first(&t->f, gram(t, NULL));
    if (!good || t->f.bound <= SURELY_GOOD)
        return good;
    gla_array *w = gla_s_contiguous(t->p->c.s, t->p->c.dev, t->f.wide, t->f.w);
    return gla_gram_second(&t->f, gram(t, w));
}

static gla_array *product(const tall *t, const gla_array *a, const gla_array *b)
{
    gla_call wide = t->p->c;
    wide.dtype = t->f.wide;
    return gla_call_product(&wide, a, b);
}

/* Iterate from x = 0.  No step waits for the device. */
static gla_array *iterate(tall *t)
{
    gla_lstsq_call *p = t->p;
    gla_scope *s = p->c.s;
    gla_array *wide = NULL;
    int steps = t->f.bound > SURELY_QUICK ? 3 : 2;
    /* W and Wᴴ on the device: the column-major W is the row-major Wᵀ. */
    gla_array *turned = gla_s_contiguous(s, p->c.dev, t->f.wide, t->f.w), *w = gla_s_swap_last(s, turned);
    gla_array *wh = t->f.wide == GLA_COMPLEX128 ? gla_s_apply(s, gla_conj, turned) : turned;
    for (int i = 0; i < steps; i++) {
        gla_gram_gradient d = gla_lstsq_gradient(p, &t->a, t->b, wide);
        gla_array *dx = product(t, w, product(t, wh, d.g));
        wide = wide ? gla_s_combine(s, gla_add, wide, dx) : dx;
        if (i == 0)
            t->first_sums = d.sums;
        if (i == steps - 1)
            p->residuals = gla_lstsq_last_sums(p, &d, dx);
    }
    return gla_s_astype(s, p->c.dtype, wide);
}

/* Return true if the rank is full by the rule of lstsq_rank.c, and store the singular values on the device. */
static bool has_full_rank(tall *t)
{
    gla_lstsq_call *p = t->p;
    const gla_call *c = &p->c;
    gla_device *dev = c->n > LARGE_TRIANGLE ? c->dev : t->f.host;
    double least = (double)c->m * gla_epsilon(c->dtype), *values;
    bool full = t->f.bound * least < 1;
    gla_array *s = gla_gram_values(&t->f, dev, true);
    p->s = gla_s_contiguous(c->s, c->dev, gla_real_of(c->dtype), s);
    if (p->rcond) {
        gla_lstsq_count_rank(p, gla_significant(c, p->s, p->rcond));
        full = p->some_full;
    } else if (!full) {
        gla_array *host = gla_s_to_host(c->s, gla_gram_values(&t->f, dev, false), (void **)&values);
        full = host && values[c->n - 1] > least * values[0];
    }
    if (full && !p->rank)
        gla_lstsq_all_full(p);
    return full;
}

/* Check the sums of squares of b.  The sums reveal NaN, Inf, and overflow or underflow in products.  The sums also show whether
 * x = D R⁻¹ Qᴴ b is representable in its dtype. */
static bool is_in_range(const tall *t)
{
    double *sums, scale = 0, most = gla_real_of(t->p->c.dtype) == GLA_FLOAT32 ? FLT_MAX : DBL_MAX;
    gla_array *host = gla_s_to_host(t->p->c.s, t->first_sums, (void **)&sums);
    bool ok = host != NULL;
    for (int64_t i = 0; i < t->f.n; i++)
        scale = fmax(scale, t->f.scale[i]);
    for (int64_t j = 0; ok && j < host->size; j++)
        ok = sums[j] <= SAFE && sums[j] >= 1 / SAFE && sqrt(sums[j]) * t->f.bound <= most / scale;
    return ok;
}

bool gla_lstsq_tall(gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    int start = gla_scope_mark(c->s);
    tall t = {.p = p, .f = gla_gram_new(c->s, gla_wide_of(c->dtype), c->n)};
    find_rows(&t);
    t.b = gla_s_contiguous(c->s, c->dev, c->dtype, p->b);
    if (factor(&t)) {
        p->x = iterate(&t);
        if (!gla_failed(c) && has_full_rank(&t) && is_in_range(&t))
            return true;
    }
    /* Reset the state for QR, but keep a on the device. */
    bool keeps = !p->a && t.a.data && !t.a.host;
    gla_array *rows = gla_scope_keep(c->s, start, keeps ? t.rows : NULL);
    p->x = p->residuals = p->s = p->rank = NULL;
    p->some_full = p->some_deficient = false;
    if (keeps)
        p->a = rows;
    return false;
}
