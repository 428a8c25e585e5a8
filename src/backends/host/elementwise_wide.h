/* elementwise_wide.h - exp in wide registers, as the files of elementary functions share it: elementwise_wide.c says how. */
#ifndef GLA_BACKENDS_HOST_ELEMENTWISE_WIDE_H
#define GLA_BACKENDS_HOST_ELEMENTWISE_WIDE_H

#include "special.h"

#include "../../../kernels/special.h"

/* exp(h + l) = 2^k (1 + ...): what is in the brackets beside 1, as a sum of lead and rest. */
typedef struct {
    double k, lead, rest;
} power;

/* Of |h| up to 800. */
static inline power power_within(double h, double below)
{
    const double magic = 0x1.8p52; /* its sum with a small number has that, rounded to a whole one, in the last bits */
    double k = fma(h, 0x1.71547652b82fep0, magic) - magic;
    double t = fma(k, -0x1.62e42fefa39efp-1, h), low = fma(k, -0x1.abc9e3b39803fp-56, below), r = t + low, p;
    low -= r - t;
    p = fma(r, 0x1.1f66d9e7c007bp-29, 0x1.af389fe6457c2p-26);
    p = fma(p, r, 0x1.27e4e1f6df497p-22);
    p = fma(p, r, 0x1.71de0db2819d0p-19);
    p = fma(p, r, 0x1.a01a01a47a6a5p-16);
    p = fma(p, r, 0x1.a01a01a7c30e0p-13);
    p = fma(p, r, 0x1.6c16c16c167e2p-10);
    p = fma(p, r, 0x1.11111111109b5p-7);
    p = fma(p, r, 0x1.5555555555555p-5);
    p = fma(p, r, 0x1.5555555555556p-3);
    double half = 0.5 * r, square = r * half, lead = r + square;
    double lost = square - (lead - r) + fma(r, half, -square);
    return (power){k, lead, fma(r * r, r * p, fma(low, 1 + r, lost))};
}

static inline power power_of(double x, double below)
{
    return power_within(x > 800 ? 800 : x < -800 ? -800 : x, below);
}

/* 2^k v, by two factors, so that subnormal results are rounded once. */
static inline double scaled(double v, double k)
{
    const double magic = 0x1.8p52;
    double first = fma(k, 0.5, magic) - magic;
    double a = OF_BITS(BITS_OF(first + (magic + 1023)) << 52), b = OF_BITS(BITS_OF(k - first + (magic + 1023)) << 52);
    return v * a * b;
}

/* The same where neither is far from 1. */
static inline double scaled_once(double v, double k)
{
    return v * OF_BITS(BITS_OF(k + (0x1.8p52 + 1023)) << 52);
}

static inline double mantissa_of(power p)
{
    double sum = 1 + p.lead;
    return sum + (p.lead - (sum - 1) + p.rest);
}

/* exp(x), or a half of it. */
static inline double whole_of(power p, double less)
{
    return scaled(mantissa_of(p), p.k - less);
}

/* elementwise_angles.c: tan and its inverses of float64; elementwise_single.c: functions of float32. */
gla_loop gla_host_angle_loop(gla_op op);
gla_loop gla_host_single_loop(gla_op op);

/* elementwise_powers.c: powers of float64, sizes of complex128. */
void gla_host_powers(int64_t n, void *const p[]);
void gla_host_sizes(int64_t n, void *const p[]);

#endif
