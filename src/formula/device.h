/* device.h - formulas on devices that compile: source for one kind of call, built once, launched. */
#ifndef GLA_FORMULA_DEVICE_H
#define GLA_FORMULA_DEVICE_H

#include "elementwise/map.h"
#include "formula/bind.h"
#include "formula/code.h"

/* How an operand comes to the kernel. */
typedef enum gla_access {
    GLA_ACCESS_LINE,   /* element i of the call is its element i */
    GLA_ACCESS_SPREAD, /* by strides */
    GLA_ACCESS_ONE,    /* one element, on the device */
    GLA_ACCESS_VALUE   /* a number, as an argument */
} gla_access;

/* All that the source for a formula depends on besides its types: what it does, its way through memory, and for each operand
 * the way to it and the type there. */
typedef struct gla_code_key {
    uint8_t v[4 + GLA_MAX_INPUTS];
} gla_code_key;

/* The index space of a call, its axes in the order of the outputs' memory and merged where they can be. */
typedef struct gla_formula_call {
    gla_device *dev;
    const gla_expr *e;
    int64_t n;
    int ndim;
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_INPUTS][GLA_MAX_NDIM];
    gla_access access[GLA_MAX_INPUTS];
    gla_dtype stored[GLA_MAX_INPUTS];
    const void *data[GLA_MAX_INPUTS];
    double value[GLA_MAX_INPUTS][2]; /* wide enough for any type */
    int n_spread, pack;              /* pack: elements that a thread takes at once */
    gla_code_key key;
} gla_formula_call;

#define GLA_MOST_KERNELS 6

/* A module that has been built; its kernels' names are literals. */
typedef struct gla_built {
    struct gla_built *next;
    gla_device *dev;
    void *module, *kernel[GLA_MOST_KERNELS];
    const char *name[GLA_MOST_KERNELS]; /* of the kernels that have been asked for */
    gla_code_key key;
} gla_built;

/* out[k] = output k, element by element; as the map slot of gla_fused_ops. */
gla_status gla_formula_map(const char *op, gla_device *dev, gla_variants *table, gla_variant *v,
                           const gla_array *const in[], gla_array *const out[]);

/* The source that it builds for such a call. */
gla_status gla_formula_map_code(const char *op, gla_device *dev, const gla_variant *v, const gla_array *const in[],
                                gla_array *const out[], char **text);

/* A kernel of the module for this key: built before, or now from what `write` writes. */
typedef void gla_write_code(gla_writer *w, const void *call);
gla_status gla_formula_kernel(const char *op, gla_device *dev, gla_variants *table, gla_variant *v, const gla_code_key *key,
                              const char *name, gla_write_code *write, const void *call, void **kernel);

/* Groups and their size for n steps of threads. */
void gla_formula_groups(int64_t n, gla_launch *launch);

void gla_built_free(gla_variant *v);

#endif
