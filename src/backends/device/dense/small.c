/* small.c - Linear systems, Cholesky factors, eigenvalues and singular values of small order, with one kernel and one wait. */
#include "dense.h"
#include "runtime/allocation.h"

/* One launch of a kernel of kernels/small_*.h, and the integers to which its groups report.  `failed` is shared by all groups.
 * `each` has one element per group, and is read only if `failed` is not 0.  `failed` and `each` are stored in the driver's
 * result slot if there is a slot and they fit in it, so that the host reads them without a copy. */
typedef struct small {
    gla_dense d;
    void *kernel;
    int64_t groups;
    int *failed, *each;
    int *slot;     /* the driver's slot that contains `failed`, or NULL */
    void *scratch; /* memory for the integers that are not in the slot */
} small;

static gla_status begin(small *s, const char *op, gla_device *dev, gla_dtype dtype, int64_t groups,
                        const gla_device_program *program, const char *name)
{
    size_t room = 0, bytes = (size_t)groups * sizeof *s->each;
    *s = (small){.groups = groups};
    gla_status st = gla_dense_begin(&s->d, op, dev, dtype, 1);
    if (!st)
        st = gla_device_find(dev, program, name, &s->kernel);
    if (st)
        return st;
    s->slot = s->failed = gla_device_driver.result_slot ? gla_device_driver.result_slot(dev, &room) : NULL;
    if (s->slot) {
        *s->failed = 0;
        s->each = s->failed + 1;
        if (bytes + sizeof *s->failed <= room)
            return GLA_OK;
        st = gla_device_scratch(op, dev, bytes, &s->scratch);
        s->each = s->scratch;
        return st;
    }
    st = gla_device_scratch(op, dev, bytes + sizeof *s->failed, &s->scratch);
    s->failed = s->scratch;
    s->each = s->failed + 1;
    return st ? st : gla_device_fill(op, dev, s->failed, 0, sizeof *s->failed);
}

/* Combine the statuses of all groups into the info of each matrix.  NaN and Inf take precedence over a zero pivot. */
static gla_status read_each(const small *s, int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    size_t bytes = (size_t)s->groups * sizeof *s->each;
    int *host = gla_malloc(bytes);
    if (!host)
        return gla_fail_memory(s->d.op, bytes);
    gla_status st = GLA_OK;
    if (s->scratch)
        st = gla_device_read(s->d.op, s->d.dev, host, s->each, bytes);
    else
        memcpy(host, s->each, bytes);
    if (!st)
        *answer = gla_device_small_infos(s->groups, host, batch, info, estimates);
    gla_free(host);
    return st;
}

static gla_status read_failed(const small *s, int *failed)
{
    if (!s->slot)
        return gla_device_read(s->d.op, s->d.dev, failed, s->failed, sizeof *failed);
    gla_status st = gla_device_driver.wait(s->d.op, s->d.dev);
    *failed = *(volatile int *)s->failed;
    return st;
}

static void end(const small *s, gla_status st)
{
    if (s->slot)
        gla_device_driver.drop_slot(s->d.dev, s->slot, st);
    gla_device_drop(s->d.dev, s->scratch);
}

static gla_status run(small *s, gla_status st, int threads, int n, const gla_argument *args, int64_t batch, int64_t *info,
                      double *estimates, gla_small *answer)
{
    int failed = 0;
    if (!st)
        st = gla_dense_launch(&s->d, s->kernel, s->groups, threads, n, args);
    if (!st)
        st = read_failed(s, &failed);
    *answer = GLA_SMALL_DONE;
    if (!st && failed)
        st = read_each(s, batch, info, estimates, answer);
    end(s, st);
    return st;
}

bool gla_device_small_fits(const gla_traits *traits, gla_dtype dtype, int64_t n, int64_t columns, gla_small_variant *v)
{
    if (!gla_device_small_variant(dtype, n, columns, v))
        return false;
    size_t order = (size_t)v->order, item = gla_itemsize(dtype);
    return order * (order + 2 + GLA_SMALL_COLUMNS + 3) * item + 1024 + order * 8 <= traits->local_memory &&
           order * (size_t)v->slices <= traits->max_group;
}

/* Return true if panels should be used.  The kernel for GLA_SMALL_COLUMNS columns factors the matrix again for the next
 * columns, whereas panels factor each matrix once. */
static bool is_for_panels(gla_device *dev, int64_t n, int64_t columns, int64_t batch)
{
    const gla_traits *traits = gla_device_traits(dev);
    return n > 32 && columns > 4 * GLA_SMALL_COLUMNS && 2 * batch >= traits->units && !traits->is_cpu &&
           gla_device_stack_panels_take(dev, n, n, batch);
}

gla_status gla_device_small_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns,
                                 const gla_strided *a, const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info,
                                 double *estimates, gla_small *answer)
{
    small s;
    gla_small_variant v;
    gla_strided left = ta == GLA_NO_TRANS ? *a : gla_dense_transposed(*a), right = b ? *b : (gla_strided){0}, out = *x;
    int order = (int)n, conjugate = ta == GLA_CONJ_TRANS;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!gla_device_small_fits(gla_device_traits(dev), dtype, n, columns, &v) || is_for_panels(dev, n, columns, batch))
        return GLA_OK;
    int64_t groups = batch * ((columns + GLA_SMALL_COLUMNS - 1) / GLA_SMALL_COLUMNS);
    if (v.order == 8 && groups > gla_device_units(dev))
        v.slices = 4; /* more slices would shorten the critical path of a group, which helps only while each group has its own
                       * compute unit */
    bool in_warps = gla_device_traits(dev)->has_warps && v.order <= 32;
    const gla_device_program p = gla_device_small_program(in_warps ? "small_warp.h" : "small_solve.h", dtype, &v);
    gla_status st = begin(&s, "solve", dev, dtype, groups, &p, "solve_small");
    const gla_argument args[] = {GLA_VALUE(batch),      GLA_VALUE(order), GLA_VALUE(columns),     GLA_VALUE(conjugate),
                                 GLA_BUFFER(left.data), GLA_STACK(left),  GLA_BUFFER(right.data), GLA_STACK(right),
                                 GLA_BUFFER(out.data),  GLA_STACK(out),   GLA_BUFFER(s.each),     GLA_BUFFER(s.failed)};
    return run(&s, st, v.order * v.slices, 12, args, batch, info, estimates, answer);
}

gla_status gla_device_small_potrf(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                                  int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    small s;
    gla_small_variant v;
    gla_strided in = *a, out = *x;
    int order = (int)n;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!gla_device_small_fits(gla_device_traits(dev), dtype, n, 1, &v))
        return GLA_OK;
    const gla_device_program p = gla_device_small_program("small_cholesky.h", dtype, &v);
    gla_status st = begin(&s, "cholesky", dev, dtype, batch, &p, "cholesky_small");
    const gla_argument args[] = {GLA_VALUE(batch),     GLA_VALUE(order), GLA_BUFFER(in.data), GLA_STACK(in),
                                 GLA_BUFFER(out.data), GLA_STACK(out),   GLA_BUFFER(s.each),  GLA_BUFFER(s.failed)};
    return run(&s, st, v.order * v.slices, 8, args, batch, info, estimates, answer);
}

gla_status gla_device_small_det(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *values, void *logs,
                                int64_t batch, int64_t *info, double *estimates, bool wanted, gla_small *answer)
{
    small s;
    gla_small_variant v;
    gla_strided in = *a;
    int order = (int)n, estimated = wanted;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!gla_device_small_fits(gla_device_traits(dev), dtype, n, 1, &v))
        return GLA_OK;
    const gla_device_program p = gla_device_stack_lu_program(dtype, &v);
    gla_status st = begin(&s, "det", dev, dtype, batch, &p, "determinant_small");
    const gla_argument args[] = {GLA_VALUE(batch),   GLA_VALUE(order), GLA_VALUE(estimated), GLA_BUFFER(in.data), GLA_STACK(in),
                                 GLA_BUFFER(values), GLA_BUFFER(logs), GLA_BUFFER(s.each),   GLA_BUFFER(s.failed)};
    return run(&s, st, v.order * v.slices, 9, args, batch, info, estimates, answer);
}

/* One thread computes the rotations for all other threads.  This method is worthwhile if there are enough matrices to fill the
 * GPU, or if the matrices are tiny. */
#define TINY_ORDER 8
#define MANY 1000

gla_status gla_device_small_syevd(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w,
                                  const gla_strided *x, int64_t batch, int64_t *info, gla_small *answer)
{
    small s;
    gla_device_program p;
    gla_strided in = *a, out = x ? *x : (gla_strided){0};
    int order = (int)n, vectors = x != NULL;
    *answer = GLA_SMALL_NOT_TAKEN;
    if ((n > TINY_ORDER && batch < MANY) || !gla_device_small_eigh_program(dtype, n, &p) || gla_device_is_serial(dev))
        return GLA_OK;
    gla_status st = begin(&s, "eigh", dev, dtype, batch, &p, "eigh_small");
    const gla_argument args[] = {GLA_VALUE(batch),   GLA_VALUE(order),    GLA_VALUE(vectors),   GLA_BUFFER(in.data),
                                 GLA_STACK(in),      GLA_BUFFER(w),       GLA_BUFFER(out.data), GLA_STACK(out),
                                 GLA_BUFFER(s.each), GLA_BUFFER(s.failed)};
    return run(&s, st, 32, 10, args, batch, info, NULL, answer);
}

static gla_strided given(const gla_strided *a, bool turned)
{
    return !a ? (gla_strided){0} : turned ? gla_dense_transposed(*a) : *a;
}

/* If X is wide, decompose Xᴴ = U S Vᴴ instead. */
gla_status gla_device_small_gesvd(gla_device *dev, gla_dtype dtype, char job, int64_t m, int64_t n, const gla_strided *a,
                                  void *s, const gla_strided *u, const gla_strided *vh, int64_t batch, int64_t *info,
                                  gla_small *answer)
{
    small call;
    gla_device_program program;
    bool turned = m < n;
    int threads, p = (int)(turned ? n : m), q = (int)(turned ? m : n), count = job == 'A' ? p : q, wide = turned;
    const gla_traits *traits = gla_device_traits(dev);
    gla_strided in = given(a, turned), left = given(turned ? vh : u, turned), right = given(turned ? u : vh, !turned);
    *answer = GLA_SMALL_NOT_TAKEN;
    if ((turned ? n : m) > INT16_MAX || !gla_device_small_svd_program(dtype, p, q, job != 'N', &program, &threads) ||
        (size_t)threads > traits->max_group || traits->local_memory < GLA_SMALL_MEMORY || traits->is_serial)
        return GLA_OK;
    gla_status st = begin(&call, "svd", dev, dtype, batch, &program, "svd_small");
    const gla_argument args[] = {GLA_VALUE(batch),      GLA_VALUE(p),           GLA_VALUE(q),           GLA_VALUE(count),
                                 GLA_VALUE(wide),       GLA_BUFFER(in.data),    GLA_STACK(in),          GLA_BUFFER(s),
                                 GLA_BUFFER(left.data), GLA_STACK(left),        GLA_BUFFER(right.data), GLA_STACK(right),
                                 GLA_BUFFER(call.each), GLA_BUFFER(call.failed)};
    return run(&call, st, threads, 14, args, batch, info, NULL, answer);
}

gla_status gla_device_small_geev(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w,
                                 const gla_strided *v, int64_t batch, int64_t *info, gla_small *answer)
{
    small s;
    gla_device_program p;
    gla_strided in = *a, out = v ? *v : (gla_strided){0};
    int order = (int)n, vectors = v != NULL;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!gla_device_small_eig_program(dtype, n, &p) || gla_device_traits(dev)->local_memory < GLA_SMALL_MEMORY ||
        gla_device_is_serial(dev))
        return GLA_OK;
    gla_status st = begin(&s, "eig", dev, dtype, batch, &p, "eig_small");
    const gla_argument args[] = {GLA_VALUE(batch),   GLA_VALUE(order),    GLA_VALUE(vectors),   GLA_BUFFER(in.data),
                                 GLA_STACK(in),      GLA_BUFFER(w),       GLA_BUFFER(out.data), GLA_STACK(out),
                                 GLA_BUFFER(s.each), GLA_BUFFER(s.failed)};
    return run(&s, st, 32, 10, args, batch, info, NULL, answer);
}

gla_status gla_device_small_gels(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, double least,
                                 const gla_strided *a, const gla_strided *b, const gla_strided *x, void *residuals, void *s,
                                 int64_t batch, gla_small *answer)
{
    small call;
    gla_device_program p;
    gla_strided in = *a, right = *b, out = *x;
    int threads, teams, failed = 0, rows = (int)m, cols = (int)n, sides = (int)nrhs;
    float least_single = (float)least;
    bool single = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
    const gla_traits *traits = gla_device_traits(dev);
    *answer = GLA_SMALL_NOT_TAKEN;
    if (m > INT16_MAX || !gla_device_small_lstsq_program(dtype, m, n, nrhs, &p, &threads, &teams) || traits->is_serial ||
        traits->local_memory < GLA_SMALL_MEMORY)
        return GLA_OK;
    gla_status st = begin(&call, "lstsq", dev, dtype, (batch + teams - 1) / teams, &p, "lstsq_small");
    const gla_argument bound = {GLA_ARGUMENT_VALUE, single ? (const void *)&least_single : &least, single ? 4 : 8};
    const gla_argument args[] = {
        GLA_VALUE(batch),    GLA_VALUE(rows),       GLA_VALUE(cols),        GLA_VALUE(sides),       bound,
        GLA_BUFFER(in.data), GLA_STACK(in),         GLA_BUFFER(right.data), GLA_STACK(right),       GLA_BUFFER(out.data),
        GLA_STACK(out),      GLA_BUFFER(residuals), GLA_BUFFER(s),          GLA_BUFFER(call.failed)};
    if (!st)
        st = gla_dense_launch(&call.d, call.kernel, call.groups, threads, 14, args);
    if (!st)
        st = read_failed(&call, &failed);
    if (!st && !failed)
        *answer = GLA_SMALL_DONE;
    end(&call, st);
    return st;
}
