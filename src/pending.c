/* pending.c - facade functions that no room has written yet; deleted when all are. */
#include "core/core.h"

__attribute__((weak)) gla_status gla_where(const gla_array *condition, const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)condition; (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_where: not written yet");
}

__attribute__((weak)) gla_status gla_add(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_add: not written yet");
}

__attribute__((weak)) gla_status gla_subtract(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_subtract: not written yet");
}

__attribute__((weak)) gla_status gla_multiply(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_multiply: not written yet");
}

__attribute__((weak)) gla_status gla_divide(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_divide: not written yet");
}

__attribute__((weak)) gla_status gla_floor_divide(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_floor_divide: not written yet");
}

__attribute__((weak)) gla_status gla_remainder(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_remainder: not written yet");
}

__attribute__((weak)) gla_status gla_pow(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_pow: not written yet");
}

__attribute__((weak)) gla_status gla_atan2(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_atan2: not written yet");
}

__attribute__((weak)) gla_status gla_minimum(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_minimum: not written yet");
}

__attribute__((weak)) gla_status gla_maximum(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_maximum: not written yet");
}

__attribute__((weak)) gla_status gla_negative(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_negative: not written yet");
}

__attribute__((weak)) gla_status gla_positive(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_positive: not written yet");
}

__attribute__((weak)) gla_status gla_abs(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_abs: not written yet");
}

__attribute__((weak)) gla_status gla_sign(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_sign: not written yet");
}

__attribute__((weak)) gla_status gla_exp(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_exp: not written yet");
}

__attribute__((weak)) gla_status gla_expm1(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_expm1: not written yet");
}

__attribute__((weak)) gla_status gla_log(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_log: not written yet");
}

__attribute__((weak)) gla_status gla_log1p(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_log1p: not written yet");
}

__attribute__((weak)) gla_status gla_log2(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_log2: not written yet");
}

__attribute__((weak)) gla_status gla_log10(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_log10: not written yet");
}

__attribute__((weak)) gla_status gla_sqrt(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_sqrt: not written yet");
}

__attribute__((weak)) gla_status gla_sin(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_sin: not written yet");
}

__attribute__((weak)) gla_status gla_cos(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_cos: not written yet");
}

__attribute__((weak)) gla_status gla_tan(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_tan: not written yet");
}

__attribute__((weak)) gla_status gla_asin(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_asin: not written yet");
}

__attribute__((weak)) gla_status gla_acos(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_acos: not written yet");
}

__attribute__((weak)) gla_status gla_atan(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_atan: not written yet");
}

__attribute__((weak)) gla_status gla_sinh(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_sinh: not written yet");
}

__attribute__((weak)) gla_status gla_cosh(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_cosh: not written yet");
}

__attribute__((weak)) gla_status gla_tanh(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_tanh: not written yet");
}

__attribute__((weak)) gla_status gla_square(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_square: not written yet");
}

__attribute__((weak)) gla_status gla_floor(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_floor: not written yet");
}

__attribute__((weak)) gla_status gla_ceil(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_ceil: not written yet");
}

__attribute__((weak)) gla_status gla_trunc(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_trunc: not written yet");
}

__attribute__((weak)) gla_status gla_round(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_round: not written yet");
}

__attribute__((weak)) gla_status gla_clip(const gla_array *x, gla_array **out, const gla_array *min , const gla_array *max )
{
    (void)x; (void)out; (void)min; (void)max;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_clip: not written yet");
}

__attribute__((weak)) gla_status gla_equal(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_equal: not written yet");
}

__attribute__((weak)) gla_status gla_not_equal(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_not_equal: not written yet");
}

__attribute__((weak)) gla_status gla_less(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_less: not written yet");
}

__attribute__((weak)) gla_status gla_less_equal(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_less_equal: not written yet");
}

__attribute__((weak)) gla_status gla_greater(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_greater: not written yet");
}

__attribute__((weak)) gla_status gla_greater_equal(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_greater_equal: not written yet");
}

__attribute__((weak)) gla_status gla_logical_and(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_logical_and: not written yet");
}

__attribute__((weak)) gla_status gla_logical_or(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_logical_or: not written yet");
}

__attribute__((weak)) gla_status gla_logical_xor(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_logical_xor: not written yet");
}

__attribute__((weak)) gla_status gla_logical_not(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_logical_not: not written yet");
}

__attribute__((weak)) gla_status gla_bitwise_and(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_bitwise_and: not written yet");
}

__attribute__((weak)) gla_status gla_bitwise_or(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_bitwise_or: not written yet");
}

__attribute__((weak)) gla_status gla_bitwise_xor(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_bitwise_xor: not written yet");
}

__attribute__((weak)) gla_status gla_bitwise_left_shift(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_bitwise_left_shift: not written yet");
}

__attribute__((weak)) gla_status gla_bitwise_right_shift(const gla_array *x1, const gla_array *x2, gla_array **out)
{
    (void)x1; (void)x2; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_bitwise_right_shift: not written yet");
}

__attribute__((weak)) gla_status gla_bitwise_invert(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_bitwise_invert: not written yet");
}

__attribute__((weak)) gla_status gla_isnan(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_isnan: not written yet");
}

__attribute__((weak)) gla_status gla_isinf(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_isinf: not written yet");
}

__attribute__((weak)) gla_status gla_isfinite(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_isfinite: not written yet");
}

__attribute__((weak)) gla_status gla_conj(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_conj: not written yet");
}

__attribute__((weak)) gla_status gla_real(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_real: not written yet");
}

__attribute__((weak)) gla_status gla_imag(const gla_array *x, gla_array **out)
{
    (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_imag: not written yet");
}

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
