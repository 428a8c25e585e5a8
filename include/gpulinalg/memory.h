/* memory.h - device memory: usage, limits and release, and page-locked host arrays.
 *
 * Freed memory stays in a pool, which serves later arrays without delay. When memory runs out, the pool is released and the
 * request is tried again. If that fails, `OutOfMemoryError` is raised and all existing arrays are intact. On the host the pool
 * keeps up to an eighth of the memory that the process may use. The system may reclaim all of it but 256 MiB when memory is
 * short. The environment variable GPULINALG_HOST_POOL sets another size, in the form of `set_memory_limit`. With 0 there is no
 * pool, as valgrind and sanitizers require. Copies between a GPU and a page-locked host array are queued in the current stream
 * and continue while your script runs. Using such an array on the host waits for them.
 *
 * Threads: all functions are thread-safe. Limits and statistics apply to the whole process. */
#ifndef GPULINALG_MEMORY_H
#define GPULINALG_MEMORY_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** Limit the memory that arrays and workspace of a device may use together.
 *
 * The environment variable GPULINALG_MEMORY_LIMIT, in the form of the limit argument, sets the initial limit of every device
 * except the host. Memory already in use is kept, even if it exceeds the limit. On the host the limit applies to arrays and the
 * memory in the pool, but not to workspace.
 *
 * @param limit   number of bytes, or a string such as "8G" or "50%": a number with K, M, G or T (powers of 1024), or a
 *                percentage of the memory of the device; `none` or 0: no limit
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        nothing
 * @throws ArgumentError      if `limit` is not a valid amount of memory
 * @throws NotSupportedError  if `limit` is a percentage and the memory size of the device is unknown
 * @throws DeviceError        if the device does not exist
 * @example set_memory_limit "8G" device="host"
 *   memory = memory_info "host"
 *   memory.limit_bytes -> 8589934592
 *   set_memory_limit none "host"
 */
gla_status gla_set_memory_limit(const char *limit GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL));

/** Return memory statistics of a device.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        record with the name of the device, in the entry device, and sizes in bytes: used_bytes (used by arrays and
 *                workspace of this process, on the host only by arrays), peak_bytes (maximum of used_bytes since the start or
 *                the last `reset_peak_memory`), limit_bytes (0: no limit), reserved_bytes (memory of the pool, including memory
 *                in use), and free_bytes and total_bytes of the device (0: unknown)
 * @throws DeviceError  if the device does not exist
 * @example memory = memory_info "host"
 *   memory.device -> host
 */
gla_status gla_memory_info(gla_record **record, const char *device GLA_DEFAULT(= NULL));

/** Reset the peak memory statistic of a device to the current usage.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        nothing
 * @throws DeviceError  if the device does not exist
 * @example reset_peak_memory "host"
 *   x = ones [1000, 1000]
 *   memory = memory_info "host"
 */
gla_status gla_reset_peak_memory(const char *device GLA_DEFAULT(= NULL));

/** Release unused memory of a device to the system, for other programs. The call waits for the device.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        nothing
 * @throws DeviceError  if the device does not exist, or pending work failed
 * @example trim "host"
 */
gla_status gla_trim(const char *device GLA_DEFAULT(= NULL));

/** Create a host array in page-locked memory, with uninitialised contents.
 *
 * Apart from its memory the result is an ordinary host array. Copies between the result and arrays on the GPU, by `setitem` in
 * either direction or by `to_device`, do not block if dtypes and layouts are the same. They are queued in the current stream.
 * The library waits when such an array is used on the host or freed. If a NumPy array shares the memory, NumPy does not wait
 * for later copies, so call `synchronize` before you use that NumPy array.
 *
 * @param shape   shape, an integer or a list of integers
 * @param dtype   dtype; float64 if not given
 * @param device  GPU for the copies; default: the current device. If the device has no page-locked memory, ordinary memory is
 *                used
 * @return        host array of the given shape
 * @throws ShapeError        if a dimension is negative or there are more than 16 dimensions
 * @throws OverflowError     if the size of the array in bytes is 2**63 or more
 * @throws OutOfMemoryError  if there is not enough memory
 * @needs  nothing
 * @example x = empty_pinned 3
 *   setitem x ":" [1.0, 2.0, 3.0]
 *   x -> [1. 2. 3.]
 */
gla_status gla_empty_pinned(const gla_ints *shape, gla_array **out, gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                            const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
