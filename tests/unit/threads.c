/* threads.c - Several threads with different arrays, threads that share an array for reading, and a forked child that
 * continues. */
#include "backend.h"
#include "tap.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 200, N = 1000 };

static gla_array *shared;

static gla_array *filled(int64_t n, double value)
{
    gla_array *a = NULL;
    void *data = NULL;
    if (gla_new_host(GLA_FLOAT64, 1, &n, &a, &data) == GLA_OK)
        for (int64_t i = 0; i < n; i++)
            ((double *)data)[i] = value;
    return a;
}

static double number(const gla_array *a)
{
    gla_array *h = NULL;
    void *data = NULL;
    double value = gla_to_host(a, &h, &data) == GLA_OK && data ? *(double *)data : -1;
    gla_unref(h);
    return value;
}

/* Add, sum and fail in turn; count errors. */
static void *work(void *arg)
{
    double mine = *(int *)arg + 1;
    long wrong = 0;
    gla_array *a = filled(N, mine);
    for (int round = 0; round < ROUNDS; round++) {
        gla_array *sum = NULL, *total = NULL, *bad = NULL, *small = filled(3, 1);
        wrong += gla_add(a, shared, &sum) || gla_sum(sum, &total, NULL, GLA_NO_DTYPE, false);
        wrong += !total || number(total) != N * (mine + 1);
        wrong += gla_add(a, small, &bad) != GLA_SHAPE_ERROR || bad || gla_last_status() != GLA_SHAPE_ERROR;
        gla_clear_error();
        gla_unref(sum);
        gla_unref(total);
        gla_unref(small);
    }
    gla_unref(a);
    return (void *)wrong;
}

static long run_threads(void *(*function)(void *))
{
    pthread_t threads[THREADS];
    int ids[THREADS];
    long wrong = 0;
    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, function, &ids[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        wrong += (long)result;
    }
    return wrong;
}

/* Enough elements for the host's thread pool. */
static bool big_sum_works(void)
{
    int64_t n = 2000000;
    gla_array *a = filled(n, 2), *b = NULL, *total = NULL;
    bool good = !gla_add(a, a, &b) && !gla_sum(b, &total, NULL, GLA_NO_DTYPE, false) && number(total) == 4.0 * (double)n;
    gla_unref(a);
    gla_unref(b);
    gla_unref(total);
    return good;
}

static bool product_works(void)
{
    gla_ints shape = {2, {300, 300}};
    gla_array *a = NULL, *c = NULL, *total = NULL;
    bool good = !gla_ones(&shape, &a, GLA_FLOAT64, NULL) && !gla_matmul(a, a, &c) &&
                !gla_sum(c, &total, NULL, GLA_NO_DTYPE, false) && number(total) == 300.0 * 300 * 300;
    gla_unref(a);
    gla_unref(c);
    gla_unref(total);
    return good;
}

/* ---- lazy results: all threads evaluate the same arrays, build on them and release them -------------------------------- */
enum { WAITING = 3, LAZY_ROUNDS = 20000 };
static gla_array *waiting[WAITING];
static pthread_mutex_t slots = PTHREAD_MUTEX_INITIALIZER;

static gla_array *exchange(int i, gla_array *mine)
{
    pthread_mutex_lock(&slots);
    gla_array *old = waiting[i];
    waiting[i] = mine ? mine : gla_ref(old);
    pthread_mutex_unlock(&slots);
    return old;
}

/* All elements of an array are equal, whatever is added and subtracted. */
static void *ask(void *arg)
{
    long wrong = 0;
    for (int round = *(int *)arg; round < LAZY_ROUNDS; round++) {
        gla_array *a = exchange(round % WAITING, NULL), *b = exchange(round / 2 % WAITING, NULL), *c = NULL, *d = NULL;
        wrong += gla_add(a, b, &c) || gla_subtract(c, b, &d);
        wrong += round % 3 == 0 && number(d) != 1;
        wrong += number(a) != 1;
        wrong += round % 7 == 0 && gla_synchronize("host");
        gla_unref(a);
        gla_unref(b);
        gla_unref(c);
        if (d)
            gla_unref(exchange(round / 3 % WAITING, d));
    }
    return (void *)wrong;
}

static void put_off_in_threads(void)
{
    setenv("GPULINALG_LAZY", "1", 1);
    for (int i = 0; i < WAITING; i++) {
        gla_array *filler = filled(N, 1);
        gla_copy(filler, &waiting[i]);
        gla_unref(filler);
    }
    expect(run_threads(ask) == 0, "results that wait are the same for all threads");
    for (int i = 0; i < WAITING; i++)
        gla_unref(waiting[i]);
}

/* Hooks of a binding, distinguishable from no hooks. */
static atomic_int interpreter_is_free;
static void *give_interpreter(void)
{
    interpreter_is_free = 1;
    return &interpreter_is_free;
}

static void take_interpreter(void *state)
{
    interpreter_is_free = state != &interpreter_is_free;
}

static bool wants_to_stop(void)
{
    return true;
}

static void *stand_in_line(void *lock)
{
    gla_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

/* A thread that waits for a lock releases the interpreter meanwhile; otherwise this test never ends. */
static bool line_is_short(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    gla_set_work_hooks(give_interpreter, take_interpreter);
    gla_lock(&lock);
    bool kept = !interpreter_is_free;
    pthread_create(&thread, NULL, stand_in_line, &lock);
    while (!interpreter_is_free)
        sched_yield();
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    gla_set_work_hooks(NULL, NULL);
    return kept && !interpreter_is_free;
}

static bool question_is_asked(void)
{
    bool before = gla_interrupted();
    gla_set_interrupt_hook(wants_to_stop);
    bool asked = gla_interrupted();
    gla_set_interrupt_hook(NULL);
    return !before && asked && !gla_interrupted();
}

/* Return true if signals reach this thread only: all other threads block SIGALRM. */
static bool signals_are_ours(void)
{
    char path[300], line[200];
    DIR *tasks = opendir("/proc/self/task");
    bool good = true;
    for (struct dirent *d; tasks && (d = readdir(tasks));) {
        snprintf(path, sizeof path, "/proc/self/task/%s/status", d->d_name);
        FILE *f = atoi(d->d_name) > 0 && atoi(d->d_name) != getpid() ? fopen(path, "r") : NULL;
        while (f && fgets(line, sizeof line, f))
            if (strncmp(line, "SigBlk:", 7) == 0)
                good = good && strtoull(line + 7, NULL, 16) >> (SIGALRM - 1) & 1;
        if (f)
            fclose(f);
    }
    if (tasks)
        closedir(tasks);
    return good;
}

static void in_forked_child(void)
{
    expect(big_sum_works(), "a large sum");
    expect(product_works(), "a matrix product");
    expect(run_threads(work) == 0, "threads");
}

int main(void)
{
    unsetenv("GPULINALG_DEVICE");
    in_child(put_off_in_threads, "threads that use the same results before they are computed");
    gla_set_device("host");
    shared = filled(N, 1);
    ok(run_threads(work) == 0, "%d threads with arrays of their own and one shared", THREADS);
    ok(big_sum_works(), "a sum that uses the thread pool");
    ok(product_works(), "a matrix product");
    ok(signals_are_ours(), "threads of the library, and of those that it loads, leave signals to the script's");
    in_child(in_forked_child, "all of this in a forked child, after the pool has been used");
    ok(big_sum_works(), "and again in the parent");
    ok(line_is_short(), "who waits for a lock gives the interpreter's away");
    ok(question_is_asked(), "the question whether to stop goes to the binding");
    gla_unref(shared);
    ok(gla_live_arrays() == 0, "nothing is left");
    return done();
}
