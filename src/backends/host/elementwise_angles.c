/* elementwise_angles.c - tan and its inverses of float64 in wide registers (elementwise_wide.c, docs/decisions/0105).
 *
 * As there, the leading term is kept in two parts, and the rest is a tenth of it at most.  The polynomials are the
 * approximations at Chebyshev's points of what stands beside them, by mpmath. */
#include "elementwise_wide.h"

#include <string.h>

#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54
#define HALF_PI_LAST -0x1.f1976b7ed8fbcp-110

/* The part of atan(t) beyond t, over t^3: of z = t^2 up to (7/16)^2. */
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

/* The angle of a point x, y, neither of which is negative, and one of which is between 2^-400 and 2^500:
 * atan(c) + atan((y - c x)/(x + c y)), of c 0, 1/2, 1, 3/2 or infinity. */
static inline pair angle_of(double y, double x)
{
    double c = 0, h = 0, l = 0;
    int steep = y > 2.4375 * x;
    h = y > 0.4375 * x ? 0x1.dac670561bb4fp-2 : h;
    l = y > 0.4375 * x ? 0x1.a2b7f222f65e2p-56 : l;
    c = y > 0.4375 * x ? 0.5 : c;
    h = y > 0.6875 * x ? 0x1.921fb54442d18p-1 : h;
    l = y > 0.6875 * x ? 0x1.1a62633145c07p-55 : l;
    c = y > 0.6875 * x ? 1 : c;
    h = y > 1.1875 * x ? 0x1.f730bd281f69bp-1 : h;
    l = y > 1.1875 * x ? 0x1.007887af0cbbdp-56 : l;
    c = y > 1.1875 * x ? 1.5 : c;
    h = steep ? HALF_PI : h;
    l = steep ? HALF_PI_LOW : l;
    pair cx = pair_product(c, x), cy = pair_product(c, y), up = pair_sum(y, -cx.h), down = pair_sum(x, cy.h);
    double n = steep ? -x : up.h, nl = steep ? 0 : up.l - cx.l, d = steep ? y : down.h, dl = steep ? 0 : down.l + cy.l;
    double inverse = 1 / d, q = n * inverse;
    pair t = pair_quick(q, (fma(-q, d, n) + (nl - q * dl)) * inverse);
    double z = t.h * t.h, sum = h + t.h, lost = h == 0 ? 0 : t.h - (sum - h); /* h > |t|, unless it is 0 */
    return pair_of(sum, lost + (fma(t.h * z, atan_rest(z), t.l) + l));
}

static inline double wide_atan(double x)
{
    double size = fabs(x), most = size > 0x1p60 ? 0x1p60 : size;
    pair a = angle_of(most, 1);
    double angle = size < 0x1p-28 ? size : a.h + a.l;
    return copysign(size != size ? x : angle, x);
}

static inline double wide_atan2(double y, double x)
{
    double b = fabs(y), a = fabs(x);
    int is_high = b == SPECIAL_INF, is_wide = a == SPECIAL_INF, is_left = copysign(1, x) < 0;
    double v = is_high ? 1 : is_wide ? 0 : b, u = is_high ? is_wide : (is_wide | (b + a == 0)) ? 1 : a;
    double most = v > u ? v : u, scale = most > 0x1p500 ? 0x1p-600 : most < 0x1p-400 ? 0x1p600 : 1;
    pair p = angle_of(v * scale, u * scale);
    double slope = v / u;
    p.h = slope < 0x1p-30 ? slope : p.h;
    p.l = slope < 0x1p-30 ? 0 : p.l;
    pair other = pair_quick(2 * HALF_PI, -p.h);
    double near = p.h + p.l, far = other.h + (other.l + (2 * HALF_PI_LOW - p.l));
    return x != x || y != y ? x + y : copysign(is_left ? far : near, y);
}

/* The part of asin(t) beyond t, over t^3: of z = t^2 up to 1/4. */
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

/* asin(t), of t = x, or where |x| is more than 1/2 of t = sqrt((1 - |x|)/2), as a sum of lead and rest. */
static inline pair arc_of(double size)
{
    int is_far = size > 0.5;
    double z = is_far ? 0.5 - 0.5 * size : size * size, root = sqrt(z), t = is_far ? root : size;
    double tl = is_far && root > 0 ? fma(-root, root, z) / (2 * root) : 0, r = z * asin_rest(z);
    return pair_of(t, fma(t, r, fma(tl, r, tl)));
}

static inline double wide_asin(double x)
{
    double size = fabs(x);
    pair a = arc_of(size), other = pair_quick(HALF_PI, -2 * a.h);
    double far = other.h + (other.l + (HALF_PI_LOW - 2 * a.l));
    return copysign(size < 0x1p-28 ? size : size <= 0.5 ? a.h + a.l : size <= 1 ? far : SPECIAL_NAN, x);
}

static inline double wide_acos(double x)
{
    double size = fabs(x);
    pair a = arc_of(size);
    double sign = x < 0 ? -1 : 1;
    pair side = pair_quick(HALF_PI, -sign * a.h), left = pair_quick(2 * HALF_PI, -2 * a.h);
    double middle = side.h + (side.l + (HALF_PI_LOW - sign * a.l)), right = 2 * (a.h + a.l);
    double far = left.h + (left.l + (2 * HALF_PI_LOW - 2 * a.l));
    return size <= 0.5 ? middle : size <= 1 ? (x > 0 ? right : far) : SPECIAL_NAN;
}

/* sin(r)/cos(r), or -cos(r)/sin(r) where the multiple of half a turn's quarter that was taken off is odd: r is x less that
 * multiple, in two parts.  NaN of what the reduction does not reach. */
static inline double tan_in_middle(double x)
{
    const double magic = 0x1.8p52;
    double shifted = fma(x, 0x1.45f306dc9c883p-1, magic), k = shifted - magic;
    int is_odd = (BITS_OF(shifted) & 1) != 0;
    double first = fma(-k, HALF_PI, x), p = k * HALF_PI_LOW; /* first is exact: a multiple of 2^-53 */
    pair r = pair_sum(first, -p);
    r.l -= fma(k, HALF_PI_LOW, -p) + k * HALF_PI_LAST;
    r = pair_quick(r.h, r.l);
    double z = r.h * r.h, half = 0.5 * r.h, square = r.h * half, s, c;
    s = fma(z, -0x1.ab17bdcbd3414p-41, 0x1.61217ee5cca1bp-33);
    c = fma(z, 0x1.ab78473be59d7p-45, -0x1.9394b9eb4d56dp-37);
    s = fma(s, z, -0x1.ae64541295cdfp-26);
    c = fma(c, z, 0x1.1eed8deb82809p-29);
    s = fma(s, z, 0x1.71de3a54607a5p-19);
    c = fma(c, z, -0x1.27e4fb7712ca2p-22);
    s = fma(s, z, -0x1.a01a01a019937p-13);
    c = fma(c, z, 0x1.a01a01a019d0ap-16);
    s = fma(s, z, 0x1.1111111111110p-7);
    c = fma(c, z, -0x1.6c16c16c16c16p-10);
    s = fma(s, z, -0x1.5555555555555p-3);
    c = fma(c, z, 0x1.5555555555555p-5);
    pair sine = pair_quick(r.h, fma(r.h * z, s, fma(-square, r.l, r.l))), cosine = pair_quick(1, -square);
    cosine.l += fma(z * z, c, -fma(r.h, half, -square) - r.h * r.l);
    cosine = pair_quick(cosine.h, cosine.l);
    double n = is_odd ? -cosine.h : sine.h, nl = is_odd ? -cosine.l : sine.l;
    double d = is_odd ? sine.h : cosine.h, dl = is_odd ? sine.l : cosine.l, inverse = 1 / d, q = n * inverse;
    double tan = q + (fma(-q, d, n) + (nl - q * dl)) * inverse;
    return fabs(x) < 0x1p-28 ? x : fabs(x) < 0x1p28 ? tan : SPECIAL_NAN;
}

/* Whether all are in the middle. */
CLONES static bool take_tangents(int64_t n, const double *x, double *near)
{
    int64_t bad = 0;
    for (int64_t i = 0; i < n; i++) {
        near[i] = tan_in_middle(x[i]);
        bad += near[i] != near[i];
    }
    return bad == 0;
}

/* The C library has what is not in the middle. */
static void tan_loop(int64_t n, void *const p[])
{
    enum { BLOCK = 256 };
    const double *x = p[0];
    double *r = p[1], near[BLOCK];
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        int64_t count = n - begin < BLOCK ? n - begin : BLOCK;
        bool all = take_tangents(count, x + begin, near);
        for (int64_t i = 0; !all && i < count; i++)
            near[i] = near[i] == near[i] ? near[i] : tan(x[begin + i]);
        memcpy(r + begin, near, (size_t)count * sizeof *r);
    }
}

#define ANGLES(name)                                                              \
    CLONES static void name##_loop(int64_t n, void *const p[])                    \
    {                                                                             \
        const double *x = p[0];                                                   \
        double *r = p[1];                                                         \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = wide_##name(x[i]); \
    }
ANGLES(asin)
ANGLES(acos)
ANGLES(atan)

CLONES static void atan2_loop(int64_t n, void *const p[])
{
    const double *y = p[0], *x = p[1];
    double *r = p[2];
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) r[i] = wide_atan2(y[i], x[i]);
}

gla_loop gla_host_angle_loop(gla_op op)
{
    static const gla_loop loops[GLA_OP_COUNT] = {[GLA_OP_asin] = asin_loop,
                                                 [GLA_OP_acos] = acos_loop,
                                                 [GLA_OP_atan] = atan_loop,
                                                 [GLA_OP_atan2] = atan2_loop,
                                                 [GLA_OP_tan] = tan_loop};
    return loops[op];
}
