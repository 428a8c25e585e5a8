/* placement.h - The device of a call whose arrays float.
 *
 * A call from outside decides once. If one of its arrays or objects has a device that somebody chose, the call runs there, and
 * floating arrays move there. Otherwise the planner compares the devices. Functions that the call composes run on the same
 * device, and what they make floats like the operands. */
#ifndef GLA_CORE_PLACEMENT_H
#define GLA_CORE_PLACEMENT_H

#include "core/core.h"
#include "core/machine.h"
#include "runtime/object.h"
#include "runtime/placing.h"

/* An argument of a call. */
typedef enum gla_place_kind {
    GLA_PLACE_ARRAY,
    GLA_PLACE_TARGET,
    GLA_PLACE_LIST,
    GLA_PLACE_VARIABLE,
    GLA_PLACE_DATA,
    GLA_PLACE_COUNT,
    GLA_PLACE_TEXT, /* only if the amount of work depends on it */
    GLA_PLACE_OBJECT,
    GLA_PLACE_OBJECTS,
    GLA_PLACE_ANCHOR
} gla_place_kind;
typedef struct gla_place_argument {
    gla_place_kind kind;
    void *at; /* address of the parameter; of a TARGET or an ANCHOR, which the call changes, the object itself */
} gla_place_argument;

/* What a function costs: the kind of its work, and the amount for given arguments; NULL: the bytes of all operands. */
typedef struct gla_plan {
    const char *op;
    gla_work work;
    double (*amount)(const gla_place_argument *arguments);
    const char *arguments; /* initials of their kinds: "aac" for two arrays and a count */
    bool writes;           /* the call may write to the arrays: a kernel */
    bool stays;            /* a view, or a result of a few bytes: the call runs on the device of its operands */
} gla_plan;

/* Bytes of an array's elements. */
static inline double gla_bytes_of(const gla_array *x)
{
    return (double)x->size * (double)gla_itemsize(x->dtype);
}

/* For amounts: a length, counted from the end as in Python, and the number of elements; 1 if there is none. */
static inline double gla_cost_length(const gla_place_argument *a, int axis)
{
    const gla_array *x = *(const gla_array **)a->at;
    return x && x->ndim >= -axis ? (double)x->shape[x->ndim + axis] : 1;
}

static inline double gla_cost_size(const gla_place_argument *a)
{
    const gla_array *x = *(const gla_array **)a->at;
    return x ? (double)x->size : 1;
}

/* The number of elements of a shape that is given. */
static inline double gla_cost_count(const gla_place_argument *a)
{
    const gla_ints *shape = *(const gla_ints **)a->at;
    double n = 1;
    for (int i = 0; shape && i < shape->n; i++)
        n *= (double)shape->v[i];
    return n;
}

/* The number of columns of a matrix, or of a stack's matrices; 1 for a vector. */
static inline double gla_cost_columns(const gla_place_argument *a)
{
    const gla_array *x = *(const gla_array **)a->at;
    return x && x->ndim > 1 ? (double)x->shape[x->ndim - 1] : 1;
}

/* The shorter of the two sides of a matrix. */
static inline double gla_cost_least(const gla_place_argument *a)
{
    double rows = gla_cost_length(a, -2), columns = gla_cost_length(a, -1);
    return rows < columns ? rows : columns;
}

/* costs.c: number of elements of the broadcast shape of two arrays. */
double gla_cost_spread(const gla_place_argument *a, const gla_place_argument *b);
/* costs.c: flops of a sum over products of arrays, given its subscripts and the list of arrays. */
double gla_cost_einsum(const gla_place_argument *subscripts, const gla_place_argument *operands);
/* planner.c: bytes of an argument. */
double gla_cost_bytes(const gla_place_argument *a);

/* costs.c: bytes that an estimator works on, given its formula, its data and its fixed effects, which may be NULL. */
double gla_cost_model(const gla_place_argument *formula, const gla_place_argument *data, const gla_place_argument *absorb);

/* An array that replaces an argument, or an item of a list. */
typedef struct gla_replaced {
    const gla_array **at, *given;
    gla_array *moved;
} gla_replaced;

/* A call that has been placed. */
typedef struct gla_placed {
    gla_placing before;
    int n, capacity;
    gla_replaced *held, few[4];
    gla_object *objects[4]; /* objects that replace arguments */
    int n_objects;
    const gla_object **objects_at[4], *objects_given[4];
    gla_arrays lists[4]; /* copies of arguments whose arrays can be replaced, and what they replace */
    gla_variable variables[4];
    gla_dataset data;
    struct {
        const void **at, *given;
    } parameters[9];
    int n_parameters, n_variables;
    gla_device *used; /* the device of the call, if the planner chose it */
    int n_lists;
} gla_placed;

/* What a call says about the device of its result: nothing, a name, or that it floats: "auto", or the device of a floating
 * array. */
typedef enum gla_place_device { GLA_DEVICE_OPEN, GLA_DEVICE_NAMED, GLA_DEVICE_FLOATS } gla_place_device;
gla_place_device gla_place_named(const char *device);
/* Choose the device of a call and replace arguments on other devices. */
gla_status gla_place_call(gla_placed *p, const gla_plan *plan, gla_place_device named, int n,
                          const gla_place_argument *arguments);
void gla_place_end(gla_placed *p);
/* After a call that may have written to its arrays: copy the values back to the arrays that were replaced. */
gla_status gla_place_write_back(gla_placed *p, const gla_plan *plan);
/* After a failure for lack of memory: place the call on the host if it ran elsewhere and nobody chose that. */
bool gla_place_again(gla_placed *p, const gla_plan *plan, int n, const gla_place_argument *arguments);

/* replica.c: the array x on another device, with the same shape and strides where it can share a replica of the memory. */
gla_status gla_array_on(const char *op, const gla_array *x, gla_device *dev, gla_array **out);

/* The plans of the functions, ended by NULL; src/entries.c, generated by tools/hdoc. */
extern const gla_plan *const gla_plans[];

/* planner.c: estimate the seconds of a call on a device, without copies, given the bytes and the dtype of its operands; dev is
 * NULL for an accelerator that is not open. */
double gla_plan_seconds(const gla_plan *plan, const gla_place_argument *arguments, double bytes, gla_dtype dtype,
                        const gla_device *dev);

/* planner.c: the device of a call with n arrays, which float or are not placed, and with the objects of its arguments. */
gla_status gla_plan_device(const gla_plan *plan, const gla_place_argument *arguments, int n_arguments, int n,
                           const gla_array *const *arrays, gla_device **dev);

/* policy.c: how devices are chosen, as GPULINALG_PLACEMENT or gla_set_placement says. */
typedef enum gla_policy {
    GLA_POLICY_UNREAD,
    GLA_POLICY_QUIET,
    GLA_POLICY_LOG,
    GLA_POLICY_STAY,
    GLA_POLICY_GO,
    GLA_POLICY_ALTERNATE
} gla_policy;
gla_status gla_policy_now(gla_policy *policy);

#endif
