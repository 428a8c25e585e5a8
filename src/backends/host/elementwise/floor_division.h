/* floor_division.h - Floor division and its remainder, for a real type T whose functions of <math.h> are F(name). */

/* Convert the remainder with the sign of x to the remainder with the sign of y, which is Python's definition. */
static inline T floored_rest(T rest, T y)
{
    T other = (rest < 0) != (y < 0) ? rest + y : rest;
    return rest == 0 ? F(copysign)(0, y) : other;
}

/* Return x - y*floor(x/y) exactly. */
static inline T floor_rest(T x, T y)
{
    return floored_rest(F(fmod)(x, y), y);
}

/* Return floor(x/y) of the exact quotient.  The computed quotient x/y may have been rounded up to the next integer. */
static inline T floored_quotient(T x, T y, T rest)
{
    T quotient = (x - rest) / y;
    quotient -= rest != 0 && (rest < 0) != (y < 0) ? 1 : 0;
    T whole = F(rint)(quotient); /* (x - rest)/y is an integer except for rounding */
    return quotient == 0 ? F(copysign)(0, x / y) : whole;
}

/* Return the floor of the quotient.  If the divisor is zero or an operand is infinite, return the quotient itself, as the array
 * API standard requires. */
static inline T floor_quotient(T x, T y)
{
    return y == 0 || isinf(x) || isinf(y) ? x / y : floored_quotient(x, y, F(fmod)(x, y));
}
