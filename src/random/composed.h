/* composed.h - draws that are made of others: each part takes positions of the stream as a draw of its own does, and where
 * something fails all of them are returned. */
#ifndef GLA_RANDOM_COMPOSED_H
#define GLA_RANDOM_COMPOSED_H

#include "random/random.h"

/* The end of a call that gla_random_open began. */
gla_status gla_random_close(random_call *c, const gla_array *result, gla_array **out);
/* What a public draw has made, as a part. */
gla_array *gla_random_part(random_call *c, gla_status st, gla_array **made);
/* Whole numbers from low to high, both included. */
gla_array *gla_random_between(random_call *c, int64_t low, int64_t high, const gla_ints *shape, gla_device *dev);
/* m numbers of 0 ... n - 1, all of them different, in a random order: distinct.c; m <= n / 2. */
gla_array *gla_random_distinct(random_call *c, int64_t n, int64_t m);

/* A real parameter on the device of the call, in that type: float64 where it is GLA_NO_DTYPE and the device has it. */
gla_array *gla_random_real(random_call *c, const char *name, gla_dtype dtype, const gla_array *x);
/* The type of a result that may be float32 or float64. */
gla_dtype gla_random_result_type(random_call *c, gla_dtype dtype);
/* The shape of the result before the dimensions that one draw has, of which operand k has the last core[k]; operands with
 * fewer dimensions fail. */
void gla_random_find_stack(random_call *c, const gla_ints *shape, int n, const char *const names[], const gla_array *const in[],
                           const int core[]);
/* That shape, and up to two dimensions behind it. */
gla_ints gla_random_shape(random_call *c, int extra, int64_t m, int64_t n);

/* Whether f(x, number) holds for all elements. */
bool gla_random_all(random_call *c, gla_binary *f, const gla_array *x, double number);
/* Rows of probabilities: none negative, and each row adds up to one, as nearly as the type that they were given in has it. */
void gla_random_check_rows(random_call *c, const char *name, gla_dtype given, const gla_array *p);

/* Sums of pairs along the last axis, of these again, and so on up to one number: always in that order, so that they have the
 * same bits on every device.  The last of an odd number goes up alone. */
enum { RANDOM_LEVELS = 64 };
typedef struct random_tree {
    int levels;
    gla_array *sums[RANDOM_LEVELS]; /* sums[0] is the array itself, the last has length one */
} random_tree;
void gla_random_sum(random_call *c, const gla_array *x, random_tree *tree);
/* Every other element along the last axis: `count` of them. */
gla_array *gla_random_every_other(random_call *c, const gla_array *x, int64_t start, int64_t count);
gla_array *gla_random_first(random_call *c, const gla_array *x, int64_t count);
/* What the nodes of a level hold, from what those above them do and the parts of it that those on the left have. */
gla_array *gla_random_split(random_call *c, const gla_array *above, const gla_array *left, int64_t n);

/* Rows of probabilities as running sums of whole numbers; which row's step each whole number below its last sum falls on. */
gla_array *gla_random_steps(random_call *c, const gla_array *p);
gla_array *gla_random_draw_steps(random_call *c, const gla_array *steps);

#endif
