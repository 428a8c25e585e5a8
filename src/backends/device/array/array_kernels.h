/* array_kernels.h - Declarations shared by the files that launch our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_ARRAY_KERNELS_H
#define GLA_BACKENDS_DEVICE_ARRAY_KERNELS_H

#include "backends/device/programs.h"
#include "elementwise/info.h"
#include "contract/reduction.h"

/* How kernels/map.h traverses arrays: contiguous, with a long last axis, or any.  GLA_MAP_ALONE is for contiguous arrays on
 * serial devices. */
typedef enum gla_map_way { GLA_MAP_PACKS, GLA_MAP_ROWS, GLA_MAP_ANY, GLA_MAP_WAYS, GLA_MAP_ALONE = GLA_MAP_WAYS } gla_map_way;
/* Return the program of kernels/map.h for an operation or a copy. */
gla_device_program gla_device_map_program(gla_op op, gla_dtype compute, gla_dtype result, gla_map_way way);
gla_device_program gla_device_copy_program(gla_dtype from, gla_dtype to, gla_map_way way);
/* Return the program of kernels/reduce.h for elements of type `from` and results of type `to`.  If `alone`, return the program
 * for serial devices.  If `parts`, return the second step of the program for serial devices. */
gla_device_program gla_device_reduce_program(gla_reduction op, gla_dtype from, gla_dtype to, bool alone, bool parts);

/* Return true if the operand is a single value stored on the host, so that it can be passed as an argument. */
bool gla_device_is_scalar(const gla_array *a, const gla_array *out);

/* Find a kernel and enqueue groups of GLA_GROUP threads. */
gla_status gla_device_run(const char *op, gla_device *dev, const gla_device_program *p, const char *name, int64_t groups,
                          int n_args, const gla_argument *args);
/* Find a kernel and launch enough threads for n grid-stride steps. */
gla_status gla_device_run_for(const char *op, gla_device *dev, const gla_device_program *p, const char *name, int64_t n,
                              int n_args, const gla_argument *args);
/* Enqueue groups of GLA_GROUP threads. */
gla_status gla_device_launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int n_args,
                             const gla_argument *args);
/* Launch with enough threads for n grid-stride steps. */
gla_status gla_device_launch_for(const char *op, gla_device *dev, void *kernel, int64_t n, int n_args,
                                 const gla_argument *args);
/* Return the argument for a float64 parameter.  A device without float64 receives the value as a float32. */
gla_argument gla_device_real(const gla_device *dev, const double *value, float *single);

/* Allocate an int on the device, initially 0, that kernels set to report bad input.  gla_device_read_flag waits and reads this
 * int. */
gla_status gla_device_flag(const char *op, gla_device *dev, int **flag);
gla_status gla_device_read_flag(const char *op, gla_device *dev, const int *flag, int *value);

#endif
