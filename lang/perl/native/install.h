/* install.h - Installation of the C functions as Perl subs. */
XS(gla_pl_clone);
XS(gla_pl_clone)
{
    dXSARGS;
    PERL_UNUSED_VAR(items);
    {
        MY_CXT_CLONE;
        gla_pl_state_init(aTHX_ & MY_CXT);
    }
    XSRETURN_EMPTY;
}

/* _values(LIST), &_values: return the list without magic. Perl's stack does not own references. If reading one element changes
 * the list that contains the other elements, a copy made by Perl itself would use freed values. This function therefore takes
 * references to all elements first. */
XS(gla_pl_values);
XS(gla_pl_values)
{
    dXSARGS;
    XSRETURN(items);
}

/* Install each library function that SWIG has wrapped. */
static void gla_pl_install_functions(pTHX)
{
    int n;
    const gla_function *all = gla_functions(&n);
    gla_pl_function *functions;
    Newxz(functions, n, gla_pl_function);
    AV *list = get_av("GPULinalg::_functions", GV_ADD);
    for (int i = 0; i < n; i++) {
        CV *cv = get_cv(SvPV_nolen(sv_2mortal(newSVpvf("GPULinalg::%s", all[i].symbol))), 0);
        if (!cv)
            continue;
        gla_pl_function *f = &functions[i];
        f->call = &all[i];
        CvXSUBANY(cv).any_ptr = f;
        if (all[i].required < all[i].total || gla_pl_gives_list(&all[i])) {
            f->wrapper = CvXSUB(cv);
            CvXSUB(cv) = gla_pl_call;
        }
        av_push(list, newSVpv(all[i].facts, 0));
    }
}

static void gla_pl_install_conversions(pTHX)
{
    static const char *const names[][2] = {{"item", "GPULinalg::_item"}, {"str", "GPULinalg::array_str"}};
    static gla_pl_function functions[C_ARRAY_LENGTH(names)];
    for (size_t i = 0; i < C_ARRAY_LENGTH(names); i++) {
        functions[i].wrapper = CvXSUB(get_cv(names[i][1], 0));
        gla_pl_sub(aTHX_ GLA_PL_CLASS, names[i][0], gla_pl_convert, &functions[i]);
    }
}

/* Install the subs that SWIG does not install, and list functions and classes for the Perl modules. */
static void gla_pl_install(pTHX)
{
    static const gla_spelling spelling = {" => ", "$", "->", "x", "undef", "1", "0"};
    int n;
    const gla_class_info *classes = gla_classes(&n);
    {
        MY_CXT_INIT;
        gla_pl_state_init(aTHX_ & MY_CXT);
    }
    gla_set_spelling(&spelling);
    gla_pl_install_functions(aTHX);
    for (int i = 1; i < GLA_STATUS_COUNT; i++)
        av_push(get_av(SvPV_nolen(sv_2mortal(newSVpvf("GPULinalg::%s::ISA", gla_status_name((gla_status)i)))), GV_ADD),
                newSVpvs("GPULinalg::Error"));
    for (int i = 0; i < GLA_WARNING_COUNT; i++)
        av_push(get_av(SvPV_nolen(sv_2mortal(newSVpvf("GPULinalg::%s::ISA", gla_warning_name((gla_warning)i)))), GV_ADD),
                newSVpvs("GPULinalg::Warning"));
    gla_pl_install_conversions(aTHX);
    gla_pl_install_operators(aTHX);
    gla_pl_watch_builtins(aTHX);
    gla_pl_sub(aTHX_ GLA_PL_CLASS, "DESTROY", gla_pl_destroy, NULL);
    for (int i = 0; i < n; i++) {
        SV *package = gla_pl_package(aTHX_ classes[i].name);
        gla_pl_sub(aTHX_ SvPV_nolen(package), "DESTROY", gla_pl_destroy, NULL);
        av_push(get_av("GPULinalg::_classes", GV_ADD), newSVsv(package));
    }
    gla_pl_sub(aTHX_ "GPULinalg", "CLONE", gla_pl_clone, NULL);
    gla_pl_sub(aTHX_ "GPULinalg", "_values", gla_pl_values, NULL);
    gla_pl_sub(aTHX_ "GPULinalg", "_handle_signals", gla_pl_handle_signals, NULL);
    if (gla_pl_is_here())
        gla_set_interrupt_hook(gla_pl_interrupted);
    gla_pl_guard_signals(aTHX);
}
