/* small_power.h - powers of two for small_svd.h and small_eig.h, over the whole range of exponents. */
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

/* v 2^e, in two steps, so that only the result may overflow or lose bits. */
DEVICE R shifted(R v, int e)
{
    return v * two_to(e / 2) * two_to(e - e / 2);
}

/* e for v = f 2^e, v > 0, with f from 1/2 to 2; nearly so for subnormal numbers. */
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
