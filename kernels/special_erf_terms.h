/* special_erf_terms.h - polynomials, made by tools/special_terms erf. */
#ifndef SPECIAL_ERF_TERMS_H
#define SPECIAL_ERF_TERMS_H

/* (erf(x) - x)/x in powers of x^2 <= 1; error 1.1e-20. */
DEVICE float64 special_erf_terms(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.3c01fd3a74542p-42), q = KEPT(-0x1.b40e7abf9f000p-38);
    p = fma(p, s, KEPT(0x1.9a0fcb5e22c5bp-34));
    q = fma(q, s, KEPT(-0x1.517ce02f1265fp-30));
    p = fma(p, s, KEPT(0x1.fcbb312b48443p-27));
    q = fma(q, s, KEPT(-0x1.5f73c3bf14b91p-23));
    p = fma(p, s, KEPT(0x1.b9e6c38e5cf3dp-20));
    q = fma(q, s, KEPT(-0x1.f4d25bf9af03ap-17));
    p = fma(p, s, KEPT(0x1.f9a326f7ac5b1p-14));
    q = fma(q, s, KEPT(-0x1.c02db40035f1ep-11));
    p = fma(p, s, KEPT(0x1.565bcd0e6a2eep-8));
    q = fma(q, s, KEPT(-0x1.b82ce31288b47p-6));
    p = fma(p, s, KEPT(0x1.ce2f21a042be2p-4));
    q = fma(q, s, KEPT(-0x1.812746b0379e7p-2));
    p = fma(p, s, KEPT(0x1.06eba8214db69p-3));
    return fma(q, x, p);
}

/* (1 + 2x) erfcx(x) in powers of (x - 4)/(x + 4) (Shepherd and Laframboise 1981); error 1.6e-18. */
DEVICE float64 special_erfcx_terms(float64 t)
{
    float64 s = t * t, p = KEPT(-0x1.3ab58f87cfb03p-33), q = KEPT(-0x1.24000f0a15ee9p-32);
    p = fma(p, s, KEPT(0x1.f5d7df6dfda90p-30));
    q = fma(q, s, KEPT(0x1.b34e17ed4ff9fp-29));
    p = fma(p, s, KEPT(-0x1.fcc3a5268653fp-27));
    q = fma(q, s, KEPT(-0x1.611fc8f45b510p-26));
    p = fma(p, s, KEPT(0x1.d98825ca9deb5p-24));
    q = fma(q, s, KEPT(0x1.4cb0ece36623dp-24));
    p = fma(p, s, KEPT(-0x1.baf5e74545cc2p-21));
    q = fma(q, s, KEPT(0x1.398374178fe8cp-22));
    p = fma(p, s, KEPT(0x1.7f2545048fbf3p-18));
    q = fma(q, s, KEPT(-0x1.78862b6b1e3abp-17));
    p = fma(p, s, KEPT(-0x1.9958e21c32f5cp-16));
    q = fma(q, s, KEPT(0x1.3be04c486a75ep-13));
    p = fma(p, s, KEPT(-0x1.a1df289a58f28p-13));
    q = fma(q, s, KEPT(-0x1.8d4a9b0690e08p-11));
    p = fma(p, s, KEPT(0x1.49c6728a1a0f0p-8));
    q = fma(q, s, KEPT(-0x1.096238838fb04p-6));
    p = fma(p, s, KEPT(0x1.3079edf67777bp-5));
    q = fma(q, s, KEPT(-0x1.0fb06dfe52605p-4));
    p = fma(p, s, KEPT(0x1.7fee004e1295bp-4));
    q = fma(q, s, KEPT(-0x1.9ddb23c3e89f3p-4));
    p = fma(p, s, KEPT(0x1.16ecefcfa5383p-4));
    q = fma(q, s, KEPT(0x1.f7f5df66fd6bap-7));
    p = fma(p, s, KEPT(-0x1.1df1ad154a28ep-3));
    q = fma(q, s, KEPT(0x1.3ba5916e9fd7fp+0));
    return fma(p, t, q);
}

/* -(log(erfc(x))/x + 2/sqrt(pi))/x in powers of x/3 - 1, x from 0 to 6; the error is that of erf; error 5.0e-18. */
DEVICE float64 special_erf_exponent(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.37ac85a91829fp-14), q = KEPT(0x1.02055a327b0fep-11);
    p = fma(p, s, KEPT(0x1.5fd107fdc2fcdp-10));
    q = fma(q, s, KEPT(0x1.e4f42d6f9c3d3p-10));
    p = fma(p, s, KEPT(0x1.0954e72661b5dp-10));
    q = fma(q, s, KEPT(-0x1.6f06656a1dcefp-11));
    p = fma(p, s, KEPT(-0x1.939b2890c199dp-10));
    q = fma(q, s, KEPT(-0x1.e33877a6d4197p-11));
    p = fma(p, s, KEPT(0x1.7450cf8922327p-14));
    q = fma(q, s, KEPT(0x1.ac261a8796ad1p-12));
    p = fma(p, s, KEPT(0x1.7c51ac02af9d3p-13));
    q = fma(q, s, KEPT(0x1.fddcf6800bfd8p-15));
    p = fma(p, s, KEPT(-0x1.7e90defcfe34fp-13));
    q = fma(q, s, KEPT(0x1.f920aa7b42469p-13));
    p = fma(p, s, KEPT(-0x1.8f5818edae42dp-12));
    q = fma(q, s, KEPT(0x1.c677c8e0410fbp-12));
    p = fma(p, s, KEPT(-0x1.834dc03f953e2p-13));
    q = fma(q, s, KEPT(-0x1.b941228156dcep-11));
    p = fma(p, s, KEPT(0x1.d77fe0d0a1eafp-9));
    q = fma(q, s, KEPT(-0x1.42854f37ae0b7p-7));
    p = fma(p, s, KEPT(0x1.7444f5bd816bdp-6));
    q = fma(q, s, KEPT(-0x1.876a83b10b52bp-5));
    p = fma(p, s, KEPT(0x1.856d11f25a7e8p-4));
    q = fma(q, s, KEPT(0x1.a14af6f4e758dp-1));
    return fma(p, t, q);
}
#endif
