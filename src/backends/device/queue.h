/* queue.h - what backends with queues of their own share: the names of what is in a queue, waiting, the keys of modules. */
#ifndef GLA_BACKENDS_DEVICE_QUEUE_H
#define GLA_BACKENDS_DEVICE_QUEUE_H

#include "backend.h"
#include "contract/kernel.h"

#define GLA_DEVICE_REMEMBERED 8 /* operations in the ring of a queue */

/* Names of the last operations of a ring of which `n` have been put, each once, the latest last. */
void gla_device_list_operations(const char *const operations[GLA_DEVICE_REMEMBERED], unsigned n, char *buf, size_t size);

/* Seconds of a clock that only goes forward. */
double gla_device_now(void);

/* Whether GPULINALG_SYNC asks for a wait behind each operation. */
bool gla_device_wants_waits(void);

/* What distinguishes one module from another; gla_malloc'ed. */
gla_status gla_device_module_key(const char *op, const gla_program *p, char **key);

#endif
