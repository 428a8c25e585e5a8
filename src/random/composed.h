/* composed.h - Random draws composed of other draws.  Each part reserves its own stream positions.  If a part fails, all
 * reserved positions are released. */
#ifndef GLA_RANDOM_COMPOSED_H
#define GLA_RANDOM_COMPOSED_H

#include "random/random.h"

/* End a call that gla_random_open() began. */
gla_status gla_random_close(random_call *c, const gla_array *result, gla_array **out);
/* Add the result of a public draw as a part of this call. */
gla_array *gla_random_part(random_call *c, gla_status st, gla_array **made);
/* Draw integers from low to high, both inclusive. */
gla_array *gla_random_between(random_call *c, int64_t low, int64_t high, const gla_ints *shape, gla_device *dev);
/* distinct.c: draw m distinct integers from 0 ... n - 1 in random order; m <= n / 2. */
gla_array *gla_random_distinct(random_call *c, int64_t n, int64_t m);

/* Return a real parameter on the device of the call in the given dtype.  GLA_NO_DTYPE means float64, if the device supports
 * float64. */
gla_array *gla_random_real(random_call *c, const char *name, gla_dtype dtype, const gla_array *x);
/* Return the dtype of the result, which must be float32 or float64. */
gla_dtype gla_random_result_type(random_call *c, gla_dtype dtype);
/* Find the shape of the result without the dimensions of a single draw, which are the last core[k] dimensions of operand k.
 * ShapeError if an operand has fewer dimensions. */
void gla_random_find_stack(random_call *c, const gla_ints *shape, int n, const char *const names[], const gla_array *const in[],
                           const int core[]);
/* Return that shape followed by up to two more dimensions. */
gla_ints gla_random_shape(random_call *c, int extra, int64_t m, int64_t n);

/* Return true if f(x, number) is true for all elements of x. */
bool gla_random_all(random_call *c, gla_binary *f, const gla_array *x, double number);
/* Check rows of probabilities.  No probability may be negative.  Each row must sum to one, up to the rounding of the dtype in
 * which the row was given. */
void gla_random_check_rows(random_call *c, const char *name, gla_dtype given, const gla_array *p);

/* Pairwise sums along the last axis, repeated until one value is left.  The order is fixed, so that the bits are the same on
 * every device.  If the number of values is odd, the last value is moved to the next level unchanged. */
enum { RANDOM_LEVELS = 64 };
typedef struct random_tree {
    int levels;
    gla_array *sums[RANDOM_LEVELS]; /* sums[0] is the array itself; the last array has length one */
} random_tree;
void gla_random_sum(random_call *c, const gla_array *x, random_tree *tree);
/* Return every other element along the last axis, `count` of them. */
gla_array *gla_random_every_other(random_call *c, const gla_array *x, int64_t start, int64_t count);
gla_array *gla_random_first(random_call *c, const gla_array *x, int64_t count);
/* Return the values of the nodes of a level, computed from the nodes above and the values assigned to the left children. */
gla_array *gla_random_split(random_call *c, const gla_array *above, const gla_array *left, int64_t n);

/* Scale each row of probabilities to integers and return their cumulative sums.  To draw a category, the caller draws an
 * integer below the last sum and searches for its position among the cumulative sums. */
gla_array *gla_random_steps(random_call *c, const gla_array *p);
gla_array *gla_random_draw_steps(random_call *c, const gla_array *steps);

#endif
