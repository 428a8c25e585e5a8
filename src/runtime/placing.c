/* placing.c - The device of a thread's present call (placing.h). */
#include "runtime/placing.h"
#include "backend.h"

_Thread_local gla_placing gla_placing_now;
atomic_bool gla_placing_is_free;
atomic_int gla_placing_threads;

bool gla_placing_floats(const gla_device *dev)
{
    if (!atomic_load_explicit(&gla_placing_is_free, memory_order_relaxed))
        return false;
    return gla_placing_now.inside ? gla_placing_now.floats : dev->is_host;
}
