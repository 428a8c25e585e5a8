/* special.h - the special functions in the table of elementwise operations (table.h includes this).
 *
 *     SPECIAL(name, arity, file)   gla_special_NAME is special_NAME(x), (x, y) or (x, y, z) of kernels/special_FILE.h
 *     SHAPED(name, arity, file)    the same, without a function of its own: a distribution, whose place and scale are 0 and 1
 *
 * They compute in float64, also for float32. */
#ifndef SHAPED
#define SHAPED SPECIAL
#endif

SPECIAL(erf, 1, erf)
SPECIAL(erfc, 1, erf)
SPECIAL(erfcx, 1, erf)
SPECIAL(ndtr, 1, erf)
SPECIAL(log_ndtr, 1, erf)
SPECIAL(erfinv, 1, erfinv)
SPECIAL(erfcinv, 1, erfinv)
SPECIAL(ndtri, 1, erfinv)
SPECIAL(expit, 1, logistic)
SPECIAL(logit, 1, logistic)
SPECIAL(log_expit, 1, logistic)
SPECIAL(xlogy, 2, logistic)
SPECIAL(xlog1py, 2, logistic)
SPECIAL(gamma, 1, gamma)
SPECIAL(gammaln, 1, gamma)
SPECIAL(beta, 2, gamma)
SPECIAL(betaln, 2, gamma)
SPECIAL(digamma, 1, digamma)
SPECIAL(gammainc, 2, gammainc)
SPECIAL(gammaincc, 2, gammainc)
SPECIAL(betainc, 3, betainc)
SPECIAL(betaincc, 3, betainc)
SPECIAL(gammaincinv, 2, inverse)
SPECIAL(gammainccinv, 2, inverse)
SPECIAL(betaincinv, 3, inverse)
SPECIAL(betainccinv, 3, inverse)
SPECIAL(i0, 1, bessel)
SPECIAL(i0e, 1, bessel)
SPECIAL(i1, 1, bessel)
SPECIAL(i1e, 1, bessel)
SPECIAL(j0, 1, bessel)
SPECIAL(j1, 1, bessel)

#undef SHAPED
