/* lstsq_tall.c - least squares from Gram matrices: where the rows are many, a few passes over them at the speed of memory
 * or of matrix products, instead of a QR factorisation.
 *
 * G = aᴴa squares the condition.  So its triangle is used only after a bound of the condition, or the second Gram matrix,
 * has proved it good, and x comes from gradients in doubled precision: the triangle only decides how fast they
 * converge.  Otherwise this way is given up, and QR begins anew. */
#include "lstsq.h"

#include <float.h>
#include <math.h>

#define MOST_RIGHT_SIDES 8  /* each is a pass over a */
#define SURELY_GOOD 32.0    /* condition up to which one Gram matrix gives singular values as good as QR's */
#define SURELY_QUICK 1e4    /* condition up to which two steps give all digits; else it takes three */
#define LARGE_TRIANGLE 256  /* from here the singular values are computed on the device */
#define SAFE 0x1p800        /* as in lstsq_gram.c, for b */

typedef struct tall {
    gla_lstsq_call *p;
    gla_tall a;
    gla_array *rows;   /* what a.data is of */
    gla_array *b;
    gla_gram f;
    gla_array *w, *wh; /* W and Wᴴ on the device */
    gla_array *first_sums;
} tall;

bool gla_lstsq_is_tall(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    return c->dev->backend->lapack->gram && gla_lstsq_can_refine(p) && c->a->ndim == 2 && c->b->ndim == 2 && c->n > 0 &&
           c->m >= c->n && c->b->shape[1] > 0 && c->b->shape[1] <= MOST_RIGHT_SIDES;
}

/* a on the device, or for as much of it as there is room on the way there. */
static gla_status find_rows(tall *t)
{
    gla_lstsq_call *p = t->p;
    const gla_call *c = &p->c;
    gla_status st;
    if (p->a) {
        st = gla_lstsq_rows(p, p->a, &t->rows);
        if (!st)
            t->a = gla_lstsq_tall_of(t->rows);
        return st;
    }
    t->a = gla_lstsq_tall_of(c->a);
    t->a.host = t->a.data;
    t->a.host_ld = t->a.ld;
    t->a.ld = c->n;
    t->a.data = NULL;
    st = gla_array_new(c->op, c->dev, c->dtype, 2, c->a->shape, &t->rows);
    if (st == GLA_OUT_OF_MEMORY_ERROR) /* then all passes are made from the host */
        return GLA_OK;
    if (!st)
        t->a.data = gla_data(t->rows);
    return st;
}

/* The Gram matrix of a, or of a W, on the host; after it a is on the device, if it can be. */
static gla_status gram(tall *t, const gla_array *w, gla_array **out)
{
    const gla_call *c = &t->p->c;
    gla_array *g = NULL;
    int64_t shape[2] = {c->n, c->n};
    void *data;
    gla_status st = gla_array_new(c->op, c->dev, t->f.wide, 2, shape, &g);
    if (!st) {
        void *state = gla_work_begin((double)c->m * (double)c->n * (double)c->n);
        st = c->dev->backend->lapack->gram(c->dev, &t->a, w ? gla_data(w) : NULL, gla_data(g));
        gla_work_end(state);
    }
    if (!st && t->a.data)
        t->a.host = NULL;
    if (!st)
        st = gla_to_host(g, out, &data);
    gla_unref(g);
    return st;
}

static gla_status factor(tall *t, bool *ok)
{
    gla_array *first = NULL, *second = NULL, *w = NULL;
    gla_status st = gram(t, NULL, &first);
    if (!st)
        st = gla_gram_first(&t->f, gla_data(first), ok);
    if (!st && *ok && t->f.bound > SURELY_GOOD) {
        st = gla_array_contiguous(t->f.op, t->p->c.dev, t->f.wide, t->f.w, &w);
        if (!st)
            st = gram(t, w, &second);
        if (!st)
            st = gla_gram_second(&t->f, gla_data(second), ok);
    }
    gla_unref(first);
    gla_unref(second);
    gla_unref(w);
    return st;
}

/* W and Wᴴ: the memory of W by columns is that of Wᵀ by rows. */
static gla_status upload_inverse(tall *t)
{
    gla_array *turned = NULL;
    gla_status st = gla_array_contiguous(t->f.op, t->p->c.dev, t->f.wide, t->f.w, &turned);
    if (!st)
        st = gla_swap_last(turned, &t->w);
    if (!st && t->f.wide == GLA_COMPLEX128)
        st = gla_conj(turned, &t->wh);
    else if (!st)
        t->wh = gla_ref(turned);
    gla_unref(turned);
    return st;
}

/* dx = W Wᴴ g */
static gla_status correction(const tall *t, const gla_array *g, gla_array **dx)
{
    const gla_call *c = &t->p->c;
    gla_array *y = NULL;
    gla_status st = gla_product(c->op, c->dev, t->f.wide, t->wh, g, false, &y);
    if (!st)
        st = gla_product(c->op, c->dev, t->f.wide, t->w, y, false, dx);
    gla_unref(y);
    return st;
}

/* Steps from zero; nothing here waits. */
static gla_status iterate(tall *t, gla_array **x, gla_array **residuals)
{
    const gla_lstsq_call *p = t->p;
    gla_array *wide = NULL, *g = NULL, *sums = NULL, *dx = NULL, *next = NULL;
    int steps = t->f.bound > SURELY_QUICK ? 3 : 2;
    gla_status st = upload_inverse(t);
    for (int i = 0; i < steps && !st; i++) {
        st = gla_lstsq_gradient(p, &t->a, t->b, wide, &g, &sums);
        if (!st)
            st = correction(t, g, &dx);
        if (!st && wide)
            st = gla_add(wide, dx, &next);
        else if (!st)
            next = gla_ref(dx);
        gla_unref(wide);
        wide = next;
        next = NULL;
        if (!st && i == 0)
            t->first_sums = gla_ref(sums);
        if (!st && i == steps - 1)
            st = gla_lstsq_last_sums(p, sums, dx, g, residuals);
        gla_unref(g);
        gla_unref(sums);
        gla_unref(dx);
        g = sums = dx = NULL;
    }
    if (!st)
        st = gla_typed(p->c.op, p->c.dtype, wide, x);
    gla_unref(wide);
    return st;
}

/* Whether the rank is full by the rule of lstsq_rank.c; the singular values on the device. */
static gla_status judge(tall *t, const gla_array *rcond, bool *full)
{
    gla_lstsq_call *p = t->p;
    const gla_call *c = &p->c;
    gla_array *s = NULL, *scaled = NULL, *mask = NULL, *host = NULL;
    gla_device *dev = c->n > LARGE_TRIANGLE ? c->dev : t->f.host;
    double least = (double)c->m * gla_epsilon(c->dtype), *values;
    gla_status st = gla_gram_values(&t->f, dev, true, &s);
    if (!st)
        st = gla_array_contiguous(c->op, c->dev, gla_real_of(c->dtype), s, &p->s);
    *full = !st && t->f.bound * least < 1;
    if (!st && rcond) {
        st = gla_significant(c, p->s, rcond, &mask);
        if (!st)
            st = gla_lstsq_count_rank(p, mask);
        *full = p->some_full;
    } else if (!st && !*full) {
        st = gla_gram_values(&t->f, dev, false, &scaled);
        if (!st)
            st = gla_to_host(scaled, &host, (void **)&values);
        *full = !st && values[c->n - 1] > least * values[0];
    }
    if (!st && *full && !p->rank)
        st = gla_lstsq_all_full(p);
    gla_unref(s);
    gla_unref(scaled);
    gla_unref(mask);
    gla_unref(host);
    return st;
}

/* NaN and Inf in b show in its length, and so does what would overflow or vanish in products with it, and whether
 * x = D R⁻¹ Qᴴ b fits its type. */
static gla_status check_range(const tall *t, bool *ok)
{
    gla_array *host = NULL;
    double *sums, scale = 0, most = gla_real_of(t->p->c.dtype) == GLA_FLOAT32 ? FLT_MAX : DBL_MAX;
    gla_status st = gla_to_host(t->first_sums, &host, (void **)&sums);
    for (int64_t i = 0; i < t->f.n; i++)
        scale = fmax(scale, t->f.scale[i]);
    for (int64_t j = 0; !st && j < t->first_sums->size; j++)
        *ok = *ok && sums[j] <= SAFE && sums[j] >= 1 / SAFE && sqrt(sums[j]) * t->f.bound <= most / scale;
    gla_unref(host);
    return st;
}

/* Forget what was found, so that QR begins as if nothing had been; but keep a on the device. */
static gla_status give_up(tall *t, gla_array **x, gla_array **residuals)
{
    gla_lstsq_call *p = t->p;
    gla_unref(*x);
    gla_unref(*residuals);
    gla_unref(p->s);
    gla_unref(p->rank);
    *x = *residuals = p->s = p->rank = NULL;
    p->some_full = p->some_deficient = false;
    if (!p->a && t->a.data && !t->a.host) {
        p->a = t->rows;
        t->rows = NULL;
    }
    return GLA_OK;
}

gla_status gla_lstsq_tall(gla_lstsq_call *p, const gla_array *rcond, gla_array **x, gla_array **residuals, bool *done)
{
    tall t = {.p = p};
    bool ok = false;
    gla_status st = gla_gram_new(&t.f, p->c.op, gla_wide_of(p->c.dtype), p->c.n);
    if (!st)
        st = find_rows(&t);
    if (!st)
        st = gla_array_contiguous(p->c.op, p->c.dev, p->c.dtype, p->b, &t.b);
    if (!st)
        st = factor(&t, &ok);
    if (!st && ok)
        st = iterate(&t, x, residuals);
    if (!st && ok)
        st = judge(&t, rcond, &ok);
    if (!st && ok)
        st = check_range(&t, &ok);
    if (!st && !ok)
        st = give_up(&t, x, residuals);
    *done = ok;
    gla_gram_release(&t.f);
    gla_unref(t.rows);
    gla_unref(t.b);
    gla_unref(t.w);
    gla_unref(t.wh);
    gla_unref(t.first_sums);
    return st;
}
