/* lazy.c - Lazy evaluation: which operations are deferred, and when they are computed (lazy.h).
 *
 * A lazy result has a chain of operands, scalars and steps. The operands are evaluated arrays. If only the operation owns a
 * lazy operand (gla_offer), the operation takes over the operand's chain. If the operand has other owners too, it is evaluated
 * first, unless recomputing its few steps is cheaper than memory traffic. */
#include "config.h"
#include "formula/lazy.h"
#include "elementwise/ops.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include "core/core.h"
#include "elementwise/map.h"
#include "formula/chain.h"
#include "runtime/budget.h"

#include <pthread.h>
#include <stdlib.h>

/* Maximum number of lazy results that exist at the same time. Without a limit a script that collects unused results in a list
 * would keep all their operands alive. */
#define MAX_WAITING 8
/* Maximum number of steps of a shared lazy result that are recomputed instead of stored. */
#define MAX_COPIED 4
/* Seconds between two checks for an interrupt. */
#define PATIENCE 0.05
/* Minimum size of a lazy result. Smaller results stay in the L1 cache between operations. */
#define MIN_BYTES ((size_t)64 << 10)

_Atomic int64_t gla_lazy_least;
atomic_int gla_lazy_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the following variables, and chains that are not being
                                                          * computed */
static pthread_cond_t rest = PTHREAD_COND_INITIALIZER;   /* signals that a chain has stopped running */
static gla_chain *waiting[MAX_WAITING];                  /* oldest first */
static size_t least_bytes;
static _Thread_local bool quiet; /* no code of the script may run, and the interpreter's lock must not be released */

/* ---- fork -------------------------------------------------------------------------------------------------------- */
/* The child process lacks the thread that was computing a chain, so the chunk of elements in progress is computed again. */
static void after_fork_in_child(void)
{
    pthread_cond_init(&rest, NULL);
    for (int i = 0; i < atomic_load(&gla_lazy_count); i++)
        waiting[i]->running = false;
}

/* ---- lazy results ------------------------------------------------------------------------------------------------ */
static bool is_lazy(const gla_array *a)
{
    return gla_is_object(a, &gla_lazy_class);
}

static void enter(gla_array *a)
{
    int n = atomic_load(&gla_lazy_count);
    waiting[n] = a->chain;
    gla_object_become(&a->object, &gla_lazy_class);
    atomic_store_explicit(&gla_lazy_count, n + 1, memory_order_release);
}

static void forget(const gla_chain *p)
{
    int n = atomic_load(&gla_lazy_count), i = 0;
    while (waiting[i] != p)
        i++;
    for (; i + 1 < n; i++)
        waiting[i] = waiting[i + 1];
    atomic_store_explicit(&gla_lazy_count, n - 1, memory_order_release);
}

/* Return a new reference to the oldest lazy result that is not being released; NULL if there is none. */
static gla_array *oldest(void)
{
    gla_array *found = NULL;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < atomic_load(&gla_lazy_count) && !found; i++) {
        gla_array *a = waiting[i]->result;
        long refs = atomic_load(&a->object.refs);
        while (refs && !atomic_compare_exchange_weak(&a->object.refs, &refs, refs + 1))
            ;
        found = refs ? a : NULL;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* Compute the next chunk of elements with the lock released. The interpreter's lock is taken only when nothing is being
 * computed, because the holder of the interpreter's lock may be waiting for the chunk. */
static gla_status advance(gla_chain *p)
{
    int64_t n;
    gla_status st = p->expr ? GLA_OK : gla_chain_compile(p);
    if (st)
        return st;
    p->running = true;
    pthread_mutex_unlock(&lock);
    void *state = quiet ? NULL : gla_work_begin((double)(p->result->size - p->done) * p->n_steps);
    st = gla_chain_run(p, &n);
    pthread_mutex_lock(&lock);
    p->done += st ? 0 : n;
    p->running = false;
    pthread_cond_broadcast(&rest);
    if (state) {
        pthread_mutex_unlock(&lock);
        gla_work_end(state);
        pthread_mutex_lock(&lock);
    }
    return st;
}

static gla_status stopped(void)
{
    return gla_fail(GLA_INTERRUPTED_ERROR,
                    "a computation on the host was interrupted; the computation continues when its result is used again");
}

/* Evaluate a lazy array. Signal handlers run between two chunks of elements. A handler may use the same array, or change its
 * operands, which evaluates all lazy results. */
static gla_status evaluate(void *object)
{
    gla_array *a = object;
    gla_chain *p = NULL;
    gla_status st = GLA_OK;
    double asked = gla_seconds();
    pthread_mutex_lock(&lock);
    while (!st && !gla_is_array(a)) {
        if (a->chain->running) {
            pthread_cond_wait(&rest, &lock);
        } else if (a->chain->done == a->size) {
            p = a->chain;
            forget(p);
            a->chain = NULL;
            gla_object_become(&a->object, &gla_array_class);
        } else if (!quiet && gla_seconds() - asked > PATIENCE) {
            pthread_mutex_unlock(&lock);
            st = gla_interrupted() ? stopped() : GLA_OK;
            asked = gla_seconds();
            pthread_mutex_lock(&lock);
        } else {
            st = advance(a->chain);
        }
    }
    pthread_mutex_unlock(&lock);
    gla_chain_free(p);
    return st;
}

gla_status gla_lazy_evaluate_all(void)
{
    gla_status st = GLA_OK;
    for (gla_array *a; !st && (a = oldest());) {
        st = evaluate(a);
        gla_object_drop(&a->object);
    }
    return st;
}

/* Evaluate lazy results if memory is exhausted, which releases their operands. An allocation may occur anywhere, also while
 * locks are held and work is in progress. */
static bool free_memory(void)
{
    bool some = !quiet && atomic_load(&gla_lazy_count);
    if (some) {
        quiet = true;
        some = gla_lazy_evaluate_all() == GLA_OK;
        quiet = false;
    }
    return some;
}

static gla_status start(void)
{
    static gla_fork_lock of_fork = {.lock = &lock, .in_child = after_fork_in_child};
    static bool watched;
    const char *env = secure_getenv("GPULINALG_LAZY");
    size_t bytes = MIN_BYTES;
    gla_device *host;
    gla_status st = gla_host_device(&host);
    if (!st && env && *env)
        st = gla_budget_parse("GPULINALG_LAZY", env, host, &bytes);
    pthread_mutex_lock(&lock);
    if (!st && !watched)
        watched = gla_fork_watch(&of_fork);
    if (!st) {
        bool never = bytes == 0 || !watched;
        least_bytes = never ? SIZE_MAX : bytes;
        atomic_store(&gla_lazy_least, never ? INT64_MAX : (int64_t)((bytes + 15) / 16)); /* complex128 has the fewest elements
                                                                                          * for a given size */
    }
    pthread_mutex_unlock(&lock);
    gla_budget_set_reliever(free_memory);
    return st;
}

static void destroy(void *object)
{
    gla_array *a = object;
    gla_chain *p = a->chain;
    pthread_mutex_lock(&lock);
    forget(p);
    pthread_mutex_unlock(&lock);
    gla_chain_free(p);
    gla_array_class.destroy(a);
}

const gla_class gla_lazy_class = {.name = "Array", .destroy = destroy, .evaluate = evaluate};

/* ---- deferring operations ---------------------------------------------------------------------------------------- */
static bool is_number(const gla_array *a)
{
    return a->flags & GLA_WEAK && a->size == 1;
}

/* Return true for an array of the shape of `like` whose memory is accessible only through the library. */
static bool array_fits(const gla_array *a, const gla_array *like)
{
    gla_buffer *b = a->buffer;
    return !(a->flags & ~(unsigned)(GLA_READONLY | GLA_OFFERED)) && a->contiguous && a->dtype == like->dtype &&
           gla_device_of(a) == gla_device_of(like) && gla_same_shape(a, like) && !b->release && !b->pinned &&
           !atomic_load(&b->sharing) && !atomic_load(&b->exposed);
}

/* Return true if the operation is in the table, its operands are such arrays and scalars, and its result has the same dtype. */
static bool is_lazy_operation(gla_op op, int n, const gla_array *const in[])
{
    const gla_array *first = is_number(in[0]) && n > 1 ? in[1] : in[0];
    const gla_device *dev = gla_device_of(first);
    if (is_number(first) || first->dtype < GLA_FLOAT32 || (size_t)first->size * gla_itemsize(first->dtype) < least_bytes ||
        !dev->is_host || !dev->backend->fused)
        return false;
    gla_constant ignored;
    for (int i = 0; i < n; i++)
        if (!(is_number(in[i]) ? gla_chain_number(in[i], first->dtype, &ignored) : array_fits(in[i], first)))
            return false;
    return gla_op_describe(op)->expression[gla_kind_of(first->dtype)] && gla_map_result(op, first->dtype) == first->dtype;
}

/* Create a result with an empty chain. */
static gla_status begin(gla_op op, const gla_array *like, gla_array **out)
{
    gla_array *a = NULL, *old;
    gla_status st = GLA_OK;
    for (; !st && atomic_load(&gla_lazy_count) >= MAX_WAITING && (old = oldest()); gla_object_drop(&old->object))
        st = evaluate(old);
    gla_chain *p = st ? NULL : gla_calloc(1, sizeof *p);
    if (!st && !p)
        st = gla_fail_memory(gla_op_describe(op)->name, sizeof *p);
    if (!st)
        st = gla_array_new(gla_op_describe(op)->name, gla_device_of(like), like->dtype, like->ndim, like->shape, &a);
    if (st) {
        gla_free(p);
        return st;
    }
    p->result = a;
    *out = a;
    a->chain = p;
    return GLA_OK;
}

/* Return true if the chain of a lazy result may be extended: the result has no other owner, and no evaluation has started, not
 * even one that failed. */
static bool is_open(const gla_array *a)
{
    return is_lazy(a) && a->flags & GLA_OFFERED && !a->chain->expr;
}

/* Return true if a shared lazy result should be recomputed within the operation. A few cheap steps on cached data take less
 * time than writing and reading the result. */
static bool is_copied(const gla_array *a)
{
    pthread_mutex_lock(&lock);
    bool copied = a->chain && a->chain->n_steps <= MAX_COPIED;
    for (int i = 0; copied && i < a->chain->n_steps; i++)
        copied = !(gla_op_describe(a->chain->step[i].op)->flags & GLA_FLAG_COSTLY);
    pthread_mutex_unlock(&lock);
    return copied;
}

/* Add the operation to the chain of `made`, a new result, or to the chain of an operand that is released. Return NULL, and
 * change nothing, if the chain would be too long. */
static gla_array *defer(gla_op op, int n, const gla_array *const in[], gla_array *made)
{
    gla_array *a = made;
    pthread_mutex_lock(&lock);
    for (int i = n; i-- > 0 && !made;)
        a = is_open(in[i]) ? (gla_array *)in[i] : a;         /* its owner has offered it */
    if (made && atomic_load(&gla_lazy_count) == MAX_WAITING) /* other threads have filled the table */
        a = NULL;
    if (a && !gla_chain_add(a->chain, op, n, in))
        a = NULL;
    if (a && a == made)
        enter(made);
    else if (a)
        __atomic_store_n(&gla_ref(a)->flags, a->flags & ~(unsigned)GLA_OFFERED, __ATOMIC_RELAXED);
    if (a)
        a->object.node = 0; /* another value, on every tape */
    pthread_mutex_unlock(&lock);
    return a;
}

static gla_status defer_new(gla_op op, int n, const gla_array *const in[], gla_array **out)
{
    gla_array *made;
    gla_status st = begin(op, is_number(in[0]) ? in[1] : in[0], &made);
    if (st || (*out = defer(op, n, in, made)))
        return st;
    gla_chain_free(made->chain);
    gla_unref(made);
    return GLA_OK;
}

bool gla_lazy_apply(gla_op op, int n, const gla_array *const in[], gla_array **out, gla_status *st)
{
    bool lazy = false, extends = false, has_memory = false;
    gla_array *made = NULL;
    *st = atomic_load(&gla_lazy_least) ? GLA_OK : start();
    if (op == GLA_OP_pow && gla_pow_is_square(in)) {
        op = GLA_OP_square;
        n = 1;
    }
    for (int i = 0; i < n && !*st; i++) {
        bool offered = in[i]->flags & GLA_OFFERED;
        if (is_lazy(in[i]) && !offered && !is_copied(in[i]))
            *st = evaluate((gla_array *)in[i]); /* others still use its value */
        lazy = lazy || is_lazy(in[i]);
        extends = extends || (offered && is_lazy(in[i]));
        has_memory = has_memory || (offered && !is_lazy(in[i]));
    }
    if (!*st && is_lazy_operation(op, n, in)) {
        if (extends)
            made = defer(op, n, in, NULL);
        else if (lazy || !has_memory) /* otherwise the result reuses the offered memory now */
            *st = defer_new(op, n, in, &made);
    }
    for (int i = 0; i < n && !made && !*st; i++)
        if (is_lazy(in[i]))
            *st = evaluate((gla_array *)in[i]);
    if (made)
        *out = made;
    return made || *st;
}
