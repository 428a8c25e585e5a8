/* weights.c - Random weights of the wild bootstrap. */
#include "econ/bootstrap/wild.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

static gla_array *integers(gla_scope *s, const gla_random_generator *g, const gla_ints *shape, double most, const char *device)
{
    gla_array *low = NULL, *made = NULL;
    low = gla_s_astype(s, GLA_INT64, econ_array(s, &most, 0, NULL));
    return s->status
               ? NULL
               : gla_s_adopt(s, gla_random_generator_integers(g, low, &made, NULL, shape, GLA_INT64, false, device), &made);
}

/* Webb's six points: plus or minus the roots of 1/2, 1 and 3/2. */
static gla_array *webb(gla_scope *s, const gla_random_generator *g, const gla_ints *shape, const char *device)
{
    gla_array *number = integers(s, g, shape, 6, device);
    gla_array *half = gla_s_combine(s, gla_multiply, number, gla_s_number(s, 0.5));
    gla_array *size = gla_s_combine(s, gla_add, gla_s_apply(s, gla_floor, half), gla_s_number(s, 1)); /* 1, 2, 3 */
    gla_array *root = gla_s_apply(s, gla_sqrt, gla_s_combine(s, gla_multiply, size, gla_s_number(s, 0.5)));
    gla_array *is_odd = gla_s_combine(s, gla_not_equal, gla_s_apply(s, gla_floor, half), half);
    return gla_s_where(s, is_odd, gla_s_apply(s, gla_negative, root), root);
}

/* Mammen's two points, with mean 0, variance 1 and third moment 1. */
static gla_array *mammen(gla_scope *s, const gla_random_generator *g, const gla_ints *shape, const char *device)
{
    gla_array *u = NULL;
    const double golden = (1 + sqrt(5)) / 2;
    if (s->status)
        return NULL;
    u = gla_s_adopt(s, gla_random_generator_random(g, &u, shape, GLA_FLOAT64, device), &u);
    gla_array *low = gla_s_combine(s, gla_less, u, gla_s_number(s, golden / sqrt(5)));
    gla_array *zero = gla_s_combine(s, gla_multiply, u, gla_s_number(s, 0));
    return gla_s_combine(s, gla_add, zero, gla_s_where(s, low, gla_s_number(s, 1 - golden), gla_s_number(s, golden)));
}

static gla_array *normal(gla_scope *s, const gla_random_generator *g, const gla_ints *shape, const char *device)
{
    gla_array *made = NULL;
    return s->status ? NULL
                     : gla_s_adopt(s, gla_random_generator_normal(g, &made, NULL, NULL, shape, GLA_FLOAT64, device), &made);
}

gla_array *wild_weights(gla_scope *s, const gla_random_generator *g, const char *kind, int64_t reps, int64_t groups,
                        const char *device)
{
    const gla_ints shape = {2, {reps, groups}};
    if (!strcmp(kind, "webb"))
        return webb(s, g, &shape, device);
    if (!strcmp(kind, "mammen"))
        return mammen(s, g, &shape, device);
    if (!strcmp(kind, "normal"))
        return normal(s, g, &shape, device);
    gla_array *sign = gla_s_astype(s, GLA_FLOAT64, integers(s, g, &shape, 2, device));
    return gla_s_combine(s, gla_subtract, gla_s_combine(s, gla_multiply, sign, gla_s_number(s, 2)), gla_s_number(s, 1));
}

gla_array *wild_all_signs(gla_scope *s, const gla_econ_fit *fit, int64_t groups)
{
    int64_t reps = (int64_t)1 << groups;
    double *signs = gla_s_memory(s, reps * groups, sizeof *signs);
    for (int64_t b = 0; b < reps && signs; b++)
        for (int64_t g = 0; g < groups; g++)
            signs[b * groups + g] = b >> g & 1 ? -1 : 1;
    return signs ? bootstrap_there(s, fit, signs, 2, (int64_t[]){reps, groups}) : NULL;
}
