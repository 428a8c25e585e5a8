/* queue.h - Helpers for backends with their own queues: names of queued operations, waits, and keys of modules. */
#ifndef GLA_BACKENDS_DEVICE_QUEUE_H
#define GLA_BACKENDS_DEVICE_QUEUE_H

#include "backend.h"
#include "contract/kernel.h"

#define GLA_DEVICE_REMEMBERED 8 /* number of operations in the ring buffer of a queue */

/* List the last operations of a ring buffer to which `n` operations have been added.  Each repeated name is listed once, and
 * the most recent operation is last. */
void gla_device_list_operations(const char *const operations[GLA_DEVICE_REMEMBERED], unsigned n, char *buf, size_t size);

/* Return the time of a monotonic clock, in seconds. */
double gla_device_now(void);

/* Return true if GPULINALG_SYNC requests a wait after each operation. */
bool gla_device_wants_waits(void);

/* Build the key that identifies a module, allocated with gla_malloc. */
gla_status gla_device_module_key(const char *op, const gla_program *p, char **key);

#endif
