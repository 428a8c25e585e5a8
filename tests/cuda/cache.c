/* cache.c - compiled code on disk: kept, found again, never taken when it is torn, corrupt or another's. */
#include "backends/device/cache.h"
#include "tap.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char place[200]; /* the directory of this test */

static void use_directory(const char *name)
{
    char dir[300];
    snprintf(dir, sizeof dir, "%s/%s", place, name);
    setenv("GPULINALG_CACHE_DIR", dir, 1);
}

/* Path of the only file in the directory in use; the number of files. */
static int find_entry(char *path, size_t size)
{
    const char *dir = getenv("GPULINALG_CACHE_DIR");
    DIR *d = opendir(dir);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.') {
            snprintf(path, size, "%s/%s", dir, e->d_name);
            n++;
        }
    if (d)
        closedir(d);
    return n;
}

static bool holds(const char *tag, const char *source, const char *expected)
{
    void *code = NULL;
    size_t size = 0;
    bool found = gla_cache_get(tag, source, &code, &size);
    bool good = found && size == strlen(expected) && memcmp(code, expected, size) == 0;
    if (found)
        gla_free(code);
    return good;
}

static bool is_absent(const char *tag, const char *source)
{
    void *code = NULL;
    size_t size = 0;
    bool found = gla_cache_get(tag, source, &code, &size);
    if (found)
        gla_free(code);
    return !found;
}

static void test_keys(void)
{
    use_directory("keys/made/on/demand");
    ok(is_absent("sm_90", "source"), "nothing is there at first");
    gla_cache_put("sm_90", "source", "code", 4);
    gla_cache_put("sm_80", "source", "other", 5);
    ok(holds("sm_90", "source", "code") && holds("sm_80", "source", "other"), "each architecture has its own");
    ok(is_absent("sm_90", "sourc") && is_absent("sm_90", "source ") && is_absent("sm_9", "0source"),
       "other sources are not it");
    gla_cache_put("sm_90", "source", "newer code", 10);
    ok(holds("sm_90", "source", "newer code"), "a second one takes its place");
    gla_cache_put("sm_90", "", "", 0);
    ok(holds("sm_90", "", ""), "an empty one");
}

static void test_places(void)
{
    char path[400], expected[400];
    struct stat s;
    unsetenv("GPULINALG_CACHE_DIR");
    snprintf(path, sizeof path, "%s/xdg", place);
    setenv("XDG_CACHE_HOME", path, 1);
    gla_cache_put("tag", "a", "code", 4);
    snprintf(expected, sizeof expected, "%s/xdg/gpulinalg", place);
    ok(holds("tag", "a", "code") && stat(expected, &s) == 0, "XDG_CACHE_HOME");
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", place, 1);
    gla_cache_put("tag", "b", "code", 4);
    snprintf(expected, sizeof expected, "%s/.cache/gpulinalg", place);
    ok(holds("tag", "b", "code") && stat(expected, &s) == 0, "~/.cache");
    unsetenv("HOME");
    gla_cache_put("tag", "b", "code", 4);
    ok(is_absent("tag", "b"), "nowhere");
    char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    setenv("GPULINALG_CACHE_DIR", longest, 1);
    gla_cache_put("tag", "b", "code", 4);
    ok(is_absent("tag", "b"), "a name longer than any");
}

/* The only entry's bytes: read, or written in place. */
static size_t file_bytes(unsigned char *bytes, size_t size, bool write)
{
    char path[600];
    if (find_entry(path, sizeof path) != 1)
        return 0;
    FILE *f = fopen(path, write ? "wb" : "rb");
    size_t n = write ? fwrite(bytes, 1, size, f) : fread(bytes, 1, size, f);
    fclose(f);
    return n;
}

static void test_corrupt(void)
{
    unsigned char bytes[200];
    use_directory("corrupt");
    gla_cache_put("tag", "source", "machine code", 12);
    size_t n = file_bytes(bytes, sizeof bytes, false), taken = 0;
    ok(n > 12 && n < sizeof bytes, "the entry has %zu bytes", n);
    for (size_t keep = 0; keep < n; keep++) {
        file_bytes(bytes, keep, true);
        taken += !is_absent("tag", "source");
    }
    ok(!taken, "cut anywhere it is not taken");
    for (size_t i = 0; i < n; i++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (unsigned char)(1 << bit);
            file_bytes(bytes, n, true);
            taken += !is_absent("tag", "source");
            bytes[i] ^= (unsigned char)(1 << bit);
        }
    ok(!taken, "with any bit turned over it is not taken");
    gla_cache_put("tag", "source", "machine code", 12);
    ok(holds("tag", "source", "machine code"), "and it can be put there anew");
    use_directory("misnamed");
    gla_cache_put("tag", "another", "ANOTHER CODE", 12);
    file_bytes(bytes, n, true);
    ok(is_absent("tag", "another"), "one under another's name is not taken");
}

/* Codes of different lengths whose bytes are all alike; whoever finds one that is mixed has seen two writers' halves. */
static void *write_and_read(void *seed)
{
    static char code[4][40000];
    intptr_t mixed = 0;
    int k = (int)(intptr_t)seed % 4;
    memset(code[k], 'a' + k, sizeof code[k]);
    for (int i = 0; i < 100; i++) {
        void *found = NULL;
        size_t size = 0;
        char source[20];
        snprintf(source, sizeof source, "source %d", i % 3);
        gla_cache_put("tag", source, code[k], 10000 * (size_t)(k + 1));
        if (!gla_cache_get("tag", source, &found, &size)) {
            mixed++;
            continue;
        }
        const char *c = found;
        mixed += size != 10000 * (size_t)(c[0] - 'a' + 1) || memcmp(c, c + 1, size - 1) != 0;
        gla_free(found);
    }
    return (void *)mixed;
}

static void test_parallel(void)
{
    char path[600];
    int failed = 0, status;
    use_directory("parallel");
    fflush(stdout);
    for (intptr_t i = 0; i < 4; i++)
        if (fork() == 0)
            _exit(write_and_read((void *)i) ? 1 : 0);
    while (wait(&status) > 0)
        failed += status != 0;
    ok(!failed, "four processes that write and read the same entries");
    pthread_t threads[4];
    intptr_t mixed = 0;
    for (intptr_t i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, write_and_read, (void *)i);
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        mixed += (intptr_t)result;
    }
    ok(!mixed, "and four threads");
    ok(find_entry(path, sizeof path) == 3, "nothing else is left in the directory");
}

/* In a process of its own, as somebody whom permissions stop. */
static void cannot_write(void)
{
    if (geteuid() == 0 && (chmod(place, 0755) || setuid(65534)))
        return;
    gla_cache_put("tag", "new", "code", 4);
    expect(is_absent("tag", "new"), "nothing is written");
    expect(holds("tag", "old", "code"), "what is there is found");
}

static void cannot_grow(void)
{
    char path[600], code[5000] = {0};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096});
    gla_cache_put("tag", "large", code, sizeof code);
    expect(is_absent("tag", "large"), "nothing is kept");
    expect(find_entry(path, sizeof path) == 0, "nothing is left");
}

static void test_obstacles(void)
{
    char path[600];
    use_directory("readonly");
    gla_cache_put("tag", "old", "code", 4);
    chmod(getenv("GPULINALG_CACHE_DIR"), 0555);
    in_child(cannot_write, "a directory that may only be read");
    chmod(getenv("GPULINALG_CACHE_DIR"), 0755);
    if (find_entry(path, sizeof path) == 1) {
        setenv("GPULINALG_CACHE_DIR", path, 1);
        gla_cache_put("tag", "new", "code", 4);
        ok(is_absent("tag", "new"), "a file where the directory should be");
    }
    use_directory("full");
    in_child(cannot_grow, "a disk without room");
}

int main(void)
{
    const char *tmp = getenv("TMPDIR");
    char command[500];
    snprintf(place, sizeof place, "%s/gpulinalg-cache-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(place)) {
        printf("Bail out! no directory %s\n", place);
        return 1;
    }
    test_keys();
    test_corrupt();
    test_parallel();
    test_obstacles();
    test_places();
    snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -rf '%s'", place, place);
    ok(system(command) == 0, "cleared away");
    return done();
}
