/* lock.h - Locks that work with signal handlers and fork(). */
#ifndef GLA_RUNTIME_LOCK_H
#define GLA_RUNTIME_LOCK_H

#include "gpulinalg/core.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

GLA_BEGIN_DECLS

/* Initialise an error-checking lock, which detects that the calling thread already holds it. Objects that call
 * gla_interrupted() while they work need one, because a signal handler of the script may then run and use the object. */
void gla_make_lock(pthread_mutex_t *lock);

/* Take a lock whose holder may wait and call gla_interrupted(), which takes the interpreter's lock. The interpreter's lock is
 * therefore released while waiting for this lock. Return false if the thread already holds it and it was made by gla_make_lock.
 */
bool gla_lock(pthread_mutex_t *lock);
/* Register a static lock that fork() takes, so that the child of a multi-threaded process finds it free. gla_interrupted() must
 * not be called while it is held. In the child `in_child`, which may be NULL, repairs the data that the lock guards. Return
 * false if memory is exhausted. */
typedef struct gla_fork_lock {
    pthread_mutex_t *lock;
    void (*in_child)(void);
    struct gla_fork_lock *next;
} gla_fork_lock;
bool gla_fork_watch(gla_fork_lock *f);
/* Threads started between the two calls block all signals, so that threads of the script receive them. `theirs` saves the
 * previous signal mask. */
void gla_signals_hold(sigset_t *theirs);
void gla_signals_release(const sigset_t *theirs);

GLA_END_DECLS

#endif
