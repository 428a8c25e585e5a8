/* callers.c - Functions for C callers and bindings only, with invalid memory, handles and numbers. */
#include "tap.h"

#include <math.h>

static double memory[12];
static int released;

static void release(void *owner)
{
    (void)owner;
    released++;
}

static gla_status borrow(const void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides)
{
    gla_array *out = (gla_array *)memory;
    gla_status st = gla_borrow((void *)data, dtype, ndim, shape, strides, false, release, NULL, &out);
    if (st)
        expect(out == NULL && !released, "a failed borrow gives nothing and releases nothing");
    else
        gla_unref(out);
    released = 0;
    return st;
}

static void test_borrow(void)
{
    const int64_t three[] = {3, 4}, none[] = {0, 4}, huge[] = {INT64_C(1) << 40, INT64_C(1) << 40}, negative[] = {3, -1};
    const int64_t wide[] = {INT64_C(1) << 60, 1}, back[] = {-(INT64_C(1) << 60), 1}, most[] = {INT64_MAX, INT64_MIN};
    const int64_t turned[] = {1, 3};
    char *bytes = (char *)memory;
    is_status(borrow(memory, GLA_FLOAT64, 2, three, turned), GLA_OK, NULL, "strides that fit");
    is_status(borrow(NULL, GLA_FLOAT64, 2, none, NULL), GLA_OK, NULL, "nothing at all");
    is_status(borrow(NULL, GLA_FLOAT64, 2, three, NULL), GLA_ARGUMENT_ERROR, "NULL", "no data");
    is_status(borrow(memory, GLA_FLOAT64, 2, NULL, NULL), GLA_ARGUMENT_ERROR, "shape", "no shape");
    is_status(borrow(memory, GLA_FLOAT64, 17, three, NULL), GLA_SHAPE_ERROR, "17", "17 dimensions");
    is_status(borrow(memory, GLA_FLOAT64, -1, three, NULL), GLA_SHAPE_ERROR, "-1", "-1 dimensions");
    is_status(borrow(memory, GLA_FLOAT64, 2, negative, NULL), GLA_SHAPE_ERROR, "negative", "a negative dimension");
    is_status(borrow(memory, GLA_FLOAT64, 2, huge, NULL), GLA_OVERFLOW_ERROR, NULL, "more than all memory");
    is_status(borrow(memory, GLA_FLOAT64, 2, three, wide), GLA_OVERFLOW_ERROR, "strides", "strides beyond all memory");
    is_status(borrow(memory, GLA_FLOAT64, 2, three, back), GLA_OVERFLOW_ERROR, "strides", "and before it");
    is_status(borrow(memory, GLA_FLOAT64, 2, three, most), GLA_OVERFLOW_ERROR, "strides", "strides that overflow");
    for (int i = 1; i < 8; i++)
        is_status(borrow(bytes + i, GLA_FLOAT64, 2, three, turned), GLA_ARGUMENT_ERROR, "aligned", "misaligned float64");
    is_status(borrow(bytes + 4, GLA_COMPLEX64, 2, three, turned), GLA_OK, NULL, "complex64 needs no more than its parts");
    is_status(borrow(bytes + 1, GLA_INT8, 2, three, turned), GLA_OK, NULL, "nor int8 anything");
    for (int dtype = -1; dtype < 100; dtype += dtype == 0 ? GLA_DTYPE_COUNT : dtype == -1 ? 1 : 37)
        is_status(borrow(memory, (gla_dtype)dtype, 2, three, NULL), GLA_DTYPE_ERROR, "not a dtype", "no such type");
    is_status(gla_borrow(memory, GLA_FLOAT64, 2, three, NULL, false, release, NULL, NULL), GLA_ARGUMENT_ERROR, "NULL",
              "no place for the result");
    gla_array *out;
    is_status(gla_adopt(NULL, memory, GLA_FLOAT64, 2, three, NULL, false, NULL, NULL, &out), GLA_ARGUMENT_ERROR, "device",
              "adopt without a device");
    is_status(gla_adopt("host", memory, (gla_dtype)50, 2, three, NULL, false, NULL, NULL, &out), GLA_DTYPE_ERROR, NULL,
              "adopt without a type");
    is_status(gla_adopt("host", bytes + 1, GLA_FLOAT64, 2, three, NULL, false, NULL, NULL, &out), GLA_ARGUMENT_ERROR, "aligned",
              "adopt misaligned memory");
}

static void test_places(void)
{
    gla_array *out;
    void *data;
    const int64_t n = 3;
    is_status(gla_scalar(GLA_INT64, NULL, &out), GLA_ARGUMENT_ERROR, NULL, "a number from nowhere");
    is_status(gla_scalar(GLA_INT64, &n, NULL), GLA_ARGUMENT_ERROR, NULL, "a number to nowhere");
    is_status(gla_scalar((gla_dtype)14, &n, &out), GLA_DTYPE_ERROR, NULL, "a number of no type");
    is_status(gla_new_host(GLA_FLOAT64, 1, NULL, &out, &data), GLA_ARGUMENT_ERROR, "shape", "memory of no shape");
    is_status(gla_new_host(GLA_FLOAT64, 1, &n, NULL, &data), GLA_ARGUMENT_ERROR, NULL, "memory for nobody");
    is_status(gla_new_host(GLA_FLOAT64, 1, &n, &out, NULL), GLA_ARGUMENT_ERROR, NULL, "memory nowhere");
    is_status(gla_new_host(GLA_NO_DTYPE, 1, &n, &out, &data), GLA_DTYPE_ERROR, NULL, "memory of no type");
    is_status(gla_to_host(NULL, &out, &data), GLA_ARGUMENT_ERROR, NULL, "to_host of nothing");
    is_status(gla_native_stream("host", NULL), GLA_ARGUMENT_ERROR, NULL, "a native stream to nowhere");
    is_status(gla_index_parse(NULL, NULL), GLA_ARGUMENT_ERROR, NULL, "an index from nowhere");
    is_status(gla_index_parse("1", &(gla_index){.n = -5}), GLA_ARGUMENT_ERROR, NULL, "an index of negative length");
    is_status(gla_index_parse("1", &(gla_index){.n = 1000}), GLA_INDEX_ERROR, NULL, "an index beyond its end");
}

/* Accessors return no status: they return a null value, and the thread's error states the reason. */
static void test_handles(void)
{
    gla_array *a = NULL;
    gla_stream *stream = NULL;
    gla_zeros(&(gla_ints){1, {3}}, &a, GLA_FLOAT64, "host");
    gla_new_stream(&stream, "null:0");
    const void *wrong[] = {NULL, stream, (const char *)a + 4, (void *)(uintptr_t)8};
    for (int i = 0; i < 4; i++) {
        const gla_array *w = wrong[i];
        gla_clear_error();
        bool good = gla_array_ndim(w) == 0 && gla_array_size(w) == 0 && gla_array_dtype(w) == GLA_NO_DTYPE &&
                    !gla_array_shape(w) && !gla_array_strides(w) && !gla_array_readonly(w) && !gla_array_is_contiguous(w) &&
                    !*gla_array_device(w) && !gla_ref(w);
        ok(good && gla_last_status() == GLA_ARGUMENT_ERROR, "wrong handle %d has no properties", i);
        gla_clear_error();
        gla_unref((gla_array *)w);
        ok(gla_last_status() == (w ? GLA_ARGUMENT_ERROR : GLA_OK), "and is not released");
        is_status(gla_lend(w, 0), GLA_ARGUMENT_ERROR, NULL, "nor lent");
        is_status(gla_await_foreign(w, 0), GLA_ARGUMENT_ERROR, NULL, "nor waited for");
        is_status(gla_inplace("add", a, w), GLA_ARGUMENT_ERROR, "y", "nor added");
        is_status(gla_inplace("add", (gla_array *)w, a), GLA_ARGUMENT_ERROR, "x", "nor changed");
    }
    is_status(gla_inplace(NULL, a, a), GLA_ARGUMENT_ERROR, NULL, "no operation in place");
    ok(gla_object_ref(a) == a && !strcmp(gla_object_class(a), "Array") && !*gla_object_class(NULL), "an array is an object");
    gla_object_unref(a);
    gla_clear_error();
    ok(!strcmp(gla_object_class(stream), "Stream") && gla_array_size(a) == 3, "all are well after that");
    gla_object_unref(stream);
    gla_unref(a);
}

static void test_numbers(void)
{
    for (int i = -2; i < 20; i += i == 0 ? GLA_DTYPE_COUNT : 1) {
        gla_dtype t = (gla_dtype)i;
        expect(!gla_itemsize(t) && !strcmp(gla_dtype_name(t), "none") && !gla_dtype_is_integer(t) &&
                   !gla_dtype_is_unsigned(t) && !gla_dtype_is_real_floating(t) && !gla_dtype_is_complex(t),
               "type %d is none", i);
    }
    ok(!tap_failed, "types out of range are none");
    ok(gla_dtype_from_name(NULL) == GLA_NO_DTYPE && gla_dtype_from_name("") == GLA_NO_DTYPE, "names of none");
    ok(!strcmp(gla_status_name((gla_status)-1), "Error") && !strcmp(gla_status_name((gla_status)99), "Error"),
       "no such status");
    ok(!*gla_warning_message(-1) && !*gla_warning_message(100) && gla_warning_kind(100) == GLA_WARNING_COUNT,
       "no such warning");
    gla_free(NULL);
    gla_strings_free(NULL);
    gla_record_free(NULL);
    gla_arrays_free(NULL);
    gla_set_work_hooks((void *(*)(void))abort, NULL); /* one hook alone is ignored */
    gla_array *a = NULL;
    gla_zeros(&(gla_ints){1, {1000000}}, &a, GLA_FLOAT64, "host");
    gla_unref(a);
}

/* Floating-point modes that a program may have set: flush subnormal numbers to zero, like libraries built with -ffast-math, and
 * trap NaN. */
static void test_modes(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    double x[] = {3e-310, 1.0, -2e-310, 1e-310, -1.0, 0.0, 2e-310, NAN};
    const double sorted[] = {-1.0, -2e-310, 0.0, 1e-310, 2e-310, 3e-310, 1.0};
    const unsigned mode = __builtin_ia32_stmxcsr(), other = (mode & ~0x80u) | 0x8040u;
    for (int64_t n = 7; n <= 8; n++) {
        gla_array *a = NULL, *out = NULL, *on_host = NULL;
        void *numbers = NULL;
        gla_borrow(x, GLA_FLOAT64, 1, &n, NULL, false, NULL, NULL, &a);
        __builtin_ia32_ldmxcsr(other);
        const unsigned set = __builtin_ia32_stmxcsr(); /* valgrind supports the rounding mode only */
        gla_status st = gla_sort(a, &out, -1, false, true);
        const bool kept = (__builtin_ia32_stmxcsr() | 0x3f) == (set | 0x3f);
        __builtin_ia32_ldmxcsr(mode);
        st = st ? st : gla_to_host(out, &on_host, &numbers);
        ok(!st && kept && !memcmp(numbers, sorted, sizeof sorted), "%d numbers are sorted whatever a program has set", (int)n);
        gla_unref(on_host);
        gla_unref(out);
        gla_unref(a);
    }
#endif
}

int main(void)
{
    unsetenv("GPULINALG_DEVICE");
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    gla_set_device("host");
    test_borrow();
    test_places();
    test_handles();
    test_numbers();
    test_modes();
    ok(gla_live_arrays() == 0, "nothing is left");
    return done();
}
