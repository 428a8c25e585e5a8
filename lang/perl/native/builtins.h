/* builtins.h - Checks of Perl's built-in functions that a script calls with lists or strings by mistake. log([1, 2]) is the
 * logarithm of an address, exp("x") is 1, and (...) x $b repeats a list. Perl computes all of these without an error. In code
 * compiled in the scope of `use GPULinalg`, these operators check their operands first. */

static Perl_check_t gla_pl_checks[MAXO]; /* the previous check functions */

static void gla_pl_refuse_operand(pTHX_ SV *sv)
{
    char text[GLA_DESCRIPTION];
    const char *name = PL_op_name[PL_op->op_type], *ours = PL_op->op_type == OP_INT ? "trunc" : name;
    if (SvROK(sv))
        gla_fail(GLA_DTYPE_ERROR, "%s: Perl's own %s takes a number, but a list was given; call GPULinalg::%s", name, name,
                 ours);
    else
        gla_fail(GLA_DTYPE_ERROR, "%s: %s is not a number", name, gla_pl_describe(aTHX_ sv, text));
    gla_pl_raise(aTHX_ GLA_DTYPE_ERROR);
    gla_pl_throw(aTHX);
}

/* abs, int and atan2 accept strings, because scripts use them to convert strings such as "5 km" to numbers. */
static inline void gla_pl_check_operand(pTHX_ SV *sv, bool text_too)
{
    if (SvROK(sv) ? SvTYPE(SvRV(sv)) == SVt_PVAV && !SvOBJECT(SvRV(sv))
                  : text_too && (SvFLAGS(sv) & (SVf_POK | SVf_IOK | SVf_NOK | SVs_GMG)) == SVf_POK && !looks_like_number(sv))
        gla_pl_refuse_operand(aTHX_ sv);
}

static OP *gla_pl_function_op(pTHX)
{
    gla_pl_check_operand(aTHX_ * PL_stack_sp, true);
    return PL_ppaddr[PL_op->op_type](aTHX);
}

static OP *gla_pl_rounding_op(pTHX)
{
    gla_pl_check_operand(aTHX_ * PL_stack_sp, false);
    return PL_ppaddr[PL_op->op_type](aTHX);
}

static OP *gla_pl_atan2_op(pTHX)
{
    gla_pl_check_operand(aTHX_ PL_stack_sp[-1], false);
    return gla_pl_rounding_op(aTHX);
}

static OP *gla_pl_repeat_op(pTHX)
{
    SV *right = *PL_stack_sp;
    if (UNLIKELY(SvROK(right)) && PL_op->op_private & OPpREPEAT_DOLIST && GIMME_V == G_LIST &&
        gla_pl_handle(aTHX_ SvRV(right))) {
        gla_fail(GLA_ARGUMENT_ERROR, "x: Perl repeats a left operand in parentheses as a list; omit the parentheses, or call "
                                     "GPULinalg::matmul");
        gla_pl_raise(aTHX_ GLA_ARGUMENT_ERROR);
        gla_pl_throw(aTHX);
    }
    return PL_ppaddr[OP_REPEAT](aTHX);
}

static const struct {
    OPCODE type;
    OP *(*op)(pTHX);
} gla_pl_builtins[] = {{OP_EXP, gla_pl_function_op}, {OP_LOG, gla_pl_function_op}, {OP_SQRT, gla_pl_function_op},
                       {OP_SIN, gla_pl_function_op}, {OP_COS, gla_pl_function_op}, {OP_ABS, gla_pl_rounding_op},
                       {OP_INT, gla_pl_rounding_op}, {OP_ATAN2, gla_pl_atan2_op},  {OP_REPEAT, gla_pl_repeat_op}};

/* Called when Perl compiles one of these operators. */
static OP *gla_pl_check(pTHX_ OP *o)
{
    OPCODE type = o->op_type;
    o = gla_pl_checks[type](aTHX_ o);
    if (o->op_type != type || o->op_ppaddr != PL_ppaddr[type] || !(PL_hints & HINT_LOCALIZE_HH) ||
        !SvTRUE(cop_hints_fetch_pvs(PL_curcop, "GPULinalg", 0)))
        return o;
    for (size_t i = 0; i < sizeof gla_pl_builtins / sizeof *gla_pl_builtins; i++)
        if (gla_pl_builtins[i].type == type)
            o->op_ppaddr = gla_pl_builtins[i].op;
    return o;
}

static void gla_pl_watch_builtins(pTHX)
{
    for (size_t i = 0; i < sizeof gla_pl_builtins / sizeof *gla_pl_builtins; i++)
        wrap_op_checker(gla_pl_builtins[i].type, gla_pl_check, &gla_pl_checks[gla_pl_builtins[i].type]);
}
