/* markov.c - Derivatives of Markov chains, by the equations that the results solve. They hold for changes of the probabilities
 * that keep the classes and the sums of rows. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "entries.h"
#include "tape/rules/matrix.h"

/* Return 1 - P where both states of a pair are chosen, and the identity elsewhere. */
static gla_array *chosen_system(gla_vjp *c, const gla_array *P, const gla_array *pairs)
{
    int64_t n = P->shape[0];
    gla_array *zero = gla_r_number(c, 0), *one = gla_r_number(c, 1);
    gla_array *eye = gla_r_where(c, gla_r_eye(c, gla_r_like(c, 0), n, n, 0), one, zero);
    return gla_r_subtract(c, eye, gla_r_where(c, pairs, P, zero));
}

static gla_array *pairs_of(gla_vjp *c, const gla_array *states)
{
    return gla_r_combine(c, gla_logical_and, gla_r_add_last(c, states, 1), states);
}

/* A row p of the result solves p (1 - P + 1 p) = p on its class, and is 0 elsewhere. */
GLA_VJP(markov_stationary_distribution)
{
    gla_array *P = gla_r_x(c, 0), *p = gla_r_out(c, 0), *g = gla_r_g(c, 0), *zero = gla_r_number(c, 0);
    if (!P || !p || !g || c->s.status)
        return;
    gla_array *members = gla_r_astype(c, gla_r_combine(c, gla_greater, p, zero), p->dtype); /* of classes */
    gla_array *pairs = gla_r_combine(c, gla_greater, gla_r_matmul(c, gla_r_t(c, members), members), zero);
    gla_array *system = gla_r_add(c, chosen_system(c, P, pairs), gla_r_matmul(c, gla_r_t(c, members), p));
    gla_array *z = gla_r_solve(c, system, gla_r_t(c, g), GLA_AS_GIVEN);
    gla_r_give(c, 0, gla_r_where(c, pairs, gla_r_matmul(c, gla_r_t(c, p), gla_r_t(c, z)), zero));
}

/* h = 1 + P h where h is positive and finite */
GLA_VJP(markov_hitting_times)
{
    gla_array *P = gla_r_x(c, 0), *h = gla_r_out(c, 0), *g = gla_r_g(c, 0), *zero = gla_r_number(c, 0);
    if (!P || !h || !g || c->s.status)
        return;
    gla_array *moving = gla_r_combine(c, gla_logical_and, gla_r_combine(c, gla_greater, h, zero),
                                      gla_r_apply(c, gla_isfinite, h));
    gla_array *system = chosen_system(c, P, pairs_of(c, moving)), *z = gla_r_where(c, moving, g, zero);
    z = gla_r_solve(c, system, z, GLA_TRANSPOSED);
    gla_r_give(c, 0, gla_r_multiply(c, gla_r_add_last(c, z, 1), gla_r_where(c, moving, h, zero)));
}

/* B = P B for transient states, which have probability 0 in the long run */
GLA_VJP(markov_absorption_probabilities)
{
    gla_array *P = gla_r_x(c, 0), *B = gla_r_out(c, 0), *g = gla_r_g(c, 0), *zero = gla_r_number(c, 0), *still = NULL;
    if (!P || !B || !g || c->s.status)
        return;
    still = gla_r_adopt(c, gla_do_stop_gradient(P, &still), &still);
    gla_array *p = gla_r_apply(c, gla_markov_stationary_distribution, still);
    gla_array *transient = gla_r_combine(c, gla_equal, gla_r_total(c, p, 0, false), zero);
    gla_array *z = gla_r_where(c, gla_r_add_last(c, transient, 1), g, zero);
    z = gla_r_solve(c, chosen_system(c, P, pairs_of(c, transient)), z, GLA_TRANSPOSED);
    gla_r_give(c, 0, gla_r_matmul(c, z, gla_r_t(c, B)));
}
