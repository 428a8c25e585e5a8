/* placing.c - The device of a thread's present call (placing.h). */
#include "runtime/placing.h"
#include "backend.h"

#include <dirent.h>
#include <unistd.h>

_Thread_local gla_placing gla_placing_now;
atomic_bool gla_placing_is_free;
atomic_int gla_placing_threads;

/* Return true if a folder has an entry. */
static bool has_entry(const char *path)
{
    DIR *folder = opendir(path);
    bool found = false;
    for (struct dirent *e; folder && !found && (e = readdir(folder));)
        found = e->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return found;
}

bool gla_placing_finds_gpu(void)
{
    return has_entry("/proc/driver/nvidia/gpus") || access("/dev/kfd", R_OK | W_OK) == 0; /* NVIDIA; AMD */
}

bool gla_placing_floats(const gla_device *dev)
{
    if (!atomic_load_explicit(&gla_placing_is_free, memory_order_relaxed))
        return false;
    return gla_placing_now.inside ? gla_placing_now.floats : dev->is_host;
}
