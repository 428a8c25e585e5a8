/* device.h - what the operations over kernels/ ask of a backend.  Each backend that compiles this folder defines it. */
#ifndef GLA_BACKENDS_DEVICE_DEVICE_H
#define GLA_BACKENDS_DEVICE_DEVICE_H

#include "backend.h"

/* Arguments in the order of a kernel's parameters. */
#define GLA_BUFFER(address) {GLA_ARGUMENT_BUFFER, (address), 0}
#define GLA_VALUE(variable) {GLA_ARGUMENT_VALUE, &(variable), sizeof(variable)}

#define GLA_GROUP 256 /* threads of a group */

/* Every operation begins with it. */
gla_status gla_device_enter(const char *op, gla_device *dev);

/* A kernel by its name from a program that is compiled on first use: `file` is a text of kernels/, `defines` are lines put
 * before it.  Programs are told apart by (file, defines). */
gla_status gla_device_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel);
/* Enqueue groups of `threads` threads. */
gla_status gla_device_launch_groups(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n_args,
                                    const gla_argument *args);
/* Whether the threads of a group run one after the other, as on a CPU.  Each should do its work alone then, in a plain loop. */
bool gla_device_is_serial(const gla_device *dev);
/* How many units work side by side, each on several groups. */
int gla_device_units(const gla_device *dev);
/* Whether atomic operations on 64-bit integers exist. */
bool gla_device_has_int64_atomics(const gla_device *dev);

/* Memory in the order of the stream. */
gla_status gla_device_scratch(const char *op, gla_device *dev, size_t bytes, void **data);
void gla_device_drop(gla_device *dev, void *data);
gla_status gla_device_fill(const char *op, gla_device *dev, void *data, int byte, size_t bytes);
gla_status gla_device_copy_block(const char *op, gla_device *dev, void *to, const void *from, size_t bytes);
/* To and from a small block on the host, which has been consumed, or is complete, on return. */
gla_status gla_device_write(const char *op, gla_device *dev, void *to, const void *host, size_t bytes);
gla_status gla_device_read(const char *op, gla_device *dev, void *host, const void *from, size_t bytes);

#endif
