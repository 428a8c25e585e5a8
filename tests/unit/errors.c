/* errors.c - Status and error message of a thread. */
#include "backend.h"
#include "tap.h"

#include <pthread.h>

static void test_names(void)
{
    ok(strcmp(gla_status_name(GLA_OK), "OK") == 0, "the name of GLA_OK");
    ok(strcmp(gla_status_name(GLA_NOT_POSITIVE_DEFINITE_ERROR), "NotPositiveDefiniteError") == 0, "the name of a kind");
    ok(gla_status_name((gla_status)99) && gla_status_name((gla_status)-1), "an unknown status has a name too");
    for (int i = 1; i < GLA_STATUS_COUNT; i++)
        if (!strstr(gla_status_name((gla_status)i), "Error"))
            ok(false, "status %d has no class name", i);
}

static void test_message(void)
{
    gla_clear_error();
    ok(gla_last_status() == GLA_OK && !*gla_last_message(), "no error in the beginning");
    ok(gla_fail(GLA_SHAPE_ERROR, "solve: %d is not %s", 3, "four") == GLA_SHAPE_ERROR, "gla_fail returns its status");
    ok(strcmp(gla_last_message(), "solve: 3 is not four") == 0, "the message is formatted");
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    gla_fail(GLA_DTYPE_ERROR, "%s", text);
    ok(strlen(gla_last_message()) == 1023, "a long message is cut, not overrun");
    gla_fail_memory("sum", 128);
    ok(gla_last_status() == GLA_OUT_OF_MEMORY_ERROR && strstr(gla_last_message(), "sum") && strstr(gla_last_message(), "128"),
       "out of memory names operation and size");
    gla_clear_error();
    ok(gla_last_status() == GLA_OK && !*gla_last_message(), "cleared");
}

static void *fail_in_thread(void *arg)
{
    bool *clean = arg;
    *clean = gla_last_status() == GLA_OK && !*gla_last_message();
    gla_fail(GLA_INDEX_ERROR, "in the thread");
    return NULL;
}

static void test_threads(void)
{
    pthread_t thread;
    bool clean = false;
    gla_fail(GLA_SHAPE_ERROR, "in main");
    pthread_create(&thread, NULL, fail_in_thread, &clean);
    pthread_join(thread, NULL);
    ok(clean, "a new thread has no error");
    ok(gla_last_status() == GLA_SHAPE_ERROR && strcmp(gla_last_message(), "in main") == 0, "threads have their own errors");
    gla_clear_error();
}

static void test_version(void)
{
    char *said = NULL, wanted[40];
    snprintf(wanted, sizeof wanted, "%d.%d.%d", GLA_VERSION_MAJOR, GLA_VERSION_MINOR, GLA_VERSION_PATCH);
    ok(!gla_version(&said) && strcmp(said, wanted) == 0, "library and headers are of one version");
    gla_free(said);
    ok(GLA_VERSION_AT_LEAST(0, 0, 9) && GLA_VERSION_AT_LEAST(GLA_VERSION_MAJOR, GLA_VERSION_MINOR, GLA_VERSION_PATCH) &&
           !GLA_VERSION_AT_LEAST(GLA_VERSION_MAJOR, GLA_VERSION_MINOR, GLA_VERSION_PATCH + 1) &&
           !GLA_VERSION_AT_LEAST(GLA_VERSION_MAJOR + 1, 0, 0),
       "versions compare");
}

int main(void)
{
    test_version();
    test_names();
    test_message();
    test_threads();
    return done();
}
