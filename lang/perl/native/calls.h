/* calls.h - Calls of functions: positional arguments first, then named options.
 *
 * SWIG's wrappers support positional arguments only. A function with options or with more than one result is installed as
 * gla_pl_call, which moves the arguments to their positions on Perl's stack and then calls the wrapper. */

static bool gla_pl_is_number(pTHX_ SV *sv)
{
    return !SvROK(sv) && SvOK(sv) && looks_like_number(sv);
}

/* Perl flattens lists: in mean(1, 2, 3) and mean(@x) each element is an argument, and in group_sum($x, factorize($f)) the
 * second result of factorize is an argument, too. */
static gla_status gla_pl_check_flat(pTHX_ const gla_function *f, I32 ax, int items)
{
    char text[GLA_DESCRIPTION];
    const gla_argument_info *next = &f->arguments[f->required];
    if (items <= f->required || f->required == f->total)
        return GLA_OK;
    bool is_axis = strEQ(next->name, "axis"), is_number = items > 1 && gla_pl_is_number(aTHX_ ST(1));
    if (is_axis && items == 2 && is_number && (SvIV(ST(1)) == 0 || SvIV(ST(1)) == -1)) /* expand_dims(5, 0) */
        return GLA_OK;
    if (f->required == 1 && f->arguments[0].form == GLA_FORM_ARRAY && is_number && gla_pl_is_number(aTHX_ ST(0)) &&
        (is_axis || next->form == GLA_FORM_DTYPE || items > f->total))
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: pass several numbers as one array reference: %s([1, 2, 3]), or "
                        "%s(\\@x)",
                        f->name, f->name, f->name);
    const gla_array *extra = SvROK(ST(f->required)) ? gla_pl_handle(aTHX_ SvRV(ST(f->required))) : NULL;
    bool takes_integer = next->form == GLA_FORM_AXIS || next->form == GLA_FORM_INT64 || next->form == GLA_FORM_INT;
    if (extra && takes_integer && !is_axis && gla_array_size(extra) != 1)
        return gla_fail(GLA_DTYPE_ERROR,
                        "%s: %s is %s, but it must be an integer; a function called among the arguments returns all of its "
                        "results: use scalar(factorize($f)) for the first result",
                        f->name, next->name, gla_describe_array(text, extra));
    return GLA_OK;
}

/* Move each argument to its position on the stack. Return the number of arguments up to the last one given. */
static int gla_pl_arrange(pTHX_ const gla_function *f, I32 ax, int items)
{
    dMY_CXT;
    void *sorted[GLA_MAX_ARGUMENTS];
    int n;
    if (items == f->required)
        return items;
    gla_status st = gla_pl_check_flat(aTHX_ f, ax, items);
    if (!st)
        st = gla_sort_options(GLA_READER, f, items, (void *const *)&ST(0), sorted, &n);
    if (st) {
        gla_pl_raise(aTHX_ st);
        gla_pl_throw(aTHX);
    }
    if (n > items) {
        SV **sp = PL_stack_sp;
        EXTEND(sp, n - items);
    }
    for (int i = f->required; i < n; i++)
        ST(i) = sorted[i] ? (SV *)sorted[i] : MY_CXT.missing;
    return n;
}

static bool gla_pl_gives_list(const gla_function *f)
{
    gla_form form = f->results ? f->result->form : GLA_FORM_ARRAY;
    return f->results > 1 || form == GLA_FORM_TEXTS || form == GLA_FORM_ARRAYS || form == GLA_FORM_OBJECTS;
}

/* Return the results according to the context: more than one result, or a list, becomes a Perl list. */
static void gla_pl_return_results(pTHX_ const gla_function *f, I32 ax)
{
    U8 context = GIMME_V;
    if (f->results > 1 && context == G_SCALAR) /* only the first result is returned: x of lstsq, eigenvalues of eig */
        PL_stack_sp = PL_stack_base + ax;
    else if (f->results == 1 && context != G_VOID && !(f->result->form == GLA_FORM_TEXTS && context == G_SCALAR)) {
        AV *av = (AV *)SvRV(*PL_stack_sp);
        if (f->result->form == GLA_FORM_OBJECTS && context == G_SCALAR && AvFILLp(av) > 0)
            return; /* several Fits: an array reference */
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
    int n = gla_pl_arrange(aTHX_ f, ax, items); /* may move the stack */
    PL_stack_sp = PL_stack_base + ax + n - 1;
    PUSHMARK(PL_stack_base + ax - 1);
    function->wrapper(aTHX_ cv);
    if (gla_pl_gives_list(f))
        gla_pl_return_results(aTHX_ f, ax);
}

/* A method that also overloads a conversion, for which Perl passes three arguments. The wrapper receives only the first
 * argument. */
XS(gla_pl_convert);
XS(gla_pl_convert)
{
    dXSARGS;
    const gla_pl_function *function = XSANY.any_ptr;
    sp = PL_stack_base + ax - 1;
    EXTEND(sp, 1);
    if (!items)
        sp[1] = &PL_sv_undef;
    PL_stack_sp = sp + 1;
    PUSHMARK(sp);
    function->wrapper(aTHX_ cv);
}

/* Replace the message of SWIG's wrappers, which report a wrong number of arguments as "Usage: add(x1,x2);" */
static void gla_pl_swig_error(pTHX_ CV *cv, int items, const char *message)
{
    if (CvXSUBANY(cv).any_ptr)
        gla_fail_count(((const gla_pl_function *)CvXSUBANY(cv).any_ptr)->call, items);
    else
        gla_fail(GLA_ARGUMENT_ERROR, "%s: %s", GvNAME(CvGV(cv)) + (*GvNAME(CvGV(cv)) == '_'), message);
    gla_pl_raise(aTHX_ gla_last_status());
}
#undef SWIG_Error
#define SWIG_Error(code, message) gla_pl_swig_error(aTHX_ cv, items, message)
