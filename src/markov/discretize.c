/* discretize.c - Discretisation of the AR(1) process y' = mu + rho y + e, with e normal of standard deviation sigma. */
#include "gpulinalg/markov.h"
#include "runtime/interrupt.h"

#include "core/scope.h"

#include <math.h>
#include <string.h>

typedef struct process {
    gla_scope s;
    int64_t n;
    double rho, sigma, mu;
    gla_array *arrays[2];
    double *grid, *P;
} process;

/* Set the states to values from -end to end about the mean, exactly symmetric. */
static void begin(process *q, const char *op, double spread)
{
    gla_scope *s = &q->s;
    void *data[2] = {NULL};
    int64_t n = q->n;
    gla_scope_begin(s, op);
    if (n <= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: n is %lld; give the number of states, 1 or more", op, (long long)n);
    if (!(fabs(q->rho) < 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: rho is %g, but a stationary process requires -1 < rho < 1", op, q->rho);
    if (!(q->sigma > 0) || !(q->sigma < INFINITY))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: sigma is %g, but it must be positive and finite", op, q->sigma);
    if (!isfinite(q->mu))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: mu is %g, but it must be finite", op, q->mu);
    for (int i = 0; i < 2 && !s->status; i++)
        if (!gla_s_check(s, gla_array_new_host(op, GLA_FLOAT64, 1 + i, (int64_t[]){n, n}, &q->arrays[i], &data[i])))
            gla_s_own(s, q->arrays[i]);
    if (s->status)
        return;
    q->grid = data[0];
    q->P = data[1];
    double end = spread * q->sigma / sqrt((1 - q->rho) * (1 + q->rho)), mean = q->mu / (1 - q->rho);
    if (isfinite(spread) && !isfinite(fabs(mean) + end * (double)n))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: states with sigma = %g and mu = %g are not finite; give smaller values", op,
                   q->sigma, q->mu);
    for (int64_t i = 0; i < n; i++)
        q->grid[i] = n == 1 ? mean : mean + end * (double)(2 * i - (n - 1)) / (double)(n - 1);
}

static gla_status end(process *q, const char *device, gla_array **grid, gla_array **P)
{
    gla_scope *s = &q->s;
    gla_device *dev = NULL;
    gla_array *placed[2] = {NULL};
    if (!s->status)
        gla_s_check(s, gla_find_device(device, &dev));
    for (int i = 0; i < 2 && !s->status; i++)
        placed[i] = gla_s_convert(s, q->arrays[i], dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, dev, GLA_MAYBE);
    gla_scope_give(s, placed[0], grid);
    gla_scope_give(s, placed[1], P);
    return gla_scope_end(s);
}

/* Return true after a failure, or if the user has interrupted the call. */
static bool stops(process *q)
{
    if (!q->s.status && gla_interrupted())
        gla_s_fail(&q->s, GLA_INTERRUPTED_ERROR, "%s: interrupted", q->s.op);
    return q->s.status != GLA_OK;
}

/* Return the probability that a standard normal variable is between a and b, as the difference of the smaller tail
 * probabilities. */
static double between(double a, double b)
{
    double from = a > 0 ? -b : a, to = a > 0 ? -a : b;
    return 0.5 * erfc(-to * M_SQRT1_2) - 0.5 * erfc(-from * M_SQRT1_2);
}

gla_status gla_markov_tauchen(int64_t n, double rho, double sigma, gla_array **grid, gla_array **P, double mu, double n_std,
                              const char *device)
{
    process q = {.n = n, .rho = rho, .sigma = sigma, .mu = mu};
    begin(&q, "tauchen", n_std);
    if (!(n_std > 0) || !(n_std < INFINITY))
        gla_s_fail(&q.s, GLA_ARGUMENT_ERROR, "tauchen: n_std is %g, but it must be positive and finite", n_std);
    double end_of = n_std / sqrt((1 - rho) * (1 + rho)), half = n > 1 ? end_of / (double)(n - 1) : 0;
    for (int64_t i = 0; i < n && !stops(&q); i++) {
        double at = rho * half * (double)(2 * i - (n - 1));
        for (int64_t j = 0; j < n; j++) {
            double middle = half * (double)(2 * j - (n - 1)) - at;
            q.P[i * n + j] = between(j == 0 ? -INFINITY : middle - half, j == n - 1 ? INFINITY : middle + half);
        }
    }
    return end(&q, device, grid, P);
}

/* Rouwenhorst's recursion from n - 1 to n states, in place, starting with the last row. */
static void grow(double *P, int64_t stride, int64_t n, double p)
{
    for (int64_t i = n - 1; i >= 0; i--)
        for (int64_t j = n - 1; j >= 0; j--) {
            double stay = i < n - 1 && j < n - 1 ? P[i * stride + j] : 0, up = i < n - 1 && j > 0 ? P[i * stride + j - 1] : 0;
            double down = i > 0 && j < n - 1 ? P[(i - 1) * stride + j] : 0,
                   both = i > 0 && j > 0 ? P[(i - 1) * stride + j - 1] : 0;
            double sum = p * (stay + both) + (1 - p) * (up + down);
            P[i * stride + j] = i > 0 && i < n - 1 ? sum / 2 : sum;
        }
}

gla_status gla_markov_rouwenhorst(int64_t n, double rho, double sigma, gla_array **grid, gla_array **P, double mu,
                                  const char *device)
{
    process q = {.n = n, .rho = rho, .sigma = sigma, .mu = mu};
    begin(&q, "rouwenhorst", sqrt((double)n - 1));
    if (!q.s.status) {
        memset(q.P, 0, (size_t)(n * n) * sizeof *q.P);
        q.P[0] = 1;
        for (int64_t m = 2; m <= n && !stops(&q); m++)
            grow(q.P, n, m, (1 + rho) / 2);
    }
    return end(&q, device, grid, P);
}
