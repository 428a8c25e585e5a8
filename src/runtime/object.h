/* object.h - Handles: the common first members of every object that a script can own, including arrays, and their classes. */
#ifndef GLA_RUNTIME_OBJECT_H
#define GLA_RUNTIME_OBJECT_H

#include "gpulinalg/stream.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct gla_device gla_device;

/* A class of handles. */
typedef struct gla_class {
    const char *name;                                                      /* in script languages: "Stream" */
    void (*destroy)(void *object);                                         /* releases the object's resources and its memory */
    gla_status (*move)(const void *object, gla_device *dev, void **moved); /* on another device; NULL: not possible */
    gla_device *(*place)(const void *object, bool *floats); /* device of the object's arrays if it has no device of its own */
    double (*bytes)(const void *object);                    /* memory that the object occupies, and `move` copies */
    const gla_device *(*replica)(const void *object);       /* device to which the object has been copied, or NULL */
    gla_status (*evaluate)(void *object); /* for lazy arrays: function that turns a lazy array into an ordinary array; else
                                           * NULL */
} gla_class;

/* First member of every handle. */
typedef struct gla_object {
    atomic_long refs;
    const char *mark;       /* &gla_object_mark for every class; */
    const gla_class *class; /* mark and class are NULL after release, so that use after release is detected until the memory is
                             * reused */
    gla_device *dev;        /* device that the object is bound to; NULL: none */
    bool floats;            /* nobody chose the device (core/placement.h); of arrays, the memory says so */
    float credit;           /* seconds that calls on another device would have saved (core/planner.c); of arrays, see above */
    uint64_t node;          /* value on a tape (tape/log.h); 0: none */
} gla_object;

extern const char gla_object_mark;
extern const gla_class gla_array_class; /* entries.h declares the other classes */

/* Return true if a pointer may be dereferenced. */
static inline bool gla_is_address(const void *p)
{
    return (uintptr_t)p >= 4096 && (uintptr_t)p % _Alignof(int64_t) == 0;
}

/* Return true if a caller's handle belongs to the class, as far as the contents of its memory show. */
static inline bool gla_is_object(const void *p, const gla_class *class)
{
    return gla_is_address(p) && __atomic_load_n(&((const gla_object *)p)->class, __ATOMIC_ACQUIRE) == class;
}

/* Change the class of an object for all threads. A thread that reads the new class also sees all earlier writes. */
static inline void gla_object_become(gla_object *o, const gla_class *class)
{
    __atomic_store_n(&o->class, class, __ATOMIC_RELEASE);
}

static inline bool gla_is_array(const void *p)
{
    return gla_is_object(p, &gla_array_class);
}

/* Set the error for an invalid handle. `what` is the class of the required object, or "array" or "object". */
gla_status gla_refuse_handle(const char *op, const char *name, const void *handle, const char *what);

/* Allocate zeroed memory of `bytes` for an object with one reference. Return NULL, with the error set, if memory is exhausted.
 */
void *gla_object_new(const char *op, const gla_class *class, gla_device *dev, size_t bytes);

/* Drop a reference of a valid handle. The object is destroyed when its last reference is dropped. */
void gla_object_drop(gla_object *o);

#endif
