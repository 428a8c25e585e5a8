/* exchange.h - for bindings: memory of other libraries, as they describe it, and ours as DLPack describes it.
 *
 * Nothing that an exporter says is trusted: what contradicts itself is refused before the memory is touched.
 */
#ifndef GPULINALG_EXCHANGE_H
#define GPULINALG_EXCHANGE_H

#include "gpulinalg/binding.h"

GLA_BEGIN_DECLS

/* Strides are in bytes. */
typedef struct gla_foreign {
    char owner[104];    /* class of the object that exports the memory, for messages */
    const char *format; /* of an element, as the exporter writes it */
    void *data;
    int64_t itemsize, shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int ndim;
    const char *device;     /* name of a GPU; NULL: memory of the host */
    bool readonly, swapped; /* swapped: the other byte order */
    gla_dtype dtype;
} gla_foreign;

/* "is a X whose elements have the type ..." */
gla_status gla_foreign_fail_format(const gla_foreign *m);
/* "is a X whose buffer contradicts itself (WHAT) ..." */
gla_status gla_foreign_fail_lie(const gla_foreign *m, const char *what);

/* ---- types of elements (src/binding/formats.c) ----------------------------------------------------------------------- */
/* The type of a kind (b, i, u, f, c) and a size; NO_DTYPE if it is none of ours. */
gla_dtype gla_dtype_of_kind(char kind, int64_t size);
/* A type string, "<f8", says dtype, size and byte order; a format of Python's module struct ("d"; NULL: "B"; Z before complex
 * ones) dtype and byte order, and has to fit m->itemsize.  They stay the exporter's. */
gla_status gla_foreign_typestr(gla_foreign *m, const char *typestr);
gla_status gla_foreign_format(gla_foreign *m, const char *format);
/* Ours. */
const char *gla_typestr_of(gla_dtype dtype, char text[8]);
const char *gla_format_of(gla_dtype dtype);

/* ---- memory (src/binding/exchange.c) --------------------------------------------------------------------------------- */
/* What Python's buffer protocol says beside owner, data, itemsize, ndim and readonly; strides NULL: row-major. */
gla_status gla_foreign_buffer(gla_foreign *m, const char *format, const ptrdiff_t *shape, const ptrdiff_t *strides,
                              int64_t bytes);
/* The data begins at an offset of `length` bytes, and has to end in them. */
gla_status gla_foreign_inside(gla_foreign *m, void *start, int64_t length, int64_t offset);
/* Fill in the strides of memory without gaps, in row-major order. */
gla_status gla_foreign_dense(gla_foreign *m);
/* Lowest and highest byte offset of the elements, and their number.  Fails when sizes make no sense. */
gla_status gla_foreign_span(const gla_foreign *m, int64_t *low, int64_t *high, int64_t *size);
/* Wrap or copy.  release(owner) is called now after a copy, else when the last array on it dies; on failure never. */
gla_status gla_foreign_take(gla_reader *r, const gla_foreign *m, void (*release)(void *), void *owner, gla_array **out);
/* Whether the elements lie without gaps in column-major order; gla_array_is_contiguous asks that of rows. */
bool gla_is_column_major(const gla_array *a);

/* ---- DLPack (dmlc.github.io/dlpack), in whose structs libraries hand arrays to each other --------------------------- */
#define GLA_DLPACK_NAME "dltensor"
#define GLA_DLPACK_VERSIONED_NAME "dltensor_versioned"
enum { GLA_DLPACK_MAJOR = 1 }; /* of the version spoken here; every minor one is understood */

/* Kinds of devices, of which these are of use here. */
enum { GLA_DLPACK_CPU = 1, GLA_DLPACK_CUDA = 2, GLA_DLPACK_CUDA_HOST = 3, GLA_DLPACK_CUDA_MANAGED = 13 };

/* Name of a device in `name`, "" for the host. */
gla_status gla_dlpack_device_name(const gla_foreign *m, int64_t kind, int64_t id, char name[32]);

/* What a struct of another library, with a version or without, says; m->device points to `device`, or is NULL. */
int64_t gla_dlpack_major(const void *versioned);
gla_status gla_dlpack_read(const void *managed, bool versioned, gla_foreign *m, char device[32]);
/* Whether the one that made it wants to know of its end, and to report it. */
bool gla_dlpack_ends(const void *managed, bool versioned);
void gla_dlpack_end(void *managed, bool versioned);

/* What a consumer asks for. */
typedef struct gla_dlpack_wish {
    bool versioned; /* it knows structs with a version */
    gla_maybe copy;
    bool elsewhere; /* it names a device: */
    int kind, id;
    bool streamed;    /* it names a stream: */
    long long stream; /* -1 (it does not wait), 1, 2 or an address; others are refused */
} gla_dlpack_wish;

/* Returned where the consumer has to ask for something else; the thread's message says what. */
#define GLA_DLPACK_REFUSED (GLA_STATUS_COUNT + 1)
/* DLPack's pair for the device of an array. */
gla_status gla_dlpack_place(const gla_array *a, int *kind, int *id);
/* The struct for an array, or for a copy of it, whose elements the consumer's stream may read; gla_dlpack_end ends it. */
gla_status gla_dlpack_lend(const gla_array *a, const gla_dlpack_wish *wish, void **managed);

GLA_END_DECLS

#endif
