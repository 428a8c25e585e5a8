/* warm.c - `gpulinalg warm`: compile the programs of each target in parallel processes. Devices do not survive fork(), so the
 * parent opens no device. One child process finds the devices. The other children compile one program at a time until all
 * programs are compiled. Processes are used instead of threads, because a compiler may allow only one compilation per process
 * at a time. */
#include "config.h"
#include "cli.h"

#include "gpulinalg.h"

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_JOBS 64
#define MAX_TARGETS 32
#define GRACE 2 /* seconds for finishing the last program */

/* State in memory shared by all processes. */
typedef struct board {
    atomic_long next, done, compiled, failed;
    atomic_long total; /* -1: unknown yet */
    atomic_bool stop;
    int n_targets;
    struct {
        char name[40], description[300]; /* name of a device or an architecture; description is "" if the user specified the
                                          * target */
    } targets[MAX_TARGETS];
    char message[500]; /* message of the first failure */
} board;

typedef struct options {
    const char *only;
    bool all, shared, gpus;
    int jobs, seconds; /* 0 seconds: no limit */
} options;

static volatile sig_atomic_t interrupts;

static void interrupt(int signal)
{
    (void)signal;
    interrupts++;
}

static int64_t integer_of(const gla_record *r, const char *key)
{
    for (int i = 0; i < r->n; i++)
        if (strcmp(r->fields[i]->key, key) == 0)
            return r->fields[i]->integer;
    return 0;
}

static const char *text_of(const gla_record *r, const char *key)
{
    for (int i = 0; i < r->n; i++)
        if (strcmp(r->fields[i]->key, key) == 0)
            return r->fields[i]->text;
    return "";
}

static void note_failure(board *b)
{
    if (atomic_fetch_add(&b->failed, 1) == 0)
        snprintf(b->message, sizeof b->message, "%s", gla_last_message());
}

/* ---- the children ----------------------------------------------------------------------------------------------------- */
/* Identify an NVIDIA GPU by its architecture, so that compiling needs no GPU memory. */
static const char *name_target(const gla_record *r, const char *device, char *name, size_t size)
{
    const char *capability = text_of(r, "compute_capability");
    if (*capability)
        snprintf(name, size, "sm_%d", (int)(10 * atof(capability) + 0.5));
    else
        snprintf(name, size, "%.39s", device);
    return name;
}

static void add_target(board *b, const char *target, const char *description)
{
    bool known = b->n_targets == MAX_TARGETS;
    for (int i = 0; i < b->n_targets && !known; i++)
        known = strcmp(b->targets[i].name, target) == 0 ||
                (*description && strcmp(b->targets[i].description, description) == 0);
    if (known)
        return;
    snprintf(b->targets[b->n_targets].name, sizeof b->targets->name, "%s", target);
    snprintf(b->targets[b->n_targets++].description, sizeof b->targets->description, "%s", description);
}

/* Add a device as a target. If `gpus` is true the device was found automatically, and one device of each kind is enough. */
static void add_device(board *b, const char *device, bool gpus)
{
    char name[40], description[300] = "";
    gla_record *r = NULL;
    if (gla_device_info(&r, device)) {
        note_failure(b);
        return;
    }
    if (gpus)
        snprintf(description, sizeof description, "%s, %s, %s", text_of(r, "backend"), text_of(r, "description"),
                 text_of(r, "driver"));
    if (!gpus || strcmp(text_of(r, "kind"), "GPU") == 0)
        add_target(b, name_target(r, device, name, sizeof name), description);
    gla_record_free(r);
}

/* Return true if the default device is not the host. OpenCL's CPU devices are not enumerated, because enumerating them may take
 * as long as a compilation. */
static bool has_gpu(board *b)
{
    char *device = NULL;
    unsetenv("GPULINALG_DEVICE");
    if (gla_get_device(&device))
        note_failure(b);
    bool found = device && strcmp(device, "host") != 0;
    gla_free(device);
    return found;
}

static void find_targets(board *b, const options *o, int n, char **words)
{
    gla_strings *names = NULL;
    for (int i = 0; i < n; i++) {
        if (strncmp(words[i], "sm_", 3) == 0)
            add_target(b, words[i], "");
        else
            add_device(b, words[i], false);
    }
    if (n || (o->gpus && !has_gpu(b)))
        return;
    if (gla_devices(&names)) {
        note_failure(b);
        return;
    }
    for (int64_t i = 0; i < names->n; i++)
        if (strcmp(names->v[i], "host") != 0)
            add_device(b, names->v[i], o->gpus);
    gla_strings_free(names);
}

/* Compile programs first ... first + count - 1 of the target. Return the total number of programs, or -1. */
static int64_t compile(board *b, const options *o, const char *target, long first, int count)
{
    gla_record *r = NULL;
    if (gla_warm(&r, target, o->only, o->all, o->shared, first, count)) {
        note_failure(b);
        return -1;
    }
    int64_t programs = integer_of(r, "programs");
    atomic_fetch_add(&b->compiled, (long)integer_of(r, "compiled"));
    gla_record_free(r);
    return programs;
}

static void work(board *b, const options *o, const char *target, pid_t parent)
{
    long total = (long)compile(b, o, target, 0, 0), k;
    atomic_store(&b->total, total);
    while (!atomic_load(&b->stop) && getppid() == parent && (k = atomic_fetch_add(&b->next, 1)) < total) {
        if (compile(b, o, target, k, 1) >= 0)
            atomic_fetch_add(&b->done, 1);
    }
}

/* ---- the parent ------------------------------------------------------------------------------------------------------- */
static void show(const board *b, const char *target)
{
    if (isatty(STDERR_FILENO) && atomic_load(&b->total) > 0)
        fprintf(stderr, "\r%s: %ld of %ld programs ", target, atomic_load(&b->done), atomic_load(&b->total));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Wait until all children have ended. After an interrupt, or at the time limit, each child finishes its current program. After
 * a second interrupt, or if a child takes too long, the children are killed. A killed compilation leaves no files. */
static void wait_for(board *b, const char *target, int n, pid_t *children, double end)
{
    int running = n, status;
    bool killed = false;
    while (running > 0) {
        pid_t ended = waitpid(-1, &status, WNOHANG);
        if (ended > 0 && --running >= 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == 0) && !killed &&
            atomic_fetch_add(&b->failed, 1) == 0 && !interrupts)
            snprintf(b->message, sizeof b->message, "a process that compiled for %s was ended by signal %d", target,
                     WIFSIGNALED(status) ? WTERMSIG(status) : 0);
        if (interrupts || now() > end)
            atomic_store(&b->stop, true);
        killed |= interrupts > 1 || now() > end + GRACE;
        for (int i = 0; i < n; i++)
            if (children[i] == ended)
                children[i] = 0; /* the process id may be reused */
            else if (killed && children[i] > 0)
                kill(children[i], SIGKILL);
        if (!ended)
            nanosleep(&(struct timespec){0, 100000000}, NULL);
        show(b, target);
    }
}

static void start(board *b, const options *o, const char *target, int n, char **words, pid_t *child)
{
    pid_t parent = getpid();
    *child = fork();
    if (*child)
        return;
    signal(SIGINT, SIG_IGN); /* the parent decides when to stop */
    if (target)
        work(b, o, target, parent);
    else
        find_targets(b, o, n, words);
    _exit(0);
}

/* Compile all programs of a target and print a summary. */
static void warm(board *b, const options *o, const char *target)
{
    pid_t children[MAX_JOBS];
    double from = now();
    int n = 0;
    atomic_store(&b->next, 0);
    atomic_store(&b->done, 0);
    atomic_store(&b->compiled, 0);
    atomic_store(&b->total, -1);
    atomic_store(&b->stop, false);
    while (n < o->jobs) {
        start(b, o, target, 0, NULL, &children[n]);
        if (children[n] < 0)
            break;
        n++;
    }
    wait_for(b, target, n, children, o->seconds ? from + o->seconds : HUGE_VAL);
    long done = atomic_load(&b->done), compiled = atomic_load(&b->compiled), total = atomic_load(&b->total);
    if (total >= 0)
        printf("%s%s: %ld programs, %ld compiled in %.1f s, %ld already cached%s\n", isatty(STDERR_FILENO) ? "\r" : "", target,
               done, compiled, now() - from, done - compiled,
               interrupts ? "; interrupted"
               : done < total && atomic_load(&b->stop)
                   ? "; time ran out before the others were compiled; run `gpulinalg warm` again"
                   : "");
    fflush(stdout);
}

static int processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n > 16 ? 16 : n;
}

/* Parse the options and remove them from `words`. Return false if an option is invalid. */
static bool read_options(options *o, int *n, char **words)
{
    int kept = 0;
    for (int i = 0; i < *n; i++) {
        bool more = i + 1 < *n;
        if (strcmp(words[i], "--all") == 0)
            o->all = true;
        else if (strcmp(words[i], "--shared") == 0)
            o->shared = true;
        else if (strcmp(words[i], "--gpus") == 0)
            o->gpus = true;
        else if (strcmp(words[i], "--seconds") == 0 && more)
            o->seconds = atoi(words[++i]);
        else if (strcmp(words[i], "--only") == 0 && more)
            o->only = words[++i];
        else if (strcmp(words[i], "--jobs") == 0 && more)
            o->jobs = atoi(words[++i]);
        else if (*words[i] == '-')
            return false;
        else
            words[kept++] = words[i];
    }
    *n = kept;
    return o->jobs >= 1 && o->jobs <= MAX_JOBS && o->seconds >= 0 && !(o->gpus && kept);
}

/* Return true if the machine is to be calibrated for all its users. The build warms with --gpus, while other work runs. */
static bool measures_rates(const options *o, int n, char **words)
{
    bool is_other = false; /* programs are compiled for cards of another machine */
    for (int i = 0; i < n; i++)
        is_other = is_other || strncmp(words[i], "sm_", 3) == 0;
    return o->shared && !o->only && !o->gpus && !is_other && !interrupts;
}

int gla_cli_warm(int n, char **words)
{
    options o = {.jobs = processors()};
    pid_t child;
    if (!read_options(&o, &n, words))
        return 2;
    board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED) {
        perror("gpulinalg: warm");
        return 1;
    }
    fflush(stdout);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
    start(b, &o, NULL, n, words, &child);
    wait_for(b, "all devices", child > 0, &child, HUGE_VAL);
    if (!b->n_targets && !atomic_load(&b->failed) && !o.gpus)
        puts("the host is the only device of this machine, and it needs no compilation; specify an architecture, such as "
             "sm_90, to compile for a GPU of another machine");
    for (int i = 0; i < b->n_targets && !interrupts; i++)
        warm(b, &o, b->targets[i].name);
    if (measures_rates(&o, n, words) && gla_cli_calibrate(1, (char *[]){"--shared"}))
        atomic_fetch_add(&b->failed, 1);
    long failed = atomic_load(&b->failed);
    if (failed && *b->message)
        fprintf(stderr, "gpulinalg: %s%s\n", b->message, failed > 1 ? "; there were more failures" : "");
    return interrupts ? 130 : failed ? 1 : 0;
}
