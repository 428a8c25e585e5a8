/* calls.h - how functions are called: positional arguments first, then named options.
 *
 * SWIG's wrappers know positional arguments only.  A function with options, or with several results, is installed as
 * gla_pl_call, which brings the arguments into their places on Perl's stack and goes on into the wrapper. */

/* One line of perl-options.i, made from the headers.  Kinds of arguments: a array, s Array to change, l list of arrays,
 * k index, n integers, d dtype, x axis, m maybe, b bool, i integer, f double, t text, T texts, y bytes,
 * o other object. */
typedef struct {
    const char *name, *room;
    const char *signature; /* "a b trans=0" */
    const char *kinds;
    const char *const *names;
    int required, total, results;
    enum { GLA_PL_NO_LIST, GLA_PL_STRINGS, GLA_PL_ARRAYS } list; /* what the result is a list of */
    XSUBADDR_t wrapper;
} gla_pl_function;

static int gla_pl_option(pTHX_ const gla_pl_function *f, SV *sv)
{
    if (!SvPOK(sv))
        return -1;
    const char *name = SvPVX_const(sv);
    for (int i = f->required; i < f->total; i++)
        if (strEQ(name, f->names[i]))
            return i;
    return -1;
}

/* "the options are dtype, device", or "x1, x2" from the first required one. */
static const char *gla_pl_list_names(const gla_pl_function *f, int from, int to, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = 0;
    for (int i = from; i < to && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > from ? ", " : "", f->names[i]);
    return buffer;
}

static int gla_pl_unknown_option(pTHX_ const gla_pl_function *f, SV *sv)
{
    char text[128], options[300];
    gla_fail(GLA_ARGUMENT_ERROR, "%s: there is no option %s; the options are: %s", f->name,
             gla_pl_describe(aTHX_ sv, text, sizeof text),
             gla_pl_list_names(f, f->required, f->total, options, sizeof options));
    return -1;
}

static int gla_pl_wrong_count(const gla_pl_function *f, int items)
{
    char required[300], options[300];
    gla_fail(GLA_ARGUMENT_ERROR, "%s: %d arguments given; it takes (%s)%s%s", f->name, items,
             gla_pl_list_names(f, 0, f->required, required, sizeof required), f->total > f->required ? " and the options " : "",
             gla_pl_list_names(f, f->required, f->total, options, sizeof options));
    return -1;
}

/* A text where no text can stand, followed by a value: surely meant as the name of an option. */
static bool gla_pl_like_an_option(pTHX_ const gla_pl_function *f, SV *sv)
{
    if (!SvPOK(sv) || looks_like_number(sv) || f->total == f->required)
        return false;
    char kind = f->kinds[f->required];
    return kind == 'd' ? gla_dtype_from_name(SvPVX_const(sv)) == GLA_NO_DTYPE : kind != 't';
}

/* Named options from stack place `first` on go into their places.  Returns the new number of arguments, or -1. */
static int gla_pl_place_options(pTHX_ const gla_pl_function *f, I32 ax, int items, int first)
{
    dMY_CXT;
    SV *values[GLA_MAX_NDIM] = {NULL};
    int last = first;
    for (int i = first; i < items; i += 2) {
        int option = gla_pl_option(aTHX_ f, ST(i));
        if (option < 0)
            return gla_pl_unknown_option(aTHX_ f, ST(i));
        if (option < first || values[option]) {
            gla_fail(GLA_ARGUMENT_ERROR, "%s: the option %s is given twice", f->name, f->names[option]);
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

/* Arguments in the order of the wrapper; the number of them, or -1 with the error set. */
static int gla_pl_arrange(pTHX_ const gla_pl_function *f, I32 ax, int items)
{
    int n = items;
    if (items < f->required)
        return gla_pl_wrong_count(f, items);
    for (int i = f->required; i < items && i < f->total; i++)
        if ((items - i) % 2 == 0 && gla_pl_option(aTHX_ f, ST(i)) >= 0) {
            n = gla_pl_place_options(aTHX_ f, ax, items, i);
            break;
        }
    if (n == items && items > f->required && (items - f->required) % 2 == 0
        && (gla_pl_like_an_option(aTHX_ f, ST(f->required)) || (items > f->total && SvPOK(ST(f->required)))))
        if (gla_pl_option(aTHX_ f, ST(f->required)) < 0)
            return gla_pl_unknown_option(aTHX_ f, ST(f->required));
    return n > f->total ? gla_pl_wrong_count(f, items) : n;
}

XS(gla_pl_call);
XS(gla_pl_call)
{
    dXSARGS;
    const gla_pl_function *f = XSANY.any_ptr;
    int n = gla_pl_arrange(aTHX_ f, ax, items);
    if (n < 0) {
        gla_pl_raise(aTHX_ cv);
        croak(NULL);
    }
    PL_stack_sp = PL_stack_base + ax + n - 1;
    PUSHMARK(PL_stack_base + ax - 1);
    f->wrapper(aTHX_ cv);
    if (f->results > 1 && GIMME_V == G_SCALAR) /* the first result is the main one: x of lstsq, eigenvalues of eig */
        PL_stack_sp = PL_stack_base + ax;
    else if (f->list == GLA_PL_ARRAYS && GIMME_V == G_SCALAR) /* likewise */
        *PL_stack_sp = *av_fetch((AV *)SvRV(*PL_stack_sp), 0, 0);
    else if (f->list && GIMME_V == G_LIST) {
        AV *av = (AV *)SvRV(*PL_stack_sp);
        SSize_t count = av_len(av) + 1;
        SV **sp = PL_stack_sp - 1;
        EXTEND(sp, count);
        for (SSize_t i = 0; i < count; i++)
            PUSHs(*av_fetch(av, i, 0));
        PUTBACK;
    }
}

/* ---- operators: f(self, other, swapped) ---------------------------------------------------------------------------- */
typedef gla_status gla_pl_binary_function(const gla_array *, const gla_array *, gla_array **);
typedef gla_status gla_pl_unary_function(const gla_array *, gla_array **);

typedef struct {
    const char *name;
    gla_pl_binary_function *binary;
    gla_pl_unary_function *unary;
} gla_pl_operator;

static const gla_pl_operator gla_pl_operators[] = {
    {"add", gla_add, NULL}, {"subtract", gla_subtract, NULL}, {"multiply", gla_multiply, NULL},
    {"divide", gla_divide, NULL}, {"remainder", gla_remainder, NULL}, {"pow", gla_pow, NULL}, {"matmul", gla_matmul, NULL},
    {"atan2", gla_atan2, NULL}, {"equal", gla_equal, NULL}, {"not_equal", gla_not_equal, NULL}, {"less", gla_less, NULL},
    {"less_equal", gla_less_equal, NULL}, {"greater", gla_greater, NULL}, {"greater_equal", gla_greater_equal, NULL},
    {"bitwise_and", gla_bitwise_and, NULL}, {"bitwise_or", gla_bitwise_or, NULL}, {"bitwise_xor", gla_bitwise_xor, NULL},
    {"bitwise_left_shift", gla_bitwise_left_shift, NULL}, {"bitwise_right_shift", gla_bitwise_right_shift, NULL},
    {"negative", NULL, gla_negative}, {"abs", NULL, gla_abs}, {"sqrt", NULL, gla_sqrt}, {"exp", NULL, gla_exp},
    {"log", NULL, gla_log}, {"sin", NULL, gla_sin}, {"cos", NULL, gla_cos}, {"trunc", NULL, gla_trunc},
    {"bitwise_invert", NULL, gla_bitwise_invert}, {"copy", NULL, gla_copy}};

XS(gla_pl_operate);
XS(gla_pl_operate)
{
    dXSARGS;
    const gla_pl_operator *operator = XSANY.any_ptr;
    const gla_array *in[2] = {NULL, NULL};
    gla_array *tmp[2] = {NULL, NULL}, *out = NULL;
    int n = operator->binary ? 2 : 1;
    gla_start_call();
    gla_status st = items < n ? gla_fail(GLA_ARGUMENT_ERROR, ": too few operands") : GLA_OK;
    for (int i = 0; i < n && !st; i++)
        st = gla_pl_array(aTHX_ ST(i), &in[i], &tmp[i]);
    if (!st && n == 1)
        st = operator->unary(in[0], &out);
    else if (!st) {
        bool swapped = items > 2 && SvTRUE(ST(2));
        st = operator->binary(in[swapped], in[!swapped], &out);
    }
    for (int i = 0; i < n; i++)
        gla_unref(tmp[i]);
    if (st) {
        gla_pl_raise(aTHX_ cv);
        croak(NULL);
    }
    ST(0) = gla_pl_wrap(aTHX_ out);
    XSRETURN(1);
}

/* x += y and the like; the copy constructor has seen to it that no other name of the array changes. */
XS(gla_pl_operate_in_place);
XS(gla_pl_operate_in_place)
{
    dXSARGS;
    const gla_pl_operator *operator = XSANY.any_ptr;
    const gla_array *y = NULL;
    gla_array *x, *tmp = NULL;
    gla_start_call();
    gla_status st = items < 2 ? gla_fail(GLA_ARGUMENT_ERROR, ": too few operands") : gla_pl_self(aTHX_ ST(0), &x);
    if (!st && !(st = gla_pl_array(aTHX_ ST(1), &y, &tmp)))
        st = gla_inplace(operator->name, x, y);
    gla_unref(tmp);
    if (st) {
        gla_pl_raise(aTHX_ cv);
        croak(NULL);
    }
    XSRETURN(1);
}

/* ---- what Perl sees ------------------------------------------------------------------------------------------------ */
XS(gla_pl_clone);
XS(gla_pl_clone)
{
    dXSARGS;
    PERL_UNUSED_VAR(items);
    {
        MY_CXT_CLONE;
        gla_pl_state_init(aTHX_ &MY_CXT);
    }
    XSRETURN_EMPTY;
}

static CV *gla_pl_sub(pTHX_ const char *package, const char *name, XSUBADDR_t code, const void *any)
{
    CV *cv = newXS(SvPV_nolen(sv_2mortal(newSVpvf("%s::%s", package, name))), code, __FILE__);
    CvXSUBANY(cv).any_ptr = (void *)any;
    return cv;
}

/* Install what SWIG does not, and list the functions for the Perl side: name, room, kind of the first argument,
 * arguments with their defaults. */
static void gla_pl_install(pTHX_ gla_pl_function *functions, size_t n)
{
    {
        MY_CXT_INIT;
        gla_pl_state_init(aTHX_ &MY_CXT);
    }
    AV *list = get_av("GPULinalg::_functions", GV_ADD);
    for (size_t i = 0; i < n; i++) {
        gla_pl_function *f = &functions[i];
        CV *cv = get_cv(SvPV_nolen(sv_2mortal(newSVpvf("GPULinalg::%s", f->name))), 0);
        if (!cv)
            continue;
        if (f->required < f->total || f->results > 1 || f->list) {
            f->wrapper = CvXSUB(cv);
            CvXSUB(cv) = gla_pl_call;
            CvXSUBANY(cv).any_ptr = f;
        }
        av_push(list, newSVpvf("%s %s %c %s", f->name, f->room, f->total ? f->kinds[0] : '-', f->signature));
    }
    for (int i = 1; i < GLA_STATUS_COUNT; i++)
        av_push(get_av(SvPV_nolen(sv_2mortal(newSVpvf("GPULinalg::%s::ISA", gla_status_name((gla_status)i)))), GV_ADD),
                newSVpvs("GPULinalg::Error"));
    for (int i = 0; i < GLA_WARNING_COUNT; i++)
        av_push(get_av(SvPV_nolen(sv_2mortal(newSVpvf("GPULinalg::%s::ISA", gla_warning_name((gla_warning)i)))), GV_ADD),
                newSVpvs("GPULinalg::Warning"));
    for (size_t i = 0; i < sizeof gla_pl_operators / sizeof *gla_pl_operators; i++) {
        const gla_pl_operator *operator = &gla_pl_operators[i];
        gla_pl_sub(aTHX_ "GPULinalg::_operator", operator->name, gla_pl_operate, operator);
        if (operator->binary)
            gla_pl_sub(aTHX_ "GPULinalg::_inplace", operator->name, gla_pl_operate_in_place, operator);
    }
    gla_pl_sub(aTHX_ GLA_PL_CLASS, "DESTROY", gla_pl_destroy, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::Stream", "DESTROY", gla_pl_destroy_object, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::Event", "DESTROY", gla_pl_destroy_object, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::Module", "DESTROY", gla_pl_destroy_object, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::Kernel", "DESTROY", gla_pl_destroy_object, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::Elementwise", "DESTROY", gla_pl_destroy_object, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::Reduction", "DESTROY", gla_pl_destroy_object, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::Scan", "DESTROY", gla_pl_destroy_object, NULL);
    gla_pl_sub(aTHX_ "GPULinalg", "CLONE", gla_pl_clone, NULL);
    gla_pl_sub(aTHX_ "GPULinalg", "_handle_signals", gla_pl_handle_signals, NULL);
    if (gla_pl_is_here())
        gla_set_interrupt_hook(gla_pl_interrupted);
}
