/* format.c - arrays as text. */
#include "core/core.h"
