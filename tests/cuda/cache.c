/* cache.c - Compiled code on disk: stored, found again, and never used if it is truncated, corrupt or owned by another user. */
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

/* Store the path of the only file in the current directory; return the number of files. */
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

/* Read the only entry's bytes, or write them in place. */
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
    ok(holds("tag", "source", "machine code"), "and it can be put there again");
    use_directory("misnamed");
    gla_cache_put("tag", "another", "ANOTHER CODE", 12);
    file_bytes(bytes, n, true);
    ok(is_absent("tag", "another"), "one under another's name is not taken");
}

/* Write and read codes of different lengths whose bytes are all equal; a mixed code would consist of parts of two writers. */
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

/* Run in a child process as a user without write permission. */
static void cannot_write(void)
{
    if (geteuid() == 0 && (chmod(place, 0755) || setuid(65534)))
        return;
    gla_cache_put("tag", "new", "code", 4);
    expect(is_absent("tag", "new"), "nothing is written");
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
    chmod(getenv("GPULINALG_CACHE_DIR"), 0500);
    ok(holds("tag", "old", "code"), "what is in a directory that may only be read is found");
    in_child(cannot_write, "and it is left as it is");
    chmod(getenv("GPULINALG_CACHE_DIR"), 0700);
    if (find_entry(path, sizeof path) == 1) {
        setenv("GPULINALG_CACHE_DIR", path, 1);
        gla_cache_put("tag", "new", "code", 4);
        ok(is_absent("tag", "new"), "a file where the directory should be");
    }
    use_directory("full");
    in_child(cannot_grow, "a disk without room");
}

static const char *state(void)
{
    static char text[256];
    gla_cache_state(text, sizeof text);
    return text;
}

/* Folders to which other users could have written. */
static void test_folders(void)
{
    char dir[300], link[310];
    struct stat s;
    use_directory("folder");
    snprintf(dir, sizeof dir, "%s", getenv("GPULINALG_CACHE_DIR"));
    gla_cache_put("tag", "a", "code", 4);
    ok(stat(dir, &s) == 0 && (s.st_mode & 07777) == 0700, "the folder is the user's alone");
    ok(holds("tag", "a", "code") && !strcmp(state(), dir), "%s", state());
    static const mode_t open_to_others[] = {0777, 0770, 0707, 0702, 01777};
    for (size_t i = 0; i < sizeof open_to_others / sizeof *open_to_others; i++) {
        chmod(dir, open_to_others[i]);
        gla_cache_put("tag", "b", "code", 4);
        bool absent = is_absent("tag", "a") && is_absent("tag", "b");
        absent = absent && stat(dir, &s) == 0 && (s.st_mode & 07777) == open_to_others[i];
        ok(absent && strstr(state(), "not used"), "mode %o: %s", open_to_others[i], state());
    }
    chmod(dir, 0755);
    ok(holds("tag", "a", "code") && stat(dir, &s) == 0 && (s.st_mode & 0777) == 0700,
       "one that others could only read is closed");
    snprintf(link, sizeof link, "%s-link", dir);
    ok(symlink(dir, link) == 0 && setenv("GPULINALG_CACHE_DIR", link, 1) == 0 && is_absent("tag", "a"), "a link");
    strcat(link, "/");
    setenv("GPULINALG_CACHE_DIR", link, 1);
    ok(is_absent("tag", "a"), "and with a slash: %s", state());
    setenv("GPULINALG_CACHE_DIR", "relative", 1);
    gla_cache_put("tag", "c", "code", 4);
    ok(is_absent("tag", "c") && strstr(state(), "not used"), "a relative name: %s", state());
    rmdir("relative");
    use_directory("above/below");
    gla_cache_put("tag", "d", "code", 4);
    snprintf(dir, sizeof dir, "%s/above", place);
    chmod(dir, 0777);
    ok(is_absent("tag", "d") && strstr(state(), "can be changed by others"), "a folder of everybody above: %s", state());
    chmod(dir, 0700);
    use_directory("owner");
    gla_cache_put("tag", "e", "code", 4);
    if (geteuid() == 0 && chown(getenv("GPULINALG_CACHE_DIR"), 65533, 65533) == 0)
        ok(is_absent("tag", "e") && strstr(state(), "another user"), "another user's folder: %s", state());
}

/* Files that are not regular files of the user are ignored; none of them may block the process. */
static void test_files(void)
{
    char path[600], other[620];
    use_directory("files");
    gla_cache_put("tag", "source", "code", 4);
    ok(find_entry(path, sizeof path) == 1 && holds("tag", "source", "code"), "an entry");
    chmod(path, 0664);
    ok(is_absent("tag", "source"), "that a group may write to is not taken");
    chmod(path, 0606);
    ok(is_absent("tag", "source"), "nor one that all may write to");
    chmod(path, 0600);
    snprintf(other, sizeof other, "%s/.hidden", getenv("GPULINALG_CACHE_DIR"));
    ok(link(path, other) == 0 && is_absent("tag", "source"), "nor one with two names");
    unlink(path);
    ok(symlink(other, path) == 0 && is_absent("tag", "source"), "nor a link to it");
    gla_cache_put("tag", "source", "newer", 5);
    struct stat s;
    ok(holds("tag", "source", "newer") && lstat(path, &s) == 0 && S_ISREG(s.st_mode), "an entry takes the link's place");
    unlink(path);
    ok(mkfifo(path, 0600) == 0 && is_absent("tag", "source"), "a FIFO does not block");
    unlink(path);
    ok(mkdir(path, 0700) == 0 && is_absent("tag", "source"), "nor is a folder an entry");
    gla_cache_put("tag", "source", "code", 4);
    ok(is_absent("tag", "source"), "or replaced by one");
    rmdir(path);
    gla_cache_put("tag", "source", "code", 4);
    if (geteuid() == 0 && chown(path, 65533, 65533) == 0)
        ok(is_absent("tag", "source"), "another user's file is not taken");
    unlink(path);
    FILE *f = fopen(path, "wb");
    ok(f && ftruncate(fileno(f), (off_t)1 << 40) == 0 && fclose(f) == 0 && is_absent("tag", "source"),
       "nor a file of 2**40 bytes");
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
    test_folders();
    test_files();
    test_places();
    snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -rf '%s'", place, place);
    ok(system(command) == 0, "cleared away");
    return done();
}
