/* small_eig.h - Eigenvalues and eigenvectors of general matrices of small order, with one group of 32 threads per matrix. The
 * steps are: balancing (B. N. Parlett and C. Reinsch, 1969); Householder reduction to Hessenberg form; implicit QR to Schur
 * form, for real matrices with double shifts (J. G. F. Francis, 1961) and 2 x 2 blocks for complex pairs; substitution for the
 * vectors. The caller defines the element type T, the matching KIND_* macro, and ORDER.
 *
 * Every thread computes each shift, reflection and rotation redundantly from the same values, so that all threads agree. Then
 * thread t applies the transformation to column t or row t. */
#include "small_eig_hessenberg.h"
#ifdef KIND_COMPLEX
#include "small_eig_complex.h"
#else
#include "small_eig_real.h"
#endif
#include "small_eig_vectors.h"

/* Store the eigenvalues in w and, if `vectors`, the normalised eigenvectors in the columns of x. */
KERNEL eig_small(int64 batch, int n, int vectors, const GLOBAL T *a, stack_strides sa, GLOBAL pair *w, GLOBAL pair *x,
                 stack_strides sx, GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL work_space s;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        load(n, a + at * sa.step, sa, &s);
        BARRIER(); /* all threads then read `bad` */
        int code = s.bad ? NOT_FINITE_A : 0, me = LOCAL_ID;
        if (code == 0) { /* all threads of the group agree on code */
            int exponent = scale_to_one(n, &s);
            balance(n, &s);
            exponent += scale_to_one(n, &s);
            for (int k = 0; k < n - 2; k++)
                reflect(n, k, &s);
            code = iterate(n, &s);
            if (code == 0 && me < n) {
                pair value = eigenvalue(n, me, &s);
                w[at * n + me] = pair_of(shifted(value.re, exponent), shifted(value.im, exponent));
            }
            if (code == 0 && vectors && me < n && substitute(n, me, &s))
                transform(n, me, &s, x + at * sx.step, sx);
        }
        if (LOCAL_ID == 0) {
            info[at] = code;
            if (code)
                MARK(failed, 1);
        }
        BARRIER(); /* this matrix is finished before the next one begins */
    }
}
