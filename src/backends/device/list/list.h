/* list.h - every program of kernels/ that a backend can make: what `gpulinalg warm` compiles ahead of its use, and what tests
 * compile without a device.
 *
 * The file that launches a kernel says here which programs there are of it, by GLA_LIST or GLA_LIST_FLOATING; the build finds
 * these (tools/found), and tests/cuda/programs a file of kernels/ of which nothing says anything. */
#ifndef GLA_BACKENDS_DEVICE_LIST_H
#define GLA_BACKENDS_DEVICE_LIST_H

#include "backends/device/programs.h"

/* Where a program is used. */
enum {
    GLA_LISTED_COMMON = 1,                     /* by many scripts */
    GLA_LISTED_CONVERTS = 2,                   /* from another type: one of many like it */
    GLA_LISTED_SERIAL = 4,                     /* on serial devices alone */
    GLA_LISTED_PARALLEL = 8,                   /* on the others alone */
    GLA_LISTED_WARPS = 16,                     /* where groups have warps */
    GLA_LISTED_SOLVER = 32,                    /* where no library of the vendor solves systems */
    GLA_LISTED_VARIANT = 64,                   /* differs in an expression alone from one that is listed too */
    GLA_LISTED_GENERATED = 128,                /* its lines are all of it: not a file of kernels/ */
    GLA_LISTED_NVIDIA = 256,                   /* with instructions of NVIDIA's devices */
    GLA_LISTED_WAITING = 512,                  /* where groups may wait for those that began before them */
    GLA_LISTED_EARLY = 1024,                   /* before the other common ones, should there be no time for all */
    GLA_LISTED_NEXT = 2048 | GLA_LISTED_COMMON /* common, and behind those early ones, before the rest */
};

typedef struct gla_listed {
    gla_device_program program;
    const char *purpose; /* the operation, or what it is a part of */
    unsigned flags;
} gla_listed;

typedef void gla_list_visit(void *state, const gla_listed *l);

struct gla_list {
    gla_list_visit *visit;
    void *state;
};

/* Visit all; some more than once, where two sizes lead to one program. */
void gla_list_all(const gla_list *list);

/* A part of it, for elements of a type. */
typedef void gla_list_part(const gla_list *list, gla_dtype t);

/* Defines the part `name`: a body follows, with `list` and `t`.  It is called for each type, or for those of floating point. */
#define GLA_LIST(name)             \
    gla_list_part gla_list_##name; \
    void gla_list_##name(const gla_list *list, gla_dtype t)
#define GLA_LIST_FLOATING(name) GLA_LIST(name)

static inline void gla_list_add(const gla_list *list, gla_device_program p, const char *purpose, unsigned flags)
{
    list->visit(list->state, &(gla_listed){p, purpose, flags});
}

/* COMMON for the types that most scripts compute in: EARLY for float64, NEXT for what is counted and compared. */
static inline unsigned gla_list_common(gla_dtype t)
{
    return t == GLA_FLOAT64                  ? GLA_LISTED_COMMON | GLA_LISTED_EARLY
           : t == GLA_INT64 || t == GLA_BOOL ? GLA_LISTED_NEXT
           : t == GLA_FLOAT32                ? GLA_LISTED_COMMON
                                             : 0;
}

/* The same where scripts in float64 have masks and indices of the other types, too. */
static inline unsigned gla_list_mixed(gla_dtype t)
{
    unsigned common = gla_list_common(t);
    return common && t != GLA_FLOAT32 ? common | GLA_LISTED_EARLY : common;
}

/* What fewer scripts call, and those in float64: a program for each operation, so it adds up. */
static inline unsigned gla_list_next(gla_dtype t)
{
    return t == GLA_FLOAT64 ? GLA_LISTED_NEXT : 0;
}

#endif
