/* placing.c - The device of a thread's present call, and replicas of floating memory (placing.h). */
#include "runtime/placing.h"
#include "backend.h"
#include "runtime/lock.h"

#include <pthread.h>

_Thread_local gla_placing gla_placing_now;
atomic_bool gla_placing_is_free;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool gla_placing_floats(const gla_device *dev)
{
    if (!atomic_load_explicit(&gla_placing_is_free, memory_order_relaxed))
        return false;
    return gla_placing_now.inside ? gla_placing_now.floats : dev->is_host;
}

bool gla_replica_may_stay(const gla_buffer *b)
{
    return b->floats && !b->release && !b->pinned && !atomic_load(&b->sharing) && !atomic_load(&b->exposed);
}

gla_buffer *gla_replica_find(gla_buffer *b, const gla_device *dev)
{
    if (!atomic_load(&b->replica))
        return NULL;
    pthread_mutex_lock(&lock);
    gla_buffer *r = atomic_load(&b->replica);
    r = r && r->device == dev && gla_replica_may_stay(b) ? r : NULL;
    if (r)
        atomic_fetch_add(&r->refs, 1);
    pthread_mutex_unlock(&lock);
    return r;
}

/* Replace the replica of b, and release the old one. */
static void exchange(gla_buffer *b, gla_buffer *replica)
{
    pthread_mutex_lock(&lock);
    gla_buffer *old = atomic_exchange(&b->replica, replica);
    if (old)
        atomic_store(&old->primary, NULL);
    if (replica)
        atomic_store(&replica->primary, b);
    pthread_mutex_unlock(&lock);
    if (old)
        gla_buffer_unref(old);
}

void gla_replica_keep(gla_buffer *b, gla_buffer *replica)
{
    if (!gla_replica_may_stay(b) || !replica->data)
        return;
    atomic_fetch_add(&replica->refs, 1);
    exchange(b, replica);
}

void gla_replica_drop(gla_buffer *b)
{
    if (atomic_load(&b->replica))
        exchange(b, NULL);
    if (!atomic_load(&b->primary))
        return;
    pthread_mutex_lock(&lock); /* the primary is alive while it refers to b */
    gla_buffer *primary = atomic_load(&b->primary);
    bool is_mine = primary && atomic_load(&primary->replica) == b;
    if (is_mine)
        atomic_store(&primary->replica, NULL);
    atomic_store(&b->primary, NULL);
    pthread_mutex_unlock(&lock);
    if (is_mine)
        atomic_fetch_sub(&b->refs, 1); /* the writer holds another reference */
}
