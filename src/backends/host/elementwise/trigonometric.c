/* trigonometric.c - sin, cos and tan of float64 in wide registers (wide.c, docs/design/elementwise.md).
 *
 * For |x| below 2^28 a multiple of a right angle is subtracted exactly, in three parts.  The C library computes the results for
 * other arguments. */
#include "wide.h"

#include <string.h>

#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54
#define HALF_PI_LAST -0x1.f1976b7ed8fbcp-110

/* x minus a multiple of a right angle, with |r| up to an eighth of a turn, and the last bits of the multiple. */
typedef struct {
    pair r;
    uint64 turns;
} rest_of_turns;

static inline rest_of_turns take_turns(double x)
{
    const double magic = 0x1.8p52;
    double shifted = fma(x, 0x1.45f306dc9c883p-1, magic), k = shifted - magic;
    double first = fma(-k, HALF_PI, x); /* exact: a multiple of 2^-53 */
    double r = first - k * HALF_PI_LOW; /* the product is rounded first, so that the difference to `first` is exact */
    double low = fma(-k, HALF_PI_LAST, fma(-k, HALF_PI_LOW, first - r));
    return (rest_of_turns){pair_of(r, low), BITS_OF(shifted)};
}

/* Return sin(r) minus its leading term, which is r.h. */
static inline double rest_of_sine(pair r, double z)
{
    double s = fma(z, -0x1.ab17bdcbd3414p-41, 0x1.61217ee5cca1bp-33);
    s = fma(s, z, -0x1.ae64541295cdfp-26);
    s = fma(s, z, 0x1.71de3a54607a5p-19);
    s = fma(s, z, -0x1.a01a01a019937p-13);
    s = fma(s, z, 0x1.1111111111110p-7);
    s = fma(s, z, -0x1.5555555555555p-3);
    return fma(r.h * z, s, fma(-0.5 * z, r.l, r.l));
}

/* Return cos(r) as a sum of lead and rest. */
static inline pair cosine_of(pair r, double z)
{
    double c = fma(z, 0x1.ab78473be59d7p-45, -0x1.9394b9eb4d56dp-37);
    c = fma(c, z, 0x1.1eed8deb82809p-29);
    c = fma(c, z, -0x1.27e4fb7712ca2p-22);
    c = fma(c, z, 0x1.a01a01a019d0ap-16);
    c = fma(c, z, -0x1.6c16c16c16c16p-10);
    c = fma(c, z, 0x1.5555555555555p-5);
    double half = 0.5 * r.h, lead = fma(-half, r.h, 1), lost = fma(-half, r.h, 1 - lead);
    return pair_of(lead, fma(z * z, c, fma(-r.h, r.l, lost)));
}

/* Return the sine of x plus `ahead` right angles. */
static inline double sine_ahead(rest_of_turns t, uint64 ahead)
{
    double z = t.r.h * t.r.h, rest = rest_of_sine(t.r, z);
    pair c = cosine_of(t.r, z);
    uint64 turns = t.turns + ahead;
    bool is_odd = (turns & 1) != 0;
    double v = (is_odd ? c.h : t.r.h) + (is_odd ? c.l : rest);
    return OF_BITS(BITS_OF(v) ^ (turns & 2) << 62);
}

static inline double middle_sin(double x)
{
    return x == 0 ? x : sine_ahead(take_turns(x), 0);
}

static inline double middle_cos(double x)
{
    return sine_ahead(take_turns(x), 1);
}

/* Return sin(r)/cos(r), or -cos(r)/sin(r) if the multiple is odd. */
static inline double middle_tan(double x)
{
    rest_of_turns t = take_turns(x);
    double z = t.r.h * t.r.h;
    pair sine = pair_quick(t.r.h, rest_of_sine(t.r, z)), cosine = cosine_of(t.r, z);
    cosine = pair_quick(cosine.h, cosine.l);
    bool is_odd = (t.turns & 1) != 0;
    double n = is_odd ? -cosine.h : sine.h, nl = is_odd ? -cosine.l : sine.l;
    double d = is_odd ? sine.h : cosine.h, dl = is_odd ? sine.l : cosine.l;
    pair q = quotient(pair_of(n, nl), pair_of(d, dl));
    return x == 0 ? x : q.h + q.l;
}

enum { NEAR = WIDE_BLOCK }; /* number of elements at a time; results may overwrite x */

/* Each function returns the number of elements that the C library must compute. */
#define TURNS(name)                                                       \
    FLAT static int32 take_##name(int32 n, const double *x, double *near) \
    {                                                                     \
        int32 bad = 0;                                                    \
        for (int32 i = 0; i < n; i++) {                                   \
            bad += fabs(x[i]) < 0x1p28 ? 0 : 1;                           \
            near[i] = middle_##name(x[i]);                                \
        }                                                                 \
        return bad;                                                       \
    }                                                                     \
    static void name##_loop(int64_t n, void *const p[])                   \
    {                                                                     \
        take_or_ask(take_##name, name, n, p[0], p[1]);                    \
    }

static void take_or_ask(int32 (*take)(int32 n, const double *x, double *near), double (*library)(double), int64_t n,
                        const double *x, double *r)
{
    double near[NEAR];
    for (int64_t begin = 0; begin < n; begin += NEAR) {
        ask_ahead(x + begin, r + begin, NEAR * sizeof *x);
        int32 count = n - begin < NEAR ? (int32)(n - begin) : NEAR, bad = take(count, x + begin, near);
        for (int32 i = 0; bad && i < count; i++)
            near[i] = fabs(x[begin + i]) < 0x1p28 ? near[i] : library(x[begin + i]);
        memcpy(r + begin, near, (size_t)count * sizeof *r);
    }
}

TURNS(sin)
TURNS(cos)
TURNS(tan)

const gla_loop_table gla_host_turn_loops = {[GLA_OP_sin] = sin_loop, [GLA_OP_cos] = cos_loop, [GLA_OP_tan] = tan_loop};
