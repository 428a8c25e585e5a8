/* pending.c - facade functions that no room has written yet; deleted when all are. */
#include "core/core.h"
