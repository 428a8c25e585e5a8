/* common.c - Operands, checks and errors of linear algebra calls; see common.h. */
#include "common.h"
#include "runtime/interrupt.h"
#include "contract/array.h"

#include <stdio.h>
#include <string.h>

/* Return a hint that names the function for rectangular matrices, or "". */
static const char *find_general(const char *op)
{
    static const char *const general[][2] = {
        {"solve", "; {lstsq(a, b)} solves systems that are not square"},
        {"inv", "; {pinv(x)} is the pseudoinverse"},
        {"eig", "; {svd(x)} accepts any matrix"},
        {"eigh", "; {svd(x)} accepts any matrix"},
        {"eigvals", "; {svdvals(x)} accepts any matrix"},
        {"eigvalsh", "; {svdvals(x)} accepts any matrix"},
    };
    for (size_t i = 0; i < sizeof general / sizeof *general; i++)
        if (!strcmp(op, general[i][0]))
            return general[i][1];
    return "";
}

/* Return a hint for a vector a.  If the matrix b has the same number of rows, the two arguments were probably exchanged. */
static const char *find_matrix(const gla_array *a, const gla_array *b, bool square)
{
    if (a->ndim != 1)
        return "";
    if (b && b->ndim == 2 && b->shape[0] == a->shape[0])
        return "; pass the matrix first and the vector second";
    return square ? "" : "; {expand_dims(v, axis=1)} turns the vector v into a column";
}

static gla_status check_matrix(const char *op, const char *name, const gla_array *a, const gla_array *b, bool square)
{
    char text[GLA_SHAPE_TEXT], spelled[GLA_SPELLED];
    if (a->ndim < 2)
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has shape %s, but a matrix needs two dimensions%s", op, name,
                        gla_shape_text(a->ndim, a->shape, text, sizeof text), gla_spell(find_matrix(a, b, square), spelled));
    if (square && a->shape[a->ndim - 2] != a->shape[a->ndim - 1])
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has shape %s, but the last two dimensions must be equal%s", op, name,
                        gla_shape_text(a->ndim, a->shape, text, sizeof text), gla_spell(find_general(op), spelled));
    return GLA_OK;
}

/* Move the operands to the device of the call, and describe the stack.  If `late`, a stays on its own device. */
static gla_status place(gla_call *c, const gla_array *a, const gla_array *b, bool late)
{
    const gla_array *in[2] = {a, b}, *now[2] = {late ? NULL : a, b};
    gla_array *placed[2];
    int n = b ? 2 : 1;
    gla_status st = gla_common_device(c->op, n, in, &c->dev);
    if (!st)
        st = gla_place_operands(c->op, c->dev, n, now, false, placed);
    if (st)
        return st;
    if (late)
        placed[0] = gla_ref(a);
    c->dtype = gla_floating_of(gla_promote_arrays(n, in));
    c->a = gla_s_own(c->s, placed[0]);
    c->b = b ? gla_s_own(c->s, placed[1]) : NULL;
    c->m = a->shape[a->ndim - 2];
    c->n = a->shape[a->ndim - 1];
    return GLA_OK;
}

static gla_status describe(gla_call *c)
{
    gla_status st = gla_broadcast_batches(c->op, c->a, c->b, &c->nbatch, c->batch);
    c->count = 1;
    for (int i = 0; !st && i < c->nbatch; i++)
        if (__builtin_mul_overflow(c->count, c->batch[i], &c->count))
            st = gla_fail(GLA_OVERFLOW_ERROR, "%s: the number of matrices in the stack overflows int64", c->op);
    return st;
}

static void start(gla_call *c, const char *op, const char *name)
{
    gla_scope_begin(&c->own, op);
    c->s = &c->own;
    c->op = op;
    c->name = name;
    c->dev = NULL;
    c->dtype = GLA_NO_DTYPE;
    c->a = c->b = NULL;
    c->nbatch = 0;
    c->count = c->m = c->n = 0;
}

void gla_call_begin_part(gla_call *c, const char *op, const char *name, gla_device *dev, gla_dtype dtype, int64_t m, int64_t n)
{
    start(c, op, name);
    c->dev = dev;
    c->dtype = dtype;
    c->count = 1;
    c->m = m;
    c->n = n;
}

gla_status gla_call_begin(gla_call *c, const char *op, const char *name, const gla_array *a, bool square)
{
    start(c, op, name);
    gla_status st = check_matrix(op, name, a, NULL, square);
    if (!st)
        st = place(c, a, NULL, false);
    if (!st)
        st = describe(c);
    return gla_s_check(c->s, st);
}

static gla_status check_pair(const char *op, const gla_array *a, const gla_array *b, bool square, bool vector)
{
    char ta[GLA_SHAPE_TEXT], tb[GLA_SHAPE_TEXT];
    gla_status st = check_matrix(op, "a", a, b, square);
    if (st)
        return st;
    if (b->ndim == 0)
        return gla_fail(GLA_SHAPE_ERROR, "%s: b is a scalar, but it must be a vector or a matrix", op);
    int64_t rows = b->shape[vector ? 0 : b->ndim - 2];
    if (rows != a->shape[a->ndim - 2])
        return gla_fail(GLA_SHAPE_ERROR, "%s: a has shape %s and b %s, but they must have the same number of rows%s", op,
                        gla_shape_text(a->ndim, a->shape, ta, sizeof ta), gla_shape_text(b->ndim, b->shape, tb, sizeof tb),
                        b->ndim > 1 && b->ndim == a->ndim - 1 && b->shape[b->ndim - 1] == a->shape[a->ndim - 2]
                            ? "; for a stack of vectors add a last dimension of length one to b"
                            : "");
    return GLA_OK;
}

gla_status gla_call_begin_pair(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool square, bool stays,
                               bool *vector)
{
    gla_status st;
    start(c, op, "a");
    *vector = b->ndim == 1;
    if ((st = check_pair(op, a, b, square, *vector)) || (st = place(c, a, b, stays)))
        return gla_s_check(c->s, st);
    if (*vector)
        c->b = gla_s_add_last(c->s, c->b);
    return c->s->status ? c->s->status : gla_s_check(c->s, describe(c));
}

void gla_call_bring(gla_call *c)
{
    const gla_array *a = c->a;
    gla_array *placed;
    if (gla_failed(c) || gla_s_check(c->s, gla_place_operands(c->op, c->dev, 1, &a, false, &placed)))
        return;
    gla_s_release(c->s, c->a);
    c->a = gla_s_own(c->s, placed);
}

/* ---- arrays and memory made for a call ----------------------------------------------------------------------- */
int64_t *gla_call_info(const gla_call *c)
{
    return gla_s_memory(c->s, c->count, sizeof(int64_t));
}

gla_array *gla_call_new(const gla_call *c, gla_dtype dtype, int64_t k)
{
    int64_t shape[GLA_MAX_NDIM + 1];
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = k;
    return gla_s_new(c->s, c->dev, dtype, c->nbatch + (k >= 0), shape);
}

void gla_call_triangle(const gla_call *c, bool lower, bool unit, const gla_array *src, gla_array *dst)
{
    if (gla_failed(c))
        return;
    const gla_array_ops *ops = c->dev->backend->array;
    void *state = gla_work_begin((double)dst->size);
    gla_s_check(c->s, ops->triangle ? ops->triangle(c->dev, lower, unit, src, dst) : gla_fail_unsupported(c->op, c->dev));
    gla_work_end(state);
}

bool gla_call_finite(const gla_call *c, const gla_array *x)
{
    bool yes = true;
    void *data;
    if (gla_failed(c) || x->size == 0 || x->dtype < GLA_FLOAT32)
        return !gla_failed(c);
    gla_device *dev = gla_device_of(x);
    if (dev->backend->array->all_finite) {
        void *state = gla_work_begin((double)x->size);
        gla_s_check(c->s, dev->backend->array->all_finite(dev, x, &yes));
        gla_work_end(state);
        return yes && !gla_failed(c);
    }
    int start = gla_scope_mark(c->s);
    gla_array *all = gla_s_reduce_all(c->s, gla_all, gla_s_apply(c->s, gla_isfinite, x));
    yes = gla_s_to_host(c->s, all, &data) && *(unsigned char *)data;
    gla_scope_keep(c->s, start, NULL);
    return yes;
}

/* Return the first matrix in the stack of the call that contains NaN or Inf. */
static int64_t find_not_finite(const gla_call *c, const gla_array *x)
{
    const gla_ints last = {2, {-2, -1}};
    gla_array *each, *finite = gla_s_apply(c->s, gla_isfinite, x);
    each = finite ? gla_s_adopt(c->s, gla_all(finite, &each, &last, false), &each) : NULL;
    void *data;
    int64_t at = 0;
    gla_array *host = gla_s_to_host(c->s, each, &data);
    while (host && at < host->size - 1 && ((const unsigned char *)data)[at])
        at++;
    return at;
}

void gla_call_require_finite(const gla_call *c, const char *name, const gla_array *x)
{
    char where[GLA_SHAPE_TEXT + 40] = "";
    if (gla_failed(c) || gla_call_finite(c, x))
        return;
    bool whole = x->ndim == c->nbatch + 2 && memcmp(x->shape, c->batch, (size_t)c->nbatch * sizeof *c->batch) == 0;
    if (whole)
        gla_stack_text(c, find_not_finite(c, x), where, sizeof where);
    gla_s_fail(c->s, GLA_NON_FINITE_ERROR, "%s: %s contains NaN or Inf%s; find them with isfinite", c->op, name, where);
}

gla_array *gla_s_sum(gla_scope *s, const gla_array *x, int axis, gla_dtype dtype)
{
    gla_ints axes = {1, {axis}};
    gla_array *out;
    return s->status ? NULL : gla_s_adopt(s, gla_sum(x, &out, &axes, dtype, false), &out);
}

gla_array *gla_s_adjoint(gla_scope *s, const gla_array *x)
{
    if (s->status)
        return NULL;
    return gla_s_swap_last(s, gla_dtype_is_complex(x->dtype) ? gla_s_apply(s, gla_conj, x) : x);
}

const char *gla_stack_text(const gla_call *c, int64_t at, char *buf, size_t size)
{
    int64_t position[GLA_MAX_NDIM] = {0};
    char text[GLA_SHAPE_TEXT];
    *buf = '\0';
    for (int d = c->nbatch; d-- > 0; at /= c->batch[d])
        position[d] = at % c->batch[d];
    if (c->nbatch)
        snprintf(buf, size, " in matrix %s of the stack", gla_shape_text(c->nbatch, position, text, sizeof text));
    return buf;
}

gla_status gla_info_check_finite(const gla_call *c, const int64_t *info)
{
    int64_t at = 0;
    char where[GLA_SHAPE_TEXT + 40];
    if (gla_failed(c))
        return c->s->status;
    while (at < c->count && info[at] >= 0)
        at++;
    if (at == c->count)
        return GLA_OK;
    return gla_s_check(c->s,
                       gla_fail(GLA_NON_FINITE_ERROR, "%s: %s contains NaN or Inf%s; find them with isfinite", c->op,
                                info[at] == GLA_INFO_A_NOT_FINITE ? c->name : "b", gla_stack_text(c, at, where, sizeof where)));
}

gla_status gla_info_check(const gla_call *c, gla_status kind, const int64_t *info, const char *what, const char *remedy)
{
    int64_t at = 0;
    char where[GLA_SHAPE_TEXT + 40], fact[200];
    if (gla_failed(c))
        return c->s->status;
    while (at < c->count && info[at] == 0)
        at++;
    if (at == c->count || gla_info_check_finite(c, info))
        return c->s->status;
    snprintf(fact, sizeof fact, what, (long long)info[at]);
    return gla_s_check(c->s, gla_fail(kind, "%s: %s%s; %s", c->op, fact, gla_stack_text(c, at, where, sizeof where), remedy));
}

double gla_epsilon(gla_dtype dtype)
{
    return gla_real_of(dtype) == GLA_FLOAT32 ? 0x1p-23 : 0x1p-52;
}
