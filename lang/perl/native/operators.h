/* operators.h - Overloaded operators of all classes: f(self, other, swapped). */

/* End the call to an operator. */
static void gla_pl_end_operator(pTHX_ CV *cv, gla_status st, I32 ax)
{
    if (st) {
        gla_argument_of(GvNAME(CvGV(cv)), "the operand");
        gla_pl_raise(aTHX_ st);
        gla_pl_throw(aTHX);
    }
    if (UNLIKELY(gla_warning_count()))
        gla_pl_show_warnings(aTHX_ ax, 1);
}

/* ---- right operand that is not an array: its own class may define the operator, as with __radd__ in Python
 * ----------------- */
#define GLA_PL_MAX_DEPTH 50

/* Compute the operator with the method of the operand's class. Put the result into ST(0) and clear the error. Return false if
 * the class does not overload the operator. */
static bool gla_pl_try_right(pTHX_ const gla_operator *operator, gla_status st, I32 ax)
{
    gla_operator_id id = (gla_operator_id)(operator- gla_operators());
    SV *right = ST(1);
    dMY_CXT;
    bool is_refused = st == GLA_DTYPE_ERROR || st == GLA_ARGUMENT_ERROR || st == GLA_NO_ARRAY;
    if (!is_refused || MY_CXT.user_exception || !gla_pl_overloads[id].name || !SvROK(right) || !SvOBJECT(SvRV(right)) ||
        gla_pl_object_of(aTHX_ right) || !gv_fetchmethod_autoload(SvSTASH(SvRV(right)), gla_pl_overloads[id].name, FALSE))
        return false;
    if (MY_CXT.right_depth >= GLA_PL_MAX_DEPTH) /* the class's operator calls this operator again: stop before Perl's stack
                                                 * overflows */
        return false;
    ENTER;
    SAVEINT(MY_CXT.right_depth);
    MY_CXT.right_depth++;
    SV *result = amagic_call(ST(0), right, gla_pl_overloads[id].method, AMGf_noleft);
    LEAVE;
    if (!result)
        return false;
    ST(0) = result;
    gla_clear_error();
    return true;
}

/* Apply an operator of an object of another class, whose class defines the operator. */
static gla_status gla_pl_compute_object(pTHX_ const gla_operator *operator, I32 ax, I32 items, int swapped)
{
    gla_outcome out;
    gla_operator_id id = (gla_operator_id)(operator- gla_operators());
    gla_status st = gla_operate(GLA_READER, id, ST(0 ^ swapped), operator->binary ? ST(1 ^ swapped) : NULL, &out);
    if (!st)
        ST(0) = gla_pl_value(aTHX_ & out.results[0]);
    gla_release_outcome(&out);
    return st && operator->binary && !swapped && gla_pl_try_right(aTHX_ operator, st, ax) ? GLA_OK : st;
}

/* Compute the operator and put the result into ST(0). */
static gla_status gla_pl_compute(pTHX_ const gla_operator *operator, I32 ax, I32 items)
{
    const gla_array *in[2] = {NULL, NULL};
    gla_array *tmp[2] = {NULL, NULL}, *out = NULL;
    gla_status st = GLA_OK;
    int n = operator->binary ? 2 : 1, swapped = n == 2 && items > 2 && SvTRUE(ST(2));
    if (items < n)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: too few operands", operator->name);
    for (int i = 0; i < n; i++) {
        SV *sv = ST(i ^ swapped);
        if (SvROK(sv) && !(in[i] = gla_pl_handle(aTHX_ SvRV(sv))) && gla_pl_object_of(aTHX_ sv))
            return gla_pl_compute_object(aTHX_ operator, ax, items, swapped);
    }
    for (int i = 0; i < n && !st; i++)
        if (!in[i])
            st = gla_pl_array(aTHX_ GLA_PL_FRAME, ST(i ^ swapped), &in[i], &tmp[i]);
    for (int i = 0; i < n && !st; i++)
        tmp[i] = tmp[i] ? tmp[i] : gla_pl_take_temporary(aTHX_ ST(i ^ swapped), i == 0);
    if (!st)
        st = n == 1 ? operator->unary(in[0], &out) : operator->binary(in[0], in[1], &out);
    for (int i = 0; i < n; i++)
        gla_unref(tmp[i]);
    if (st && n == 2 && !swapped && gla_pl_try_right(aTHX_ operator, st, ax))
        return GLA_OK;
    if (!st)
        ST(0) = gla_pl_wrap(aTHX_ out);
    return st;
}

XS(gla_pl_operate);
XS(gla_pl_operate)
{
    dXSARGS;
    gla_start_call();
    gla_pl_end_operator(aTHX_ cv, gla_pl_compute(aTHX_ XSANY.any_ptr, ax, items), ax);
    XSRETURN(1);
}

/* x += y and similar operators. The copy constructor ensures that other variables that refer to the array do not change. */
XS(gla_pl_operate_in_place);
XS(gla_pl_operate_in_place)
{
    dXSARGS;
    dMY_CXT;
    const gla_operator *operator= XSANY.any_ptr;
    const gla_array *y = NULL;
    gla_array *x, *tmp = NULL;
    MY_CXT.copied = NULL;
    gla_start_call();
    gla_status st = items < 2 ? gla_fail(GLA_ARGUMENT_ERROR, "%s: too few operands", operator->name)
                              : gla_pl_self(aTHX_ ST(0), &x);
    if (!st && !(st = gla_pl_array(aTHX_ GLA_PL_FRAME, ST(1), &y, &tmp)))
        st = gla_operate_in_place(operator, x, y);
    gla_unref(tmp);
    if (st && !y && items > 1 && gla_pl_object_of(aTHX_ ST(1)))
        st = gla_pl_compute(aTHX_ operator, ax, 2);
    else if (st && !y && items > 1 && gla_pl_try_right(aTHX_ operator, st, ax))
        st = GLA_OK;
    gla_pl_end_operator(aTHX_ cv, st, ax);
    XSRETURN(1);
}

/* ---- x .= y: assignment to the elements, through views, as in PDL ---------------------------------------------------------
 *
 * If several variables refer to an array, Perl calls the copy constructor before an assigning operator changes the array. With
 * `.=` only the copy would change, and the change would be lost, so the copy is undone. The constructor remembers its last
 * copy, and Perl calls the operator directly afterwards. */
XS(gla_pl_copy_construct);
XS(gla_pl_copy_construct)
{
    dXSARGS;
    dMY_CXT;
    gla_array *x, *copy = NULL;
    gla_start_call();
    gla_status st = items < 1 ? gla_fail(GLA_ARGUMENT_ERROR, "copy: too few operands") : gla_pl_self(aTHX_ ST(0), &x);
    if (!st)
        st = gla_copy(x, &copy);
    if (!st) {
        SvREFCNT_dec(MY_CXT.original);
        MY_CXT.original = newRV_inc(SvRV(ST(0)));
        ST(0) = gla_pl_wrap(aTHX_ copy);
        MY_CXT.copied = SvRV(ST(0));
    }
    gla_pl_end_operator(aTHX_ cv, st, ax);
    XSRETURN(1);
}

XS(gla_pl_assign);
XS(gla_pl_assign)
{
    dXSARGS;
    dMY_CXT;
    static const gla_index everything = {.n = 1, .v = {{.kind = GLA_INDEX_ELLIPSIS}}};
    const gla_array *y = NULL;
    gla_array *x, *tmp = NULL;
    if (items > 1 && SvROK(ST(0)) && SvRV(ST(0)) == MY_CXT.copied)
        sv_setsv(ST(0), MY_CXT.original);
    MY_CXT.copied = NULL;
    gla_start_call();
    gla_status st = items < 2 ? gla_fail(GLA_ARGUMENT_ERROR, "assign: too few operands") : gla_pl_self(aTHX_ ST(0), &x);
    if (!st && !SvROK(ST(1)) && SvPOK(ST(1)) && !looks_like_number(ST(1))) {
        char text[GLA_DESCRIPTION];
        st = gla_fail(GLA_DTYPE_ERROR,
                      ".=: %s is not a number: .= assigns to the elements of an Array; to join strings write \"$x\" . ...",
                      gla_pl_describe(aTHX_ ST(1), text));
    }
    if (!st && !(st = gla_pl_array(aTHX_ GLA_PL_FRAME, ST(1), &y, &tmp)))
        st = gla_setitem(x, &everything, y);
    gla_unref(tmp);
    gla_pl_end_operator(aTHX_ cv, st, ax);
    XSRETURN(1);
}

static CV *gla_pl_sub(pTHX_ const char *package, const char *name, XSUBADDR_t code, const void *any)
{
    CV *cv = newXS(SvPV_nolen(sv_2mortal(newSVpvf("%s::%s", package, name))), code, __FILE__);
    CvXSUBANY(cv).any_ptr = (void *)any;
    return cv;
}

static void gla_pl_install_operators(pTHX)
{
    for (int i = 0; i < GLA_OPERATOR_COUNT; i++) {
        const gla_operator *operator= & gla_operators()[i];
        gla_pl_sub(aTHX_ "GPULinalg::_operator", operator->name, gla_pl_operate, operator);
        if (operator->binary)
            gla_pl_sub(aTHX_ "GPULinalg::_inplace", operator->name, gla_pl_operate_in_place, operator);
    }
    gla_pl_sub(aTHX_ "GPULinalg::_inplace", "copy", gla_pl_copy_construct, NULL);
    gla_pl_sub(aTHX_ "GPULinalg::_inplace", "assign", gla_pl_assign, NULL);
}
