/* special_betainc_terms.h - polynomials, made by tools/special_terms betainc. */
#ifndef SPECIAL_BETAINC_TERMS_H
#define SPECIAL_BETAINC_TERMS_H

/* 2/pi (asin(sqrt(x))/sqrt(x) - 1)/x, x from 0 to 0.5; error 9.5e-17. */
DEVICE float64 special_arcsine_terms(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.11654a9dd7305p-37), q = KEPT(0x1.bb078698a9d31p-36);
    p = fma(p, s, KEPT(0x1.8c4f1160364a6p-35));
    q = fma(q, s, KEPT(0x1.465efbd05afe3p-33));
    p = fma(p, s, KEPT(0x1.36fea5af57fa1p-31));
    q = fma(q, s, KEPT(0x1.027b597c09e2dp-29));
    p = fma(p, s, KEPT(0x1.ab620a12101c0p-28));
    q = fma(q, s, KEPT(0x1.69404736b1efap-26));
    p = fma(p, s, KEPT(0x1.34be136985ae9p-24));
    q = fma(q, s, KEPT(0x1.0ae924586918cp-22));
    p = fma(p, s, KEPT(0x1.d45ad5953694ap-21));
    q = fma(q, s, KEPT(0x1.a278cec0b5b9cp-19));
    p = fma(p, s, KEPT(0x1.7e931ac882bc7p-17));
    q = fma(q, s, KEPT(0x1.6853da2c6e652p-15));
    p = fma(p, s, KEPT(0x1.614a8f5ad726ep-13));
    q = fma(q, s, KEPT(0x1.6ec2a99af318dp-11));
    p = fma(p, s, KEPT(0x1.9f886a3559e82p-9));
    q = fma(q, s, KEPT(0x1.1170bdc1b4813p-6));
    p = fma(p, s, KEPT(0x1.ec49cf1719a56p-4));
    return fma(q, t, p);
}
#endif
