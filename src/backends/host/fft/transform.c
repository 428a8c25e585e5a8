/* transform.c - Fourier transforms on the host.  FFTW transforms lines, one axis after another. */
#include "config.h"
#include "runtime/library.h"

#include "fft.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define SHORT 128  /* maximum length of contiguous lines that are transformed together */
#define LONG 65536 /* maximum length of lines before fewer lines are transformed together, to limit memory */

/* ---- the module ------------------------------------------------------------------------------------------------------- */
static const gla_fftw *fftw;
static char reason[600];

static void load(void)
{
    const gla_fftw *(*entry)(void) = NULL;
    if (!HAVE_FFTW) {
        snprintf(reason, sizeof reason, "built without FFTW; install libfftw3-dev and build again");
        return;
    }
    *(void **)&entry = gla_module_entry((void *)&load, "fftw", "gla_fftw_entry");
    if (entry)
        fftw = entry();
    if (!fftw)
        snprintf(reason, sizeof reason, "FFTW cannot be loaded (%.300s); install libfftw3-double3 and libfftw3-single3",
                 dlerror());
}

static void load_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

const char *gla_host_fft_description(void)
{
    load_once();
    return fftw ? fftw->version : reason;
}

/* ---- one pass ---------------------------------------------------------------------------------------------------------- */
/* Smallest odd length for which real lines are transformed as complex lines, which is faster.  For even lengths FFTW itself
 * uses complex lines of half the length. */
#define LEAST_BY_COMPLEX 64

/* Choose the lines that are transformed together, which are the closest lines in memory.  Together these lines fill at most a
 * cache, or a few cache lines per row, because each row may be in a different page.  Contiguous lines are combined only if they
 * are short, to save calls. */
static void choose_tile(gla_fft_pass *p, int n_batch, const gla_fft_axis *batch)
{
    int best = -1;
    p->tile = (gla_fft_axis){1, 0, 0};
    p->n_outer = 0;
    const bool whole = p->axis.from == 1 && p->axis.to == 1;
    for (int i = 0; i < n_batch; i++)
        if (best < 0 || batch[i].to < batch[best].to)
            best = i;
    for (int i = 0; i < n_batch; i++)
        if (i == best)
            p->tile = batch[i];
        else
            p->outer[p->n_outer++] = batch[i];
    int64_t fits = (whole ? SHORT : 32768) / p->axis.n, least = whole ? 1 : p->axis.n <= LONG ? 16 : 4;
    p->width = fits < least ? least : fits > 16 ? 16 : fits;
    while (!whole && p->width > 4 && p->tile.n < gla_host_threads() * p->width)
        p->width /= 2;
    if (p->width > p->tile.n)
        p->width = p->tile.n;
    p->tiles = (p->tile.n + p->width - 1) / p->width;
}

static gla_status do_pass(gla_fft_pass *p, int n_batch, const gla_fft_axis *batch, gla_fftw_kind kind)
{
    gla_fftw_plan *plan;
    int64_t n = p->axis.n, items;
    p->by_complex = (kind == GLA_FFTW_TO_HALF || kind == GLA_FFTW_FROM_HALF) && n >= LEAST_BY_COMPLEX && n % 2 == 1;
    if (p->by_complex)
        kind = kind == GLA_FFTW_TO_HALF ? GLA_FFTW_FORWARD : GLA_FFTW_INVERSE;
    choose_tile(p, n_batch, batch);
    p->pitch = (n + 1 + 7) / 8 * 8 + 8; /* aligned, and not a power of two */
    items = p->tiles;
    for (int i = 0; i < p->n_outer; i++)
        items *= p->outer[i].n;
    gla_status st = fftw->take(p->op, p->is_double, kind, n, &plan);
    if (st)
        return st;
    p->plan = plan;
    p->status = GLA_OK;
    st = gla_host_parallel(items, 20000 / (n * p->width) + 1, p->is_double ? gla_host_fft_float64 : gla_host_fft_float32, p);
    if (p->status)
        st = gla_fail_memory(p->op, 4 * sizeof(double) * (size_t)(p->pitch * p->width));
    fftw->release(plan);
    return st;
}

/* ---- all axes ----------------------------------------------------------------------------------------------------------- */
/* Transform the lines along axis number k.  The input has the strides `from` of f in the first pass, and the strides `to` in
 * later passes. */
static gla_status along(const char *op, const gla_fft *f, int k, bool first, bool last, const void *in, void *out)
{
    gla_fft_axis batch[GLA_MAX_NDIM];
    bool halved = k == f->n_axes - 1 && f->kind != GLA_FFT_COMPLEX;
    int n = 0;
    gla_fft_pass p = {.op = op, .fftw = fftw, .is_double = f->dtype == GLA_COMPLEX128, .in = in, .out = out};
    for (int i = 0; i < f->n_batch; i++)
        batch[n++] = f->batch[i];
    for (int i = 0; i < f->n_axes; i++)
        if (i != k) {
            batch[n] = f->axes[i];
            /* The last axis has only half its elements here, either because it has not been completed or because the result is
             * a half spectrum. */
            if (i == f->n_axes - 1 && (f->kind == GLA_FFT_REAL_TO_HALF || f->kind == GLA_FFT_HALF_TO_REAL))
                batch[n].n = batch[n].n / 2 + 1;
            n++;
        }
    p.axis = f->axes[k];
    for (int i = 0; i < n && !first; i++)
        batch[i].from = batch[i].to;
    if (!first)
        p.axis.from = p.axis.to;
    p.scale = last ? f->scale : 1;
    gla_fftw_kind kind = f->inverse ? GLA_FFTW_INVERSE : GLA_FFTW_FORWARD;
    if (halved && f->kind == GLA_FFT_HALF_TO_REAL) {
        p.load = GLA_LINE_HALF;
        p.store = GLA_LINE_REAL;
        kind = GLA_FFTW_FROM_HALF;
    } else if (halved) {
        p.load = GLA_LINE_REAL;
        p.store = f->kind == GLA_FFT_REAL_TO_HALF ? GLA_LINE_HALF : GLA_LINE_WHOLE;
        kind = GLA_FFTW_TO_HALF;
    }
    return do_pass(&p, n, batch, kind);
}

/* Transform all axes except the last into contiguous scratch memory, because the input must not be changed.  Then transform the
 * last axis from the scratch memory. */
static gla_status from_half(const char *op, const gla_fft *f, const void *in, void *out)
{
    gla_fft before = *f, behind = *f;
    int last = f->n_axes - 1;
    int64_t size = f->axes[last].n / 2 + 1;
    before.axes[last].to = behind.axes[last].from = 1;
    for (int i = last; i-- > 0; size *= f->axes[i].n)
        before.axes[i].to = behind.axes[i].from = size;
    for (int i = f->n_batch; i-- > 0; size *= f->batch[i].n)
        before.batch[i].to = behind.batch[i].from = size;
    size_t bytes = (size_t)size * gla_itemsize(f->dtype);
    void *scratch = gla_host_alloc(bytes);
    gla_status st = scratch ? GLA_OK : gla_fail_memory(op, bytes);
    for (int k = 0; k < last && !st; k++)
        st = along(op, &before, k, k == 0, false, k == 0 ? in : scratch, scratch);
    if (!st)
        st = along(op, &behind, last, true, true, scratch, out);
    if (scratch)
        gla_host_free(scratch, bytes);
    return st;
}

static gla_status transform(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out)
{
    gla_status st = GLA_OK;
    (void)dev;
    load_once();
    if (!fftw)
        return gla_fail(GLA_NOT_SUPPORTED_ERROR, "%s: Fourier transforms are unavailable on the host: %s", op, reason);
    if (f->kind == GLA_FFT_HALF_TO_REAL && f->n_axes > 1)
        return from_half(op, f, in, out);
    for (int k = f->n_axes; k-- > 0 && !st;)
        st = along(op, f, k, k == f->n_axes - 1, k == 0, k == f->n_axes - 1 ? in : out, out);
    return st;
}

static bool takes_strides(gla_device *dev, const gla_fft *f)
{
    (void)dev;
    (void)f;
    return true;
}

const gla_fft_ops gla_host_fft_ops = {.transform = transform, .takes_strides = takes_strides};
