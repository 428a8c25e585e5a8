/* pending.c - facade functions that no room has written yet; deleted when all are. */
#include "core/core.h"

__attribute__((weak)) gla_status gla_matmul(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_matmul: not written yet");
}

__attribute__((weak)) gla_status gla_vecdot(const gla_array *x1, const gla_array *x2, gla_array **out, int axis )
{
    (void)x1; (void)x2; (void)out; (void)axis;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_vecdot: not written yet");
}

__attribute__((weak)) gla_status gla_outer(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_outer: not written yet");
}

__attribute__((weak)) gla_status gla_tensordot(const gla_array *x1, const gla_array *x2, gla_array **out, const gla_array *axes )
{
    (void)x1; (void)x2; (void)out; (void)axes;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_tensordot: not written yet");
}

__attribute__((weak)) gla_status gla_solve(const gla_array *a, const gla_array *b, gla_array **out, int trans )
{
    (void)a; (void)b; (void)out; (void)trans;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_solve: not written yet");
}

__attribute__((weak)) gla_status gla_solve_triangular(const gla_array *a, const gla_array *b, gla_array **out, int trans , bool lower , bool unit_diagonal )
{
    (void)a; (void)b; (void)out; (void)trans; (void)lower; (void)unit_diagonal;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_solve_triangular: not written yet");
}

__attribute__((weak)) gla_status gla_inv(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_inv: not written yet");
}

__attribute__((weak)) gla_status gla_det(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_det: not written yet");
}

__attribute__((weak)) gla_status gla_slogdet(const gla_array *x, gla_array **sign, gla_array **logabsdet)
{
    (void)x; (void)sign; (void)logabsdet;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_slogdet: not written yet");
}

__attribute__((weak)) gla_status gla_cholesky(const gla_array *x, gla_array **out, bool upper )
{
    (void)x; (void)out; (void)upper;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_cholesky: not written yet");
}

__attribute__((weak)) gla_status gla_qr(const gla_array *x, gla_array **Q, gla_array **R, const char *mode )
{
    (void)x; (void)Q; (void)R; (void)mode;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_qr: not written yet");
}

__attribute__((weak)) gla_status gla_lu(const gla_array *a, gla_array **P, gla_array **L, gla_array **U, bool p_indices )
{
    (void)a; (void)P; (void)L; (void)U; (void)p_indices;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_lu: not written yet");
}

__attribute__((weak)) gla_status gla_svd(const gla_array *x, gla_array **U, gla_array **S, gla_array **Vh, bool full_matrices )
{
    (void)x; (void)U; (void)S; (void)Vh; (void)full_matrices;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_svd: not written yet");
}

__attribute__((weak)) gla_status gla_svdvals(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_svdvals: not written yet");
}

__attribute__((weak)) gla_status gla_eigh(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    (void)x; (void)eigenvalues; (void)eigenvectors;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_eigh: not written yet");
}

__attribute__((weak)) gla_status gla_eigvalsh(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_eigvalsh: not written yet");
}

__attribute__((weak)) gla_status gla_eig(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    (void)x; (void)eigenvalues; (void)eigenvectors;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_eig: not written yet");
}

__attribute__((weak)) gla_status gla_eigvals(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_eigvals: not written yet");
}

__attribute__((weak)) gla_status gla_pinv(const gla_array *x, gla_array **out, const gla_array *rtol )
{
    (void)x; (void)out; (void)rtol;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_pinv: not written yet");
}

__attribute__((weak)) gla_status gla_matrix_rank(const gla_array *x, gla_array **out, const gla_array *rtol )
{
    (void)x; (void)out; (void)rtol;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_matrix_rank: not written yet");
}

__attribute__((weak)) gla_status gla_matrix_norm(const gla_array *x, gla_array **out, bool keepdims , const char *ord )
{
    (void)x; (void)out; (void)keepdims; (void)ord;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_matrix_norm: not written yet");
}

__attribute__((weak)) gla_status gla_vector_norm(const gla_array *x, gla_array **out, const gla_ints *axis , bool keepdims , double ord )
{
    (void)x; (void)out; (void)axis; (void)keepdims; (void)ord;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_vector_norm: not written yet");
}

__attribute__((weak)) gla_status gla_cond(const gla_array *x, gla_array **out, const char *p )
{
    (void)x; (void)out; (void)p;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_cond: not written yet");
}

__attribute__((weak)) gla_status gla_trace(const gla_array *x, gla_array **out, int64_t offset , gla_dtype dtype )
{
    (void)x; (void)out; (void)offset; (void)dtype;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_trace: not written yet");
}

__attribute__((weak)) gla_status gla_diagonal(const gla_array *x, gla_array **out, int64_t offset )
{
    (void)x; (void)out; (void)offset;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_diagonal: not written yet");
}

__attribute__((weak)) gla_status gla_lstsq(const gla_array *a, const gla_array *b, gla_array **x, gla_array **residuals, gla_array **rank, gla_array **s, const gla_array *rcond )
{
    (void)a; (void)b; (void)x; (void)residuals; (void)rank; (void)s; (void)rcond;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_lstsq: not written yet");
}
