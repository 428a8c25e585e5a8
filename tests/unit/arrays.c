/* arrays.c - Array handles: references, borrowed memory, impossible shapes. */
#include "backend.h"
#include "tap.h"
#include "runtime/allocation.h"

static int released;

static void release(void *owner)
{
    ++*(int *)owner;
}

static void test_new_host(void)
{
    gla_array *a = NULL;
    void *data = NULL;
    int64_t shape[2] = {3, 4};
    is_status(gla_new_host(GLA_FLOAT32, 2, shape, &a, &data), GLA_OK, NULL, "new_host");
    ok(gla_array_ndim(a) == 2 && gla_array_shape(a)[0] == 3 && gla_array_shape(a)[1] == 4 && gla_array_size(a) == 12, "shape");
    ok(gla_array_strides(a)[0] == 4 && gla_array_strides(a)[1] == 1 && gla_array_is_contiguous(a), "strides");
    ok(gla_array_dtype(a) == GLA_FLOAT32 && !gla_array_readonly(a) && !strcmp(gla_array_device(a), "host"), "properties");
    ok((uintptr_t)data % 64 == 0, "memory is aligned to 64 bytes");
    ok(gla_ref(a) == a && gla_live_arrays() == 1, "a reference is the same handle");
    gla_unref(a);
    ok(gla_array_size(a) == 12 && gla_live_arrays() == 1, "it lives until the last reference goes");
    gla_array *host = NULL;
    void *same = NULL;
    is_status(gla_to_host(a, &host, &same), GLA_OK, NULL, "to_host");
    ok(host == a && same == data, "to_host of a host array is the array");
    gla_unref(host);
    gla_unref(a);
    gla_unref(NULL);
    ok(gla_live_arrays() == 0, "all handles are gone");
    int64_t none[2] = {0, 5};
    gla_new_host(GLA_FLOAT64, 2, none, &a, &data);
    ok(a && gla_array_size(a) == 0 && gla_array_is_contiguous(a), "an empty array");
    gla_unref(a);
}

static void test_scalar(void)
{
    gla_array *a = NULL;
    double z[2] = {1.5, -2};
    is_status(gla_scalar(GLA_COMPLEX128, z, &a), GLA_OK, NULL, "scalar");
    gla_array *host = NULL;
    void *data = NULL;
    gla_to_host(a, &host, &data);
    ok(gla_array_ndim(a) == 0 && gla_array_size(a) == 1 && memcmp(data, z, sizeof z) == 0, "a complex number");
    gla_unref(host);
    gla_unref(a);
}

/* Bytes that other libraries interpret as true. */
static void test_borrow_bools(void)
{
    uint8_t clean[20] = {0, 1, 1}, other[24] = {0, 1, 255, 2};
    int64_t n = 20, shape[2] = {2, 2}, strides[2] = {1, 2}, none = 0, back = -1, four = 4;
    gla_array *a = NULL;
    released = 0;
    gla_borrow(clean, GLA_BOOL, 1, &n, NULL, false, release, &released, &a);
    ok(gla_array_dtype(a) == GLA_BOOL && gla_data(a) == clean && !released, "bools of 0 and 1 are borrowed as they lie");
    gla_unref(a);
    gla_borrow(other, GLA_BOOL, 1, &n, NULL, true, release, &released, &a);
    ok(gla_array_dtype(a) == GLA_BOOL && gla_data(a) != other && released == 2 && gla_array_readonly(a) &&
           !memcmp(gla_data(a), "\0\1\1\1\0", 5),
       "others are copied, and released at once");
    gla_unref(a);
    gla_borrow(other, GLA_BOOL, 2, shape, strides, false, release, &released, &a);
    ok(released == 3 && !memcmp(gla_data(a), "\0\1\1\1", 4), "with strides");
    gla_unref(a);
    gla_borrow(other + 3, GLA_BOOL, 1, &four, &back, false, release, &released, &a);
    ok(released == 4 && !memcmp(gla_data(a), "\1\1\1\0", 4), "and backwards");
    gla_unref(a);
    gla_borrow(other, GLA_BOOL, 1, &none, NULL, false, release, &released, &a);
    ok(released == 4 && gla_array_size(a) == 0, "no bools at all");
    gla_unref(a);
    gla_borrow(other + 2, GLA_BOOL, 0, NULL, NULL, false, release, &released, &a);
    ok(released == 6 && *(uint8_t *)gla_data(a) == 1, "one");
    gla_unref(a);
    for (long k = 1;; k++) {
        gla_test_fail_allocation(k, false);
        released = 0;
        gla_status st = gla_borrow(other, GLA_BOOL, 1, &n, NULL, false, release, &released, &a);
        bool reached = gla_test_allocations() >= k;
        gla_test_fail_allocation(0, false);
        if (!reached) {
            gla_unref(a);
            break;
        }
        ok(st == GLA_OUT_OF_MEMORY_ERROR && !a && !released, "allocation %ld fails: nothing is released", k);
        gla_clear_error();
    }
    released = 0;
}

static void test_borrow(void)
{
    double memory[6] = {1, 2, 3, 4, 5, 6};
    gla_array *a = NULL;
    int64_t shape[2] = {2, 3}, strides[2] = {1, 2}, backwards[2] = {-3, 1};
    is_status(gla_borrow(memory, GLA_FLOAT64, 2, shape, strides, true, release, &released, &a), GLA_OK, NULL, "borrow");
    ok(gla_array_readonly(a) && !gla_array_is_contiguous(a) && gla_array_strides(a)[1] == 2, "borrowed as it lies");
    gla_ref(a);
    gla_unref(a);
    ok(released == 0, "not released while it lives");
    gla_unref(a);
    ok(released == 1, "released once");
    gla_borrow(memory + 3, GLA_FLOAT64, 2, shape, backwards, false, release, &released, &a);
    ok(!gla_array_readonly(a) && gla_array_strides(a)[0] == -3 && !gla_array_is_contiguous(a), "negative strides");
    gla_unref(a);
    gla_borrow(memory, GLA_FLOAT64, 1, shape, strides, false, NULL, NULL, &a);
    gla_unref(a);
    ok(released == 2, "no release function is fine");
    released = 0;
    int64_t bad[1] = {-1};
    is_status(gla_borrow(memory, GLA_FLOAT64, 1, bad, strides, false, release, &released, &a), GLA_SHAPE_ERROR, "negative",
              "borrow with a negative dimension");
    ok(!a && !released, "a failure leaves NULL and releases nothing");
    for (long n = 1;; n++) {
        gla_test_fail_allocation(n, false);
        gla_status st = gla_borrow(memory, GLA_FLOAT64, 2, shape, strides, false, release, &released, &a);
        bool reached = gla_test_allocations() >= n;
        gla_test_fail_allocation(0, false);
        if (!reached)
            break;
        ok(st == GLA_OUT_OF_MEMORY_ERROR && !a && !released, "allocation %ld of borrow fails: nothing is released", n);
    }
    gla_clear_error();
    gla_unref(a);
    ok(released == 1 && gla_live_arrays() == 0, "released once in the end");
}

static void test_impossible_shapes(void)
{
    gla_array *a = NULL;
    void *data;
    int64_t ones[17], big[2] = {INT64_C(1) << 62, 4}, large[1] = {INT64_C(1) << 60}, hidden[3] = {0, INT64_C(1) << 62, 4};
    for (int i = 0; i < 17; i++)
        ones[i] = 1;
    is_status(gla_new_host(GLA_FLOAT64, 16, ones, &a, &data), GLA_OK, NULL, "16 dimensions");
    gla_unref(a);
    is_status(gla_new_host(GLA_FLOAT64, 17, ones, &a, &data), GLA_SHAPE_ERROR, "17", "17 dimensions");
    is_status(gla_new_host(GLA_FLOAT64, -1, ones, &a, &data), GLA_SHAPE_ERROR, NULL, "-1 dimensions");
    is_status(gla_new_host(GLA_INT8, 2, big, &a, &data), GLA_OVERFLOW_ERROR, "4611686018427387904", "2**64 elements");
    is_status(gla_new_host(GLA_FLOAT64, 1, large, &a, &data), GLA_OVERFLOW_ERROR, NULL, "2**63 bytes");
    is_status(gla_new_host(GLA_FLOAT64, 3, hidden, &a, &data), GLA_OVERFLOW_ERROR, NULL, "an empty one that overflows");
    large[0] = INT64_C(1) << 58;
    is_status(gla_new_host(GLA_FLOAT64, 1, large, &a, &data), GLA_OUT_OF_MEMORY_ERROR, NULL, "2**61 bytes");
    ok(!a && gla_live_arrays() == 0, "nothing is left");
}

int main(void)
{
    test_new_host();
    test_scalar();
    test_borrow_bools();
    test_borrow();
    test_impossible_shapes();
    return done();
}
