/* threads.c - one small pool of threads for loops over large arrays.  It starts with the first large loop. */
#include "config.h"
#include "host.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#define MAX_THREADS 64
/* A thread takes its work in several parts, so that one that is held up by others does not hold up all. */
#define PARTS_EACH 4

typedef struct loop {
    gla_host_body body;
    void *arg;
    int64_t n, part;
    _Atomic int64_t next; /* first element that nobody has taken */
} loop;

static pthread_mutex_t owner = PTHREAD_MUTEX_INITIALIZER; /* held by the thread whose loop the pool runs */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  /* guards what follows */
static pthread_cond_t start = PTHREAD_COND_INITIALIZER, finish = PTHREAD_COND_INITIALIZER;
static pthread_t workers[MAX_THREADS];
static int n_workers, busy; /* threads there are; threads at work on the current loop */
static loop *current;
static long generation; /* number of the current loop */
static bool quit, watched; /* the process ends; fork is taken care of */
static _Thread_local bool inside; /* this thread is at work on a loop */

static int count_threads(void)
{
    const char *env = getenv("GPULINALG_NUM_THREADS");
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

/* Take parts of the loop until there are none left. */
static void work(loop *l)
{
    int64_t begin;
    while ((begin = atomic_fetch_add_explicit(&l->next, l->part, memory_order_relaxed)) < l->n)
        l->body(l->arg, begin, l->n - begin < l->part ? l->n : begin + l->part);
}

static void *serve(void *unused)
{
    long done = 0;
    (void)unused;
    inside = true;
    pthread_mutex_lock(&lock);
    while (!quit) {
        if (!current || generation == done) {
            pthread_cond_wait(&start, &lock);
            continue;
        }
        loop *l = current;
        done = generation;
        busy++;
        pthread_mutex_unlock(&lock);
        work(l);
        pthread_mutex_lock(&lock);
        if (--busy == 0)
            pthread_cond_signal(&finish);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Around fork: the child has none of the threads, and starts its own when it needs them. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static void after_fork_in_child(void)
{
    pthread_mutex_init(&owner, NULL);
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&start, NULL);
    pthread_cond_init(&finish, NULL);
    n_workers = busy = 0;
    current = NULL;
}

/* Start what is missing of n threads, with signals left to the script's own; called with the lock held. */
static void start_workers(int n)
{
    sigset_t all, old;
    if (n_workers >= n)
        return;
    if (!watched && pthread_atfork(before_fork, after_fork, after_fork_in_child) != 0)
        return;
    watched = true;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (n_workers < n && pthread_create(&workers[n_workers], NULL, serve, NULL) == 0)
        n_workers++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* At the end of the process, so that no thread runs in code that is being unloaded. */
__attribute__((destructor)) static void stop_workers(void)
{
    pthread_mutex_lock(&lock);
    quit = true;
    pthread_cond_broadcast(&start);
    int n = n_workers;
    n_workers = 0;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < n; i++)
        pthread_join(workers[i], NULL);
}

void gla_host_parallel(int64_t n, int64_t grain, gla_host_body body, void *arg)
{
    int threads = gla_host_threads();
    if (grain < 1)
        grain = 1;
    if (n / grain < threads)
        threads = (int)(n / grain);
    if (threads <= 1 || inside || pthread_mutex_trylock(&owner) != 0) {
        body(arg, 0, n);
        return;
    }
    int64_t part = n / ((int64_t)threads * PARTS_EACH) + 1;
    if (part < grain)
        part = grain;
    if (part > 1024) /* long parts begin at whole cache lines */
        part = (part + 63) / 64 * 64;
    loop l = {.body = body, .arg = arg, .n = n, .part = part};
    inside = true;
    pthread_mutex_lock(&lock);
    start_workers(threads - 1);
    current = &l;
    generation++;
    pthread_cond_broadcast(&start);
    pthread_mutex_unlock(&lock);
    work(&l);
    pthread_mutex_lock(&lock);
    current = NULL; /* who has not begun yet need not */
    while (busy > 0)
        pthread_cond_wait(&finish, &lock);
    pthread_mutex_unlock(&lock);
    inside = false;
    pthread_mutex_unlock(&owner);
}
