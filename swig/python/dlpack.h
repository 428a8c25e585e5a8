/* dlpack.h - the layout of DLPack's structs (dmlc.github.io/dlpack), in which libraries hand arrays to each other. */
#ifndef GLA_PYTHON_DLPACK_H
#define GLA_PYTHON_DLPACK_H

#include "memory.h"

/* Kinds of devices, of which these are of use here. */
enum { GLA_DL_CPU = 1, GLA_DL_CUDA = 2, GLA_DL_CUDA_HOST = 3, GLA_DL_CUDA_MANAGED = 13 };

/* Kinds of elements. */
enum { GLA_DL_INT = 0, GLA_DL_UINT = 1, GLA_DL_FLOAT = 2, GLA_DL_BFLOAT = 4, GLA_DL_COMPLEX = 5, GLA_DL_BOOL = 6 };

/* Flags of capsules with a version. */
enum { GLA_DL_READONLY = 1, GLA_DL_COPIED = 2 };

#define GLA_DL_MAJOR 1 /* of the version spoken here; every minor one is understood */

typedef struct GlaDlTensor {
    void *data;
    struct {
        int32_t kind, id;
    } device;
    int32_t ndim;
    struct {
        uint8_t kind, bits;
        uint16_t lanes;
    } type;
    int64_t *shape, *strides; /* strides in elements; NULL: row-major */
    uint64_t offset;          /* of the first element from data, in bytes */
} GlaDlTensor;

/* What a capsule named "dltensor" holds. */
typedef struct GlaDlOld {
    GlaDlTensor tensor;
    void *owner;
    void (*deleter)(struct GlaDlOld *self);
} GlaDlOld;

/* What one named "dltensor_versioned" holds; the first three members stay the same in all versions. */
typedef struct GlaDlVersioned {
    uint32_t major, minor;
    void *owner;
    void (*deleter)(struct GlaDlVersioned *self);
    uint64_t flags;
    GlaDlTensor tensor;
} GlaDlVersioned;

#define GLA_DL_OLD_NAME "dltensor"
#define GLA_DL_VERSIONED_NAME "dltensor_versioned"

#endif
