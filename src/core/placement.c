/* placement.c - Place a call from outside (placement.h). */
#include "core/placement.h"
#include "gpulinalg/binding.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "runtime/object.h"

#include <stdio.h>
#include <string.h>

gla_place_device gla_place_named(const char *device)
{
    return !device ? GLA_DEVICE_OPEN : gla_device_floats(device) ? GLA_DEVICE_FLOATS : GLA_DEVICE_NAMED;
}

/* The arrays of a call: addresses of the arguments, and of the items of lists. */
typedef struct operands {
    int n;
    const gla_array ***at;
    const gla_array **few[16];
} operands;

static bool is_chosen(const gla_array *x)
{
    return x && !(x->flags & GLA_UNPLACED) && !gla_floats(x);
}

static int count(int n, const gla_place_argument *arguments)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        if (arguments[i].kind == GLA_PLACE_ARRAY)
            all += *(const gla_array **)arguments[i].at != NULL;
        else if (arguments[i].kind == GLA_PLACE_VARIABLE || arguments[i].kind == GLA_PLACE_DATA)
            all++;
        else if (arguments[i].kind == GLA_PLACE_LIST && *(const gla_arrays **)arguments[i].at)
            all += (int)(*(const gla_arrays **)arguments[i].at)->n;
    return all;
}

/* Replace a parameter by a copy; gla_place_end restores it. */
static void redirect(gla_placed *p, void *at, const void *own)
{
    const void **parameter = at;
    p->parameters[p->n_parameters].at = parameter;
    p->parameters[p->n_parameters++].given = *parameter;
    *parameter = own;
}

/* Replace a list by one whose items can be exchanged. */
static gla_status copy_list(gla_placed *p, const gla_arrays **list)
{
    const gla_arrays *given = *list;
    gla_arrays *own = &p->lists[p->n_lists];
    *own = *given;
    own->v = gla_malloc(((size_t)given->n + 1) * sizeof *own->v);
    if (!own->v)
        return gla_fail_memory("arrays", (size_t)given->n * sizeof *own->v);
    if (given->n)
        memcpy(own->v, given->v, (size_t)given->n * sizeof *own->v);
    p->n_lists++;
    redirect(p, list, own);
    return GLA_OK;
}

/* The array of an argument that may be an array or something else, in a copy of the argument. */
static const gla_array **array_of(gla_placed *p, const gla_place_argument *a)
{
    if (a->kind == GLA_PLACE_VARIABLE && *(const gla_variable **)a->at && p->n_variables < 4) {
        gla_variable *own = &p->variables[p->n_variables++];
        *own = **(const gla_variable **)a->at;
        redirect(p, a->at, own);
        return own->array ? &own->array : NULL;
    }
    if (a->kind != GLA_PLACE_DATA || !*(const gla_dataset **)a->at)
        return NULL;
    p->data = **(const gla_dataset **)a->at;
    redirect(p, a->at, &p->data);
    return p->data.array ? &p->data.array : NULL;
}

static gla_status collect(gla_placed *p, operands *o, int n, const gla_place_argument *arguments)
{
    int all = count(n, arguments);
    o->at = all <= 16 ? o->few : gla_malloc((size_t)all * sizeof *o->at);
    if (!o->at)
        return gla_fail_memory("arrays", (size_t)all * sizeof *o->at);
    for (int i = 0; i < n; i++) {
        const gla_place_argument *a = &arguments[i];
        if (a->kind == GLA_PLACE_ARRAY && *(const gla_array **)a->at)
            o->at[o->n++] = a->at;
        const gla_array **array = array_of(p, a);
        if (array)
            o->at[o->n++] = array;
        if (a->kind != GLA_PLACE_LIST || !*(const gla_arrays **)a->at)
            continue;
        gla_status st = copy_list(p, a->at);
        if (st)
            return st;
        const gla_arrays *list = *(const gla_arrays **)a->at;
        for (int64_t k = 0; k < list->n; k++)
            if (list->v[k])
                o->at[o->n++] = &list->v[k];
    }
    return GLA_OK;
}

static const gla_object *first_of(const gla_sparses *list)
{
    for (int64_t i = 0; list && i < list->n; i++)
        if (list->v[i])
            return (const gla_object *)list->v[i];
    return NULL;
}

/* Return the device of an argument that cannot move, or NULL if all can. *floats is set to true if results may move later. */
static gla_device *fixed(const operands *o, int n, const gla_place_argument *arguments, bool *floats)
{
    gla_device *floating = NULL;
    *floats = false;
    for (int i = 0; i < o->n; i++)
        if (is_chosen(*o->at[i]))
            return gla_device_of(*o->at[i]);
    for (int i = 0; i < n; i++) {
        const gla_place_argument *a = &arguments[i];
        const gla_object *object = a->kind == GLA_PLACE_OBJECT ? *(const gla_object **)a->at : a->at;
        if (a->kind == GLA_PLACE_TARGET) {
            *floats = gla_floats((const gla_array *)object);
            return object->dev;
        }
        if (a->kind == GLA_PLACE_OBJECTS)
            object = first_of(*(const gla_sparses **)a->at);
        if (a->kind < GLA_PLACE_OBJECT || !object)
            continue;
        bool may_move = object->floats;
        gla_device *dev = object->class->place ? object->class->place(object, &may_move) : object->dev;
        if (dev && !may_move)
            return dev;
        if (dev && (!object->class->move || a->kind != GLA_PLACE_OBJECT))
            floating = !floating || a->kind == GLA_PLACE_ANCHOR ? dev : floating;
    }
    *floats = true;
    return floating;
}

static gla_status hold(gla_placed *p, const gla_array **at, gla_array *moved)
{
    if (p->n == p->capacity) {
        int more = 2 * p->capacity;
        gla_replaced *bigger = gla_malloc((size_t)more * sizeof *bigger);
        if (!bigger) {
            gla_unref(moved);
            return gla_fail_memory("arrays", (size_t)more * sizeof *bigger);
        }
        memcpy(bigger, p->held, (size_t)p->n * sizeof *bigger);
        if (p->held != p->few)
            gla_free(p->held);
        p->held = bigger;
        p->capacity = more;
    }
    p->held[p->n++] = (gla_replaced){at, *at, moved};
    *at = moved;
    return GLA_OK;
}

static gla_status move(gla_placed *p, const char *op, const operands *o, gla_device *dev)
{
    for (int i = 0; i < o->n; i++) {
        const gla_array *x = *o->at[i];
        gla_array *moved = NULL;
        if (x->flags & GLA_UNPLACED || !gla_floats(x) || gla_device_of(x) == dev)
            continue;
        gla_status st = gla_is_array(x) ? GLA_OK : gla_admit_array(op, "x", x); /* a lazy array is evaluated */
        if (!st)
            st = gla_array_on(op, x, dev, &moved);
        if (!st)
            st = hold(p, o->at[i], moved);
        if (st)
            return st;
    }
    return GLA_OK;
}

/* Copy floating objects to the device of the call. */
static gla_status move_objects(gla_placed *p, int n, const gla_place_argument *arguments, gla_device *dev)
{
    for (int i = 0; i < n && p->n_objects < 4; i++) {
        const gla_object **at = arguments[i].at;
        void *moved = NULL;
        if (arguments[i].kind != GLA_PLACE_OBJECT || !*at || !(*at)->dev || (*at)->dev == dev || !(*at)->floats ||
            !(*at)->class->move)
            continue;
        gla_status st = (*at)->class->move(*at, dev, &moved);
        if (st)
            return st;
        p->objects_at[p->n_objects] = at;
        p->objects_given[p->n_objects] = *at;
        p->objects[p->n_objects++] = moved;
        *at = moved;
    }
    return GLA_OK;
}

/* The device of a call that nobody has chosen. */
static gla_status choose(const gla_plan *plan, int n, const gla_place_argument *arguments, const operands *o, gla_device **dev)
{
    const gla_array *few[16] = {NULL}, **all = o->n <= 16 ? few : gla_malloc((size_t)o->n * sizeof *all);
    if (!all)
        return gla_fail_memory(plan->op, (size_t)o->n * sizeof *all);
    for (int i = 0; i < o->n; i++)
        all[i] = *o->at[i];
    gla_status st = gla_plan_device(plan, arguments, n, o->n, all, dev);
    if (all != few)
        gla_free(all);
    return st;
}

/* Place a call; `forced` is a device that is already chosen, or NULL. */
static gla_status place(gla_placed *p, const gla_plan *plan, gla_place_device named, int n, const gla_place_argument *arguments,
                        gla_device *forced)
{
    operands o = {.n = 0};
    bool floats = true, is_named = named == GLA_DEVICE_NAMED;
    *p = (gla_placed){.before = gla_placing_now, .capacity = 4};
    p->held = p->few;
    static _Thread_local bool is_counted;
    if (!is_counted)
        atomic_fetch_add(&gla_placing_threads, 1);
    is_counted = true;
    gla_device *dev = NULL;
    gla_status st = is_named ? GLA_OK : collect(p, &o, n, arguments);
    if (!st && !is_named && !(dev = forced ? forced : fixed(&o, n, arguments, &floats))) {
        floats = true;
        st = choose(plan, n, arguments, &o, &dev);
        p->used = dev;
    }
    gla_placing_now = (gla_placing){.dev = dev,
                                    .inside = true,
                                    .floats = (floats && !is_named) || named == GLA_DEVICE_FLOATS,
                                    .credit = p->used ? gla_placing_now.credit : 0};
    if (!st && dev)
        st = move(p, plan->op, &o, dev);
    if (!st && dev)
        st = move_objects(p, n, arguments, dev);
    if (o.at && o.at != o.few)
        gla_free(o.at);
    if (st)
        gla_place_end(p);
    return st;
}

gla_status gla_place_call(gla_placed *p, const gla_plan *plan, gla_place_device named, int n,
                          const gla_place_argument *arguments)
{
    gla_status st = place(p, plan, named, n, arguments, NULL);
    if (st == GLA_OUT_OF_MEMORY_ERROR && gla_place_again(p, plan, n, arguments))
        st = GLA_OK;
    return st;
}

bool gla_place_again(gla_placed *p, const gla_plan *plan, int n, const gla_place_argument *arguments)
{
    gla_device *host, *dev = p->used;
    if (!dev || dev->is_host || gla_host_device(&host))
        return false;
    gla_policy policy;
    if (gla_policy_now(&policy) == GLA_OK && policy == GLA_POLICY_LOG)
        fprintf(stderr, "gpulinalg: %s: %s lacks memory: host\n", plan->op, dev->name);
    gla_place_end(p);
    return place(p, plan, GLA_DEVICE_OPEN, n, arguments, host) == GLA_OK;
}

gla_status gla_place_write_back(gla_placed *p, const gla_plan *plan)
{
    gla_status st = GLA_OK;
    for (int i = 0; i < p->n && !st; i++)
        if (!(p->held[i].given->flags & GLA_READONLY))
            st = gla_array_assign(plan->op, (gla_array *)p->held[i].given, p->held[i].moved);
    return st;
}

void gla_place_end(gla_placed *p)
{
    gla_placing_now = p->before;
    for (int i = 0; i < p->n; i++) {
        *p->held[i].at = p->held[i].given;
        gla_unref(p->held[i].moved);
    }
    if (p->held != p->few)
        gla_free(p->held);
    p->held = p->few;
    p->n = 0;
    for (int i = 0; i < p->n_objects; i++) {
        *p->objects_at[i] = p->objects_given[i];
        gla_object_drop(p->objects[i]);
    }
    p->n_objects = 0;
    while (p->n_parameters > 0) {
        p->n_parameters--;
        *p->parameters[p->n_parameters].at = p->parameters[p->n_parameters].given;
    }
    for (int i = 0; i < p->n_lists; i++)
        gla_free(p->lists[i].v);
    p->n_lists = 0;
}
