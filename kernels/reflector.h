/* reflector.h - Householder reflectors as in LAPACK. */
/* In columns scaled to a magnitude near 1 (qr.h), squared norms below NEGLIGIBLE are treated as zero, because such small
 * squares have lost digits. */
#ifndef NEGLIGIBLE
#define NEGLIGIBLE (sizeof(R) == 4 ? (R)1e-30 : (R)1e-290)
#endif

/* Compute the reflector that maps (alpha; x), with ‖x‖² = square, to (beta; 0). The reflector has the vector v = (1; x scale).
 * Return beta. */
DEVICE T reflector(T alpha, R square, T *scale, T *tau)
{
    R re = F_REAL(alpha), im = F_IMAG(alpha), beta;
    if (square + im * im < NEGLIGIBLE) {
        *tau = F_NUMBER(0);
        *scale = F_NUMBER(0);
        return F_NUMBER(re);
    }
    beta = R_SQRT(re * re + im * im + square);
    if (re >= 0)
        beta = -beta;
    *tau = F_MAKE((beta - re) / beta, -im / beta);
    *scale = F_DIV(F_NUMBER(1), F_SUB(alpha, F_NUMBER(beta)));
    return F_NUMBER(beta);
}
