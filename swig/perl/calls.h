/* calls.h - how functions are called: positional arguments first, then named options.
 *
 * SWIG's wrappers know positional arguments only.  A function with options, or with several results, is installed as
 * gla_pl_call, which brings the arguments into their places on Perl's stack and goes on into the wrapper. */

static int gla_pl_option(const gla_function *f, SV *sv)
{
    return SvPOK(sv) ? gla_find_argument(f, f->required, SvPVX_const(sv), SvCUR(sv)) : -1;
}

static int gla_pl_unknown_option(pTHX_ const gla_function *f, SV *sv)
{
    char text[GLA_DESCRIPTION];
    gla_fail_unknown_option(f, gla_pl_describe(aTHX_ sv, text), SvPOK(sv) ? SvPVX_const(sv) : NULL);
    return -1;
}

static int gla_pl_wrong_count(const gla_function *f, int items)
{
    gla_fail_count(f, items);
    return -1;
}

/* A text where no text can stand, followed by a value: surely meant as the name of an option. */
static bool gla_pl_like_an_option(pTHX_ const gla_function *f, SV *sv)
{
    if (!SvPOK(sv) || looks_like_number(sv) || f->total == f->required)
        return false;
    gla_form form = f->arguments[f->required].form;
    if (strEQ(f->arguments[f->required].name, "delimiter")) /* which is one character */
        return SvCUR(sv) > 1;
    return form == GLA_FORM_DTYPE ? gla_dtype_from_name(SvPVX_const(sv)) == GLA_NO_DTYPE : form != GLA_FORM_TEXT;
}

/* Named options from stack place `first` on go into their places.  Returns the new number of arguments, or -1. */
static int gla_pl_place_options(pTHX_ const gla_function *f, I32 ax, int items, int first)
{
    dMY_CXT;
    SV *values[GLA_MAX_ARGUMENTS] = {NULL};
    int last = first;
    for (int i = first; i < items; i += 2) {
        int option = gla_pl_option(f, ST(i));
        if (option < 0)
            return gla_pl_unknown_option(aTHX_ f, ST(i));
        if (option < first || values[option]) {
            gla_fail_twice(f, option);
            return -1;
        }
        values[option] = ST(i + 1);
        if (option >= last)
            last = option + 1;
    }
    if (last > items) {
        SV **sp = PL_stack_sp;
        EXTEND(sp, last - items);
    }
    for (int i = first; i < last; i++)
        ST(i) = values[i] ? values[i] : MY_CXT.missing;
    return last;
}

/* Perl has no truth values of its own before 5.36; the results of its comparisons are number and text in one. */
static bool gla_pl_is_plain_number(pTHX_ SV *sv)
{
#ifdef SvIsBOOL
    if (SvIsBOOL(sv))
        return false;
#endif
    return !SvROK(sv) && !(SvIOK(sv) && SvNOK(sv) && SvPOK(sv)) && looks_like_number(sv);
}

/* A number where an option of true, false or none may stand without its name: it is likely to be something else, such as a
 * part of the shape in reshape($x, 4, 1). */
static bool gla_pl_is_astray(pTHX_ const gla_function *f, I32 ax, int items)
{
    char text[GLA_DESCRIPTION];
    for (int i = f->required; i < items && i < f->total; i++)
        if (f->arguments[i].form == GLA_FORM_MAYBE && gla_pl_is_plain_number(aTHX_ ST(i))) {
            gla_argument_is(GLA_DTYPE_ERROR, gla_pl_describe(aTHX_ ST(i), text), GLA_WANT_FLAG);
            gla_argument_of(f->name, f->arguments[i].name);
            return true;
        }
    return false;
}

/* Arguments in the order of the wrapper; the number of them, or -1 with the error set. */
static int gla_pl_arrange(pTHX_ const gla_function *f, I32 ax, int items)
{
    int n = items, i = f->required;
    if (items < f->required)
        return gla_pl_wrong_count(f, items);
    while (i < items && i < f->places && ((items - i) % 2 || gla_pl_option(f, ST(i)) < 0))
        i++;
    if (gla_pl_is_astray(aTHX_ f, ax, i))
        return -1;
    if (i == f->places && i < f->total && (items - i) % 2) /* one too many without a name */
        return gla_pl_wrong_count(f, items);
    if (i < items && i < f->total)
        n = gla_pl_place_options(aTHX_ f, ax, items, i);
    if (n == items && items > f->required && (items - f->required) % 2 == 0 &&
        (gla_pl_like_an_option(aTHX_ f, ST(f->required)) || (items > f->total && SvPOK(ST(f->required)))) &&
        gla_pl_option(f, ST(f->required)) < 0)
        return gla_pl_unknown_option(aTHX_ f, ST(f->required));
    return n > f->total ? gla_pl_wrong_count(f, items) : n;
}

static bool gla_pl_gives_list(const gla_function *f)
{
    gla_form form = f->results ? f->result->form : GLA_FORM_ARRAY;
    return f->results > 1 || form == GLA_FORM_TEXTS || form == GLA_FORM_ARRAYS || form == GLA_FORM_OBJECTS;
}

/* The results as the context wants them: several ones, and lists, become Perl's. */
static void gla_pl_give(pTHX_ const gla_function *f, I32 ax)
{
    U8 context = GIMME_V;
    if (f->results > 1 && context == G_SCALAR) /* the first result is the main one: x of lstsq, eigenvalues of eig */
        PL_stack_sp = PL_stack_base + ax;
    else if (f->results == 1 && context != G_VOID && !(f->result->form == GLA_FORM_TEXTS && context == G_SCALAR)) {
        AV *av = (AV *)SvRV(*PL_stack_sp);
        SSize_t count = context == G_LIST || AvFILLp(av) < 0 ? AvFILLp(av) + 1 : 1;
        SV **sp = PL_stack_sp - 1;
        EXTEND(sp, count + 1);
        for (SSize_t i = 0; i < count; i++)
            PUSHs(sv_2mortal(SvREFCNT_inc(AvARRAY(av)[i])));
        if (!count && context == G_SCALAR)
            PUSHs(&PL_sv_undef);
        PUTBACK;
    }
}

XS(gla_pl_call);
XS(gla_pl_call)
{
    dXSARGS;
    const gla_pl_function *function = XSANY.any_ptr;
    const gla_function *f = function->call;
    int n = gla_pl_arrange(aTHX_ f, ax, items);
    if (n < 0) {
        gla_pl_raise(aTHX_ gla_last_status());
        gla_pl_throw(aTHX);
    }
    PL_stack_sp = PL_stack_base + ax + n - 1;
    PUSHMARK(PL_stack_base + ax - 1);
    function->wrapper(aTHX_ cv);
    if (gla_pl_gives_list(f))
        gla_pl_give(aTHX_ f, ax);
}

/* The complaint of SWIG's wrappers is that the number of arguments is wrong: "Usage: add(x1,x2);" */
static void gla_pl_swig_error(pTHX_ CV *cv, int items, const char *message)
{
    if (CvXSUBANY(cv).any_ptr)
        gla_pl_wrong_count(((const gla_pl_function *)CvXSUBANY(cv).any_ptr)->call, items);
    else
        gla_fail(GLA_ARGUMENT_ERROR, "%s: %s", GvNAME(CvGV(cv)) + (*GvNAME(CvGV(cv)) == '_'), message);
    gla_pl_raise(aTHX_ gla_last_status());
}
#undef SWIG_Error
#define SWIG_Error(code, message) gla_pl_swig_error(aTHX_ cv, items, message)
