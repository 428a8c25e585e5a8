/* lock.h - locks that work with signal handlers and fork(). */
#ifndef GLA_RUNTIME_LOCK_H
#define GLA_RUNTIME_LOCK_H

#include "gpulinalg/core.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

GLA_BEGIN_DECLS

/* Initialise a lock that knows which thread holds it.  Objects that call gla_interrupted() while they work need one: a signal
 * handler of the script may run then and use the object. */
void gla_make_lock(pthread_mutex_t *lock);

/* Take a lock that a thread may hold while it waits and asks gla_interrupted().  That question takes the interpreter's lock,
 * so nobody may have that one while he stands in line for this one.  False when the thread has it, and it is one of
 * gla_make_lock. */
bool gla_lock(pthread_mutex_t *lock);
/* A lock of a file, static as what it names, that fork() takes, so that the child of a process with several threads finds it
 * free.  Nobody may call gla_interrupted() with it.  In the child `in_child` puts right what the lock guards; it may be NULL.
 * False when there is no memory for it. */
typedef struct gla_fork_lock {
    pthread_mutex_t *lock;
    void (*in_child)(void);
    struct gla_fork_lock *next;
} gla_fork_lock;
bool gla_fork_watch(gla_fork_lock *f);
/* Threads that are started between the two leave signals to those of the script; `theirs` keeps what was blocked before. */
void gla_signals_hold(sigset_t *theirs);
void gla_signals_release(const sigset_t *theirs);

GLA_END_DECLS

#endif
