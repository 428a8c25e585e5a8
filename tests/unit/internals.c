/* internals.c - Functions of src/core for the areas: dtypes, axes, broadcasting, overlap, assignment, operands. */
#include "core/core.h"
#include "tap.h"
#include "runtime/allocation.h"

/* Rows and columns: bool, int8-64, uint8-64, float32-64, complex64-128.  As in the standard's tables (Python array API standard
 * 2025.12, type promotion); mixed kinds, which the standard leaves open, as in NumPy 2. */
static const char *const promotion[13] = {
    /*      ?   b   h   i   l   B   H   I   L   f   d   F   D */
    /* ? */ "? b h i l B H I L f d F D",
    /* b */ "b b h i l h i l d f d F D",
    /* h */ "h h h i l h i l d f d F D",
    /* i */ "i i i i l i i l d d d D D",
    /* l */ "l l l l l l l l d d d D D",
    /* B */ "B h h i l B H I L f d F D",
    /* H */ "H i i i l H H I L f d F D",
    /* I */ "I l l l l I I I L d d D D",
    /* L */ "L d d d d L L L L d d D D",
    /* f */ "f f f d d f f d d f d F D",
    /* d */ "d d d d d d d d d d d D D",
    /* F */ "F F F D D F F D D F D F D",
    /* D */ "D D D D D D D D D D D D D",
};

static void test_promotion(void)
{
    static const char codes[] = "?bhilBHILfdFD";
    int wrong = 0;
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < 13; j++) {
            gla_dtype expected = (gla_dtype)(GLA_BOOL + (strchr(codes, promotion[i][2 * j]) - codes));
            gla_dtype got = gla_promote((gla_dtype)(GLA_BOOL + i), (gla_dtype)(GLA_BOOL + j));
            if (got != expected && ++wrong)
                printf("#   %s with %s gives %s\n", gla_dtype_name((gla_dtype)(GLA_BOOL + i)),
                       gla_dtype_name((gla_dtype)(GLA_BOOL + j)), gla_dtype_name(got));
        }
    ok(wrong == 0, "all 169 pairs of types promote as the standard says");
}

/* Return the dtype to which an array and a plain number promote. */
static gla_dtype with_number(gla_dtype array, gla_dtype number)
{
    gla_array *a = NULL, *x = NULL;
    void *data;
    char zero[16] = {0};
    gla_new_host(array, 0, NULL, &a, &data);
    gla_scalar(number, zero, &x);
    const gla_array *both[3] = {NULL, x, a};
    gla_dtype got = gla_promote_arrays(3, both);
    gla_unref(a);
    gla_unref(x);
    return got;
}

static void test_weak(void)
{
    static const struct {
        gla_dtype array, number, result;
    } table[] = {{GLA_FLOAT32, GLA_FLOAT64, GLA_FLOAT32},
                 {GLA_FLOAT32, GLA_INT64, GLA_FLOAT32},
                 {GLA_FLOAT32, GLA_COMPLEX128, GLA_COMPLEX64},
                 {GLA_COMPLEX64, GLA_FLOAT64, GLA_COMPLEX64},
                 {GLA_INT8, GLA_INT64, GLA_INT8},
                 {GLA_UINT8, GLA_BOOL, GLA_UINT8},
                 {GLA_INT32, GLA_FLOAT64, GLA_FLOAT64},
                 {GLA_INT8, GLA_COMPLEX128, GLA_COMPLEX128},
                 {GLA_BOOL, GLA_INT64, GLA_INT64},
                 {GLA_BOOL, GLA_BOOL, GLA_BOOL},
                 {GLA_BOOL, GLA_FLOAT64, GLA_FLOAT64},
                 {GLA_BOOL, GLA_UINT64, GLA_UINT64}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        gla_dtype got = with_number(table[i].array, table[i].number);
        ok(got == table[i].result, "%s array with a plain %s: %s", gla_dtype_name(table[i].array),
           gla_dtype_name(table[i].number), gla_dtype_name(got));
    }
}

static void test_names(void)
{
    bool good = true;
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT; t++)
        good = good && gla_dtype_from_name(gla_dtype_name((gla_dtype)t)) == (gla_dtype)t && gla_itemsize((gla_dtype)t);
    ok(good, "every type has a name that leads back to it");
    ok(!gla_dtype_from_name("") && !gla_dtype_from_name("float128") && !gla_dtype_from_name("Float64"), "unknown names");
    ok(gla_dtype_from_name("float") == GLA_FLOAT64 && gla_dtype_from_name("complex") == GLA_COMPLEX128, "Python's names");
    ok(gla_dtype_name((gla_dtype)77) && !gla_itemsize((gla_dtype)77), "an unknown type is harmless");
}

static void test_axes(void)
{
    int axis = 7;
    unsigned mask = 0;
    is_status(gla_normalize_axis("op", 3, -3, &axis), GLA_OK, NULL, "axis -3 of 3");
    ok(axis == 0, "is the first");
    is_status(gla_normalize_axis("op", 3, 3, &axis), GLA_INDEX_ERROR, "op: axis 3", "axis 3 of 3");
    is_status(gla_normalize_axis("op", 3, -4, &axis), GLA_INDEX_ERROR, NULL, "axis -4 of 3");
    is_status(gla_normalize_axis("op", 0, 0, &axis), GLA_INDEX_ERROR, "0 dimensions", "axis of a number");
    is_status(gla_normalize_axis("op", 16, INT64_MIN, &axis), GLA_INDEX_ERROR, NULL, "the smallest axis");
    is_status(gla_normalize_axes("op", 16, NULL, &mask), GLA_OK, NULL, "all of 16 axes");
    ok(mask == 0xffff, "are 16 bits");
    gla_ints axes = {2, {-1, 0}}, twice = {2, {1, -2}}, none = {0, {0}};
    gla_normalize_axes("op", 3, &axes, &mask);
    ok(mask == 5, "a list of axes");
    is_status(gla_normalize_axes("op", 3, &twice, &mask), GLA_SHAPE_ERROR, "twice", "an axis named twice");
    is_status(gla_normalize_axes("op", 3, &none, &mask), GLA_OK, NULL, "no axes");
    ok(mask == 0, "are no bits");
    char text[GLA_SHAPE_TEXT];
    int64_t shape[3] = {3, 4, 5};
    ok(!strcmp(gla_shape_text(0, shape, text, sizeof text), "()"), "shape of a number");
    ok(!strcmp(gla_shape_text(1, shape, text, sizeof text), "(3,)"), "shape of a vector");
    ok(!strcmp(gla_shape_text(3, shape, text, sizeof text), "(3, 4, 5)"), "shape of an array");
    ok(strlen(gla_shape_text(3, shape, text, 5)) < 5, "a short buffer is not overrun");
}

static gla_array *make(const char *device, int ndim, int64_t m, int64_t n)
{
    gla_device *dev = NULL;
    gla_array *a = NULL;
    int64_t shape[2] = {m, n};
    if (!gla_find_device(device, &dev))
        gla_array_new("make", dev, GLA_FLOAT64, ndim, shape, &a);
    return a;
}

static void test_broadcast(void)
{
    gla_array *a = make("host", 2, 3, 1), *b = make("host", 1, 4, 0), *c = make("host", 2, 2, 4), *e = make("host", 2, 0, 1);
    const gla_array *good[3] = {a, NULL, b}, *bad[2] = {a, c}, *empty[2] = {e, b};
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    is_status(gla_common_shape("op", 3, good, &ndim, shape), GLA_OK, NULL, "(3, 1) and (4,)");
    ok(ndim == 2 && shape[0] == 3 && shape[1] == 4, "give (3, 4)");
    is_status(gla_common_shape("op", 2, bad, &ndim, shape), GLA_SHAPE_ERROR, "(3, 1)", "(3, 1) and (2, 4)");
    is_status(gla_common_shape("op", 2, empty, &ndim, shape), GLA_OK, NULL, "(0, 1) and (4,)");
    ok(shape[0] == 0 && shape[1] == 4, "give (0, 4)");
    gla_array *v = NULL;
    gla_broadcast_view(b, 2, (int64_t[]){3, 4}, &v);
    ok(v->strides[0] == 0 && v->strides[1] == 1 && gla_array_readonly(v) && v->buffer == b->buffer, "a view that repeats");
    gla_unref(b);
    ok(v->buffer->refs == 1 && v->size == 12, "a view keeps the memory");
    gla_unref(v);
    gla_unref(a);
    gla_unref(c);
    gla_unref(e);
}

static void test_overlap(void)
{
    gla_array *a = make("host", 2, 4, 6), *low = NULL, *high = NULL, *back = NULL, *other = make("host", 2, 4, 6), *none = NULL;
    int64_t half[2] = {2, 6}, s[2] = {6, 1}, r[2] = {-6, -1}, full[2] = {4, 6}, zero[2] = {0, 6};
    gla_array_view(a, 2, half, s, 0, &low);
    gla_array_view(a, 2, half, s, 12, &high);
    gla_array_view(a, 2, full, r, 23, &back);
    gla_array_view(a, 2, zero, s, 0, &none);
    ok(!gla_array_may_overlap(low, high), "halves do not overlap");
    ok(gla_array_may_overlap(low, back) && gla_array_may_overlap(back, high), "a reversed view overlaps both");
    ok(!gla_array_may_overlap(a, other) && !gla_array_may_overlap(a, none), "neither another array nor an empty one");
    ok(!low->contiguous == false && !back->contiguous, "contiguity of views");
    double *d = gla_data(a);
    for (int i = 0; i < 24; i++)
        d[i] = i;
    is_status(gla_array_assign("op", a, back), GLA_OK, NULL, "assign an array its own reverse");
    bool good = true;
    for (int i = 0; i < 24; i++)
        good = good && d[i] == 23 - i;
    ok(good, "as if through a copy");
    gla_array *all[] = {a, low, high, back, other, none};
    for (int i = 0; i < 6; i++)
        gla_unref(all[i]);
}

static bool holds(const gla_array *a, double first, double step)
{
    gla_array *h = NULL;
    void *data;
    bool good = gla_to_host(a, &h, &data) == GLA_OK;
    for (int64_t i = 0; good && i < a->size; i++) {
        int64_t at = 0, rest = i;
        for (int k = h->ndim; k-- > 0; rest /= h->shape[k])
            at += rest % h->shape[k] * h->strides[k];
        good = ((double *)data)[at] == first + (double)i * step;
    }
    gla_unref(h);
    return good;
}

static void test_devices(void)
{
    long (*blocks)(void);
    *(void **)&blocks = null_control("gla_null_blocks");
    gla_array *h = make("host", 2, 3, 4), *n0 = make("null:0", 2, 3, 4), *n1 = make("null:1", 2, 4, 3), *t = NULL;
    for (int i = 0; i < 12; i++)
        ((double *)gla_data(h))[i] = i;
    is_status(gla_array_assign("op", n0, h), GLA_OK, NULL, "host to null:0");
    ok(holds(n0, 0, 1), "arrives");
    int64_t shape[2] = {3, 4}, turned[2] = {1, 3};
    gla_array_view(n1, 2, shape, turned, 0, &t);
    is_status(gla_array_assign("op", t, n0), GLA_OK, NULL, "null:0 to a transposed view on null:1");
    ok(holds(t, 0, 1), "arrives");
    gla_array *back = make("host", 2, 3, 4), *row = make("host", 1, 4, 0);
    is_status(gla_array_assign("op", back, t), GLA_OK, NULL, "null:1 to host");
    ok(holds(back, 0, 1), "arrives");
    for (int i = 0; i < 4; i++)
        ((double *)gla_data(row))[i] = 7;
    is_status(gla_array_assign("op", n0, row), GLA_OK, NULL, "a row broadcast to another device");
    ok(holds(n0, 7, 0), "arrives");
    is_status(gla_array_assign("op", row, n0), GLA_SHAPE_ERROR, "(3, 4)", "a matrix does not fit a row");
    gla_array *out = NULL;
    is_status(gla_array_contiguous("op", gla_device_of(h), GLA_FLOAT64, t, &out), GLA_OK, NULL, "contiguous on the host");
    ok(out->contiguous && holds(out, 0, 1), "arrives");
    gla_array *all[] = {h, n0, n1, t, back, row, out};
    for (int i = 0; i < 7; i++)
        gla_unref(all[i]);
    ok(blocks() == 0 && gla_live_arrays() == 0, "nothing is left on any device");
}

/* Failures of devices in the middle of an operation leak nothing. */
static void test_failing_devices(void)
{
    static const char *const slots[] = {"alloc", "upload", "download", "copy"};
    long (*blocks)(void);
    void (*fail)(const char *, long, gla_status);
    *(void **)&blocks = null_control("gla_null_blocks");
    *(void **)&fail = null_control("gla_null_fail");
    gla_array *h = make("host", 2, 3, 4), *n0 = make("null:0", 2, 3, 4), *n1 = make("null:1", 2, 4, 3), *t = NULL;
    int64_t shape[2] = {3, 4}, turned[2] = {1, 3};
    memset(gla_data(h), 0, 96);
    gla_array_view(n1, 2, shape, turned, 0, &t);
    gla_array *ways[3][2] = {{n0, h}, {t, n0}, {h, t}};
    for (int s = 0; s < 4; s++) {
        int failures = 0;
        long before = blocks();
        int64_t live = gla_live_arrays();
        bool clean = true;
        for (int w = 0; w < 3; w++)
            for (long n = 1; n < 10; n++) {
                fail(slots[s], n, GLA_DEVICE_ERROR);
                if (!gla_array_assign("op", ways[w][0], ways[w][1]))
                    break;
                failures++;
                clean = clean && gla_last_status() == GLA_DEVICE_ERROR && blocks() == before && gla_live_arrays() == live;
            }
        fail("", 0, GLA_OK);
        ok(clean && failures, "%s failing %d times leaves nothing behind", slots[s], failures);
    }
    int failures = 0;
    bool clean = true;
    long before = blocks();
    int64_t live = gla_live_arrays();
    for (int w = 0; w < 3; w++)
        for (long n = 1; n < 50; n++) {
            gla_test_fail_allocation(n, false);
            gla_status st = gla_array_assign("op", ways[w][0], ways[w][1]);
            gla_test_fail_allocation(0, false);
            if (!st)
                break;
            failures++;
            clean = clean && st == GLA_OUT_OF_MEMORY_ERROR && blocks() == before && gla_live_arrays() == live;
        }
    ok(clean && failures, "memory running out %d times leaves nothing behind", failures);
    gla_clear_error();
    gla_array *all[] = {h, n0, n1, t};
    for (int i = 0; i < 4; i++)
        gla_unref(all[i]);
}

static void test_operands(void)
{
    gla_device *dev = NULL, *n0 = NULL;
    gla_array *a = make("null:0", 2, 3, 4), *b = make("null:1", 2, 3, 4), *h = make("host", 2, 3, 4);
    gla_array *x = NULL, *borrowed = NULL;
    void *data;
    double one = 1;
    gla_scalar(GLA_FLOAT64, &one, &x);
    gla_new_host(GLA_FLOAT64, 2, a->shape, &borrowed, &data);
    memset(data, 0, 96);
    const gla_array *two[2] = {a, b}, *mixed[2] = {h, a}, *free_ones[3] = {x, borrowed, a}, *nowhere[2] = {x, borrowed};
    is_status(gla_common_device("add", 2, two, &dev), GLA_DEVICE_ERROR, "null:0 and null:1", "operands on two devices");
    is_status(gla_common_device("add", 2, mixed, &dev), GLA_DEVICE_ERROR, "to_device", "an array on the host and one not");
    is_status(gla_common_device("add", 3, free_ones, &dev), GLA_OK, NULL, "plain data goes where the array is");
    ok(dev == gla_device_of(a), "to null:0");
    is_status(gla_common_device("add", 2, nowhere, &dev), GLA_OK, NULL, "plain data alone");
    ok(dev->is_host, "stays on the current device");
    n0 = gla_device_of(a);
    gla_array *placed[3];
    int64_t live = gla_live_arrays();
    is_status(gla_place_operands("add", n0, 3, free_ones, true, placed), GLA_OK, NULL, "place operands");
    ok(placed[0] == x && gla_device_of(placed[1]) == n0 && placed[2] == a, "number stays, data moves, array is itself");
    gla_release_operands(3, placed);
    gla_release_operands(3, placed);
    ok(gla_live_arrays() == live, "all are released");
    for (long n = 1; n < 20; n++) {
        gla_test_fail_allocation(n, false);
        gla_status st = gla_place_operands("add", n0, 3, free_ones, false, placed);
        gla_test_fail_allocation(0, false);
        if (!st)
            break;
        if (st != GLA_OUT_OF_MEMORY_ERROR || gla_live_arrays() != live || placed[0] || placed[1] || placed[2])
            ok(false, "allocation %ld of place_operands", n);
    }
    gla_clear_error();
    gla_release_operands(3, placed);
    ok(gla_live_arrays() == live, "failures of placing release everything");
    gla_array *all[] = {a, b, h, x, borrowed};
    for (int i = 0; i < 5; i++)
        gla_unref(all[i]);
    ok(gla_live_arrays() == 0, "nothing is left");
}

/* Results have the memory order of their operand. */
static void test_new_like(void)
{
    gla_array *a = make("host", 2, 4, 3), *t = NULL, *like = NULL, *wide = NULL;
    int64_t shape[2] = {3, 4}, turned[2] = {1, 3}, repeat[2] = {0, 1};
    gla_array_view(a, 2, shape, turned, 0, &t);
    is_status(gla_array_new_like("op", gla_device_of(a), GLA_INT8, t, &like), GLA_OK, NULL, "like a transposed array");
    ok(like->strides[0] == 1 && like->strides[1] == 3 && like->dtype == GLA_INT8, "is transposed too");
    gla_unref(like);
    gla_array_view(a, 2, shape, repeat, 0, &wide);
    is_status(gla_array_new_like("op", gla_device_of(a), GLA_FLOAT64, wide, &like), GLA_OK, NULL, "like a repeating one");
    ok(like->strides[0] == 4 && like->strides[1] == 1, "has memory of its own");
    gla_array *all[] = {a, t, like, wide};
    for (int i = 0; i < 4; i++)
        gla_unref(all[i]);
    ok(gla_live_arrays() == 0, "nothing is left");
}

int main(void)
{
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    unsetenv("GPULINALG_DEVICE");
    test_promotion();
    test_weak();
    test_names();
    test_axes();
    test_broadcast();
    test_overlap();
    test_devices();
    test_failing_devices();
    test_operands();
    test_new_like();
    return done();
}
