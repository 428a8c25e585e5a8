/* planner.c - Compare the devices on which a call could run (placement.h).
 *
 * A call goes to the other device if it ends there sooner, copies of operands included. A copy may also serve later calls,
 * which are not known. So each operand is credited with what calls have lost by staying, and it moves when the credit reaches
 * the price of the copy. The total is at most twice that of the best plan in hindsight. An accelerator starts when all calls
 * together have lost the time of its start. Nothing here depends on a clock. */
#include "config.h"
#include "core/placement.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"
#include "runtime/lock.h"
#include "runtime/runtime.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- operands ------------------------------------------------------------------------------------------------------- */
/* What the choice needs to know about an array or an object. */
typedef struct operand {
    double bytes;
    const gla_device *dev, *replica;
    float *credit; /* NULL: a copy would not outlive the call */
    bool is_free;  /* a number, which is passed with the call */
} operand;

/* The operands of a call. */
typedef struct work {
    const gla_plan *plan;
    const gla_place_argument *arguments;
    int n;
    operand *of;
    double bytes;
    gla_dtype dtype; /* of the first array */
} work;

static const gla_object *object_of(const gla_place_argument *a)
{
    switch (a->kind) {
    case GLA_PLACE_OBJECT: return *(const gla_object **)a->at;
    case GLA_PLACE_ANCHOR: return a->at;
    case GLA_PLACE_DATA: return *(const gla_dataset **)a->at ? (const gla_object *)(*(const gla_dataset **)a->at)->table : NULL;
    default: return NULL;
    }
}

double gla_cost_bytes(const gla_place_argument *a)
{
    const gla_object *o = object_of(a);
    const gla_array *x = a->kind == GLA_PLACE_ARRAY                                  ? *(const gla_array **)a->at
                         : a->kind == GLA_PLACE_DATA && *(const gla_dataset **)a->at ? (*(const gla_dataset **)a->at)->array
                                                                                     : NULL;
    return x ? gla_bytes_of(x) : o && o->class->bytes ? o->class->bytes(o) : 0;
}

static operand of_array(const gla_array *x)
{
    bool lasts = !(x->flags & GLA_UNPLACED) && gla_replica_may_stay(x->buffer);
    return (operand){.bytes = gla_bytes_of(x),
                     .dev = gla_device_of(x),
                     .replica = gla_replica_device(x->buffer),
                     .credit = lasts ? &x->buffer->credit : NULL,
                     .is_free = x->flags & GLA_WEAK};
}

static operand of_object(const gla_object *o, const gla_device *host)
{
    return (operand){.bytes = o->class->bytes(o),
                     .dev = o->dev ? o->dev : host,
                     .replica = o->class->replica ? o->class->replica(o) : NULL,
                     .credit = o->class->move ? (float *)&o->credit : NULL};
}

static void collect(work *w, int n_arguments, int n, const gla_array *const *arrays, const gla_device *host)
{
    w->dtype = GLA_NO_DTYPE;
    for (int i = 0; i < n; i++) {
        w->of[w->n++] = of_array(arrays[i]);
        if (w->dtype == GLA_NO_DTYPE && !(arrays[i]->flags & GLA_WEAK))
            w->dtype = arrays[i]->dtype;
    }
    for (int i = 0; i < n_arguments; i++) {
        const gla_object *o = object_of(&w->arguments[i]);
        if (o && o->class->bytes)
            w->of[w->n++] = of_object(o, host);
    }
    for (int i = 0; i < w->n; i++)
        w->bytes += w->of[i].bytes;
}

/* Return true if an operand has to be copied before a call on dev can read it. */
static bool is_away(const operand *o, const gla_device *dev)
{
    return o->dev != dev && !o->is_free && (!dev || o->replica != dev);
}

/* Seconds for the copies that outlive the call, or for the others. */
static double copies(const work *w, const gla_device *dev, bool lasting)
{
    double seconds = 0;
    for (int i = 0; i < w->n; i++)
        if ((w->of[i].credit != NULL) == lasting && is_away(&w->of[i], dev))
            seconds += gla_machine_copy(w->of[i].bytes);
    return seconds;
}

/* The device of most of the operands' memory. */
static const gla_device *present(const work *w, const gla_device *host)
{
    const gla_device *dev = host;
    double most = 0;
    for (int i = 0; i < w->n; i++)
        if (!w->of[i].is_free && w->of[i].bytes + 1 > most) {
            most = w->of[i].bytes + 1;
            dev = w->of[i].dev;
        }
    return dev;
}

/* Return true if the work is so little that moving it cannot save time. */
static bool is_little(const gla_plan *plan, const gla_place_argument *arguments)
{
    enum { LITTLE = 300000 }; /* bytes */
    return plan->work == GLA_WORK_BYTES && !strpbrk(plan->arguments, "od") &&
           (!plan->amount || plan->amount(arguments) <= LITTLE);
}

static bool are_small(int n, const gla_array *const *operands)
{
    enum { SMALL = 1000 }; /* elements */
    for (int i = 0; i < n; i++)
        if (operands[i]->size > SMALL || !gla_device_of(operands[i])->is_host)
            return false;
    return true;
}

/* ---- estimates ------------------------------------------------------------------------------------------------------ */
double gla_plan_seconds(const gla_plan *plan, const gla_place_argument *arguments, double bytes, gla_dtype dtype,
                        const gla_device *dev)
{
    double reading = gla_machine_seconds(dev, GLA_WORK_BYTES, bytes); /* no work takes less */
    if (!plan->amount)
        return reading;
    double amount = plan->amount(arguments) * gla_machine_factor(dev, plan->work, dtype);
    return fmax(gla_machine_seconds(dev, plan->work, amount), reading);
}

static double work_on(const work *w, const gla_device *dev)
{
    return gla_plan_seconds(w->plan, w->arguments, w->bytes, w->dtype, dev);
}

/* Seconds of the call, and of copies that do not outlive it. */
static double seconds(const work *w, const gla_device *dev)
{
    return work_on(w, dev) + copies(w, dev, false);
}

/* ---- credit --------------------------------------------------------------------------------------------------------- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_fork_lock of_fork = {.lock = &lock};
static double missed, missed_by_kind[GLA_WORKS]; /* seconds that the accelerator would have saved */
static bool is_used[GLA_WORKS];                  /* the accelerator has done work of the kind */

/* Credit the operands with the time that the call would save on another device, each with at most the price of its copy. Return
 * true if the credits pay for all copies; they are spent then. Otherwise the results of the call inherit them. */
static bool pays(const work *w, double saved, const gla_device *dev)
{
    bool enough = true;
    float inherited = 0;
    gla_fork_lock_take(&of_fork);
    for (int i = 0; i < w->n; i++) {
        const operand *o = &w->of[i];
        if (!o->credit || !is_away(o, dev))
            continue;
        double price = gla_machine_copy(o->bytes), part = fmin(saved, fmax(price - *o->credit, 0));
        *o->credit += (float)part;
        saved -= part;
        enough = enough && *o->credit >= (float)price;
        inherited = fmaxf(inherited, *o->credit);
    }
    for (int i = 0; i < w->n && enough && dev; i++)
        if (w->of[i].credit)
            *w->of[i].credit = 0;
    pthread_mutex_unlock(&lock);
    gla_placing_now.credit = enough && dev ? 0 : inherited;
    return enough;
}

/* Return true if the time that calls have lost, this one `gain`, reaches the price of starting the accelerator, and of its
 * first work of this kind. */
static bool starts(gla_work kind, double gain, bool is_open)
{
    if (is_open && is_used[kind])
        return true;
    double first = is_used[kind] ? 0 : gla_machine_first(kind), start = is_open ? 0 : gla_machine_start();
    gla_fork_lock_take(&of_fork);
    missed += gain;
    missed_by_kind[kind] += gain;
    bool enough = missed >= start + first && missed_by_kind[kind] >= first;
    is_used[kind] = is_used[kind] || enough;
    pthread_mutex_unlock(&lock);
    return enough;
}

/* ---- the decision --------------------------------------------------------------------------------------------------- */
static int write_shape(char *text, size_t size, const gla_array *x)
{
    int n = snprintf(text, size, " %s", x->ndim ? "" : "1");
    for (int i = 0; i < x->ndim && n < (int)size; i++)
        n += snprintf(text + n, size - (size_t)n, "%s%lld", i ? "x" : "", (long long)x->shape[i]);
    return n < (int)size ? n : (int)size - 1;
}

/* "solve 8192x8192 8192: host 1.9e+03 ms, cuda:0 36 ms + 11 ms to copy: cuda:0" */
static void log_choice(const work *w, int n, const gla_array *const *arrays, const gla_device *dev, bool is_host,
                       const gla_device *chosen, const char *why)
{
    char shapes[120] = "";
    gla_device *host = NULL;
    if (gla_host_device(&host))
        return;
    double to_host = copies(w, host, true) + copies(w, host, false), away = copies(w, dev, true) + copies(w, dev, false);
    for (int i = 0, at = 0; i < n && i < 3; i++)
        at += write_shape(shapes + at, sizeof shapes - (size_t)at, arrays[i]);
    fprintf(stderr, "gpulinalg: %s%s: host %.3g ms", w->plan->op, shapes, 1e3 * work_on(w, host));
    if (!is_host && to_host > 0)
        fprintf(stderr, " + %.3g ms to copy", 1e3 * to_host);
    fprintf(stderr, ", %s %.3g ms", dev ? dev->name : "accelerator", 1e3 * work_on(w, dev));
    if (is_host && away > 0)
        fprintf(stderr, " + %.3g ms to copy", 1e3 * away);
    fprintf(stderr, ": %s%s\n", chosen->name, why);
}

/* Choose by cost. An accelerator that is not open is NULL here. */
static const gla_device *by_cost(const work *w, int n, const gla_array *const *arrays, const gla_device *host,
                                 const gla_device *here, bool is_logged)
{
    const gla_device *open = gla_machine_accelerator(), *there = here->is_host ? open : host, *chosen = here;
    if (here->is_host && !open && !gla_machine_has_accelerator())
        return host;
    double stay = seconds(w, here) + copies(w, here, true), go = seconds(w, there), price = copies(w, there, true);
    double saved = stay - go;
    const char *why = "";
    bool moves = pays(w, fmax(saved, 0), there) && saved > 0;
    if (moves && here->is_host && !starts(w->plan->work, saved > price ? saved - price : saved, open != NULL)) {
        moves = false;
        why = open ? "; its first use is not paid yet" : "; its start is not paid yet";
    }
    if (moves && !there)
        there = gla_machine_open();
    if (moves && there)
        chosen = there;
    else if (saved > 0 && !*why)
        why = "; the copy is not paid yet";
    if (is_logged)
        log_choice(w, n, arrays, open, here->is_host, chosen, why);
    return chosen;
}

static gla_status plan_by_cost(const gla_plan *plan, const gla_place_argument *arguments, int n_arguments, int n,
                               const gla_array *const *arrays, gla_device *host, bool is_logged, gla_device **dev)
{
    enum { FEW = 24 };
    operand few[FEW];
    work w = {.plan = plan, .arguments = arguments, .of = n + n_arguments <= FEW ? few : NULL};
    if (!w.of && !(w.of = gla_malloc((size_t)(n + n_arguments) * sizeof *w.of)))
        return gla_fail_memory(plan->op, (size_t)(n + n_arguments) * sizeof *w.of);
    collect(&w, n_arguments, n, arrays, host);
    const gla_device *here = present(&w, host);
    bool is_counted = !plan->stays && (w.n > 0 || plan->amount);
    *dev = (gla_device *)(is_counted ? by_cost(&w, n, arrays, host, here, is_logged) : here);
    if (w.of != few)
        gla_free(w.of);
    return GLA_OK;
}

/* "stay", "go" and "alternate" overrule the costs. */
static gla_device *by_policy(gla_policy policy, const gla_plan *plan, int n, const gla_array *const *arrays, gla_device *host)
{
    static atomic_uint turn;
    if (policy == GLA_POLICY_STAY)
        return host;
    if ((!n && !plan->amount) || plan->stays) {
        for (int i = 0; i < n; i++)
            if (!(arrays[i]->flags & GLA_UNPLACED))
                return gla_device_of(arrays[i]);
        return host;
    }
    gla_device *accelerator = gla_machine_open();
    bool goes = policy == GLA_POLICY_GO || atomic_fetch_add(&turn, 1) % 2;
    return goes && accelerator ? accelerator : host;
}

gla_status gla_plan_device(const gla_plan *plan, const gla_place_argument *arguments, int n_arguments, int n,
                           const gla_array *const *arrays, gla_device **dev)
{
    gla_policy policy;
    gla_device *host;
    gla_status st = gla_host_device(&host);
    if (st || (st = gla_policy_now(&policy)))
        return st;
    gla_placing_now.credit = 0;
    *dev = host;
    if (policy > GLA_POLICY_LOG) {
        *dev = by_policy(policy, plan, n, arrays, host);
        return GLA_OK;
    }
    bool is_small = n && is_little(plan, arguments) && are_small(n, arrays);
    return is_small ? GLA_OK : plan_by_cost(plan, arguments, n_arguments, n, arrays, host, policy == GLA_POLICY_LOG, dev);
}
