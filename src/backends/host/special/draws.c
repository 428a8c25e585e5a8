/* draws.c - Loops of random draws in formulas. */
#include "special.h"

#include "../../../../kernels/special_random.h"

LOOP(random_uniform, 3)
LOOP(random_normal, 3)
LOOP(random_exponential, 3)
