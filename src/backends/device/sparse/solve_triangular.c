/* solve_triangular.c - Sparse triangular systems.  If groups may wait for other groups, a single launch solves the system, and
 * each element waits for the elements on which it depends.  Otherwise, and for long rows, the system is solved level by level.
 * A large level is solved by one launch of many groups.  Consecutive small levels are solved by one launch of a single group,
 * with barriers between levels. */
#include "sparse.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

#define OP "solve_triangular"
#define SMALL 8192    /* largest level, in steps, that one group processes in about the time a launch of many groups takes */
#define WAITING 64    /* number of threads in a group that waits for elements */
#define MAX_GROUP 512 /* SOLVE_GROUP of kernels/sparse_solve.h */

static gla_device_program program_for(gla_dtype dtype, bool wide)
{
    return gla_device_typed_with("sparse_solve.h", dtype, wide ? "#define INDEX int64\n" : "#define INDEX int32\n");
}

GLA_LIST_FLOATING(sparse_solve)
{
    for (int wide = 0; wide < 2; wide++)
        gla_list_add(list, program_for(t, wide), "triangular systems", wide ? 0 : gla_list_next(t));
}

typedef struct solution {
    gla_device *dev;
    gla_device_program program;
    const gla_csr *a;
    const gla_triangle *t;
    sparse_solve_sizes s;
    void *starts; /* copy of t->starts on the device */
    void *x;
} solution;

static int64_t steps_of(const solution *w, int64_t level)
{
    return (w->t->starts[level + 1] - w->t->starts[level]) * w->s.k * w->s.lanes;
}

static gla_status solve_large(solution *w, int64_t level)
{
    w->s.first = w->t->starts[level];
    w->s.last = w->t->starts[level + 1];
    const gla_argument args[] = {GLA_VALUE(w->s),          GLA_BUFFER(w->a->data),   GLA_BUFFER(w->a->indices),
                                 GLA_BUFFER(w->a->indptr), GLA_BUFFER(w->t->splits), GLA_BUFFER(w->t->order),
                                 GLA_BUFFER(w->x)};
    return gla_device_run_for(OP, w->dev, &w->program, "sparse_level", steps_of(w, level), 7, args);
}

static gla_status solve_small(solution *w, int64_t first, int64_t after, int64_t most)
{
    void *kernel;
    int threads = 32, limit = (int)gla_traits_threads(gla_device_traits(w->dev));
    while (threads < most && threads < MAX_GROUP && threads * 2 <= limit)
        threads *= 2;
    w->s.first = first;
    w->s.last = after;
    const gla_argument args[] = {GLA_VALUE(w->s),          GLA_BUFFER(w->a->data),   GLA_BUFFER(w->a->indices),
                                 GLA_BUFFER(w->a->indptr), GLA_BUFFER(w->t->splits), GLA_BUFFER(w->t->order),
                                 GLA_BUFFER(w->starts),    GLA_BUFFER(w->x)};
    gla_status st = gla_device_find(w->dev, &w->program, "sparse_levels", &kernel);
    return st ? st : gla_device_launch_groups(OP, w->dev, kernel, 1, threads, 8, args);
}

static gla_status solve_levels(solution *w)
{
    size_t bytes = (size_t)(w->t->levels + 1) * sizeof(int64_t);
    gla_status st = gla_device_scratch(OP, w->dev, bytes, &w->starts);
    if (!st)
        st = gla_device_write(OP, w->dev, w->starts, w->t->starts, bytes);
    for (int64_t level = 0; level < w->t->levels && !st;) {
        int64_t first = level, most = 0;
        for (; level < w->t->levels && steps_of(w, level) <= SMALL; level++)
            most = steps_of(w, level) > most ? steps_of(w, level) : most;
        if (level > first)
            st = solve_small(w, first, level, most);
        else
            st = solve_large(w, level++);
    }
    gla_device_drop(w->dev, w->starts);
    return st;
}

/* Return true if the method without levels applies: groups may wait for other groups, rows use one lane, and steps can be
 * counted in 32 bits. */
static bool may_wait(const solution *w)
{
    return gla_device_traits(w->dev)->has_warps && w->s.lanes == 1 && w->s.rows <= INT32_MAX / w->s.k;
}

static gla_status solve_waiting(solution *w)
{
    int64_t n = w->s.rows * w->s.k;
    size_t bytes = (size_t)n * gla_itemsize(w->a->dtype);
    void *kernel, *next = NULL, *right = NULL;
    gla_status st = gla_device_scratch(OP, w->dev, bytes, &right);
    if (!st)
        st = gla_device_scratch(OP, w->dev, sizeof(uint32_t), &next);
    if (!st)
        st = gla_device_copy_block(OP, w->dev, right, w->x, bytes);
    if (!st)
        st = gla_device_fill(OP, w->dev, w->x, 0xff, bytes);
    if (!st)
        st = gla_device_fill(OP, w->dev, next, 0, sizeof(uint32_t));
    if (!st)
        st = gla_device_find(w->dev, &w->program, "sparse_waits", &kernel);
    const gla_argument args[] = {GLA_VALUE(w->s),          GLA_BUFFER(w->a->data),   GLA_BUFFER(w->a->indices),
                                 GLA_BUFFER(w->a->indptr), GLA_BUFFER(w->t->splits), GLA_BUFFER(right),
                                 GLA_BUFFER(w->x),         GLA_BUFFER(next)};
    if (!st)
        st = gla_device_launch_groups(OP, w->dev, kernel, (n + WAITING - 1) / WAITING, WAITING, 8, args);
    gla_device_drop(w->dev, next);
    gla_device_drop(w->dev, right);
    return st;
}

gla_status gla_device_solve_triangular(gla_device *dev, const gla_csr *a, const gla_triangle *t, int64_t k, void *x)
{
    solution w = {.dev = dev,
                  .program = program_for(a->dtype, a->index == GLA_INT64),
                  .a = a,
                  .t = t,
                  .s = {.rows = a->rows, .k = k, .lower = t->lower, .unit = t->unit, .lanes = t->lanes},
                  .x = x};
    gla_status st = gla_device_enter(OP, dev);
    if (st || !gla_device_is_serial(dev))
        return st ? st : may_wait(&w) ? solve_waiting(&w) : solve_levels(&w);
    const gla_argument args[] = {GLA_VALUE(w.s),        GLA_BUFFER(a->data),   GLA_BUFFER(a->indices),
                                 GLA_BUFFER(a->indptr), GLA_BUFFER(t->splits), GLA_BUFFER(x)};
    return gla_device_run_for(OP, dev, &w.program, "sparse_columns", k, 6, args);
}
