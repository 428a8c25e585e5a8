/* program.h - the contract of compiling device code before it is needed (gla_warm).
 * ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_PROGRAM_H
#define GLA_CONTRACT_PROGRAM_H

#include "backend.h"

typedef struct gla_warm_plan {
    const char *only;           /* programs of what has this in its name; NULL: of anything */
    bool all;                   /* what few scripts need, too */
    bool shared;                /* kept for all users of this installation */
    int64_t first, count;       /* which of them; count < 0: to the last */
    int64_t programs, compiled; /* filled in: how many they are, and how many of those asked for were not there yet */
} gla_warm_plan;

typedef struct gla_program_ops {
    /* Compile into the cache on disk, for dev or, where that is NULL, for an architecture of the backend ("sm_90"). */
    gla_status (*warm)(gla_device *dev, const char *architecture, gla_warm_plan *plan);
} gla_program_ops;

#endif
