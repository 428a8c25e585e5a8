/* stats.h - Common part of the probability distributions: conversion of arguments to one dtype, location and scale. */
#ifndef GLA_STATS_STATS_H
#define GLA_STATS_STATS_H

#include "core/scope.h"
#include "elementwise/map.h"
#include "gpulinalg/elementary.h"
#include "gpulinalg/elementwise.h"

#include <math.h>

/* How a function of a distribution depends on location and scale. */
typedef enum { STATS_PROBABILITY, STATS_DENSITY, STATS_LOG_DENSITY, STATS_QUANTILE } stats_kind;

/* A function with location 0 and scale 1.  a and b are the parameters; missing parameters are NULL. */
typedef gla_array *stats_standard(gla_scope *s, gla_array *x, gla_array *a, gla_array *b);

gla_status gla_stats_run(const char *op, stats_kind kind, stats_standard *f, const gla_array *const in[5], gla_array **out);

/* Apply an operation.  Scalars stay scalars, so that they do not determine the dtype. */
gla_array *gla_stats_map(gla_scope *s, gla_op op, const gla_array *x, const gla_array *a, const gla_array *b);
gla_array *gla_stats_positive(gla_scope *s, gla_array *x); /* NaN unless positive */
gla_array *gla_stats_times(gla_scope *s, gla_array *x, double factor);

/* Define a public function with n parameters from its standard function, which has location 0 and scale 1.  Discrete
 * distributions have no scale. */
#define STATS_CALL(dist, name, kind, f, x, a, b, loc, scale) \
    return gla_stats_run("stats." #dist "." #name, STATS_##kind, f, (const gla_array *[]){x, a, b, loc, scale}, out)
#define STATS_0(dist, name, kind, f)                                                                                        \
    gla_status gla_stats_##dist##_##name(const gla_array *x, gla_array **out, const gla_array *loc, const gla_array *scale) \
    {                                                                                                                       \
        STATS_CALL(dist, name, kind, f, x, NULL, NULL, loc, scale);                                                         \
    }
#define STATS_1(dist, name, kind, f)                                                                                    \
    gla_status gla_stats_##dist##_##name(const gla_array *x, const gla_array *a, gla_array **out, const gla_array *loc, \
                                         const gla_array *scale)                                                        \
    {                                                                                                                   \
        STATS_CALL(dist, name, kind, f, x, a, NULL, loc, scale);                                                        \
    }
#define STATS_2(dist, name, kind, f)                                                                                  \
    gla_status gla_stats_##dist##_##name(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out, \
                                         const gla_array *loc, const gla_array *scale)                                \
    {                                                                                                                 \
        STATS_CALL(dist, name, kind, f, x, a, b, loc, scale);                                                         \
    }

#endif
