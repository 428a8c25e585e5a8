/* group.c - Launch kernels.  Groups run one after another, and the work-items of a group take turns: each runs until its next
 * barrier.  Groups that wait for one another also take turns. */
#include "emulated.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"

#include <pthread.h>
#include <string.h>

/* Lock held during a launch.  There is only one launch at a time, because each program has only one local memory. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_work_item item;
static const gla_emulated_kernel *kernel;
static void **arguments;

void gla_emulated_watch_launches(void)
{
    static gla_fork_lock of_fork = {.lock = &lock};
    gla_fork_watch(&of_fork);
}

enum { READY, AT_LANES, AT_BARRIER, ENDED };
#define LANES 32
static char states[GLA_EMULATED_MAX_GROUP]; /* one state per coroutine: coroutines are the work-items of a group or, if groups
                                             * take turns, of all groups */
static int meetings[GLA_EMULATED_MAX_GROUP], lines[GLA_EMULATED_MAX_GROUP]; /* barrier and line at which each work-item waits */
static int running;

static void run_item(void)
{
    kernel->call(arguments);
}

static void wait_for(int what, int line)
{
    states[running] = what <= GLA_WARP_MEETS ? AT_LANES : AT_BARRIER;
    meetings[running] = what;
    lines[running] = line;
    gla_fiber_pause();
}

static void pass_fence(void)
{
}

static int count(const char *all, int n, char state)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += all[i] == state;
    return found;
}

/* Run coroutine `which` as work-item i until it waits or yields. */
static bool resume(int which, int i)
{
    bool failed = false;
    item.local_id = (uint32_t)i;
    running = which;
    if (gla_fiber_resume(which, run_item, &failed))
        states[which] = ENDED;
    return !failed;
}

/* Release n coroutines, beginning at number `first`, which have met at a barrier. */
static void pass(int first, int n, gla_meeting what)
{
    for (int i = first; i < first + n; i++)
        if (states[i] != ENDED)
            states[i] = READY;
    if (kernel->is_watched)
        gla_race_meeting(first, n, what);
}

static gla_status fail_at_barrier(const char *op, int waiting, int threads)
{
    return gla_fail(
        GLA_DEVICE_ERROR,
        "%s: %d of %d work-items of group %u wait at a barrier in kernel \"%s\", but the other work-items have ended", op,
        waiting, threads, item.group_id, kernel->name);
}

/* Check that all waiting work-items wait at the same line.  A GPU would treat different barriers as one barrier, or hang. */
static gla_status check_places(const char *op, int first, int n)
{
    int one = first;
    while (one < first + n - 1 && states[one] == ENDED)
        one++;
    for (int i = one; i < first + n; i++)
        if (states[i] != ENDED && (states[i] != states[one] || lines[i] != lines[one]))
            return gla_fail(
                GLA_DEVICE_ERROR,
                "%s: work-items of group %u wait at different barriers of kernel \"%s\": %d at line %d, %d at line %d", op,
                item.group_id, kernel->name, one - first, lines[one], i - first, lines[i]);
    return GLA_OK;
}

/* Release the warps whose lanes all wait for one another.  Set *passed if there is such a warp. */
static gla_status release_warps(const char *op, int first, int threads, bool *passed)
{
    *passed = false;
    for (int lane = 0; lane < threads; lane += LANES) {
        int n = threads - lane < LANES ? threads - lane : LANES, at = first + lane;
        if (count(states + at, n, READY) > 0 || count(states + at, n, AT_LANES) == 0)
            continue;
        gla_status st = check_places(op, at, n);
        if (st)
            return st;
        while (states[at] == ENDED)
            at++;
        pass(first + lane, n, (gla_meeting)meetings[at]);
        *passed = true;
    }
    return GLA_OK;
}

/* Run the group until a work-item yields to other groups, or until all work-items have ended. */
static gla_status run_ahead(const char *op, int first, int threads)
{
    char *all = states + first;
    for (;;) {
        bool passed;
        for (int i = 0; i < threads; i++)
            if (all[i] == READY && !resume(first + i, i))
                return gla_fail_memory(op, (size_t)threads << 18);
        bool yielded = count(all, threads, READY) > 0;
        gla_status st = release_warps(op, first, threads, &passed);
        int waiting = count(all, threads, AT_BARRIER);
        if (st || yielded)
            return st;
        if (passed)
            continue;
        if (waiting == 0)
            return GLA_OK;
        if (waiting < threads)
            return fail_at_barrier(op, waiting, threads);
        if ((st = check_places(op, first, threads)))
            return st;
        pass(first, threads, (gla_meeting)meetings[first]);
    }
}

static void begin_group(int first, int threads)
{
    memset(states + first, READY, (size_t)threads);
    if (kernel->is_watched)
        gla_race_group(first, threads);
}

static gla_status run_group(const char *op, int threads)
{
    gla_status st = GLA_OK;
    begin_group(0, threads);
    if (!resume(0, 0))
        return gla_fail_memory(op, (size_t)1 << 18);
    if (states[0] != ENDED) {
        while (!st && count(states, threads, ENDED) < threads)
            st = run_ahead(op, 0, threads);
        return st;
    }
    for (int i = 1; i < threads; i++) { /* without barriers, one coroutine runs all work-items */
        if (!resume(0, i))
            return gla_fail_memory(op, (size_t)1 << 18);
        if (states[0] != ENDED)
            return gla_fail(GLA_DEVICE_ERROR,
                            "%s: work-item %d of group %u waits at a barrier in kernel \"%s\", but "
                            "work-item 0 has ended without a barrier",
                            op, i, item.group_id, kernel->name);
    }
    return GLA_OK;
}

/* ---- groups that take turns ---------------------------------------------------------------------------------------------- */
/* Run the groups in turns.  Each group has a copy of the program's local memory, which is swapped in while the group runs. */
static gla_status run_side_by_side(const char *op, int threads)
{
    char *local = kernel->local[0];
    size_t size = (size_t)(kernel->local[1] - local);
    int groups = (int)item.group_count, all = groups * threads;
    char *copies = gla_calloc((size_t)groups, size + 1);
    gla_status st = copies ? GLA_OK : gla_fail_memory(op, size * (size_t)groups);
    for (item.group_id = 0; item.group_id < item.group_count; item.group_id++)
        begin_group((int)item.group_id * threads, threads);
    while (!st && count(states, all, ENDED) < all) {
        for (item.group_id = 0; item.group_id < item.group_count && !st; item.group_id++) {
            char *copy = copies + size * item.group_id;
            memcpy(local, copy, size);
            st = run_ahead(op, (int)item.group_id * threads, threads);
            memcpy(copy, local, size);
        }
    }
    gla_free(copies);
    return st;
}

/* Check that the number and sizes of the arguments match the parameters, because a GPU would not report a mismatch. */
static gla_status check(const char *op, const gla_emulated_kernel *k, int n, const gla_argument *args, void **pointers)
{
    if (n > 0 && args[n - 1].kind == GLA_ARGUMENT_LOCAL) /* the emulated local memory is always large enough */
        n--;
    if (n != k->n)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the number of arguments is %d, but kernel \"%s\" takes %d", op, n, k->name,
                        k->n);
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
    item = (gla_work_item){.local_size = (uint32_t)threads,
                           .group_count = (uint32_t)groups,
                           .wait_for = wait_for,
                           .yield = gla_fiber_pause,
                           .fence = pass_fence};
    bool together = k->yields && k->local && groups > 1;
    if (k->is_watched)
        gla_race_begin(k, &item, together);
    if (together && groups * threads > GLA_EMULATED_MAX_GROUP)
        st = gla_fail(GLA_DEVICE_ERROR, "%s: kernel \"%s\" has %lld groups that wait for one another", op, k->name,
                      (long long)groups);
    else if (together)
        st = run_side_by_side(op, threads);
    for (; !together && item.group_id < item.group_count && !st; item.group_id++)
        st = run_group(op, threads);
    if (k->is_watched && !st)
        st = gla_race_end(op);
    if (st)
        gla_fiber_reset();
    pthread_mutex_unlock(&lock);
    return st;
}
