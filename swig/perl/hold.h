/* hold.h - Keep the arguments of a call alive while user code runs.
 *
 * Perl's stack does not own references, and a conversion may run user code: a tied list, an overloaded object, methods of PDL.
 * That code may free arguments, converted or not. Every function that runs such code therefore first takes references to all
 * arguments of the call, which are kept until the statement ends. Calls that run no user code have no overhead. */

/* Position of a call's arguments on Perl's stack. */
typedef struct {
    I32 ax, items;
} gla_pl_frame;

/* Keep the variable of an argument, its referent, and the referent's handle, because scripts may call DESTROY directly. */
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

/* Arguments that can be read without running code are also copied, so that they keep the values that they have when the call
 * begins. */
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

/* Read arguments that are tied or otherwise magical once, in their order, and replace the arguments by the values read. */
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

/* Every function begins with this macro, including SWIG's wrappers. */
#undef dXSARGS
#define dXSARGS \
    dSP;        \
    dAXMARK;    \
    dITEMS;     \
    gla_pl_settle(aTHX_ ax, items)

/* Call one of the module's Perl functions that may run user code. The call runs in an eval and on a separate stack, because
 * SWIG's wrappers keep a pointer to the top of the current stack, which must not move. Return NULL if the function died; the
 * caller then fails with the user's exception. */
static SV *gla_pl_call_perl(pTHX_ gla_pl_frame f, const char *function, SV *sv)
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
        gla_pl_keep_user_exception(aTHX);
        gla_argument_fact(GLA_ARGUMENT_ERROR, "cannot be read");
    }
    FREETMPS;
    LEAVE;
    return result ? sv_2mortal(result) : NULL;
}

/* Return the value with tied or otherwise magical parts read, and Array, PDL and Math::Complex objects converted. */
static SV *gla_pl_plain(pTHX_ gla_pl_frame f, SV *sv)
{
    return gla_pl_call_perl(aTHX_ f, "GPULinalg::_plain", sv);
}

/* Convert a value that is not a plain scalar to a plain scalar, which replaces *sv. */
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
