/* list.h - List of all programs of kernels/ that a backend can compile.  `gpulinalg warm` compiles these programs ahead of use,
 * and tests compile them without a device.
 *
 * The file that launches a kernel lists its programs with GLA_LIST or GLA_LIST_FLOATING, and the build finds these macros
 * (tools/found).  tests/cuda/programs reports files of kernels/ that no list contains. */
#ifndef GLA_BACKENDS_DEVICE_LIST_H
#define GLA_BACKENDS_DEVICE_LIST_H

#include "backends/device/programs.h"

/* Flags that specify where a program is used. */
enum {
    GLA_LISTED_COMMON = 1,                     /* used by many scripts */
    GLA_LISTED_CONVERTS = 2,                   /* converts from another dtype; one of many similar programs */
    GLA_LISTED_SERIAL = 4,                     /* only on serial devices */
    GLA_LISTED_PARALLEL = 8,                   /* only on parallel devices */
    GLA_LISTED_WARPS = 16,                     /* only used if groups have warps */
    GLA_LISTED_SOLVER = 32,                    /* only used if no vendor's library solves systems */
    GLA_LISTED_VARIANT = 64,                   /* differs from another listed program only in an expression */
    GLA_LISTED_GENERATED = 128,                /* consists of its lines alone; not a file of kernels/ */
    GLA_LISTED_NVIDIA = 256,                   /* uses instructions of NVIDIA's devices */
    GLA_LISTED_WAITING = 512,                  /* only used if groups may wait for groups that began earlier */
    GLA_LISTED_EARLY = 1024,                   /* compiled before other common programs, in case time runs out */
    GLA_LISTED_NEXT = 2048 | GLA_LISTED_COMMON /* common; compiled after the early programs and before the rest */
};

typedef struct gla_listed {
    gla_device_program program;
    const char *purpose; /* the operation, or the operation of which the program is a part */
    unsigned flags;
} gla_listed;

typedef void gla_list_visit(void *state, const gla_listed *l);

struct gla_list {
    gla_list_visit *visit;
    void *state;
};

/* Visit all programs.  A program may be visited more than once, if several sizes share it. */
void gla_list_all(const gla_list *list);

/* A part of the list, for elements of one dtype. */
typedef void gla_list_part(const gla_list *list, gla_dtype t);

/* Define the part `name`.  The body of the part follows the macro and can use `list` and `t`.  GLA_LIST parts are called for
 * every dtype, GLA_LIST_FLOATING parts for floating and complex dtypes. */
#define GLA_LIST(name)             \
    gla_list_part gla_list_##name; \
    void gla_list_##name(const gla_list *list, gla_dtype t)
#define GLA_LIST_FLOATING(name) GLA_LIST(name)

static inline void gla_list_add(const gla_list *list, gla_device_program p, const char *purpose, unsigned flags)
{
    list->visit(list->state, &(gla_listed){p, purpose, flags});
}

/* Return the flag COMMON for the dtypes of most scripts, with EARLY for float64 and NEXT for the dtypes of counts and
 * comparisons. */
static inline unsigned gla_list_common(gla_dtype t)
{
    return t == GLA_FLOAT64                  ? GLA_LISTED_COMMON | GLA_LISTED_EARLY
           : t == GLA_INT64 || t == GLA_BOOL ? GLA_LISTED_NEXT
           : t == GLA_FLOAT32                ? GLA_LISTED_COMMON
                                             : 0;
}

/* Return the flags of operations that scripts working in float64 also apply to masks and indices. */
static inline unsigned gla_list_mixed(gla_dtype t)
{
    unsigned common = gla_list_common(t);
    return common && t != GLA_FLOAT32 ? common | GLA_LISTED_EARLY : common;
}

/* Return the flags of programs that fewer scripts need, and only in float64.  There is one such program for each operation, so
 * compiling all of them takes a long time. */
static inline unsigned gla_list_next(gla_dtype t)
{
    return t == GLA_FLOAT64 ? GLA_LISTED_NEXT : 0;
}

#endif
