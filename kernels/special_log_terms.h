/* special_log_terms.h - polynomials, made by tools/special_terms log. */
#ifndef SPECIAL_LOG_TERMS_H
#define SPECIAL_LOG_TERMS_H

/* (exp(r) - 1 - r)/r^2, |r| <= log(2)/2; error 1.8e-17. */
DEVICE float64 special_expm1_terms(float64 r)
{
    float64 s = r * r, p = KEPT(0x1.af7798422b74ap-26), q = KEPT(0x1.28a31c9629f12p-22);
    p = fma(p, s, KEPT(0x1.71dde9520fd56p-19));
    q = fma(q, s, KEPT(0x1.a019a61a88eeep-16));
    p = fma(p, s, KEPT(0x1.a01a01b63f512p-13));
    q = fma(q, s, KEPT(0x1.6c16c17f5863dp-10));
    p = fma(p, s, KEPT(0x1.111111110e52ep-7));
    q = fma(q, s, KEPT(0x1.5555555552083p-5));
    p = fma(p, s, KEPT(0x1.555555555555dp-3));
    q = fma(q, s, KEPT(0x1.0000000000005p-1));
    return fma(p, r, q);
}

/* (log(1 + f) - 2 s)/(s z), s = f/(2 + f), z = s^2 for sqrt(1/2) <= 1 + f < sqrt(2); error 2.2e-20. */
DEVICE float64 special_log_terms(float64 z)
{
    float64 s = z * z, p = KEPT(0x1.0e92ef3a00633p-3), q = KEPT(0x1.0f75ee9b8a4d6p-3);
    p = fma(p, s, KEPT(0x1.3b1f6e5ae4232p-3));
    q = fma(q, s, KEPT(0x1.745ce662837b9p-3));
    p = fma(p, s, KEPT(0x1.c71c723af78dcp-3));
    q = fma(q, s, KEPT(0x1.24924924494a4p-2));
    p = fma(p, s, KEPT(0x1.9999999999c2ap-2));
    q = fma(q, s, KEPT(0x1.5555555555555p-1));
    return fma(p, z, q);
}
#endif
