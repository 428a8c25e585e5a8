/* special_gamma.c - the loops of the gamma function and what is made of it. */
#include "special.h"

#include "../../../kernels/special_digamma.h"
#include "../../../kernels/special_gamma.h"

GUESSED_LOOP(gamma)
LOOP(gammaln, 1)
LOOP(beta, 2)
LOOP(betaln, 2)
LOOP(digamma, 1)
