/* program.h - Contract of compiling device code ahead of time (gla_warm). Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_PROGRAM_H
#define GLA_CONTRACT_PROGRAM_H

#include "backend.h"

typedef struct gla_warm_plan {
    const char *only;           /* compile only programs whose name contains this string; NULL: all */
    bool all;                   /* include programs that few scripts use */
    bool shared;                /* store in the cache shared by all users of this installation */
    int64_t first, count;       /* range of programs to compile; count < 0: up to the last */
    int64_t programs, compiled; /* output: total number of programs, and the number of requested programs that were not cached
                                 * before */
} gla_warm_plan;

typedef struct gla_program_ops {
    /* Compile programs into the disk cache, for dev or, if dev is NULL, for an architecture of the backend ("sm_90"). */
    gla_status (*warm)(gla_device *dev, const char *architecture, gla_warm_plan *plan);
} gla_program_ops;

#endif
