/* null.c - Public functions on devices that lack most slots, run out of memory and fail. */
#include "backend.h"
#include "tap.h"

static void (*fail)(const char *slot, long n, gla_status status);
static void (*limit)(size_t bytes);
static long (*blocks)(void);

static gla_array *vector(const char *device, int64_t n)
{
    gla_array *host = NULL, *a = NULL;
    void *data;
    gla_new_host(GLA_FLOAT64, 1, &n, &host, &data);
    for (int64_t i = 0; i < n; i++)
        ((double *)data)[i] = (double)i;
    gla_to_device(host, device, &a, GLA_YES);
    gla_unref(host);
    return a;
}

static bool counts_up(const gla_array *a)
{
    gla_array *host = NULL;
    void *data;
    bool good = gla_to_host(a, &host, &data) == GLA_OK;
    for (int64_t i = 0; good && i < gla_array_size(a); i++)
        good = ((double *)data)[i] == (double)i;
    gla_unref(host);
    return good;
}

static void test_moving(void)
{
    gla_array *a = vector("null:0", 5), *b = NULL, *c = NULL;
    ok(a && !strcmp(gla_array_device(a), "null:0") && counts_up(a), "from host to null:0");
    is_status(gla_to_device(a, "null:1", &b, GLA_MAYBE), GLA_OK, NULL, "null:0 to null:1");
    ok(!strcmp(gla_array_device(b), "null:1") && counts_up(b), "arrives");
    is_status(gla_to_device(b, "null:1", &c, GLA_NO), GLA_OK, NULL, "to where it is");
    gla_unref(c);
    is_status(gla_to_device(b, "host", &c, GLA_NO), GLA_ARGUMENT_ERROR, "copy", "without the copy that is needed");
    ok(!c, "the result is NULL");
    is_status(gla_to_device(b, "null:5", &c, GLA_MAYBE), GLA_DEVICE_ERROR, "null:5", "to a device that is not there");
    is_status(gla_copy(a, &c), GLA_OK, NULL, "copy on null:0");
    ok(!strcmp(gla_array_device(c), "null:0") && counts_up(c), "stays there");
    gla_unref(a);
    gla_unref(b);
    gla_unref(c);
    ok(blocks() == 0 && gla_live_arrays() == 0, "nothing is left");
}

static void test_two_devices(void)
{
    gla_array *a = vector("null:0", 3), *b = vector("null:1", 3), *out = NULL, *out2 = NULL;
    int64_t live = gla_live_arrays();
    is_status(gla_add(a, b, &out), GLA_DEVICE_ERROR, "to_device", "add on two devices");
    is_status(gla_matmul(a, b, &out), GLA_DEVICE_ERROR, "matmul", "matmul on two devices");
    is_status(gla_where(a, b, a, &out), GLA_DEVICE_ERROR, "where", "where on two devices");
    gla_array *nine = vector("null:0", 9), *matrix = NULL;
    gla_reshape(nine, &(gla_ints){2, {3, 3}}, &matrix, GLA_MAYBE, NULL);
    is_status(gla_solve(matrix, b, &out, 0), GLA_DEVICE_ERROR, "solve", "solve on two devices");
    is_status(gla_lstsq(matrix, b, &out, &out2, &out2, &out2, NULL), GLA_DEVICE_ERROR, "lstsq", "lstsq on two devices");
    gla_unref(matrix);
    gla_unref(nine);
    gla_arrays both = {.n = 2, .v = (const gla_array *[]){a, b}};
    is_status(gla_concat(&both, &out, 0), GLA_DEVICE_ERROR, "concat", "concat on two devices");
    ok(!out && !out2 && gla_live_arrays() == live, "no results");
    gla_unref(a);
    gla_unref(b);
}

/* Errors state what the device lacks and name a remedy; nothing leaks. */
static void test_not_supported(void)
{
    gla_array *a = vector("null:0", 3), *out = NULL;
    int64_t live = gla_live_arrays();
    is_status(gla_add(a, a, &out), GLA_NOT_SUPPORTED_ERROR, "add", "add");
    is_status(gla_exp(a, &out), GLA_NOT_SUPPORTED_ERROR, "exp", "exp");
    is_status(gla_sum(a, &out, NULL, GLA_NO_DTYPE, false), GLA_NOT_SUPPORTED_ERROR, "sum", "sum");
    is_status(gla_matmul(a, a, &out), GLA_NOT_SUPPORTED_ERROR, "matmul", "matmul");
    is_status(gla_take(a, a, &out, NULL), GLA_DTYPE_ERROR, NULL, "take by fractions");
    ok(!out && gla_live_arrays() == live, "no results");
    gla_unref(a);
}

static void test_out_of_memory(void)
{
    gla_array *a = vector("null:0", 100), *out = NULL, *more = NULL;
    limit(1000);
    is_status(gla_copy(a, &out), GLA_OUT_OF_MEMORY_ERROR, NULL, "a copy beyond the limit");
    ok(!out, "no result");
    is_status(gla_to_device(a, "null:1", &out, GLA_MAYBE), GLA_OUT_OF_MEMORY_ERROR, NULL, "a move beyond the limit");
    limit(0);
    is_status(gla_copy(a, &out), GLA_OK, NULL, "with more memory");
    gla_ints shape = {1, {INT64_C(1) << 50}};
    limit(1 << 20);
    is_status(gla_empty(&shape, &more, GLA_FLOAT64, "null:0"), GLA_OUT_OF_MEMORY_ERROR, NULL, "2**53 bytes");
    limit(0);
    gla_unref(a);
    gla_unref(out);
    ok(blocks() == 0 && gla_live_arrays() == 0, "nothing is left");
}

static void test_failures(void)
{
    static const char *const slots[] = {"alloc", "peer", "copy"};
    gla_array *a = vector("null:0", 4), *view = NULL, *out = NULL;
    gla_flip(a, &view, NULL);
    long before = blocks();
    int64_t live = gla_live_arrays();
    for (int s = 0; s < 3; s++) {
        fail(slots[s], 1, GLA_DEVICE_ERROR);
        gla_status st = gla_to_device(view, "null:1", &out, GLA_MAYBE);
        ok(st == GLA_DEVICE_ERROR && !out && blocks() == before && gla_live_arrays() == live, "%s fails", slots[s]);
        gla_clear_error();
    }
    is_status(gla_to_device(view, "null:1", &out, GLA_MAYBE), GLA_OK, NULL, "then it works");
    gla_unref(out);
    gla_unref(view);
    gla_unref(a);
    ok(blocks() == 0 && gla_live_arrays() == 0, "nothing is left");
}

int main(void)
{
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    unsetenv("GPULINALG_DEVICE");
    *(void **)&fail = null_control("gla_null_fail");
    *(void **)&limit = null_control("gla_null_limit");
    *(void **)&blocks = null_control("gla_null_blocks");
    test_moving();
    test_two_devices();
    test_not_supported();
    test_out_of_memory();
    test_failures();
    return done();
}
