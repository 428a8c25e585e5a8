/* krylov_sums.h - Add the inner products of the chunks of a pass (krylov.h), and then run the scalar step that uses the totals.
 * The caller defines the element type T and the matching KIND_* macro. */
#define KRYLOV_SQRT(x) sqrt(x)
#include "krylov_numbers.h"
#define KRYLOV_GROUP 256

/* Add the partial sums of each column, then run the step. One group handles one column. */
KERNEL krylov_numbers(krylov_sizes s, const GLOBAL complex128 *parts, GLOBAL complex128 *numbers)
{
    LOCAL complex128 sums[KRYLOV_GROUP];
    for (int64 column = GROUP_ID; column < s.k; column += GROUP_COUNT) {
        for (int d = 0; d < (int)s.dots; d++) {
            complex128 sum;
            sum.re = sum.im = 0;
            for (int64 p = LOCAL_ID; p < s.pieces; p += LOCAL_SIZE) {
                sum.re += parts[(d * s.pieces + p) * s.k + column].re;
                sum.im += parts[(d * s.pieces + p) * s.k + column].im;
            }
            sums[LOCAL_ID] = sum;
            for (int64 span = LOCAL_SIZE / 2; span > 0; span /= 2) {
                BARRIER();
                if (LOCAL_ID < span) {
                    sums[LOCAL_ID].re += sums[LOCAL_ID + span].re;
                    sums[LOCAL_ID].im += sums[LOCAL_ID + span].im;
                }
            }
            if (LOCAL_ID == 0)
                numbers[s.sum[d] * s.k + column] = sums[0];
            BARRIER();
        }
        if (LOCAL_ID == 0)
            krylov_step((int)s.step, (int)s.at, numbers + column, s.k);
    }
}
