/* program.c - Programs that have been used, which are kept until the process ends. */
#include "emulated.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef struct program {
    struct program *next;
    char *defines;
    const char *file;
    void *library;
} program;

static program *programs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void gla_emulated_watch_programs(void)
{
    static gla_fork_lock of_fork = {.lock = &lock};
    gla_fork_watch(&of_fork);
}

static gla_status make(const char *file, const char *defines, program **out)
{
    program *p = gla_calloc(1, sizeof *p);
    char *source = gla_emulated_source(file, defines);
    gla_status st = p && source && (p->defines = gla_malloc(strlen(defines) + 1)) ? GLA_OK : gla_fail_memory(file, sizeof *p);
    if (!st)
        st = gla_emulated_compile(file, source, &p->library);
    gla_free(source);
    if (st) {
        gla_free(p ? p->defines : NULL);
        gla_free(p);
        return st;
    }
    p->file = file;
    strcpy(p->defines, defines);
    p->next = programs;
    programs = *out = p;
    return GLA_OK;
}

gla_status gla_emulated_find(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel)
{
    char symbol[100];
    gla_status st = GLA_OK;
    (void)dev;
    pthread_mutex_lock(&lock);
    program *p = programs;
    while (p && (strcmp(p->file, file) != 0 || strcmp(p->defines, defines) != 0))
        p = p->next;
    if (!p)
        st = make(file, defines, &p);
    pthread_mutex_unlock(&lock);
    snprintf(symbol, sizeof symbol, "gla_kernel_%s", name);
    if (!st && !(*kernel = dlsym(p->library, symbol)))
        st = gla_fail(GLA_DEVICE_ERROR, "%s: the program has no kernel \"%s\"", file, name);
    return st;
}
