/* special_bessel.h - Bessel functions of order 0 and 1: J, and the modified I.
 *
 * For small arguments, roots are divided out and the quotient is approximated by a polynomial, so that results near the roots
 * are accurate. From 8 on, J is a modulus times the cosine of a phase (DLMF 10.18); both are smooth in 1/x^2. The phase is
 * computed in twice the working precision, so that results near roots are accurate there too. I is exp(x)/sqrt(x) times a
 * smooth function of 1/x. */
#ifndef SPECIAL_BESSEL_H
#define SPECIAL_BESSEL_H
#include "special.h"
#include "special_bessel_terms.h"

/* Return the sine and cosine of h + l for |h| up to slightly more than pi/4, from their power series. */
DEVICE float64 special_sin_near(pair r)
{
    float64 x = r.h, z = x * x, p;
    p = fma(z, 0x1.952c77030ad4ap-49, -0x1.ae7f3e733b81fp-41);
    p = fma(p, z, 0x1.6124613a86d09p-33);
    p = fma(p, z, -0x1.ae64567f544e4p-26);
    p = fma(p, z, 0x1.71de3a556c734p-19);
    p = fma(p, z, -0x1.a01a01a01a01ap-13);
    p = fma(p, z, 0x1.1111111111111p-7);
    p = fma(p, z, -0x1.5555555555555p-3);
    return x + fma(x * z, p, r.l * (1 - 0.5 * z));
}

DEVICE float64 special_cos_near(pair r)
{
    float64 x = r.h, z = x * x, p;
    p = fma(z, 0x1.ae7f3e733b81fp-45, -0x1.93974a8c07c9dp-37);
    p = fma(p, z, 0x1.1eed8eff8d898p-29);
    p = fma(p, z, -0x1.27e4fb7789f5cp-22);
    p = fma(p, z, 0x1.a01a01a01a01ap-16);
    p = fma(p, z, -0x1.6c16c16c16c17p-10);
    p = fma(p, z, 0x1.5555555555555p-5);
    pair one = pair_sum(1, -0.5 * z);
    return one.h + (one.l + fma(z * z, p, -0.5 * fma(x, x, -z) - x * r.l));
}

/* Return cos(x - odd pi/4 + angle) for 8 <= x < 2^52, where odd is 1 or 3. */
DEVICE float64 special_bessel_wave(float64 x, int odd, float64 angle)
{
    float64 k = rint(fma(x, 0x1.45f306dc9c883p-1, -0.5 * odd)); /* number of quarter turns */
    pair p = pair_product(k, 0x1.921fb54442d18p+0), q = pair_product(k, 0x1.1a62633145c07p-54);
    pair r = pair_add(pair_sum(x - p.h, -p.l), pair_neg(q));
    r = pair_add(r, pair_of(-(odd * 0x1.921fb54442d18p-1), -(odd * 0x1.1a62633145c07p-55) + k * 0x1.f1976b7ed8fbcp-110));
    r = pair_add(r, pair_of(angle, 0));
    float64 n = k - 4 * rint(k * 0.25); /* -2 to 2 */
    float64 wave = fabs(n) == 1 ? special_sin_near(r) : special_cos_near(r);
    return n == 1 || fabs(n) == 2 ? -wave : wave;
}

DEVICE float64 special_j0(float64 x)
{
    float64 a = fabs(x), z = a * a;
    if (a < 4) {
        float64 root = (a - 0x1.33d152e971b40p+1) + 0x1.0f539d7da258ep-53;
        return root * (a + 0x1.33d152e971b40p+1) * special_j0_center(z * 0.125 - 1);
    }
    if (a < 8)
        return ((a - 0x1.6148f5b2c2e45p+2) - 0x1.75054cd60a517p-54) * special_j0_second((a - 6) * 0.5);
    if (!(a < 0x1p52)) /* beyond this bound, consecutive floating-point values are too far apart for a meaningful phase */
        return SPECIAL_NAN;
    z = 1 / z;
    float64 wave = special_bessel_wave(a, 1, special_j0_angle(z) / a);
    return wave * special_j0_size(z) * 0x1.9884533d43651p-1 / sqrt(a);
}

DEVICE float64 special_j1(float64 x)
{
    float64 a = fabs(x), z = a * a, r;
    if (z < 30) {
        float64 root = (a - 0x1.ea75575af6f09p+1) + 0x1.60155a9d1b256p-53;
        return x * (root * (a + 0x1.ea75575af6f09p+1) * special_j1_center(z / 15 - 1));
    }
    if (a < 8) {
        r = ((a - 0x1.c0ff5f3b47250p+2) + 0x1.b226d9d243827p-54) * special_j1_second((2 * a - 13.4) / 2.6);
    } else if (!(a < 0x1p52)) {
        return SPECIAL_NAN;
    } else {
        z = 1 / z;
        r = special_bessel_wave(a, 3, special_j1_angle(z) / a) * special_j1_size(z) * 0x1.9884533d43651p-1 / sqrt(a);
    }
    return x < 0 ? -r : r;
}

/* Return exp(x) r, which overflows only if the product itself does. */
DEVICE float64 special_times_exp(float64 r, float64 x)
{
    return x > 700 ? special_exp(x - 64) * (r * 0x1.425982cf597cdp+92) : special_exp(x) * r;
}

DEVICE float64 special_i0(float64 x)
{
    float64 a = fabs(x);
    if (a < 8)
        return special_i0_series(a * a);
    return a == SPECIAL_INF ? a : special_times_exp(special_i0_growth(16 / a - 1) / sqrt(a), a);
}

DEVICE float64 special_i0e(float64 x)
{
    float64 a = fabs(x);
    return a < 8 ? special_i0_series(a * a) * special_exp(-a) : special_i0_growth(16 / a - 1) / sqrt(a);
}

DEVICE float64 special_i1(float64 x)
{
    float64 a = fabs(x);
    if (a < 8)
        return x * special_i1_series(a * a);
    a = a == SPECIAL_INF ? a : special_times_exp(special_i1_growth(16 / a - 1) / sqrt(a), a);
    return x < 0 ? -a : a;
}

DEVICE float64 special_i1e(float64 x)
{
    float64 a = fabs(x), r = special_i1_growth(16 / a - 1) / sqrt(a);
    if (a < 8)
        return x * special_i1_series(a * a) * special_exp(-a);
    return x < 0 ? -r : r;
}
#endif
