/* lines.c - Transform along one axis, with one pass for each factor of its length.  If a prime factor is too large, the
 * transform is computed as a convolution. */
#include "backends/device/array/array_kernels.h"
#include "backends/device/list/list.h"
#include "fft.h"

#define MAX_FACTORS 64
#define CHUNK_BYTES ((int64_t)256 << 20) /* bytes of lines that are convolved at a time */

static void put_program(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define RADIX %d\n#define INDEX %s\n", p->numbers[1], p->numbers[2] ? "int64" : "uint32");
}

gla_device_program gla_device_fft_program(gla_dtype dtype, int radix, bool wide)
{
    return (gla_device_program){
        .file = "fft.h", .put = put_program, .numbers = {(uint16_t)dtype, (uint16_t)radix, (uint16_t)wide}};
}

GLA_LIST(fft)
{
    static const int factors[] = {1, 2, 3, 4, 5, 7, 8, 11, 13};
    for (size_t i = 0; gla_dtype_is_complex(t) && i < sizeof factors / sizeof *factors; i++)
        for (int wide = 0; wide < 2; wide++)
            gla_list_add(list, gla_device_fft_program(t, factors[i], wide), "Fourier transforms",
                         t == GLA_COMPLEX128 && !wide ? GLA_LISTED_NEXT : 0);
}

/* Factorise n.  Return the number of factors, or 0 if a prime factor is too large. */
static int factorise(int64_t n, int *factors)
{
    static const int known[] = {8, 4, 2, 5, 3, 7, 11, GLA_FFT_MAX_RADIX};
    int count = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (; n % known[i] == 0 && n > 1; n /= known[i])
            factors[count++] = known[i];
    if (count == 0 && n == 1)
        factors[count++] = 1;
    return n == 1 ? count : 0;
}

static bool is_wide(const gla_fft_lines *l, int64_t n)
{
    return (double)l->outer * (double)n * (double)l->inner >= 0x1p31;
}

static fft_sizes sizes_of(const gla_fft_lines *l)
{
    return (fft_sizes){.n = l->n,
                       .outer = l->outer,
                       .inner = l->inner,
                       .done = 1,
                       .source_n = l->source_n,
                       .target_n = l->target_n,
                       .load = l->load,
                       .store = l->store,
                       .inverse = l->inverse};
}

static gla_status run_pass(const gla_fft_lines *l, const fft_sizes *s, int radix, const void *table, const void *source,
                           void *target, double scale)
{
    float single;
    const gla_device_program program = gla_device_fft_program(l->dtype, radix, is_wide(l, l->n));
    const gla_argument args[] = {GLA_VALUE(*s), GLA_BUFFER(table), GLA_BUFFER(source), GLA_BUFFER(target),
                                 gla_device_real(l->dev, &scale, &single)};
    return gla_device_run_for(l->op, l->dev, &program, "fft_pass", s->outer * (s->n / radix) * s->inner, 5, args);
}

/* Blocks between the first and the last pass.  The target is used as one of these blocks if complex lines fit in the target and
 * the pass that would overwrite the target does not also read it. */
typedef struct blocks {
    void *two[2];   /* the second to last pass writes two[1], the pass before it writes two[0], and so on */
    void *owned[2]; /* blocks that this call has allocated */
} blocks;

static gla_status take_blocks(const gla_fft_lines *l, int count, blocks *b)
{
    size_t bytes = (size_t)(l->outer * l->n * l->inner) * gla_itemsize(l->dtype);
    bool fits = l->store == FFT_COMPLEX && (l->source != l->target || count % 2 == 0);
    gla_status st = GLA_OK;
    *b = (blocks){{NULL, NULL}, {NULL, NULL}};
    if (count >= 2 && !(st = gla_device_scratch(l->op, l->dev, bytes, &b->owned[1])))
        b->two[1] = b->owned[1];
    if (count >= 3 && fits)
        b->two[0] = l->target;
    else if (count >= 3 && !st && !(st = gla_device_scratch(l->op, l->dev, bytes, &b->owned[0])))
        b->two[0] = b->owned[0];
    return st;
}

static gla_status pass_by_pass(const gla_fft_lines *l, int count, const int *factors)
{
    gla_fft_table *roots = NULL;
    blocks b;
    gla_status st = take_blocks(l, count, &b);
    if (!st)
        st = gla_fft_take_table(l->op, l->dev, l->dtype, GLA_FFT_ROOTS, l->n, false, NULL, &roots);
    const void *source = l->source;
    int64_t done = 1;
    for (int i = 0; i < count && !st; i++) {
        bool last = i == count - 1;
        fft_sizes s = sizes_of(l);
        s.done = done;
        s.low_bits = roots->low_bits;
        s.has_high = roots->has_high;
        if (i > 0) {
            s.load = FFT_COMPLEX;
            s.source_n = l->n;
        }
        if (!last) {
            s.store = FFT_COMPLEX;
            s.target_n = l->n;
        }
        void *target = last ? l->target : b.two[(count - 1 - i) % 2];
        st = run_pass(l, &s, factors[i], roots->data, source, target, last ? l->scale : 1);
        source = target;
        done *= factors[i];
    }
    gla_fft_give_table(roots);
    gla_device_drop(l->dev, b.owned[0]);
    gla_device_drop(l->dev, b.owned[1]);
    return st;
}

static gla_status in_place(const char *op, gla_device *dev, gla_dtype dtype, int64_t m, void *data)
{
    int factors[MAX_FACTORS];
    const gla_fft_lines l = {op, dev, dtype, false, m, 1, 1, m, m, FFT_COMPLEX, FFT_COMPLEX, 1, data, data};
    return pass_by_pass(&l, factorise(m, factors), factors);
}

/* Convolve lines with the chirp.  Extend the lines to m elements, multiply them by the chirp, and transform.  Multiply the
 * spectrum by the spectrum of the chirp, transform back, and multiply by the chirp again. */
static gla_status convolve(const gla_fft_lines *l, const gla_fft_table *chirp, void *work)
{
    int factors[MAX_FACTORS], count = factorise(chirp->m, factors);
    float single;
    double scale = l->scale / (double)chirp->m;
    int64_t m = chirp->m;
    const fft_sizes s = sizes_of(l);
    const gla_device_program program = gla_device_fft_program(l->dtype, 1, is_wide(l, m));
    const gla_argument in[] = {GLA_VALUE(s), GLA_VALUE(m), GLA_BUFFER(chirp->data), GLA_BUFFER(l->source), GLA_BUFFER(work)};
    const gla_argument between[] = {GLA_VALUE(s), GLA_VALUE(m), GLA_BUFFER(chirp->spectrum), GLA_BUFFER(work)};
    const gla_argument out[] = {GLA_VALUE(s),     GLA_VALUE(m),          GLA_BUFFER(chirp->data),
                                GLA_BUFFER(work), GLA_BUFFER(l->target), gla_device_real(l->dev, &scale, &single)};
    gla_fft_lines there = {l->op, l->dev, l->dtype,    false,       m, l->outer, l->inner,
                           m,     m,      FFT_COMPLEX, FFT_COMPLEX, 1, work,     work};
    gla_status st = gla_device_run_for(l->op, l->dev, &program, "fft_chirp", l->outer * m * l->inner, 5, in);
    if (!st)
        st = pass_by_pass(&there, count, factors);
    if (!st)
        st = gla_device_run_for(l->op, l->dev, &program, "fft_filter", l->outer * m * l->inner, 4, between);
    there.inverse = true;
    if (!st)
        st = pass_by_pass(&there, count, factors);
    return st ? st : gla_device_run_for(l->op, l->dev, &program, "fft_unchirp", l->outer * l->n * l->inner, 6, out);
}

/* Convolve the lines in chunks, because each line needs a workspace of several times its length. */
static gla_status in_chunks(const gla_fft_lines *l)
{
    gla_fft_table *chirp = NULL;
    void *work = NULL;
    int64_t item = (int64_t)gla_itemsize(l->dtype);
    gla_status st = gla_fft_take_table(l->op, l->dev, l->dtype, GLA_FFT_CHIRP, l->n, l->inverse, in_place, &chirp);
    int64_t bytes = st ? 0 : chirp->m * l->inner * item, chunk = st ? 1 : CHUNK_BYTES / bytes;
    chunk = chunk < 1 ? 1 : chunk > l->outer ? l->outer : chunk;
    if (!st)
        st = gla_device_scratch(l->op, l->dev, (size_t)(chunk * bytes), &work);
    int64_t from = l->source_n * l->inner * item / (l->load == FFT_REAL ? 2 : 1);
    int64_t to = l->target_n * l->inner * item / (l->store == FFT_REAL ? 2 : 1);
    for (int64_t first = 0; first < l->outer && !st; first += chunk) {
        gla_fft_lines part = *l;
        part.outer = l->outer - first < chunk ? l->outer - first : chunk;
        part.source = (const char *)l->source + first * from;
        part.target = (char *)l->target + first * to;
        st = convolve(&part, chirp, work);
    }
    gla_device_drop(l->dev, work);
    gla_fft_give_table(chirp);
    return st;
}

gla_status gla_fft_do_lines(const gla_fft_lines *l)
{
    int factors[MAX_FACTORS], count = factorise(l->n, factors);
    return count ? pass_by_pass(l, count, factors) : in_chunks(l);
}
