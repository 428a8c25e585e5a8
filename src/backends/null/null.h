/* null.h - how tests steer the null backend; they get these functions by dlsym from its module.
 *
 * The environment of the process decides how it shows up when it is loaded: GPULINALG_NULL_DEVICES is the number of
 * devices (2), GPULINALG_NULL_ABI the contract that it claims, or, with points in it, the version of the library,
 * GPULINALG_NULL_GPU=1 makes its devices GPUs, so defaults (1,8.0: of that compute capability), GPULINALG_NULL_BUSY the
 * seconds that each stream is to be waited for.  GPULINALG_NULL_WITHOUT gives it the slots of the host's array, blas, lapack
 * and fused rooms, without those that it names: "lapack.gesvd,blas.gemm", or "" for none. */
#ifndef GLA_BACKENDS_NULL_H
#define GLA_BACKENDS_NULL_H

#include "backend.h"

GLA_BEGIN_DECLS

/* The n-th call from now of a slot ("alloc", "upload", "download", "copy", "open", "synchronize", "properties", "info",
 * "trim", "peer", "alloc_pinned", "copy_pinned", and those of streams) fails with this status, once. */
void gla_null_fail(const char *slot, long n, gla_status status);

/* No more than this many bytes on both devices together; 0: as many as there are. */
void gla_null_limit(size_t bytes);

/* Who has waited for whom since gla_null_forget: "2<1" is stream 2 for stream 1, "free1" an event of stream 1 that was given
 * back, "1<f7" stream 1 for stream 7 of another library, "all0" everybody for device null:0.  Streams are numbered in the
 * order of their making, the default ones included; as foreign streams they are called by 100 more. */
const char *gla_null_diary(void);
void gla_null_forget(void);

/* Whether freed memory stays idle, and counts against that limit, until it is trimmed; and how much does. */
void gla_null_keep(bool wanted);
size_t gla_null_idle(void);

/* Blocks and bytes that are allocated now. */
long gla_null_blocks(void);
size_t gla_null_bytes(void);

GLA_END_DECLS

/* GLA_OK, or the failure that a test has asked for. */
gla_status gla_null_trap(const gla_device *dev, const char *slot);
/* Take over the host's slots, without those named; false when there is no host backend. */
bool gla_null_take_slots(gla_backend *null, const char *without);
/* The limit of gla_null_limit. */
size_t gla_null_memory(void);
extern const gla_memory_ops gla_null_memory_ops;
gla_status gla_null_synchronize(gla_device *dev);
extern const gla_stream_ops gla_null_stream_ops;

#endif
