/* state.h - what the Perl module remembers in each interpreter, array handles in Perl's scalars, and exceptions. */

#define GLA_PL_CLASS "GPULinalg::Array"

#define MY_CXT_KEY "GPULinalg::_state"
typedef struct {
    HV *array_class;
    SV *missing;     /* stands for an argument that was not given: converters leave the default alone */
    HV *borrowed;    /* address of a PDL -> how many arrays share its memory now */
    bool keep_error; /* $@ already holds the exception, one of the user's own */
    bool in_handler; /* of a signal, while the library waits */
    AV *spared;      /* objects that a handler let go of, which the waiting call may need */
} my_cxt_t;
START_MY_CXT

static void gla_pl_state_init(pTHX_ my_cxt_t *state)
{
    state->array_class = gv_stashpvs(GLA_PL_CLASS, GV_ADD);
    state->missing = newSV(0);
    state->borrowed = newHV();
    state->keep_error = state->in_handler = false;
    state->spared = newAV();
}

/* ---- handles ------------------------------------------------------------------------------------------------------
 * An Array is a reference to a scalar whose integer is the address of the gla_array.  Anyone can bless any scalar into
 * the class, or assign to ours, so a signature made of the address stands in the number slot, which Perl leaves alone
 * because the scalar says that it holds no number there. */
enum { GLA_PL_ARRAY = 1, GLA_PL_OBJECT }; /* what is kept: arrays, or the handles of handles.h */

static UV gla_pl_signature(const void *p, UV kind)
{
    static const char here;
    return PTR2UV(p) ^ (PTR2UV(&here) * 0x9E3779B9u) ^ kind;
}

/* Keep p in a scalar; NULL takes away what was there. */
static void gla_pl_set_handle(pTHX_ SV *sv, void *p, UV kind)
{
    NV slot = 0;
    UV signature = p ? gla_pl_signature(p, kind) : 0;
    memcpy(&slot, &signature, sizeof signature);
    SvIV_set(sv, PTR2IV(p));
    SvNV_set(sv, slot);
}

/* What a scalar keeps, or NULL when it is none of ours. */
static void *gla_pl_held(pTHX_ const SV *sv, UV kind)
{
    if (SvTYPE(sv) != SVt_PVMG || !SvIOK(sv) || SvNOK(sv))
        return NULL;
    void *p = INT2PTR(void *, SvIVX(sv));
    NV slot = SvNVX(sv);
    UV signature;
    memcpy(&signature, &slot, sizeof signature);
    return p && signature == gla_pl_signature(p, kind) ? p : NULL;
}

static gla_array *gla_pl_handle(pTHX_ const SV *sv)
{
    return gla_pl_held(aTHX_ sv, GLA_PL_ARRAY);
}

/* The object of an array, whose reference it takes over. */
static SV *gla_pl_wrap(pTHX_ gla_array *a)
{
    dMY_CXT;
    if (!a)
        return &PL_sv_undef;
    SV *sv = newSV_type(SVt_PVMG);
    gla_pl_set_handle(aTHX_ sv, a, GLA_PL_ARRAY);
    (void)SvIOK_only(sv);
    return sv_bless(sv_2mortal(newRV_noinc(sv)), MY_CXT.array_class);
}

/* In a handler: keep what the object refers to; its DESTROY comes again when the wait is over. */
static bool gla_pl_spare(pTHX_ SV *reference)
{
    dMY_CXT;
    if (!MY_CXT.in_handler || PL_dirty)
        return false;
    av_push(MY_CXT.spared, newRV(SvRV(reference)));
    return true;
}

XS(gla_pl_destroy);
XS(gla_pl_destroy)
{
    dXSARGS;
    gla_array *a = items > 0 && SvROK(ST(0)) ? gla_pl_handle(aTHX_ SvRV(ST(0))) : NULL;
    if (a && !gla_pl_spare(aTHX_ ST(0))) {
        gla_pl_set_handle(aTHX_ SvRV(ST(0)), NULL, 0);
        gla_unref(a);
    }
    XSRETURN_EMPTY;
}

/* ---- exceptions --------------------------------------------------------------------------------------------------- */
/* The statement of the user's program that called us: the innermost one outside GPULinalg and what is below it. */
static const COP *gla_pl_caller(pTHX)
{
    const COP *cop = PL_curcop;
    for (I32 level = 0;; level++) {
        const char *package = CopSTASHPV(cop);
        const PERL_CONTEXT *frame;
        if (!package || !strnEQ(package, "GPULinalg", 9) || (package[9] && package[9] != ':'))
            return cop;
        if (!(frame = caller_cx(level, NULL)))
            return cop;
        cop = frame->blk_oldcop;
    }
}

/* The thread's last error becomes an object in $@.  A message that begins with a colon comes from the conversion of an
 * argument, which does not know the function; cv is the function. */
static void gla_pl_raise(pTHX_ CV *cv)
{
    dMY_CXT;
    if (MY_CXT.keep_error) {
        MY_CXT.keep_error = false;
        return;
    }
    const char *kind = gla_status_name(gla_last_status()), *message = gla_last_message();
    const GV *name = cv ? CvGV(cv) : NULL;
    const COP *cop = gla_pl_caller(aTHX);
    HV *error = newHV();
    SV *text = newSVpvs("");
    if (message[0] == ':' && name)
        sv_catpvn(text, GvNAME(name), GvNAMELEN(name));
    sv_catpv(text, message[0] == ':' && !name ? message + 2 : message);
    (void)hv_stores(error, "kind", newSVpv(kind, 0));
    (void)hv_stores(error, "message", text);
    (void)hv_stores(error, "file", newSVpv(CopFILE(cop) ? CopFILE(cop) : "-", 0));
    (void)hv_stores(error, "line", newSVuv(CopLINE(cop)));
    SV *object = sv_2mortal(newRV_noinc((SV *)error));
    sv_bless(object, gv_stashsv(sv_2mortal(newSVpvf("GPULinalg::%s", kind)), GV_ADD));
    sv_setsv(ERRSV, object);
}

/* The warnings of the last call go to GPULinalg::_show_warning, which may die.  The n results of the call stand from ax on. */
static void gla_pl_show_warnings(pTHX_ I32 ax, int n)
{
    AV *shown = (AV *)sv_2mortal((SV *)newAV()); /* copied first: what shows them may call the library */
    PL_stack_sp = PL_stack_base + ax + n - 1;
    for (int i = 0; i < gla_warning_count(); i++) {
        av_push(shown, newSVpv(gla_warning_name(gla_warning_kind(i)), 0));
        av_push(shown, newSVpvn_utf8(gla_warning_message(i), strlen(gla_warning_message(i)), 1));
    }
    for (SSize_t i = 0; i < av_len(shown); i += 2) {
        dSP;
        ENTER;
        SAVETMPS;
        PUSHMARK(SP);
        XPUSHs(*av_fetch(shown, i, 0));
        XPUSHs(*av_fetch(shown, i + 1, 0));
        PUTBACK;
        call_pv("GPULinalg::_show_warning", G_VOID | G_DISCARD);
        FREETMPS;
        LEAVE;
    }
}

/* SWIG's own complaints (the number of arguments) become objects too.  "Usage: solve(a,b,trans);" */
static void gla_pl_swig_error(pTHX_ CV *cv, const char *message)
{
    const char *usage = strchr(message, '(');
    if (strnEQ(message, "Usage: ", 7) && usage)
        gla_fail(GLA_ARGUMENT_ERROR, ": wrong number of arguments; it takes %.*s", (int)strcspn(usage, ";"), usage);
    else
        gla_fail(GLA_ARGUMENT_ERROR, ": %s", message);
    gla_pl_raise(aTHX_ cv);
}
#undef SWIG_Error
#define SWIG_Error(code, message) gla_pl_swig_error(aTHX_ cv, message)
