/* library.c - Load shared libraries. fork() waits until a library is loaded. Otherwise the child would have a partially loaded
 * library that no thread completes. */
#include "config.h"
#include "runtime/runtime.h"
#include "runtime/library.h"
#include "runtime/lock.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void watch(void)
{
    static gla_fork_lock of_fork = {.lock = &lock};
    gla_fork_watch(&of_fork);
}

void *gla_library_open(const char *file, bool at_once)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    sigset_t theirs;
    pthread_once(&once, watch);
    gla_signals_hold(&theirs);
    pthread_mutex_lock(&lock);
    void *library = dlopen(file, (at_once ? RTLD_NOW : RTLD_LAZY) | RTLD_LOCAL);
    pthread_mutex_unlock(&lock);
    gla_signals_release(&theirs);
    return library;
}

void *gla_module_entry(const void *neighbour, const char *name, const char *symbol)
{
    Dl_info here;
    char file[1200];
    if (!dladdr(neighbour, &here) || !here.dli_fname)
        return NULL;
    const char *slash = strrchr(here.dli_fname, '/');
    int length = slash ? (int)(slash - here.dli_fname) + 1 : 0;
    snprintf(file, sizeof file, "%.*slibgpulinalg-%s.so", length, here.dli_fname, name);
    void *module = gla_library_open(file, true);
    return module ? dlsym(module, symbol) : NULL;
}
