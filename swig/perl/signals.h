/* signals.h - signals during a long wait of the library.
 *
 * Perl runs handlers of signals between its own operations, so a wait must run them: after one that returns the wait goes
 * on, one that dies ends the call with its exception.  Without a handler the signal ends the process, as ever. */

XS(gla_pl_handle_signals);
XS(gla_pl_handle_signals)
{
    dXSARGS;
    PERL_UNUSED_VAR(items);
    PERL_ASYNC_CHECK();
    XSRETURN_EMPTY;
}

/* Whether this thread runs Perl; the library has others. */
static bool gla_pl_is_here(void)
{
#ifdef MULTIPLICITY
    return PERL_GET_THX;
#else
    static pthread_t home;
    static bool known; /* first asked when the module is loaded */
    if (!known)
        home = pthread_self();
    known = true;
    return pthread_equal(home, pthread_self());
#endif
}

/* Handlers run in an eval, so that none jumps out of the library; only exit does, and then nothing more is computed. */
static bool gla_pl_interrupted(void)
{
    if (!gla_pl_is_here())
        return false;
    dTHX;
    dMY_CXT;
    if (!PL_sig_pending || MY_CXT.in_handler)
        return MY_CXT.theirs != NULL;
    dSP;
    ENTER;
    SAVETMPS;
    SV *before = sv_2mortal(newSVsv(ERRSV));
    PUSHSTACKi(PERLSI_SIGNAL);
    PUSHMARK(SP);
    MY_CXT.in_handler = true;
    call_pv("GPULinalg::_handle_signals", G_VOID | G_DISCARD | G_EVAL | G_NOARGS);
    MY_CXT.in_handler = false;
    POPSTACK;
    if (SvROK(ERRSV) || SvTRUE(ERRSV))
        gla_pl_keep_theirs(aTHX);
    else
        sv_setsv(ERRSV, before);
    FREETMPS;
    LEAVE;
    sv_2mortal((SV *)MY_CXT.spared); /* until the statement that waits is over */
    MY_CXT.spared = newAV();
    return MY_CXT.theirs != NULL;
}

/* In the loops of the conversions: run what is pending; the status when a handler ended the call.  A handler may change any
 * list or variable of the script. */
static gla_status gla_pl_pause(pTHX)
{
    PERL_UNUSED_CONTEXT;
    if (!gla_pl_interrupted())
        return GLA_OK;
    return gla_fail(GLA_INTERRUPTED_ERROR, "interrupted by a signal's handler");
}
