/* state.h - what the Perl module remembers in each interpreter, and array handles in Perl's scalars. */

/* One line of perl-options.i, made from the headers; facts are for the Perl side (tools/HDoc/Swig.pm).  Kinds of arguments:
 * a array, s Array to change, l list of arrays, k index, n integers, d dtype, x axis, m maybe, b bool, i integer, f double,
 * t text, T texts, y bytes, o other object. */
typedef struct {
    const char *symbol;
    gla_signature call;
    const char *kinds, *facts;
    int places, results; /* places: how many may be given without a name */
    enum { GLA_PL_NO_LIST, GLA_PL_STRINGS, GLA_PL_ARRAYS } list; /* what the result is a list of */
    XSUBADDR_t wrapper;
} gla_pl_function;

/* A class of handles and its package. */
typedef struct {
    const char *name, *package;
} gla_pl_class;

#define GLA_PL_CLASS "GPULinalg::Array"

#define MY_CXT_KEY "GPULinalg::_state"
typedef struct {
    HV *array_class;
    SV *missing;     /* stands for an argument that was not given: converters leave the default alone */
    HV *borrowed;    /* address of a PDL -> how many arrays share its memory now */
    SV *theirs;      /* the exception of the user's own code that ends this call, or NULL */
    AV *raised;      /* exceptions that are made but not thrown yet: what a call frees first may run the user's code */
    bool in_handler; /* of a signal, while the library waits */
    AV *spared;      /* objects that a handler let go of, which the waiting call may need */
    SV *copied;      /* what the copy constructor made last, for comparison only, */
    SV *original;    /* and a reference to what it copied */
} my_cxt_t;
START_MY_CXT

static void gla_pl_state_init(pTHX_ my_cxt_t *state)
{
    state->array_class = gv_stashpvs(GLA_PL_CLASS, GV_ADD);
    state->missing = newSV(0);
    state->borrowed = newHV();
    state->theirs = NULL;
    state->raised = newAV();
    state->in_handler = false;
    state->spared = newAV();
    state->copied = state->original = NULL;
}

/* ---- handles ------------------------------------------------------------------------------------------------------
 * An Array is a reference to a scalar whose integer is the address of the gla_array.  Anyone can bless any scalar into
 * the class, or assign to ours, so a signature made of the address stands in the number slot, which Perl leaves alone
 * because the scalar says that it holds no number there. */
enum { GLA_PL_ARRAY = 1, GLA_PL_OBJECT }; /* what is kept: arrays, or the handles of handles.h */

static UV gla_pl_signature(pTHX_ const void *p, UV kind)
{
    static const char here;
#ifdef MULTIPLICITY
    kind ^= PTR2UV(my_perl); /* what was copied into another interpreter is not a handle there */
#endif
    return PTR2UV(p) ^ (PTR2UV(&here) * 0x9E3779B9u) ^ kind;
}

/* Keep p in a scalar; NULL takes away what was there. */
static void gla_pl_set_handle(pTHX_ SV *sv, void *p, UV kind)
{
    NV slot = 0;
    UV signature = p ? gla_pl_signature(aTHX_ p, kind) : 0;
    memcpy(&slot, &signature, sizeof signature);
    SvIV_set(sv, PTR2IV(p));
    SvNV_set(sv, slot);
}

/* What a scalar keeps, or NULL when it is none of ours. */
static void *gla_pl_held(pTHX_ const SV *sv, UV kind)
{
    if (SvTYPE(sv) != SVt_PVMG || !SvIOK(sv) || SvNOK(sv))
        return NULL;
    void *p = INT2PTR(void *, SvIVX(sv));
    NV slot = SvNVX(sv);
    UV signature;
    memcpy(&signature, &slot, sizeof signature);
    return p && signature == gla_pl_signature(aTHX_ p, kind) ? p : NULL;
}

static gla_array *gla_pl_handle(pTHX_ const SV *sv)
{
    return gla_pl_held(aTHX_ sv, GLA_PL_ARRAY);
}

/* The handle of handles.h that a reference leads to, or NULL. */
static void *gla_pl_object_of(pTHX_ const SV *sv)
{
    return SvROK(sv) ? gla_pl_held(aTHX_ SvRV(sv), GLA_PL_OBJECT) : NULL;
}

/* The object of an array, whose reference it takes over. */
static SV *gla_pl_wrap(pTHX_ gla_array *a)
{
    dMY_CXT;
    if (!a)
        return &PL_sv_undef;
    SV *sv = newSV_type(SVt_PVMG);
    gla_pl_set_handle(aTHX_ sv, a, GLA_PL_ARRAY);
    (void)SvIOK_only(sv);
    return sv_bless(sv_2mortal(newRV_noinc(sv)), MY_CXT.array_class);
}

/* In a handler: keep what the object refers to; its DESTROY comes again when the wait is over. */
static bool gla_pl_spare(pTHX_ SV *reference)
{
    dMY_CXT;
    if (!MY_CXT.in_handler || PL_dirty)
        return false;
    av_push(MY_CXT.spared, newRV(SvRV(reference)));
    return true;
}

XS(gla_pl_destroy);
XS(gla_pl_destroy)
{
    dXSARGS;
    gla_array *a = items > 0 && SvROK(ST(0)) ? gla_pl_handle(aTHX_ SvRV(ST(0))) : NULL;
    if (a && !gla_pl_spare(aTHX_ ST(0))) {
        gla_pl_set_handle(aTHX_ SvRV(ST(0)), NULL, 0);
        gla_unref(a);
    }
    XSRETURN_EMPTY;
}
