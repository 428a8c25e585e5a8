/* threads.c - A small thread pool for loops over large arrays, which is started by the first large loop. */
#include "config.h"
#include "backends/host/dense/blas_threads.h"
#include "host.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#define MAX_THREADS 64
/* Number of parts per thread.  Each thread has several parts, so that a delayed thread does not delay the loop.  A part takes
 * at most a few milliseconds, so that an interrupt is noticed between parts. */
#define PARTS_EACH 4
#define GRAINS_OF_PART 16
/* Milliseconds between two checks for an interrupt.  Checks are infrequent, because a check may have to wait for the
 * interpreter's lock. */
#define PATIENCE 50

typedef struct loop {
    gla_host_body body;
    void *arg;
    int64_t n, part;
    _Atomic int64_t next; /* first element that no thread has taken */
    atomic_bool stopped;
} loop;

static pthread_mutex_t owner = PTHREAD_MUTEX_INITIALIZER; /* held by the thread whose loop the pool runs */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  /* guards the following variables */
static pthread_cond_t start = PTHREAD_COND_INITIALIZER, finish = PTHREAD_COND_INITIALIZER;
static pthread_t workers[MAX_THREADS];
static int n_workers, busy, n_halted; /* number of threads; number of threads that work on the current loop; number of these
                                       * that are halted */
static loop *current;
static long generation;              /* number of the current loop */
static bool quit, watched;           /* the process is ending; a fork handler is registered */
static atomic_bool halted;           /* workers pause while the user's signal handlers run */
static _Thread_local loop *inside;   /* the loop that this thread is working on */
static _Thread_local bool is_worker; /* this thread belongs to the pool and receives no signals */
static _Thread_local bool leads;     /* the loop of this thread is the pool's current loop */

static int count_threads(void)
{
    const char *env = secure_getenv("GPULINALG_NUM_THREADS");
    long n = env ? strtol(env, NULL, 10) : 0;
    if (n <= 0) {
        cpu_set_t set;
        n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    }
    return n > MAX_THREADS ? MAX_THREADS : (int)n;
}

int gla_host_threads(void)
{
    static atomic_int threads;
    int n = atomic_load_explicit(&threads, memory_order_relaxed);
    if (n == 0)
        atomic_store_explicit(&threads, n = count_threads(), memory_order_relaxed);
    return n;
}

/* Return true if it is time for another check. */
static bool is_due(void)
{
    static _Thread_local int64_t asked;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    int64_t now = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
    if (now - asked < PATIENCE)
        return false;
    asked = now;
    return true;
}

/* Halt the workers.  A signal handler may leave by a non-local jump of the scripting language, which removes the stack frame of
 * the loop, so no worker may use the loop then. */
static void halt_workers(void)
{
    pthread_mutex_lock(&lock);
    atomic_store(&halted, true);
    while (n_halted < busy)
        pthread_cond_wait(&finish, &lock);
    pthread_mutex_unlock(&lock);
}

static void resume_workers(void)
{
    pthread_mutex_lock(&lock);
    atomic_store(&halted, false);
    pthread_cond_broadcast(&start);
    pthread_mutex_unlock(&lock);
}

static void wait_while_halted(void)
{
    pthread_mutex_lock(&lock);
    if (++n_halted == busy)
        pthread_cond_signal(&finish);
    while (atomic_load(&halted))
        pthread_cond_wait(&start, &lock);
    n_halted--;
    pthread_mutex_unlock(&lock);
}

static bool ask(void)
{
    if (!leads)
        return gla_interrupted();
    halt_workers();
    bool stop = gla_interrupted();
    resume_workers();
    return stop;
}

bool gla_host_stop(void)
{
    /* A signal handler may call OpenBLAS, so do not run it while this thread holds OpenBLAS's lock. */
    if (gla_blas_is_held())
        return inside && atomic_load_explicit(&inside->stopped, memory_order_relaxed);
    if (is_worker && atomic_load_explicit(&halted, memory_order_relaxed))
        wait_while_halted();
    if (inside && atomic_load_explicit(&inside->stopped, memory_order_relaxed))
        return true;
    if (is_worker || !is_due() || !ask())
        return false;
    if (inside)
        atomic_store_explicit(&inside->stopped, true, memory_order_relaxed);
    return true;
}

gla_status gla_host_stopped(void)
{
    return gla_fail(GLA_INTERRUPTED_ERROR, "interrupted during a computation on the host; the result is discarded");
}

/* Take parts of the loop until none are left. */
static void work(loop *l)
{
    int64_t begin;
    loop *outer = inside;
    inside = l;
    while ((begin = atomic_fetch_add_explicit(&l->next, l->part, memory_order_relaxed)) < l->n) {
        if (begin && gla_host_stop()) /* no check before the first part */
            break;
        l->body(l->arg, begin, l->n - begin < l->part ? l->n : begin + l->part);
    }
    inside = outer;
}

static void *serve(void *unused)
{
    long done = 0;
    (void)unused;
    is_worker = true;
    pthread_mutex_lock(&lock);
    while (!quit) {
        if (!current || generation == done || atomic_load(&halted)) {
            pthread_cond_wait(&start, &lock);
            continue;
        }
        loop *l = current;
        done = generation;
        busy++;
        pthread_mutex_unlock(&lock);
        work(l);
        pthread_mutex_lock(&lock);
        if (--busy == n_halted)
            pthread_cond_signal(&finish);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* A forked child has no workers, and starts its own workers when it needs them. */
static void after_fork_in_child(void)
{
    pthread_mutex_init(&owner, NULL);
    pthread_cond_init(&start, NULL);
    pthread_cond_init(&finish, NULL);
    n_workers = busy = n_halted = 0;
    current = NULL;
    if (leads) /* a signal handler forked in the middle of a loop */
        pthread_mutex_lock(&owner);
    else
        atomic_store(&halted, false);
}

/* Start workers until there are n.  The caller holds the lock. */
static void start_workers(int n)
{
    static gla_fork_lock of_fork = {.lock = &lock, .in_child = after_fork_in_child};
    sigset_t theirs;
    if (n_workers >= n)
        return;
    if (!watched && !gla_fork_watch(&of_fork))
        return;
    watched = true;
    gla_signals_hold(&theirs);
    while (n_workers < n && pthread_create(&workers[n_workers], NULL, serve, NULL) == 0)
        n_workers++;
    gla_signals_release(&theirs);
}

/* Stop the workers at the end of the process, so that no thread runs code that is being unloaded. */
__attribute__((destructor)) static void stop_workers(void)
{
    pthread_mutex_lock(&lock);
    quit = true;
    pthread_cond_broadcast(&start);
    int n = atomic_load(&halted) ? 0 : n_workers; /* halted workers never continue, because their loop no longer exists */
    n_workers = 0;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < n; i++)
        pthread_join(workers[i], NULL);
}

/* Run the loop in this thread alone.  If there is an outer loop, both loops stop together. */
static void work_alone(loop *l)
{
    work(l);
    if (inside && atomic_load_explicit(&l->stopped, memory_order_relaxed))
        atomic_store_explicit(&inside->stopped, true, memory_order_relaxed);
}

static void work_together(loop *l, int threads)
{
    pthread_mutex_lock(&lock);
    start_workers(threads - 1);
    current = l;
    generation++;
    pthread_cond_broadcast(&start);
    pthread_mutex_unlock(&lock);
    leads = true;
    work(l);
    leads = false;
    pthread_mutex_lock(&lock);
    current = NULL; /* workers that have not begun need not begin */
    while (busy > 0)
        pthread_cond_wait(&finish, &lock);
    pthread_mutex_unlock(&lock);
}

gla_status gla_host_parallel(int64_t n, int64_t grain, gla_host_body body, void *arg)
{
    int threads = gla_host_threads();
    if (grain < 1)
        grain = 1;
    if (n / grain < threads)
        threads = (int)(n / grain);
    bool together = threads > 1 && !inside && pthread_mutex_trylock(&owner) == 0;
    int64_t part = together ? n / ((int64_t)threads * PARTS_EACH) + 1 : n;
    if (part / GRAINS_OF_PART > grain)
        part = GRAINS_OF_PART * grain;
    if (part < grain)
        part = grain;
    if (part > 1024) /* long parts begin at cache lines */
        part = (part + 63) / 64 * 64;
    loop l = {.body = body, .arg = arg, .n = n, .part = part};
    if (together) {
        work_together(&l, threads);
        pthread_mutex_unlock(&owner);
    } else {
        work_alone(&l);
    }
    return atomic_load_explicit(&l.stopped, memory_order_relaxed) ? gla_host_stopped() : GLA_OK;
}
