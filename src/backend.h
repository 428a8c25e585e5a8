/* backend.h - The contract between the facade and a backend.
 *
 * A backend is a module that exports
 *     const gla_backend *gla_backend_entry(void);
 * A backend only performs operations; the facade has already checked the arguments. Unless the comment of a slot states
 * otherwise:
 *   - Arguments are valid: dtypes and shapes are compatible, sizes do not overflow, pointers are on `dev`, and no result
 *     overlaps an input (but the result of `map` may coincide with an input).
 *   - Arrays are empty only if the comment allows empty arrays. The facade handles empty operations itself.
 *   - Work may be enqueued and finish later (see device->synchronize). If a slot "blocks", its work has finished when the slot
 *     returns, because the slot returns values to the host.
 *   - A slot returns GLA_OK or fails through gla_fail() with GLA_OUT_OF_MEMORY_ERROR, GLA_DEVICE_ERROR, or a status that the
 *     comment of the slot lists.
 *   - More than one thread may call a slot at the same time.
 * Every backend fills in the areas device, memory, array (with copy), blas and lapack. Other areas and slots may be NULL. The
 * host then computes a missing slot if the doc comment of the operation allows the host (`@needs lapack.gesvd, else the host`;
 * src/core/dispatch.h); otherwise NotSupportedError is raised. An "optional" slot is a shortcut: without the slot the facade
 * uses more steps. */
#ifndef GLA_SRC_BACKEND_H
#define GLA_SRC_BACKEND_H

#include "array.h"
#include "runtime/error.h"

/* The core and its backends are built together. The core refuses a backend with a different version or contract number.
 * Increment this contract number if the contract changes between versions. */
#define GLA_BACKEND_ABI 5

typedef struct gla_backend gla_backend;

#define GLA_MAX_DEVICES 64
#define GLA_MAX_STREAMS 64 /* streams per device, including the default stream */

/* A device of a backend. The registry creates the struct, which lives until the process ends. */
struct gla_device {
    const gla_backend *backend;
    int index;          /* index of the device within the backend */
    int number;         /* index among all devices of the process, less than GLA_MAX_DEVICES */
    bool is_host;       /* true if the device uses ordinary host memory */
    char name[32];      /* "cuda:0"; "host" */
    void *state;        /* private data of the backend */
    bool lacks_float64; /* set by open if the device supports neither float64 nor complex128; the facade refuses such arrays */
    _Atomic(gla_stream *) streams[GLA_MAX_STREAMS];    /* [0] is the default stream; managed by src/runtime/stream.c */
    atomic_size_t bytes_used, bytes_peak, bytes_limit; /* managed by src/runtime/budget.c; a limit of 0 means no limit */
};

/* The areas of the contract. For example, the area `sparse` consists of the struct gla_sparse_ops of slots and the member
 * `sparse` of gla_backend. A file includes only the headers of the areas that it uses (src/contract/). */
/* clang-format off */
#define GLA_AREAS(AREA)                                                                                  \
    AREA(device) AREA(memory) AREA(array) AREA(blas) AREA(lapack) AREA(stream) AREA(kernel) AREA(fused)  \
    AREA(fft) AREA(quasi) AREA(sorting) AREA(series) AREA(random) AREA(sparse) AREA(direct) AREA(krylov) \
    AREA(program)
/* clang-format on */
#define GLA_AREA_OPS(name) typedef struct gla_##name##_ops gla_##name##_ops;
GLA_AREAS(GLA_AREA_OPS)

#define GLA_AREA(name) const gla_##name##_ops *name;
struct gla_backend {
    int abi;                 /* GLA_BACKEND_ABI */
    const char *version;     /* PACKAGE_VERSION */
    const char *name;        /* "cuda": devices are named name:index; or "host" */
    const char *description; /* the library that does the work, such as "OpenBLAS 0.3.21 (Zen)"; may be computed in
                              * gla_backend_entry */
    bool is_gpu;             /* devices of the backend precede the host as the default device, unless device->is_gpu returns
                              * false */
    GLA_AREAS(GLA_AREA)      /* const gla_array_ops *array ... */
    /* Algorithms that the slots choose from, for `gpulinalg info --ops` (core/dispatch.h): an array terminated by NULL, or
     * NULL. */
    const struct gla_strategies *const *strategies;
};

GLA_BEGIN_DECLS

/* The entry point that each module defines and exports. If a library or driver that the backend needs is missing on this
 * machine, return NULL, with a reason through gla_fail(). */
const gla_backend *gla_backend_entry(void);
/* Optional entry point: the same backend without devices, which compiles kernels for an architecture on machines without a
 * driver. */
const gla_backend *gla_compiler_entry(void);

GLA_END_DECLS

#endif
