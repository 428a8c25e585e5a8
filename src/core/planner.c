/* planner.c - Compare the devices on which a call could run (placement.h).
 *
 * A call goes to the other device if it ends there sooner, copies of operands included. A copy may also serve later calls,
 * which are not known. So each operand is credited with what calls have lost by staying, and it moves when the credit reaches
 * the price of the copy. The total is at most twice that of the best plan in hindsight. An accelerator starts when all calls
 * together have lost the time of its start. Nothing here depends on a clock. */
#include "config.h"
#include "core/placement.h"
#include "runtime/devices.h"
#include "runtime/lock.h"
#include "runtime/runtime.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* GPULINALG_PLACEMENT: "stay", "go" and "alternate" overrule the costs, for tests. */
typedef enum policy { UNREAD, BY_COST, STAY, GO, ALTERNATE } policy;
static atomic_int the_policy;
static atomic_bool is_logged;
static atomic_uint turn;

static policy read_policy(void)
{
    const char *env = secure_getenv("GPULINALG_PLACEMENT");
    policy p = BY_COST;
    if (env && strncmp(env, "stay", 4) == 0)
        p = STAY;
    else if (env && strncmp(env, "go", 2) == 0)
        p = GO;
    else if (env && strncmp(env, "alternate", 9) == 0)
        p = ALTERNATE;
    else if (env && strncmp(env, "log", 3) == 0)
        atomic_store(&is_logged, true);
    atomic_store(&the_policy, p);
    return p;
}

/* ---- estimates ------------------------------------------------------------------------------------------------------- */
static double bytes_of(const gla_array *x)
{
    return (double)x->size * (double)gla_itemsize(x->dtype);
}

/* Seconds for the work on a device: not less than reading the operands. */
double gla_plan_seconds(const gla_plan *plan, const gla_place_argument *arguments, int n, const gla_array *const *operands,
                        const gla_device *dev)
{
    double bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += bytes_of(operands[i]);
    double reading = gla_machine_seconds(dev, GLA_WORK_BYTES, bytes);
    double work = plan->amount ? gla_machine_seconds(dev, plan->work, plan->amount(arguments)) : 0;
    return fmax(work, reading);
}

/* Return true if x has to be copied before a call on dev can read it. */
static bool is_away(const gla_array *x, const gla_device *dev)
{
    return gla_device_of(x) != dev && !(x->flags & GLA_WEAK) && !gla_has_replica(x, dev);
}

static double copies(const gla_device *dev, int n, const gla_array *const *operands)
{
    double seconds = 0;
    for (int i = 0; i < n; i++)
        if (is_away(operands[i], dev))
            seconds += gla_machine_copy(bytes_of(operands[i]));
    return seconds;
}

/* The device of most of the operands' memory. */
static gla_device *present(int n, const gla_array *const *operands, gla_device *host)
{
    gla_device *dev = host;
    double most = 0;
    for (int i = 0; i < n; i++)
        if (!(operands[i]->flags & GLA_UNPLACED) && bytes_of(operands[i]) + 1 > most) {
            most = bytes_of(operands[i]) + 1;
            dev = gla_device_of(operands[i]);
        }
    return dev;
}

static bool are_small(int n, const gla_array *const *operands)
{
    enum { SMALL = 1000 }; /* elements */
    for (int i = 0; i < n; i++)
        if (operands[i]->size > SMALL || !gla_device_of(operands[i])->is_host)
            return false;
    return true;
}

/* ---- the decision ---------------------------------------------------------------------------------------------------- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_fork_lock of_fork = {.lock = &lock};
static double missed; /* seconds that an accelerator that is not open would have saved */

/* Add what the call would save elsewhere to the credit of the operands there; return true if that pays for the copies. */
static bool pays(double saved, double price, const gla_device *dev, int n, const gla_array *const *operands)
{
    double credit = 0;
    gla_fork_lock_take(&of_fork);
    for (int i = 0; i < n; i++)
        if (is_away(operands[i], dev) && !(operands[i]->flags & GLA_UNPLACED)) {
            operands[i]->buffer->credit += (float)saved;
            credit += operands[i]->buffer->credit;
            saved = 0; /* counted once */
        }
    bool enough = credit >= price;
    for (int i = 0; i < n && enough; i++)
        operands[i]->buffer->credit = 0;
    pthread_mutex_unlock(&lock);
    return enough;
}

static bool starts(double saved)
{
    gla_fork_lock_take(&of_fork);
    missed += saved > 0 ? saved : 0;
    bool enough = missed >= gla_machine_start();
    pthread_mutex_unlock(&lock);
    return enough;
}

static void log_choice(const gla_plan *plan, const gla_device *dev, double here, double there, double price, bool is_host)
{
    fprintf(stderr, "%s: host %.3g ms, accelerator %.3g ms + %.3g ms to copy: %s\n", plan->op, 1e3 * (is_host ? here : there),
            1e3 * (is_host ? there : here), 1e3 * price, dev->name);
}

static gla_device *by_cost(const gla_plan *plan, const gla_place_argument *arguments, int n, const gla_array *const *operands,
                           gla_device *host, gla_device *here)
{
    gla_device *accelerator = gla_machine_accelerator(), *there = here->is_host ? accelerator : host;
    double stay = gla_plan_seconds(plan, arguments, n, operands, here) + copies(here, n, operands);
    double go = gla_plan_seconds(plan, arguments, n, operands, there), price = copies(there, n, operands);
    gla_device *chosen = here;
    if (!accelerator && here->is_host) {
        if (!gla_machine_has_accelerator() || !starts(stay - go - price) || !(there = gla_machine_open()))
            return host;
    }
    if (go + price < stay || (stay > go && pays(stay - go, price, there, n, operands)))
        chosen = there;
    if (atomic_load(&is_logged))
        log_choice(plan, chosen, stay, go, price, here->is_host);
    return chosen;
}

gla_status gla_plan_device(const gla_plan *plan, const gla_place_argument *arguments, int n, const gla_array *const *operands,
                           gla_device **dev)
{
    gla_device *host;
    policy p = (policy)atomic_load_explicit(&the_policy, memory_order_relaxed);
    gla_status st = gla_host_device(&host);
    if (st)
        return st;
    p = p == UNREAD ? read_policy() : p;
    /* Small operands on the host stay there: nothing can be saved. */
    if (p == BY_COST && !plan->amount && are_small(n, operands)) {
        *dev = host;
        return GLA_OK;
    }
    gla_device *here = present(n, operands, host);
    *dev = here;
    if ((n == 0 && !plan->amount) || plan->stays || p == STAY)
        return GLA_OK;
    if (p == BY_COST) {
        *dev = by_cost(plan, arguments, n, operands, host, here);
        return GLA_OK;
    }
    gla_device *accelerator = gla_machine_open();
    bool goes = p == GO || atomic_fetch_add(&turn, 1) % 2;
    *dev = goes && accelerator ? accelerator : host;
    return GLA_OK;
}
