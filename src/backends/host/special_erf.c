/* special_erf.c - the loops of the error function and the logistic function, and of their kin. */
#include "special.h"

#include "../../../kernels/special_erf.h"
#include "../../../kernels/special_erfinv.h"
#include "../../../kernels/special_logistic.h"

LOOP(erf, 1)
LOOP(erfc, 1)
LOOP(erfcx, 1)
LOOP(ndtr, 1)
LOOP(log_ndtr, 1)
LOOP(norm_pdf, 1)
LOOP(norm_logpdf, 1)
LOOP(expit, 1)
LOOP(logit, 1)
LOOP(log_expit, 1)
LOOP(xlogy, 2)
LOOP(xlog1py, 2)
GUESSED_LOOP(erfinv, 1)
GUESSED_LOOP(erfcinv, 1)
GUESSED_LOOP(ndtri, 1)
