/* common.c - Helpers shared by the files for UMFPACK, KLU, CHOLMOD and SPQR. */
#include "suitesparse.h"
#include "runtime/allocation.h"

#include <math.h>

#include <string.h>

const gla_suitesparse_needs *suitesparse_host;

gla_status suitesparse_no_memory(const char *op)
{
    return gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: there is not enough memory for the factors; free arrays", op);
}

void suitesparse_conjugate(int64_t n, const void *from, void *to)
{
    const double *in = from;
    double *out = to;
    for (int64_t i = 0; i < n; i++) {
        out[2 * i] = in[2 * i];
        out[2 * i + 1] = -in[2 * i + 1];
    }
}

SuiteSparse_long *suitesparse_indices(const void *from, gla_dtype dtype, int64_t n)
{
    SuiteSparse_long *made = gla_malloc((size_t)(n ? n : 1) * sizeof *made);
    if (made && dtype == GLA_INT64)
        memcpy(made, from, (size_t)n * sizeof *made);
    else if (made)
        for (int64_t i = 0; i < n; i++)
            made[i] = ((const int32_t *)from)[i];
    return made;
}

/* Return true if a permutation is odd.  `seen` is an array of n zeros. */
static bool is_odd(int64_t n, const SuiteSparse_long *order, char *seen)
{
    int64_t exchanges = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i; !seen[j]; j = order[j]) {
            seen[j] = 1;
            exchanges += order[j] != i;
        }
    return exchanges % 2;
}

gla_status suitesparse_determinant(const char *op, const solver *f, const double *pivots, const SuiteSparse_long *rows,
                                   const SuiteSparse_long *cols, const double *scales, int power, gla_direct_report *report)
{
    double re = 1, im = 0, sum = 0;
    char *seen = gla_calloc(2, (size_t)f->n);
    if (!seen)
        return gla_fail_memory(op, 2 * (size_t)f->n);
    bool odd = is_odd(f->n, rows, seen) != is_odd(f->n, cols, seen + f->n);
    gla_free(seen);
    for (int64_t i = 0; i < f->n; i++) {
        double a = f->is_complex ? pivots[2 * i] : pivots[i], b = f->is_complex ? pivots[2 * i + 1] : 0;
        double length = hypot(a, b), to = (re * a - im * b) / length;
        im = (re * b + im * a) / length;
        re = to;
        sum += log(length) + (scales ? power * log(scales[i]) : 0);
    }
    double length = hypot(re, im);
    report->sign[0] = (odd ? -re : re) / length;
    report->sign[1] = (odd ? -im : im) / length;
    report->log_det = sum;
    return GLA_OK;
}
