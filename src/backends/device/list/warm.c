/* warm.c - Choose the programs of the list that a device needs, and compile each program with the driver's compiler. */
#include "warm.h"
#include "runtime/interrupt.h"
#include "contract/program.h"
#include "runtime/allocation.h"

#include "backends/device/cache.h"
#include "list.h"

#include <string.h>

typedef struct choice {
    const gla_device *dev; /* NULL: compile for an architecture */
    const gla_warm_plan *plan;
    gla_listed *chosen;
    int64_t n, room;
    int turn;    /* priority of the programs that are compiled now: 0 early, 1 next, 2 the rest */
    bool failed; /* out of memory */
} choice;

/* Return true if the device uses a program with these flags.  If there is no device, assume NVIDIA's features: warps, and
 * groups that wait for one another. */
static bool is_used(const choice *c, unsigned flags)
{
    bool serial = c->dev && gla_device_is_serial(c->dev), warps = !c->dev || gla_device_traits(c->dev)->has_warps;
    bool nvidia = !c->dev || gla_device_traits(c->dev)->nvidia, waits = !c->dev || gla_device_traits(c->dev)->groups_wait;
    return !(flags & (serial ? GLA_LISTED_PARALLEL : GLA_LISTED_SERIAL)) && (warps || !(flags & GLA_LISTED_WARPS)) &&
           (waits || !(flags & GLA_LISTED_WAITING)) && (nvidia || !(flags & GLA_LISTED_NVIDIA)) &&
           !(flags & GLA_LISTED_SOLVER && gla_device_driver.has_solver) && (c->plan->all || flags & GLA_LISTED_COMMON);
}

static bool is_chosen(const choice *c, const gla_device_program *p)
{
    bool found = false;
    for (int64_t i = 0; i < c->n && !found; i++)
        found = memcmp(&c->chosen[i].program, p, sizeof *p) == 0;
    return found;
}

static int turn_of(unsigned flags)
{
    return flags & GLA_LISTED_EARLY ? 0 : (flags & GLA_LISTED_NEXT) == GLA_LISTED_NEXT ? 1 : 2;
}

static void choose(void *state, const gla_listed *l)
{
    choice *c = state;
    if (c->failed || turn_of(l->flags) != c->turn || !is_used(c, l->flags) ||
        (c->plan->only && !strstr(l->purpose, c->plan->only)) || is_chosen(c, &l->program))
        return;
    if (c->n == c->room) {
        gla_listed *more = gla_realloc(c->chosen, (size_t)(2 * c->room + 64) * sizeof *more);
        c->failed = !more;
        if (!more)
            return;
        c->chosen = more;
        c->room = 2 * c->room + 64;
    }
    c->chosen[c->n++] = *l;
}

static bool has_float64(const char *lines)
{
    return strstr(lines, "float64") || strstr(lines, "complex128") || strstr(lines, "double");
}

static gla_status compile(gla_device *dev, const char *architecture, const gla_device_program *p, int64_t *compiled)
{
    bool kept = true;
    char *lines;
    gla_status st = gla_device_lines(p, &lines);
    if (!st && !(dev && dev->lacks_float64 && has_float64(lines)))
        st = gla_device_driver.compile(dev, architecture, p->file, lines, &kept);
    gla_free(lines);
    *compiled += !st && !kept;
    return st;
}

static gla_status warm(gla_device *dev, const char *architecture, gla_warm_plan *plan)
{
    char folder[256];
    choice c = {.dev = dev, .plan = plan};
    plan->programs = plan->compiled = 0;
    if (!gla_device_driver.compile)
        return GLA_OK;
    if (!gla_cache_begin(plan->shared, folder, sizeof folder))
        return gla_fail(GLA_DEVICE_ERROR, "warm: the folder for compiled programs is %.250s", folder);
    for (c.turn = 0; c.turn < 3; c.turn++)
        gla_list_all(&(gla_list){choose, &c});
    gla_status st = c.failed ? gla_fail_memory("warm", (size_t)c.room * sizeof *c.chosen) : GLA_OK;
    int64_t end = plan->count < 0 || plan->count > c.n - plan->first ? c.n : plan->first + plan->count;
    for (int64_t i = plan->first; i < end && !st; i++)
        st = gla_interrupted() ? gla_fail(GLA_INTERRUPTED_ERROR, "warm: interrupted; the programs compiled so far are kept")
                               : compile(dev, architecture, &c.chosen[i].program, &plan->compiled);
    plan->programs = c.n;
    gla_free(c.chosen);
    gla_cache_end();
    return st;
}

const gla_program_ops gla_device_program_ops = {.warm = warm};
