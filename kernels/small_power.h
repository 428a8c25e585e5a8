/* small_power.h - Powers of two over the whole range of exponents, for small_svd.h and small_eig.h. */
DEVICE R two_to(int e)
{
    R power = 1, base = e < 0 ? (R)0.5 : (R)2;
    for (int k = e < 0 ? -e : e; k > 0; k >>= 1) {
        if (k & 1)
            power *= base;
        base *= base;
    }
    return power;
}

/* Return v 2^e. Scaling in two steps ensures that only the result, but no intermediate value, can overflow or lose bits. */
DEVICE R shifted(R v, int e)
{
    return v * two_to(e / 2) * two_to(e - e / 2);
}

/* Return e such that v = f 2^e with f between 1/2 and 2, for v > 0. For subnormal values this holds only approximately. */
DEVICE int exponent_of(R v)
{
    int e = 0;
    for (int k = sizeof(R) == 4 ? 64 : 512; k > 0; k >>= 1) {
        if (v >= two_to(k)) {
            v *= two_to(-k);
            e += k;
        } else if (v < two_to(-k)) {
            v *= two_to(k);
            e -= k;
        }
    }
    return e;
}
