/* resolve.c - Convert a formula to a typed expression: names become values, choices become `where`. Each assignment creates a
 * new value. After a choice a name denotes `where` of its values on both sides. Names that a loop changes are carried from
 * iteration to iteration. The types of these names are found by resolving the body repeatedly until the types do not change. */
#include "formula/rounds.h"
#include "runtime/runtime.h"
#include "elementwise/ops.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAX_NAMES 200
#define MAX_STEPS 2000000 /* limit of resolving steps, because nested function calls and loops multiply the work */

enum { UNKNOWN = -1, MAYBE = -2 }; /* no value; a value on some paths only */

/* Meaning of all names at one position of the formula. */
typedef struct scope {
    int value[MAX_NAMES];
    gla_dtype declared[MAX_NAMES];           /* dtype that assignments convert to; GLA_NO_DTYPE: no conversion */
    bool ended;                              /* this path has returned */
    int done;                                /* bool value that is true if a path to this position has returned; UNKNOWN if no
                                              * path can have returned */
    int n_results, results[GLA_MAX_OUTPUTS]; /* values that it returned */
} scope;

typedef struct resolver {
    const gla_formula *f;
    const gla_type_names *types;
    gla_expr *e;
    int n_names;
    const char *names[MAX_NAMES];
    bool wide[MAX_NAMES]; /* integers whose range in a loop exceeds their initial range */
    int64_t rounds;       /* iterations of the enclosing loops with constant bounds */
    int steps;
    gla_status status;
} resolver;

/* If `value` is negative, which means failure, add the source position `at` to the thread's error message. Only compile errors
 * and dtype errors are changed. */
static int locate(resolver *r, int at, int value)
{
    char message[300];
    if (value >= 0 || r->status)
        return value;
    r->status = gla_last_status();
    if (r->status != GLA_COMPILE_ERROR && r->status != GLA_DTYPE_ERROR)
        return value;
    strncpy(message, gla_last_message(), sizeof message - 1);
    message[sizeof message - 1] = 0;
    r->status = gla_formula_fail(r->f, at, "%s", message);
    return value;
}

/* Record a failure unless one is recorded already, and return -1. */
__attribute__((format(printf, 3, 4))) static int fail(resolver *r, int at, const char *format, ...)
{
    char message[300];
    va_list args;
    va_start(args, format);
    gla_vprint(message, sizeof message, format, args);
    va_end(args);
    if (!r->status)
        r->status = gla_formula_fail(r->f, at, "%s", message);
    return -1;
}

static int number_of(resolver *r, const char *name, int at)
{
    for (int i = 0; i < r->n_names; i++)
        if (strcmp(r->names[i], name) == 0)
            return i;
    if (r->n_names == MAX_NAMES)
        return fail(r, at, "there are more than %d names", MAX_NAMES);
    r->names[r->n_names] = name;
    return r->n_names++;
}

gla_dtype gla_type_dtype(gla_type type, const gla_type_names *names, bool *known)
{
    *known = true;
    if (type.dtype || !type.name)
        return type.dtype;
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->name[i], type.name) == 0)
            return names->dtype[i];
    *known = false;
    return GLA_NO_DTYPE;
}

static gla_dtype type_of(resolver *r, gla_type type, int at)
{
    bool known;
    gla_dtype dtype = gla_type_dtype(type, r->types, &known);
    if (!known)
        fail(r, at, "no input has the type `%s`", type.name);
    return dtype;
}

/* ---- values ---------------------------------------------------------------------------------------------------------- */
static int value_of_name(resolver *r, scope *s, const gla_syntax *v)
{
    static const struct {
        const char *name;
        double value;
    } constants[] = {{"pi", 3.14159265358979323846}, {"inf", INFINITY}, {"nan", NAN}};
    int name = number_of(r, v->name, v->at);
    if (name < 0)
        return -1;
    if (s->value[name] >= 0)
        return s->value[name];
    if (s->value[name] == MAYBE)
        return fail(r, v->at, "`%s` has a value on some paths only; assign a value before", v->name);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(v->name, constants[i].name) == 0)
            return gla_expr_constant(r->e, (gla_constant){.dtype = GLA_FLOAT64, .re = constants[i].value}, true);
    return fail(r, v->at, "there is no `%s`", v->name);
}

static int call(resolver *r, scope *s, const gla_syntax *v);

static int value_of(resolver *r, scope *s, const gla_syntax *v)
{
    int args[3] = {0};
    if (!r->status && ++r->steps > MAX_STEPS)
        fail(r, v->at, "the formula becomes too large here: functions or loops are nested too deeply");
    if (r->status)
        return -1;
    switch (v->kind) {
    case GLA_SYNTAX_CONSTANT: return locate(r, v->at, gla_expr_constant(r->e, v->value, true));
    case GLA_SYNTAX_NAME: return value_of_name(r, s, v);
    case GLA_SYNTAX_CAST: {
        int of = value_of(r, s, v->child[0]);
        gla_dtype dtype = of < 0 ? GLA_NO_DTYPE : type_of(r, v->type, v->at);
        return r->status ? -1 : locate(r, v->at, gla_expr_cast(r->e, of, dtype, false));
    }
    case GLA_SYNTAX_CALL: return call(r, s, v);
    default:
        for (int i = 0; i < gla_op_describe(v->op)->arity; i++)
            if ((args[i] = value_of(r, s, v->child[i])) < 0)
                return -1;
        return locate(r, v->at, gla_expr_operation(r->e, v->op, args));
    }
}

static int choose(resolver *r, int at, int condition, int yes, int no)
{
    int args[3] = {condition, yes, no};
    return yes == no ? yes : locate(r, at, gla_expr_operation(r->e, GLA_OP_where, args));
}

/* ---- statements ------------------------------------------------------------------------------------------------------ */
static void do_list(resolver *r, scope *s, const gla_syntax *list);

static void do_assign(resolver *r, scope *s, const gla_syntax *v)
{
    int name = number_of(r, v->name, v->at), value = value_of(r, s, v->child[0]);
    if (name < 0 || value < 0)
        return;
    if (v->type.dtype || v->type.name)
        s->declared[name] = type_of(r, v->type, v->at);
    if (s->declared[name] && !r->status)
        value = locate(r, v->at, gla_expr_cast(r->e, value, s->declared[name], false));
    s->value[name] = value;
}

static void do_return(resolver *r, scope *s, const gla_syntax *v)
{
    int results[GLA_MAX_OUTPUTS], n = 0;
    for (const gla_syntax *part = v->child[0]; part && !r->status; part = part->next)
        results[n++] = value_of(r, s, part);
    if (!r->status && s->n_results && s->n_results != n)
        fail(r, v->at, "the number of returned values is %d here, but %d elsewhere", n, s->n_results);
    for (int i = 0; i < n && !r->status; i++)
        s->results[i] = s->done >= 0 ? choose(r, v->at, s->done, s->results[i], results[i]) : results[i];
    s->n_results = n;
    s->ended = true;
    s->done = UNKNOWN;
}

static int truth(resolver *r, const scope *s, int at)
{
    if (s->ended || s->done < 0)
        return locate(r, at, gla_expr_constant(r->e, (gla_constant){.dtype = GLA_BOOL, .integer = s->ended}, false));
    return s->done;
}

/* Merge the values returned on both sides of a choice. */
static void merge_results(resolver *r, scope *s, int at, int condition, const scope *yes, const scope *no)
{
    bool any = yes->ended || no->ended || yes->done >= 0 || no->done >= 0;
    s->ended = yes->ended && no->ended;
    s->done = UNKNOWN;
    if (!any)
        return;
    if (yes->n_results && no->n_results && yes->n_results != no->n_results) {
        fail(r, at, "the number of returned values is %d on one side, but %d on the other", yes->n_results, no->n_results);
        return;
    }
    s->n_results = yes->n_results ? yes->n_results : no->n_results;
    for (int i = 0; i < s->n_results && !r->status; i++)
        s->results[i] = choose(r, at, condition, yes->n_results ? yes->results[i] : no->results[i],
                               no->n_results ? no->results[i] : yes->results[i]);
    if (!s->ended && !r->status) {
        int a = truth(r, yes, at), b = truth(r, no, at);
        s->done = a < 0 || b < 0 ? UNKNOWN : choose(r, at, condition, a, b);
    }
}

static void do_if(resolver *r, scope *s, const gla_syntax *v)
{
    scope yes, no;
    int condition = value_of(r, s, v->child[0]);
    if (condition < 0)
        return;
    yes = no = *s;
    do_list(r, &yes, v->child[1]);
    do_list(r, &no, v->child[2]);
    for (int i = 0; i < r->n_names && !r->status; i++) {
        int a = yes.ended ? no.value[i] : yes.value[i], b = no.ended ? yes.value[i] : no.value[i];
        gla_dtype declared = yes.ended ? no.declared[i] : yes.declared[i];
        s->declared[i] = declared;
        if (a >= 0 && b >= 0 && !(yes.ended && no.ended)) {
            s->value[i] = choose(r, v->at, condition, a, b);
            if (declared && s->value[i] >= 0)
                s->value[i] = locate(r, v->at, gla_expr_cast(r->e, s->value[i], declared, false));
        } else if (a != UNKNOWN || b != UNKNOWN) {
            s->value[i] = MAYBE;
        }
    }
    merge_results(r, s, v->at, condition, &yes, &no);
}

/* Find the names that a list of statements assigns to. */
static void find_assigned(resolver *r, const gla_syntax *list, bool *assigned)
{
    for (; list && !r->status; list = list->next) {
        int name = list->kind == GLA_SYNTAX_ASSIGN ? number_of(r, list->name, list->at) : -1;
        if (name >= 0)
            assigned[name] = true;
        if (list->kind == GLA_SYNTAX_IF) {
            find_assigned(r, list->child[1], assigned);
            find_assigned(r, list->child[2], assigned);
        } else if (list->kind == GLA_SYNTAX_FOR) {
            find_assigned(r, list->child[2], assigned);
        }
    }
}

/* Return a loop bound as int64. A uint64 bound keeps its dtype, because it may exceed int64. */
static int bound_of(resolver *r, scope *s, const gla_syntax *v)
{
    bool whole = v->kind == GLA_SYNTAX_CAST && v->type.dtype == GLA_INT64; /* an explicit cast of a real bound */
    int value = value_of(r, s, whole ? v->child[0] : v);
    if (value >= 0 && whole && !gla_dtype_is_integer(r->e->values[value].dtype))
        value = locate(r, v->at, gla_expr_cast(r->e, value, GLA_INT64, false));
    if (value < 0)
        return -1;
    const gla_value *u = &r->e->values[value];
    if (!u->uniform)
        return fail(r, v->at, "the bound of a loop must be the same for all elements: a constant or a 0-d argument");
    if (!gla_dtype_is_integer(u->dtype) && u->dtype != GLA_BOOL)
        return fail(r, v->at, "the bound of a loop must be an integer, not %s", gla_dtype_name(u->dtype));
    return u->dtype == GLA_UINT64 ? value : locate(r, v->at, gla_expr_cast(r->e, value, GLA_INT64, false));
}

/* Return the number of iterations of a loop with constant bounds, times the iterations of the enclosing loops. Other loops are
 * treated as one iteration and are checked at run time. */
static int64_t rounds_of(resolver *r, const gla_syntax *v, int begin, int end)
{
    const gla_value *a = &r->e->values[begin], *b = &r->e->values[end];
    if (a->kind != GLA_EXPR_CONSTANT || b->kind != GLA_EXPR_CONSTANT)
        return r->rounds;
    bool beyond;
    double rounds = gla_rounds_between(gla_bound(a->value.integer, a->dtype), gla_bound(b->value.integer, b->dtype), v->reached,
                                       v->value.integer, &beyond);
    if (rounds * (double)r->rounds > GLA_MAX_ROUNDS)
        fail(r, v->at, "the loop has %.0f iterations for each element; at most %d are allowed", rounds * (double)r->rounds,
             GLA_MAX_ROUNDS);
    else if (beyond)
        fail(r, v->at, "the counter of a loop exceeds the largest int64");
    return rounds > 1 && !r->status ? (int64_t)rounds * r->rounds : r->rounds;
}

/* Values that one loop carries from iteration to iteration. */
typedef struct carried_values {
    int n, name[MAX_NAMES], initial[MAX_NAMES], carried[MAX_NAMES], next[MAX_NAMES];
} carried_values;

/* Resolve the body of a loop once. Set *stable to true if all carried values keep their types. */
static void try_loop(resolver *r, const scope *s, const gla_syntax *v, const int bounds[2], carried_values *c, bool *stable)
{
    gla_expr *e = r->e;
    scope inner = *s;
    int loop = locate(r, v->at, gla_expr_loop(e, bounds[0], bounds[1], v->reached, v->value.integer));
    int counter = loop < 0 ? -1 : locate(r, v->at, gla_expr_counter(e)), name = number_of(r, v->name, v->at);
    if (counter < 0 || name < 0)
        return;
    inner.value[name] = counter;
    inner.declared[name] = GLA_NO_DTYPE;
    for (int i = 0; i < c->n && !r->status; i++)
        inner.value[c->name[i]] = c->carried[i] = locate(r, v->at, gla_expr_carried(e, c->initial[i], r->wide[c->name[i]]));
    do_list(r, &inner, v->child[2]);
    if (!r->status && (inner.ended || inner.done != s->done))
        fail(r, v->at, "return is not allowed in a loop; store the value in a variable");
    *stable = true;
    for (int i = 0; i < c->n && !r->status; i++) {
        if ((c->next[i] = inner.value[c->name[i]]) < 0) {
            fail(r, v->at, "`%s` has no value after some iterations", r->names[c->name[i]]);
            return;
        }
        bool weak;
        const gla_value *old = &e->values[c->carried[i]];
        gla_dtype dtype = gla_expr_common(old, &e->values[c->next[i]], &weak);
        *stable = *stable && dtype == old->dtype && weak == old->weak;
        bool *wide = &r->wide[c->name[i]], grows = !gla_expr_range_within(&e->values[c->next[i]], old);
        *stable = *stable && (*wide || !grows);
        *wide = *wide || grows;
        c->next[i] = locate(r, v->at, gla_expr_join(e, c->next[i], dtype, weak));
    }
}

/* Convert the initial values to the types at the end of an iteration. */
static void adapt(resolver *r, const gla_syntax *v, carried_values *c, const gla_dtype *dtype, const bool *weak)
{
    for (int i = 0; i < c->n && !r->status; i++)
        c->initial[i] = locate(r, v->at, gla_expr_join(r->e, c->initial[i], dtype[i], weak[i]));
}

static void do_for(resolver *r, scope *s, const gla_syntax *v)
{
    bool assigned[MAX_NAMES] = {false}, weak[MAX_NAMES], stable = false;
    gla_dtype dtype[MAX_NAMES];
    carried_values c = {.n = 0};
    int bounds[2] = {bound_of(r, s, v->child[0]), -1}, counter = number_of(r, v->name, v->at), open = r->e->open;
    bounds[1] = bounds[0] < 0 ? -1 : bound_of(r, s, v->child[1]);
    find_assigned(r, v->child[2], assigned);
    if (r->status)
        return;
    int64_t around = r->rounds, rounds = rounds_of(r, v, bounds[0], bounds[1]);
    if (assigned[counter])
        fail(r, v->at, "the counter `%s` is changed in the loop", v->name);
    if (s->value[counter] >= 0) /* its value after the loop would be ambiguous */
        fail(r, v->at, "`%s` has a value already; give the counter of the loop another name", v->name);
    for (int i = 0; i < r->n_names; i++)
        if (assigned[i] && s->value[i] >= 0) {
            c.name[c.n] = i;
            c.initial[c.n++] = s->value[i];
        }
    r->rounds = rounds;
    while (!r->status && !stable) {
        int mark = r->e->n;
        try_loop(r, s, v, bounds, &c, &stable);
        for (int i = 0; i < c.n && !r->status; i++) {
            dtype[i] = r->e->values[c.next[i]].dtype;
            weak[i] = r->e->values[c.next[i]].weak;
        }
        if (!r->status && !stable) {
            gla_expr_truncate(r->e, mark, open);
            adapt(r, v, &c, dtype, weak);
        }
    }
    r->rounds = around;
    if (!r->status && gla_expr_end(r->e, c.n, c.carried, c.next))
        locate(r, v->at, -1);
    for (int i = 0; i < c.n; i++)
        s->value[c.name[i]] = c.carried[i];
    for (int i = 0; i < r->n_names; i++)
        if ((assigned[i] || i == counter) && s->value[i] == UNKNOWN)
            s->value[i] = MAYBE;
}

static void do_list(resolver *r, scope *s, const gla_syntax *list)
{
    for (; list && !r->status; list = list->next) {
        if (s->ended)
            fail(r, list->at, "this statement is never reached");
        else if (list->kind == GLA_SYNTAX_ASSIGN)
            do_assign(r, s, list);
        else if (list->kind == GLA_SYNTAX_IF)
            do_if(r, s, list);
        else if (list->kind == GLA_SYNTAX_FOR)
            do_for(r, s, list);
        else
            do_return(r, s, list);
    }
}

/* Return the value of a call to a function of the formula. The function's statements are resolved at the call with separate
 * names. */
static int call(resolver *r, scope *s, const gla_syntax *v)
{
    const gla_formula_function *f = v->function;
    const gla_syntax *arg = v->child[0];
    scope inner = {.done = UNKNOWN};
    for (int i = 0; i < MAX_NAMES; i++)
        inner.value[i] = UNKNOWN;
    for (int i = 0; i < f->n && !r->status; i++, arg = arg->next) {
        int value = value_of(r, s, arg), name = number_of(r, f->parameters[i], v->at);
        if (value >= 0 && name >= 0)
            inner.value[name] = value;
    }
    do_list(r, &inner, f->body);
    if (!r->status && !inner.ended)
        fail(r, v->at, "not every path of %s returns a value", f->name);
    if (!r->status && inner.n_results != 1)
        fail(r, v->at, "%s returns %d values, but exactly one is required", f->name, inner.n_results);
    return r->status ? -1 : inner.results[0];
}

/* ---- entry point ----------------------------------------------------------------------------------------------------- */
static void begin(resolver *r, scope *s, const gla_operand_type inputs[])
{
    for (int i = 0; i < MAX_NAMES; i++)
        s->value[i] = UNKNOWN;
    for (int i = 0; i < r->f->n_inputs && !r->status; i++) {
        const gla_formula_parameter *p = &r->f->inputs[i];
        int name = number_of(r, p->name, p->at), value = locate(r, p->at, gla_expr_input(r->e, inputs[i]));
        if (value >= 0)
            s->value[name] = value;
        s->declared[name] = type_of(r, p->type, p->at);
    }
    for (int i = 0; i < r->f->n_outputs && !r->status; i++) {
        const gla_formula_parameter *p = &r->f->outputs[i];
        int name = number_of(r, p->name, p->at);
        if (!r->status && s->value[name] >= 0)
            fail(r, p->at, "`%s` is both an input and an output", p->name);
        if (!r->status)
            s->declared[name] = type_of(r, p->type, p->at);
    }
}

/* Set the outputs to the returned values, or otherwise to the values of the output names. */
static void finish(resolver *r, scope *s)
{
    const gla_formula *f = r->f;
    int end = (int)strlen(f->text[GLA_TEXT_BODY]);
    if (!r->status && s->done >= 0)
        fail(r, end, "not every path returns a value");
    if (!r->status && !s->ended && f->n_outputs == 0)
        fail(r, end, "no value is returned, and no output is named");
    if (!r->status && s->ended && f->n_outputs && f->n_outputs != s->n_results)
        fail(r, end, "the number of returned values is %d, but the number of outputs is %d", s->n_results, f->n_outputs);
    r->e->n_outputs = s->ended ? s->n_results : f->n_outputs;
    for (int i = 0; i < r->e->n_outputs && !r->status; i++) {
        const gla_formula_parameter *p = i < f->n_outputs ? &f->outputs[i] : NULL;
        int value = s->ended ? s->results[i] : s->value[number_of(r, p->name, p->at)];
        if (value < 0)
            fail(r, p->at, "the output `%s` is not assigned a value%s", p->name, value == MAYBE ? " on every path" : "");
        gla_dtype dtype = !p || r->status ? GLA_NO_DTYPE : type_of(r, p->type, p->at);
        if (!r->status)
            r->e->outputs[i] = locate(r, p ? p->at : end, dtype ? gla_expr_cast(r->e, value, dtype, false) : value);
    }
}

gla_status gla_expr_resolve(const gla_formula *f, const gla_operand_type inputs[], const gla_type_names *names, gla_expr **out)
{
    resolver r = {.f = f, .types = names, .rounds = 1};
    scope s = {.done = UNKNOWN};
    *out = NULL;
    if (!(r.e = gla_expr_new(f->op)))
        return gla_last_status();
    begin(&r, &s, inputs);
    do_list(&r, &s, f->body);
    if (!r.status)
        finish(&r, &s);
    if (r.status)
        gla_expr_free(r.e);
    else
        *out = r.e;
    return r.status;
}
