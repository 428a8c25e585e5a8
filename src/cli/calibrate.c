/* calibrate.c - `gpulinalg calibrate`: measure the rates of this machine. A child process takes the
 * measurements and compiles the code for them. Afterwards the parent, which has opened no device, measures the start of the
 * device and its first uses, without compiling. */
#include "config.h"
#include "cli.h"

#include "gpulinalg.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct options {
    const char *device;
    bool shared;
    double seconds;
} options;

static volatile sig_atomic_t interrupts;
static double started, limit;

static void interrupt(int signal)
{
    (void)signal;
    interrupts++;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The library calls this between measurements. */
static bool show_progress(void)
{
    static int shown = -1;
    int seconds = (int)(now() - started);
    if (isatty(STDERR_FILENO) && seconds != shown)
        fprintf(stderr, "\rcalibrate: %d s of at most %.0f s ", shown = seconds, limit);
    return interrupts > 0;
}

static const gla_field *field(const gla_record *r, const char *key)
{
    for (int i = 0; i < r->n; i++)
        if (strcmp(r->fields[i]->key, key) == 0)
            return r->fields[i];
    return NULL;
}

static int measure(const options *o, double seconds, bool prints)
{
    gla_record *r = NULL;
    gla_status st = gla_calibrate(&r, o->device, o->shared, seconds);
    if (isatty(STDERR_FILENO) && prints)
        fputs("\r", stderr);
    if (st) {
        fprintf(stderr, "gpulinalg: %s\n", gla_last_message());
        return st == GLA_INTERRUPTED_ERROR ? 130 : 1;
    }
    long long missing = (long long)field(r, "missing")->integer;
    if (prints)
        printf("rates: %lld points measured in %.1f s, %lld kept from before%s\n", (long long)field(r, "measured")->integer,
               field(r, "seconds")->real, (long long)field(r, "kept")->integer,
               missing ? "; run `gpulinalg calibrate` again for the others" : "");
    else if (*field(r, "file")->text)
        printf("%s (hash %s)\n", field(r, "file")->text, field(r, "hash")->text);
    gla_record_free(r);
    return fflush(stdout) == 0 ? 0 : 1;
}

static int measure_in_child(const options *o)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        perror("gpulinalg: calibrate");
        return 1;
    }
    if (child == 0) {
        gla_set_interrupt_hook(show_progress);
        _exit(measure(o, o->seconds, true));
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        kill(child, SIGINT); /* a terminal has sent it to both, kill only to this process */
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static bool read_options(options *o, int n, char **words)
{
    for (int i = 0; i < n; i++) {
        char *end = "";
        if (strcmp(words[i], "--shared") == 0)
            o->shared = true;
        else if (strcmp(words[i], "--seconds") == 0 && i + 1 < n)
            o->seconds = strtod(words[++i], &end);
        else if (*words[i] == '-' || o->device)
            return false;
        else
            o->device = words[i];
        if (*end)
            return false;
    }
    return o->seconds >= 0;
}

int gla_cli_calibrate(int n, char **words)
{
    options o = {.seconds = 20};
    if (!read_options(&o, n, words))
        return 2;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
    started = now();
    limit = o.seconds;
    int status = measure_in_child(&o);
    return status ? status : measure(&o, 0, false);
}
