/* work.c - Let other threads of the script language run during long work of a backend. */
#include "runtime/runtime.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"

#include <math.h>

/* For smaller amounts of work, releasing and taking an interpreter lock (about 40 ns each) costs more than it gains. */
#define LONG_WORK 2e4

static void *(*hook_suspend)(void);
static bool (*hook_interrupt)(void);
static void (*hook_resume)(void *state);

void gla_set_work_hooks(void *(*suspend)(void), void (*resume)(void *state))
{
    hook_suspend = suspend && resume ? suspend : NULL; /* one needs the other */
    hook_resume = hook_suspend ? resume : NULL;
}

void gla_set_interrupt_hook(bool (*pending)(void))
{
    hook_interrupt = pending;
}

static _Thread_local bool held;

void gla_interrupts_hold(bool hold)
{
    held = hold;
}

bool gla_interrupted(void)
{
    return hook_interrupt && !held && hook_interrupt();
}

void *gla_work_begin(double work)
{
    return work > LONG_WORK && hook_suspend ? hook_suspend() : NULL;
}

void gla_work_end(void *state)
{
    if (state)
        hook_resume(state);
}

bool gla_lock(pthread_mutex_t *lock)
{
    if (pthread_mutex_trylock(lock) == 0)
        return true;
    void *state = gla_work_begin(INFINITY);
    bool locked = pthread_mutex_lock(lock) == 0;
    gla_work_end(state);
    return locked;
}

void gla_make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t checked;
    pthread_mutexattr_init(&checked);
    pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(lock, &checked);
    pthread_mutexattr_destroy(&checked);
}

void gla_signals_hold(sigset_t *theirs)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, theirs);
}

void gla_signals_release(const sigset_t *theirs)
{
    pthread_sigmask(SIG_SETMASK, theirs, NULL);
}
