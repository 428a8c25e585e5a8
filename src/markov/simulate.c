/* simulate.c - Simulated paths of states.  For each step a uniform number in [0, 1) is looked up in the cumulative sums of a
 * row. */
#include "markov/markov.h"
#include "random/random.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include <string.h>

#define BLOCK ((int64_t)1 << 18) /* steps between two checks for an interrupt */

static double *running_sums(chain *c)
{
    double *sums = gla_s_memory(&c->s, c->begins ? c->begins[c->n] : 0, sizeof *sums);
    for (int64_t i = 0; i < c->n && sums; i++) {
        double sum = 0;
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
            sums[e] = sum += c->p[e];
    }
    return sums;
}

static int64_t next_state(const chain *c, const double *sums, int64_t state, double u)
{
    int64_t low = c->begins[state], high = c->begins[state + 1] - 1;
    u *= sums[high];
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (sums[middle] <= u)
            low = middle + 1;
        else
            high = middle;
    }
    return c->to[low];
}

/* Read the start of each path. */
static const int64_t *read_starts(chain *c, const gla_array *x0, int64_t *paths)
{
    gla_scope *s = &c->s;
    void *data = NULL;
    gla_device *host = NULL;
    *paths = 1;
    if (s->status || !x0)
        return NULL;
    if (!gla_dtype_is_integer(x0->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: x0 has dtype %s, but it must be integer state numbers", s->op,
                   gla_dtype_name(x0->dtype));
    if (x0->ndim > 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: x0 has %d dimensions, but it must be a scalar or a vector", s->op, x0->ndim);
    if (!s->status)
        gla_s_check(s, gla_host_device(&host));
    gla_array *placed = s->status ? NULL : gla_s_contiguous(s, host, GLA_INT64, gla_s_to_host(s, x0, &data));
    const int64_t *starts = placed ? gla_data(placed) : NULL;
    *paths = placed ? placed->size : 0;
    for (int64_t i = 0; i < *paths && !s->status; i++)
        if (starts[i] < 0 || starts[i] >= c->n)
            gla_s_fail(s, GLA_INDEX_ERROR, "%s: state %lld in x0 is out of range 0 to %lld", s->op, (long long)starts[i],
                       (long long)c->n - 1);
    return starts;
}

static void walk(chain *c, const double *u, const int64_t *starts, int64_t paths, int64_t n, int64_t *out)
{
    const double *sums = running_sums(c);
    int64_t step = 0;
    void *state = gla_work_begin((double)paths * (double)n);
    for (int64_t k = 0; k < paths && !c->s.status; k++) {
        int64_t at = starts ? starts[k] : (int64_t)(*u++ * (double)c->n);
        out[k * n] = at < c->n ? at : c->n - 1;
        for (int64_t t = 1; t < n; t++) {
            if (++step % BLOCK == 0 && chain_interrupted(c))
                break;
            out[k * n + t] = next_state(c, sums, out[k * n + t - 1], *u++);
        }
    }
    gla_work_end(state);
}

/* Draw uniform numbers at stream positions that `draw` has reserved.  A separate generator is used, so that the positions can
 * be released after a failure. */
static gla_array *draw_numbers(gla_scope *s, const random_call *draw, int64_t count)
{
    gla_random_generator *at = NULL;
    gla_array *state = NULL, *u = NULL, *seed = NULL;
    void *words = NULL;
    int64_t size = 4;
    seed = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_UINT64, &draw->d.key, &seed), &seed);
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_UINT64, 1, &size, &state, &words)))
        return NULL;
    gla_s_own(s, state);
    memcpy(words, (uint64_t[]){draw->d.key, draw->d.position, draw->d.substream, 0}, 4 * sizeof(uint64_t));
    if (!gla_s_check(s, gla_random_new_generator(&at, seed)) && !gla_s_check(s, gla_random_generator_restore(at, state)))
        u = gla_s_adopt(s, gla_random_generator_random(at, &u, &(gla_ints){1, {count}}, GLA_FLOAT64, "host"), &u);
    gla_object_unref(at);
    return u;
}

static gla_status simulate(matrix_given given, int64_t n, const gla_random_generator *generator, gla_array **paths,
                           const gla_array *x0)
{
    chain c;
    gla_scope *s = &c.s;
    void *out = NULL;
    int64_t count, draws = 0;
    random_call draw = {.g = (gla_random_generator *)generator};
    chain_begin(&c, "simulate", given);
    if (n <= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "simulate: n is %lld; give the length of a path, 1 or more", (long long)n);
    const int64_t *starts = read_starts(&c, x0, &count);
    bool one = !x0 || x0->ndim == 0;
    gla_array *made = chain_numbers(&c, GLA_INT64, 2, (int64_t[]){count, n}, &out);
    if (made) {
        draws = x0 ? count * (n - 1) : n; /* the array `made` has the same number of elements, so the product cannot overflow */
        gla_random_take(&draw, draws);
        gla_array *u = draw_numbers(s, &draw, draws);
        if (u)
            walk(&c, gla_data(u), starts, count, n, out);
        made = chain_placed(&c, made);
        made = one && made ? gla_s_view(s, made, 1, &n, NULL, 0) : made;
        if (s->status)
            gla_random_return(&draw, draws);
    }
    return gla_scope_return(s, made, paths);
}

gla_status gla_markov_simulate(const gla_array *P, int64_t n, const gla_random_generator *generator, gla_array **paths,
                               const gla_array *x0)
{
    return simulate((matrix_given){.P = P}, n, generator, paths, x0);
}

gla_status gla_sparse_simulate(const gla_sparse *a, int64_t n, const gla_random_generator *generator, gla_array **paths,
                               const gla_array *x0)
{
    return simulate((matrix_given){.a = a}, n, generator, paths, x0);
}
