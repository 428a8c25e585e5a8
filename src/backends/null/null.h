/* null.h - Controls of the null backend for tests, which load these functions from its module by dlsym.
 *
 * Environment variables configure the backend:
 *   GPULINALG_NULL_DEVICES   number of devices (default: 2)
 *   GPULINALG_NULL_ABI       version of the contract that it reports or, if it contains a point, of the library
 *   GPULINALG_NULL_GPU=1     its devices are GPUs, and so become the default device; 1,8.0: with that compute capability
 *   GPULINALG_NULL_BUSY      seconds that each wait for a stream takes
 *   GPULINALG_NULL_WITHOUT   use the host's slots, except those for devices, memory and streams, and except those named here,
 *                            as in "lapack.gesvd,blas.gemm"; "" removes none */
#ifndef GLA_BACKENDS_NULL_H
#define GLA_BACKENDS_NULL_H

#include "backend.h"

GLA_BEGIN_DECLS

/* Make the n-th call to a slot, counted from now, fail with this status.  Slots are "alloc", "upload", "download", "copy",
 * "open", "synchronize", "properties", "info", "trim", "peer", "alloc_pinned", "copy_pinned", and the slots of streams. */
void gla_null_fail(const char *slot, long n, gla_status status);

/* Limit the total number of bytes of both devices; 0: no limit. */
void gla_null_limit(size_t bytes);

/* Return a log of the waits since the last call to gla_null_forget.  "2<1": stream 2 waits for stream 1.  "free1": an event of
 * stream 1 is released. "1<f7": stream 1 waits for stream 7 of another library.  "all0": the host waits for device null:0.
 * Streams, including default streams, are numbered in the order of creation.  If a stream is used as a foreign stream, its
 * number is larger by 100. */
const char *gla_null_log(void);
void gla_null_forget(void);

/* If `wanted`, freed memory stays idle, and counts towards the limit, until it is trimmed.  gla_null_idle() returns the number
 * of idle bytes. */
void gla_null_keep(bool wanted);
size_t gla_null_idle(void);

/* Return the number of blocks (or of bytes) that are currently allocated. */
long gla_null_blocks(void);
size_t gla_null_bytes(void);

GLA_END_DECLS

/* Return GLA_OK, or the status with which a test has requested the slot to fail. */
gla_status gla_null_trap(const gla_device *dev, const char *slot);
/* Copy the host's slots, except the slots listed in `without`.  Return false if there is no host backend. */
bool gla_null_take_slots(gla_backend *null, const char *without);
/* Return the limit that gla_null_limit has set. */
size_t gla_null_memory(void);
extern const gla_memory_ops gla_null_memory_ops;
gla_status gla_null_synchronize(gla_device *dev);
extern const gla_stream_ops gla_null_stream_ops;

#endif
