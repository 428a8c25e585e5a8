/* level.c - x86-64 microarchitecture levels (psABI), and the host backend module built for each. No other file queries the
 * processor. */
#include "config.h"
#include "runtime/runtime.h"
#include "runtime/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int gla_processor_level(void)
{
#ifndef __x86_64__
    return 0;
#elif defined(__clang__) || __GNUC__ < 12 /* these compilers do not support level names */
#define HAS __builtin_cpu_supports
    bool v3 = HAS("avx2") && HAS("bmi") && HAS("bmi2") && HAS("fma");
    bool v4 = HAS("avx512f") && HAS("avx512bw") && HAS("avx512cd") && HAS("avx512dq") && HAS("avx512vl");
    return v3 && v4 ? 4 : v3 ? 3 : 1;
#else
    return __builtin_cpu_supports("x86-64-v4") ? 4 : __builtin_cpu_supports("x86-64-v3") ? 3 : 1;
#endif
}

#ifdef HAVE_HOST_LEVELS
static const struct {
    const char *name, *suffix;
    int level;
} modules[] = {{"v4", "-v4", 4}, {"v3", "-v3", 3}, {"baseline", "", 1}};
#else
static const struct {
    const char *name, *suffix;
    int level;
} modules[] = {{"baseline", "", 0}};
#endif
enum { MODULES = sizeof modules / sizeof *modules };

/* Choose the module that the user requests. Without a request choose the best module that the processor supports. */
static gla_status choose(int *chosen)
{
    const char *asked = secure_getenv("GPULINALG_HOST_LEVEL");
    const int has = gla_processor_level();
    int i = 0, best = 0;
    while (modules[best].level > has)
        best++;
    *chosen = best;
    if (!asked || !*asked)
        return GLA_OK;
    while (i < MODULES && strcmp(modules[i].name, asked) != 0)
        i++;
    if (i == MODULES)
        return gla_fail(GLA_DEVICE_ERROR, GLA_UNNAMED "GPULINALG_HOST_LEVEL is \"%.20s\", but this build supports only %s",
                        asked, MODULES > 1 ? "baseline, v3 and v4" : "baseline");
    if (i < best)
        return gla_fail(GLA_DEVICE_ERROR,
                        GLA_UNNAMED "GPULINALG_HOST_LEVEL is %s, which this processor does not support; it supports %s", asked,
                        modules[best].name);
    *chosen = i;
    return GLA_OK;
}

gla_status gla_host_module(const char *dir, char *file, size_t size)
{
    int chosen;
    gla_status st = choose(&chosen);
    if (st)
        return st;
    do
        snprintf(file, size, "%s/libgpulinalg-host%s.so", dir, modules[chosen].suffix);
    while (access(file, F_OK) != 0 && ++chosen < MODULES);
    return GLA_OK;
}
