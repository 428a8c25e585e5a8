/* wide.c - Elementary functions of float64 in wide registers, whereas the C library computes one element after another.  exp
 * and logarithms are in tuned/tables.c.
 *
 * All processors compute the same bits, with fma.  The functions use the helpers of the special functions (kernels/special.h).
 *
 * The leading terms have two parts, and the other terms are at most a sixteenth of the leading terms.  Results are within 0.6
 * units in the last place, and for several functions within 0.75 units (docs/design/elementwise.md). */
#include "wide.h"
#include "runtime/library.h"

#include "hypot.h"

static inline double wide_expm1(double x, bool plain)
{
    power p = plain ? power_within(x, 0) : power_of(x, 0);
    double near = minus_one(p, plain).h, far = plain ? 0 : whole_of(p, 0);
    return copysign(!plain && x > 60 ? far : near, x);
}

/* Return log(e^x + e^y), computed as the larger argument plus log1p(e^(smaller - larger)). */
static inline double wide_logaddexp(double x, double y)
{
    double most = x > y ? x : y, least = x > y ? y : x;
    pair gap = pair_sum(least, -most);
    power p = power_within(gap.h > -800 ? gap.h : -800, gap.h > -800 ? gap.l : 0);
    pair u = pair_quick(1, whole_of(p, 0)), l = log_parts(u.h, u.l, false, true), sum = pair_sum(most, l.h);
    double near = fabs(most) < SPECIAL_INF ? sum.h + (sum.l + l.l) : most;
    return x == y ? x + 0x1.62e42fefa39efp-1 : gap.h != gap.h ? x + y : near;
}

FLAT static void logaddexp_loop(int64_t n, void *const p[])
{
    const double *x = p[0], *y = p[1];
    double *r = p[2];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = wide_logaddexp(x[i], y[i]);
}

WIDE_BETWEEN(expm1, -60, 60)

/* Return true if the processor has fused multiplication.  Without fused multiplication the C library is faster.  The portable
 * code then also calls the C library, so that every level computes the same bits. */
static bool has_fma(void)
{
#ifdef __FP_FAST_FMA
    return true;
#else
    return gla_processor_level() >= 3;
#endif
}

static const gla_loop_table own_loops = {[GLA_OP_expm1] = expm1_loop,
                                         [GLA_OP_pow] = gla_host_powers,
                                         [GLA_OP_hypot] = gla_host_hypot_float64,
                                         [GLA_OP_logaddexp] = logaddexp_loop};
static const gla_loop_table own_single_loops = {[GLA_OP_hypot] = gla_host_hypot_float32};

gla_loop gla_host_wide_loop(gla_op op, gla_dtype compute)
{
    static const gla_loop_table *const doubles[] = {&own_loops,           &gla_host_table_loops, &gla_host_hyperbolic_loops,
                                                    &gla_host_turn_loops, &gla_host_angle_loops, &gla_host_remainder64_loops};
    static const gla_loop_table *const singles[] = {&gla_host_single_loops, &gla_host_remainder32_loops, &own_single_loops};
    const size_t n_doubles = sizeof doubles / sizeof *doubles, n_singles = sizeof singles / sizeof *singles;
    gla_loop loop = gla_host_quotient_loop(op, compute);
    if (op == GLA_OP_abs && compute == GLA_COMPLEX64)
        loop = gla_host_sizes_complex64;
    if (op == GLA_OP_abs && compute == GLA_COMPLEX128)
        loop = gla_host_sizes_complex128;
    for (size_t i = 0; compute == GLA_FLOAT64 && !loop && i < n_doubles; i++)
        loop = (*doubles[i])[op];
    for (size_t i = 0; compute == GLA_FLOAT32 && !loop && i < n_singles; i++)
        loop = (*singles[i])[op];
    return loop && has_fma() ? loop : NULL;
}
