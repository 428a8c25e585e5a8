/* fork.c - Locks and fork(). The child has only the forking thread, so a lock held by another thread would never be unlocked in
 * the child. fork() therefore takes all registered locks before it runs. While fork() waits for one lock it holds no other
 * lock, so the order of locks does not matter. Until fork() has finished no lock can be registered, because the data guarded by
 * a new lock could be in use. */
#include "runtime/runtime.h"
#include "runtime/lock.h"

#include <time.h>

#define NAP_NANOSECONDS 100000
#define NAPS 100000 /* ten seconds: a slower holder waits for this thread, or died with the lock */

static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static gla_fork_lock *first;
static _Thread_local bool took_all;

/* Unlock the locks from `from` up to, but not including, `to`. */
static void release(gla_fork_lock *from, const gla_fork_lock *to)
{
    for (; from != to; from = from->next)
        pthread_mutex_unlock(from->lock);
}

static bool take_all(void)
{
    if (pthread_mutex_trylock(&adding) != 0)
        return false;
    for (gla_fork_lock *f = first; f; f = f->next)
        if (pthread_mutex_trylock(f->lock) != 0) {
            release(first, f);
            pthread_mutex_unlock(&adding);
            return false;
        }
    return true;
}

static void before_fork(void)
{
    took_all = false;
    for (int i = 0; i < NAPS && !took_all; i++)
        if (!(took_all = take_all()))
            nanosleep(&(struct timespec){0, NAP_NANOSECONDS}, NULL);
}

static void after_fork(void)
{
    if (took_all) {
        release(first, NULL);
        pthread_mutex_unlock(&adding);
    }
    took_all = false;
}

static void after_fork_in_child(void)
{
    took_all = false;
    pthread_mutex_init(&adding, NULL);
    for (gla_fork_lock *f = first; f; f = f->next) {
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
    pthread_mutex_lock(&adding);
    f->next = first;
    first = f;
    pthread_mutex_unlock(&adding);
    return true;
}

void gla_fork_lock_take(gla_fork_lock *f)
{
    if (!atomic_exchange(&f->is_watched, true))
        gla_fork_watch(f);
    pthread_mutex_lock(f->lock);
}
