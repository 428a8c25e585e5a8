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
LOOP(erfinv, 1)
LOOP(erfcinv, 1)
LOOP(norm_pdf, 1)
LOOP(norm_logpdf, 1)
LOOP(expit, 1)
LOOP(logit, 1)
LOOP(log_expit, 1)
LOOP(xlogy, 2)
LOOP(xlog1py, 2)

/* Most numbers are in the middle, where one polynomial does; those that are not follow. */
CLONES static void ndtri_loop(int64_t n, void *const p[])
{
    enum { BLOCK = 256 };
    const double *x = p[0];
    double *r = p[1], near[BLOCK];
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        int64_t count = n - begin < BLOCK ? n - begin : BLOCK;
        GLA_INDEPENDENT for (int64_t i = 0; i < count; i++) near[i] = special_ndtri_middle(x[begin + i]);
        for (int64_t i = 0; i < count; i++)
            r[begin + i] = near[i] == near[i] ? near[i] : special_ndtri(x[begin + i]);
    }
}

void gla_special_loop_ndtri(int64_t n, void *const p[])
{
    ndtri_loop(n, p);
}
