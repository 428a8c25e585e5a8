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

/* What a plain scalar needs, its value in *number; 0 when it is not a number.  JSON's and Perl's own (5.36) truth values
 * are known; complex numbers come as a pair blessed by GPULinalg::_plain. */
static unsigned gla_pl_read(pTHX_ SV *sv, gla_pl_number *number)
{
    if (SvROK(sv)) {
        if (gla_pl_is_a(aTHX_ sv, "GPULinalg::_Complex")) {
            SV **re = av_fetch((AV *)SvRV(sv), 0, 0), **im = av_fetch((AV *)SvRV(sv), 1, 0);
            number->re = re ? SvNV(*re) : 0;
            number->im = im ? SvNV(*im) : 0;
            return GLA_PL_COMPLEX;
        }
        if (!gla_pl_is_a(aTHX_ sv, "JSON::PP::Boolean") && !gla_pl_is_a(aTHX_ sv, "boolean"))
            return 0;
        number->integer = SvTRUE_nomg(SvRV(sv)) ? 1 : 0;
        return GLA_PL_BOOL;
    }
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

/* How to call a value in a message; text is cut. */
static const char *gla_pl_describe(pTHX_ SV *sv, char *buffer, size_t size)
{
    if (!SvOK(sv))
        return "undef";
    if (SvROK(sv))
        snprintf(buffer, size, SvOBJECT(SvRV(sv)) ? "a %.60s object" : "a reference to %.60s", sv_reftype(SvRV(sv), 1));
    else {
        STRLEN length;
        const char *text = SvPV_nomg(sv, length);
        snprintf(buffer, size, "\"%.*s%s\"", (int)(length > 40 ? 40 : length), text, length > 40 ? "..." : "");
    }
    return buffer;
}

/* Call one of the module's Perl functions that may run the user's code: in an eval, before anything is allocated, and on
 * a stack of its own, since SWIG's wrappers keep a pointer to the top of theirs, which must not move.
 * NULL when that died; the caller fails and the user's exception goes on. */
static SV *gla_pl_ask(pTHX_ const char *function, SV *sv)
{
    dMY_CXT;
    dSP;
    SV *result = NULL;
    ENTER;
    SAVETMPS;
    PUSHSTACKi(PERLSI_MAGIC);
    PUSHMARK(SP);
    XPUSHs(sv);
    PUTBACK;
    call_pv(function, G_SCALAR | G_EVAL);
    SPAGAIN;
    SV *value = POPs;
    if (!SvTRUE(ERRSV))
        result = newSVsv(value);
    PUTBACK;
    POPSTACK;
    FREETMPS;
    LEAVE;
    if (result)
        return sv_2mortal(result);
    MY_CXT.keep_error = true;
    gla_fail(GLA_ARGUMENT_ERROR, ": reading the argument failed");
    return NULL;
}

/* The value with what is tied or otherwise magical read, and Array, PDL and Math::Complex objects taken apart. */
static SV *gla_pl_plain(pTHX_ SV *sv)
{
    return gla_pl_ask(aTHX_ "GPULinalg::_plain", sv);
}

/* Reduce what is not a plain scalar to one: *sv is replaced. */
static gla_status gla_pl_simplify(pTHX_ SV **sv)
{
    if (!SvGMAGICAL(*sv) && !(SvROK(*sv) && SvOBJECT(SvRV(*sv))))
        return GLA_OK;
    SV *plain = gla_pl_plain(aTHX_ *sv);
    if (!plain)
        return gla_last_status();
    *sv = plain;
    return GLA_OK;
}

static bool gla_pl_not_given(pTHX_ const SV *sv)
{
    dMY_CXT;
    return sv == MY_CXT.missing;
}

static gla_status gla_pl_int64(pTHX_ SV *sv, int64_t *value)
{
    gla_pl_number number;
    char text[128];
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    gla_status st = gla_pl_simplify(aTHX_ &sv);
    if (st)
        return st;
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (kind == GLA_PL_REAL && number.re == floor(number.re) && fabs(number.re) < 9007199254740992.0) {
        *value = (int64_t)number.re; /* 6/2 may be held as a floating-point number */
        return GLA_OK;
    }
    if (kind & GLA_PL_BEYOND_INT64 || (kind == GLA_PL_REAL && fabs(number.re) >= 9007199254740992.0 && !isinf(number.re)))
        return gla_fail(GLA_OVERFLOW_ERROR, ": %s does not fit a 64-bit integer", gla_pl_describe(aTHX_ sv, text, sizeof text));
    if (!(kind & (GLA_PL_INTEGER | GLA_PL_BOOL)))
        return gla_fail(GLA_DTYPE_ERROR, ": an integer is needed, not %s", gla_pl_describe(aTHX_ sv, text, sizeof text));
    *value = number.integer;
    return GLA_OK;
}

static gla_status gla_pl_int(pTHX_ SV *sv, int *value)
{
    int64_t wide = *value;
    gla_status st = gla_pl_int64(aTHX_ sv, &wide);
    if (st)
        return st;
    if (wide != (int)wide)
        return gla_fail(GLA_OVERFLOW_ERROR, ": %lld is too large a number here", (long long)wide);
    *value = (int)wide;
    return GLA_OK;
}

static gla_status gla_pl_axis(pTHX_ SV *sv, gla_axis *value)
{
    if (SvOK(sv) || gla_pl_not_given(aTHX_ sv))
        return gla_pl_int64(aTHX_ sv, value);
    *value = GLA_NO_AXIS;
    return GLA_OK;
}

static gla_status gla_pl_double(pTHX_ SV *sv, double *value)
{
    gla_pl_number number;
    char text[128];
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    gla_status st = gla_pl_simplify(aTHX_ &sv);
    if (st)
        return st;
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (!kind || kind == GLA_PL_COMPLEX)
        return gla_fail(GLA_DTYPE_ERROR, ": a number is needed, not %s", gla_pl_describe(aTHX_ sv, text, sizeof text));
    if (kind & GLA_PL_BEYOND_INT64)
        *value = (double)(uint64_t)number.integer;
    else
        *value = kind == GLA_PL_REAL ? number.re : (double)number.integer;
    return GLA_OK;
}

/* Perl's own truth; but a list or a hash, always true, is surely a mistake. */
static gla_status gla_pl_bool(pTHX_ SV *sv, bool *value)
{
    char text[128];
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    gla_status st = gla_pl_simplify(aTHX_ &sv);
    if (st)
        return st;
    gla_pl_number number;
    if (SvROK(sv) && gla_pl_read(aTHX_ sv, &number) != GLA_PL_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, ": true or false is needed, not %s", gla_pl_describe(aTHX_ sv, text, sizeof text));
    *value = SvROK(sv) ? number.integer : SvTRUE_nomg(sv);
    return GLA_OK;
}

static gla_status gla_pl_maybe(pTHX_ SV *sv, gla_maybe *value)
{
    bool yes = false;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    if (!SvOK(sv)) {
        *value = GLA_MAYBE;
        return GLA_OK;
    }
    gla_status st = gla_pl_bool(aTHX_ sv, &yes);
    *value = yes ? GLA_YES : GLA_NO;
    return st;
}
