/* slots.c - Use the host's slots in the null backend, whose memory is ordinary memory.  Tests can remove slots. */
#include "config.h"
#include "contract/array.h"
#include "contract/dense.h"
#include "contract/device.h"
#include "contract/direct.h"
#include "contract/fft.h"
#include "contract/fused.h"
#include "contract/kernel.h"
#include "contract/krylov.h"
#include "contract/memory.h"
#include "contract/program.h"
#include "contract/quasi.h"
#include "contract/random.h"
#include "contract/series.h"
#include "contract/sorting.h"
#include "contract/sparse.h"
#include "contract/stream.h"
#include "core/dispatch.h"
#include "null.h"
#include "runtime/library.h"

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
        void *module = gla_host_module(dir, file, sizeof file) ? NULL : dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (module)
            *(void **)&entry = dlsym(module, "gla_backend_entry");
    }
    return entry ? entry() : NULL;
}

#define OWN(room) static gla_##room##_ops own_##room;
GLA_AREAS(OWN)

/* Copy one table of the host's slots.  Return NULL if the host has no such table. */
static const void *copied(const void *room, void *own, size_t bytes)
{
    return room ? memcpy(own, room, bytes) : NULL;
}

bool gla_null_take_slots(gla_backend *null, const char *without)
{
    const gla_backend *host = host_backend(), own = *null;
    char names[1000], *save = NULL;
    if (!host)
        return false;
#define TAKE(room) null->room = copied(host->room, &own_##room, sizeof own_##room);
    GLA_AREAS(TAKE)
    null->device = own.device;
    null->memory = own.memory;
    null->stream = own.stream;
    snprintf(names, sizeof names, "%s", without);
    for (char *name = strtok_r(names, ", ", &save); name; name = strtok_r(NULL, ", ", &save))
        for (gla_slot i = GLA_NO_SLOT + 1; i < GLA_SLOT_COUNT; i++)
            if (gla_slots[i].name && strcmp(gla_slots[i].name, name) == 0) {
                char *room;
                memcpy(&room, (char *)null + gla_slot_room(i), sizeof(char *));
                memset(room + gla_slot_offset(i), 0, sizeof(void (*)(void)));
            }
    return true;
}
