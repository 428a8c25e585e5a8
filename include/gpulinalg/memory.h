/* memory.h - memory of devices: use, limits, release; page-locked arrays.
 *
 * Freed memory stays in a pool, from which the next arrays come at once.  When memory runs out the pool is released
 * and the request tried again; then `OutOfMemoryError` is raised and everything that was there is still there.
 * On the host the pool keeps up to an eighth of the memory that the process may use, and the system may take all of it but
 * 256 MiB when it is short.  The environment variable GPULINALG_HOST_POOL sets another amount, in the form of
 * `set_memory_limit`; with 0 there is no pool, as valgrind and sanitizers need it.
 * Copies between a GPU and a page-locked array on the host are queued in the current stream and go on behind the script;
 * whoever uses such an array on the host waits for them.
 *
 * Threads: any may call any function; limits and figures are those of the process. */
#ifndef GPULINALG_MEMORY_H
#define GPULINALG_MEMORY_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** Limit what arrays and work space of a device may use together.
 *
 * At the start of a process the environment variable GPULINALG_MEMORY_LIMIT, in the same form, limits every device but the
 * host.  What is in use already stays, even beyond the limit.  On the host only arrays count, not work space; what its pool
 * keeps and what is used stay within the limit together.
 *
 * @param limit   bytes as a number, or a text with K, M, G or T (of 1024) or % of the device's memory: "8G", "50%"; none
 *                or 0: no limit
 * @param device  name as `devices()` lists it; none means the current one
 * @return        nothing
 * @throws ArgumentError      if limit is not an amount of memory
 * @throws NotSupportedError  if a percentage is given and the memory of the device is not known
 * @throws DeviceError        if there is no such device
 * @example set_memory_limit "8G" device="host"
 *   memory = memory_info "host"
 *   memory.limit_bytes -> 8589934592
 *   set_memory_limit none "host"
 */
gla_status gla_set_memory_limit(const char *limit GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL));

/** What the memory of a device is used for.
 *
 * @param device  name as `devices()` lists it; none means the current one
 * @return        record of bytes: used_bytes by arrays and work space of this process (on the host only by arrays),
 *                peak_bytes the most since the start or `reset_peak_memory`, limit_bytes (0: none), reserved_bytes held by
 *                the pool (used ones too), free_bytes and total_bytes of the device (0: not known); and device, its name
 * @throws DeviceError  if there is no such device
 * @example memory = memory_info "host"
 *   memory.device -> host
 */
gla_status gla_memory_info(gla_record **record, const char *device GLA_DEFAULT(= NULL));

/** Restart the measurement of peak memory.
 *
 * @param device  name as `devices()` lists it; none means the current one
 * @return        nothing
 * @throws DeviceError  if there is no such device
 * @example reset_peak_memory "host"
 *   x = ones [1000, 1000]
 *   memory = memory_info "host"
 */
gla_status gla_reset_peak_memory(const char *device GLA_DEFAULT(= NULL));

/** Release memory that nothing uses to the system, for other programs.  Waits for the device.
 *
 * @param device  name as `devices()` lists it; none means the current one
 * @return        nothing
 * @throws DeviceError  if there is no such device, or work that was pending failed
 * @example trim "host"
 */
gla_status gla_trim(const char *device GLA_DEFAULT(= NULL));

/** Array on the host in page-locked memory, with undefined contents.
 *
 * It is an array on the host like others.  Copies between it and arrays on the GPU (`setitem`, in either direction, and
 * `to_device`) do not wait when type and layout fit: they are queued in the current stream.  The library waits where such an
 * array is used on the host or freed; a NumPy array that shares its memory does not know of copies that begin later, so wait
 * with `synchronize` before using it.
 *
 * @param shape   dimensions; an integer or a list
 * @param dtype   type; none means float64
 * @param device  GPU that the copies will be made with; none means the current device.  Where that has no such memory, it is
 *                ordinary memory
 * @return        array of that shape on the host
 * @throws ShapeError        if a dimension is negative or there are more than 16
 * @throws OverflowError     if the size in bytes does not fit 63 bits
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
