/* parse.c - Parse parameters and statements of a formula. */
#include "formula/read.h"
#include "elementwise/ops.h"
#include "runtime/allocation.h"

#include <stdio.h>
#include <string.h>

#define MAX_BLOCKS 60
#define MAX_BYTES 1000000

static gla_syntax *read_statement(gla_reader *r);

/* Parse `{ ... }` or one statement. Return NULL if it contains no statement. */
static gla_syntax *read_block(gla_reader *r)
{
    gla_syntax *first = NULL, **end = &first;
    if (++r->nesting > MAX_BLOCKS)
        gla_read_fail(r, gla_read_place(r), "blocks are nested more than %d deep", MAX_BLOCKS);
    if (!gla_read_take(r, "{")) {
        first = read_statement(r);
    } else {
        while (!r->status && !gla_read_is(r, "}") && r->kind != GLA_WORD_END) {
            for (*end = read_statement(r); *end;) /* one statement, or those of a block */
                end = &(*end)->next;
        }
        gla_read_want(r, "}");
    }
    r->nesting--;
    return r->status ? NULL : first;
}

static gla_syntax *read_if(gla_reader *r, int at)
{
    gla_read_want(r, "(");
    gla_syntax *condition = gla_as_truth(r, gla_read_value(r));
    gla_read_want(r, ")");
    gla_syntax *yes = read_block(r);
    gla_syntax *no = gla_read_take(r, "else") ? read_block(r) : NULL;
    return gla_new_syntax(r, GLA_SYNTAX_IF, at, condition, yes, no);
}

/* Parse the step of a loop, which must be constant: i++, i--, i += 2, i -= 2. */
static int64_t read_step(gla_reader *r, const char *counter)
{
    int at = gla_read_place(r), sign = 1;
    const char *name = gla_read_name(r);
    if (name && strcmp(name, counter) != 0)
        gla_read_fail(r, at, "the step of a loop must change its own counter, `%s`", counter);
    at = gla_read_place(r);
    if (gla_read_take(r, "++"))
        return 1;
    if (gla_read_take(r, "--"))
        return -1;
    if (gla_read_take(r, "-="))
        sign = -1;
    else
        gla_read_want(r, "+=");
    gla_syntax *step = gla_read_value(r);
    if (step && (step->kind != GLA_SYNTAX_CONSTANT || step->value.dtype != GLA_INT64 || step->value.integer == 0 ||
                 step->value.integer < -INT32_MAX || step->value.integer > INT32_MAX))
        gla_read_fail(r, at, "the step of a loop must be a constant nonzero integer");
    return step ? sign * step->value.integer : 1;
}

/* Return x if a bound is x + 1 (x - 1 unless `above`), else NULL. */
static gla_syntax *without_one(const gla_syntax *bound, bool above)
{
    if (!bound || bound->kind != GLA_SYNTAX_OPERATION || bound->op != (above ? GLA_OP_add : GLA_OP_subtract))
        return NULL;
    const gla_syntax *one = bound->child[1];
    bool is_one = one->kind == GLA_SYNTAX_CONSTANT && one->value.dtype == GLA_INT64 && one->value.integer == 1;
    return is_one ? bound->child[0] : NULL;
}

/* Normalise a bound, because languages write bounds differently: `i < 5` replaces `i <= 4`, but `i <= n` replaces `i < n + 1`,
 * which might overflow. */
static gla_syntax *normalize_bound(gla_reader *r, gla_syntax *bound, bool up, bool *reached)
{
    gla_syntax *x = without_one(bound, up != *reached);
    if (x) {
        *reached = !*reached;
        bound = x;
    }
    bool known = bound && bound->kind == GLA_SYNTAX_CONSTANT && bound->value.dtype == GLA_INT64;
    if (!*reached || !known || bound->value.integer == (up ? INT64_MAX : INT64_MIN))
        return bound;
    gla_constant next = {.dtype = GLA_INT64, .integer = bound->value.integer + (up ? 1 : -1)};
    *reached = false;
    return gla_new_constant(r, bound->at, &next);
}

static gla_syntax *read_for(gla_reader *r, int at)
{
    r->f->has_loops = true;
    gla_read_want(r, "(");
    if (gla_read_is_type(r) && !gla_read_before(r, "="))
        gla_read_type(r); /* the type of the counter is ignored; it is always an integer */
    const char *counter = gla_read_name(r);
    gla_read_want(r, "=");
    gla_syntax *begin = gla_read_value(r);
    gla_read_want(r, ";");
    int place = gla_read_place(r);
    const char *name = gla_read_name(r);
    if (name && counter && strcmp(name, counter) != 0)
        gla_read_fail(r, place, "the condition of a loop must test its own counter, `%s`", counter);
    place = gla_read_place(r);
    bool up = gla_read_is(r, "<") || gla_read_is(r, "<="), reached = gla_read_is(r, "<=") || gla_read_is(r, ">=");
    if (!up && !gla_read_is(r, ">") && !gla_read_is(r, ">="))
        gla_read_fail(r, place, "the counter of a loop must be compared with <, <=, > or >=");
    gla_read_next(r);
    gla_syntax *end = gla_read_value(r);
    gla_read_want(r, ";");
    int64_t step = r->status ? 1 : read_step(r, counter);
    gla_read_want(r, ")");
    if ((step > 0) != up)
        gla_read_fail(r, place, "the loop would never end: its counter moves away from the end");
    end = normalize_bound(r, end, up, &reached);
    gla_syntax *body = read_block(r);
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_FOR, at, begin, end, body);
    if (s) {
        s->name = counter;
        s->reached = reached;
        s->value = (gla_constant){.dtype = GLA_INT64, .integer = step};
    }
    return s;
}

static void end_statement(gla_reader *r)
{
    if (r->kind != GLA_WORD_END && !gla_read_is(r, "}"))
        gla_read_want(r, ";");
}

static gla_syntax *read_return(gla_reader *r, int at)
{
    gla_syntax *values = gla_read_value(r), *last = values;
    for (int n = 1; gla_read_take(r, ","); n++) {
        if (n == GLA_MAX_OUTPUTS)
            gla_read_fail(r, gla_read_place(r), "more than %d values are returned", GLA_MAX_OUTPUTS);
        gla_syntax *value = gla_read_value(r);
        if (last)
            last->next = value;
        last = value;
    }
    end_statement(r);
    return gla_new_syntax(r, GLA_SYNTAX_RETURN, at, values, NULL, NULL);
}

/* Parse name = value, name += value, or type name = value. */
static gla_syntax *read_assignment(gla_reader *r, int at)
{
    gla_type type = {GLA_NO_DTYPE, NULL};
    int level;
    if (gla_read_is_type(r) && !gla_read_before(r, "="))
        type = gla_read_type(r);
    const char *name = gla_read_name(r);
    int place = gla_read_place(r);
    gla_op op = r->length > 1 ? gla_operator_read(r->text + r->at, r->length - 1, &level) : GLA_OP_COUNT;
    gla_read_next(r);
    gla_syntax *value = gla_read_value(r);
    if (op != GLA_OP_COUNT) {
        gla_syntax *old = gla_new_syntax(r, GLA_SYNTAX_NAME, at, NULL, NULL, NULL);
        if (old)
            old->name = name;
        value = gla_new_operation(r, op, place, old, value, NULL);
    }
    end_statement(r);
    gla_syntax *s = gla_new_syntax(r, GLA_SYNTAX_ASSIGN, at, value, NULL, NULL);
    if (s) {
        s->type = type;
        s->name = name;
    }
    return s;
}

/* Return true if an assignment starts here. */
static bool is_assignment(const gla_reader *r)
{
    gla_reader ahead = *r;
    if (r->kind != GLA_WORD_NAME)
        return false;
    bool type = gla_read_is_type(r);
    gla_read_next(&ahead);
    if (type && ahead.kind == GLA_WORD_NAME)
        gla_read_next(&ahead);
    if (ahead.kind != GLA_WORD_MARK || ahead.text[ahead.at + ahead.length - 1] != '=')
        return false;
    int level;
    return gla_read_is(&ahead, "=") || gla_operator_read(ahead.text + ahead.at, ahead.length, &level) == GLA_OP_COUNT;
}

static gla_syntax *read_statement(gla_reader *r)
{
    int at = gla_read_place(r);
    gla_syntax *first = NULL;
    while (gla_read_take(r, ";"))
        ;
    if (r->status || r->kind == GLA_WORD_END || gla_read_is(r, "}"))
        return NULL;
    if (gla_read_take(r, "if"))
        first = read_if(r, at);
    else if (gla_read_take(r, "for"))
        first = read_for(r, at);
    else if (gla_read_take(r, "return"))
        first = read_return(r, at);
    else if (gla_read_is(r, "{"))
        first = read_block(r);
    else if (is_assignment(r))
        first = read_assignment(r, at);
    else
        first = read_return(r, at);
    return r->status ? NULL : first;
}

/* Parse function name(a, b) { ... } */
static void read_function(gla_reader *r)
{
    gla_formula_function **end = &r->f->functions, *made = gla_formula_alloc(r->f, sizeof *made);
    int at = gla_read_place(r);
    if (!made) {
        r->status = gla_last_status();
        return;
    }
    made->name = gla_read_name(r);
    if (made->name && gla_find_function(r->f, made->name))
        gla_read_fail(r, at, "there are two functions `%s`", made->name);
    gla_read_want(r, "(");
    for (; !r->status && !gla_read_is(r, ")"); made->n++) {
        if (made->n > 0)
            gla_read_want(r, ",");
        if (made->n == GLA_MAX_INPUTS) {
            gla_read_fail(r, gla_read_place(r), "more than %d parameters", GLA_MAX_INPUTS);
            return;
        }
        at = gla_read_place(r);
        made->parameters[made->n] = gla_read_name(r);
        for (int i = 0; i < made->n && !r->status; i++)
            if (strcmp(made->parameters[i], made->parameters[made->n]) == 0)
                gla_read_fail(r, at, "there are two parameters `%s`", made->parameters[i]);
    }
    gla_read_want(r, ")");
    if (!gla_read_is(r, "{"))
        gla_read_want(r, "{");
    made->body = read_block(r);
    while (*end)
        end = &(*end)->next;
    if (!r->status) /* the function is added only now, so that it cannot call itself */
        *end = made;
}

/* Return true if a function definition starts here. Elsewhere the word `function` is an ordinary name. */
static bool is_function(const gla_reader *r)
{
    gla_reader ahead = *r;
    if (!gla_read_is(r, "function"))
        return false;
    gla_read_next(&ahead);
    return ahead.kind == GLA_WORD_NAME;
}

static void read_parameters(gla_reader *r, gla_formula_parameter *list, int most, int *n)
{
    for (*n = 0; !r->status && r->kind != GLA_WORD_END; ++*n) {
        if (*n > 0)
            gla_read_want(r, ",");
        if (*n == most) {
            gla_read_fail(r, gla_read_place(r), "more than %d parameters", most);
            break;
        }
        gla_formula_parameter *p = &list[*n];
        char found[40];
        bool typed = gla_read_is_type(r) && !gla_read_before(r, ",") && !gla_read_before(r, "");
        gla_reader ahead = *r;
        gla_read_next(&ahead);
        if (!typed && ahead.kind == GLA_WORD_NAME)
            gla_read_fail(r, gla_read_place(r),
                          "there is no type %s; write a dtype such as float64, or a capital letter such as T",
                          gla_read_show(r, found));
        if (typed)
            p->type = gla_read_type(r);
        p->at = gla_read_place(r);
        p->name = gla_read_name(r);
        for (int i = 0; p->name && i < *n; i++)
            if (strcmp(p->name, list[i].name) == 0)
                gla_read_fail(r, p->at, "there are two parameters `%s`", p->name);
    }
}

static char *keep(gla_formula *f, const char *text)
{
    char *copy = gla_formula_alloc(f, strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static gla_status read_all(gla_formula *f)
{
    gla_reader r;
    gla_syntax **end = &f->body;
    char found[40];
    gla_read_begin(&r, f, GLA_TEXT_INPUTS);
    read_parameters(&r, f->inputs, GLA_MAX_INPUTS, &f->n_inputs);
    if (r.status)
        return r.status;
    gla_read_begin(&r, f, GLA_TEXT_OUTPUTS);
    read_parameters(&r, f->outputs, GLA_MAX_OUTPUTS, &f->n_outputs);
    if (r.status)
        return r.status;
    gla_read_begin(&r, f, GLA_TEXT_BODY);
    while (!r.status && r.kind != GLA_WORD_END) {
        if (is_function(&r)) {
            gla_read_next(&r);
            read_function(&r);
            continue;
        }
        for (*end = read_statement(&r); *end;)
            end = &(*end)->next;
        if (!r.status && gla_read_is(&r, "}"))
            gla_read_fail(&r, gla_read_place(&r), "%s has no matching `{`", gla_read_show(&r, found));
    }
    if (!r.status && !f->body)
        gla_read_fail(&r, gla_read_place(&r), "there is nothing to compute");
    return r.status;
}

gla_status gla_formula_parse(const char *op, const char *part, const char *inputs, const char *outputs, const char *text,
                             gla_formula **out)
{
    *out = NULL;
    if (!inputs || !text)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the %s is missing", op, inputs ? part : "list of inputs");
    if (strlen(inputs) + strlen(text) > MAX_BYTES)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the formula is longer than %d characters", op, MAX_BYTES);
    gla_formula *f = gla_calloc(1, sizeof *f);
    if (!f)
        return gla_fail_memory(op, sizeof *f);
    if (!(f->op = keep(f, op)) || !(f->part = keep(f, part)) || !(f->text[GLA_TEXT_BODY] = keep(f, text)) ||
        !(f->text[GLA_TEXT_INPUTS] = keep(f, inputs)) || !(f->text[GLA_TEXT_OUTPUTS] = keep(f, outputs ? outputs : ""))) {
        gla_formula_free(f);
        return gla_last_status();
    }
    gla_status st = read_all(f);
    if (st)
        gla_formula_free(f);
    else
        *out = f;
    return st;
}
