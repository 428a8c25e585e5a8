/* streams.c - Waits between streams if arrays are used in several; streams that fail or cannot be made. */
#include "backend.h"
#include "tap.h"

#include <pthread.h>

static void (*fail)(const char *slot, long n, gla_status status);
static const char *(*diary)(void);
static void (*forget)(void);

static gla_array *vector(const char *device)
{
    gla_array *host = NULL, *a = NULL;
    void *data;
    int64_t n = 4;
    gla_new_host(GLA_FLOAT64, 1, &n, &host, &data);
    memset(data, 0, 32);
    gla_to_device(host, device, &a, GLA_YES);
    gla_unref(host);
    return a;
}

/* Use x, in the current stream. */
static void read_it(const gla_array *x)
{
    gla_array *copy;
    gla_copy(x, &copy);
    gla_unref(copy);
}

static void write_it(gla_array *x, const gla_array *value)
{
    gla_index_item all = {.kind = GLA_INDEX_ELLIPSIS};
    gla_index key = {.n = 1};
    key.v[0] = all;
    gla_setitem(x, &key, value);
}

static bool wrote(const char *expected)
{
    bool same = strcmp(diary(), expected) == 0;
    if (!same)
        printf("# got '%s', expected '%s'\n", diary(), expected);
    forget();
    return same;
}

/* The default stream of the first device used is 0, so s is 1 and t is 2. */
static void test_waiting(void)
{
    gla_stream *s = NULL, *t = NULL;
    gla_array *value = vector("null:0"), *x;
    ok(gla_new_stream(&s, "null:0") == GLA_OK && gla_new_stream(&t, "null:0") == GLA_OK, "two streams");
    gla_set_stream(s);
    x = vector("null:0");
    forget();
    read_it(x);
    ok(wrote(""), "the stream that wrote an array does not wait");
    gla_set_stream(t);
    read_it(x);
    ok(wrote("2<1"), "another one waits for it");
    read_it(x);
    ok(wrote(""), "once");
    gla_set_stream(s);
    read_it(x);
    ok(wrote(""), "reading in both needs no more waits");
    write_it(x, value);
    ok(wrote("1<0 1<2"), "who writes waits for the readers, and for the value");
    gla_set_stream(t);
    read_it(x);
    ok(wrote("2<1"), "and the readers for what was written");
    gla_set_stream(NULL);
    write_it(x, value);
    ok(wrote("0<1 0<2"), "the default stream does the same");
    gla_set_stream(t);
    read_it(x);
    forget();
    gla_unref(x);
    ok(wrote("0<2"), "memory is released behind its last reader");
    gla_set_stream(NULL);
    gla_unref(value);
    gla_object_unref(s);
    gla_object_unref(t);
}

static void test_failing(void)
{
    gla_stream *s = NULL, *t = NULL;
    gla_event *e = NULL, *later = NULL;
    bool done = false;
    double ms = 0;
    gla_new_stream(&s, "null:0");
    gla_new_stream(&t, "null:0");
    gla_array *x = vector("null:0");
    forget();
    gla_set_stream(s);
    fail("join", 1, GLA_DEVICE_ERROR);
    gla_array *copy = NULL;
    is_status(gla_copy(x, &copy), GLA_DEVICE_ERROR, "join", "a wait that cannot be had");
    ok(!copy, "gives no result");
    forget();
    is_status(gla_copy(x, &copy), GLA_OK, NULL, "and is tried again");
    ok(wrote("1<0"), "by waiting");
    gla_set_stream(NULL);
    gla_unref(copy);
    gla_unref(x);
    fail("event_record", 1, GLA_DEVICE_ERROR);
    is_status(gla_stream_record(s, &e, true), GLA_DEVICE_ERROR, "event_record", "an event that cannot be had");
    ok(!e, "is NULL");
    gla_stream_record(s, &e, true);
    gla_stream_record(t, &later, true);
    fail("query", 1, GLA_DEVICE_ERROR);
    is_status(gla_stream_query(s, &done), GLA_DEVICE_ERROR, "query", "a query reports failed work");
    fail("synchronize", 1, GLA_DEVICE_ERROR);
    is_status(gla_stream_synchronize(s), GLA_DEVICE_ERROR, "synchronize", "as a wait does");
    fail("synchronize", 1, GLA_DEVICE_ERROR);
    is_status(gla_event_synchronize(e), GLA_DEVICE_ERROR, "synchronize", "and waiting for an event");
    is_status(gla_event_elapsed_time(e, later, &ms), GLA_OK, NULL, "time between events");
    ok(ms == 1, "comes from the backend");
    forget();
    is_status(gla_stream_wait(s, later), GLA_OK, NULL, "a stream waits for an event");
    ok(wrote("1<2"), "of another");
    gla_object_unref(e);
    gla_object_unref(later);
    ok(wrote("free1 free2"), "events are released");
    gla_object_unref(s);
    gla_object_unref(t);
}

static void test_devices(void)
{
    gla_stream *s = NULL, *other = NULL, *host = NULL;
    gla_event *e = NULL, *of_host = NULL;
    double ms;
    gla_new_stream(&s, "null:0");
    gla_new_stream(&other, "null:1");
    gla_new_stream(&host, "host");
    gla_set_stream(s);
    gla_set_stream(other); /* each device has a current one */
    gla_stream *now = NULL;
    gla_get_stream(&now, "null:0");
    ok(now == s, "setting the stream of one device leaves that of another");
    gla_object_unref(now);
    gla_set_stream(NULL);
    gla_stream_record(s, &e, true);
    gla_stream_record(host, &of_host, true);
    is_status(gla_stream_wait(other, e), GLA_OK, NULL, "an event of another device of the backend");
    is_status(gla_stream_wait(host, e), GLA_DEVICE_ERROR, "event_synchronize", "an event of another backend");
    is_status(gla_event_elapsed_time(e, of_host, &ms), GLA_DEVICE_ERROR, "one device", "time between two devices");
    gla_object_unref(e);
    gla_object_unref(of_host);
    gla_object_unref(s);
    gla_object_unref(other);
    gla_object_unref(host);
}

static void test_many(void)
{
    gla_stream *s[GLA_MAX_STREAMS] = {NULL}, *again = NULL;
    int n = 0;
    while (n < GLA_MAX_STREAMS && gla_new_stream(&s[n], "null:0") == GLA_OK)
        n++;
    ok(n == GLA_MAX_STREAMS - 1, "63 streams beside the default one");
    is_status(gla_last_status(), GLA_NOT_SUPPORTED_ERROR, "63 streams", "the next is refused");
    gla_object_unref(s[7]);
    is_status(gla_new_stream(&again, "null:0"), GLA_OK, NULL, "until one is released");
    s[7] = again;
    for (int i = 0; i < n; i++)
        gla_object_unref(s[i]);
    fail("create", 1, GLA_OUT_OF_MEMORY_ERROR);
    is_status(gla_new_stream(&again, "null:1"), GLA_OK, NULL, "a queue is kept, so that one that was used needs no new one");
    gla_object_unref(again);
}

static void *thread(void *unused)
{
    gla_stream *s, *now;
    (void)unused;
    gla_get_stream(&now, "null:0");
    gla_object_unref(now);
    gla_new_stream(&s, "null:0");
    gla_set_stream(s);
    gla_object_unref(s); /* the thread keeps a reference until it ends */
    return now;
}

static void test_threads(void)
{
    pthread_t other;
    gla_stream *s, *now, *theirs = NULL;
    gla_new_stream(&s, "null:0");
    gla_set_stream(s);
    pthread_create(&other, NULL, thread, NULL);
    pthread_join(other, (void **)&theirs);
    ok(theirs != s, "another thread begins with the default stream");
    gla_get_stream(&now, "null:0");
    ok(now == s, "and leaves ours alone");
    gla_object_unref(now);
    gla_set_stream(NULL);
    gla_object_unref(s);
}

static int released;

static void release(void *owner)
{
    *(int *)owner += 1;
}

static gla_array *adopted(double *memory)
{
    gla_array *x = NULL;
    int64_t n = 4;
    gla_adopt("null:0", memory, GLA_FLOAT64, 1, &n, NULL, false, release, &released, &x);
    forget();
    return x;
}

/* Memory of another library, which works in its stream 1 by default. */
static void test_adopting(void)
{
    double memory[4] = {1, 2, 3, 4};
    gla_array *value = vector("null:0"), *x = adopted(memory), *none;
    int64_t n = -1;
    ok(x && strcmp(gla_array_device(x), "null:0") == 0 && gla_data(x) == memory, "adopted memory is where it was");
    read_it(x);
    ok(wrote("0<f1 f1<0"), "we read after they have written, they write after we have read");
    write_it(x, value);
    ok(wrote("0<f1 f1<0") && memory[2] == 0, "we write between them");
    gla_await_foreign(x, 7);
    ok(wrote("0<f7"), "another stream can be waited for");
    gla_unref(x);
    ok(released == 1 && wrote(""), "memory goes back without more ado when it was not lent");
    x = adopted(memory);
    gla_lend(x, 1);
    forget();
    gla_unref(x);
    ok(released == 2 && wrote("all0"), "and after all work when it was");
    ok(gla_adopt("null:0", memory, GLA_FLOAT64, 1, &n, NULL, false, release, &released, &none) == GLA_SHAPE_ERROR && !none,
       "a shape that is none");
    ok(gla_adopt("null:9", memory, GLA_FLOAT64, 1, &n, NULL, false, release, &released, &none) == GLA_DEVICE_ERROR &&
           released == 2,
       "a device that there is not; nothing is released then");
    gla_clear_error();
    gla_unref(value);
}

/* Our memory used by another library. */
static void test_lending(void)
{
    gla_stream *s;
    uintptr_t native;
    gla_array *x = vector("null:0");
    gla_new_stream(&s, "null:0");
    gla_set_stream(s);
    gla_native_stream("null:0", &native);
    int number = (int)native - 100;
    char expected[60];
    read_it(x);
    forget();
    ok(gla_lend(x, 7) == GLA_OK, "an array is lent");
    snprintf(expected, sizeof expected, "f7<0 f7<%d", number);
    ok(wrote(expected), "their stream waits for all of ours that use it");
    gla_set_stream(NULL);
    read_it(x);
    ok(wrote("0<f1 f1<0"), "from now on we are in order with them");
    gla_unref(x);
    ok(strncmp(diary() + strlen(diary()) - 4, "all0", 4) == 0, "memory that they use anywhere waits for everybody");
    x = vector("null:0");
    gla_lend(x, GLA_FOREIGN_DEFAULT);
    forget();
    gla_unref(x);
    ok(wrote("0<f1"), "memory that they use in their default stream waits for that");
    x = vector("null:0");
    forget();
    gla_lend(x, GLA_FOREIGN_UNKNOWN);
    ok(wrote(""), "who does not want to wait does not");
    fail("sync_external", 1, GLA_DEVICE_ERROR);
    ok(gla_lend(x, 7) == GLA_DEVICE_ERROR, "a wait that fails is reported");
    fail("query", 1, GLA_DEVICE_ERROR);
    ok(gla_native_stream("null:0", &native) == GLA_DEVICE_ERROR && !native, "as is a device that cannot be used");
    gla_clear_error();
    gla_unref(x);
    ok(gla_native_stream("host", &native) == GLA_OK && native == 0, "the host has no streams");
    gla_object_unref(s);
}

int main(void)
{
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    unsetenv("GPULINALG_DEVICE");
    *(void **)&fail = null_control("gla_null_fail");
    *(void **)&diary = null_control("gla_null_log");
    *(void **)&forget = null_control("gla_null_forget");
    test_waiting();
    test_failing();
    test_devices();
    test_many();
    test_threads();
    test_adopting();
    test_lending();
    ok(gla_live_arrays() == 0, "nothing is left");
    return done();
}
