/* across.c - Arrays with arbitrary strides on the host and on devices: packing, and copies between devices. */
#include "core/core.h"
#include "tap.h"
#include "core/pack.h"

/* Views of one block of 4 x 6 x 10 elements. */
#define BLOCK 240
typedef struct layout {
    const char *name;
    int ndim;
    int64_t offset, shape[3], strides[3];
} layout;

static const layout layouts[] = {
    {"whole", 3, 0, {4, 6, 10}, {60, 10, 1}},
    {"transposed", 3, 0, {10, 6, 4}, {1, 10, 60}},
    {"a column", 1, 3, {24}, {10}},
    {"columns", 2, 2, {24, 5}, {10, 1}},
    {"every other", 3, 0, {2, 3, 5}, {120, 20, 2}},
    {"backwards", 2, 239, {24, 10}, {-10, -1}},
    {"turned and backwards", 3, 9, {10, 4, 6}, {-1, 60, 10}},
    {"an axis of one", 3, 7, {4, 1, 6}, {60, 3, 10}},
    {"a row", 2, 50, {1, 10}, {77, 1}},
    {"one element", 3, 123, {1, 1, 1}, {0, 5, -9}},
    {"repeated rows", 2, 0, {5, 10}, {0, 1}},
    {"repeated columns", 2, 4, {6, 3}, {10, 0}},
    {"a number repeated", 2, 77, {6, 3}, {0, 0}},
};
#define LAYOUTS (sizeof layouts / sizeof *layouts)

static gla_array *make(const char *device, gla_dtype dtype)
{
    gla_device *dev = NULL;
    gla_array *a = NULL;
    gla_find_device(device, &dev);
    gla_array_new("make", dev, dtype, 1, (int64_t[]){BLOCK}, &a);
    return a;
}

static gla_array *view(const gla_array *block, const layout *l)
{
    gla_array *v = NULL;
    gla_array_view(block, l->ndim, l->shape, l->strides, l->offset, &v);
    return v;
}

/* Return the position within the block of element i in row-major order. */
static int64_t position(const layout *l, int64_t i)
{
    int64_t at = l->offset;
    for (int k = l->ndim; k-- > 0; i /= l->shape[k])
        at += i % l->shape[k] * l->strides[k];
    return at;
}

static void number(gla_array *block, double first)
{
    for (int i = 0; i < BLOCK; i++)
        ((double *)gla_data(block))[i] = first + i;
}

/* Test every part of every layout, for every element size. */
static void test_pack(void)
{
    static const gla_dtype types[] = {GLA_UINT8, GLA_INT16, GLA_FLOAT32, GLA_FLOAT64, GLA_COMPLEX128};
    for (size_t t = 0; t < 5; t++) {
        size_t item = gla_itemsize(types[t]), wrong = 0;
        gla_array *block = make("host", types[t]), *other = make("host", types[t]);
        unsigned char *bytes = gla_data(block), packed[BLOCK * 16];
        for (size_t i = 0; i < BLOCK * item; i++)
            bytes[i] = (unsigned char)(i * 7 + i / 251);
        for (size_t k = 0; k < LAYOUTS; k++) {
            gla_array *v = view(block, &layouts[k]), *w = view(other, &layouts[k]);
            for (int64_t first = 0; first < v->size; first += 1 + first / 3)
                for (int64_t n = 1; n <= v->size - first; n += 1 + n / 2) {
                    memset(packed, 0, sizeof packed);
                    gla_pack(v, first, n, packed);
                    for (int64_t i = 0; i < n; i++)
                        wrong += !!memcmp(packed + (size_t)i * item, bytes + (size_t)position(&layouts[k], first + i) * item,
                                          item);
                    memset(gla_data(other), 0, BLOCK * item);
                    gla_unpack(w, first, n, packed);
                    for (int64_t i = 0; i < n && layouts[k].strides[0]; i++)
                        wrong += !!memcmp((char *)gla_data(other) + (size_t)position(&layouts[k], first + i) * item,
                                          packed + (size_t)i * item, item);
                }
            gla_unref(v);
            gla_unref(w);
        }
        ok(wrong == 0, "parts of arrays of %s", gla_dtype_name(types[t]));
        gla_unref(block);
        gla_unref(other);
    }
}

/* Copy layout `from` of a numbered block on one device to layout `to` on another; return true if nothing else changed there. */
static bool copies(const char *source, const layout *from, const char *target, const layout *to)
{
    gla_array *numbers = make("host", GLA_FLOAT64), *zeros = make("host", GLA_FLOAT64), *back = NULL;
    gla_array *a = NULL, *b = NULL;
    void *data = NULL;
    number(numbers, 1);
    memset(gla_data(zeros), 0, BLOCK * sizeof(double));
    a = make(source, GLA_FLOAT64);
    b = make(target, GLA_FLOAT64);
    gla_array_assign("op", a, numbers);
    gla_array_assign("op", b, zeros);
    gla_array *src = view(a, from), *dst = view(b, to);
    bool good = expect(gla_array_assign("op", dst, src) == GLA_OK, "%s of %s", from->name, source);
    good = gla_to_host(b, &back, &data) == GLA_OK && good;
    double wanted[BLOCK] = {0};
    for (int64_t i = 0; i < dst->size; i++)
        wanted[position(to, i)] = 1 + (double)position(from, i);
    good = good && memcmp(wanted, data, sizeof wanted) == 0;
    gla_array *all[] = {src, dst, a, b, back, numbers, zeros};
    for (int i = 0; i < 7; i++)
        gla_unref(all[i]);
    return good;
}

static void test_across(void)
{
    static const char *const ways[][2] = {{"host", "null:0"}, {"null:0", "host"}, {"null:0", "null:1"}, {"host", "host"}};
    for (int w = 0; w < 4; w++)
        for (size_t i = 0; i < LAYOUTS; i++) {
            const layout *from = &layouts[i];
            layout row = *from; /* the same shape, contiguous, and with reversed axes */
            int64_t step = 1;
            for (int k = row.ndim; k-- > 0; step *= row.shape[k])
                row.strides[k] = step;
            row.offset = 3;
            layout column = row;
            step = 1;
            for (int k = 0; k < row.ndim; step *= row.shape[k++])
                column.strides[k] = step;
            if (step + 3 > BLOCK)
                row.offset = column.offset = 0;
            bool good = copies(ways[w][0], from, ways[w][1], &row) && copies(ways[w][0], &row, ways[w][1], &column);
            good = good && copies(ways[w][0], from, ways[w][1], &column);
            if (position(from, 1) != position(from, 0) && (from->ndim < 2 || from->strides[0])) /* no element is repeated */
                good = good && copies(ways[w][0], &column, ways[w][1], from) && copies(ways[w][0], from, ways[w][1], from);
            ok(good, "%s to %s: %s", ways[w][0], ways[w][1], from->name);
        }
    ok(gla_live_arrays() == 0, "nothing is left");
}

int main(void)
{
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    setenv("GPULINALG_DEVICE", "host", 1);
    test_pack();
    test_across();
    return done();
}
