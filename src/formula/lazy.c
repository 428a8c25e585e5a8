/* lazy.c - see lazy.h: which operations are put off, and what waits.
 *
 * A result that waits has a chain: operands, numbers, steps.  Its operands are arrays with their elements; another
 * result that waits, and that nobody but the operation holds any more (gla_offer), hands its chain on.  One that others
 * hold is evaluated first, unless its few steps cost less than memory. */
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

/* Results that wait at a time; a script that makes a list of them without looking must not keep all operands alive. */
#define MAX_WAITING 8
/* Steps of a result that others hold which are computed once more rather than kept. */
#define MAX_COPIED 4
/* Seconds between two questions whether to stop. */
#define PATIENCE 0.05
/* From this size on: smaller ones stay in the first cache from one operation to the next. */
#define MIN_BYTES ((size_t)64 << 10)

_Atomic int64_t gla_lazy_least;
atomic_int gla_lazy_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows, and the chains that are not running */
static pthread_cond_t rest = PTHREAD_COND_INITIALIZER;   /* a chain has stopped running */
static gla_chain *waiting[MAX_WAITING];                  /* in the order of their beginning */
static size_t least_bytes;
static _Thread_local bool quiet; /* nothing of the script may run, and its lock is not to be let go */

/* ---- fork -------------------------------------------------------------------------------------------------------- */
/* The thread that ran a chain is not there; the piece that it was at is computed again. */
static void after_fork_in_child(void)
{
    pthread_cond_init(&rest, NULL);
    for (int i = 0; i < atomic_load(&gla_lazy_count); i++)
        waiting[i]->running = false;
}

/* ---- what waits -------------------------------------------------------------------------------------------------- */
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

/* A reference to the oldest result that waits, unless it is being released; NULL when there is none. */
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

/* Compute the next piece, with the lock released.  What has to take the interpreter's lock does so when nothing runs: whoever
 * holds that one may be waiting for the piece. */
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
    return gla_fail(GLA_INTERRUPTED_ERROR, "stopped in the middle of a computation on the host; it goes on when its result is "
                                           "used again");
}

/* Handlers of signals run between two pieces; they may use the same array, or change its operands, which evaluates all. */
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

/* Operands that wait with their results are let go when memory is short: an array is asked for anywhere, also where locks are
 * held and work is in the middle. */
static bool relieve(void)
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
        atomic_store(&gla_lazy_least, never ? INT64_MAX : (int64_t)((bytes + 15) / 16)); /* complex128 has the fewest */
    }
    pthread_mutex_unlock(&lock);
    gla_budget_ask(relieve);
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

/* ---- which operations are put off -------------------------------------------------------------------------------- */
static bool is_number(const gla_array *a)
{
    return a->flags & GLA_WEAK && a->size == 1;
}

/* An array whose memory nobody else can reach but by functions of the library, shaped as `like`. */
static bool array_fits(const gla_array *a, const gla_array *like)
{
    gla_buffer *b = a->buffer;
    return !(a->flags & ~(unsigned)(GLA_READONLY | GLA_OFFERED)) && a->contiguous && a->dtype == like->dtype &&
           gla_device_of(a) == gla_device_of(like) && gla_same_shape(a, like) && !b->release && !b->pinned &&
           !atomic_load(&b->sharing) && !atomic_load(&b->exposed);
}

/* Whether the operation is one of the table on such arrays and numbers, whose result is such an array too. */
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

/* A new result with an empty chain. */
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

/* Whether the chain of a result that waits can be added to: nobody else holds it, and nobody has begun, not even in vain. */
static bool is_open(const gla_array *a)
{
    return is_lazy(a) && a->flags & GLA_OFFERED && !a->chain->expr;
}

/* Whether what others may still ask for is computed for the operation as well, rather than once and kept: a few cheap steps on
 * what is in the cache take less time than to write and read them. */
static bool is_copied(const gla_array *a)
{
    pthread_mutex_lock(&lock);
    bool copied = a->chain && a->chain->n_steps <= MAX_COPIED;
    for (int i = 0; copied && i < a->chain->n_steps; i++)
        copied = !(gla_op_describe(a->chain->step[i].op)->flags & GLA_FLAG_COSTLY);
    pthread_mutex_unlock(&lock);
    return copied;
}

/* Add the operation to the chain of `made`, a new result, or else of an operand that is given up.  NULL, and nothing
 * is changed, when the chain would be too long. */
static gla_array *put_off(gla_op op, int n, const gla_array *const in[], gla_array *made)
{
    gla_array *a = made;
    pthread_mutex_lock(&lock);
    for (int i = n; i-- > 0 && !made;)
        a = is_open(in[i]) ? (gla_array *)in[i] : a;         /* whose holder has allowed it */
    if (made && atomic_load(&gla_lazy_count) == MAX_WAITING) /* other threads were faster */
        a = NULL;
    if (a && !gla_chain_add(a->chain, op, n, in))
        a = NULL;
    if (a && a == made)
        enter(made);
    else if (a)
        __atomic_store_n(&gla_ref(a)->flags, a->flags & ~(unsigned)GLA_OFFERED, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    return a;
}

static gla_status put_off_new(gla_op op, int n, const gla_array *const in[], gla_array **out)
{
    gla_array *made;
    gla_status st = begin(op, is_number(in[0]) ? in[1] : in[0], &made);
    if (st || (*out = put_off(op, n, in, made)))
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
            *st = evaluate((gla_array *)in[i]); /* its value stays */
        lazy = lazy || is_lazy(in[i]);
        extends = extends || (offered && is_lazy(in[i]));
        has_memory = has_memory || (offered && !is_lazy(in[i]));
    }
    if (!*st && is_lazy_operation(op, n, in)) {
        if (extends)
            made = put_off(op, n, in, NULL);
        else if (lazy || !has_memory) /* else the result takes that memory at once */
            *st = put_off_new(op, n, in, &made);
    }
    for (int i = 0; i < n && !made && !*st; i++)
        if (is_lazy(in[i]))
            *st = evaluate((gla_array *)in[i]);
    if (made)
        *out = made;
    return made || *st;
}
