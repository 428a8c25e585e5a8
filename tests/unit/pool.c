/* pool.c - The pool of host memory: reuse, statistics, limits, release; threads, forks, failures. */
#include "tap.h"
#include "runtime/allocation.h"

#include "backend.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

/* Return true under a sanitizer or valgrind. */
static bool is_watched(void)
{
    const char *preload = getenv("LD_PRELOAD");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return preload || true;
#else
    return preload && strstr(preload, "vgpreload");
#endif
}

static gla_array *vector(int64_t bytes)
{
    gla_array *a = NULL;
    gla_ints shape = {1, {bytes}};
    gla_empty(&shape, &a, GLA_UINT8, "host");
    return a;
}

static gla_array *zeros(int64_t bytes)
{
    gla_array *a = NULL;
    gla_ints shape = {1, {bytes}};
    gla_zeros(&shape, &a, GLA_UINT8, "host");
    return a;
}

static unsigned char *data_of(gla_array *a)
{
    gla_array *host = NULL;
    void *data = NULL;
    gla_to_host(a, &host, &data);
    gla_unref(host);
    return data;
}

static int64_t statistic(const char *key)
{
    gla_record *r = NULL;
    int64_t value = -1;
    gla_memory_info(&r, "host");
    for (int i = 0; r && i < r->n; i++)
        if (strcmp(r->fields[i]->key, key) == 0)
            value = r->fields[i]->integer;
    gla_record_free(r);
    return value;
}

static int64_t idle(void)
{
    return statistic("reserved_bytes") - statistic("used_bytes");
}

static const int64_t sizes[] = {1,      64,     1024,   1025,   1280,   1281,    5000,          16384,   16385,   70000,
                                131071, 131072, 131073, 147456, 500000, 2 << 20, (2 << 20) + 1, 5 << 20, 33 << 20};
#define SIZES ((int)(sizeof sizes / sizeof *sizes))

static void test_reuse(void)
{
    for (int i = 0; i < SIZES; i++) {
        gla_trim("host");
        gla_array *a = vector(sizes[i]);
        unsigned char *p = data_of(a);
        memset(p, 255, (size_t)sizes[i]);
        int64_t used = statistic("used_bytes");
        gla_unref(a);
        int64_t kept = idle();
        expect((uintptr_t)p % 64 == 0, "%lld bytes are aligned", (long long)sizes[i]);
        expect(used - statistic("used_bytes") == sizes[i], "%lld bytes are used as they were asked for", (long long)sizes[i]);
        expect(sizes[i] <= 1024 ? kept == 0 : kept >= sizes[i] && kept <= sizes[i] + sizes[i] / 4 + 64,
               "%lld bytes are kept as %lld", (long long)sizes[i], (long long)kept);
        a = zeros(sizes[i]);
        p = data_of(a);
        bool clean = true;
        for (int64_t k = 0; k < sizes[i]; k++)
            clean = clean && p[k] == 0;
        expect(clean, "%lld zeros are zero in memory that was used before", (long long)sizes[i]);
        expect(idle() == 0, "%lld bytes came from the pool", (long long)sizes[i]);
        gla_unref(a);
        gla_trim("host");
        expect(idle() == 0, "trim releases %lld bytes", (long long)sizes[i]);
    }
    gla_array *a = vector(3 << 20);
    unsigned char *p = data_of(a);
    gla_unref(a);
    a = vector((3 << 20) - 9);
    expect(data_of(a) == p, "a request of nearly the same size gets the same block");
    gla_unref(a);
}

/* After a large block that is used to its last byte there is readable memory, because OpenBLAS reads it (see pages.c). */
static void test_margin(void)
{
    const int64_t full[] = {131072, 147456, 1 << 20, 2 << 20, 32 << 20};
    for (int i = 0; i < 5; i++) {
        gla_array *a = vector(full[i]);
        size_t margin = full[i] < 1 << 20 ? (size_t)full[i] : 1 << 20;
        expect(msync(data_of(a) + full[i], margin, MS_ASYNC) == 0, "there is memory behind %lld bytes", (long long)full[i]);
        gla_unref(a);
    }
}

/* The memory of a statement with three intermediate results is reused from the pool, whatever its size. */
static void test_statement(void)
{
    gla_array *a[4];
    for (int i = 0; i < SIZES; i++) {
        gla_trim("host");
        for (int k = 0; k < 4; k++)
            a[k] = vector(sizes[i]);
        for (int k = 0; k < 4; k++)
            gla_unref(a[k]);
        expect(sizes[i] <= 1024 || idle() >= 4 * sizes[i], "four blocks of %lld bytes are kept", (long long)sizes[i]);
    }
}

/* Many blocks allocated at the same time do not overlap. */
static void test_many(void)
{
    enum { MANY = 600 };
    static gla_array *a[MANY];
    static int64_t bytes[MANY];
    unsigned long random = 1;
    bool whole = true;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < MANY; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            if (a[i] && (random >> 40) % 2) {
                unsigned char *p = data_of(a[i]);
                whole = whole && p[0] == i % 251 && p[bytes[i] - 1] == i % 251;
                gla_unref(a[i]);
                a[i] = NULL;
            } else if (!a[i]) {
                bytes[i] = (int64_t)1 << (random >> 50) % 20;
                bytes[i] += (int64_t)(random >> 20) % (bytes[i] + 1);
                a[i] = vector(bytes[i]);
                data_of(a[i])[0] = data_of(a[i])[bytes[i] - 1] = (unsigned char)(i % 251);
            }
        }
    }
    for (int i = 0; i < MANY; i++)
        gla_unref(a[i]);
    expect(whole, "no block is anybody else's");
    expect(statistic("used_bytes") == 0, "all is counted back");
    expect(idle() > 0 && idle() <= 64 << 20, "the pool keeps %lld bytes, within its bounds", (long long)idle());
    gla_trim("host");
    expect(idle() == 0, "and releases them all");
}

static void test_bounds(void)
{
    for (int i = 0; i < 100; i++) {
        gla_array *a = vector((1 + i % 9) << 20), *b = vector((1 + i % 4) << 19);
        gla_unref(a);
        gla_unref(b);
        expect(idle() <= 8 << 20, "%lld bytes are within GPULINALG_HOST_POOL", (long long)idle());
    }
    expect(idle() > 0, "something is kept");
}

static void test_off(void)
{
    for (int i = 0; i < SIZES; i++) {
        gla_array *a = zeros(sizes[i]);
        expect(a && data_of(a)[sizes[i] - 1] == 0, "%lld bytes", (long long)sizes[i]);
        gla_unref(a);
        expect(idle() == 0, "nothing is kept of %lld bytes", (long long)sizes[i]);
    }
}

static void test_bad_environment(void)
{
    gla_array *a = vector(1);
    expect(!a && gla_last_status() == GLA_ARGUMENT_ERROR && strstr(gla_last_message(), "GPULINALG_HOST_POOL: \"much\""),
           "a bad amount is an error");
}

/* Used and idle memory together stay within a limit on the host's memory. */
static void test_limit(void)
{
    gla_unref(vector(6 << 20));
    expect(idle() >= 6 << 20, "six MiB are kept");
    gla_set_memory_limit("8M", "host");
    expect(idle() <= 8 << 20, "a limit releases what is beyond");
    gla_array *a = vector(4 << 20);
    expect(a && statistic("reserved_bytes") <= 8 << 20, "an array and what is kept are within it");
    gla_array *b = vector(5 << 20);
    expect(!b && gla_last_status() == GLA_OUT_OF_MEMORY_ERROR, "an array beyond it is refused");
    gla_clear_error();
    gla_unref(a);
    expect(statistic("reserved_bytes") <= 8 << 20, "still within it");
    b = vector(8 << 20);
    expect(b && idle() == 0, "all of it can be used");
    gla_unref(b);
    for (int i = 0; i < 50; i++)
        gla_unref(vector(2000 << i % 6));
    expect(statistic("reserved_bytes") <= 8 << 20, "also by small blocks");
    gla_set_memory_limit(NULL, "host");
    gla_unref(vector(9 << 20));
    expect(idle() >= 9 << 20, "without a limit more is kept again");
    gla_reset_peak_memory("host");
    gla_unref(vector(1 << 20));
    expect(statistic("peak_bytes") == 1 << 20, "the peak is what was used, not what is kept");
}

/* Idle memory in the pool is released if the system runs out of memory. */
static void test_exhaustion(void)
{
    struct rlimit limit;
    gla_unref(vector((int64_t)400 << 20));
    gla_unref(vector(100000));
    expect(idle() >= 400 << 20, "the pool keeps 400 MiB");
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    expect(f && fscanf(f, "%lu", &pages) == 1, "the size of the process");
    fclose(f);
    limit.rlim_cur = limit.rlim_max = pages * (rlim_t)sysconf(_SC_PAGESIZE) + (250 << 20);
    setrlimit(RLIMIT_AS, &limit); /* leave 150 MiB for a new thread */
    gla_array *a = vector((int64_t)500 << 20);
    expect(a != NULL, "there is memory once the pool is empty");
    expect(idle() == 0, "it is");
    gla_array *b = vector((int64_t)500 << 20);
    expect(!b && gla_last_status() == GLA_OUT_OF_MEMORY_ERROR, "then there is an error");
    gla_clear_error();
    gla_unref(a);
    b = vector((int64_t)480 << 20);
    expect(b != NULL, "after which all goes on");
    gla_unref(b);
}

/* The tests' failing allocations include blocks from the pool. */
static void test_starvation(void)
{
    for (int i = 0; i < SIZES; i++) {
        gla_unref(vector(sizes[i]));
        gla_test_fail_allocation(1, false);
        gla_array *a = vector(sizes[i]);
        gla_test_fail_allocation(0, false);
        expect(!a && gla_last_status() == GLA_OUT_OF_MEMORY_ERROR, "%lld bytes are refused", (long long)sizes[i]);
        gla_clear_error();
    }
    expect(statistic("used_bytes") == 0, "and not counted");
}

/* ---- threads: each takes blocks that others made, checks and frees them, and makes new ones ------------------------------ */
#define PLACES 64
static _Atomic(gla_array *) places[PLACES];
static atomic_long faults;
static atomic_bool stop;

static void *exchange(void *seed)
{
    unsigned long random = (unsigned long)(uintptr_t)seed;
    while (!atomic_load(&stop)) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        int64_t bytes = (int64_t)1 << (8 + (random >> 33) % 12);
        gla_array *a = vector(bytes), *old;
        unsigned char *p = data_of(a);
        p[0] = p[bytes - 1] = (unsigned char)(random >> 56);
        old = atomic_exchange(&places[(random >> 40) % PLACES], a);
        if (!old)
            continue;
        p = data_of(old);
        if (p[0] != p[gla_array_size(old) - 1])
            atomic_fetch_add(&faults, 1);
        gla_unref(old);
        if (random >> 48 == 0)
            gla_trim("host");
    }
    return NULL;
}

static void use_and_leave(void)
{
    for (int i = 0; i < 200; i++)
        gla_unref(vector(2000 << i % 9));
    expect(!gla_trim("host"), "the child of a fork has a pool that works");
}

static void test_threads(void)
{
    enum { THREADS = 6 };
    pthread_t threads[THREADS];
    gla_unref(vector(1));
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, exchange, (void *)(uintptr_t)(i + 1));
    for (int i = 0; i < 20 && !is_watched(); i++) { /* the allocators of sanitizers and valgrind may stay locked in a child */
        pid_t child = fork();
        if (child == 0) {
            tap_failed = 0;
            use_and_leave();
            _exit(tap_failed != 0);
        }
        int status = -1;
        waitpid(child, &status, 0);
        expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "fork %d while others use the pool", i);
        expect(statistic("reserved_bytes") >= 0, "the pool can be asked meanwhile");
    }
    nanosleep(&(struct timespec){0, 200000000}, NULL);
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < PLACES; i++)
        gla_unref(places[i]);
    expect(faults == 0, "blocks that others allocated hold what they wrote (%ld do not)", (long)faults);
    expect(statistic("used_bytes") == 0 && gla_live_arrays() == 0, "nothing is left");
    gla_trim("host");
    expect(idle() == 0, "nothing is kept after trim");
}

int main(void)
{
    setenv("GPULINALG_BACKENDS", "host", 1);
    setenv("GPULINALG_HOST_POOL", "1G", 1);
    in_child(test_reuse, "what is freed is used again");
    if (!is_watched())
        in_child(test_margin, "a margin behind large blocks");
    in_child(test_statement, "four blocks of each size");
    in_child(test_many, "many blocks");
    in_child(test_limit, "set_memory_limit on the host");
    in_child(test_starvation, "allocations that fail");
    in_child(test_threads, "threads and forks");
    if (!is_watched())
        in_child(test_exhaustion, "memory that runs out");
    setenv("GPULINALG_HOST_POOL", "8M", 1);
    in_child(test_bounds, "GPULINALG_HOST_POOL=8M");
    setenv("GPULINALG_HOST_POOL", "0", 1);
    in_child(test_off, "GPULINALG_HOST_POOL=0");
    setenv("GPULINALG_HOST_POOL", "much", 1);
    in_child(test_bad_environment, "GPULINALG_HOST_POOL=much");
    unsetenv("GPULINALG_HOST_POOL");
    if (!is_watched())
        in_child(test_many, "the pool as it is by itself");
    return done();
}
