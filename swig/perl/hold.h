/* hold.h - what keeps the arguments of a call while code of the user runs.
 *
 * Perl's stack holds no references, and a converter may run code of the user: a tied list, an overloaded object, methods of
 * PDL.  That code may free what was converted before, or is still to be.  So whatever runs such code holds all arguments of
 * the call first, until the statement is over; a call whose arguments run none pays nothing. */

/* Where the arguments of a call stand on Perl's stack. */
typedef struct {
    I32 ax, items;
} gla_pl_frame;

/* The variable of an argument, what it refers to, and the handle in that: DESTROY may be called by hand. */
static void gla_pl_hold_one(pTHX_ SV *sv)
{
    void *held;
    sv_2mortal(SvREFCNT_inc(sv));
    if (!SvROK(sv))
        return;
    sv_2mortal(SvREFCNT_inc(SvRV(sv)));
    if ((held = gla_pl_any(aTHX_ SvRV(sv))))
        gla_pl_wrap_object(aTHX_ gla_object_ref(held));
}

/* Those that can be read without running code are also copied: they stay what they were when the call began. */
static void gla_pl_hold(pTHX_ gla_pl_frame f)
{
    dMY_CXT;
    I32 ax = f.ax;
    for (I32 i = 0; i < f.items; i++) {
        SV *sv = ST(i);
        gla_pl_hold_one(aTHX_ sv);
        if (!SvGMAGICAL(sv) && sv != MY_CXT.missing)
            ST(i) = sv_mortalcopy(sv);
    }
}

/* Arguments that are tied or otherwise magical are read once, in their order, and replaced by their values. */
static void gla_pl_read_magic(pTHX_ gla_pl_frame f)
{
    I32 ax = f.ax;
    gla_pl_hold(aTHX_ f);
    for (I32 i = 0; i < f.items; i++)
        if (SvGMAGICAL(ST(i))) {
            SV *value = sv_mortalcopy(ST(i));
            ST(i) = value;
            gla_pl_hold_one(aTHX_ value);
        }
}

static inline void gla_pl_settle(pTHX_ I32 ax, I32 items)
{
    U32 flags = 0;
    for (I32 i = 0; i < items; i++)
        flags |= SvFLAGS(ST(i));
    if (UNLIKELY(flags & SVs_GMG))
        gla_pl_read_magic(aTHX_(gla_pl_frame){ax, items});
}

/* With this every function begins, SWIG's wrappers too. */
#undef dXSARGS
#define dXSARGS \
    dSP;        \
    dAXMARK;    \
    dITEMS;     \
    gla_pl_settle(aTHX_ ax, items)

/* Call one of the module's Perl functions that may run the user's code: in an eval, and on a stack of its own, since
 * SWIG's wrappers keep a pointer to the top of theirs, which must not move.  NULL when that died; the caller fails and the
 * user's exception goes on. */
static SV *gla_pl_ask(pTHX_ gla_pl_frame f, const char *function, SV *sv)
{
    dSP;
    SV *result = NULL, *before = sv_2mortal(newSVsv(ERRSV));
    gla_pl_hold(aTHX_ f);
    sv_2mortal(SvREFCNT_inc(sv));
    ENTER;
    SAVETMPS;
    PUSHSTACKi(PERLSI_MAGIC);
    PUSHMARK(SP);
    XPUSHs(sv);
    PUTBACK;
    call_pv(function, G_SCALAR | G_EVAL);
    SPAGAIN;
    SV *value = POPs;
    if (!SvROK(ERRSV) && !SvTRUE(ERRSV))
        result = newSVsv(value);
    PUTBACK;
    POPSTACK;
    if (result)
        sv_setsv(ERRSV, before);
    else {
        gla_pl_keep_theirs(aTHX);
        gla_argument_fact(GLA_ARGUMENT_ERROR, "cannot be read");
    }
    FREETMPS;
    LEAVE;
    return result ? sv_2mortal(result) : NULL;
}

/* The value with what is tied or otherwise magical read, and Array, PDL and Math::Complex objects taken apart. */
static SV *gla_pl_plain(pTHX_ gla_pl_frame f, SV *sv)
{
    return gla_pl_ask(aTHX_ f, "GPULinalg::_plain", sv);
}

/* Reduce what is not a plain scalar to one: *sv is replaced. */
static gla_status gla_pl_simplify(pTHX_ gla_pl_frame f, SV **sv)
{
    if (!SvGMAGICAL(*sv) && !(SvROK(*sv) && SvOBJECT(SvRV(*sv))))
        return GLA_OK;
    SV *plain = gla_pl_plain(aTHX_ f, *sv);
    if (!plain)
        return gla_last_status();
    *sv = plain;
    return GLA_OK;
}
