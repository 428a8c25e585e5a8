/* fft.c - Fourier transforms by cuFFT.  Up to three axes are transformed by one plan; more axes are transformed one after
 * another. */
#include "backends/device/array/array_kernels.h"
#include "backends/device/fft/fft.h"
#include "fft.h"

#include <string.h>

#define MAX_CALLS 16 /* largest number of calls to one plan for a transform; with more calls, our own kernels are as fast */

typedef struct call {
    const char *op;
    gla_device *dev;
    gla_cuda *cuda;
    gla_dtype dtype; /* complex */
    bool inverse;
} call;

/* A cuFFT plan, and the axes over which calls of the plan are repeated. */
typedef struct step {
    gla_cufft_key key;
    int n_loops;
    gla_fft_axis loops[GLA_MAX_NDIM];
} step;

static void sort_by_result(int n, gla_fft_axis *axes)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && axes[k - 1].to < axes[k].to; k--) {
            gla_fft_axis other = axes[k];
            axes[k] = axes[k - 1];
            axes[k - 1] = other;
        }
}

/* Sort axes by their strides in the result, and merge neighbours that form one axis in both arrays.  Return the number of
 * axes. */
static int merge(int n, gla_fft_axis *axes)
{
    int count = 0;
    sort_by_result(n, axes);
    for (int i = 0; i < n; i++) {
        gla_fft_axis *outer = count ? &axes[count - 1] : NULL;
        if (outer && outer->from == axes[i].n * axes[i].from && outer->to == axes[i].n * axes[i].to)
            *outer = (gla_fft_axis){outer->n * axes[i].n, axes[i].from, axes[i].to};
        else if (axes[i].n > 1)
            axes[count++] = axes[i];
    }
    return count;
}

/* Convert strides to the embedding lengths of cuFFT.  Return false unless each stride is a multiple of the next stride. */
static bool embed(int rank, const int64_t *strides, int64_t *lengths)
{
    for (int i = 1; i < rank; i++) {
        if (strides[i] <= 0 || strides[i - 1] % strides[i] != 0 || strides[i - 1] < strides[i])
            return false;
        lengths[i] = strides[i - 1] / strides[i];
    }
    return strides[rank - 1] > 0;
}

/* Fill in the plan for axes ordered from the outermost to the innermost.  Return false if cuFFT has no plan for this layout. */
static bool plan_step(const call *c, gla_cufft_kind kind, int rank, const gla_fft_axis *axes, int n_batch,
                      const gla_fft_axis *batch, step *s)
{
    int64_t from[GLA_CUFFT_RANK], to[GLA_CUFFT_RANK], calls = 1;
    int best = 0;
    *s = (step){.key = {.rank = rank, .kind = kind, .is_double = c->dtype == GLA_COMPLEX128, .batch = 1}};
    if (rank < 1 || rank > GLA_CUFFT_RANK)
        return false;
    for (int i = 0; i < rank; i++) {
        s->key.n[i] = s->key.in_embed[i] = s->key.out_embed[i] = axes[i].n;
        from[i] = axes[i].from;
        to[i] = axes[i].to;
    }
    if (!embed(rank, from, s->key.in_embed) || !embed(rank, to, s->key.out_embed))
        return false;
    s->key.in_stride = from[rank - 1];
    s->key.out_stride = to[rank - 1];
    for (int i = 1; i < n_batch; i++)
        if (batch[i].n > batch[best].n)
            best = i;
    for (int i = 0; i < n_batch; i++)
        if (i != best) {
            s->loops[s->n_loops++] = batch[i];
            calls *= batch[i].n;
        }
    /* If there is no batch, cuFFT ignores the distance but requires a valid value. */
    const gla_fft_axis one = {1, 1, 1}, *b = n_batch ? &batch[best] : &one;
    s->key.batch = b->n;
    s->key.in_distance = b->from;
    s->key.out_distance = b->to;
    return calls <= MAX_CALLS && b->from > 0;
}

static gla_status run_step(const call *c, const step *s, const void *in, void *out, bool *done)
{
    int64_t calls = 1, item = (int64_t)gla_itemsize(c->dtype);
    int64_t in_item = s->key.kind == GLA_CUFFT_TO_HALF ? item / 2 : item;
    int64_t out_item = s->key.kind == GLA_CUFFT_FROM_HALF ? item / 2 : item;
    gla_status st = GLA_OK;
    for (int i = 0; i < s->n_loops; i++)
        calls *= s->loops[i].n;
    *done = true;
    for (int64_t k = 0; k < calls && !st && *done; k++) {
        int64_t rest = k, from = 0, to = 0;
        for (int i = s->n_loops; i-- > 0; rest /= s->loops[i].n) {
            from += rest % s->loops[i].n * s->loops[i].from;
            to += rest % s->loops[i].n * s->loops[i].to;
        }
        st = gla_cufft_run(c->op, c->cuda, &s->key, c->inverse, (const char *)in + from * in_item, (char *)out + to * out_item,
                           done);
    }
    return st;
}

/* ---- several steps ------------------------------------------------------------------------------------------------------ */
#define MAX_STEPS (GLA_MAX_NDIM + 1)
typedef struct steps {
    int n;
    step each[MAX_STEPS]; /* the first step reads the input; later steps transform the result in place */
} steps;

/* Plan a complex transform over n_axes axes, with all other axes as the batch: in one plan, or one axis after another.  If
 * `inside`, transform the result in place. */
static bool plan_complex(const call *c, int n_axes, const gla_fft_axis *axes, int n_batch, const gla_fft_axis *batch,
                         bool inside, steps *all)
{
    gla_fft_axis sorted[GLA_MAX_NDIM], rest[GLA_MAX_NDIM];
    memcpy(sorted, axes, (size_t)n_axes * sizeof *axes);
    memcpy(rest, batch, (size_t)n_batch * sizeof *batch);
    for (int i = 0; i < n_axes && inside; i++)
        sorted[i].from = sorted[i].to;
    for (int i = 0; i < n_batch && inside; i++)
        rest[i].from = rest[i].to;
    sort_by_result(n_axes, sorted);
    int n_rest = merge(n_batch, rest);
    if (plan_step(c, GLA_CUFFT_COMPLEX, n_axes, sorted, n_rest, rest, &all->each[all->n])) {
        all->n++;
        return true;
    }
    for (int k = n_axes; k-- > 0;) {
        gla_fft_axis others[GLA_MAX_NDIM], line = sorted[k];
        int n = n_batch;
        bool first = k == n_axes - 1 && !inside;
        memcpy(others, batch, (size_t)n_batch * sizeof *batch);
        for (int i = 0; i < n_axes; i++)
            if (i != k)
                others[n++] = sorted[i];
        for (int i = 0; i < n && !first; i++)
            others[i].from = others[i].to;
        if (!first)
            line.from = line.to;
        n = merge(n, others);
        if (!plan_step(c, GLA_CUFFT_COMPLEX, 1, &line, n, others, &all->each[all->n]))
            return false;
        all->n++;
    }
    return true;
}

static gla_status run_steps(const call *c, const steps *all, int first, const void *in, void *out, bool *done)
{
    gla_status st = GLA_OK;
    *done = true;
    for (int i = first; i < all->n && !st && *done; i++)
        st = run_step(c, &all->each[i], i == first ? in : out, out, done);
    return st;
}

/* ---- our own kernels before and after cuFFT
 * --------------------------------------------------------------------------------- */
static gla_status run_lines(const call *c, const char *kernel, int64_t n, int64_t inner, int64_t lines, int64_t work,
                            void *data)
{
    const fft_sizes s = {.n = n, .inner = inner, .outer = lines / inner};
    const gla_device_program program = gla_device_fft_program(c->dtype, 1, (double)n * (double)lines >= 0x1p31);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(data)};
    return work ? gla_device_run_for(c->op, c->dev, &program, kernel, work, 2, args) : GLA_OK;
}

static gla_status scale(const call *c, double factor, int64_t n, void *data)
{
    const gla_device_program program = gla_device_fft_program(c->dtype, 1, n >= (int64_t)1 << 31);
    const gla_argument args[] = {GLA_VALUE(n), GLA_BUFFER(data), GLA_VALUE(factor)};
    return factor == 1 ? GLA_OK : gla_device_run_for(c->op, c->dev, &program, "fft_scale", n, 3, args);
}

/* Copy n real elements and scale them in one pass. */
static gla_status copy_scaled(const call *c, double factor, int64_t n, const void *from, void *to)
{
    const gla_device_program program = gla_device_fft_program(c->dtype, 1, n >= (int64_t)1 << 31);
    const gla_argument args[] = {GLA_VALUE(n), GLA_BUFFER(from), GLA_BUFFER(to), GLA_VALUE(factor)};
    return factor == 1 ? gla_device_copy_block(c->op, c->dev, to, from, (size_t)n * gla_itemsize(c->dtype) / 2)
                       : gla_device_run_for(c->op, c->dev, &program, "fft_scaled", n, 4, args);
}

/* Collect all axes of f except the last axis.  Return their number. */
static int gather_others(const gla_fft *f, gla_fft_axis *others)
{
    int n = 0;
    for (int i = 0; i < f->n_batch; i++)
        others[n++] = f->batch[i];
    for (int i = 0; i < f->n_axes - 1; i++)
        others[n++] = f->axes[i];
    return n;
}

static int64_t count(int n, const gla_fft_axis *axes)
{
    int64_t all = 1;
    for (int i = 0; i < n; i++)
        all *= axes[i].n;
    return all;
}

/* ---- kinds of transforms
 * ---------------------------------------------------------------------------------------------------- */
static gla_status complex_to_complex(const call *c, const gla_fft *f, const void *in, void *out, bool *done)
{
    steps all;
    all.n = 0;
    *done = plan_complex(c, f->n_axes, f->axes, f->n_batch, f->batch, false, &all);
    gla_status st = *done ? run_steps(c, &all, 0, in, out, done) : GLA_OK;
    int64_t size = count(f->n_axes, f->axes) * count(f->n_batch, f->batch);
    return st || !*done ? st : scale(c, f->scale, 2 * size, out);
}

/* Transform real input by one plan if possible.  Otherwise transform the last axis first, and then the other axes in place in
 * the result. */
static gla_status real_to_complex(const call *c, const gla_fft *f, const void *in, void *out, bool *done)
{
    gla_fft_axis others[GLA_MAX_NDIM], batch[GLA_MAX_NDIM];
    int last = f->n_axes - 1, n = gather_others(f, others), n_batch = f->n_batch;
    bool whole = f->kind == GLA_FFT_REAL_TO_WHOLE;
    int64_t length = f->axes[last].n, kept = whole ? length : length / 2 + 1, lines = count(n, others);
    steps all;
    all.n = 1;
    memcpy(batch, f->batch, sizeof batch);
    n_batch = merge(n_batch, batch);
    *done = !whole && plan_step(c, GLA_CUFFT_TO_HALF, f->n_axes, f->axes, n_batch, batch, &all.each[0]);
    if (!*done) {
        n = merge(n, others);
        *done = plan_step(c, GLA_CUFFT_TO_HALF, 1, &f->axes[last], n, others, &all.each[0]);
        gla_fft_axis wide[GLA_MAX_NDIM];
        memcpy(wide, f->batch, sizeof wide);
        wide[f->n_batch] = (gla_fft_axis){kept, f->axes[last].to, f->axes[last].to};
        if (*done && last > 0)
            *done = plan_complex(c, last, f->axes, f->n_batch + 1, wide, true, &all);
    }
    if (!*done)
        return GLA_OK;
    gla_status st = run_step(c, &all.each[0], in, out, done);
    int64_t inner = f->axes[last].to;
    if (!st && *done && whole)
        st = run_lines(c, "fft_mirror", length, inner, lines, lines * (length - length / 2 - 1), out);
    if (!st && *done)
        st = run_steps(c, &all, 1, out, out, done);
    return st || !*done ? st : scale(c, f->scale, 2 * lines * kept, out);
}

/* Transform all axes of f with one plan, from a scaled copy of the input.  Set *done to false if there is no such plan.  When
 * the other axes have been transformed, the first and last elements along the last axis should be real. cuFFT's result is
 * undefined if the first and last elements are not real, so their imaginary parts are removed before the transform. */
static gla_status planes_to_real(const call *c, const gla_fft *f, const void *in, void *scratch, void *out, bool *done)
{
    gla_fft_axis batch[GLA_MAX_NDIM];
    int last = f->n_axes - 1;
    int64_t length = f->axes[last].n, items = count(last, f->axes) * count(f->n_batch, f->batch) * (length / 2 + 1);
    step s;
    memcpy(batch, f->batch, sizeof batch);
    *done = last > 0 && plan_step(c, GLA_CUFFT_FROM_HALF, f->n_axes, f->axes, merge(f->n_batch, batch), batch, &s) &&
            s.n_loops == 0;
    if (!*done)
        return GLA_OK;
    const gla_fft_axis one = {1, 1, 1}, *outer = last > 1 ? &f->axes[0] : &one, *inner = &f->axes[last - 1];
    const fft_planes p = {.batch = s.key.batch,
                          .n0 = outer->n,
                          .n1 = inner->n,
                          .batch_step = s.key.in_distance,
                          .step0 = outer->from,
                          .step1 = inner->from,
                          .last = length % 2 == 0 ? length / 2 * f->axes[last].from : 0};
    const gla_device_program program = gla_device_fft_program(c->dtype, 1, items >= (int64_t)1 << 31);
    const gla_argument args[] = {GLA_VALUE(p), GLA_BUFFER(scratch)};
    gla_status st = copy_scaled(c, f->scale, 2 * items, in, scratch);
    if (!st)
        st = gla_device_run_for(c->op, c->dev, &program, "fft_plane_ends", p.batch * p.n0 * p.n1, 2, args);
    return st ? st : run_step(c, &s, scratch, out, done);
}

/* Transform one axis after another, if no single plan covers all axes.  The scratch memory contains the transform along the
 * other axes.  The imaginary parts of the first and last elements are removed before the last axis is transformed. */
static gla_status lines_to_real(const call *c, const gla_fft *f, const void *in, void *scratch, void *out, bool *done)
{
    gla_fft_axis others[GLA_MAX_NDIM], batch[GLA_MAX_NDIM], axes[GLA_MAX_NDIM];
    int last = f->n_axes - 1, n = gather_others(f, others), n_batch = 0;
    int64_t length = f->axes[last].n, half = length / 2 + 1, inner = f->axes[last].from, lines = count(n, others);
    steps all;
    all.n = 1;
    n = merge(n, others);
    *done = plan_step(c, GLA_CUFFT_FROM_HALF, 1, &f->axes[last], n, others, &all.each[0]);
    for (int i = 0; i < f->n_batch; i++)
        batch[n_batch++] = (gla_fft_axis){f->batch[i].n, f->batch[i].from, f->batch[i].from};
    batch[n_batch++] = (gla_fft_axis){half, inner, inner};
    for (int i = 0; i < last; i++)
        axes[i] = (gla_fft_axis){f->axes[i].n, f->axes[i].from, f->axes[i].from};
    if (*done && last > 0)
        *done = plan_complex(c, last, axes, n_batch, batch, false, &all);
    if (!*done)
        return GLA_OK;
    gla_status st = last > 0 ? run_steps(c, &all, 1, in, scratch, done)
                             : copy_scaled(c, f->scale, 2 * lines * half, in, scratch);
    if (!st && *done)
        st = run_lines(c, "fft_ends", length, inner, lines, lines, scratch);
    if (!st && *done)
        st = run_step(c, &all.each[0], scratch, out, done);
    return st || !*done || last == 0 ? st : scale(c, f->scale, lines * length, out);
}

/* Transform half spectra to real output.  The transform reads a copy of the input, because cuFFT may overwrite its input. */
static gla_status half_to_real(const call *c, const gla_fft *f, const void *in, void *out, bool *done)
{
    int last = f->n_axes - 1;
    int64_t items = count(last, f->axes) * count(f->n_batch, f->batch) * (f->axes[last].n / 2 + 1);
    void *scratch = NULL;
    gla_status st = gla_cuda_alloc(c->op, c->dev, (size_t)items * gla_itemsize(c->dtype), &scratch);
    *done = true;
    if (!st)
        st = planes_to_real(c, f, in, scratch, out, done);
    if (!st && !*done)
        st = lines_to_real(c, f, in, scratch, out, done);
    gla_cuda_free(c->dev, scratch);
    return st;
}

/* Copy real input to memory aligned like complex data, because cuFFT reads pairs of elements. */
static gla_status aligned(const call *c, const gla_fft *f, const void *in, void *out, bool *done)
{
    bool is_real = f->kind == GLA_FFT_REAL_TO_HALF || f->kind == GLA_FFT_REAL_TO_WHOLE;
    size_t item = gla_itemsize(c->dtype), bytes = (size_t)(count(f->n_axes, f->axes) * count(f->n_batch, f->batch)) * item / 2;
    void *copy;
    if (!is_real || (uintptr_t)in % item == 0)
        return is_real                           ? real_to_complex(c, f, in, out, done)
               : f->kind == GLA_FFT_HALF_TO_REAL ? half_to_real(c, f, in, out, done)
                                                 : complex_to_complex(c, f, in, out, done);
    gla_status st = gla_cuda_alloc(c->op, c->dev, bytes, &copy);
    if (!st)
        st = gla_device_copy_block(c->op, c->dev, copy, in, bytes);
    if (!st)
        st = real_to_complex(c, f, copy, out, done);
    gla_cuda_free(c->dev, copy);
    return st;
}

gla_status gla_cuda_transform(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out, bool *done)
{
    call c = {.op = op, .dev = dev, .dtype = f->dtype, .inverse = f->inverse};
    *done = gla_cufft_is_available();
    if (!*done)
        return GLA_OK;
    gla_status st = gla_cuda_enter(op, dev, &c.cuda);
    return st ? st : aligned(&c, f, in, out, done);
}

bool gla_cuda_transforms_strides(gla_device *dev, const gla_fft *f)
{
    const call c = {.dev = dev, .dtype = f->dtype};
    gla_fft_axis axes[GLA_MAX_NDIM], batch[GLA_MAX_NDIM];
    step s;
    if (f->kind != GLA_FFT_COMPLEX || !gla_cufft_is_available())
        return false;
    memcpy(axes, f->axes, sizeof axes);
    memcpy(batch, f->batch, sizeof batch);
    sort_by_result(f->n_axes, axes);
    return plan_step(&c, GLA_CUFFT_COMPLEX, f->n_axes, axes, merge(f->n_batch, batch), batch, &s);
}
