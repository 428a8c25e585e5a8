/* random.h - the contract of random numbers.  ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_RANDOM_H
#define GLA_CONTRACT_RANDOM_H

#include "backend.h"

/* Distributions of kernels/random_draws.h, each with the standard numbers that it is made of. */
#define GLA_DRAWS_OF_WORDS(DRAW) \
    DRAW(random, uniform)        \
    DRAW(uniform, uniform)       \
    DRAW(normal, normal)         \
    DRAW(lognormal, normal)      \
    DRAW(exponential, exponential)

/* Those of kernels/random_reject.h. */
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

/* A parameter: one value, or an array without gaps of which element i of the result has number i / inner % count.  Arrays are
 * of the type float64, or float32 where the device has no float64; bounds of integers of int64 or uint64. */
#define GLA_DRAW_PARAMETERS 4
typedef struct gla_draw_parameter {
    const gla_array *of; /* NULL: value, or whole */
    int64_t inner, count;
    double value;
    uint64_t whole; /* the bits of a bound of integers */
} gla_draw_parameter;

/* Where in which stream the first element is; what the parameters are. */
typedef struct gla_draw {
    uint64_t key, position;
    uint32_t substream;
    bool arrays; /* some parameters are: they are checked on the way */
    gla_draw_parameter parameters[GLA_DRAW_PARAMETERS];
} gla_draw;

/* Results are the same on all devices.  *bad: 0, or what kernels/random_check.h and random_integers.h say of parameters in
 * arrays; then the result is undefined. */
typedef struct gla_random_ops {
    /* out is float32 or float64, of poisson and binomial int64; contiguous. */
    gla_status (*draw)(gla_device *dev, const char *op, gla_distribution distribution, const gla_draw *d, gla_array *out,
                       int *bad);
    /* out is of a whole type, contiguous; the bounds belong to the range, but with `excluded` those of an array do not. */
    gla_status (*integers)(gla_device *dev, const gla_draw *d, bool excluded, gla_array *out, int *bad);

    /* Optional.  The numbers 0, 1, … of up to 2^30 elements, int64, contiguous and not empty, in the order in which a stable
     * sort puts the words of 64 bits that the stream has for them: integers of all of uint64.  Only the first `first` places,
     * one at least, are looked at. */
    gla_status (*order)(gla_device *dev, const gla_draw *d, int64_t first, gla_array *out);
    /* Optional.  The rows of x along its first axis in an order, which has each of their numbers once.  x and out are
     * contiguous and not empty. */
    gla_status (*take_rows)(gla_device *dev, const gla_array *x, const gla_array *order, gla_array *out);
    /* Optional.  Each n numbers of x, which is float32 or float64, contiguous and not empty, divided by their sum: that of the
     * sums of pairs, to which an odd one at the end belongs, until there is one. */
    gla_status (*shares)(gla_device *dev, gla_array *x, int64_t n);
} gla_random_ops;

#endif
