/* device.c - Choice of the device for a factorisation, transfer of the matrix, and locking of the object. */
#include "direct/direct.h"
#include "runtime/lock.h"
#include "contract/array.h"
#include "runtime/devices.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/reduce.h"

void direct_lock(gla_scope *s, const gla_sparse_factorization *f)
{
    gla_lock((pthread_mutex_t *)&f->lock);
    if (f->is_lost)
        gla_s_fail(s, GLA_SINGULAR_ERROR,
                   "%s: the factors are missing because refactor failed; call refactor with another matrix", s->op);
}

void direct_unlock(const gla_sparse_factorization *f)
{
    pthread_mutex_unlock((pthread_mutex_t *)&f->lock);
}

/* ---- choice of the device ------------------------------------------------------------------------------------ */
static bool has_slots(const gla_device *dev, gla_slot slot)
{
    static const gla_slot all[] = {GLA_SLOT(direct, absence), GLA_SLOT(direct, factor), GLA_SLOT(direct, refactor),
                                   GLA_SLOT(direct, solve), GLA_SLOT(direct, release)};
    bool has = !dev->lacks_float64 && gla_slot_place(dev->backend, slot) == GLA_ON_DEVICE;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        has = has && gla_slot_place(dev->backend, all[i]) == GLA_ON_DEVICE;
    return has;
}

gla_device *direct_place(gla_scope *s, gla_device *dev, gla_direct_kind kind, gla_slot slot)
{
    gla_device *host = NULL;
    const char *there = NULL, *reason;
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return NULL;
    if (dev != host && has_slots(dev, slot)) {
        there = dev->backend->direct->absence(dev, kind);
        if (!there)
            return dev;
    }
    reason = has_slots(host, slot) ? host->backend->direct->absence(host, kind) : "the host's backend has none";
    if (reason && there)
        gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: no sparse direct solver is available: on %s %s; on the host %s", s->op,
                   dev->name, there, reason);
    else if (reason)
        gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: no sparse direct solver is available: %s", s->op, reason);
    return reason ? NULL : host;
}

bool direct_is_finite(gla_scope *s, const gla_array *x)
{
    bool yes = true;
    gla_device *dev = s->status ? NULL : gla_device_of(x);
    if (!dev || x->size == 0)
        return true;
    if (!dev->backend->array->all_finite)
        return gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_apply(s, gla_isfinite, x)));
    gla_s_check(s, dev->backend->array->all_finite(dev, x, &yes));
    return yes;
}

gla_sparse *direct_transfer(gla_scope *s, gla_device *at, const gla_sparse *a)
{
    gla_sparse *there = NULL, *wide = NULL;
    if (s->status || gla_s_check(s, gla_sparse_to_device(a, at->name, &there)))
        return NULL;
    gla_dtype dtype = gla_dtype_is_complex(a->own.data->dtype) ? GLA_COMPLEX128 : GLA_FLOAT64;
    sparse_await(s, there);
    if (there->own.data->dtype == dtype)
        return there;
    gla_s_check(s, gla_sparse_astype(there, dtype, &wide));
    gla_object_unref(there);
    return wide;
}

gla_csr direct_rows(const gla_sparse *a)
{
    return (gla_csr){.rows = a->own.rows,
                     .cols = a->own.cols,
                     .nnz = a->own.data->size,
                     .dtype = a->own.data->dtype,
                     .index = a->own.indices->dtype,
                     .data = gla_data(a->own.data),
                     .indices = gla_data(a->own.indices),
                     .indptr = gla_data(a->own.indptr)};
}
