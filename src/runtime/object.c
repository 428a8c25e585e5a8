/* object.c - Handles of all classes: reference counts and errors (object.h). */
#include "runtime/runtime.h"
#include "runtime/placing.h"
#include "runtime/allocation.h"

#include <string.h>

const char gla_object_mark = 'o';

/* Return true for a handle of any class. */
static bool is_handle(const void *p)
{
    return gla_is_address(p) && ((const gla_object *)p)->mark == &gla_object_mark;
}

/* Return the name of a class as used in messages. */
static const char *noun(const gla_class *class)
{
    return strcmp(class->name, "Array") == 0 ? "array" : class->name;
}

/* "an array", "a Stream". */
static const char *article(const char *what)
{
    return strchr("aoE", *what) ? "an" : "a";
}

gla_status gla_refuse_handle(const char *op, const char *name, const void *handle, const char *what)
{
    if (!handle)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is {none}, but it must be %s %s", op, name, article(what), what);
    if (!is_handle(handle))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is not %s %s of this library, or has been released", op, name,
                        article(what), what);
    const char *class = noun(((const gla_object *)handle)->class);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %s %s, but it must be %s %s", op, name, article(class), class, article(what),
                    what);
}

void *gla_object_new(const char *op, const gla_class *class, gla_device *dev, size_t bytes)
{
    gla_object *o = gla_calloc(1, bytes);
    if (!o) {
        gla_fail_memory(op, bytes);
        return NULL;
    }
    atomic_init(&o->refs, 1);
    o->mark = &gla_object_mark;
    o->class = class;
    o->dev = dev;
    o->floats = dev && gla_placing_floats(dev);
    return o;
}

void gla_object_drop(gla_object *o)
{
    if (atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) != 1)
        return;
    const gla_class *class = o->class;
    o->mark = NULL;
    o->class = NULL;
    class->destroy(o);
}

void *gla_object_ref(const void *object)
{
    gla_object *o = (gla_object *)object; /* the reference count is not part of the value */
    if (!is_handle(o)) {
        gla_refuse_handle("object_ref", "object", o, "object");
        return NULL;
    }
    atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed);
    return o;
}

void gla_object_unref(void *object)
{
    if (object && !is_handle(object))
        gla_refuse_handle("object_unref", "object", object, "object");
    else if (object)
        gla_object_drop(object);
}

void gla_objects_free(gla_objects *objects)
{
    for (int64_t i = 0; objects && i < objects->n; i++)
        gla_object_unref(objects->v[i]);
    gla_free(objects);
}

const char *gla_object_class(const void *object)
{
    if (is_handle(object))
        return ((const gla_object *)object)->class->name;
    gla_refuse_handle("object_class", "object", object, "object");
    return "";
}
