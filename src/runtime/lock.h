/* lock.h - Locks that work with signal handlers and fork(). */
#ifndef GLA_RUNTIME_LOCK_H
#define GLA_RUNTIME_LOCK_H

#include "gpulinalg/core.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

GLA_BEGIN_DECLS

/* Initialise an error-checking lock, which detects that the calling thread already holds the lock. Objects that call
 * gla_interrupted() while they work need such a lock, because a signal handler of the script may then run and use the
 * object. */
void gla_make_lock(pthread_mutex_t *lock);

/* Take a lock whose holder may call gla_interrupted(), which waits for the interpreter's lock. The interpreter's lock is
 * therefore released during the wait. Return false if the lock was made by gla_make_lock and the thread already holds it. */
bool gla_lock(pthread_mutex_t *lock);
/* Register a static lock that fork() takes, so that the lock is free in the child of a multi-threaded process.
 * gla_interrupted() must not be called while the lock is held. In the child, `in_child` repairs the data that the lock guards;
 * in_child may be NULL. Return false if memory is exhausted. */
typedef struct gla_fork_lock {
    pthread_mutex_t *lock;
    void (*in_child)(void);
    struct gla_fork_lock *next;
    atomic_bool is_watched; /* used by gla_fork_lock_take */
} gla_fork_lock;
bool gla_fork_watch(gla_fork_lock *f);
/* Register the lock at its first use, and take it. */
void gla_fork_lock_take(gla_fork_lock *f);
/* Threads started between the two calls block all signals, so that signals are delivered to threads of the script. `theirs`
 * saves the previous signal mask. */
void gla_signals_hold(sigset_t *theirs);
void gla_signals_release(const sigset_t *theirs);

GLA_END_DECLS

#endif
