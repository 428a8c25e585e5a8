/* random.h - what the files of this room share. */
#ifndef GLA_RANDOM_RANDOM_H
#define GLA_RANDOM_RANDOM_H

#include "array/number.h"
#include "core/dispatch.h"
#include "runtime/object.h"
#include "contract/random.h"

#include <pthread.h>

struct gla_random_generator {
    gla_object object;
    pthread_mutex_t lock; /* of what follows */
    uint64_t key, position, substream, children;
};

/* One call of a distribution. */
typedef struct random_call {
    gla_scope s;
    gla_random_generator *g;
    gla_device *dev;
    gla_draw d;
    int64_t drawn; /* positions that the parts of a composed draw have taken */
    int ndim;      /* of the result */
    int64_t shape[GLA_MAX_NDIM];
} random_call;

/* Parameters by their names; NULL: the value. */
typedef struct random_parameter {
    const char *name;
    const gla_array *given;
    double value;
} random_parameter;

/* The seed that is given, or where none is one from the system. */
gla_status gla_random_read_seed(const char *op, const gla_array *given, uint64_t *seed);

/* Begin a call: the device, and the shape of the result, which is that of the parameters where `shape` is NULL. */
void gla_random_begin(random_call *c, const char *op, const gla_random_generator *g, int n, const random_parameter p[],
                      const gla_ints *shape, const char *device);
/* Its parts: the device, and where the generator stands; the shape. */
void gla_random_open(random_call *c, const char *op, const gla_random_generator *g, int n, const gla_array *const in[],
                     const char *device);
void gla_random_find_shape(random_call *c, int n, const random_parameter p[], const gla_ints *shape);
/* Parameter k as an array of that type, in a form that the slots take. */
void gla_random_operand(random_call *c, int k, gla_dtype dtype, const gla_array *x);
/* A number of the script, or data of no dimension that lies on the host. */
bool gla_random_is_number(const gla_array *x);

/* Take as many positions as there are elements; return them where the draw has failed and nobody has drawn since. */
void gla_random_take(random_call *c, int64_t size);
void gla_random_return(random_call *c, int64_t size);

/* A whole number of the script, from 0 on. */
bool gla_random_read_count(gla_scope *s, const char *name, const gla_array *x, int64_t *n);
/* The numbers 0 ... n - 1 in a random order, drawn on that device; what stands behind the first `first` is not to be used. */
gla_array *gla_random_order(random_call *c, int64_t n, int64_t first, gla_device *dev);

#endif
