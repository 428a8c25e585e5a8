/* special_inverse.c - the loops of Bessel functions, and of the inverses of incomplete gamma and beta functions. */
#include "special.h"

#include "../../../kernels/special_bessel.h"
#include "../../../kernels/special_inverse.h"

LOOP(gammaincinv, 2)
LOOP(gammainccinv, 2)
LOOP(betaincinv, 3)
LOOP(betainccinv, 3)
LOOP(i0, 1)
LOOP(i0e, 1)
LOOP(i1, 1)
LOOP(i1e, 1)
LOOP(j0, 1)
LOOP(j1, 1)
