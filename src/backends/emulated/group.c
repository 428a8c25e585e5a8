/* group.c - launches: one group after the other, its work-items in turns from barrier to barrier.  Groups that wait for one
 * another take turns too. */
#include "emulated.h"

#include <pthread.h>
#include <string.h>

/* The launch that runs: one at a time, since a program's local memory is there once. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_work_item item;
static const gla_emulated_kernel *kernel;
static void **arguments;

void gla_emulated_watch_launches(void)
{
    static gla_fork_lock of_fork = {.lock = &lock};
    gla_fork_watch(&of_fork);
}

static void run_item(void)
{
    kernel->call(arguments);
}

/* Work-item i from its last barrier to its next; false when it has ended. */
static bool goes_on(int i, bool *failed)
{
    item.local_id = (uint32_t)i;
    return !gla_fiber_resume(i, run_item, failed);
}

static gla_status fail_at_barrier(const char *op, int waiting, int threads)
{
    return gla_fail(GLA_DEVICE_ERROR,
                    "%s: %d of %d work-items of group %u wait at a barrier in kernel \"%s\", the others have ended", op,
                    waiting, threads, item.group_id, kernel->name);
}

static gla_status run_with_barriers(const char *op, int threads)
{
    for (int i = 1, first = 1;; i = 0, first = 0) { /* work-item 0 has come to the first already */
        int waiting = first;
        bool failed = false;
        for (; i < threads; i++)
            waiting += goes_on(i, &failed);
        if (failed)
            return gla_fail_memory(op, (size_t)threads << 18);
        if (waiting == 0)
            return GLA_OK;
        if (waiting < threads)
            return fail_at_barrier(op, waiting, threads);
    }
}

static gla_status run_group(const char *op, int threads)
{
    bool failed = false;
    if (goes_on(0, &failed))
        return run_with_barriers(op, threads);
    for (int i = 1; i < threads && !failed; i++) { /* without barriers one coroutine does for all */
        item.local_id = (uint32_t)i;
        if (!gla_fiber_resume(0, run_item, &failed))
            return gla_fail(GLA_DEVICE_ERROR,
                            "%s: work-item %d of group %u waits at a barrier in kernel \"%s\", but "
                            "work-item 0 has ended without one",
                            op, i, item.group_id, kernel->name);
    }
    return failed ? gla_fail_memory(op, (size_t)1 << 18) : GLA_OK;
}

/* ---- groups side by side ------------------------------------------------------------------------------------------------ */
enum { READY, AT_BARRIER, ENDED };
static char states[GLA_EMULATED_MAX_GROUP]; /* of work-items of all groups */
static int running;

static void wait_at_barrier(void)
{
    states[running] = AT_BARRIER;
    gla_fiber_pause();
}

static int count(const char *all, int n, char state)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += all[i] == state;
    return found;
}

/* The group's work-items to their next barrier, or to where they yield. */
static gla_status advance(const char *op, char *all, int threads)
{
    bool failed = false;
    for (int i = 0; i < threads && !failed; i++) {
        if (all[i] != READY)
            continue;
        item.local_id = (uint32_t)i;
        running = (int)(all - states) + i;
        if (gla_fiber_resume(running, run_item, &failed))
            all[i] = ENDED;
    }
    return failed ? gla_fail_memory(op, (size_t)threads << 18) : GLA_OK;
}

/* The group as far as it comes without the others: until somebody yields, or all have ended. */
static gla_status run_ahead(const char *op, int threads)
{
    char *all = states + (int)item.group_id * threads;
    for (;;) {
        gla_status st = advance(op, all, threads);
        int waiting = count(all, threads, AT_BARRIER);
        if (st || waiting == 0 || count(all, threads, READY) > 0)
            return st;
        if (waiting < threads)
            return fail_at_barrier(op, waiting, threads);
        memset(all, READY, (size_t)threads);
    }
}

/* Each group has its copy of the program's local memory, which is there once. */
static gla_status run_side_by_side(const char *op, int threads)
{
    char *local = kernel->local[0];
    size_t size = (size_t)(kernel->local[1] - local);
    int groups = (int)item.group_count, all = groups * threads;
    char *copies = gla_calloc((size_t)groups, size + 1);
    gla_status st = copies ? GLA_OK : gla_fail_memory(op, size * (size_t)groups);
    memset(states, READY, sizeof states);
    item.barrier = wait_at_barrier;
    while (!st && count(states, all, ENDED) < all) {
        for (item.group_id = 0; item.group_id < item.group_count && !st; item.group_id++) {
            char *copy = copies + size * item.group_id;
            memcpy(local, copy, size);
            st = run_ahead(op, threads);
            memcpy(copy, local, size);
        }
    }
    gla_free(copies);
    return st;
}

/* Arguments fit the parameters by number and size, which no GPU would say. */
static gla_status check(const char *op, const gla_emulated_kernel *k, int n, const gla_argument *args, void **pointers)
{
    if (n > 0 && args[n - 1].kind == GLA_ARGUMENT_LOCAL) /* of which there is as much as any kernel takes */
        n--;
    if (n != k->n)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %d arguments, but kernel \"%s\" takes %d", op, n, k->name, k->n);
    for (int i = 0; i < n; i++) {
        bool is_buffer = args[i].kind == GLA_ARGUMENT_BUFFER;
        size_t size = is_buffer ? sizeof(void *) : args[i].size;
        pointers[i] = is_buffer ? (void *)&args[i].value : (void *)args[i].value;
        if (size != k->sizes[i])
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: argument %d has %zu bytes, but kernel \"%s\" takes %u", op, i + 1, size,
                            k->name, k->sizes[i]);
    }
    return GLA_OK;
}

gla_status gla_emulated_launch(const char *op, gla_device *dev, void *which, int64_t groups, int threads, int n,
                               const gla_argument *args)
{
    void *pointers[GLA_EMULATED_PARAMETERS];
    const gla_emulated_kernel *k = which;
    gla_status st = check(op, k, n, args, pointers);
    (void)dev;
    if (st)
        return st;
    pthread_mutex_lock(&lock);
    kernel = k;
    arguments = pointers;
    *k->item = &item;
    item = (gla_work_item){
        .local_size = (uint32_t)threads, .group_count = (uint32_t)groups, .barrier = gla_fiber_pause, .yield = gla_fiber_pause};
    bool together = k->yields && k->local && groups > 1;
    if (together && groups * threads > GLA_EMULATED_MAX_GROUP)
        st = gla_fail(GLA_DEVICE_ERROR, "%s: kernel \"%s\" has %lld groups that wait for one another", op, k->name,
                      (long long)groups);
    else if (together)
        st = run_side_by_side(op, threads);
    for (; !together && item.group_id < item.group_count && !st; item.group_id++)
        st = run_group(op, threads);
    if (st)
        gla_fiber_reset();
    pthread_mutex_unlock(&lock);
    return st;
}
