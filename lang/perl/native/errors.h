/* errors.h - Exceptions, and calls of Perl code that may throw an exception.
 *
 * A failed call frees its objects before it ends. Freeing objects may run user code, which may use $@ and call the library
 * again. An exception is therefore kept in MY_CXT.raised until all objects are freed. */

/* Return the statement of the user's program that called the library: the innermost statement outside package GPULinalg and its
 * subpackages. */
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

/* Append the Perl name of a namespace that begins at `text`, such as "sparse.lstsq". Return false if no namespace begins
 * there. */
static bool gla_pl_add_name(pTHX_ SV *to, const char *text, size_t length)
{
    char name[64];
    int n;
    const gla_class_info *classes = gla_classes(&n);
    const char *dot = memchr(text, '.', length);
    if (!dot || length >= sizeof name)
        return false;
    memcpy(name, text, length);
    name[length] = 0;
    const gla_function *f = gla_function_named(name);
    if (f && f->title && strncmp(f->space, name, strlen(f->space)) == 0 && name[strlen(f->space)] == '.') {
        sv_catpvf(to, "GPULinalg::%s::%s", f->title, f->name);
        return true;
    }
    for (int i = 0; i < n; i++)
        if (classes[i].title && strEQ(classes[i].name, strrchr(name, '.') + 1) &&
            strncmp(classes[i].space, name, (size_t)(strrchr(name, '.') - name)) == 0) {
            sv_catpvf(to, "GPULinalg::%s::%s", classes[i].title, classes[i].name);
            return true;
        }
    return false;
}

/* Return a message as a Perl string. Names of namespaces are converted to Perl's notation, except in the function name at the
 * beginning. */
static SV *gla_pl_new_message(pTHX_ const char *message)
{
    static const char of_names[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const char *colon = strchr(message, ':'), *at = colon ? colon : message;
    SV *text = sv_2mortal(newSVpvn(message, (STRLEN)(at - message)));
    while (*at) {
        size_t length = strspn(at, of_names);
        while (length && at[length] == '.' && strspn(at + length + 1, of_names))
            length += 1 + strspn(at + length + 1, of_names);
        if (!gla_pl_add_name(aTHX_ text, at, length))
            sv_catpvn(text, at, length ? length : 1);
        at += length ? length : 1;
    }
    return gla_pl_new_text(aTHX_ SvPV_nolen(text));
}

/* Create an exception object for a failure, which gla_pl_throw throws. */
static void gla_pl_raise(pTHX_ gla_status status)
{
    dMY_CXT;
    if (MY_CXT.user_exception) {
        av_push(MY_CXT.raised, MY_CXT.user_exception);
        MY_CXT.user_exception = NULL;
        return;
    }
    status = gla_failure_of(status);
    const char *kind = gla_status_name(status);
    const COP *cop = gla_pl_caller(aTHX);
    HV *error = newHV();
    (void)hv_stores(error, "kind", newSVpv(kind, 0));
    (void)hv_stores(error, "message", gla_pl_new_message(aTHX_ gla_failure_message(status)));
    (void)hv_stores(error, "file", newSVpv(CopFILE(cop) ? CopFILE(cop) : "-", 0));
    (void)hv_stores(error, "line", newSVuv(CopLINE(cop)));
    SV *object = newRV_noinc((SV *)error);
    sv_bless(object, gv_stashsv(sv_2mortal(newSVpvf("GPULinalg::%s", kind)), GV_ADD));
    av_push(MY_CXT.raised, object);
}

/* End the call with the most recently raised exception, or end the program if a handler has called exit. */
static void gla_pl_throw(pTHX)
{
    dMY_CXT;
    if (MY_CXT.exit_requested) {
        MY_CXT.exit_requested = false;
        my_exit((U32)MY_CXT.exit_status);
    }
    croak_sv(sv_2mortal(av_pop(MY_CXT.raised)));
}

/* Pass the warnings of the last call to GPULinalg::_show_warning, which may die.  The n results of the call start at ax. */
static void gla_pl_show_warnings(pTHX_ I32 ax, int n)
{
    AV *shown = (AV *)sv_2mortal((SV *)newAV()); /* copied first: _show_warning may call the library */
    PL_stack_sp = PL_stack_base + ax + n - 1;
    for (int i = 0; i < gla_warning_count(); i++) {
        av_push(shown, newSVpv(gla_warning_name(gla_warning_kind(i)), 0));
        av_push(shown, gla_pl_new_message(aTHX_ gla_warning_message(i)));
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

#undef SWIG_croak_null
#define SWIG_croak_null() gla_pl_throw(aTHX)

/* Keep the exception in $@, which ends this call in place of the library's error. */
static void gla_pl_keep_user_exception(pTHX)
{
    dMY_CXT;
    SvREFCNT_dec(MY_CXT.user_exception);
    MY_CXT.user_exception = newSVsv(ERRSV);
}
