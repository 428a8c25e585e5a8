/* temporaries.h - operands that nobody but Perl's stack holds: the result may take their memory.
 *
 * In $w * (1 - $x) the value of 1 - $x is a mortal that nothing else refers to.  But $_[0] and $_ can be such a mortal too, so
 * its counts and flags are no proof.  The program is: the operator whose overloading is being called has operands, and the
 * value of one that is an operator itself went from there to the stack and nowhere else. */

/* The operator of the script that was overloaded; amagic_call saves it, first of all, when it calls the method. */
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

static bool gla_pl_is_operator(const OP *op)
{
    switch (op->op_type) {
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_MODULO:
    case OP_POW:
    case OP_REPEAT:
    case OP_NEGATE:
    case OP_ABS:
    case OP_SQRT:
    case OP_EXP:
    case OP_LOG:
    case OP_SIN:
    case OP_COS:
    case OP_ATAN2:
    case OP_INT:
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
    case OP_LEFT_SHIFT:
    case OP_RIGHT_SHIFT:
    case OP_COMPLEMENT: return !(op->op_flags & OPf_STACKED); /* $x += ... */
    default: return false;
    }
}

/* Whether an operator leaves a new value on the stack, and nowhere else: not in a variable. */
static bool gla_pl_makes_value(const OP *op)
{
    return gla_pl_is_operator(op) && !(PL_opargs[op->op_type] & OA_TARGLEX && op->op_private & OPpTARGET_MY);
}

/* The operand of op that is on the left, or the other one. */
static const OP *gla_pl_operand(const OP *op, bool left)
{
    const OP *first = op->op_flags & OPf_KIDS ? cUNOPx(op)->op_first : NULL;
    if (first && first->op_type == OP_PUSHMARK)
        first = OpHAS_SIBLING(first) ? OpSIBLING(first) : NULL;
    if (!first || left)
        return first;
    return OpHAS_SIBLING(first) ? OpSIBLING(first) : NULL;
}

/* The array of such an operand, which it no longer keeps, offered to the operation; NULL of any other. */
static gla_array *gla_pl_give_up(pTHX_ SV *sv, bool left)
{
    if (!SvTEMP(sv) || SvREFCNT(sv) != 1 || SvMAGICAL(sv) || !SvROK(sv) || SvREFCNT(SvRV(sv)) != 1)
        return NULL;
    gla_array *a = gla_pl_handle(aTHX_ SvRV(sv));
    if (!a || gla_array_size(a) < GLA_LEAST_REUSED || SvMAGIC(SvRV(sv))) /* a weak reference is magic of what it refers to */
        return NULL;
    const OP *op = gla_pl_overloaded_op(aTHX), *operand = op && gla_pl_is_operator(op) ? gla_pl_operand(op, left) : NULL;
    if (!operand || !gla_pl_makes_value(operand) || !gla_offer(a))
        return NULL;
    gla_pl_set_handle(aTHX_ SvRV(sv), NULL, 0);
    return a;
}
