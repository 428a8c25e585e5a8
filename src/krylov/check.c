/* check.c - Convergence tests of iterative solvers: continue, restart or stop. */
#include "krylov/krylov.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include "runtime/runtime.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define PATIENCE 50 /* milliseconds between two checks for an interrupt */

void krylov_check_interrupt(gla_sparse_iteration *q, gla_scope *s)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    int64_t now = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
    if (now - q->asked < PATIENCE)
        return;
    q->asked = now;
    if (gla_interrupted())
        gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
}

void krylov_append_history(gla_sparse_iteration *q, gla_scope *s, const double *norms)
{
    size_t line = (size_t)q->k * sizeof *norms;
    if (s->status)
        return;
    if (q->tests == q->tests_kept) {
        int64_t kept = q->tests_kept ? 2 * q->tests_kept : 16;
        double *history = gla_realloc(q->history, (size_t)kept * line);
        if (!history) {
            gla_s_check(s, gla_fail_memory(s->op, (size_t)kept * line));
            return;
        }
        q->history = history;
        q->tests_kept = kept;
    }
    for (int64_t j = 0; j < q->k; j++)
        q->history[q->tests * q->k + j] = norms[j] * krylov_unit(q, j);
    q->tests++;
}

static void remember_numbers(gla_sparse_iteration *q, gla_scope *s, const void *numbers)
{
    double *norms = gla_s_memory(s, q->k, sizeof *norms);
    for (int64_t j = 0; j < q->k && norms; j++)
        norms[j] = krylov_number(q, numbers, KRYLOV_NORM, j);
    krylov_append_history(q, s, norms);
}

static int64_t count(const gla_sparse_iteration *q, const void *numbers, int status, int64_t *first)
{
    int64_t n = 0;
    for (int64_t j = q->k; j-- > 0;)
        if (krylov_number(q, numbers, KRYLOV_STATUS, j) == status) {
            n++;
            *first = j;
        }
    return n;
}

void krylov_test(gla_sparse_iteration *q, gla_scope *s)
{
    int64_t first = 0;
    q->loops++;
    if (q->loops % q->every != 0 && q->loops < q->o.maxiter)
        return;
    const void *numbers = krylov_numbers(q, s);
    if (!numbers)
        return;
    remember_numbers(q, s, numbers);
    krylov_check_interrupt(q, s);
    q->paused = q->pause;
    if (count(q, numbers, KRYLOV_OPEN, &first) > 0 && q->loops < q->o.maxiter)
        return;
    q->broken = count(q, numbers, KRYLOV_BROKEN, &first) > 0;
    q->rows = q->method->residual;
    q->at = 0;
}

/* Return " of column j" for messages if there are several columns, otherwise an empty string. */
static const char *of_column(const gla_sparse_iteration *q, int64_t column, char text[48])
{
    text[0] = 0;
    if (!q->single)
        snprintf(text, 48, " of column %lld", (long long)column);
    return text;
}

static void stop(gla_sparse_iteration *q, gla_scope *s, const void *numbers, gla_status kind, int64_t column, const char *why)
{
    char text[48], residual[160];
    const char *plural = q->loops == 1 ? "" : "s";
    snprintf(residual, sizeof residual, "the residual norm%s is %.3g, but the tolerance is %.3g", of_column(q, column, text),
             krylov_number(q, numbers, KRYLOV_NORM, column) * krylov_unit(q, column),
             krylov_number(q, numbers, KRYLOV_LIMIT, column) * krylov_unit(q, column));
    if (q->loops >= q->o.maxiter)
        gla_s_fail(s, kind, "%s: did not converge in %lld iteration%s: %s; %s", s->op, (long long)q->loops, plural, residual,
                   why);
    else
        gla_s_fail(s, kind, "%s: %s; after %lld iteration%s %s", s->op, why, (long long)q->loops, plural, residual);
}

/* Report how a least squares solution ended. */
static void check_squares(gla_sparse_iteration *q, gla_scope *s, const void *numbers)
{
    int64_t first = 0;
    if (count(q, numbers, KRYLOV_OPEN, &first) > 0)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR, "%s: did not converge in %lld iteration%s; increase maxiter, or atol and btol",
                   s->op, (long long)q->loops, q->loops == 1 ? "" : "s");
    else if (count(q, numbers, KRYLOV_BROKEN, &first) > 0)
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: %s", s->op, q->method->broken);
    else if (count(q, numbers, KRYLOV_ILL_CONDITIONED, &first) > 0)
        gla_s_check(s, gla_warn(GLA_ILL_CONDITIONED_WARNING, s->op,
                                "the condition number of A has reached conlim, %.3g, so the iteration "
                                "stopped one step earlier; increase conlim, or use damp",
                                q->o.conlim));
    q->done = true;
}

/* Return true if an unconverged column has improved since the last start, and record the norms of all columns. */
static bool makes_progress(gla_sparse_iteration *q, const void *numbers)
{
    double enough = q->method->in_cycles ? 0.999999 : 0.5;
    bool nearer = false;
    for (int64_t j = 0; j < q->k; j++) {
        double norm = krylov_number(q, numbers, KRYLOV_NORM, j);
        nearer |= krylov_number(q, numbers, KRYLOV_STATUS, j) == KRYLOV_OPEN && norm <= enough * q->before[j];
        q->before[j] = norm;
    }
    return nearer;
}

/* Set the status of each column from the true residuals, so that a column that had to stop is continued. */
static void check_equations(gla_sparse_iteration *q, gla_scope *s, const void *numbers)
{
    int64_t open = 0;
    bool begins = q->loops == 0;
    if (count(q, numbers, KRYLOV_OPEN, &open) == 0) {
        q->done = true;
        return;
    }
    bool nearer = makes_progress(q, numbers);
    if (q->loops >= q->o.maxiter)
        stop(q, s, numbers, GLA_CONVERGENCE_ERROR, open, "increase maxiter or rtol, or use a preconditioner M");
    else if (!begins && q->broken && (q->method->breaks != GLA_CONVERGENCE_ERROR || !nearer))
        stop(q, s, numbers, q->method->breaks, open, q->method->broken);
    else if (!begins && !nearer)
        stop(q, s, numbers, GLA_CONVERGENCE_ERROR, open,
             q->method->in_cycles ? "a cycle did not reduce the residual; increase restart, rtol or atol"
                                  : "rounding errors prevent further progress; increase rtol or atol");
}

void krylov_check(gla_sparse_iteration *q, gla_scope *s)
{
    const void *numbers = krylov_numbers(q, s);
    if (!numbers)
        return;
    for (int64_t j = 0; j < q->k && !s->status; j++)
        if (!isfinite(krylov_number(q, numbers, KRYLOV_NORM, j)))
            gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: A, M, b or x0 contains NaN or Inf, or a product overflows", s->op);
    if (s->status)
        return;
    if (q->tests == 0)
        remember_numbers(q, s, numbers);
    if (q->method->least_squares && q->loops > 0)
        check_squares(q, s, numbers);
    else if (!q->method->least_squares)
        check_equations(q, s, numbers);
    q->rows = q->method->start;
    q->at = 0;
}
