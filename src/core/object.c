/* object.c - see object.h. */
#include "core/object.h"

void *gla_object_new(const char *op, const gla_object_type *type, size_t bytes)
{
    gla_object *o = gla_calloc(1, bytes);
    if (!o) {
        gla_fail_memory(op, bytes);
        return NULL;
    }
    atomic_init(&o->refs, 1);
    o->type = type;
    return o;
}

void *gla_object_ref(const void *object)
{
    gla_object *o = (gla_object *)object; /* the count is not part of the value */
    atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed);
    return o;
}

void gla_object_unref(void *object)
{
    gla_object *o = object;
    if (!o || atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (o->type->destroy)
        o->type->destroy(o);
    gla_free(o);
}

const char *gla_object_class(const void *object)
{
    return ((const gla_object *)object)->type->name;
}
