/* reflector.h - Householder's reflectors as LAPACK makes them. */
/* A square of what may be left out, of a column whose size is near 1 (qr.h): smaller ones have lost digits. */
#ifndef NEGLIGIBLE
#define NEGLIGIBLE (sizeof(R) == 4 ? (R)1e-30 : (R)1e-290)
#endif

/* The reflector that makes (alpha; x) with ‖x‖² = square to (beta; 0): v = (1; x scale). */
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
