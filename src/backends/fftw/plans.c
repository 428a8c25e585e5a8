/* plans.c - FFTW plans, cached for later calls.
 *
 * Plans are estimated, unless the system's wisdom (fftw-wisdom) contains them.  Plans are never measured here, because
 * measuring may take minutes and results would differ between runs.  One lock protects the cache and FFTW's planner, which is
 * not thread-safe. */
#include "config.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"

#include "backends/host/fft/fftw.h"

#include <fftw3.h>
#include <pthread.h>
#include <string.h>

#define MAX_PLANS 64
#define ALIGNMENT 64

struct gla_fftw_plan {
    bool is_double;
    gla_fftw_kind kind;
    int64_t n;
    fftw_plan wide;
    fftwf_plan narrow;
    int users;    /* number of calls that use the plan, plus one while it is cached */
    uint64_t age; /* counter at the last use */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_fftw_plan *plans[MAX_PLANS];
static uint64_t uses;

static void drop(gla_fftw_plan *p)
{
    if (--p->users > 0)
        return;
    if (p->wide)
        fftw_destroy_plan(p->wide);
    if (p->narrow)
        fftwf_destroy_plan(p->narrow);
    gla_free(p);
}

static void release(gla_fftw_plan *p)
{
    pthread_mutex_lock(&lock);
    drop(p);
    pthread_mutex_unlock(&lock);
}

static bool plan_wide(gla_fftw_plan *p, void *in, void *out)
{
    const fftw_iodim64 line = {p->n, 1, 1};
    if (p->kind == GLA_FFTW_TO_HALF)
        p->wide = fftw_plan_guru64_dft_r2c(1, &line, 0, NULL, in, out, FFTW_ESTIMATE);
    else if (p->kind == GLA_FFTW_FROM_HALF)
        p->wide = fftw_plan_guru64_dft_c2r(1, &line, 0, NULL, in, out, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    else
        p->wide = fftw_plan_guru64_dft(1, &line, 0, NULL, in, out, p->kind == GLA_FFTW_INVERSE ? FFTW_BACKWARD : FFTW_FORWARD,
                                       FFTW_ESTIMATE);
    return p->wide != NULL;
}

static bool plan_narrow(gla_fftw_plan *p, void *in, void *out)
{
    const fftwf_iodim64 line = {p->n, 1, 1};
    if (p->kind == GLA_FFTW_TO_HALF)
        p->narrow = fftwf_plan_guru64_dft_r2c(1, &line, 0, NULL, in, out, FFTW_ESTIMATE);
    else if (p->kind == GLA_FFTW_FROM_HALF)
        p->narrow = fftwf_plan_guru64_dft_c2r(1, &line, 0, NULL, in, out, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    else
        p->narrow = fftwf_plan_guru64_dft(1, &line, 0, NULL, in, out,
                                          p->kind == GLA_FFTW_INVERSE ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    return p->narrow != NULL;
}

/* Load the system's wisdom before the first plan is made.  FFTW estimates plans that the wisdom does not contain. */
static void import_wisdom(void)
{
    static bool is_imported;
    if (!is_imported) {
        fftw_import_system_wisdom();
        fftwf_import_system_wisdom();
    }
    is_imported = true;
}

/* The planner uses only the addresses of the blocks, not their contents. */
static gla_status plan_fftw(const char *op, gla_fftw_plan *p)
{
    size_t bytes = ((size_t)p->n + 1) * 2 * (p->is_double ? sizeof(double) : sizeof(float));
    char *block = gla_malloc(2 * bytes + 3 * ALIGNMENT);
    if (!block)
        return gla_fail_memory(op, 2 * bytes);
    char *in = block + (ALIGNMENT - (uintptr_t)block % ALIGNMENT), *out = in + (bytes / ALIGNMENT + 1) * ALIGNMENT;
    import_wisdom();
    bool planned = p->is_double ? plan_wide(p, in, out) : plan_narrow(p, in, out);
    gla_free(block);
    return planned ? GLA_OK
                   : gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: FFTW cannot plan a transform of %lld elements; free arrays", op,
                              (long long)p->n);
}

static gla_status make(const char *op, bool is_double, gla_fftw_kind kind, int64_t n, gla_fftw_plan **made)
{
    gla_fftw_plan *p = gla_calloc(1, sizeof *p);
    if (!p)
        return gla_fail_memory(op, sizeof *p);
    *p = (gla_fftw_plan){.is_double = is_double, .kind = kind, .n = n, .users = 1};
    gla_status st = plan_fftw(op, p);
    if (st)
        drop(p);
    else
        *made = p;
    return st;
}

/* Store a plan in an unused entry, or replace the least recently used plan. */
static void keep(gla_fftw_plan *p)
{
    int at = 0;
    for (int i = 0; i < MAX_PLANS; i++) {
        if (!plans[i]) {
            at = i;
            break;
        }
        if (plans[i]->age < plans[at]->age)
            at = i;
    }
    if (plans[at])
        drop(plans[at]);
    plans[at] = p;
    p->users++;
}

static gla_status take_locked(const char *op, bool is_double, gla_fftw_kind kind, int64_t n, gla_fftw_plan **plan)
{
    gla_fftw_plan *found = NULL;
    gla_status st = GLA_OK;
    for (int i = 0; i < MAX_PLANS && plans[i] && !found; i++)
        if (plans[i]->n == n && plans[i]->kind == kind && plans[i]->is_double == is_double)
            found = plans[i];
    if (found)
        found->users++;
    else if (!(st = make(op, is_double, kind, n, &found)))
        keep(found);
    if (!st)
        found->age = ++uses;
    *plan = found;
    return st;
}

static gla_status take(const char *op, bool is_double, gla_fftw_kind kind, int64_t n, gla_fftw_plan **plan)
{
    pthread_mutex_lock(&lock);
    gla_status st = take_locked(op, is_double, kind, n, plan);
    pthread_mutex_unlock(&lock);
    return st;
}

/* Return true if FFTW regards the block as aligned in the same way as the blocks for which the plan was made. */
static bool is_aligned(bool is_double, const void *block)
{
    void *p = (void *)(uintptr_t)block;
    return (is_double ? fftw_alignment_of(p) : fftwf_alignment_of(p)) == 0;
}

static void run(const gla_fftw_plan *p, int64_t count, void *in, int64_t in_step, void *out, int64_t out_step)
{
    for (char *from = in, *to = out; count-- > 0; from += in_step, to += out_step) {
        void *x = from, *y = to;
        if (p->kind == GLA_FFTW_TO_HALF)
            p->is_double ? fftw_execute_dft_r2c(p->wide, x, y) : fftwf_execute_dft_r2c(p->narrow, x, y);
        else if (p->kind == GLA_FFTW_FROM_HALF)
            p->is_double ? fftw_execute_dft_c2r(p->wide, x, y) : fftwf_execute_dft_c2r(p->narrow, x, y);
        else
            p->is_double ? fftw_execute_dft(p->wide, x, y) : fftwf_execute_dft(p->narrow, x, y);
    }
}

const gla_fftw *gla_fftw_entry(void)
{
    static gla_fftw entry = {.take = take, .release = release, .is_aligned = is_aligned, .run = run};
    static gla_fork_lock of_fork = {.lock = &lock};
    gla_fork_watch(&of_fork);
    entry.version = fftw_version;
    return &entry;
}
