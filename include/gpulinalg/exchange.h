/* exchange.h - for bindings: import of memory from other libraries, and DLPack exchange in both directions.
 *
 * Descriptions from an exporter are not trusted. Contradictory descriptions are rejected before the memory is accessed. */
#ifndef GPULINALG_EXCHANGE_H
#define GPULINALG_EXCHANGE_H

#include "gpulinalg/binding.h"

GLA_BEGIN_DECLS

/* A foreign array. Strides are in bytes. */
typedef struct gla_foreign {
    char owner[104];    /* class of the object that exports the memory, for messages */
    const char *format; /* element format, in the notation of the exporter */
    void *data;
    int64_t itemsize, shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int ndim;
    const char *device;     /* name of a GPU; NULL for host memory */
    bool readonly, swapped; /* swapped: true for non-native byte order */
    gla_dtype dtype;
} gla_foreign;

/* "is a X whose elements have the type ..." */
gla_status gla_foreign_fail_format(const gla_foreign *m);
/* "is a X whose buffer contradicts itself (WHAT) ..." */
gla_status gla_foreign_fail_lie(const gla_foreign *m, const char *what);

/* ---- dtypes and formats (src/binding/formats.c) ---------------------------------------------------------------------- */
/* Return the dtype of a kind (b, i, u, f, c) and an element size; GLA_NO_DTYPE if the library does not have it. */
gla_dtype gla_dtype_of_kind(char kind, int64_t size);
/* Read the element type. A type string such as "<f8" sets dtype, size and byte order. A format of Python's struct module ("d";
 * NULL means "B"; Z precedes complex formats) sets dtype and byte order and must agree with m->itemsize. The strings remain
 * owned by the exporter. */
gla_status gla_foreign_typestr(gla_foreign *m, const char *typestr);
gla_status gla_foreign_format(gla_foreign *m, const char *format);
/* Return the type string and the struct format of a dtype. */
const char *gla_typestr_of(gla_dtype dtype, char text[8]);
const char *gla_format_of(gla_dtype dtype);

/* ---- memory (src/binding/exchange.c) --------------------------------------------------------------------------------- */
/* Read the fields of a Python buffer that the caller has not set itself (owner, data, itemsize, ndim and readonly). If strides
 * is NULL, the buffer is row-major. */
gla_status gla_foreign_buffer(gla_foreign *m, const char *format, const ptrdiff_t *shape, const ptrdiff_t *strides,
                              int64_t bytes);
/* Set the data pointer to `offset` bytes after start, and check that all elements are inside the `length` bytes. */
gla_status gla_foreign_inside(gla_foreign *m, void *start, int64_t length, int64_t offset);
/* Set the strides of contiguous, row-major memory. */
gla_status gla_foreign_dense(gla_foreign *m);
/* Return the lowest and highest byte offset of the elements, and their number. Fails if the sizes are inconsistent. */
gla_status gla_foreign_span(const gla_foreign *m, int64_t *low, int64_t *high, int64_t *size);
/* Wrap the memory, or copy it. After a copy, release(owner) is called at once. Otherwise release(owner) is called when the last
 * array on the memory is freed. It is not called on failure. */
gla_status gla_foreign_take(gla_reader *r, const gla_foreign *m, void (*release)(void *), void *owner, gla_array **out);
/* Return true if the elements are contiguous in column-major order. gla_array_is_contiguous tests for row-major order. */
bool gla_is_column_major(const gla_array *a);

/* ---- DLPack: structs for exchanging arrays between libraries (dmlc.github.io/dlpack) -------------------------------- */
#define GLA_DLPACK_NAME "dltensor"
#define GLA_DLPACK_VERSIONED_NAME "dltensor_versioned"
enum { GLA_DLPACK_MAJOR = 1 }; /* supported major version, with every minor version */

/* Device kinds of DLPack that the library supports. */
enum { GLA_DLPACK_CPU = 1, GLA_DLPACK_CUDA = 2, GLA_DLPACK_CUDA_HOST = 3, GLA_DLPACK_CUDA_MANAGED = 13 };

/* Write the name of a device to `name`; "" for the host. */
gla_status gla_dlpack_device_name(const gla_foreign *m, int64_t kind, int64_t id, char name[32]);

/* Read a DLPack struct of another library, with or without a version. m->device points to `device`, or is NULL for the host. */
int64_t gla_dlpack_major(const void *versioned);
gla_status gla_dlpack_read(const void *managed, bool versioned, gla_foreign *m, char device[32]);
/* Return true if the struct has a deleter, which its producer expects to be called. gla_dlpack_end calls it. */
bool gla_dlpack_ends(const void *managed, bool versioned);
void gla_dlpack_end(void *managed, bool versioned);

/* Request of a DLPack consumer. */
typedef struct gla_dlpack_wish {
    bool versioned; /* it supports structs with a version */
    gla_maybe copy;
    bool elsewhere; /* a target device is given: */
    int kind, id;
    bool streamed;    /* a stream is given: */
    long long stream; /* -1 (the consumer does not wait), 1, 2 or an address; other values are rejected */
} gla_dlpack_wish;

/* Returned if the request cannot be met. The thread's message describes what the consumer must request instead. */
#define GLA_DLPACK_REFUSED (GLA_STATUS_COUNT + 1)
/* Return DLPack's device kind and index for an array. */
gla_status gla_dlpack_place(const gla_array *a, int *kind, int *id);
/* Return a DLPack struct for an array, or for a copy of it, whose elements the consumer's stream may read. Release it with
 * gla_dlpack_end. */
gla_status gla_dlpack_lend(const gla_array *a, const gla_dlpack_wish *wish, void **managed);

GLA_END_DECLS

#endif
