/* parse_value.c - Parse values of a formula: operators by precedence, functions, casts, numbers. */
#include "formula/read.h"
#include "elementwise/ops.h"

#include <stdio.h>
#include <string.h>

#define MAX_LEVELS 400 /* maximum depth of the tree, which is traversed recursively */
#define UNARY_LEVEL 11 /* precedence above unary signs: powers */

/* Aliases of operations of the table, from C, Python and Perl. */
static const struct {
    const char *name;
    gla_op op;
} aliases[] = {
    {"fabs", GLA_OP_abs},
    {"min", GLA_OP_minimum},
    {"max", GLA_OP_maximum},
    {"rint", GLA_OP_round},
    {"compare_unsigned", GLA_OP_COUNT}, /* for internal use of the library */
    {"round_behind", GLA_OP_COUNT},
    {"round_before", GLA_OP_COUNT},
};

gla_syntax *gla_new_syntax(gla_reader *r, gla_syntax_kind kind, int at, gla_syntax *a, gla_syntax *b, gla_syntax *c)
{
    gla_syntax *s = r->status ? NULL : gla_formula_alloc(r->f, sizeof *s);
    if (!s) {
        r->status = r->status ? r->status : gla_last_status();
        return NULL;
    }
    *s = (gla_syntax){.kind = kind, .at = at, .child = {a, b, c}, .depth = 1};
    for (int i = 0; i < 3; i++)
        for (const gla_syntax *part = s->child[i]; part; part = part->next)
            if (part->depth >= s->depth)
                s->depth = part->depth + 1;
    if (s->depth > MAX_LEVELS)
        gla_read_fail(r, at, "the expression is nested more than %d levels deep; use local variables", MAX_LEVELS);
    return r->status ? NULL : s;
}

gla_syntax *gla_new_constant(gla_reader *r, int at, const gla_constant *value)
{
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_CONSTANT, at, NULL, NULL, NULL);
    if (s)
        s->value = *value;
    return s;
}

gla_syntax *gla_new_operation(gla_reader *r, gla_op op, int at, gla_syntax *a, gla_syntax *b, gla_syntax *c)
{
    gla_syntax *args[] = {a, b, c};
    const gla_constant *constants[3];
    gla_constant value;
    int arity = gla_op_describe(op)->arity, n = 0;
    while (n < arity && args[n] && args[n]->kind == GLA_SYNTAX_CONSTANT) {
        constants[n] = &args[n]->value;
        n++;
    }
    gla_folding folding = n == arity ? gla_fold_constants(op, n, constants, &value) : GLA_NOT_FOLDED;
    if (folding == GLA_FOLDED)
        return gla_new_constant(r, at, &value);
    if (folding)
        gla_read_fail(r, at, "%s", gla_folding_fault(folding));
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_OPERATION, at, a, b, c);
    if (s)
        s->op = op;
    return s;
}

/* ---- and, or: a bool if the operands are bools, otherwise one of the operands, as in Python and Perl -------------------- */
/* `a and b` is stored as a ? b : a, and `a or b` as a ? a : b. The node of the condition is therefore shared: it is also the
 * last child of `and`, or the second child of `or`. */
static bool is_chosen(const gla_syntax *s, bool both)
{
    return s->kind == GLA_SYNTAX_OPERATION && s->op == GLA_OP_where && s->child[0] == s->child[both ? 2 : 1];
}

/* Return true if the operators of a value make it bool, whatever its operands are. */
static bool is_truth(const gla_syntax *s)
{
    if (s->kind == GLA_SYNTAX_CONSTANT)
        return s->value.dtype == GLA_BOOL;
    if (s->kind == GLA_SYNTAX_CAST)
        return s->type.dtype == GLA_BOOL;
    return s->kind == GLA_SYNTAX_OPERATION && gla_op_describe(s->op)->result == GLA_RESULT_TO_BOOL;
}

gla_syntax *gla_as_truth(gla_reader *r, gla_syntax *s)
{
    bool both = s && is_chosen(s, true);
    if (!s || r->status || !(both || is_chosen(s, false)))
        return s;
    return gla_new_operation(r, both ? GLA_OP_logical_and : GLA_OP_logical_or, s->at, gla_as_truth(r, s->child[0]),
                             gla_as_truth(r, s->child[both ? 1 : 2]), NULL);
}

static gla_syntax *choose(gla_reader *r, bool both, int at, gla_syntax *a, gla_syntax *b)
{
    if (!a || !b || r->status)
        return NULL;
    if (is_truth(a) && is_truth(b))
        return gla_new_operation(r, both ? GLA_OP_logical_and : GLA_OP_logical_or, at, a, b, NULL);
    if (is_chosen(a, both)) /* associate from the right, so that no operand is duplicated */
        return choose(r, both, a->at, a->child[0], choose(r, both, at, a->child[both ? 1 : 2], b));
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_OPERATION, at, a, both ? b : a, both ? a : b);
    if (s)
        s->op = GLA_OP_where;
    return s;
}

static gla_syntax *read_cast(gla_reader *r, int at, gla_type type, gla_syntax *of)
{
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_CAST, at, of, NULL, NULL);
    if (s)
        s->type = type;
    return s;
}

/* Return the operation named by the current word; fail if there is none. */
static gla_op function_here(gla_reader *r)
{
    char name[40], found[40];
    snprintf(name, sizeof name, "%.*s", r->length > 39 ? 39 : (int)r->length, r->text + r->at);
    gla_op op = gla_op_find(name);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(name, aliases[i].name) == 0)
            op = aliases[i].op;
    if (op == GLA_OP_COUNT)
        gla_read_fail(r, gla_read_place(r),
                      "there is no function %s in formulas; compute it outside, and pass the result as an argument",
                      gla_read_show(r, found));
    return op;
}

const gla_formula_function *gla_find_function(const gla_formula *f, const char *name)
{
    const gla_formula_function *found = f->functions;
    while (found && strcmp(found->name, name) != 0)
        found = found->next;
    return found;
}

/* Return the function of the formula named by the current word, or NULL. */
static const gla_formula_function *own_function_here(const gla_reader *r)
{
    const gla_formula_function *found = r->f->functions;
    while (found && !gla_read_is(r, found->name))
        found = found->next;
    return found;
}

static gla_syntax *read_own_call(gla_reader *r, const gla_formula_function *function)
{
    int at = gla_read_place(r), n = 0, depth = 0;
    gla_syntax *first = NULL, **end = &first;
    gla_read_next(r);
    gla_read_want(r, "(");
    for (; !r->status && !gla_read_is(r, ")"); n++) {
        if (n > 0)
            gla_read_want(r, ",");
        if ((*end = gla_read_value(r)))
            end = &(*end)->next;
    }
    gla_read_want(r, ")");
    if (n != function->n)
        gla_read_fail(r, at, "%s takes %d argument%s, not %d", function->name, function->n, function->n == 1 ? "" : "s", n);
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_CALL, at, first, NULL, NULL);
    for (const gla_syntax *part = function->body; part && s; part = part->next)
        depth = part->depth > depth ? part->depth : depth;
    if (!s)
        return NULL;
    s->function = function;
    if ((s->depth += depth) > MAX_LEVELS)
        gla_read_fail(r, at, "the expression is nested more than %d levels deep; use local variables", MAX_LEVELS);
    return s;
}

static gla_syntax *read_call(gla_reader *r)
{
    int at = gla_read_place(r), n = 0;
    gla_syntax *args[3] = {NULL};
    gla_op op = function_here(r);
    if (r->status)
        return NULL;
    int arity = gla_op_describe(op)->arity;
    gla_read_next(r);
    gla_read_want(r, "(");
    for (; !r->status && !gla_read_is(r, ")"); n++) {
        if (n > 0)
            gla_read_want(r, ",");
        gla_syntax *value = gla_read_value(r);
        if (n < 3)
            args[n] = value;
    }
    gla_read_want(r, ")");
    if (n != arity)
        gla_read_fail(r, at, "%s takes %d argument%s, not %d", gla_op_describe(op)->name, arity, arity == 1 ? "" : "s", n);
    return r->status ? NULL : gla_new_operation(r, op, at, args[0], args[1], args[2]);
}

static gla_syntax *read_word(gla_reader *r)
{
    int at = gla_read_place(r);
    bool truth = gla_read_is(r, "true"), lie = gla_read_is(r, "false");
    if (truth || lie) {
        gla_constant value = {.dtype = GLA_BOOL, .integer = truth};
        gla_read_next(r);
        return gla_new_constant(r, at, &value);
    }
    const gla_formula_function *own = own_function_here(r);
    if (own && gla_read_before(r, "("))
        return read_own_call(r, own);
    if (gla_read_is_type(r) && gla_read_before(r, "(")) {
        gla_type type = gla_read_type(r);
        gla_read_want(r, "(");
        gla_syntax *of = gla_read_value(r);
        gla_read_want(r, ")");
        return read_cast(r, at, type, of);
    }
    if (gla_read_before(r, "("))
        return read_call(r);
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_NAME, at, NULL, NULL, NULL);
    const char *name = gla_read_name(r);
    if (s)
        s->name = name;
    return s;
}

static gla_syntax *read_unary(gla_reader *r);

static gla_syntax *read_primary(gla_reader *r)
{
    char found[40];
    int at = gla_read_place(r);
    if (r->kind == GLA_WORD_NUMBER) {
        gla_constant value;
        gla_read_constant(r, &value);
        return gla_new_constant(r, at, &value);
    }
    if (r->kind == GLA_WORD_NAME && (!gla_read_is_reserved(r) || gla_read_is(r, "true") || gla_read_is(r, "false")))
        return read_word(r);
    if (gla_read_take(r, "(")) {
        if (gla_read_is_type(r) && gla_read_before(r, ")")) {
            gla_type type = gla_read_type(r);
            gla_read_want(r, ")");
            return read_cast(r, at, type, read_unary(r));
        }
        gla_syntax *inner = gla_read_value(r);
        gla_read_want(r, ")");
        return inner;
    }
    gla_read_fail(r, at, "a value is missing before %s", gla_read_show(r, found));
    return NULL;
}

static gla_syntax *read_power(gla_reader *r)
{
    gla_syntax *base = read_primary(r);
    int at = gla_read_place(r);
    if (!gla_read_take(r, "**"))
        return base;
    return gla_new_operation(r, GLA_OP_pow, at, base, read_unary(r), NULL);
}

/* Powers bind tighter than unary signs: -x**2 is -(x**2). */
static gla_syntax *read_unary(gla_reader *r)
{
    static const struct {
        const char *mark;
        gla_op op;
    } signs[] = {{"-", GLA_OP_negative}, {"+", GLA_OP_positive}, {"!", GLA_OP_logical_not}, {"~", GLA_OP_bitwise_invert}};
    int at = gla_read_place(r);
    gla_syntax *s = NULL;
    bool found = false;
    if (++r->nesting > MAX_LEVELS)
        gla_read_fail(r, at, "the expression is nested more than %d levels deep; use local variables", MAX_LEVELS);
    for (size_t i = 0; i < sizeof signs / sizeof *signs && !found; i++)
        if ((found = gla_read_take(r, signs[i].mark))) {
            s = read_unary(r);
            s = gla_new_operation(r, signs[i].op, at, signs[i].op == GLA_OP_logical_not ? gla_as_truth(r, s) : s, NULL, NULL);
        }
    if (!found)
        s = read_power(r);
    r->nesting--;
    return r->status ? NULL : s;
}

/* Parse binary operators of precedence `lowest` or higher, except powers; `and` and `or` have the precedence of && and ||. */
static gla_syntax *read_binary(gla_reader *r, int lowest)
{
    gla_syntax *left = read_unary(r);
    int level;
    for (;;) {
        int at = gla_read_place(r);
        bool both = gla_read_is(r, "and"), word = both || gla_read_is(r, "or");
        const char *mark = both ? "&&" : word ? "||" : r->text + r->at;
        gla_op op = r->status ? GLA_OP_COUNT : gla_operator_read(mark, word ? 2 : r->length, &level);
        if (op == GLA_OP_COUNT || level < lowest || level >= UNARY_LEVEL)
            return left;
        gla_read_next(r);
        gla_syntax *right = read_binary(r, level + 1);
        if (word)
            left = choose(r, both, at, left, right);
        else if (op == GLA_OP_logical_and || op == GLA_OP_logical_or)
            left = gla_new_operation(r, op, at, gla_as_truth(r, left), gla_as_truth(r, right), NULL);
        else
            left = gla_new_operation(r, op, at, left, right, NULL);
    }
}

gla_syntax *gla_read_value(gla_reader *r)
{
    gla_syntax *condition = read_binary(r, 1);
    int at = gla_read_place(r);
    if (!gla_read_take(r, "?"))
        return condition;
    if (++r->nesting > MAX_LEVELS)
        gla_read_fail(r, at, "the expression is nested more than %d levels deep; use local variables", MAX_LEVELS);
    gla_syntax *yes = gla_read_value(r);
    gla_read_want(r, ":");
    gla_syntax *no = gla_read_value(r);
    r->nesting--;
    return gla_new_operation(r, GLA_OP_where, at, gla_as_truth(r, condition), yes, no);
}
