/* backend.h - The contract between the facade and a backend.
 *
 * A backend is a module that exports
 *     const gla_backend *gla_backend_entry(void);
 * A backend translates calls; the facade has checked the arguments. Unless the comment of a slot states otherwise:
 *   - Arguments are valid: dtypes and shapes fit, sizes do not overflow, pointers are on `dev`, and no result overlaps an
 *     input (but `map` may write exactly onto an input).
 *   - Arrays are empty only if the comment allows it. The facade handles empty operations itself.
 *   - Work may be enqueued and finish later (see device->synchronize). A slot that "blocks" has finished when it returns,
 *     because it returns values to the host.
 *   - A slot returns GLA_OK or fails through gla_fail() with GLA_OUT_OF_MEMORY_ERROR, GLA_DEVICE_ERROR, or a status that its
 *     comment names.
 *   - A slot may be called from several threads at once.
 * Every backend fills in the areas device, memory, array (with copy), blas and lapack. Another area or slot may be NULL. Then
 * the host computes it if the doc comment of the operation allows it (`@needs lapack.gesvd, else the host`;
 * src/core/dispatch.h); otherwise NotSupportedError is raised. An "optional" slot is a shortcut: without it the facade uses
 * more steps. */
#ifndef GLA_SRC_BACKEND_H
#define GLA_SRC_BACKEND_H

#include "array.h"
#include "runtime/error.h"

/* The core and its backends are built together. The core refuses a backend whose version or contract number differs. Raise this
 * number if the contract changes between versions. */
#define GLA_BACKEND_ABI 5

typedef struct gla_backend gla_backend;

#define GLA_MAX_DEVICES 64
#define GLA_MAX_STREAMS 64 /* streams per device, including the default stream */

/* A device of a backend. The registry creates it, and it lives until the process ends. */
struct gla_device {
    const gla_backend *backend;
    int index;          /* index of the device within the backend */
    int number;         /* index among all devices of the process, below GLA_MAX_DEVICES */
    bool is_host;       /* true if its memory is ordinary host memory */
    char name[32];      /* "cuda:0"; "host" */
    void *state;        /* private data of the backend */
    bool lacks_float64; /* set by open: no float64 and no complex128; the facade refuses such arrays */
    _Atomic(gla_stream *) streams[GLA_MAX_STREAMS];    /* [0] is the default stream; managed by src/runtime/stream.c */
    atomic_size_t bytes_used, bytes_peak, bytes_limit; /* managed by src/runtime/budget.c; a limit of 0 means no limit */
};

/* The areas of the contract. Area `sparse` is a struct gla_sparse_ops of slots and the member `sparse` of gla_backend. A file
 * includes the headers of only those areas that it uses (src/contract/). */
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
    const char *name;        /* "cuda": devices are named name:index; or "host" */
    const char *description; /* the library that does the work: "OpenBLAS 0.3.21 (Zen)"; may be computed in gla_backend_entry */
    bool is_gpu;             /* its devices precede the host as the default device, unless device->is_gpu returns false */
    GLA_ROOMS(GLA_ROOM)      /* const gla_array_ops *array ... */
    /* Algorithms that its slots choose from, for `gpulinalg info --ops` (core/dispatch.h), terminated by NULL; NULL if there
     * are none. */
    const struct gla_strategies *const *strategies;
};

GLA_BEGIN_DECLS

/* The entry point that each module exports and defines. Return NULL, with a reason through gla_fail(), if a library or driver
 * that the backend needs is missing on this machine. */
const gla_backend *gla_backend_entry(void);
/* Optional entry point: the same backend without devices. It compiles kernels for an architecture on machines without a driver.
 */
const gla_backend *gla_compiler_entry(void);

GLA_END_DECLS

#endif
