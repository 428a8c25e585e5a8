/* array_kernels.h - what the files over our own kernels share. */
#ifndef GLA_BACKENDS_DEVICE_ARRAY_KERNELS_H
#define GLA_BACKENDS_DEVICE_ARRAY_KERNELS_H

#include "backends/device/programs.h"
#include "elementwise/info.h"
#include "contract/reduction.h"

/* How kernels/map.h goes through arrays: contiguous ones, those with a long last axis, any; on serial devices contiguous
 * ones or any. */
typedef enum gla_map_way { GLA_MAP_PACKS, GLA_MAP_ROWS, GLA_MAP_ANY, GLA_MAP_WAYS, GLA_MAP_ALONE = GLA_MAP_WAYS } gla_map_way;
/* kernels/map.h for an operation, for a copy. */
gla_device_program gla_device_map_program(gla_op op, gla_dtype compute, gla_dtype result, gla_map_way way);
gla_device_program gla_device_copy_program(gla_dtype from, gla_dtype to, gla_map_way way);
/* kernels/reduce.h for elements of type `from` and results of type `to`; alone: for serial devices, parts: what follows
 * there. */
gla_device_program gla_device_reduce_program(gla_reduction op, gla_dtype from, gla_dtype to, bool alone, bool parts);

/* An operand that is one number for all elements and lies on the host, so that its value can go as an argument. */
bool gla_device_is_scalar(const gla_array *a, const gla_array *out);

/* Find a kernel and enqueue groups of GLA_GROUP threads. */
gla_status gla_device_run(const char *op, gla_device *dev, const gla_device_program *p, const char *name, int64_t groups,
                          int n_args, const gla_argument *args);
/* The same with enough threads for n grid-stride steps. */
gla_status gla_device_run_for(const char *op, gla_device *dev, const gla_device_program *p, const char *name, int64_t n,
                              int n_args, const gla_argument *args);
/* Enqueue groups of GLA_GROUP threads. */
gla_status gla_device_launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int n_args,
                             const gla_argument *args);
/* Launch with enough threads for n grid-stride steps. */
gla_status gla_device_launch_for(const char *op, gla_device *dev, void *kernel, int64_t n, int n_args,
                                 const gla_argument *args);
/* Bytes of a float64 parameter: on a device without that type it is a float32. */
gla_argument gla_device_real(const gla_device *dev, const double *value, float *single);

/* An int on the device, set to 0, that kernels raise to report bad input; gla_device_read_flag waits for it. */
gla_status gla_device_flag(const char *op, gla_device *dev, int **flag);
gla_status gla_device_read_flag(const char *op, gla_device *dev, const int *flag, int *value);

#endif
