/* statistics.c - */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"
