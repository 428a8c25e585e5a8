/* special_gamma.c - the loops of the gamma function and what is made of it. */
#include "special.h"

#include "../../../kernels/special_betainc.h"
#include "../../../kernels/special_digamma.h"
#include "../../../kernels/special_gamma.h"
#include "../../../kernels/special_gammainc.h"

LOOP(gamma, 1)
LOOP(gammaln, 1)
LOOP(beta, 2)
LOOP(betaln, 2)
LOOP(digamma, 1)
LOOP(gammainc, 2)
LOOP(gammaincc, 2)
LOOP(betainc, 3)
LOOP(betaincc, 3)
