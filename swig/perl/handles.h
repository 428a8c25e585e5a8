/* handles.h - objects of the library other than arrays, such as streams: kept as arrays are (state.h), distinguished by
 * the signature and from each other by the library's name of their class. */

/* The Perl object of a handle, whose reference it takes over. */
static SV *gla_pl_wrap_object(pTHX_ void *object)
{
    const char *class = gla_object_class(object);
    const gla_pl_class *known = gla_pl_classes;
    while (strNE(known->name, class))
        known++;
    SV *sv = newSV_type(SVt_PVMG);
    gla_pl_set_handle(aTHX_ sv, object, GLA_PL_OBJECT);
    (void)SvIOK_only(sv);
    return sv_bless(sv_2mortal(newRV_noinc(sv)), gv_stashpv(known->package, GV_ADD));
}

static gla_status gla_pl_object(pTHX_ SV *sv, const char *class, void **object)
{
    char wanted[GLA_DESCRIPTION];
    *object = NULL;
    if (!SvOK(sv))
        return GLA_OK;
    void *held = gla_pl_object_of(aTHX_ sv);
    if (!held || strNE(gla_object_class(held), class))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, gla_describe_class(wanted, class));
    *object = held;
    return GLA_OK;
}

XS(gla_pl_destroy_object);
XS(gla_pl_destroy_object)
{
    dXSARGS;
    void *object = items > 0 ? gla_pl_object_of(aTHX_ ST(0)) : NULL;
    if (object && !gla_pl_spare(aTHX_ ST(0))) {
        gla_pl_set_handle(aTHX_ SvRV(ST(0)), NULL, 0);
        gla_object_unref(object);
    }
    XSRETURN_EMPTY;
}

#define GLA_IN_OBJECT(obj, class, p) gla_pl_object(aTHX_ obj, class, p)
#define GLA_OUT_OBJECT(o) gla_pl_wrap_object(aTHX_ o)
#define GLA_OUT_BOOL(b) sv_mortalcopy((b) ? &PL_sv_yes : &PL_sv_no)
#define GLA_OUT_DOUBLE(d) sv_2mortal(newSVnv(d))
