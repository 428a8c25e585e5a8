/* dlpack.c - Import arrays of other libraries from DLPack structs, and export arrays as DLPack structs. */
#include "gpulinalg/exchange.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include "gpulinalg/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* DLPack type codes. */
enum { INT = 0, UINT = 1, FLOAT = 2, COMPLEX = 5, BOOL = 6 };

/* Flags of versioned structs. */
enum { READONLY = 1, COPIED = 2 };

typedef struct tensor {
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
    uint64_t offset;          /* byte offset of the first element from data */
} tensor;

typedef struct old {
    tensor tensor;
    void *owner;
    void (*deleter)(struct old *self);
} old;

/* The first three members are the same in all versions. */
typedef struct versioned {
    uint32_t major, minor;
    void *owner;
    void (*deleter)(struct versioned *self);
    uint64_t flags;
    tensor tensor;
} versioned;

/* ---- devices ------------------------------------------------------------------------------------------------------- */
gla_status gla_dlpack_device_name(const gla_foreign *m, int64_t kind, int64_t id, char name[32])
{
    *name = '\0';
    if (kind == GLA_DLPACK_CPU || kind == GLA_DLPACK_CUDA_HOST)
        return GLA_OK;
    if (kind != GLA_DLPACK_CUDA && kind != GLA_DLPACK_CUDA_MANAGED)
        return gla_argument_fact(
            GLA_DEVICE_ERROR,
            "(of type %.100s) is on a device of DLPack type %lld, which gpulinalg does not support; move it "
            "to the host or to a CUDA device first",
            m->owner, (long long)kind);
    if (id < 0)
        return gla_foreign_fail_lie(m, "its device index is negative");
    snprintf(name, 32, "cuda:%lld", (long long)id);
    return GLA_OK;
}

/* Find the DLPack device type and index of an array's device. Return false if DLPack cannot describe the device. */
static bool find_dlpack_device(const gla_array *a, int *kind, int *id)
{
    const char *device = gla_array_device(a);
    bool host = !strcmp(device, "host"), cuda = !host && !strncmp(device, "cuda:", 5);
    *kind = cuda ? GLA_DLPACK_CUDA : GLA_DLPACK_CPU;
    *id = cuda ? (int)strtol(device + 5, NULL, 10) : 0;
    return host || cuda;
}

/* ---- import ---------------------------------------------------------------------------------------------------------- */
int64_t gla_dlpack_major(const void *managed)
{
    return ((const versioned *)managed)->major;
}

static gla_status read_type(const tensor *t, gla_foreign *m)
{
    static const char *const names[] = {"int", "uint", "float", "handle", "bfloat", "complex", "bool"};
    static const char kinds[] = "iuf--cb";
    char text[48];
    bool known = t->type.kind < sizeof names / sizeof *names;
    m->itemsize = t->type.bits / 8;
    m->dtype = known && t->type.bits % 8 == 0 && t->type.lanes == 1 ? gla_dtype_of_kind(kinds[t->type.kind], m->itemsize)
                                                                    : GLA_NO_DTYPE;
    if (m->dtype)
        return GLA_OK;
    if (known)
        snprintf(text, sizeof text, "%s%d", names[t->type.kind], t->type.bits);
    else
        snprintf(text, sizeof text, "kind %d of %d bits", t->type.kind, t->type.bits);
    if (t->type.lanes != 1)
        snprintf(text + strlen(text), 8, "x%d", t->type.lanes);
    m->format = text;
    gla_status st = gla_foreign_fail_format(m);
    m->format = "";
    return st;
}

/* Copy the layout to a gla_foreign, and convert strides from elements to bytes. CuPy 14.2 divides negative strides
 * as unsigned integers. The multiplication deliberately wraps around, which restores the negative stride. */
gla_status gla_dlpack_read(const void *managed, bool with_version, gla_foreign *m, char device[32])
{
    const tensor *t = with_version ? &((const versioned *)managed)->tensor : &((const old *)managed)->tensor;
    int64_t low, high, size;
    *device = '\0';
    gla_status st = read_type(t, m);
    if (st)
        return st;
    if (t->ndim < 0 || t->ndim > GLA_MAX_NDIM)
        return gla_argument_fact(GLA_SHAPE_ERROR, "is a %.100s of %d dimensions, but an array has at most %d", m->owner,
                                 (int)t->ndim, GLA_MAX_NDIM);
    if (t->ndim && !t->shape)
        return gla_foreign_fail_lie(m, "it has dimensions but no shape");
    m->ndim = t->ndim;
    m->data = t->data ? (char *)t->data + t->offset : NULL;
    m->readonly = with_version && ((const versioned *)managed)->flags & READONLY;
    for (int i = 0; i < t->ndim; i++) {
        m->shape[i] = t->shape[i];
        m->strides[i] = t->strides ? (int64_t)((uint64_t)t->strides[i] * (uint64_t)m->itemsize) : m->itemsize;
        m->readonly |= m->strides[i] == 0 && m->shape[i] > 1; /* several positions share one element */
    }
    if (!t->strides && (st = gla_foreign_dense(m)))
        return st;
    st = gla_foreign_span(m, &low, &high, &size);
    if (!st)
        st = gla_dlpack_device_name(m, t->device.kind, t->device.id, device);
    m->device = *device ? device : NULL;
    return st;
}

bool gla_dlpack_ends(const void *managed, bool with_version)
{
    return with_version ? ((const versioned *)managed)->deleter != NULL : ((const old *)managed)->deleter != NULL;
}

void gla_dlpack_end(void *managed, bool with_version)
{
    versioned *v = managed;
    old *o = managed;
    if (with_version && v->deleter)
        v->deleter(v);
    else if (!with_version && o->deleter)
        o->deleter(o);
}

/* ---- export ---------------------------------------------------------------------------------------------------------- */
/* An array and its DLPack struct in one allocation, which the deleter frees. */
typedef struct parcel {
    gla_array *array;
    union {
        old old;
        versioned versioned;
    } managed;
    int64_t dims[]; /* shape and strides */
} parcel;

/* Consumers call the deleters from any thread, with or without the interpreter's lock. */
static void discard(parcel *p)
{
    gla_unref(p->array);
    gla_free(p);
}

static void delete_old(old *m)
{
    discard(m->owner);
}
static void delete_versioned(versioned *m)
{
    discard(m->owner);
}

static void fill(tensor *t, parcel *p, int kind, int id)
{
    static const uint8_t kinds[GLA_DTYPE_COUNT] = {
        [GLA_BOOL] = BOOL,     [GLA_INT8] = INT,          [GLA_INT16] = INT,         [GLA_INT32] = INT,   [GLA_INT64] = INT,
        [GLA_UINT8] = UINT,    [GLA_UINT16] = UINT,       [GLA_UINT32] = UINT,       [GLA_UINT64] = UINT, [GLA_FLOAT32] = FLOAT,
        [GLA_FLOAT64] = FLOAT, [GLA_COMPLEX64] = COMPLEX, [GLA_COMPLEX128] = COMPLEX};
    const gla_array *a = p->array;
    *t = (tensor){.data = a->size ? gla_data(a) : NULL,
                  .device = {kind, id},
                  .ndim = a->ndim,
                  .type = {kinds[a->dtype], (uint8_t)(8 * gla_itemsize(a->dtype)), 1},
                  .shape = p->dims,
                  .strides = p->dims + a->ndim};
    memcpy(t->shape, a->shape, (size_t)a->ndim * sizeof *p->dims);
    memcpy(t->strides, a->strides, (size_t)a->ndim * sizeof *p->dims);
}

/* Create a DLPack struct that takes over the array. Return NULL, with the error set, if memory is exhausted. */
static void *make(gla_array *a, int kind, int id, bool with_version, bool copied)
{
    size_t size = sizeof(parcel) + 2 * (size_t)a->ndim * sizeof(int64_t);
    parcel *p = gla_malloc(size);
    if (!p) {
        gla_unref(a);
        gla_fail_memory("__dlpack__", size);
        return NULL;
    }
    p->array = a;
    if (with_version) {
        p->managed.versioned = (versioned){.major = GLA_DLPACK_MAJOR,
                                           .owner = p,
                                           .deleter = delete_versioned,
                                           .flags = (gla_array_readonly(a) ? READONLY : 0) | (copied ? COPIED : 0)};
        fill(&p->managed.versioned.tensor, p, kind, id);
    } else {
        p->managed.old = (old){.owner = p, .deleter = delete_old};
        fill(&p->managed.old.tensor, p, kind, id);
    }
    return &p->managed;
}

/* ---- requests of a consumer ------------------------------------------------------------------------------------------ */
static gla_status refuse(const char *reason)
{
    gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: %s", reason);
    return GLA_DLPACK_REFUSED;
}

gla_status gla_dlpack_place(const gla_array *a, int *kind, int *id)
{
    if (find_dlpack_device(a, kind, id))
        return GLA_OK;
    gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: DLPack does not support device %s; use {to_device(x, \"host\")}",
             gla_array_device(a));
    return GLA_DLPACK_REFUSED;
}

/* Choose the array to export, which is `a` or a requested copy, and its device. */
static gla_status choose(const gla_array *a, const gla_dlpack_wish *w, gla_array **out, int *kind, int *id)
{
    char name[32] = "host";
    gla_status st = gla_dlpack_place(a, kind, id);
    bool elsewhere = w->elsewhere && (w->kind != *kind || w->id != *id);
    if (st)
        return st;
    if (elsewhere && w->copy == GLA_NO)
        return refuse("the requested device requires a copy, but copy is false");
    if (elsewhere && w->kind != GLA_DLPACK_CPU && w->kind != GLA_DLPACK_CUDA)
        return refuse("the requested device is neither the host nor a CUDA device; request one of these");
    if (elsewhere && w->kind == GLA_DLPACK_CPU && w->id != 0)
        return refuse("the device id of the host must be 0");
    if (elsewhere && w->kind == GLA_DLPACK_CUDA)
        snprintf(name, sizeof name, "cuda:%d", w->id);
    if (elsewhere) {
        *kind = w->kind;
        *id = w->kind == GLA_DLPACK_CUDA ? w->id : 0;
        st = gla_to_device(a, name, out, GLA_MAYBE);
        return st == GLA_DEVICE_ERROR ? GLA_DLPACK_REFUSED : st;
    }
    if (w->copy == GLA_YES)
        return gla_copy(a, out);
    if (gla_array_readonly(a) && !w->versioned)
        return refuse("the array is read-only, which an unversioned capsule cannot express; take a copy");
    *out = gla_ref(a);
    return GLA_OK;
}

/* Make the consumer's work wait for our work on the array. */
static gla_status hand_over(const gla_array *a, const gla_dlpack_wish *w)
{
    if (!w->streamed)
        return gla_lend(a, GLA_FOREIGN_DEFAULT);
    if (strncmp(gla_array_device(a), "cuda:", 5) != 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: an array on the host has no stream; omit the stream argument");
    if (w->stream < -1 || w->stream == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: stream must be None, -1 (do not wait), 1 (legacy default), 2 (the "
                                            "thread's default) or the address of a stream");
    return gla_lend(a, w->stream < 0 ? GLA_FOREIGN_UNKNOWN : (uintptr_t)w->stream);
}

gla_status gla_dlpack_lend(const gla_array *a, const gla_dlpack_wish *wish, void **managed)
{
    gla_array *given = NULL;
    int kind, id;
    *managed = NULL;
    gla_status st = choose(a, wish, &given, &kind, &id);
    if (!st)
        st = gla_expose(given);
    if (!st)
        st = hand_over(given, wish);
    if (st) {
        gla_unref(given);
        return st;
    }
    bool copied = given != a && gla_array_address(given) != gla_array_address(a);
    *managed = make(given, kind, id, wish->versioned, copied);
    return *managed ? GLA_OK : gla_last_status();
}
