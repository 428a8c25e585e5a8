/* fork.c - locks around fork(): a child has the forking thread and no other, so what another one holds would stay locked in it.
 *
 * fork() takes all locks that are named here.  It holds none while it waits for another, so their order does not matter. */
#include "runtime/runtime.h"

#include <time.h>

#define NAP_NANOSECONDS 100000
#define NAPS 100000 /* ten seconds: whoever holds a lock for longer waits for this thread, or died with it */

static _Atomic(gla_fork_lock *) first;
static _Thread_local gla_fork_lock *taken; /* these and all that follow it */

/* Those from `from` up to `to`. */
static void release(gla_fork_lock *from, const gla_fork_lock *to)
{
    for (; from != to; from = from->next)
        pthread_mutex_unlock(from->lock);
}

static bool take_all(gla_fork_lock *from)
{
    for (gla_fork_lock *f = from; f; f = f->next)
        if (pthread_mutex_trylock(f->lock) != 0) {
            release(from, f);
            return false;
        }
    return true;
}

static void before_fork(void)
{
    gla_fork_lock *from = atomic_load(&first);
    taken = NULL;
    for (int i = 0; i < NAPS && !taken; i++)
        if (take_all(from))
            taken = from;
        else
            nanosleep(&(struct timespec){0, NAP_NANOSECONDS}, NULL);
}

static void after_fork(void)
{
    release(taken, NULL);
    taken = NULL;
}

static void after_fork_in_child(void)
{
    taken = NULL;
    for (gla_fork_lock *f = atomic_load(&first); f; f = f->next) {
        pthread_mutex_init(f->lock, NULL);
        if (f->in_child)
            f->in_child();
    }
}

static bool is_watched;

static void watch(void)
{
    is_watched = pthread_atfork(before_fork, after_fork, after_fork_in_child) == 0;
}

bool gla_fork_watch(gla_fork_lock *f)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
    if (!is_watched)
        return false;
    f->next = atomic_load(&first);
    while (!atomic_compare_exchange_weak(&first, &f->next, f))
        ;
    return true;
}
