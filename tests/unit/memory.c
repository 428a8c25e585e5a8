/* memory.c - Memory limits, statistics, release of idle memory, copies between devices of one kind, page-locked arrays. */
#include "tap.h"
#include "backend.h" /* gla_test_fail_allocation */
#include "runtime/allocation.h"

static void (*fail)(const char *slot, long n, gla_status status);
static void (*limit)(size_t bytes);
static void (*keep)(bool wanted);
static size_t (*idle)(void);
static long (*blocks)(void);
static const char *(*diary)(void);
static void (*forget)(void);

static gla_array *vector(const char *device, int64_t n)
{
    gla_array *a = NULL;
    gla_ints shape = {1, {n}};
    gla_empty(&shape, &a, GLA_FLOAT64, device);
    return a;
}

static int64_t statistic(const char *device, const char *key)
{
    gla_record *r = NULL;
    int64_t value = -1;
    gla_memory_info(&r, device);
    for (int i = 0; r && i < r->n; i++)
        if (strcmp(r->fields[i]->key, key) == 0)
            value = r->fields[i]->integer;
    gla_record_free(r);
    return value;
}

static gla_status write_all(gla_array *x, const gla_array *value)
{
    gla_index key = {.n = 1};
    key.v[0].kind = GLA_INDEX_ELLIPSIS;
    return gla_setitem(x, &key, value);
}

static void test_statistics(void)
{
    gla_array *a = vector("null:0", 100), *b = vector("null:0", 50), *view = NULL;
    gla_flip(a, &view, NULL);
    ok(statistic("null:0", "used_bytes") == 1200 && statistic("null:0", "peak_bytes") == 1200, "two arrays and a view");
    ok(statistic("null:1", "used_bytes") == 0, "each device by itself");
    gla_unref(a);
    ok(statistic("null:0", "used_bytes") == 1200, "a view keeps the memory");
    gla_unref(view);
    ok(statistic("null:0", "used_bytes") == 400 && statistic("null:0", "peak_bytes") == 1200, "freed; the peak stays");
    is_status(gla_reset_peak_memory("null:0"), GLA_OK, NULL, "reset the peak");
    ok(statistic("null:0", "peak_bytes") == 400, "to what is used");
    gla_unref(b);
    int64_t host = statistic("host", "used_bytes");
    a = vector("host", 1000);
    ok(statistic("host", "used_bytes") == host + 8000, "the host counts arrays too");
    gla_unref(a);
    ok(statistic("host", "used_bytes") == host && statistic("host", "total_bytes") > 0, "and knows what it has");
    gla_record *r = NULL;
    fail("info", 1, GLA_DEVICE_ERROR);
    is_status(gla_memory_info(&r, "null:0"), GLA_DEVICE_ERROR, "info", "a device that does not answer");
    is_status(gla_memory_info(&r, "null:7"), GLA_DEVICE_ERROR, "null:7", "a device that is not there");
    ok(!r, "no record");
    for (long n = 1;; n++) {
        gla_test_fail_allocation(n, false);
        gla_status st = gla_memory_info(&r, "null:0");
        bool reached = gla_test_allocations() >= n;
        gla_test_fail_allocation(0, false);
        if (!reached)
            break;
        is_status(st, GLA_OUT_OF_MEMORY_ERROR, "memory_info: out of memory", "an allocation fails");
    }
    gla_record_free(r);
}

static void test_limit(void)
{
    gla_array *a = NULL, *b = NULL;
    gla_ints shape = {1, {100}};
    is_status(gla_set_memory_limit("1K", "null:0"), GLA_OK, NULL, "a limit");
    ok(statistic("null:0", "limit_bytes") == 1024, "is 1024 bytes");
    is_status(gla_empty(&shape, &a, GLA_FLOAT64, "null:0"), GLA_OK, NULL, "within it");
    is_status(gla_empty(&shape, &b, GLA_FLOAT64, "null:0"), GLA_OUT_OF_MEMORY_ERROR, "800 bytes", "beyond it");
    is_status(gla_copy(a, &b), GLA_OUT_OF_MEMORY_ERROR, "224 free of 1024, 800 used", "by a copy");
    ok(!b && statistic("null:0", "used_bytes") == 800 && blocks() == 1, "nothing is lost by that");
    gla_unref(a);
    is_status(gla_empty(&shape, &a, GLA_FLOAT64, "null:0"), GLA_OK, NULL, "when there is room again");
    is_status(gla_set_memory_limit("8", "null:0"), GLA_OK, NULL, "a limit below what is used");
    is_status(gla_empty(&shape, &b, GLA_FLOAT64, "null:0"), GLA_OUT_OF_MEMORY_ERROR, "0 free of 8", "leaves nothing free");
    is_status(gla_set_memory_limit(NULL, "null:0"), GLA_OK, NULL, "no limit");
    is_status(gla_copy(a, &b), GLA_OK, NULL, "then there is room");
    gla_unref(a);
    gla_unref(b);
    static const char *const bad[] = {"x", "-1", "1Q", "nan", "inf", "1e30", "12 M", "K", "1MM"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        is_status(gla_set_memory_limit(bad[i], "null:0"), GLA_ARGUMENT_ERROR, bad[i], bad[i]);
    static const struct {
        const char *text;
        int64_t bytes;
    } good[] = {{"0", 0},
                {"", 0},
                {"123", 123},
                {"1e3", 1000},
                {"1.5K", 1536},
                {"2m", 2 << 20},
                {"3GB", INT64_C(3) << 30},
                {"1TiB", INT64_C(1) << 40}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ok(!gla_set_memory_limit(good[i].text, "null:0") && statistic("null:0", "limit_bytes") == good[i].bytes, "\"%s\"",
           good[i].text);
    is_status(gla_set_memory_limit("50%", "null:0"), GLA_NOT_SUPPORTED_ERROR, "unknown", "a part of what is not known");
    limit(3000);
    ok(!gla_set_memory_limit("50%", "null:0") && statistic("null:0", "limit_bytes") == 1500, "a part of what there is");
    limit(0);
    gla_set_memory_limit(NULL, "null:0");
}

static void test_environment(void)
{
    gla_array *a = vector("null:0", 100);
    expect(!a && gla_last_status() == GLA_OUT_OF_MEMORY_ERROR, "the environment's limit holds");
    gla_clear_error();
    a = vector("host", 100);
    expect(a != NULL, "not for the host");
    gla_unref(a);
}

static void test_bad_environment(void)
{
    gla_array *a = vector("null:0", 1);
    expect(!a && gla_last_status() == GLA_ARGUMENT_ERROR && strstr(gla_last_message(), "GPULINALG_MEMORY_LIMIT"),
           "a bad limit is reported");
}

/* Idle memory is released before a call fails with OutOfMemoryError. */
static void test_trying_again(void)
{
    limit(2000);
    keep(true);
    gla_array *a = vector("null:0", 200), *b = NULL;
    gla_unref(a);
    ok(idle() == 1600, "idle memory");
    a = vector("null:0", 100);
    ok(a && idle() == 0, "frees enough for an array");
    gla_clear_error();
    gla_unref(a);
    fail("trim", 1, GLA_DEVICE_ERROR);
    a = vector("null:0", 200);
    ok(!a && gla_last_status() == GLA_OUT_OF_MEMORY_ERROR, "when it cannot be released there is none");
    a = vector("null:0", 200);
    ok(a, "the next time there is");
    b = vector("null:0", 200);
    ok(!b, "there is no memory for both");
    is_status(gla_last_status(), GLA_OUT_OF_MEMORY_ERROR, "null:0 cannot allocate 1600 bytes (400 free of 2000, 1600 used",
              "the message");
    gla_unref(a);
    is_status(gla_trim("null:0"), GLA_OK, NULL, "trim");
    ok(idle() == 0, "nothing is idle after that");
    is_status(gla_trim("host"), GLA_OK, NULL, "trim the host");
    fail("trim", 1, GLA_DEVICE_ERROR);
    is_status(gla_trim("null:0"), GLA_DEVICE_ERROR, "trim", "trim that fails");
    fail("alloc", 1, GLA_DEVICE_ERROR);
    a = vector("null:0", 2);
    ok(!a && statistic("null:0", "used_bytes") == 0, "what could not be had is not counted");
    gla_clear_error();
    keep(false);
    limit(0);
}

/* The streams of null:0 and null:1 are 0 and 1. */
static void test_peer(void)
{
    gla_array *a = vector("null:0", 3), *b = vector("null:1", 3), *c = NULL, *number = NULL;
    double half = 0.5;
    gla_scalar(GLA_FLOAT64, &half, &number);
    write_all(a, number);
    forget();
    is_status(gla_to_device(a, "null:1", &c, GLA_MAYBE), GLA_OK, NULL, "null:0 to null:1");
    ok(!strcmp(diary(), "1<0 0<1"), "each waits for the other");
    fail("join", 2, GLA_DEVICE_ERROR);
    is_status(write_all(b, a), GLA_DEVICE_ERROR, "to_device", "setitem does not move data by itself");
    gla_unref(c);
    is_status(gla_to_device(a, "null:1", &c, GLA_MAYBE), GLA_DEVICE_ERROR, "join", "streams that fail");
    is_status(gla_to_device(a, "null:1", &c, GLA_MAYBE), GLA_OK, NULL, "then it works");
    gla_array *host = NULL;
    double *data;
    gla_to_host(c, &host, (void **)&data);
    ok(data[0] == 0.5 && data[2] == 0.5, "the values arrive");
    gla_array *all[] = {a, b, c, number, host};
    for (int i = 0; i < 5; i++)
        gla_unref(all[i]);
}

static void test_pinned(void)
{
    gla_array *p = NULL, *a = vector("null:0", 4), *copy = NULL, *host;
    gla_ints shape = {1, {4}};
    double *data;
    is_status(gla_empty_pinned(&shape, &p, GLA_NO_DTYPE, "null:0"), GLA_OK, NULL, "empty_pinned");
    ok(!strcmp(gla_array_device(p), "host") && gla_array_dtype(p) == GLA_FLOAT64, "is on the host");
    gla_to_host(p, &host, (void **)&data);
    for (int i = 0; i < 4; i++)
        data[i] = i;
    gla_unref(host);
    is_status(write_all(a, p), GLA_OK, NULL, "to the device");
    fail("synchronize", 1, GLA_DEVICE_ERROR);
    is_status(gla_copy(p, &copy), GLA_DEVICE_ERROR, "synchronize", "whoever reads it waits");
    is_status(gla_copy(p, &copy), GLA_OK, NULL, "once");
    gla_unref(copy);
    copy = NULL;
    write_all(p, a);
    fail("synchronize", 1, GLA_DEVICE_ERROR);
    is_status(gla_add(p, p, &copy), GLA_DEVICE_ERROR, "synchronize", "whoever adds it waits");
    is_status(gla_add(p, p, &copy), GLA_OK, NULL, "once");
    gla_unref(copy);
    copy = NULL;
    write_all(a, p);
    fail("synchronize", 1, GLA_DEVICE_ERROR);
    is_status(write_all(p, p), GLA_DEVICE_ERROR, NULL, "whoever writes it waits");
    is_status(write_all(p, a), GLA_OK, NULL, "from the device");
    fail("synchronize", 1, GLA_DEVICE_ERROR);
    is_status(gla_to_host(p, &host, (void **)&data), GLA_DEVICE_ERROR, NULL, "whoever takes its address waits");
    is_status(gla_to_host(p, &host, (void **)&data), GLA_OK, NULL, "once");
    ok(data[1] == 1 && data[3] == 3, "the values arrive");
    gla_unref(host);
    gla_unref(copy);
    copy = NULL;
    is_status(gla_to_device(p, "null:0", &copy, GLA_MAYBE), GLA_OK, NULL, "to_device");
    gla_stream *s;
    gla_new_stream(&s, "null:0");
    gla_set_stream(s);
    forget();
    is_status(gla_to_device(p, "null:1", &host, GLA_MAYBE), GLA_OK, NULL, "to another device of the kind");
    ok(strstr(diary(), "1<0"), "behind the copy before");
    gla_unref(host);
    fail("copy_pinned", 1, GLA_DEVICE_ERROR);
    is_status(write_all(a, p), GLA_DEVICE_ERROR, "copy_pinned", "a copy that fails");
    fail("event_record", 1, GLA_DEVICE_ERROR);
    is_status(write_all(a, p), GLA_DEVICE_ERROR, "event_record", "a mark that fails");
    is_status(gla_add(p, a, &host), GLA_DEVICE_ERROR, "to_device", "operations do not mix devices");
    write_all(a, p);
    fail("synchronize", 1, GLA_INTERRUPTED_ERROR); /* memory is freed all the same after the failed wait */
    forget();
    gla_unref(p);
    ok(strstr(diary(), "free"), "freeing waits");
    gla_set_stream(NULL);
    gla_object_unref(s);
    gla_unref(a);
    gla_unref(copy);
    fail("alloc_pinned", 1, GLA_OUT_OF_MEMORY_ERROR);
    is_status(gla_empty_pinned(&shape, &p, GLA_NO_DTYPE, "null:0"), GLA_OUT_OF_MEMORY_ERROR, "host cannot allocate",
              "no memory");
    ok(!p, "no result");
    is_status(gla_empty_pinned(&shape, &p, GLA_INT8, "host"), GLA_OK, NULL, "the host has ordinary memory");
    gla_unref(p);
    ok(blocks() == 0 && gla_live_arrays() == 0 && !statistic("null:0", "used_bytes"), "nothing is left");
}

int main(void)
{
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    setenv("GPULINALG_DEVICE", "null:0", 1);
    *(void **)&fail = null_control("gla_null_fail");
    *(void **)&limit = null_control("gla_null_limit");
    *(void **)&keep = null_control("gla_null_keep");
    *(void **)&idle = null_control("gla_null_idle");
    *(void **)&blocks = null_control("gla_null_blocks");
    *(void **)&diary = null_control("gla_null_log");
    *(void **)&forget = null_control("gla_null_forget");
    setenv("GPULINALG_MEMORY_LIMIT", "100", 1);
    in_child(test_environment, "GPULINALG_MEMORY_LIMIT");
    setenv("GPULINALG_MEMORY_LIMIT", "much", 1);
    in_child(test_bad_environment, "GPULINALG_MEMORY_LIMIT=much");
    unsetenv("GPULINALG_MEMORY_LIMIT");
    test_statistics();
    test_limit();
    test_trying_again();
    test_peer();
    test_pinned();
    return done();
}
