/* special_erf_terms.h - polynomials, made by tools/special_terms erf. */
#ifndef SPECIAL_ERF_TERMS_H
#define SPECIAL_ERF_TERMS_H

/* (erf(x) - x)/x in powers of x^2 <= 1; error 1.1e-20. */
DEVICE float64 special_erf_terms(float64 x)
{
    float64 s = x * x, p = 0x1.3c01fd3a74542p-42, q = -0x1.b40e7abf9f000p-38;
    p = fma(p, s, 0x1.9a0fcb5e22c5bp-34);
    q = fma(q, s, -0x1.517ce02f1265fp-30);
    p = fma(p, s, 0x1.fcbb312b48443p-27);
    q = fma(q, s, -0x1.5f73c3bf14b91p-23);
    p = fma(p, s, 0x1.b9e6c38e5cf3dp-20);
    q = fma(q, s, -0x1.f4d25bf9af03ap-17);
    p = fma(p, s, 0x1.f9a326f7ac5b1p-14);
    q = fma(q, s, -0x1.c02db40035f1ep-11);
    p = fma(p, s, 0x1.565bcd0e6a2eep-8);
    q = fma(q, s, -0x1.b82ce31288b47p-6);
    p = fma(p, s, 0x1.ce2f21a042be2p-4);
    q = fma(q, s, -0x1.812746b0379e7p-2);
    p = fma(p, s, 0x1.06eba8214db69p-3);
    return fma(q, x, p);
}

/* (1 + 2x) erfcx(x) in powers of (x - 4)/(x + 4) (Shepherd and Laframboise 1981); error 1.6e-18. */
DEVICE float64 special_erfcx_terms(float64 t)
{
    float64 s = t * t, p = -0x1.3ab58f87cfb03p-33, q = -0x1.24000f0a15ee9p-32;
    p = fma(p, s, 0x1.f5d7df6dfda90p-30);
    q = fma(q, s, 0x1.b34e17ed4ff9fp-29);
    p = fma(p, s, -0x1.fcc3a5268653fp-27);
    q = fma(q, s, -0x1.611fc8f45b510p-26);
    p = fma(p, s, 0x1.d98825ca9deb5p-24);
    q = fma(q, s, 0x1.4cb0ece36623dp-24);
    p = fma(p, s, -0x1.baf5e74545cc2p-21);
    q = fma(q, s, 0x1.398374178fe8cp-22);
    p = fma(p, s, 0x1.7f2545048fbf3p-18);
    q = fma(q, s, -0x1.78862b6b1e3abp-17);
    p = fma(p, s, -0x1.9958e21c32f5cp-16);
    q = fma(q, s, 0x1.3be04c486a75ep-13);
    p = fma(p, s, -0x1.a1df289a58f28p-13);
    q = fma(q, s, -0x1.8d4a9b0690e08p-11);
    p = fma(p, s, 0x1.49c6728a1a0f0p-8);
    q = fma(q, s, -0x1.096238838fb04p-6);
    p = fma(p, s, 0x1.3079edf67777bp-5);
    q = fma(q, s, -0x1.0fb06dfe52605p-4);
    p = fma(p, s, 0x1.7fee004e1295bp-4);
    q = fma(q, s, -0x1.9ddb23c3e89f3p-4);
    p = fma(p, s, 0x1.16ecefcfa5383p-4);
    q = fma(q, s, 0x1.f7f5df66fd6bap-7);
    p = fma(p, s, -0x1.1df1ad154a28ep-3);
    q = fma(q, s, 0x1.3ba5916e9fd7fp+0);
    return fma(p, t, q);
}
#endif
