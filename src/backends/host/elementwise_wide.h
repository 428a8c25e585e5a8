/* elementwise_wide.h - exp in wide registers, as the files of elementary functions share it: elementwise_wide.c says how. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_WIDE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_WIDE_H

#include "special.h"

#include "../../../kernels/special.h"

/* exp(h + l) = 2^k (1 + ...): what is in the brackets beside 1, as a sum of lead and rest. */
typedef struct {
    double k, lead, rest;
} power;

static inline power power_of(double x, double below)
{
    const double magic = 0x1.8p52; /* its sum with a small number has that, rounded to a whole one, in the last bits */
    double h = x > 800 ? 800 : x < -800 ? -800 : x, k = fma(h, 0x1.71547652b82fep0, magic) - magic;
    double t = fma(k, -0x1.62e42fefa39efp-1, h), low = fma(k, -0x1.abc9e3b39803fp-56, below), r = t + low, p;
    low -= r - t;
    p = fma(r, 0x1.6124613a86d09p-33, 0x1.1eed8eff8d898p-29);
    p = fma(p, r, 0x1.ae64567f544e4p-26);
    p = fma(p, r, 0x1.27e4fb7789f5cp-22);
    p = fma(p, r, 0x1.71de3a556c734p-19);
    p = fma(p, r, 0x1.a01a01a01a01ap-16);
    p = fma(p, r, 0x1.a01a01a01a01ap-13);
    p = fma(p, r, 0x1.6c16c16c16c17p-10);
    p = fma(p, r, 0x1.1111111111111p-7);
    p = fma(p, r, 0x1.5555555555555p-5);
    p = fma(p, r, 0x1.5555555555555p-3);
    double half = 0.5 * r, square = r * half, lead = r + square;
    double lost = square - (lead - r) + fma(r, half, -square);
    return (power){k, lead, fma(r * r, r * p, fma(low, 1 + r, lost))};
}

/* 2^k v, by two factors, so that subnormal results are rounded once. */
static inline double scaled(double v, double k)
{
    const double magic = 0x1.8p52;
    double first = fma(k, 0.5, magic) - magic;
    double a = OF_BITS(BITS_OF(first + (magic + 1023)) << 52), b = OF_BITS(BITS_OF(k - first + (magic + 1023)) << 52);
    return v * a * b;
}

/* exp(x), or a half of it. */
static inline double whole_of(power p, double less)
{
    double sum = 1 + p.lead;
    return scaled(sum + (p.lead - (sum - 1) + p.rest), p.k - less);
}

/* elementwise_angles.c: tan and its inverses of float64; elementwise_single.c: functions of float32. */
gla_loop gla_host_angle_loop(gla_op op);
gla_loop gla_host_single_loop(gla_op op);

/* elementwise_powers.c: powers of float64, sizes of complex128. */
void gla_host_powers(int64_t n, void *const p[]);
void gla_host_sizes(int64_t n, void *const p[]);

#endif
