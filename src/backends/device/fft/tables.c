/* tables.c - Roots of unity and chirps, computed on the host and cached on the device. */
#include "fft.h"
#include "contract/stream.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"
#include "runtime/roots.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <pthread.h>
#include <string.h>

#define MAX_TABLES 32
#define SHORT_BITS 16 /* up to 2^SHORT_BITS elements, all roots are in one table */
#define LOW_BITS 12

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gla_fft_table *tables[MAX_TABLES];
static uint64_t uses;

static void put(gla_dtype dtype, void *block, int64_t at, double re, double im)
{
    if (dtype == GLA_COMPLEX128) {
        ((double *)block)[2 * at] = re;
        ((double *)block)[2 * at + 1] = im;
    } else {
        ((float *)block)[2 * at] = (float)re;
        ((float *)block)[2 * at + 1] = (float)im;
    }
}

/* Lay out the roots: either all of them, or the first 2^LOW_BITS roots followed by every root whose index is a multiple of
 * 2^LOW_BITS. */
static int64_t plan_roots(gla_fft_table *t)
{
    int bits = 0;
    while (bits < 62 && (int64_t)1 << bits < t->n)
        bits++;
    t->has_high = bits > SHORT_BITS;
    t->low_bits = t->has_high ? LOW_BITS : bits;
    return t->has_high ? ((int64_t)1 << LOW_BITS) + (t->n >> LOW_BITS) + 1 : (int64_t)1 << bits;
}

static void fill_roots(const gla_fft_table *t, int64_t count, void *block)
{
    int64_t low = (int64_t)1 << t->low_bits;
    for (int64_t i = 0; i < count; i++) {
        double re, im;
        gla_fft_root((i < low ? i : (i - low) * low) % t->n, t->n, &re, &im);
        put(t->dtype, block, i, re, im);
    }
}

/* Lay out a chirp, exp(∓πi k²/n), followed by the sequence with which lines are convolved: the conjugate of the chirp on both
 * sides of 0. */
static int64_t plan_chirp(gla_fft_table *t)
{
    for (t->m = 1; t->m < 2 * t->n - 1;)
        t->m *= 2;
    return t->n + t->m;
}

static void fill_chirp(const gla_fft_table *t, int64_t count, void *block)
{
    memset(block, 0, (size_t)count * gla_itemsize(t->dtype));
    for (int64_t k = 0; k < t->n; k++) {
        double re, im;
        gla_fft_chirp(k, t->n, t->inverse, &re, &im);
        put(t->dtype, block, k, re, im);
        put(t->dtype, block, t->n + k, re, -im);
        if (k > 0)
            put(t->dtype, block, t->n + t->m - k, re, -im);
    }
}

static gla_status make(const char *op, gla_fft_table *t, gla_fft_transformer *transform)
{
    int64_t count = t->kind == GLA_FFT_ROOTS ? plan_roots(t) : plan_chirp(t);
    size_t bytes = (size_t)count * gla_itemsize(t->dtype);
    void *block = gla_malloc(bytes);
    if (!block)
        return gla_fail_memory(op, bytes);
    if (t->kind == GLA_FFT_ROOTS)
        fill_roots(t, count, block);
    else
        fill_chirp(t, count, block);
    gla_status st = gla_device_scratch(op, t->dev, bytes, &t->data);
    if (!st)
        st = gla_device_write(op, t->dev, t->data, block, bytes);
    gla_free(block);
    if (st || t->kind == GLA_FFT_ROOTS)
        return st;
    t->spectrum = (char *)t->data + (size_t)t->n * gla_itemsize(t->dtype);
    return transform(op, t->dev, t->dtype, t->m, t->spectrum);
}

static void drop(gla_fft_table *t)
{
    if (--t->users > 0)
        return;
    if (t->stream != gla_stream_state(t->dev)) { /* kernels in the table's stream may still read the table; signal handlers are
                                                  * blocked, because they would wait for the lock */
        gla_interrupts_hold(true);
        t->dev->backend->stream->synchronize(t->dev, t->stream);
        gla_interrupts_hold(false);
    }
    gla_device_drop(t->dev, t->data);
    gla_free(t);
}

void gla_fft_give_table(gla_fft_table *t)
{
    if (!t)
        return;
    gla_lock(&lock);
    drop(t);
    pthread_mutex_unlock(&lock);
}

static gla_fft_table *look(const gla_fft_table *key)
{
    gla_fft_table *found = NULL;
    gla_lock(&lock);
    for (int i = 0; i < MAX_TABLES && !found; i++) {
        gla_fft_table *t = tables[i];
        if (t && t->n == key->n && t->kind == key->kind && t->dtype == key->dtype && t->dev == key->dev &&
            t->stream == key->stream && t->inverse == key->inverse)
            found = t;
    }
    if (found) {
        found->users++;
        found->age = ++uses;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* Cache the table, in an unused entry or in place of the least recently used table. */
static void keep(gla_fft_table *t)
{
    int at = 0;
    gla_lock(&lock);
    for (int i = 0; i < MAX_TABLES && tables[at]; i++)
        if (!tables[i] || tables[i]->age < tables[at]->age)
            at = i;
    if (tables[at])
        drop(tables[at]);
    tables[at] = t;
    t->users++;
    t->age = ++uses;
    pthread_mutex_unlock(&lock);
}

gla_status gla_fft_take_table(const char *op, gla_device *dev, gla_dtype dtype, gla_fft_table_kind kind, int64_t n,
                              bool inverse, gla_fft_transformer *transform, gla_fft_table **table)
{
    const gla_fft_table key = {
        .kind = kind, .dtype = dtype, .dev = dev, .stream = gla_stream_state(dev), .n = n, .inverse = inverse, .users = 1};
    *table = look(&key);
    if (*table)
        return GLA_OK;
    gla_fft_table *made = gla_malloc(sizeof *made);
    if (!made)
        return gla_fail_memory(op, sizeof *made);
    *made = key;
    gla_status st = make(op, made, transform);
    if (st) {
        gla_device_drop(dev, made->data);
        gla_free(made);
        return st;
    }
    keep(made);
    *table = made;
    return GLA_OK;
}
