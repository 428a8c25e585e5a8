/* engine.c - Engine of the iterative solvers: executes the rows of a method until a product is requested. */
#include "krylov/krylov.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include "runtime/object.h"
#include "runtime/runtime.h"

#include <math.h>
#include <string.h>

#define MAX_IN_CYCLE 10000 /* maximum number of GMRES vectors; the number of scalars grows with the square of this number */
#define TESTS_APART 16     /* number of iterations between tests, if a test waits for a device */

static void destroy(void *object)
{
    gla_sparse_iteration *q = object;
    for (int i = 0; i < KRYLOV_VECTORS; i++)
        gla_unref(q->v[i]);
    for (int64_t i = 0; q->basis && i <= q->o.restart; i++)
        gla_unref(q->basis[i]);
    gla_unref(q->numbers);
    gla_free(q->basis);
    gla_free(q->history);
    gla_free(q->before);
    gla_free(q->unit);
    pthread_mutex_destroy(&q->lock);
    gla_free(q);
}

const gla_class gla_sparse_iteration_class = {.name = "Iteration", .destroy = destroy};

static int64_t iterations_of(int64_t cycles, int64_t each)
{
    return cycles > INT64_MAX / each ? INT64_MAX : cycles * each;
}

/* Set the default maximum number of iterations, which is the same as in SciPy. */
static void set_default_maxiter(gla_sparse_iteration *q)
{
    if (q->o.maxiter >= 0 || q->n < 0)
        return;
    int64_t n = q->method->takes_fewer && q->m < q->n ? q->m : q->n;
    q->o.maxiter = iterations_of(n * q->method->times_n, q->method->in_cycles ? q->o.restart : 1);
}

/* ---- start --------------------------------------------------------------------------------------------------- */
static void make_numbers(gla_sparse_iteration *q, gla_scope *s)
{
    double *numbers = s->status ? NULL : gla_s_memory(s, q->numbers_of * q->k * 2, sizeof *numbers);
    for (int64_t j = 0; j < q->k && numbers; j++) {
        numbers[2 * (KRYLOV_ONE * q->k + j)] = 1;
        numbers[2 * (KRYLOV_RTOL * q->k + j)] = q->o.rtol;
        numbers[2 * (KRYLOV_ATOL * q->k + j)] = q->method->least_squares ? q->o.atol : q->o.atol / krylov_unit(q, j);
        numbers[2 * (KRYLOV_CONLIM * q->k + j)] = q->o.conlim;
        numbers[2 * (KRYLOV_DAMP * q->k + j)] = q->o.damp;
    }
    krylov_set_numbers(q, s, numbers);
}

static void check_options(gla_scope *s, const krylov_options *o)
{
    const char *name = !(o->rtol >= 0)      ? "rtol"
                       : !(o->atol >= 0)    ? "atol"
                       : o->damp != o->damp ? "damp"
                       : !(o->conlim >= 0)  ? "conlim"
                       : o->maxiter < -1    ? "maxiter"
                       : o->restart < 1     ? "restart"
                                            : NULL;
    if (name)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s must not be %s", s->op, name,
                   o->restart < 1 ? "less than 1" : "negative or NaN");
}

/* Copy b and x0 to one dtype, so that the caller cannot change them. */
static void take_sides(gla_sparse_iteration *q, gla_scope *s, const gla_array *b, const gla_array *x0)
{
    const gla_array *given[2] = {b, x0 ? x0 : b};
    gla_array *placed[2], *copy[2] = {NULL};
    gla_s_place(s, 2, given, false, &q->dev, placed);
    q->dtype = gla_floating_of(gla_promote_arrays(2, given));
    if (b->ndim < 1 || b->ndim > 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: b has %d dimensions, but it must have 1 or 2", s->op, b->ndim);
    if (s->status)
        return;
    q->single = b->ndim == 1;
    q->m = b->shape[0];
    q->k = q->single ? 1 : b->shape[1];
    if (x0 &&
        (x0->ndim != b->ndim || (!q->single && x0->shape[1] != q->k) || (!q->method->least_squares && x0->shape[0] != q->m))) {
        char text[2][GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: x0 has shape %s, which does not match b of shape %s", s->op,
                   gla_shape_text(x0->ndim, x0->shape, text[0], sizeof text[0]),
                   gla_shape_text(b->ndim, b->shape, text[1], sizeof text[1]));
    }
    if (s->status)
        return;
    q->n = x0 ? given[1]->shape[0] : q->method->least_squares ? -1 : q->m;
    for (int i = 0; i < (x0 ? 2 : 1) && !s->status; i++) {
        gla_array *made = NULL;
        copy[i] = gla_s_adopt(s, gla_array_copy(s->op, q->dev, q->dtype, placed[i], &made), &made);
    }
    if (s->status)
        return;
    q->v[V_B] = gla_ref(copy[0]);
    q->v[V_X] = x0 ? gla_ref(copy[1]) : NULL;
}

gla_sparse_iteration *krylov_new(gla_scope *s, const krylov_method *method, const gla_array *b, const gla_array *x0,
                                 const krylov_options *o)
{
    check_options(s, o);
    gla_sparse_iteration *q = s->status ? NULL : gla_object_new(s->op, &gla_sparse_iteration_class, NULL, sizeof *q);
    if (!q) {
        gla_s_check(s, s->status ? s->status : gla_last_status());
        return NULL;
    }
    gla_make_lock(&q->lock);
    q->method = method;
    q->o = *o;
    q->numbers_of = KRYLOV_NUMBERS;
    take_sides(q, s, b, x0);
    krylov_choose_units(q, s);
    if (method->least_squares) { /* the accuracy that rounding permits */
        double least = q->dtype == GLA_FLOAT32 || q->dtype == GLA_COMPLEX64 ? 1.2e-7 : 2.3e-16;
        q->o.rtol = fmax(q->o.rtol, least);
        q->o.atol = fmax(q->o.atol, least);
    }
    if (!s->status && q->o.restart > q->m && method->in_cycles)
        q->o.restart = q->m > 0 ? q->m : 1;
    if (!s->status && method->in_cycles && q->o.maxiter > 0)
        q->o.maxiter = iterations_of(q->o.maxiter, q->o.restart);
    if (!s->status && method->in_cycles && q->o.restart > MAX_IN_CYCLE)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: restart is %lld, but it must be at most %d", s->op, (long long)q->o.restart,
                   MAX_IN_CYCLE);
    if (!s->status && method->in_cycles)
        q->numbers_of = GMRES_COLUMNS + (q->o.restart + 1) * (q->o.restart + 1);
    make_numbers(q, s);
    q->before = s->status ? NULL : gla_calloc((size_t)(q->k > 0 ? q->k : 1), sizeof *q->before);
    q->basis = s->status || method != &krylov_gmres ? NULL : gla_calloc((size_t)q->o.restart + 1, sizeof *q->basis);
    if (!s->status && (!q->before || (!q->basis && method->in_cycles)))
        gla_s_check(s, gla_fail_memory(s->op, (size_t)(q->k + q->o.restart)));
    if (!s->status && gla_slot_place(q->dev->backend, GLA_SLOT(krylov, pass)) != GLA_ON_DEVICE)
        gla_s_check(s, gla_fail_unsupported(s->op, q->dev));
    if (s->status) {
        gla_object_unref(q);
        return NULL;
    }
    set_default_maxiter(q);
    q->every = q->dev->is_host ? 1 : TESTS_APART;
    q->rows = method->residual;
    return q;
}

/* ---- rows ---------------------------------------------------------------------------------------------------- */
static void pass_of_row(gla_sparse_iteration *q, gla_scope *s, const krylov_row *row)
{
    gla_array *in[GLA_KRYLOV_INPUTS] = {NULL}, *out[GLA_KRYLOV_OUTPUTS] = {NULL};
    for (int i = 0; i < GLA_KRYLOV_INPUTS && row->in[i]; i++)
        in[i] = krylov_vector(q, s, row->in[i]);
    for (int i = 0; i < GLA_KRYLOV_OUTPUTS && row->out[i]; i++)
        out[i] = krylov_vector(q, s, row->out[i]);
    krylov_pass(q, s, row, in, out, 0);
}

static void swap(gla_sparse_iteration *q, int a, int b)
{
    gla_array *kept = q->v[a];
    q->v[a] = q->v[b];
    q->v[b] = kept;
}

/* Without x0 no product is needed yet: the residual is b. */
static bool is_left_out(const gla_sparse_iteration *q, krylov_when when)
{
    switch (when) {
    case WITH_M: return !q->o.preconditioned;
    case ALONE: return q->o.preconditioned;
    case WITH_X: return !q->v[V_X];
    case WITHOUT_X: return q->v[V_X];
    default: return false;
    }
}

static void do_row(gla_sparse_iteration *q, gla_scope *s, const krylov_row *row)
{
    q->at++;
    if (is_left_out(q, row->when))
        return;
    switch (row->kind) {
    case ROW_APPLY: q->want = row->want; return;
    case ROW_PASS: pass_of_row(q, s, row); return;
    case ROW_SWAP: swap(q, row->from, row->to); return;
    case ROW_TEST: krylov_test(q, s); return;
    case ROW_CHECK: krylov_check(q, s); return;
    case ROW_CALL: row->call(q, s); return;
    default: /* end of the rows */
        q->rows = q->method->loop;
        q->at = 0;
        return;
    }
}

void krylov_advance(gla_sparse_iteration *q, gla_scope *s)
{
    q->paused = false;
    if (q->failed)
        gla_s_fail(s, q->failed, "%s: the iteration failed earlier and cannot continue; start a new iteration from its x",
                   s->op);
    if (q->k == 0) {
        q->n = q->n < 0 ? 0 : q->n;
        q->done = true;
    }
    while (!s->status && !q->done && q->want == WANT_NOTHING && !q->paused) {
        gla_scope row; /* releases what a row allocates */
        gla_scope_begin(&row, s->op);
        do_row(q, &row, &q->rows[q->at]);
        gla_s_check(s, gla_scope_end(&row));
    }
    if (s->status) { /* the solution ends and keeps its state */
        q->done = true;
        q->failed = s->status;
    }
}

/* ---- products ------------------------------------------------------------------------------------------------ */
static const krylov_row *wanting_row(const gla_sparse_iteration *q)
{
    return &q->rows[q->at - 1];
}

gla_array *krylov_requested(gla_sparse_iteration *q, gla_scope *s)
{
    return krylov_shaped(q, s, krylov_vector(q, s, wanting_row(q)->from));
}

void krylov_take(gla_sparse_iteration *q, gla_scope *s, gla_array *product)
{
    const krylov_row *row = wanting_row(q);
    if (s->status)
        return;
    if (row->want == WANT_ADJOINT && q->n < 0 && product->ndim == (q->single ? 1 : 2))
        q->n = product->shape[0];
    set_default_maxiter(q);
    int64_t n = krylov_length(q, row->to), shape[2] = {n, q->k};
    int ndim = q->single ? 1 : 2;
    if (product->ndim != ndim || memcmp(product->shape, shape, (size_t)ndim * sizeof *shape) != 0) {
        char text[2][GLA_SHAPE_TEXT];
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the product has shape %s, but it must have shape %s", s->op,
                   gla_shape_text(product->ndim, product->shape, text[0], sizeof text[0]),
                   gla_shape_text(ndim, shape, text[1], sizeof text[1]));
        return;
    }
    if (gla_promote(product->dtype, q->dtype) != q->dtype) {
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the product is %s, but b is %s; convert b with astype first", s->op,
                   gla_dtype_name(product->dtype), gla_dtype_name(q->dtype));
        return;
    }
    gla_array *taken = gla_s_contiguous(s, q->dev, q->dtype, product);
    if (taken && row->want == WANT_ADJOINT)
        krylov_check_adjoint(q, s, taken);
    if (taken)
        krylov_put(q, row->to, gla_ref(taken));
    q->want = WANT_NOTHING;
}
