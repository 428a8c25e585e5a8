/* transform.c - Fourier transforms over several axes of arrays in row-major order, one axis after another. */
#include "fft.h"
#include "contract/fft.h"

/* Return the lines along one axis.  `inner` is the stride of the axis, n is its length, and `size` is the number of elements of
 * the array. */
static gla_fft_lines lines_of(const char *op, gla_device *dev, const gla_fft *f, int64_t n, int64_t inner, int64_t size)
{
    return (gla_fft_lines){.op = op,
                           .dev = dev,
                           .dtype = f->dtype,
                           .inverse = f->inverse,
                           .n = n,
                           .inner = inner,
                           .outer = size / (n * inner),
                           .source_n = n,
                           .target_n = n,
                           .scale = 1};
}

static int64_t count_lines(const gla_fft *f, int but)
{
    int64_t lines = 1;
    for (int i = 0; i < f->n_batch; i++)
        lines *= f->batch[i].n;
    for (int i = 0; i < f->n_axes; i++)
        lines *= i == but ? 1 : f->axes[i].n;
    return lines;
}

/* Transform the complex axes [0, end) of an array whose last axis has last_n elements.  The first pass reads `in`, and all
 * passes write `out`. */
static gla_status along_others(const char *op, gla_device *dev, const gla_fft *f, int end, int64_t last_n, bool by_from,
                               double scale, const void *in, void *out)
{
    gla_status st = GLA_OK;
    int64_t size = count_lines(f, f->n_axes - 1) * last_n;
    for (int k = end; k-- > 0 && !st;) {
        gla_fft_lines l = lines_of(op, dev, f, f->axes[k].n, by_from ? f->axes[k].from : f->axes[k].to, size);
        l.source = k == end - 1 ? in : out;
        l.target = out;
        l.scale = k == 0 ? scale : 1;
        st = gla_fft_do_lines(&l);
    }
    return st;
}

static gla_status to_half_or_whole(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out)
{
    int last = f->n_axes - 1;
    int64_t n = f->axes[last].n, kept = f->kind == GLA_FFT_REAL_TO_HALF ? n / 2 + 1 : n;
    gla_fft_lines l = lines_of(op, dev, f, n, f->axes[last].to, count_lines(f, last) * n);
    l.load = FFT_REAL;
    l.store = f->kind == GLA_FFT_REAL_TO_HALF ? FFT_HALF : FFT_COMPLEX;
    l.target_n = kept;
    l.scale = last == 0 ? f->scale : 1;
    l.source = in;
    l.target = out;
    gla_status st = gla_fft_do_lines(&l);
    return st ? st : along_others(op, dev, f, last, kept, false, f->scale, out, out);
}

/* The input must not be changed, so all axes except the last are transformed into a temporary array. */
static gla_status from_half(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out)
{
    int last = f->n_axes - 1;
    int64_t n = f->axes[last].n, half = n / 2 + 1, lines = count_lines(f, last);
    void *scratch = NULL;
    gla_status st = GLA_OK;
    if (last > 0)
        st = gla_device_scratch(op, dev, (size_t)(lines * half) * gla_itemsize(f->dtype), &scratch);
    if (!st)
        st = along_others(op, dev, f, last, half, true, 1, in, scratch);
    gla_fft_lines l = lines_of(op, dev, f, n, f->axes[last].to, lines * n);
    l.load = FFT_HALF;
    l.store = FFT_REAL;
    l.source_n = half;
    l.scale = f->scale;
    l.source = last > 0 ? scratch : in;
    l.target = out;
    if (!st)
        st = gla_fft_do_lines(&l);
    gla_device_drop(dev, scratch);
    return st;
}

static gla_status transform(const char *op, gla_device *dev, const gla_fft *f, const void *in, void *out)
{
    bool done = false;
    gla_status st = gla_device_enter(op, dev);
    if (!st && gla_device_driver.transform)
        st = gla_device_driver.transform(op, dev, f, in, out, &done);
    if (st || done)
        return st;
    if (f->kind == GLA_FFT_HALF_TO_REAL)
        return from_half(op, dev, f, in, out);
    if (f->kind != GLA_FFT_COMPLEX)
        return to_half_or_whole(op, dev, f, in, out);
    return along_others(op, dev, f, f->n_axes, f->axes[f->n_axes - 1].n, false, f->scale, in, out);
}

static bool takes_strides(gla_device *dev, const gla_fft *f)
{
    return gla_device_driver.transforms_strides && gla_device_driver.transforms_strides(dev, f);
}

const gla_fft_ops gla_device_fft_ops = {.transform = transform, .takes_strides = takes_strides};
