/* temporaries.h - Reuse of the memory of temporary operands for the result.
 *
 * A temporary operand is a value that only Perl's stack refers to. In $w * (1 - $x) the value of 1 - $x is a mortal without
 * other references. But $_[0] and $_ can be such mortals too, so reference counts and flags are not sufficient evidence. The op
 * tree is: if an operand of the overloaded operator is an operator itself, then its value was put on the stack and nowhere
 * else. */

/* Return the op of the script whose operator was overloaded. amagic_call saves this op first when it calls the method. */
static const OP *gla_pl_overloaded_op(pTHX)
{
    if (PL_curstackinfo->si_type != PERLSI_OVERLOAD)
        return NULL;
    for (I32 level = 1; level <= 2 && level <= PL_scopestack_ix; level++) {
        I32 base = PL_scopestack[PL_scopestack_ix - level];
        if (base + 1 < PL_savestack_ix && (PL_savestack[base + 1].any_uv & SAVE_MASK) == SAVEt_OP)
            return (const OP *)PL_savestack[base].any_ptr;
    }
    return NULL;
}

/* Perl's op, method and name of each operator. */
static const struct {
    OPCODE type;      /* kind of op whose value is a new object; 0: not considered */
    int method;       /* overloading method if the operator has two operands, */
    const char *name; /* and its name in a package, as in overload.pm */
} gla_pl_overloads[GLA_OPERATOR_COUNT] = {[GLA_OP_ADD] = {OP_ADD, add_amg, "(+"},
                                          [GLA_OP_SUBTRACT] = {OP_SUBTRACT, subtr_amg, "(-"},
                                          [GLA_OP_MULTIPLY] = {OP_MULTIPLY, mult_amg, "(*"},
                                          [GLA_OP_DIVIDE] = {OP_DIVIDE, div_amg, "(/"},
                                          [GLA_OP_REMAINDER] = {OP_MODULO, modulo_amg, "(%"},
                                          [GLA_OP_POW] = {OP_POW, pow_amg, "(**"},
                                          [GLA_OP_MATMUL] = {OP_REPEAT, repeat_amg, "(x"},
                                          [GLA_OP_ATAN2] = {OP_ATAN2, atan2_amg, "(atan2"},
                                          [GLA_OP_EQUAL] = {0, eq_amg, "(=="},
                                          [GLA_OP_NOT_EQUAL] = {0, ne_amg, "(!="},
                                          [GLA_OP_LESS] = {0, lt_amg, "(<"},
                                          [GLA_OP_LESS_EQUAL] = {0, le_amg, "(<="},
                                          [GLA_OP_GREATER] = {0, gt_amg, "(>"},
                                          [GLA_OP_GREATER_EQUAL] = {0, ge_amg, "(>="},
                                          [GLA_OP_AND] = {OP_BIT_AND, band_amg, "(&"},
                                          [GLA_OP_OR] = {OP_BIT_OR, bor_amg, "(|"},
                                          [GLA_OP_XOR] = {OP_BIT_XOR, bxor_amg, "(^"},
                                          [GLA_OP_LEFT_SHIFT] = {OP_LEFT_SHIFT, lshift_amg, "(<<"},
                                          [GLA_OP_RIGHT_SHIFT] = {OP_RIGHT_SHIFT, rshift_amg, "(>>"},
                                          [GLA_OP_NEGATIVE] = {OP_NEGATE, 0, NULL},
                                          [GLA_OP_ABS] = {OP_ABS, 0, NULL},
                                          [GLA_OP_INVERT] = {OP_COMPLEMENT, 0, NULL},
                                          [GLA_OP_SQRT] = {OP_SQRT, 0, NULL},
                                          [GLA_OP_EXP] = {OP_EXP, 0, NULL},
                                          [GLA_OP_LOG] = {OP_LOG, 0, NULL},
                                          [GLA_OP_SIN] = {OP_SIN, 0, NULL},
                                          [GLA_OP_COS] = {OP_COS, 0, NULL},
                                          [GLA_OP_TRUNC] = {OP_INT, 0, NULL}};

static bool gla_pl_is_operator(const OP *op)
{
    bool found = false;
    for (int i = 0; i < GLA_OPERATOR_COUNT && !found; i++)
        found = op->op_type && gla_pl_overloads[i].type == op->op_type;
    return found && !(op->op_flags & OPf_STACKED); /* excludes $x += ... */
}

/* Return true if an operator puts a new value on the stack and does not store it in a variable. */
static bool gla_pl_makes_value(const OP *op)
{
    return gla_pl_is_operator(op) && !(PL_opargs[op->op_type] & OA_TARGLEX && op->op_private & OPpTARGET_MY);
}

/* Return the left or the right operand of op. */
static const OP *gla_pl_operand(const OP *op, bool left)
{
    const OP *first = op->op_flags & OPf_KIDS ? cUNOPx(op)->op_first : NULL;
    if (first && first->op_type == OP_PUSHMARK)
        first = OpHAS_SIBLING(first) ? OpSIBLING(first) : NULL;
    if (!first || left)
        return first;
    return OpHAS_SIBLING(first) ? OpSIBLING(first) : NULL;
}

/* Move the array out of a temporary operand and offer its memory to the operation. Return NULL for any other operand. */
static gla_array *gla_pl_take_temporary(pTHX_ SV *sv, bool left)
{
    if (!SvTEMP(sv) || SvREFCNT(sv) != 1 || SvMAGICAL(sv) || !SvROK(sv) || SvREFCNT(SvRV(sv)) != 1)
        return NULL;
    gla_array *a = gla_pl_handle(aTHX_ SvRV(sv));
    if (!a || gla_array_size(a) < GLA_MIN_REUSED || SvMAGIC(SvRV(sv))) /* a weak reference adds magic to its referent */
        return NULL;
    const OP *op = gla_pl_overloaded_op(aTHX), *operand = op && gla_pl_is_operator(op) ? gla_pl_operand(op, left) : NULL;
    if (!operand || !gla_pl_makes_value(operand) || !gla_offer(a))
        return NULL;
    gla_pl_set_handle(aTHX_ SvRV(sv), NULL, 0);
    return a;
}
