/* convolve.h - Convolution of long rows with a short row. The caller defines the element type T and the matching KIND_* macro.
 *
 * Compute out[i] = sum over j of x[first + i - j] v[j], where x is treated as 0 outside its n elements. A thread computes one
 * element and adds the terms in the order of j, so that results are the same on all devices. At each step, the threads of a
 * group read consecutive elements of x and the same element of v. */
#ifdef KIND_COMPLEX
#define ADD_PRODUCT(sum, a, b) sum = c_make(sum.re + (a.re * b.re - a.im * b.im), sum.im + (a.re * b.im + a.im * b.re))
#define SET_ZERO(sum) sum.re = sum.im = 0
#elif defined(KIND_BOOL)
#define ADD_PRODUCT(sum, a, b) sum |= a & b
#define SET_ZERO(sum) sum = 0
#elif defined(KIND_INT)
#define ADD_PRODUCT(sum, a, b) sum = (T)((uint64)sum + (uint64)a * (uint64)b)
#define SET_ZERO(sum) sum = 0
#else
#define ADD_PRODUCT(sum, a, b) sum += a * b
#define SET_ZERO(sum) sum = 0
#endif

KERNEL convolve(convolve_sizes s, const GLOBAL T *x, const GLOBAL T *v, GLOBAL T *out)
{
    for (int64 k = GLOBAL_ID; k < s.rows * s.length; k += GLOBAL_SIZE) {
        int64 row = k / s.length, i = k - row * s.length;
        const GLOBAL T *from = x + row * s.n;
        int64 last = s.first + i, j = last - s.n + 1 > 0 ? last - s.n + 1 : 0, end = last + 1 < s.m ? last + 1 : s.m;
        T sum;
        SET_ZERO(sum);
        for (; j < end; j++) {
            T a = from[last - j], b = v[j];
            ADD_PRODUCT(sum, a, b);
        }
        out[k] = sum;
    }
}
