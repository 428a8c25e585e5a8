/* inverse_trigonometric.c - asin, acos, atan and atan2 of float64 in wide registers (wide.c, docs/design/elementwise.md).
 *
 * As in wide.c, the leading term has two parts, and the rest is at most a tenth of the leading term.  The polynomials
 * interpolate, at Chebyshev points, the functions named in the comments next to them.  Their coefficients were computed by
 * mpmath. */
#include "wide.h"

#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54

/* Return (atan(t) - t)/t^3 as a function of z = t^2, up to (7/16)^2. */
static inline double atan_rest(double z)
{
    double w = z * z, even, odd;
    odd = fma(w, 0x1.e4167464d3de8p-7, 0x1.7001816fd063fp-5);
    even = fma(w, -0x1.0f62bba6a2558p-5, -0x1.ab59b417b2d3fp-5);
    odd = fma(odd, w, 0x1.e170800a46210p-5);
    even = fma(even, w, -0x1.110c9ce7b0572p-4);
    odd = fma(odd, w, 0x1.3b1375ce5bdc6p-4);
    even = fma(even, w, -0x1.745d154c84f7ap-4);
    odd = fma(odd, w, 0x1.c71c71bd2b8bcp-4);
    even = fma(even, w, -0x1.2492492485503p-3);
    odd = fma(odd, w, 0x1.99999999998c5p-3);
    even = fma(even, w, -0x1.5555555555555p-2);
    return fma(odd, z, even);
}

/* Find the angle of the point (x, y), for y <= x and x between 2^-400 and 2^500.  The angle is c eighths of a turn, with c 0 or
 * 1, plus atan((y - c x)/(x + c y)), which is returned as lead and rest. */
typedef struct {
    double eighths, lead, rest;
} direction;

static inline direction direction_of(double y, double x)
{
    double c = y > 0x1.a827999fcef32p-2 * x ? 1 : 0, cx = c * x, cy = c * y;
    pair n = pair_quick(-cx, y), d = pair_quick(x, cy), t = quotient(n, d);
    t = pair_quick(t.h, t.l);
    double z = t.h * t.h;
    return (direction){c, t.h, fma(t.h * z, atan_rest(z), t.l)};
}

/* Return the angle of `eighths` eighths of a turn plus `sign` times the angle t. */
static inline double angle_of(double eighths, direction t, double sign)
{
    double h = eighths * (0.5 * HALF_PI), l = fma(eighths, 0.5 * HALF_PI, -h) + eighths * (0.5 * HALF_PI_LOW);
    double lead = sign * t.lead, sum = h + lead, lost = lead - (sum - h); /* h > |lead|, unless it is 0 */
    return sum + (lost + fma(sign, t.rest, l));
}

/* Return atan(n/d) plus 0, 1 or 2 eighths of a turn.  n/d is x if |x| is at most tan(pi/8), (x - 1)/(x + 1) if |x| is at most
 * the reciprocal of tan(pi/8), and -1/x otherwise. */
static inline double wide_atan(double x, bool plain)
{
    double size = fabs(x), most = !plain && size > 0x1p60 ? 0x1p60 : size;
    bool is_middle = most > 0x1.a827999fcef32p-2, is_far = most > 0x1.3504f333f9de6p+1;
    /* n = a x + b and d = c x + e with constants a, b, c, e: if the divisor were selected, GCC would generate two divisions */
    double a = is_far ? 0 : 1, b = is_middle ? -1 : 0, c = is_middle ? 1 : 0, e = is_far ? 0 : 1;
    double n = fma(a, most, b), d = fma(c, most, e), nl = fma(a, most, b - n), dl = fma(c, most, e - d);
    double inverse = 1 / d, q = n * inverse, z = q * q, lost = (fma(-q, dl, fma(-q, d, n)) + nl) * inverse;
    double rest = fma(q * z, atan_rest(z), fma(-z, lost, lost));
    double h = is_far ? HALF_PI : is_middle ? 0.5 * HALF_PI : 0, l = is_far ? HALF_PI_LOW : is_middle ? 0.5 * HALF_PI_LOW : 0;
    double lead = h + q, angle = lead + (q - (lead - h) + (l + rest)); /* h > |q|, unless it is 0 */
    return copysign(!plain && size != size ? size : angle, x);
}

/* If `plain`, y is 0 or as far from the ends of the range as x. */
static inline double wide_atan2(double y, double x, bool plain)
{
    double b = fabs(y), a = fabs(x), scale = 1;
    bool is_left = copysign(1, x) < 0;
    if (!plain) {
        bool is_high = b == SPECIAL_INF, is_wide = a == SPECIAL_INF, is_nothing = b + a == 0;
        double v = is_high ? 1 : is_wide ? 0 : b, u = is_high ? (is_wide ? 1 : 0) : is_wide || is_nothing ? 1 : a;
        b = v;
        a = u;
        double most = v > u ? v : u;
        scale = most > 0x1p500 ? 0x1p-600 : most < 0x1p-400 ? 0x1p600 : 1;
    }
    bool is_steep = b > a;
    double least = is_steep ? a : b, most = is_steep ? b : a;
    direction t = direction_of(least * scale, most * scale);
    double slope = plain ? 0 : b / a; /* rounded once if the slope is subnormal */
    t.lead = !plain && slope < 0x1p-30 ? slope : t.lead;
    t.rest = !plain && slope < 0x1p-30 ? 0 : t.rest;
    double turned = is_steep ? -1 : 1, eighths = fma(turned, t.eighths, 1 - turned), side = is_left ? -1 : 1;
    double angle = copysign(angle_of(fma(side, eighths, 2 - 2 * side), t, side * turned), y);
    return plain ? angle : x != x || y != y ? x + y : angle;
}

/* Return (asin(t) - t)/t^3 as a function of z = t^2, up to 1/4. */
static inline double asin_rest(double z)
{
    double w = z * z, even, odd;
    even = fma(w, 0x1.d72b2bc8155f8p-6, 0x1.1d189408314eep-6);
    odd = fma(w, -0x1.e6aaa8a0a04ccp-7, 0x1.65a9c4dfcf8b2p-8);
    even = fma(even, w, 0x1.52420b04b37bep-7);
    odd = fma(odd, w, 0x1.782651caa6547p-7);
    even = fma(even, w, 0x1.c9cf07674736ap-7);
    odd = fma(odd, w, 0x1.1c4d35cf95421p-6);
    even = fma(even, w, 0x1.6e8bb1c8209a2p-6);
    odd = fma(odd, w, 0x1.f1c71c1db0623p-6);
    even = fma(even, w, 0x1.6db6db6e31f13p-5);
    odd = fma(odd, w, 0x1.3333333332ecap-4);
    even = fma(even, w, 0x1.5555555555556p-3);
    return fma(odd, z, even);
}

/* Return asin(t) as a sum of lead and rest.  t is |x| if |x| is at most 1/2, and sqrt((1 - |x|)/2) otherwise. */
static inline pair arc_of(double size)
{
    bool is_far = size > 0.5;
    double z = is_far ? fma(-0.5, size, 0.5) : size * size, root = sqrt(z), t = is_far ? root : size;
    double lost = is_far ? fma(-root, root, z) * (0.5 * roughly_inverse(root)) : 0;
    return pair_of(t, fma(t * z, asin_rest(z), lost));
}

static inline double wide_asin(double x, bool plain)
{
    double size = fabs(x);
    pair a = arc_of(size);
    double sum = fma(-2, a.h, HALF_PI), lost = fma(-2, a.h, HALF_PI - sum), far = sum + (lost + fma(-2, a.l, HALF_PI_LOW));
    return copysign(size <= 0.5 ? a.h + a.l : plain || size <= 1 ? far : SPECIAL_NAN, x);
}

/* Return acos(x), computed as 0, 1 or 2 right angles plus a multiple of an arc. */
static inline double wide_acos(double x, bool plain)
{
    double size = fabs(x), sign = copysign(1, x), right = size > 0.5 ? 1 - sign : 1, m = sign * (size > 0.5 ? 2 : -1);
    pair a = arc_of(size);
    double base = right * HALF_PI, sum = fma(m, a.h, base), lost = fma(m, a.h, base - sum);
    double angle = sum + (lost + fma(m, a.l, right * HALF_PI_LOW));
    return plain || size <= 1 ? angle : SPECIAL_NAN;
}

WIDE_BETWEEN(asin, -1, 1)
WIDE_BETWEEN(acos, -1, 1)
WIDE_BETWEEN(atan, -0x1p60, 0x1p60)

static inline bool is_plain(double y, double x)
{
    double b = fabs(y), a = fabs(x);
    return (a >= 0x1p-400) & (a <= 0x1p400) & (b <= 0x1p400) & ((b >= 0x1p-400) | (b == 0));
}

FLAT static int64_t count_extreme(int64_t n, const double *y, const double *x)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++)
        count += is_plain(y[i], x[i]) ? INT64_C(0) : INT64_C(1);
    return count;
}

FLAT static void take_angles(int64_t n, const double *y, const double *x, double *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = wide_atan2(y[i], x[i], true);
}

FLAT static void take_all_angles(int64_t n, const double *y, const double *x, double *r)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = wide_atan2(y[i], x[i], false);
}

static void atan2_loop(int64_t n, void *const p[])
{
    const double *y = p[0], *x = p[1];
    double *r = p[2];
    for (int64_t begin = 0; begin < n; begin += WIDE_BLOCK) {
        int64_t count = n - begin < WIDE_BLOCK ? n - begin : WIDE_BLOCK;
        ask_ahead(x + begin, r + begin, WIDE_BLOCK * sizeof *x);
        ask_ahead(y + begin, y + begin, WIDE_BLOCK * sizeof *y);
        bool plain = count_extreme(count, y + begin, x + begin) == 0;
        (plain ? take_angles : take_all_angles)(count, y + begin, x + begin, r + begin);
    }
}

const gla_loop_table gla_host_angle_loops = {
    [GLA_OP_asin] = asin_loop, [GLA_OP_acos] = acos_loop, [GLA_OP_atan] = atan_loop, [GLA_OP_atan2] = atan2_loop};
