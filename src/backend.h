/* backend.h - the contract between the facade and a backend.
 *
 * A backend is a module that exports
 *     const gla_backend *gla_backend_entry(void);
 * It translates; the facade has checked.  For every slot holds, unless its comment says otherwise:
 *   - arguments are valid: dtypes and shapes fit, sizes do not overflow, pointers are on `dev`, no result overlaps an
 *     input (a map may write exactly onto an input);
 *   - arrays may be empty only where said; the facade answers empty operations itself;
 *   - work may be enqueued and finish later (see device->synchronize).  Slots that say "blocks" have finished when they
 *     return, because they return values to the host;
 *   - it returns GLA_OK, or fails with gla_fail(): GLA_OUT_OF_MEMORY_ERROR, GLA_DEVICE_ERROR, or what its comment names;
 *   - it may be called from several threads at once.
 * Every backend has the rooms device, memory, array (with copy), blas and lapack.  Another room or slot may be NULL: then
 * the host computes it if the doc comments of the operations say so (`@needs lapack.gesvd, else the host`;
 * src/core/dispatch.h), else NotSupportedError is raised.  What is called optional is a shortcut, without which the facade
 * does the same in more steps.
 */
#ifndef GLA_SRC_BACKEND_H
#define GLA_SRC_BACKEND_H

#include "array.h"
#include "runtime/error.h"

/* Core and backends come from one build: the core loads no backend of another version, nor of another contract, for which this
 * number is raised between versions. */
#define GLA_BACKEND_ABI 5

typedef struct gla_backend gla_backend;

#define GLA_MAX_DEVICES 64
#define GLA_MAX_STREAMS 64 /* of one device, its default stream included */

/* One device of one backend; made by the registry, lives as long as the process. */
struct gla_device {
    const gla_backend *backend;
    int index;          /* of the device within the backend */
    int number;         /* among all devices of the process, below GLA_MAX_DEVICES */
    bool is_host;       /* its memory is ordinary host memory */
    char name[32];      /* "cuda:0"; "host" */
    void *state;        /* the backend's own */
    bool lacks_float64; /* set by open: it has neither float64 nor complex128, and the facade refuses such arrays */
    _Atomic(gla_stream *) streams[GLA_MAX_STREAMS];    /* [0] is the default one; kept by src/runtime/stream.c */
    atomic_size_t bytes_used, bytes_peak, bytes_limit; /* kept by src/runtime/budget.c; limit 0: none */
};

/* The rooms of the contract.  Room `sparse` is a struct gla_sparse_ops of slots, and the member `sparse` of a backend.  A file
 * includes the headers of the rooms that it uses (src/contract/), and depends on no other. */
/* clang-format off */
#define GLA_ROOMS(ROOM)                                                                                  \
    ROOM(device) ROOM(memory) ROOM(array) ROOM(blas) ROOM(lapack) ROOM(stream) ROOM(kernel) ROOM(fused)  \
    ROOM(fft) ROOM(quasi) ROOM(sorting) ROOM(series) ROOM(random) ROOM(sparse) ROOM(direct) ROOM(krylov) \
    ROOM(program)
/* clang-format on */
#define GLA_ROOM_OPS(name) typedef struct gla_##name##_ops gla_##name##_ops;
GLA_ROOMS(GLA_ROOM_OPS)

#define GLA_ROOM(name) const gla_##name##_ops *name;
struct gla_backend {
    int abi;                 /* GLA_BACKEND_ABI */
    const char *version;     /* PACKAGE_VERSION */
    const char *name;        /* "cuda": device names are name:index, or "host" */
    const char *description; /* what does the work: "OpenBLAS 0.3.21 (Zen)"; may be computed in gla_backend_entry */
    bool is_gpu;             /* devices of it are taken as the default before the host, if device->is_gpu does not say no */
    GLA_ROOMS(GLA_ROOM)      /* const gla_array_ops *array ... */
    /* How its slots choose between several ways, for `gpulinalg info --ops` (core/dispatch.h); the last is NULL.  NULL: nothing
     * to say. */
    const struct gla_strategies *const *strategies;
};

GLA_BEGIN_DECLS

/* What a backend's module exports (each module defines its own).  NULL, with a reason through gla_fail, when what it needs
 * is not on this machine. */
const gla_backend *gla_backend_entry(void);
/* What a module may export besides: the same without devices, which compiles for architectures where there is no driver. */
const gla_backend *gla_compiler_entry(void);

GLA_END_DECLS

#endif
