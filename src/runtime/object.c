/* object.c - see object.h. */
#include "runtime/object.h"

#include <string.h>

const char gla_object_mark = 'o';

/* Any object but an array. */
static bool is_object(const void *p)
{
    return gla_is_address(p) && ((const gla_object *)p)->mark == &gla_object_mark;
}

/* "an array", "a Stream". */
static const char *article(const char *what)
{
    return strchr("aoE", *what) ? "an" : "a";
}

gla_status gla_refuse_handle(const char *op, const char *name, const void *handle, const char *what)
{
    if (!handle)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is none, but it must be %s %s", op, name, article(what), what);
    if (gla_is_array(handle))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is an array, but it must be %s %s", op, name, article(what), what);
    if (is_object(handle)) {
        const char *class = ((const gla_object *)handle)->type->name;
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %s %s, but it must be %s %s", op, name, article(class), class,
                        article(what), what);
    }
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is not %s %s of this library, or has been released", op, name, article(what),
                    what);
}

void *gla_object_new(const char *op, const gla_object_type *type, size_t bytes)
{
    gla_object *o = gla_calloc(1, bytes);
    if (!o) {
        gla_fail_memory(op, bytes);
        return NULL;
    }
    atomic_init(&o->refs, 1);
    o->mark = &gla_object_mark;
    o->type = type;
    return o;
}

void *gla_object_ref(const void *object)
{
    gla_object *o = (gla_object *)object; /* the count is not part of the value */
    if (!is_object(o)) {
        gla_refuse_handle("object_ref", "object", o, "object");
        return NULL;
    }
    atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed);
    return o;
}

void gla_object_unref(void *object)
{
    gla_object *o = object;
    if (o && !is_object(o)) {
        gla_refuse_handle("object_unref", "object", o, "object");
        return;
    }
    if (!o || atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (o->type->destroy)
        o->type->destroy(o);
    o->mark = NULL; /* whoever still uses it hears so, for a while */
    gla_free(o);
}

const char *gla_object_class(const void *object)
{
    if (is_object(object))
        return ((const gla_object *)object)->type->name;
    gla_refuse_handle("object_class", "object", object, "object");
    return "";
}
