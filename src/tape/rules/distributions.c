/* distributions.c - Densities of the probability distributions by name (distributions.h). */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/distributions.h"

#include <string.h>

/* Each line names a function, and the arguments of its C function in their order. */
#define FUNCTIONS(X)                                        \
    X(norm, pdf, in[0], out, in[1], in[2])                  \
    X(norm, logpdf, in[0], out, in[1], in[2])               \
    X(t, pdf, in[0], in[1], out, in[2], in[3])              \
    X(t, logpdf, in[0], in[1], out, in[2], in[3])           \
    X(chi2, pdf, in[0], in[1], out, in[2], in[3])           \
    X(chi2, logpdf, in[0], in[1], out, in[2], in[3])        \
    X(gamma, pdf, in[0], in[1], out, in[2], in[3])          \
    X(gamma, logpdf, in[0], in[1], out, in[2], in[3])       \
    X(beta, pdf, in[0], in[1], in[2], out, in[3], in[4])    \
    X(beta, logpdf, in[0], in[1], in[2], out, in[3], in[4]) \
    X(f, pdf, in[0], in[1], in[2], out, in[3], in[4])       \
    X(f, logpdf, in[0], in[1], in[2], out, in[3], in[4])    \
    X(poisson, pmf, in[0], in[1], out, in[2])               \
    X(poisson, logpmf, in[0], in[1], out, in[2])            \
    X(binom, pmf, in[0], in[1], in[2], out, in[3])          \
    X(binom, logpmf, in[0], in[1], in[2], out, in[3])

#define DEFINE(family, function, ...)                                                   \
    static gla_status family##_##function(const gla_array *const in[], gla_array **out) \
    {                                                                                   \
        return gla_stats_##family##_##function(__VA_ARGS__);                            \
    }
FUNCTIONS(DEFINE)

#define ENTRY(family, function, ...) {"stats." #family "." #function, family##_##function},
static const struct {
    const char *called;
    gla_r_distribution_function *function;
} table[] = {FUNCTIONS(ENTRY)};

gla_r_distribution_function *gla_r_distribution(const char *called)
{
    size_t i = 0;
    while (strcmp(called, table[i].called) != 0)
        i++;
    return table[i].function;
}
