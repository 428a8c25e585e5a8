/* random.h - Contract of random numbers. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_RANDOM_H
#define GLA_CONTRACT_RANDOM_H

#include "backend.h"

/* Distributions of kernels/random_draws.h: DRAW(name, standard distribution whose variates are transformed). */
#define GLA_DRAWS_OF_WORDS(DRAW) \
    DRAW(random, uniform)        \
    DRAW(uniform, uniform)       \
    DRAW(normal, normal)         \
    DRAW(lognormal, normal)      \
    DRAW(exponential, exponential)

/* Distributions of kernels/random_reject.h. */
#define GLA_DRAWS_BY_REJECTION(DRAW) \
    DRAW(gamma)                      \
    DRAW(beta)                       \
    DRAW(chisquare)                  \
    DRAW(standard_t)                 \
    DRAW(poisson)                    \
    DRAW(binomial)                   \
    DRAW(truncated_normal)

#define GLA_DRAW_OF_WORDS(name, standard) GLA_DRAW_##name,
#define GLA_DRAW_BY_REJECTION(name) GLA_DRAW_##name,
typedef enum gla_distribution {
    GLA_DRAWS_OF_WORDS(GLA_DRAW_OF_WORDS) GLA_DRAWS_BY_REJECTION(GLA_DRAW_BY_REJECTION) GLA_DRAWS
} gla_distribution;
#undef GLA_DRAW_OF_WORDS
#undef GLA_DRAW_BY_REJECTION

/* A parameter of a distribution: a scalar, or a contiguous array. Element i of the result uses array element i / inner % count.
 * Arrays are float64, or float32 if the device has no float64; bounds of integers are int64 or uint64. */
#define GLA_DRAW_PARAMETERS 4
typedef struct gla_draw_parameter {
    const gla_array *of; /* NULL: use `value` or `whole` */
    int64_t inner, count;
    double value;
    uint64_t whole; /* bits of an integer bound */
} gla_draw_parameter;

/* Stream and position of the first element, and the parameters. */
typedef struct gla_draw {
    uint64_t key, position;
    uint32_t substream;
    bool arrays; /* some parameters are arrays, whose values the slot checks */
    gla_draw_parameter parameters[GLA_DRAW_PARAMETERS];
} gla_draw;

/* Results are identical on all devices. If a parameter array contains an invalid element, *bad is a code of
 * kernels/random_check.h or random_integers.h, and the result is undefined; otherwise *bad is 0. */
typedef struct gla_random_ops {
    /* out is contiguous: float32 or float64, or int64 for poisson and binomial. */
    gla_status (*draw)(gla_device *dev, const char *op, gla_distribution distribution, const gla_draw *d, gla_array *out,
                       int *bad);
    /* out has an integer dtype and is contiguous. Bounds are inclusive, except that upper bounds given as arrays are exclusive
     * if `excluded` is true. */
    gla_status (*integers)(gla_device *dev, const gla_draw *d, bool excluded, gla_array *out, int *bad);

    /* Optional. Random permutation of 0, 1, … with up to 2^30 elements, which are sorted stably by the 64-bit words that the
     * stream yields for them (integers over all of uint64). out is int64, contiguous and not empty. The caller uses only the
     * leading `first` >= 1 elements. */
    gla_status (*order)(gla_device *dev, const gla_draw *d, int64_t first, gla_array *out);
    /* Optional. Copy the rows of x along its first axis in the given order, a permutation of the row indices. x and out are
     * contiguous and not empty. */
    gla_status (*take_rows)(gla_device *dev, const gla_array *x, const gla_array *order, gla_array *out);
    /* Optional. Divide each n consecutive elements of x by their sum. x is float32 or float64, contiguous and not empty. The
     * sum is pairwise: adjacent elements are added repeatedly until one value is left; an odd last element is carried to the
     * next round. */
    gla_status (*shares)(gla_device *dev, gla_array *x, int64_t n);
} gla_random_ops;

#endif
