/* erf.c - Loops of the error function, the logistic function and related functions. */
#include "special.h"

#include "../../../../kernels/special_erf.h"
#include "../../../../kernels/special_erfinv.h"
#include "../../../../kernels/special_logistic.h"

PIECED_LOOP(erf, erf_place, erf_piece)
PIECED_LOOP(erfc, erfc_place, erfcx_piece)
PIECED_LOOP(ndtr, ndtr_place, erfcx_piece)
PIECED_LOOP(log_ndtr, ndtr_place, erfcx_piece)
LOOP(erfcx, 1)
LOOP(norm_pdf, 1)
LOOP(norm_logpdf, 1)
LOOP(expit, 1)
LOOP(logit, 1)
LOOP(log_expit, 1)
LOOP(xlogy, 2)
LOOP(xlog1py, 2)

/* Compute special_erfinv() times `factor` for a block.  Tables are looked up one element at a time, and the remaining steps use
 * wide registers.  `scale` is overwritten. */
static inline void inverses(int count, const double *x, const double *square, double *scale, double factor, double *r)
{
    double inverse[AT_ONCE], log_part[AT_ONCE];
    int at[AT_ONCE];
    for (int i = 0; i < count; i++) {
        int part = special_erfinv_part(square[i]);
        inverse[i] = special_erfinv_logs[part];
        log_part[i] = special_erfinv_logs[16 + part];
        ONE_BY_ONE();
    }
    GLA_INDEPENDENT for (int i = 0; i < count; i++)
    {
        double w = special_erfinv_log(square[i], scale[i], inverse[i], log_part[i]);
        at[i] = special_erfinv_place(w, &scale[i]);
    }
    for (int i = 0; i < count; i++) {
        scale[i] = special_erfinv_piece(at[i], scale[i]);
        ONE_BY_ONE();
    }
    GLA_INDEPENDENT for (int i = 0; i < count; i++) r[i] = factor * special_erfinv_by(x[i], square[i], scale[i]);
}

/* The arguments are expressions in v, which is an element. */
#define INVERSE_LOOP(name, of_x, of_square, of_scale, factor)                                 \
    FLAT void gla_special_loop_##name(int64_t n, void *const p[])                             \
    {                                                                                         \
        const double *from = p[0];                                                            \
        double *r = p[1], x[AT_ONCE], square[AT_ONCE], scale[AT_ONCE];                        \
        for (int64_t begin = 0; begin < n; begin += AT_ONCE, from += AT_ONCE, r += AT_ONCE) { \
            int count = n - begin < AT_ONCE ? (int)(n - begin) : AT_ONCE;                     \
            GLA_INDEPENDENT for (int i = 0; i < count; i++)                                   \
            {                                                                                 \
                double v = from[i];                                                           \
                x[i] = of_x;                                                                  \
                square[i] = of_square;                                                        \
                scale[i] = of_scale;                                                          \
            }                                                                                 \
            inverses(count, x, square, scale, factor, r);                                     \
        }                                                                                     \
    }

INVERSE_LOOP(erfinv, v, special_erfinv_square(v), 0, 1)
INVERSE_LOOP(erfcinv, 1 - v, special_erfcinv_square(v), special_erfcinv_scale(v), 1)
INVERSE_LOOP(ndtri, 2 * v - 1, special_erfcinv_square(2 * v), special_erfcinv_scale(2 * v), 0x1.6a09e667f3bcdp0)
