/* placing.h - The device of a thread's present call, and copies of floating memory on a second device.
 *
 * If no device was named, arrays float: the library chooses a device for each call of a script (core/placement.h). They may
 * have a replica on another device until it is written. */
#ifndef GLA_RUNTIME_PLACING_H
#define GLA_RUNTIME_PLACING_H

#include "runtime/buffer.h"

/* The call of a thread. Outside calls, `inside` is false. */
typedef struct gla_placing {
    gla_device *dev; /* device on which the call runs */
    bool inside;
    bool floats;  /* memory that the call allocates floats */
    float credit; /* of that memory: the operands' (core/planner.c) */
} gla_placing;
extern _Thread_local gla_placing gla_placing_now;

/* True if no device was named, neither by set_device nor by the environment. */
extern atomic_bool gla_placing_is_free;

/* Return true if this machine has a GPU for computing, by looking for the files of its driver. No library is loaded. */
bool gla_placing_finds_gpu(void);

/* Number of threads that have placed calls. */
extern atomic_int gla_placing_threads;

/* Return true if memory that is allocated now on this device floats. */
bool gla_placing_floats(const gla_device *dev);

/* buffer.c: return a reference to the replica of b on dev, or NULL. A replica of memory that others can write is never kept. */
gla_buffer *gla_replica_find(gla_buffer *b, const gla_device *dev);
const gla_device *gla_replica_device(gla_buffer *b); /* device of the replica, or NULL */
bool gla_replica_may_stay(const gla_buffer *b);
/* Keep a replica; b takes a reference of its own. */
void gla_replica_keep(gla_buffer *b, gla_buffer *replica);
void gla_replica_drop(gla_buffer *b);

#endif
