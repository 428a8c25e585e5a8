/* numbers.h - Perl's numbers, truth values and text as plain C values. */

/* What a value needs of a type; the needs of a list are collected in one set. */
enum {
    GLA_PL_BOOL = 1,
    GLA_PL_INTEGER = 2,
    GLA_PL_NEGATIVE = 4,
    GLA_PL_BEYOND_INT64 = 8,
    GLA_PL_REAL = 16,
    GLA_PL_COMPLEX = 32
};

typedef struct {
    int64_t integer; /* of an integer or truth value; the bits of a uint64 when it is beyond int64 */
    double re, im;
} gla_pl_number;

static bool gla_pl_is_a(pTHX_ SV *sv, const char *class_name)
{
    return SvROK(sv) && SvOBJECT(SvRV(sv)) && sv_derived_from(sv, class_name);
}

static unsigned gla_pl_read_integer(bool is_unsigned, UV value, gla_pl_number *number)
{
    number->integer = (int64_t)value;
    if (is_unsigned)
        return value > (UV)IV_MAX ? GLA_PL_INTEGER | GLA_PL_BEYOND_INT64 : GLA_PL_INTEGER;
    return number->integer < 0 ? GLA_PL_INTEGER | GLA_PL_NEGATIVE : GLA_PL_INTEGER;
}

static unsigned gla_pl_read_text(pTHX_ SV *sv, gla_pl_number *number)
{
    STRLEN length;
    UV value = 0;
    const char *text = SvPV_nomg(sv, length);
    int type = grok_number(text, length, &value);
    if (!type)
        return 0;
    if (type == IS_NUMBER_IN_UV)
        return gla_pl_read_integer(true, value, number);
    if (type == (IS_NUMBER_IN_UV | IS_NUMBER_NEG) && value <= (UV)IV_MAX + 1)
        return gla_pl_read_integer(false, 0 - value, number);
    number->re = SvNV_nomg(sv);
    return GLA_PL_REAL;
}

/* What an object needs.  Anyone can bless anything into these classes, so what is inside is looked at without calling it. */
static unsigned gla_pl_read_object(pTHX_ SV *sv, gla_pl_number *number)
{
    SV *inner = SvRV(sv);
    if (SvTYPE(inner) == SVt_PVAV && gla_pl_is_a(aTHX_ sv, "GPULinalg::_Complex")) {
        SV **part = AvFILLp(inner) == 1 && !SvMAGICAL(inner) ? AvARRAY(inner) : NULL;
        if (!part || !part[0] || !part[1] || !SvNIOK(part[0]) || !SvNIOK(part[1]))
            return 0;
        number->re = SvNV_nomg(part[0]);
        number->im = SvNV_nomg(part[1]);
        return GLA_PL_COMPLEX;
    }
    if (SvTYPE(inner) >= SVt_PVAV || SvROK(inner) || SvGMAGICAL(inner)
        || (!gla_pl_is_a(aTHX_ sv, "JSON::PP::Boolean") && !gla_pl_is_a(aTHX_ sv, "boolean")))
        return 0;
    number->integer = SvTRUE_nomg(inner) ? 1 : 0;
    return GLA_PL_BOOL;
}

/* What a plain scalar needs, its value in *number; 0 when it is not a number.  JSON's and Perl's own (5.36) truth values
 * are known; complex numbers come as a pair blessed by GPULinalg::_plain. */
static unsigned gla_pl_read(pTHX_ SV *sv, gla_pl_number *number)
{
    if (SvROK(sv))
        return SvOBJECT(SvRV(sv)) ? gla_pl_read_object(aTHX_ sv, number) : 0;
#ifdef SvIsBOOL
    if (SvPOK(sv) && SvIsBOOL(sv)) {
        number->integer = SvTRUE_nomg(sv) ? 1 : 0;
        return GLA_PL_BOOL;
    }
#endif
    if (SvIOK(sv))
        return gla_pl_read_integer(SvIsUV(sv), SvUVX(sv), number);
    if (SvNOK(sv)) {
        number->re = SvNVX(sv);
        return GLA_PL_REAL;
    }
    return SvPOK(sv) ? gla_pl_read_text(aTHX_ sv, number) : 0;
}

/* How a value is called in a message. */
static const char *gla_pl_describe(pTHX_ SV *sv, char text[GLA_DESCRIPTION])
{
    gla_pl_number number;
    if (!SvOK(sv))
        return GLA_DESCRIBE_NONE;
    const gla_array *a = SvROK(sv) ? gla_pl_handle(aTHX_ SvRV(sv)) : NULL;
    if (a)
        return gla_describe_array(text, a);
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (kind == GLA_PL_BOOL)
        return number.integer ? GLA_DESCRIBE_TRUE : GLA_DESCRIBE_FALSE;
    if (kind == GLA_PL_REAL || kind == GLA_PL_COMPLEX)
        return kind == GLA_PL_REAL ? gla_describe_real(text, number.re) : gla_describe_complex(text, number.re, number.im);
    if (kind)
        return kind & GLA_PL_BEYOND_INT64 ? GLA_DESCRIBE_LARGE : gla_describe_integer(text, number.integer);
    if (!SvROK(sv)) {
        STRLEN length;
        const char *value = SvPV_nomg(sv, length);
        return gla_describe_text(text, value, length);
    }
    if (SvOBJECT(SvRV(sv)))
        return gla_describe_object(text, sv_reftype(SvRV(sv), 1));
    switch (SvTYPE(SvRV(sv))) {
    case SVt_PVAV: return GLA_DESCRIBE_LIST;
    case SVt_PVHV: return GLA_DESCRIBE_DICTIONARY;
    case SVt_PVCV: return GLA_DESCRIBE_FUNCTION;
    default: return "a reference to a scalar";
    }
}

static gla_status gla_pl_wanted(pTHX_ gla_status kind, SV *sv, const char *wanted)
{
    char text[GLA_DESCRIPTION];
    return gla_argument_is(kind, gla_pl_describe(aTHX_ sv, text), wanted);
}

static bool gla_pl_not_given(pTHX_ const SV *sv)
{
    dMY_CXT;
    return sv == MY_CXT.missing;
}

/* Whole numbers may be held as floating-point numbers: 6/2 is. */
static bool gla_pl_is_whole(double x)
{
    return x == floor(x) && x >= -9223372036854775808.0 && x < 9223372036854775808.0;
}

/* An Array of dimensions, where one number is due: it would be read as a list. */
static bool gla_pl_is_several(pTHX_ const SV *sv)
{
    const gla_array *a = SvROK(sv) ? gla_pl_handle(aTHX_ SvRV(sv)) : NULL;
    return a && gla_array_ndim(a) > 0;
}

static gla_status gla_pl_int64_as(pTHX_ gla_pl_frame f, SV *sv, const char *wanted, int64_t *value)
{
    gla_pl_number number;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    if (gla_pl_is_several(aTHX_ sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, wanted);
    gla_status st = gla_pl_simplify(aTHX_ f, &sv);
    if (st)
        return st;
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (kind == GLA_PL_REAL && gla_pl_is_whole(number.re)) {
        *value = (int64_t)number.re;
        return GLA_OK;
    }
    if (kind & GLA_PL_BEYOND_INT64 || (kind == GLA_PL_REAL && number.re == floor(number.re) && !isinf(number.re)))
        return gla_pl_wanted(aTHX_ GLA_OVERFLOW_ERROR, sv, GLA_WANT_INTEGER_64);
    if (!(kind & (GLA_PL_INTEGER | GLA_PL_BOOL)))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, wanted);
    *value = number.integer;
    return GLA_OK;
}

static gla_status gla_pl_int64(pTHX_ gla_pl_frame f, SV *sv, int64_t *value)
{
    return gla_pl_int64_as(aTHX_ f, sv, GLA_WANT_INTEGER, value);
}

static gla_status gla_pl_int(pTHX_ gla_pl_frame f, SV *sv, int *value)
{
    char text[GLA_DESCRIPTION];
    int64_t wide = *value;
    gla_status st = gla_pl_int64(aTHX_ f, sv, &wide);
    if (st)
        return st;
    if (wide != (int)wide)
        return gla_argument_is(GLA_OVERFLOW_ERROR, gla_describe_integer(text, wide), GLA_WANT_INTEGER_32);
    *value = (int)wide;
    return GLA_OK;
}

static gla_status gla_pl_axis(pTHX_ gla_pl_frame f, SV *sv, gla_axis *value)
{
    if (SvOK(sv) || gla_pl_not_given(aTHX_ sv))
        return gla_pl_int64_as(aTHX_ f, sv, GLA_WANT_AXIS, value);
    *value = GLA_NO_AXIS;
    return GLA_OK;
}

static gla_status gla_pl_double(pTHX_ gla_pl_frame f, SV *sv, double *value)
{
    gla_pl_number number;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    if (gla_pl_is_several(aTHX_ sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_REAL);
    gla_status st = gla_pl_simplify(aTHX_ f, &sv);
    if (st)
        return st;
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (!kind || kind == GLA_PL_COMPLEX)
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_REAL);
    if (kind & GLA_PL_BEYOND_INT64)
        *value = (double)(uint64_t)number.integer;
    else
        *value = kind == GLA_PL_REAL ? number.re : (double)number.integer;
    return GLA_OK;
}

/* Perl's own truth; but a list or a hash, always true, is surely a mistake. */
static gla_status gla_pl_bool_as(pTHX_ gla_pl_frame f, SV *sv, const char *wanted, bool *value)
{
    gla_pl_number number;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    if (gla_pl_is_several(aTHX_ sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, wanted);
    gla_status st = gla_pl_simplify(aTHX_ f, &sv);
    if (st)
        return st;
    if (SvROK(sv) && gla_pl_read(aTHX_ sv, &number) != GLA_PL_BOOL)
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, wanted);
    *value = SvROK(sv) ? number.integer : SvTRUE_nomg(sv);
    return GLA_OK;
}

static gla_status gla_pl_bool(pTHX_ gla_pl_frame f, SV *sv, bool *value)
{
    return gla_pl_bool_as(aTHX_ f, sv, GLA_WANT_BOOL, value);
}

static gla_status gla_pl_maybe(pTHX_ gla_pl_frame f, SV *sv, gla_maybe *value)
{
    bool yes = false;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    if (!SvOK(sv)) {
        *value = GLA_MAYBE;
        return GLA_OK;
    }
    gla_status st = gla_pl_bool_as(aTHX_ f, sv, GLA_WANT_MAYBE, &yes);
    *value = yes ? GLA_YES : GLA_NO;
    return st;
}
