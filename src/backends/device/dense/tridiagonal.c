/* tridiagonal.c - Eigenvalues of symmetric tridiagonal matrices, by kernels/tridiagonal_values.h.  This file also contains the
 * first and the last step of computing eigenvectors. */
#include "tridiagonal.h"

#include "backends/device/list/list.h"

#define GROUP 256
#define OWN_THREADS 512 /* number of threads per compute unit, so that most threads work while some wait */
#define WIDTH 6         /* width of the first interval; the largest magnitude of an element is near 1 */

static const char values[] = "tridiagonal_values.h";

GLA_LIST(tridiagonal)
{
    static const char *const files[] = {"tridiagonal_values.h", "tridiagonal_leaves.h", "tridiagonal_merge.h"};
    if (gla_kind_of(t) != GLA_KIND_REAL)
        return;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        gla_list_add(list, gla_device_typed_with(files[i], t, ""), "eigenvalues", gla_list_next(t));
    gla_list_add(list, gla_device_typed_with("tridiagonal_roots.h", t, "#define LANES 32\n"), "eigenvalues", gla_list_next(t));
}

gla_status gla_tridiagonal_scale(const gla_dense *d, int64_t n, void *diagonal, void *beside, int *state)
{
    void *kernel;
    const gla_argument args[] = {GLA_VALUE(n), GLA_BUFFER(diagonal), GLA_BUFFER(beside), GLA_BUFFER(state)};
    gla_status st = gla_dense_kernel(d, values, "", "tridiagonal_scale", &kernel);
    return st ? st : gla_dense_launch(d, kernel, 1, GROUP, 4, args);
}

gla_status gla_tridiagonal_report(const gla_dense *d, const int *state)
{
    int64_t wrong;
    gla_status st = gla_dense_read_ints(d, state, 1, 0, &wrong);
    if (st || !wrong)
        return st;
    return gla_fail(GLA_CONVERGENCE_ERROR, "%s: %s", d->op,
                    wrong & TRIDIAGONAL_NOT_FINITE ? "the tridiagonal matrix has elements that are not finite"
                                                   : "the eigenvalues of the tridiagonal matrix did not converge");
}

typedef struct search {
    const gla_dense *d;
    int64_t n, table, points; /* points: number of points in the first launch; then the number of points per eigenvalue */
    void *block;              /* allocated block that contains the members below */
    void *squares, *low, *high;
    int *counts, *state;
} search;

/* Lay out the parts of one block.  With address 0, compute the size of the block. */
static int64_t lay_out(search *s, char *at)
{
    char *begin = at;
    s->squares = gla_dense_cut(&at, s->n * s->d->item);
    s->low = gla_dense_cut(&at, s->n * s->d->item);
    s->high = gla_dense_cut(&at, s->n * s->d->item);
    s->counts = gla_dense_cut(&at, s->table * (int64_t)sizeof(int));
    s->state = gla_dense_cut(&at, 2 * (int64_t)sizeof(int));
    return at - begin;
}

/* Choose the number of points from the number of threads of the device.  On a CPU every point takes the same time, so plain
 * bisection is fastest. */
static gla_status prepare(search *s, const gla_dense *d, int64_t n)
{
    int64_t threads = gla_device_traits(d->dev)->is_cpu ? GROUP : (int64_t)gla_device_units(d->dev) * OWN_THREADS;
    *s = (search){.d = d, .n = n, .table = (threads + GROUP - 1) / GROUP * GROUP, .points = 1};
    while (2 * s->points * n <= threads && s->points < GROUP)
        s->points *= 2;
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)lay_out(s, NULL), &s->block);
    if (!st)
        lay_out(s, s->block);
    return st;
}

static gla_status find(const search *s, const void *diagonal, const void *beside)
{
    int64_t n = s->n, table = s->table, points = s->points, groups = (n * points + GROUP - 1) / GROUP;
    double width = (double)WIDTH / (double)(table + 1), enough = s->d->dtype == GLA_FLOAT32 ? 0x1p-24 : 0x1p-53;
    const gla_argument squares[] = {GLA_VALUE(n), GLA_BUFFER(beside), GLA_BUFFER(s->squares)};
    const gla_argument counts[] = {GLA_VALUE(n), GLA_VALUE(table), GLA_BUFFER(diagonal), GLA_BUFFER(s->squares),
                                   GLA_BUFFER(s->counts)};
    const gla_argument intervals[] = {GLA_VALUE(n), GLA_VALUE(table), GLA_BUFFER(s->counts), GLA_BUFFER(s->low),
                                      GLA_BUFFER(s->high)};
    const gla_argument section[] = {GLA_VALUE(n),           GLA_VALUE(points),  GLA_BUFFER(diagonal),
                                    GLA_BUFFER(s->squares), GLA_BUFFER(s->low), GLA_BUFFER(s->high)};
    void *kernel;
    gla_status st = gla_dense_run(s->d, values, "", "tridiagonal_squares", n, 3, squares);
    if (!st)
        st = gla_dense_kernel(s->d, values, "", "tridiagonal_counts", &kernel);
    if (!st)
        st = gla_dense_launch(s->d, kernel, table / GROUP, GROUP, 5, counts);
    if (!st)
        st = gla_dense_run(s->d, values, "", "tridiagonal_intervals", n, 5, intervals);
    if (!st)
        st = gla_dense_kernel(s->d, values, "", "tridiagonal_section", &kernel);
    for (; width > enough && !st; width /= (double)(points + 1))
        st = gla_dense_launch(s->d, kernel, groups, GROUP, 6, section);
    return st;
}

static gla_status finish(const search *s, void *diagonal)
{
    void *kernel;
    int64_t n = s->n;
    const gla_argument args[] = {GLA_VALUE(n), GLA_BUFFER(s->low), GLA_BUFFER(s->high), GLA_BUFFER(s->state),
                                 GLA_BUFFER(diagonal)};
    gla_status st = gla_dense_kernel(s->d, values, "", "tridiagonal_finish", &kernel);
    if (!st)
        st = gla_dense_launch(s->d, kernel, 1, GROUP, 5, args);
    return st ? st : gla_tridiagonal_report(s->d, s->state);
}

gla_status gla_device_tridiagonal_values(gla_device *dev, gla_dtype real, int64_t n, void *d, void *e)
{
    gla_dense call;
    search s = {.block = NULL};
    gla_status st = gla_dense_begin(&call, "eigh", dev, real, 1);
    if (st || n == 0)
        return st;
    st = prepare(&s, &call, n);
    if (!st)
        st = gla_tridiagonal_scale(&call, n, d, e, s.state);
    if (!st)
        st = find(&s, d, e);
    if (!st)
        st = finish(&s, d);
    gla_device_drop(dev, s.block);
    return st;
}
