/* iteration.c - Iterative solutions step by step: the public functions of an iteration. */
#include "krylov/krylov.h"
#include "runtime/allocation.h"

#include <string.h>

static gla_status begin(const krylov_method *method, const gla_array *b, const gla_array *x0, const krylov_options *o,
                        gla_sparse_iteration **iteration)
{
    gla_scope s;
    gla_scope_begin(&s, method->op);
    *iteration = krylov_new(&s, method, b, x0, o);
    return gla_scope_end(&s);
}

gla_status gla_sparse_iteration_cg(const gla_array *b, gla_sparse_iteration **iteration, const gla_array *x0, double rtol,
                                   double atol, gla_axis maxiter, bool preconditioned)
{
    const krylov_options o = {
        .rtol = rtol, .atol = atol, .maxiter = krylov_limit(maxiter), .restart = 1, .preconditioned = preconditioned};
    return begin(&krylov_cg, b, x0, &o, iteration);
}

gla_status gla_sparse_iteration_minres(const gla_array *b, gla_sparse_iteration **iteration, const gla_array *x0, double rtol,
                                       double shift, gla_axis maxiter, bool preconditioned)
{
    const krylov_options o = {
        .rtol = rtol, .damp = shift, .maxiter = krylov_limit(maxiter), .restart = 1, .preconditioned = preconditioned};
    return begin(&krylov_minres, b, x0, &o, iteration);
}

gla_status gla_sparse_iteration_bicgstab(const gla_array *b, gla_sparse_iteration **iteration, const gla_array *x0, double rtol,
                                         double atol, gla_axis maxiter, bool preconditioned)
{
    const krylov_options o = {
        .rtol = rtol, .atol = atol, .maxiter = krylov_limit(maxiter), .restart = 1, .preconditioned = preconditioned};
    return begin(&krylov_bicgstab, b, x0, &o, iteration);
}

gla_status gla_sparse_iteration_gmres(const gla_array *b, gla_sparse_iteration **iteration, const gla_array *x0, double rtol,
                                      double atol, int64_t restart, gla_axis maxiter, bool preconditioned)
{
    const krylov_options o = {
        .rtol = rtol, .atol = atol, .maxiter = krylov_limit(maxiter), .restart = restart, .preconditioned = preconditioned};
    return begin(&krylov_gmres, b, x0, &o, iteration);
}

gla_status gla_sparse_iteration_lsqr(const gla_array *b, gla_sparse_iteration **iteration, double damp, double atol,
                                     double btol, double conlim, gla_axis maxiter, const gla_array *x0)
{
    const krylov_options o = {
        .rtol = btol, .atol = atol, .damp = damp, .conlim = conlim, .maxiter = krylov_limit(maxiter), .restart = 1};
    return begin(&krylov_lsqr, b, x0, &o, iteration);
}

gla_status gla_sparse_iteration_lsmr(const gla_array *b, gla_sparse_iteration **iteration, double damp, double atol,
                                     double btol, double conlim, gla_axis maxiter, const gla_array *x0)
{
    const krylov_options o = {
        .rtol = btol, .atol = atol, .damp = damp, .conlim = conlim, .maxiter = krylov_limit(maxiter), .restart = 1};
    return begin(&krylov_lsmr, b, x0, &o, iteration);
}

/* Lock an iteration, or return NULL if it is already in use.  Callers have a const handle although the state changes. */
static gla_sparse_iteration *enter(gla_scope *s, const gla_sparse_iteration *iteration)
{
    gla_sparse_iteration *q = (gla_sparse_iteration *)iteration;
    gla_scope_begin(s, q->method->op);
    return gla_s_lock(s, &q->lock) ? q : NULL;
}

static gla_status leave(gla_scope *s, gla_sparse_iteration *q)
{
    pthread_mutex_unlock(&q->lock);
    return gla_scope_end(s);
}

static gla_status give(gla_scope *s, gla_sparse_iteration *q, gla_array *x, gla_array **out)
{
    pthread_mutex_unlock(&q->lock);
    return gla_scope_return(s, x, out);
}

gla_status gla_sparse_iteration_run(const gla_sparse_iteration *iteration, bool *more, const gla_sparse *A,
                                    const gla_sparse_preconditioner *M, bool pause)
{
    gla_scope s;
    gla_sparse_iteration *q = enter(&s, iteration);
    if (!q)
        return gla_scope_end(&s);
    q->pause = pause;
    krylov_serve(q, &s, A, M);
    *more = !q->done;
    return leave(&s, q);
}

gla_status gla_sparse_iteration_wants(const gla_sparse_iteration *iteration, char **name)
{
    static const char *const names[] = {"", "A", "AH", "M"};
    gla_scope s;
    gla_sparse_iteration *q = enter(&s, iteration);
    *name = NULL;
    if (!q)
        return gla_scope_end(&s);
    if (q->rows == q->method->residual && q->at == 0 && !q->done && !q->paused)
        krylov_advance(q, &s); /* up to the first product */
    const char *text = names[q->want];
    *name = s.status ? NULL : gla_malloc(strlen(text) + 1);
    if (*name)
        memcpy(*name, text, strlen(text) + 1);
    else if (!s.status)
        gla_s_check(&s, gla_fail_memory(s.op, strlen(text) + 1));
    return leave(&s, q);
}

static void check_wanted(gla_sparse_iteration *q, gla_scope *s)
{
    if (q->want == WANT_NOTHING)
        krylov_advance(q, s);
    if (!s->status && q->want == WANT_NOTHING)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the iteration has ended or is paused and requests no product; check `wants` first", s->op);
}

gla_status gla_sparse_iteration_vector(const gla_sparse_iteration *iteration, gla_array **out)
{
    gla_scope s;
    gla_sparse_iteration *q = enter(&s, iteration);
    if (!q)
        return gla_scope_return(&s, NULL, out);
    check_wanted(q, &s);
    gla_array *x = s.status ? NULL : krylov_requested(q, &s);
    return give(&s, q, gla_s_convert(&s, x, q->dtype, q->dev, GLA_YES), out);
}

gla_status gla_sparse_iteration_step(const gla_sparse_iteration *iteration, const gla_array *product, bool *more)
{
    gla_scope s;
    gla_sparse_iteration *q = enter(&s, iteration);
    if (!q)
        return gla_scope_end(&s);
    check_wanted(q, &s);
    gla_array *kept = gla_s_convert(&s, product, GLA_NO_DTYPE, q->dev, GLA_YES); /* the caller may change its own array */
    krylov_take(q, &s, kept);
    if (!s.status)
        krylov_advance(q, &s);
    *more = !q->done;
    return leave(&s, q);
}

gla_status gla_sparse_iteration_x(const gla_sparse_iteration *iteration, gla_array **out)
{
    gla_scope s;
    gla_sparse_iteration *q = enter(&s, iteration);
    if (!q)
        return gla_scope_return(&s, NULL, out);
    if (q->n < 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "%s: the length of x is unknown until the first product with the adjoint of A has been passed", s.op);
    gla_array *x = s.status ? NULL : krylov_solution(q, &s);
    return give(&s, q, gla_s_convert(&s, x, q->dtype, q->dev, GLA_YES), out);
}

/* Return one scalar for each column, on the host. */
static gla_status numbers_of(const gla_sparse_iteration *iteration, gla_dtype dtype, int which, gla_array **out)
{
    gla_scope s;
    gla_sparse_iteration *q = enter(&s, iteration);
    if (!q)
        return gla_scope_return(&s, NULL, out);
    const void *numbers = krylov_numbers(q, &s);
    gla_array *made = NULL;
    void *data = NULL;
    if (!s.status)
        gla_s_check(&s, gla_array_new_host(s.op, dtype, q->single ? 0 : 1, &q->k, &made, &data));
    gla_s_own(&s, made);
    for (int64_t j = 0; j < q->k && !s.status; j++) {
        double value = krylov_number(q, numbers, which, j) * (which == KRYLOV_NORM ? krylov_unit(q, j) : 1);
        if (dtype == GLA_INT64)
            ((int64_t *)data)[j] = (int64_t)value;
        else
            ((double *)data)[j] = value;
    }
    return give(&s, q, made, out);
}

gla_status gla_sparse_iteration_iterations(const gla_sparse_iteration *iteration, gla_array **out)
{
    return numbers_of(iteration, GLA_INT64, KRYLOV_STEPS, out);
}

gla_status gla_sparse_iteration_residual(const gla_sparse_iteration *iteration, gla_array **out)
{
    return numbers_of(iteration, GLA_FLOAT64, KRYLOV_NORM, out);
}

gla_status gla_sparse_iteration_history(const gla_sparse_iteration *iteration, gla_array **out)
{
    gla_scope s;
    gla_sparse_iteration *q = enter(&s, iteration);
    if (!q)
        return gla_scope_return(&s, NULL, out);
    gla_array *made = NULL;
    void *data = NULL;
    gla_s_check(&s, gla_array_new_host(s.op, GLA_FLOAT64, q->single ? 1 : 2, (int64_t[]){q->tests, q->k}, &made, &data));
    gla_s_own(&s, made);
    if (!s.status && q->tests > 0 && q->k > 0)
        memcpy(data, q->history, (size_t)(q->tests * q->k) * sizeof(double));
    return give(&s, q, made, out);
}
