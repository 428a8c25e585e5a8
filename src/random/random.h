/* random.h - Declarations shared by the files on random numbers. */
#ifndef GLA_RANDOM_RANDOM_H
#define GLA_RANDOM_RANDOM_H

#include "array/number.h"
#include "core/dispatch.h"
#include "runtime/object.h"
#include "contract/random.h"

#include <pthread.h>

struct gla_random_generator {
    gla_object object;
    pthread_mutex_t lock; /* protects the following members */
    uint64_t key, position, substream, children;
};

/* One call of a distribution. */
typedef struct random_call {
    gla_scope s;
    gla_random_generator *g;
    gla_device *dev;
    gla_draw d;
    int64_t drawn; /* stream positions that the parts of a composed draw have reserved */
    int ndim;      /* number of dimensions of the result */
    int64_t shape[GLA_MAX_NDIM];
} random_call;

/* Named parameters; if `given` is NULL, `value` is used. */
typedef struct random_parameter {
    const char *name;
    const gla_array *given;
    double value;
} random_parameter;

/* Read the seed; if no seed is given, use one from the system. */
gla_status gla_random_read_seed(const char *op, const gla_array *given, uint64_t *seed);

/* Begin a call: find the device and the shape of the result.  If `shape` is NULL, the result has the broadcast shape of the
 * parameters. */
void gla_random_begin(random_call *c, const char *op, const gla_random_generator *g, int n, const random_parameter p[],
                      const gla_ints *shape, const char *device);
/* The two steps of gla_random_begin(): find the device and the position of the generator; find the shape. */
void gla_random_open(random_call *c, const char *op, const gla_random_generator *g, int n, const gla_array *const in[],
                     const char *device);
void gla_random_find_shape(random_call *c, int n, const random_parameter p[], const gla_ints *shape);
/* Set parameter k from an array, in a dtype and layout that the slots accept. */
void gla_random_operand(random_call *c, int k, gla_dtype dtype, const gla_array *x);
/* Return true for a scalar, or 0-d data on the host. */
bool gla_random_is_number(const gla_array *x);

/* Reserve one stream position for each element.  Release the reserved positions if the draw has failed and nothing else has
 * been drawn since. */
void gla_random_take(random_call *c, int64_t size);
void gla_random_return(random_call *c, int64_t size);

/* Read a non-negative integer. */
bool gla_random_read_count(gla_scope *s, const char *name, const gla_array *x, int64_t *n);
/* Return 0 ... n - 1 in random order, drawn on the device.  Only the first `first` elements may be used. */
gla_array *gla_random_order(random_call *c, int64_t n, int64_t first, gla_device *dev);

#endif
