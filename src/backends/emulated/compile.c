/* compile.c - Compile a program with the C compiler, and load it as a shared library.
 *
 * Compiled programs are stored in the disk cache of device code.  GPULINALG_EMULATED_FLAGS contains further compiler options
 * (-O0 -g3, --coverage, -fsanitize=address).  GPULINALG_EMULATED_DIR is a folder in which sources and libraries are kept for
 * debuggers and gcov. */
#include "config.h"
#include "emulated.h"
#include "runtime/allocation.h"

#include "backends/device/cache.h"

#include <dlfcn.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OPTIONS "-std=gnu11 -O1 -g1 -fPIC -shared -w -ffp-contract=off -fno-strict-aliasing"
#define LIBRARIES "-lm"
/* Options for -DEMULATED_RACES: the compiler calls functions of kernels/watch_c.h before accesses.  ThreadSanitizer itself is
 * not linked. */
#define WATCHED " -fsanitize=thread -nodefaultlibs -gdwarf-4" /* with DWARF 4, addr2line finds the lines */
#define WATCHED_LIBRARIES "-lm -lc -lgcc"
#define VOLATILE_BY_GCC " --param tsan-distinguish-volatile=1"
#define VOLATILE_BY_CLANG " -mllvm -tsan-distinguish-volatile=1"

static const char *flags(void)
{
    const char *env = secure_getenv("GPULINALG_EMULATED_FLAGS");
    return env ? env : "";
}

static bool is_watched(void)
{
    return strstr(flags(), "-DEMULATED_RACES") != NULL;
}

/* Write the name of the folder that the user requested, or create a temporary folder and set *temporary. */
static bool make_folder(char *folder, size_t size, bool *temporary)
{
    const char *env = secure_getenv("GPULINALG_EMULATED_DIR"), *tmp = secure_getenv("TMPDIR");
    *temporary = !(env && *env);
    if (!*temporary)
        return (size_t)snprintf(folder, size, "%s", env) < size;
    return (size_t)snprintf(folder, size, "%s/gpulinalg-XXXXXX", tmp && *tmp ? tmp : "/tmp") < size && mkdtemp(folder);
}

static bool write_file(const char *path, const void *bytes, size_t size)
{
    FILE *out = fopen(path, "we");
    bool done = out && fwrite(bytes, 1, size, out) == size;
    return out && fclose(out) == 0 && done;
}

/* Read the whole file into memory from gla_malloc, followed by a zero byte.  Return NULL if the file cannot be read. */
static char *read_file(const char *path, size_t *size)
{
    struct stat s;
    FILE *in = fopen(path, "re");
    char *bytes = in && fstat(fileno(in), &s) == 0 ? gla_malloc((size_t)s.st_size + 1) : NULL;
    if (bytes) {
        *size = fread(bytes, 1, (size_t)s.st_size, in);
        bytes[*size] = '\0';
    }
    if (in)
        fclose(in);
    return bytes;
}

static bool run_compiler(const char *stem)
{
    char command[3000];
    extern char **environ;
    pid_t pid;
    int status = -1;
    const char *volatiles = strstr(EMULATED_CC, "clang") ? VOLATILE_BY_CLANG : VOLATILE_BY_GCC;
    int n = snprintf(command, sizeof command, "%s %s%s%s %s -o '%s.so' '%s.c' %s 2>'%s.log'", EMULATED_CC, OPTIONS,
                     is_watched() ? WATCHED : "", is_watched() ? volatiles : "", flags(), stem, stem,
                     is_watched() ? WATCHED_LIBRARIES : LIBRARIES, stem);
    if ((size_t)n >= sizeof command)
        return false;
    char *argv[] = {"sh", "-c", command, NULL};
    return posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, environ) == 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* Remove the folder and the files in it.  A loaded library stays in memory. */
static void clean(const char *folder, const char *stem)
{
    static const char *const made[] = {"c", "so", "log"};
    char path[1110];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s.%s", stem, made[i]);
        unlink(path);
    }
    rmdir(folder);
}

static void name_files(const char *folder, const char *what, char *stem, size_t size)
{
    static int number;
    snprintf(stem, size, "%s/%.*s-%d-%d", folder, (int)strcspn(what, "."), what, (int)getpid(), number++);
}

static void *load(const char *path)
{
    if (is_watched())
        gla_place_keep(path);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* Write cached code to a separate file and load that file, because the loader identifies libraries by their files. */
static void *load_bytes(const char *what, const void *code, size_t size)
{
    char folder[1024], stem[1100], path[1110];
    bool temporary;
    void *library = NULL;
    if (!make_folder(folder, sizeof folder, &temporary))
        return NULL;
    name_files(folder, what, stem, sizeof stem);
    snprintf(path, sizeof path, "%s.so", stem);
    if (write_file(path, code, size))
        library = load(path);
    clean(folder, stem);
    return library;
}

static gla_status compile(const char *what, const char *source, const char *tag, void **library)
{
    char folder[1024], stem[1100], path[1110];
    bool temporary;
    size_t size = 0;
    if (!make_folder(folder, sizeof folder, &temporary))
        return gla_fail(GLA_DEVICE_ERROR, "%s: no folder for the source of a kernel could be created; set TMPDIR", what);
    name_files(folder, what, stem, sizeof stem);
    snprintf(path, sizeof path, "%s.c", stem);
    bool compiled = write_file(path, source, strlen(source)) && run_compiler(stem);
    snprintf(path, sizeof path, "%s.%s", stem, compiled ? "so" : "log");
    char *bytes = read_file(path, &size);
    gla_status st = compiled && bytes ? GLA_OK
                                      : gla_fail(GLA_COMPILE_ERROR, "%s: does not compile with %s: %.900s", what, EMULATED_CC,
                                                 bytes ? bytes : "");
    if (!st && !(*library = load(path)))
        st = gla_fail(GLA_DEVICE_ERROR, "%s: %.900s", what, dlerror());
    if (!st && temporary)
        gla_cache_put(tag, source, bytes, size);
    gla_free(bytes);
    if (temporary)
        clean(folder, stem);
    return st;
}

gla_status gla_emulated_compile(const char *what, const char *source, void **library)
{
    char tag[1000];
    void *code = NULL;
    size_t size;
    snprintf(tag, sizeof tag, "emulated %s %s %.800s", EMULATED_CC, OPTIONS, flags());
    *library = NULL;
    if (!secure_getenv("GPULINALG_EMULATED_DIR") && gla_cache_get(tag, source, &code, &size))
        *library = load_bytes(what, code, size);
    gla_free(code);
    return *library ? GLA_OK : compile(what, source, tag, library);
}
