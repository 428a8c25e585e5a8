/* special_erfinv_terms.h - polynomials, made by tools/special_terms erfinv. */
#ifndef SPECIAL_ERFINV_TERMS_H
#define SPECIAL_ERFINV_TERMS_H

/* erfinv(x)/x, w = -log(1 - x^2) from 0 to 4.5 (Giles 2010), in powers of w/2.25 - 1; error 1.1e-17. */
DEVICE float64 special_erfinv_center(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.278ed953df93cp-37), q = KEPT(-0x1.64afd30500a3ep-33);
    p = fma(p, s, KEPT(0x1.69ce89294a0efp-33));
    q = fma(q, s, KEPT(0x1.081c914c8c90cp-29));
    p = fma(p, s, KEPT(-0x1.63e1b6510b1cbp-28));
    q = fma(q, s, KEPT(-0x1.3047df6cbe24ep-27));
    p = fma(p, s, KEPT(0x1.1d3c941250b24p-24));
    q = fma(q, s, KEPT(-0x1.cef7552bef4a5p-25));
    p = fma(p, s, KEPT(-0x1.13c706b1f89d6p-21));
    q = fma(q, s, KEPT(0x1.adaa0a117fd24p-20));
    p = fma(p, s, KEPT(0x1.902f9f0a6f9aap-20));
    q = fma(q, s, KEPT(-0x1.38a9bf69a8be2p-16));
    p = fma(p, s, KEPT(0x1.b934c017114c0p-16));
    q = fma(q, s, KEPT(0x1.04c380203d6dap-13));
    p = fma(p, s, KEPT(-0x1.1eca019b3b014p-11));
    q = fma(q, s, KEPT(0x1.65e733a225918p-15));
    p = fma(p, s, KEPT(0x1.73413b4e9c643p-8));
    q = fma(q, s, KEPT(-0x1.12e3365f21e08p-6));
    p = fma(p, s, KEPT(-0x1.05b81cf4c2eafp-6));
    q = fma(q, s, KEPT(0x1.1e3fd52bab6d2p-1));
    p = fma(p, s, KEPT(0x1.7083a336cd764p+0));
    return fma(q, t, p);
}

/* erfinv, s = sqrt(w) from 2 to 4; error 3.2e-17. */
DEVICE float64 special_erfinv_tail_2(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.43d4aeac93e98p-35), q = KEPT(-0x1.222d0e85ac6b0p-31);
    p = fma(p, s, KEPT(0x1.1117940fd7dfbp-30));
    q = fma(q, s, KEPT(0x1.704f6142e8133p-29));
    p = fma(p, s, KEPT(-0x1.a300e2259a4edp-27));
    q = fma(q, s, KEPT(0x1.89da7241b1995p-27));
    p = fma(p, s, KEPT(0x1.48f3a1fa471eap-25));
    q = fma(q, s, KEPT(-0x1.51020dd482b8cp-23));
    p = fma(p, s, KEPT(0x1.98025995e43b9p-23));
    q = fma(q, s, KEPT(0x1.968a5b1344301p-22));
    p = fma(p, s, KEPT(-0x1.0e09e92409d24p-19));
    q = fma(q, s, KEPT(0x1.a694824cf4bb5p-19));
    p = fma(p, s, KEPT(0x1.566a0eefbbd4ep-19));
    q = fma(q, s, KEPT(-0x1.94216f0711ef7p-16));
    p = fma(p, s, KEPT(0x1.d4907b78a46b8p-15));
    q = fma(q, s, KEPT(-0x1.32cc73baef1fap-15));
    p = fma(p, s, KEPT(-0x1.cfecf0c314620p-13));
    q = fma(q, s, KEPT(0x1.2b7b99ae7f263p-10));
    p = fma(p, s, KEPT(-0x1.c38c06b742c27p-9));
    q = fma(q, s, KEPT(0x1.c0820afc7ae25p-8));
    p = fma(p, s, KEPT(0x1.00ae7b5e13694p+0));
    q = fma(q, s, KEPT(0x1.6a994164559dbp+1));
    return fma(p, t, q);
}

/* erfinv, s = sqrt(w) from 4 to 7; error 2.9e-17. */
DEVICE float64 special_erfinv_tail_4(float64 t)
{
    float64 s = t * t, p = KEPT(-0x1.f1ffc67045a7ap-34), q = KEPT(0x1.4b427dc4721a3p-32);
    p = fma(p, s, KEPT(-0x1.2c16d6f977100p-33));
    q = fma(q, s, KEPT(-0x1.2cc6d964b63c5p-33));
    p = fma(p, s, KEPT(0x1.056e6c38a253dp-33));
    q = fma(q, s, KEPT(-0x1.ca59295e1d112p-30));
    p = fma(p, s, KEPT(0x1.4e1647dd46bd6p-27));
    q = fma(q, s, KEPT(-0x1.58f4484f753d2p-25));
    p = fma(p, s, KEPT(0x1.4e0f7a68727fep-23));
    q = fma(q, s, KEPT(-0x1.3a24e9fdf7df8p-21));
    p = fma(p, s, KEPT(0x1.1deec85284a9ap-19));
    q = fma(q, s, KEPT(-0x1.f4f5e20d3ff56p-18));
    p = fma(p, s, KEPT(0x1.a12f26c250c8dp-16));
    q = fma(q, s, KEPT(-0x1.416fdbf576fd3p-14));
    p = fma(p, s, KEPT(0x1.ab08681d1902dp-13));
    q = fma(q, s, KEPT(-0x1.6bb18b33020afp-12));
    p = fma(p, s, KEPT(-0x1.b257d7b9bc6c8p-11));
    q = fma(q, s, KEPT(0x1.83da4a890e475p+0));
    p = fma(p, s, KEPT(0x1.56b84edf99769p+2));
    return fma(q, t, p);
}

/* erfinv, s = sqrt(w) from 7 to 14; error 1.3e-18. */
DEVICE float64 special_erfinv_tail_7(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.54cce767ce990p-36), q = KEPT(-0x1.06ba4dcd1f595p-34);
    p = fma(p, s, KEPT(0x1.647db0e108a6ap-34));
    q = fma(q, s, KEPT(-0x1.08fab58b1ec4ep-32));
    p = fma(p, s, KEPT(0x1.01e03be2abfd3p-30));
    q = fma(q, s, KEPT(-0x1.7ca76571abd24p-29));
    p = fma(p, s, KEPT(0x1.0beaa213a9a58p-27));
    q = fma(q, s, KEPT(-0x1.810a0dab1ea95p-26));
    p = fma(p, s, KEPT(0x1.113afc08d0a28p-24));
    q = fma(q, s, KEPT(-0x1.7ad765f0ffe6ep-23));
    p = fma(p, s, KEPT(0x1.ff55050945c1fp-22));
    q = fma(q, s, KEPT(-0x1.4c5491a2d6859p-20));
    p = fma(p, s, KEPT(0x1.974155894ad87p-19));
    q = fma(q, s, KEPT(-0x1.c0cab2bb52e24p-18));
    p = fma(p, s, KEPT(0x1.80888cbee93bfp-17));
    q = fma(q, s, KEPT(-0x1.cdc397fa2518dp-19));
    p = fma(p, s, KEPT(-0x1.b09e628f9a89ap-14));
    q = fma(q, s, KEPT(0x1.83ff01903be69p-11));
    p = fma(p, s, KEPT(-0x1.033b02c9a312ep-8));
    q = fma(q, s, KEPT(0x1.c286162db79cbp+1));
    p = fma(p, s, KEPT(0x1.4c979fb57ab94p+3));
    return fma(q, t, p);
}

/* erfinv, s = sqrt(w) from 14 to 28; error 2.9e-19. */
DEVICE float64 special_erfinv_tail_14(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.16b10ab373eb6p-37), q = KEPT(-0x1.89ab2da69e587p-36);
    p = fma(p, s, KEPT(0x1.71a86bb2f8137p-36));
    q = fma(q, s, KEPT(-0x1.e82a68bed8c1ap-35));
    p = fma(p, s, KEPT(0x1.030302d4e8010p-32));
    q = fma(q, s, KEPT(-0x1.4fc3f7ab3d230p-31));
    p = fma(p, s, KEPT(0x1.815476826953cp-30));
    q = fma(q, s, KEPT(-0x1.b8a428d42fd54p-29));
    p = fma(p, s, KEPT(0x1.ba99518dd6bc7p-28));
    q = fma(q, s, KEPT(-0x1.26b2ebe14b21ap-27));
    p = fma(p, s, KEPT(-0x1.4f5993e7224f1p-27));
    q = fma(q, s, KEPT(0x1.3b9e6de00b8bbp-23));
    p = fma(p, s, KEPT(-0x1.c05275a73575ap-21));
    q = fma(q, s, KEPT(0x1.01b6877bb97d4p-18));
    p = fma(p, s, KEPT(-0x1.0e482ead442ddp-16));
    q = fma(q, s, KEPT(0x1.0e39069784a1cp-14));
    p = fma(p, s, KEPT(-0x1.0788e3320ac63p-12));
    q = fma(q, s, KEPT(0x1.fda1c6608e847p-11));
    p = fma(p, s, KEPT(-0x1.f0ca45914f252p-9));
    q = fma(q, s, KEPT(0x1.c0fae7c6fb93ep+2));
    p = fma(p, s, KEPT(0x1.4ee29afa386fep+4));
    return fma(q, t, p);
}
#endif
