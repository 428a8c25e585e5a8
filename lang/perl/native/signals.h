/* signals.h - Signals during long waits of the library.
 *
 * Perl runs signal handlers between its own operations, so a long wait must run pending handlers. If a handler returns, the
 * wait continues. If a handler dies, its exception ends the call. A signal without a handler ends the process, as usual. */

XS(gla_pl_handle_signals);
XS(gla_pl_handle_signals)
{
    dXSARGS;
    PERL_UNUSED_VAR(items);
    PERL_ASYNC_CHECK();
    XSRETURN_EMPTY;
}

/* Return true if this thread runs Perl; the library has other threads. */
static bool gla_pl_is_here(void)
{
#ifdef MULTIPLICITY
    return PERL_GET_THX;
#else
    static pthread_t home;
    static bool known; /* first called when the module is loaded */
    if (!known)
        home = pthread_self();
    known = true;
    return pthread_equal(home, pthread_self());
#endif
}

#if defined(MULTIPLICITY) && PERL_VERSION >= 32 && !defined(PERL_USE_3ARG_SIGHANDLER)
/* The system delivers a signal to any thread that does not block the signal, which may be a thread of the library. Perl's
 * handlers need an interpreter and would crash in such a thread. Our handlers pass the signal on to the thread that runs
 * Perl. */
static pthread_t gla_pl_home;

static bool gla_pl_is_passed_on(int sig)
{
    int before = errno;
    if (gla_pl_is_here())
        return false;
    if (!pthread_equal(gla_pl_home, pthread_self()))
        pthread_kill(gla_pl_home, sig);
    errno = before;
    return true;
}

/* Perl's handlers: those of %SIG, and those of POSIX::sigaction, which may be unsafe and may expect three arguments. */
static Sighandler1_t gla_pl_safe1, gla_pl_unsafe1;
static Sighandler3_t gla_pl_safe3, gla_pl_unsafe3;

static Signal_t gla_pl_on_safe1(int sig)
{
    if (!gla_pl_is_passed_on(sig))
        gla_pl_safe1(sig);
}

static Signal_t gla_pl_on_safe3(int sig, Siginfo_t *info, void *context)
{
    if (!gla_pl_is_passed_on(sig))
        gla_pl_safe3(sig, info, context);
}

static Signal_t gla_pl_on_unsafe1(int sig)
{
    if (!gla_pl_is_passed_on(sig))
        gla_pl_unsafe1(sig);
}

static Signal_t gla_pl_on_unsafe3(int sig, Siginfo_t *info, void *context)
{
    if (!gla_pl_is_passed_on(sig))
        gla_pl_unsafe3(sig, info, context);
}

/* Replace the existing signal handlers and the default for handlers set later. */
static void gla_pl_guard_signals(pTHX)
{
    Sighandler_t safe = PL_csighandlerp, unsafe = PL_sighandlerp;
    if (gla_pl_safe1) /* the module has already done this in another interpreter */
        return;
    gla_pl_home = pthread_self();
    gla_pl_safe1 = PL_csighandler1p;
    gla_pl_safe3 = PL_csighandler3p;
    gla_pl_unsafe1 = PL_sighandler1p;
    gla_pl_unsafe3 = PL_sighandler3p;
    PL_csighandlerp = gla_pl_on_safe1;
    PL_csighandler1p = gla_pl_on_safe1;
    PL_csighandler3p = gla_pl_on_safe3;
    PL_sighandlerp = gla_pl_on_unsafe1;
    PL_sighandler1p = gla_pl_on_unsafe1;
    PL_sighandler3p = gla_pl_on_unsafe3;
    for (int sig = 1; sig < NSIG; sig++) {
        struct sigaction a;
        if (sigaction(sig, NULL, &a) != 0)
            continue;
        if (a.sa_handler == safe || a.sa_handler == gla_pl_safe1)
            a.sa_handler = gla_pl_on_safe1;
        else if (a.sa_handler == unsafe || a.sa_handler == gla_pl_unsafe1)
            a.sa_handler = gla_pl_on_unsafe1;
        else if (a.sa_sigaction == gla_pl_safe3)
            a.sa_sigaction = gla_pl_on_safe3;
        else if (a.sa_sigaction == gla_pl_unsafe3)
            a.sa_sigaction = gla_pl_on_unsafe3;
        else
            continue;
        sigaction(sig, &a, NULL);
    }
}
#else
#define gla_pl_guard_signals(context) ((void)0)
#endif

/* Run pending handlers in an eval, and intercept exit. Nothing may jump out of the library, which has locks and running
 * threads. When exit is intercepted Perl has left all scopes, and the interpreter is used only to end the program. */
static void gla_pl_run_handlers(pTHX)
{
    dMY_CXT;
    dJMPENV;
    int jump;
    JMPENV_PUSH(jump);
    if (jump == 0)
        call_pv("GPULinalg::_handle_signals", G_VOID | G_DISCARD | G_EVAL | G_NOARGS);
    JMPENV_POP;
    if (jump == 2) {
        MY_CXT.exit_requested = true;
        MY_CXT.exit_status = STATUS_CURRENT;
    } else if (jump) {
        JMPENV_JUMP(jump);
    }
}

/* Return true if a handler died or called exit, which ends the call. */
static bool gla_pl_interrupted(void)
{
    if (!gla_pl_is_here())
        return false;
    dTHX;
    dMY_CXT;
    if (!PL_sig_pending || MY_CXT.in_handler)
        return MY_CXT.user_exception != NULL;
    dSP;
    I32 scope = PL_scopestack_ix;
    ENTER;
    SAVETMPS;
    SV *before = sv_2mortal(newSVsv(ERRSV));
    PUSHSTACKi(PERLSI_SIGNAL);
    PUSHMARK(SP);
    MY_CXT.in_handler = true;
    gla_pl_run_handlers(aTHX);
    MY_CXT.in_handler = false;
    if (MY_CXT.exit_requested) {
        while (PL_scopestack_ix > scope)
            LEAVE;
        gla_pl_keep_user_exception(aTHX);
        return true;
    }
    POPSTACK;
    if (SvROK(ERRSV) || SvTRUE(ERRSV))
        gla_pl_keep_user_exception(aTHX);
    else
        sv_setsv(ERRSV, before);
    FREETMPS;
    LEAVE;
    sv_2mortal((SV *)MY_CXT.kept_alive); /* kept until the waiting statement ends */
    MY_CXT.kept_alive = newAV();
    return MY_CXT.user_exception != NULL;
}

/* Run pending handlers in loops of the conversions. Return an error if a handler ended the call. A handler may change any list
 * or variable of the script. */
static gla_status gla_pl_pause(pTHX)
{
    PERL_UNUSED_CONTEXT;
    if (!gla_pl_interrupted())
        return GLA_OK;
    return gla_fail(GLA_INTERRUPTED_ERROR, "interrupted by a signal handler");
}
