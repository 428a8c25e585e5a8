/* tap.h - TAP functions for unit tests: ok(), is_status(), done(); and the controls of the null backend. */
#ifndef TAP_H
#define TAP_H

#include "gpulinalg.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int tap_count, tap_failed;

/* Return true if each variant is to be tested once only (ONCE=1, tests/README.md). */
__attribute__((unused)) static bool tests_once(void)
{
    const char *once = getenv("ONCE");
    return once && strcmp(once, "1") == 0;
}

__attribute__((format(printf, 2, 3), unused)) static bool ok(bool good, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s %d - ", good ? "ok" : "not ok", ++tap_count);
    vprintf(format, args);
    putchar('\n');
    fflush(stdout);
    va_end(args);
    tap_failed += !good;
    return good;
}

/* Check a part of a test: prints nothing unless it fails. */
__attribute__((format(printf, 2, 3), unused)) static bool expect(bool good, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!good) {
        printf("#   failed: ");
        vprintf(format, args);
        printf(" (%s: %s)\n", gla_status_name(gla_last_status()), gla_last_message());
    }
    va_end(args);
    tap_failed += !good;
    return good;
}

/* Check that the call returned this status; if it is a failure, the thread's message must contain this string (NULL: any). */
__attribute__((unused)) static bool is_status(gla_status got, gla_status wanted, const char *message, const char *name)
{
    bool good = got == wanted && (!wanted || (gla_last_status() == wanted && *gla_last_message() &&
                                              (!message || strstr(gla_last_message(), message))));
    ok(good, "%s: %s", name, gla_status_name(wanted));
    if (!good)
        printf("#   got %s (thread: %s): %s\n", gla_status_name(got), gla_status_name(gla_last_status()), gla_last_message());
    gla_clear_error();
    return good;
}

__attribute__((unused)) static int done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed ? 1 : 0;
}

/* Run a test in a child process, because the registry reads the environment once.  Use expect(), not ok(), inside it: the
 * process is one test. */
__attribute__((unused)) static void in_child(void (*test)(void), const char *name)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        tap_failed = 0;
        test();
        fflush(stdout);
        _exit(tap_failed ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", name);
}

/* Return a control function of the null backend (see null.h). */
__attribute__((unused)) static void *null_control(const char *symbol)
{
    const char *path = getenv("GPULINALG_PLUGIN_PATH");
    char file[1200];
    for (const char *p = path ? path : ""; *p; p += strcspn(p, ":"), p += *p == ':') {
        snprintf(file, sizeof file, "%.*s/libgpulinalg-null.so", (int)strcspn(p, ":"), p);
        void *module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        void *found = module ? dlsym(module, symbol) : NULL;
        if (found)
            return found;
    }
    printf("Bail out! the null backend is not in GPULINALG_PLUGIN_PATH=%s; use ./run\n", path ? path : "");
    exit(99);
}

#endif
