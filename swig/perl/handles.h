/* handles.h - Objects of the library in Perl's scalars.
 *
 * An object is a reference to a scalar whose integer is the address of the handle. Scripts can bless any scalar into our
 * classes, or assign to our scalars. Therefore a signature computed from the address is stored in the number slot, which Perl
 * does not touch because the scalar's flags indicate no floating-point value. */
enum { GLA_PL_ARRAY = 1, GLA_PL_OBJECT }; /* kind of handle: an array, or an object of another class */

static inline UV gla_pl_signature(pTHX_ const void *p, UV kind)
{
    static const char here;
#ifdef MULTIPLICITY
    kind ^= PTR2UV(my_perl); /* in another interpreter, a copy of the scalar is not a handle */
#endif
    return PTR2UV(p) ^ (PTR2UV(&here) * 0x9E3779B9u) ^ kind;
}

/* Store p in a scalar; NULL removes the handle. */
static inline void gla_pl_set_handle(pTHX_ SV *sv, void *p, UV kind)
{
    NV slot = 0;
    UV signature = p ? gla_pl_signature(aTHX_ p, kind) : 0;
    memcpy(&slot, &signature, sizeof signature);
    SvIV_set(sv, PTR2IV(p));
    SvNV_set(sv, slot);
}

/* Return the handle of this kind in a scalar, or NULL if the scalar contains no such handle. */
static inline void *gla_pl_handle_of(pTHX_ const SV *sv, UV kind)
{
    if (SvTYPE(sv) != SVt_PVMG || !SvIOK(sv) || SvNOK(sv))
        return NULL;
    void *p = INT2PTR(void *, SvIVX(sv));
    NV slot = SvNVX(sv);
    UV signature;
    memcpy(&signature, &slot, sizeof signature);
    return p && signature == gla_pl_signature(aTHX_ p, kind) ? p : NULL;
}

static inline gla_array *gla_pl_handle(pTHX_ const SV *sv)
{
    return gla_pl_handle_of(aTHX_ sv, GLA_PL_ARRAY);
}

/* Return the object that a reference refers to if its class is not Array, else NULL. */
static void *gla_pl_object_of(pTHX_ const SV *sv)
{
    return SvROK(sv) ? gla_pl_handle_of(aTHX_ SvRV(sv), GLA_PL_OBJECT) : NULL;
}

/* Return the handle in a scalar, whatever its class. */
static void *gla_pl_any(pTHX_ const SV *sv)
{
    void *p = gla_pl_handle_of(aTHX_ sv, GLA_PL_ARRAY);
    return p ? p : gla_pl_handle_of(aTHX_ sv, GLA_PL_OBJECT);
}

/* ---- lifetime of objects ----------------------------------------------------------------------------------------------- */
static inline SV *gla_pl_new(pTHX_ void *p, UV kind, HV *class)
{
    SV *sv = newSV_type(SVt_PVMG);
    gla_pl_set_handle(aTHX_ sv, p, kind);
    (void)SvIOK_only(sv);
    return sv_bless(sv_2mortal(newRV_noinc(sv)), class);
}

/* Return the Perl object of an array. The object takes over the reference. */
static SV *gla_pl_wrap(pTHX_ gla_array *a)
{
    dMY_CXT;
    return a ? gla_pl_new(aTHX_ a, GLA_PL_ARRAY, MY_CXT.array_class) : &PL_sv_undef;
}

/* Return the package of one of the library's classes. */
static SV *gla_pl_package(pTHX_ const char *class)
{
    int n;
    const gla_class_info *known = gla_classes(&n);
    while (strNE(known->name, class))
        known++;
    return sv_2mortal(newSVpvf("GPULinalg::%s%s%s", known->title ? known->title : "", known->title ? "::" : "", class));
}

/* Return the Perl object of a handle of any class. */
static SV *gla_pl_wrap_object(pTHX_ void *object)
{
    const char *class = gla_object_class(object);
    if (strEQ(class, "Array"))
        return gla_pl_wrap(aTHX_ object);
    return gla_pl_new(aTHX_ object, GLA_PL_OBJECT, gv_stashsv(gla_pl_package(aTHX_ class), GV_ADD));
}

/* In a signal handler: keep the referent alive. Its DESTROY is called again after the wait. */
static bool gla_pl_keep_alive(pTHX_ SV *reference)
{
    dMY_CXT;
    if (!MY_CXT.in_handler || PL_dirty)
        return false;
    av_push(MY_CXT.kept_alive, newRV(SvRV(reference)));
    return true;
}

XS(gla_pl_destroy);
XS(gla_pl_destroy)
{
    dXSARGS;
    void *object = items > 0 && SvROK(ST(0)) ? gla_pl_any(aTHX_ SvRV(ST(0))) : NULL;
    if (object && !gla_pl_keep_alive(aTHX_ ST(0))) {
        gla_pl_set_handle(aTHX_ SvRV(ST(0)), NULL, 0);
        gla_object_unref(object);
    }
    XSRETURN_EMPTY;
}

#define GLA_OUT_ARRAY(a) gla_pl_wrap(aTHX_ a)
