/* budget.h - Memory use and memory limits of each device. */
#ifndef GLA_RUNTIME_BUDGET_H
#define GLA_RUNTIME_BUDGET_H

#include "runtime/runtime.h"

/* Allocate memory for an array. If memory is exhausted, release unused memory and try again. With `zeros` the contents are
 * zero; this requires a backend with alloc_zeros. */
gla_status gla_budget_alloc(const char *op, gla_device *dev, size_t bytes, bool zeros, void **data);
void gla_budget_free(gla_device *dev, void *data, size_t bytes, void *stream);

/* Check, before memory is allocated in several steps, that dev has memory for `bytes` in total, of which `held` are allocated
 * already. Fails with OutOfMemoryError. */
gla_status gla_memory_room(const char *op, gla_device *dev, size_t bytes, size_t held);

/* Set a function that is called before an allocation on the host fails. The function releases memory, or returns false. It must
 * not run code of the script. */
void gla_budget_set_reliever(bool (*relieve)(void));

/* Apply the limits set by environment variables to a device that is being opened. */
gla_status gla_budget_open(gla_device *dev);

/* Parse an amount of memory such as "8G" or "50%"; 0 for an empty string. */
gla_status gla_budget_parse(const char *op, const char *text, gla_device *dev, size_t *bytes);
gla_status gla_budget_limit(gla_device *dev, size_t bytes);

#endif
