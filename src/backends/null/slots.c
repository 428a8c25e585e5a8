/* slots.c - the null backend with the host's slots, for its memory is ordinary memory, less those that a test removes. */
#include "config.h"
#include "core/dispatch.h"
#include "null.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const gla_backend *host_backend(void)
{
    char path[4000], file[4200], *save = NULL;
    const gla_backend *(*entry)(void) = NULL;
    const char *env = secure_getenv("GPULINALG_PLUGIN_PATH");
    snprintf(path, sizeof path, "%s", env ? env : "");
    for (char *dir = strtok_r(path, ":", &save); dir && !entry; dir = strtok_r(NULL, ":", &save)) {
        snprintf(file, sizeof file, "%s/libgpulinalg-host.so", dir);
        void *module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (module)
            *(void **)&entry = dlsym(module, "gla_backend_entry");
    }
    return entry ? entry() : NULL;
}

bool gla_null_take_slots(gla_backend *null, const char *without)
{
    static gla_array_ops array;
    static gla_blas_ops blas;
    static gla_lapack_ops lapack;
    static gla_fused_ops fused;
    const gla_backend *host = host_backend();
    char names[400], *save = NULL;
    if (!host)
        return false;
    array = *host->array;
    blas = *host->blas;
    lapack = *host->lapack;
    fused = *host->fused;
    null->array = &array;
    null->blas = &blas;
    null->lapack = &lapack;
    null->fused = &fused;
    snprintf(names, sizeof names, "%s", without);
    for (char *name = strtok_r(names, ", ", &save); name; name = strtok_r(NULL, ", ", &save))
        for (gla_slot i = GLA_NO_SLOT + 1; i < GLA_SLOT_COUNT; i++)
            if (strcmp(gla_slots[i].name, name) == 0) {
                char *room;
                memcpy(&room, (char *)null + gla_slots[i].room, sizeof(char *));
                memset(room + gla_slots[i].place, 0, sizeof(void (*)(void)));
            }
    return true;
}
