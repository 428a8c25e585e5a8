/* fft_plans.c - Load cuFFT at the first transform, and cache its plans.
 *
 * Before each use of a plan, its stream and workspace are set.  One lock guards all plans, because plans are not thread-safe.
 * The workspace is allocated by gla_cuda_alloc in stream order, not by cuFFT. */
#include "config.h"
#include "runtime/library.h"
#include "runtime/lock.h"

#include "fft.h"

#if HAVE_CUFFT
#include <cufft.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PLANS 64 /* maximum number of plans on all devices together */

typedef struct plan {
    gla_cufft_key key;
    const gla_cuda *cuda;
    cufftHandle handle;
    size_t work;
    cudaStream_t stream;
    uint64_t age; /* time of last use; 0: unused entry */
} plan;

#define FUNCTION(name) __typeof__(cufft##name) *name
static struct {
    bool is_available;
    FUNCTION(Create);
    FUNCTION(Destroy);
    FUNCTION(SetAutoAllocation);
    FUNCTION(MakePlanMany64);
    FUNCTION(SetStream);
    FUNCTION(SetWorkArea);
    FUNCTION(ExecC2C);
    FUNCTION(ExecR2C);
    FUNCTION(ExecC2R);
    FUNCTION(ExecZ2Z);
    FUNCTION(ExecD2Z);
    FUNCTION(ExecZ2D);
} cufft;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static plan plans[MAX_PLANS];
static uint64_t uses;

/* Load cuFFT, unless GPULINALG_CUDA_WITHOUT contains "cufft".  Tests set this variable to run our own kernels. */
static void load(void)
{
    char name[40];
    const char *off = secure_getenv("GPULINALG_CUDA_WITHOUT");
    if (off && strstr(off, "cufft"))
        return;
    snprintf(name, sizeof name, "libcufft.so.%d", CUFFT_VER_MAJOR);
    void *library = gla_library_open(name, false);
    bool found = library != NULL;
#define FIND(field) found = found && (*(void **)&cufft.field = dlsym(library, "cufft" #field))
    FIND(Create);
    FIND(Destroy);
    FIND(SetAutoAllocation);
    FIND(MakePlanMany64);
    FIND(SetStream);
    FIND(SetWorkArea);
    FIND(ExecC2C);
    FIND(ExecR2C);
    FIND(ExecC2R);
    FIND(ExecZ2Z);
    FIND(ExecD2Z);
    FIND(ExecZ2D);
    cufft.is_available = found;
}

bool gla_cufft_is_available(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return cufft.is_available;
}

static gla_status check(const char *op, cufftResult result)
{
    if (result == CUFFT_SUCCESS)
        return GLA_OK;
    if (result == CUFFT_ALLOC_FAILED)
        return gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: cuFFT could not allocate its workspace; free arrays", op);
    return gla_fail(GLA_DEVICE_ERROR, "%s: cuFFT failed with status %d", op, (int)result);
}

static cufftType type_of(const gla_cufft_key *key)
{
    static const cufftType types[][2] = {[GLA_CUFFT_COMPLEX] = {CUFFT_C2C, CUFFT_Z2Z},
                                         [GLA_CUFFT_TO_HALF] = {CUFFT_R2C, CUFFT_D2Z},
                                         [GLA_CUFFT_FROM_HALF] = {CUFFT_C2R, CUFFT_Z2D}};
    return types[key->kind][key->is_double];
}

/* Return true if the data is contiguous, in which case cuFFT needs no layout arguments. */
static bool is_simple(const gla_cufft_key *key, bool half, const int64_t *embed, int64_t stride, int64_t distance)
{
    int64_t size = 1;
    for (int i = 0; i < key->rank; i++) {
        int64_t n = half && i == key->rank - 1 ? key->n[i] / 2 + 1 : key->n[i];
        if (i > 0 && embed[i] != n)
            return false;
        size *= n;
    }
    return stride == 1 && (key->batch == 1 || distance == size);
}

/* Create a plan without workspace.  Set *taken to false if cuFFT does not support the transform. */
static gla_status make(const char *op, const gla_cufft_key *key, plan *p, bool *taken)
{
    long long n[GLA_CUFFT_RANK], in[GLA_CUFFT_RANK], out[GLA_CUFFT_RANK];
    *taken = true;
    gla_status st = check(op, cufft.Create(&p->handle));
    if (st)
        return st;
    for (int i = 0; i < GLA_CUFFT_RANK; i++) {
        n[i] = key->n[i];
        in[i] = key->in_embed[i];
        out[i] = key->out_embed[i];
    }
    bool simple = is_simple(key, key->kind == GLA_CUFFT_FROM_HALF, key->in_embed, key->in_stride, key->in_distance) &&
                  is_simple(key, key->kind == GLA_CUFFT_TO_HALF, key->out_embed, key->out_stride, key->out_distance);
    cufftResult r = cufft.SetAutoAllocation(p->handle, 0);
    if (r == CUFFT_SUCCESS)
        r = simple
                ? cufft.MakePlanMany64(p->handle, (int)key->rank, n, NULL, 1, 0, NULL, 1, 0, type_of(key), key->batch, &p->work)
                : cufft.MakePlanMany64(p->handle, (int)key->rank, n, in, key->in_stride, key->in_distance, out, key->out_stride,
                                       key->out_distance, type_of(key), key->batch, &p->work);
    if (r == CUFFT_SUCCESS)
        return GLA_OK;
    cufft.Destroy(p->handle);
    *taken = false;
    return r == CUFFT_ALLOC_FAILED ? check(op, r) : GLA_OK;
}

/* Return the plan for a key, creating it if necessary.  The caller holds the lock.  Return NULL after an error, or if cuFFT has
 * no plan for the key. */
static plan *find(const char *op, const gla_cuda *cuda, const gla_cufft_key *key, gla_status *st)
{
    plan *oldest = &plans[0], made = {.key = *key, .cuda = cuda};
    bool taken;
    for (plan *p = plans; p < plans + MAX_PLANS; p++) {
        if (p->age && p->cuda == cuda && p->key.n[0] == key->n[0] && memcmp(&p->key, key, sizeof *key) == 0)
            return p;
        if (p->age < oldest->age)
            oldest = p;
    }
    *st = make(op, key, &made, &taken);
    if (*st || !taken)
        return NULL;
    if (oldest->age)
        cufft.Destroy(oldest->handle); /* waits for the plan's work */
    *oldest = made;
    return oldest;
}

static cufftResult execute(const plan *p, bool inverse, void *in, void *out)
{
    int direction = inverse ? CUFFT_INVERSE : CUFFT_FORWARD;
    switch (type_of(&p->key)) {
    case CUFFT_C2C: return cufft.ExecC2C(p->handle, in, out, direction);
    case CUFFT_R2C: return cufft.ExecR2C(p->handle, in, out);
    case CUFFT_C2R: return cufft.ExecC2R(p->handle, in, out);
    case CUFFT_Z2Z: return cufft.ExecZ2Z(p->handle, in, out, direction);
    case CUFFT_D2Z: return cufft.ExecD2Z(p->handle, in, out);
    default: return cufft.ExecZ2D(p->handle, in, out);
    }
}

gla_status gla_cufft_run(const char *op, gla_cuda *cuda, const gla_cufft_key *key, bool inverse, const void *in, void *out,
                         bool *done)
{
    cudaStream_t stream = gla_cuda_stream(cuda);
    void *work = NULL;
    gla_status st = GLA_OK;
    size_t alignment = key->is_double ? sizeof(cufftDoubleComplex) : sizeof(cufftComplex);
    *done = false;
    if (((uintptr_t)in | (uintptr_t)out) % alignment) /* cuFFT requires real arrays to be aligned like complex arrays */
        return GLA_OK;
    gla_lock(&lock);
    plan *p = find(op, cuda, key, &st);
    *done = p != NULL;
    if (p && p->stream != stream && !(st = check(op, cufft.SetStream(p->handle, stream))))
        p->stream = stream;
    if (p && p->work && !st)
        st = gla_cuda_alloc(op, cuda->dev, p->work, &work);
    if (work && !st)
        st = check(op, cufft.SetWorkArea(p->handle, work));
    if (p && !st)
        st = check(op, execute(p, inverse, (void *)(uintptr_t)in, out));
    if (p)
        p->age = ++uses;
    pthread_mutex_unlock(&lock);
    gla_cuda_free(cuda->dev, work);
    return st || !p ? st : gla_cuda_queued(op, cuda);
}
#else
bool gla_cufft_is_available(void)
{
    return false;
}

gla_status gla_cufft_run(const char *op, gla_cuda *cuda, const gla_cufft_key *key, bool inverse, const void *in, void *out,
                         bool *done)
{
    (void)op, (void)cuda, (void)key, (void)inverse, (void)in, (void)out;
    *done = false;
    return GLA_OK;
}
#endif
