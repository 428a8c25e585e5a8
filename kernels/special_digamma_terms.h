/* special_digamma_terms.h - polynomials, made by tools/special_terms digamma. */
#ifndef SPECIAL_DIGAMMA_TERMS_H
#define SPECIAL_DIGAMMA_TERMS_H

/* x^2 (log(x) - 1/(2x) - digamma(x)) in powers of 1/x^2 <= 1/64; error 2.4e-21. */
DEVICE float64 special_digamma_series(float64 x)
{
    float64 s = x * x, p = KEPT(-0x1.991ac88127b9ap+3), q = KEPT(0x1.56227f90f7bc3p+1);
    p = fma(p, s, KEPT(-0x1.bf50e479b5526p-2));
    q = fma(q, s, KEPT(0x1.550e0d839d145p-4));
    p = fma(p, s, KEPT(-0x1.5993b2b56e1dcp-6));
    q = fma(q, s, KEPT(0x1.f07c170b95ac6p-8));
    p = fma(p, s, KEPT(-0x1.1111110c379c6p-8));
    q = fma(q, s, KEPT(0x1.041041040ec04p-8));
    p = fma(p, s, KEPT(-0x1.1111111111110p-7));
    q = fma(q, s, KEPT(0x1.5555555555555p-4));
    return fma(p, x, q);
}

/* digamma(x)/(x - its root), x from 1 to 2; error 2.7e-18. */
DEVICE float64 special_digamma_root(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.f255c4568ac4dp-36), q = KEPT(-0x1.75c084e78a4cdp-34);
    p = fma(p, s, KEPT(0x1.94e73cc9821e1p-34));
    q = fma(q, s, KEPT(-0x1.2fae5cb379bf2p-32));
    p = fma(p, s, KEPT(0x1.53b23429da21bp-30));
    q = fma(q, s, KEPT(-0x1.fd8e50abf2196p-29));
    p = fma(p, s, KEPT(0x1.6a3e76070c135p-27));
    q = fma(q, s, KEPT(-0x1.0fb38d217b800p-25));
    p = fma(p, s, KEPT(0x1.99d3f5c0cad5ep-24));
    q = fma(q, s, KEPT(-0x1.336dbe66757c8p-22));
    p = fma(p, s, KEPT(0x1.cd2011454fd05p-21));
    q = fma(q, s, KEPT(-0x1.5a06a5d662cb4p-19));
    p = fma(p, s, KEPT(0x1.03c0adafa529cp-17));
    q = fma(q, s, KEPT(-0x1.863563f44f303p-16));
    p = fma(p, s, KEPT(0x1.2564717896ec6p-14));
    q = fma(q, s, KEPT(-0x1.b9f8b11bfd3d0p-13));
    p = fma(p, s, KEPT(0x1.4de9aa1779d23p-11));
    q = fma(q, s, KEPT(-0x1.fb44202a2306bp-10));
    p = fma(p, s, KEPT(0x1.8512e5903903ep-8));
    q = fma(q, s, KEPT(-0x1.2feeeb98a78eap-6));
    p = fma(p, s, KEPT(0x1.eca189b8e6f6dp-5));
    q = fma(q, s, KEPT(-0x1.b1cb63005ee98p-3));
    p = fma(p, s, KEPT(0x1.e6f0cbb873616p-1));
    return fma(q, t, p);
}
#endif
