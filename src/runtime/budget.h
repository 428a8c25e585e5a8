/* budget.h - what the memory of each device is used for. */
#ifndef GLA_RUNTIME_BUDGET_H
#define GLA_RUNTIME_BUDGET_H

#include "runtime/runtime.h"

/* Memory for an array; when there is none, after releasing what is idle.  With `zeros` its contents are zero: only for a
 * device whose backend has alloc_zeros. */
gla_status gla_budget_alloc(const char *op, gla_device *dev, size_t bytes, bool zeros, void **data);
void gla_budget_free(gla_device *dev, void *data, size_t bytes, void *stream);

/* Before memory that is allocated piece by piece, so that it could grow beyond all bounds: OutOfMemoryError if dev has no room
 * for so many bytes, of which it holds some already. */
gla_status gla_memory_room(const char *op, gla_device *dev, size_t bytes, size_t held);

/* What is asked on the host before saying that there is no memory: a function that lets go of some, or returns false.  It runs
 * nothing of the script. */
void gla_budget_ask(bool (*relieve)(void));

/* The environment's limits, for a device that is being opened. */
gla_status gla_budget_open(gla_device *dev);

/* Bytes in a text such as "8G" or "50%"; 0 for none. */
gla_status gla_budget_parse(const char *op, const char *text, gla_device *dev, size_t *bytes);
gla_status gla_budget_limit(gla_device *dev, size_t bytes);

#endif
