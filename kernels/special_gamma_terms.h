/* special_gamma_terms.h - polynomials, made by tools/special_terms gamma. */
#ifndef SPECIAL_GAMMA_TERMS_H
#define SPECIAL_GAMMA_TERMS_H

/* 12 x times the rest of Stirling's formula, in powers of 1/x^2 <= 1/64; error 1.2e-22. */
DEVICE float64 special_stirling_terms(float64 x)
{
    float64 s = x * x, p = KEPT(-0x1.1389532c1ff1fp+3), q = KEPT(0x1.ed3883a9df1ddp+0);
    p = fma(p, s, KEPT(-0x1.6721b6ccbc287p-2));
    q = fma(q, s, KEPT(0x1.3ae8561650c15p-4));
    p = fma(p, s, KEPT(-0x1.78ff216efcc90p-6));
    q = fma(q, s, KEPT(0x1.4afd6794d3fd2p-7));
    p = fma(p, s, KEPT(-0x1.d41d41d12613dp-8));
    q = fma(q, s, KEPT(0x1.38138138130b8p-7));
    p = fma(p, s, KEPT(-0x1.1111111111111p-5));
    q = fma(q, s, KEPT(0x1.0000000000000p+0));
    return fma(p, x, q);
}

/* (gamma(x) - gamma(2.5))/t, x from 2 to 3; error 7.3e-20. */
DEVICE float64 special_gamma_unit(float64 t)
{
    float64 s = t * t, p = KEPT(-0x1.ca7892ac1a6ffp-46), q = KEPT(0x1.1df83f46b5b39p-43);
    p = fma(p, s, KEPT(-0x1.20f64aeed472dp-41));
    q = fma(q, s, KEPT(0x1.69e0b8183d448p-39));
    p = fma(p, s, KEPT(-0x1.c915f43e01ae2p-37));
    q = fma(q, s, KEPT(0x1.22b69ba445ed9p-34));
    p = fma(p, s, KEPT(-0x1.579f488f85593p-32));
    q = fma(q, s, KEPT(0x1.e6ca7ac6c8f8cp-30));
    p = fma(p, s, KEPT(-0x1.ad8d6c2fb80fbp-28));
    q = fma(q, s, KEPT(0x1.013c92f5859f2p-24));
    p = fma(p, s, KEPT(0x1.08875de42431ep-27));
    q = fma(q, s, KEPT(0x1.8b8fcda4879d4p-19));
    p = fma(p, s, KEPT(0x1.a55ed20e686c5p-17));
    q = fma(q, s, KEPT(0x1.5489cc6bad687p-13));
    p = fma(p, s, KEPT(0x1.d0a9bc4935302p-11));
    q = fma(q, s, KEPT(0x1.c138b89492c3ep-8));
    p = fma(p, s, KEPT(0x1.03f6d2fa4f4f9p-5));
    q = fma(q, s, KEPT(0x1.4f224d4b7e01cp-3));
    p = fma(p, s, KEPT(0x1.de9585f1a7093p-2));
    return fma(q, t, p);
}

/* log gamma(x)/((x - 1)(x - 2)), x from 0.5 to 1.5; error 1.3e-19. */
DEVICE float64 special_gammaln_one(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.e88edb0ed9f2dp-34), q = KEPT(-0x1.f6405ef75d2b1p-33);
    p = fma(p, s, KEPT(-0x1.ad6bc86508a30p-32));
    q = fma(q, s, KEPT(0x1.b81f84611c906p-31));
    p = fma(p, s, KEPT(0x1.78166cd8df9a3p-30));
    q = fma(q, s, KEPT(-0x1.8294b8e5e9aa7p-29));
    p = fma(p, s, KEPT(-0x1.11b4f4a7f93f3p-31));
    q = fma(q, s, KEPT(0x1.0e011df6ae5bbp-30));
    p = fma(p, s, KEPT(0x1.d2c798a2b7485p-28));
    q = fma(q, s, KEPT(-0x1.e506d33bd679dp-27));
    p = fma(p, s, KEPT(0x1.672f176d90935p-26));
    q = fma(q, s, KEPT(-0x1.7942ece73c73dp-25));
    p = fma(p, s, KEPT(0x1.a6ac522ebed4ap-24));
    q = fma(q, s, KEPT(-0x1.bd648708bd760p-23));
    p = fma(p, s, KEPT(0x1.d37757367c322p-22));
    q = fma(q, s, KEPT(-0x1.efc2e5b3a1a9ep-21));
    p = fma(p, s, KEPT(0x1.07ffbbe1f7eaap-19));
    q = fma(q, s, KEPT(-0x1.1a2b63e6a3878p-18));
    p = fma(p, s, KEPT(0x1.2f049e7ee4b6ep-17));
    q = fma(q, s, KEPT(-0x1.473656c6714d6p-16));
    p = fma(p, s, KEPT(0x1.639f39e6ece58p-15));
    q = fma(q, s, KEPT(-0x1.85792e0a5a32ep-14));
    p = fma(p, s, KEPT(0x1.ae8a99e417c6fp-13));
    q = fma(q, s, KEPT(-0x1.e18246ed52047p-12));
    p = fma(p, s, KEPT(0x1.115549e61cf5fp-10));
    q = fma(q, s, KEPT(-0x1.3cb1f9d3c5175p-9));
    p = fma(p, s, KEPT(0x1.79cf9c4c59e5bp-8));
    q = fma(q, s, KEPT(-0x1.d7a3e6a8f2307p-7));
    p = fma(p, s, KEPT(0x1.3e54520481ec5p-5));
    q = fma(q, s, KEPT(-0x1.f6465978d46e9p-4));
    p = fma(p, s, KEPT(0x1.2788cfc6fb619p-1));
    return fma(q, t, p);
}

/* log gamma(2 + t)/(t (1 + t)), t from -0.75 to 0.25; error 1.9e-18. */
DEVICE float64 special_gammaln_near(float64 t)
{
    float64 s = t * t, p = KEPT(-0x1.c201d3212c94cp-21), q = KEPT(-0x1.4c462fb6bc44ep-19);
    p = fma(p, s, KEPT(-0x1.05b0c1f808023p-18));
    q = fma(q, s, KEPT(-0x1.3fec9f8b989a2p-19));
    p = fma(p, s, KEPT(-0x1.d7fa7480e09d9p-20));
    q = fma(q, s, KEPT(0x1.07b5c3e8c21f2p-19));
    p = fma(p, s, KEPT(-0x1.e5db5185fd923p-19));
    q = fma(q, s, KEPT(0x1.159b4419a2ee2p-17));
    p = fma(p, s, KEPT(-0x1.2883a7d5a7213p-16));
    q = fma(q, s, KEPT(0x1.4020d601b545ap-15));
    p = fma(p, s, KEPT(-0x1.5c86e9e4de3e1p-14));
    q = fma(q, s, KEPT(0x1.7ed75f6eb1ba1p-13));
    p = fma(p, s, KEPT(-0x1.a96a3db985154p-12));
    q = fma(q, s, KEPT(0x1.dfebcf4ebe845p-11));
    p = fma(p, s, KEPT(-0x1.145121fbe3abap-9));
    q = fma(q, s, KEPT(0x1.47974853c0294p-8));
    p = fma(p, s, KEPT(-0x1.95ce223a9b22bp-7));
    q = fma(q, s, KEPT(0x1.0e0c9df2934ffp-5));
    p = fma(p, s, KEPT(-0x1.9ae6509ea10a2p-4));
    q = fma(q, s, KEPT(0x1.b0ee6072093cep-2));
    return fma(p, t, q);
}

/* sin(pi x)/x in powers of x^2 <= 1/4; error 5.8e-25. */
DEVICE float64 special_sinpi_terms(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.209d7ae5bfd37p-31), q = KEPT(-0x1.8a1b2161164b1p-26);
    p = fma(p, s, KEPT(0x1.aaebcf3c7d9bbp-21));
    q = fma(q, s, KEPT(-0x1.6fadb94bc9ce7p-16));
    p = fma(p, s, KEPT(0x1.e8f434ceb6a7ap-12));
    q = fma(q, s, KEPT(-0x1.e3074fde868b4p-8));
    p = fma(p, s, KEPT(0x1.50783487ee768p-4));
    q = fma(q, s, KEPT(-0x1.32d2cce62bd86p-1));
    p = fma(p, s, KEPT(0x1.466bc6775aae2p+1));
    q = fma(q, s, KEPT(-0x1.4abbce625be53p+2));
    p = fma(p, s, KEPT(0x1.921fb54442d18p+1));
    return fma(q, x, p);
}
#endif
