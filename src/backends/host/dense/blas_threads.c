/* blas_threads.c - Control when OpenBLAS may use its threads; see blas_threads.h. */
#include "config.h"
#include "blas_threads.h"
#include "runtime/lock.h"

#include <pthread.h>

extern int openblas_get_parallel(void); /* 1 if OpenBLAS manages its own threads, without OpenMP */
extern int openblas_get_num_threads(void);
extern void openblas_set_num_threads(int n);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the following variables */
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int running, waiting[2]; /* number of threads that are between begin and end; number of waiting threads, by mode */
static int others;              /* number of threads between enter and leave */
static bool forking;            /* a fork, or the end of the process, waits until no thread is running */
static bool mode;               /* mode of the running threads: true if OpenBLAS may use all threads */
static long turn;               /* incremented when threads waiting for the current mode may continue */
static bool forked = true;      /* OpenBLAS may have ended its threads; its next call restarts them */
static int all;                 /* number of OpenBLAS's threads, saved while the running calls use one thread */
static _Thread_local int depth; /* nesting depth of begin and end */

/* With OpenMP, each calling thread has its own number of threads, and changing this number costs more than it saves. */
static bool is_adjustable(void)
{
    return openblas_get_parallel() == 1;
}

static void start_threads(void)
{
    sigset_t theirs;
    forked = false;
    gla_signals_hold(&theirs);
    openblas_set_num_threads(openblas_get_num_threads());
    gla_signals_release(&theirs);
}

static void apply(void)
{
    if (forked)
        start_threads();
    all = mode ? 0 : openblas_get_num_threads();
    if (all > 1)
        openblas_set_num_threads(1);
}

static void restore(void)
{
    if (all > 1)
        openblas_set_num_threads(all);
    all = 0;
}

/* OpenBLAS ends its threads before a fork.  An OpenBLAS thread that is computing does not notice this request, so without this
 * handler the fork would never finish.  This handler runs before OpenBLAS's handler, because it was registered later. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
    forking = true;
    while (running + others > (depth > 0))
        pthread_cond_wait(&turned, &lock);
}

/* Wait in the same way at the end of the process, because detached threads may still compute.  This function runs after
 * stop_workers, whose threads finish their work.  Threads that begin later block. */
__attribute__((destructor(200))) static void at_end(void)
{
    before_fork();
    pthread_mutex_unlock(&lock);
}

static void after_fork(void)
{
    forked = true;
    forking = false;
    pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&lock);
}

/* Wait while a fork is pending, with the lock held. */
static void wait_for_fork(void)
{
    while (forking)
        pthread_cond_wait(&turned, &lock);
}

/* A forked child process has only the calling thread. */
static void after_fork_in_child(void)
{
    forked = true;
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&turned, NULL);
    forking = false;
    waiting[0] = waiting[1] = others = 0;
    running = depth ? 1 : 0;
    if (!running)
        restore();
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

void gla_blas_begin(bool together)
{
    if (depth++ || !is_adjustable())
        return;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    wait_for_fork();
    bool idle = !running && !waiting[0] && !waiting[1];
    if (!idle && (mode != together || waiting[!together])) {
        long now = turn;
        waiting[together]++;
        while (mode != together || turn == now)
            pthread_cond_wait(&turned, &lock);
        waiting[together]--;
    }
    mode = together;
    if (!running++)
        apply();
    pthread_mutex_unlock(&lock);
}

bool gla_blas_is_held(void)
{
    return depth > 0;
}

void gla_blas_end(void)
{
    if (--depth || !is_adjustable())
        return;
    pthread_mutex_lock(&lock);
    if (!--running) {
        restore();
        if (waiting[!mode])
            mode = !mode;
        if (waiting[mode]) {
            turn++;
            pthread_cond_broadcast(&turned);
        }
    }
    if (forking)
        pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&lock);
}

void gla_blas_enter(void)
{
    if (depth || !is_adjustable())
        return;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    wait_for_fork();
    others++;
    if (forked)
        start_threads();
    pthread_mutex_unlock(&lock);
}

void gla_blas_leave(void)
{
    if (depth || !is_adjustable())
        return;
    pthread_mutex_lock(&lock);
    others--;
    if (forking)
        pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&lock);
}
