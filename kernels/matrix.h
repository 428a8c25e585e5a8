/* matrix.h - Conversions between the layouts of vendor libraries and the layouts of gpulinalg. The caller defines T, a complex
 * type, and R, the real type of T. */

/* Unpack LAPACK's eigenvectors of a real matrix into complex columns. In the packed form, a conjugate pair shares two
 * columns. */
KERNEL unfold_eigenvectors(int64 n, const GLOBAL T *w, const GLOBAL R *packed, GLOBAL T *v, int64 ldv)
{
    for (int64 i = GLOBAL_ID; i < n * n; i += GLOBAL_SIZE) {
        int64 col = i / n, row = i % n;
        R im = w[col].im;
        /* The first column of a pair contains the real parts, and the second column contains the imaginary parts. */
        int64 first = im < 0 ? col - 1 : col;
        v[col * ldv + row].re = packed[first * n + row];
        v[col * ldv + row].im = im == 0 ? (R)0 : im > 0 ? packed[(first + 1) * n + row] : -packed[(first + 1) * n + row];
    }
}

/* Set `out` (cols x rows) to the conjugate transpose of `in` (rows x cols); both matrices are column-major. */
KERNEL conjugate_transpose(int64 rows, int64 cols, const GLOBAL T *in, int64 ldi, GLOBAL T *out, int64 ldo)
{
    for (int64 i = GLOBAL_ID; i < rows * cols; i += GLOBAL_SIZE) {
        int64 r = i % rows, c = i / rows;
        T v = in[c * ldi + r];
        v.im = -v.im;
        out[r * ldo + c] = v;
    }
}
