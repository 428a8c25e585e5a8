/* parse.c - Read a formula into a tree. The precedence of the operators is R's. */
#include "model/syntax.h"

#include <string.h>

enum { DEEPEST = 200, LONGEST = 5000 };

typedef struct reader {
    gla_scope *s;
    const formula_text *f;
    token next;
    int depth;  /* of the recursion */
    bool parts; /* | separates the parts of the formula */
} reader;

static node *read_level(reader *r, int level);

static void advance(reader *r)
{
    if (!r->s->status)
        r->next = model_next_token(r->s, r->f, r->next.end);
    if (r->s->status)
        r->next.kind = TOKEN_END;
}

static bool at_sign(const reader *r, int op)
{
    return r->next.kind == TOKEN_SIGN && r->next.op == op;
}

static bool accept(reader *r, int op)
{
    bool found = at_sign(r, op);
    if (found)
        advance(r);
    return found;
}

/* Read a closing sign. `from` is the position of the opening one. */
static void expect(reader *r, int op, int from)
{
    if (accept(r, op) || r->s->status)
        return;
    bool end = r->next.kind == TOKEN_END;
    const char *missing = op == ')' ? "closing parenthesis" : "closing bracket";
    model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, end ? from : r->next.at,
                  end ? "the formula has no %s" : "a %s is expected here", missing);
}

/* Double the space for items if it is used up. */
static bool make_space(reader *r, node *x)
{
    if (x->n & (x->n - 1))
        return true;
    node **items = gla_s_memory(r->s, x->n ? 2 * x->n : 1, sizeof(node *));
    const char **keys = gla_s_memory(r->s, x->n ? 2 * x->n : 1, sizeof *keys);
    if (!items || !keys)
        return false;
    if (x->n) {
        memcpy(items, x->items, (size_t)x->n * sizeof(node *));
        memcpy(keys, x->keys, (size_t)x->n * sizeof *keys);
    }
    x->items = items;
    x->keys = keys;
    return true;
}

static void add_item(reader *r, node *x, const char *key, node *item)
{
    if (!make_space(r, x))
        return;
    x->items[x->n] = item;
    x->keys[x->n++] = key;
}

/* Read "item, key=item)" after the opening sign. */
static void read_items(reader *r, node *x, int close, int from)
{
    bool parts = r->parts;
    r->parts = false;
    if (x && !at_sign(r, close))
        do {
            const char *key = NULL;
            if (r->next.kind == TOKEN_NAME) {
                token after = model_next_token(r->s, r->f, r->next.end);
                if (after.kind == TOKEN_SIGN && after.op == '=') {
                    key = r->next.text;
                    r->next = after;
                    advance(r);
                }
            }
            add_item(r, x, key, read_level(r, 0));
        } while (!r->s->status && accept(r, ','));
    expect(r, close, from);
    r->parts = parts;
}

/* firm[x] and firm[[x]] */
static node *read_slopes(reader *r, node *of)
{
    int from = r->next.at;
    node *x = model_node(r->s, NODE_SLOPES, of ? of->at : 0, 0);
    advance(r);
    bool twice = accept(r, '[');
    if (!x)
        return NULL;
    add_item(r, x, NULL, of);
    x->op = twice ? OP_DOUBLE : '[';
    read_items(r, x, ']', from);
    if (twice)
        expect(r, ']', from);
    return x;
}

static node *read_bracket(reader *r)
{
    int from = r->next.at;
    bool parts = r->parts;
    r->parts = false;
    advance(r);
    node *inside = read_level(r, 0);
    expect(r, ']', from);
    r->parts = parts;
    if (inside && !r->s->status && !(inside->kind == NODE_BINARY && inside->op == '~'))
        model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, from, "brackets contain instruments: [endogenous ~ instruments]");
    if (!r->s->status)
        inside->kind = NODE_IV;
    return inside;
}

static node *read_primary(reader *r)
{
    token t = r->next;
    node *x = NULL;
    if (t.kind == TOKEN_SIGN && t.op == '[')
        return read_bracket(r);
    if (t.kind == TOKEN_END || (t.kind == TOKEN_SIGN && t.op != '(')) {
        model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, t.at, "a variable is missing here");
        return NULL;
    }
    node_kind kinds[] = {
        [TOKEN_NUMBER] = NODE_NUMBER, [TOKEN_TEXT] = NODE_TEXT, [TOKEN_NAME] = NODE_NAME, [TOKEN_SIGN] = NODE_GROUP};
    x = model_node(r->s, kinds[t.kind], t.at, 0);
    if (!x)
        return NULL;
    x->text = t.text;
    x->number = t.number;
    x->whole = t.whole;
    x->integer = t.integer;
    x->quoted = t.quoted;
    advance(r);
    if (t.kind == TOKEN_SIGN) {
        read_items(r, x, ')', t.at);
        if (!r->s->status && x->n != 1)
            model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, t.at, "parentheses must contain one expression");
    } else if (t.kind == TOKEN_NAME && at_sign(r, '(')) {
        int from = r->next.at;
        x->kind = NODE_CALL;
        advance(r);
        read_items(r, x, ')', from);
    }
    while (!r->s->status && t.kind == TOKEN_NAME && at_sign(r, '['))
        x = read_slopes(r, x);
    return x;
}

/* Operators from low to high precedence. Level 3 is "not", and 8 the sign. */
static const char *const levels[] = {"~", "|", "&", "", "<>ENLG", "+-", "*/", ":", "", "^"};
enum { LEVEL_NOT = 3, LEVEL_COMPARISON = 4, LEVEL_SIGN = 8, LEVEL_POWER = 9, LEVEL_PRIMARY = 10 };

static node *read_unary(reader *r, int level)
{
    int op = r->next.op, at = r->next.at;
    advance(r);
    node *x = model_node(r->s, NODE_UNARY, at, 1);
    if (!x)
        return NULL;
    x->op = op;
    x->items[0] = read_level(r, level);
    return x;
}

static bool is_operator(const reader *r, int level)
{
    return r->next.kind == TOKEN_SIGN && levels[level][0] && strchr(levels[level], r->next.op) &&
           !(r->parts && r->next.op == '|');
}

/* 18 < age < 65 would compare a truth value with 65. */
static void refuse_chain(reader *r, const node *first, int op, int at)
{
    node *last = read_level(r, LEVEL_COMPARISON + 1), *second = model_binary(r->s, op, first ? first->items[1] : NULL, last);
    if (second)
        model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, at, "comparisons cannot be chained; write %.100s & %.100s",
                      model_formula_of(r->s, first), model_formula_of(r->s, second));
}

static node *read_binary(reader *r, int level)
{
    node *x = level == 0 && at_sign(r, '~') ? NULL : read_level(r, level + 1);
    if (level == 0 && !x && at_sign(r, '~')) { /* "~ w": a formula without a left side */
        advance(r);
        return read_level(r, 1);
    }
    for (int count = 1; !r->s->status && is_operator(r, level); count++) {
        int op = r->next.op, at = r->next.at;
        advance(r);
        if (count == LONGEST)
            model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, at, "the formula has more than %d terms", LONGEST);
        if (level == LEVEL_COMPARISON && count > 1) {
            refuse_chain(r, x, op, at);
            return NULL;
        }
        x = model_binary(r->s, op, x, read_level(r, level == LEVEL_POWER ? LEVEL_SIGN : level + 1));
        if (x)
            x->at = at;
    }
    return x;
}

static node *read_level(reader *r, int level)
{
    node *x = NULL;
    if (r->s->status)
        return NULL;
    if (++r->depth > DEEPEST * LEVEL_PRIMARY)
        model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, r->next.at, "parentheses are nested too deeply");
    else if (level == LEVEL_PRIMARY)
        x = read_primary(r);
    else if ((level == LEVEL_NOT && at_sign(r, '!')) || (level == LEVEL_SIGN && (at_sign(r, '-') || at_sign(r, '+'))))
        x = read_unary(r, level);
    else if (levels[level][0])
        x = read_binary(r, level);
    else
        x = read_level(r, level + 1);
    r->depth--;
    return r->s->status ? NULL : x;
}

/* Return the operator that a word stands for in other languages, or NULL. */
static const char *operator_of(const token *t)
{
    static const char *const words[][2] = {{"and", "&"}, {"or", "|"},  {"eq", "=="}, {"ne", "!="}, {"lt", "<"},
                                           {"gt", ">"},  {"le", "<="}, {"ge", ">="}, {"AND", "&"}, {"OR", "|"}};
    for (size_t i = 0; i < sizeof words / sizeof *words && t->kind == TOKEN_NAME; i++)
        if (!strcmp(t->text, words[i][0]))
            return words[i][1];
    return NULL;
}

/* x is what was read. */
static void expect_end(reader *r, const node *x)
{
    const char *sign = r->s->status ? NULL : operator_of(&r->next);
    bool negation = x && r->next.kind != TOKEN_END && x->kind == NODE_NAME && !strcmp(x->text, "not");
    if (negation && !r->s->status)
        model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, x->at, "write ! instead of 'not'");
    else if (sign)
        model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, r->next.at, "write %s instead of '%s'", sign, r->next.text);
    else if (!r->s->status && r->next.kind != TOKEN_END)
        model_fail_at(r->s, GLA_ARGUMENT_ERROR, r->f, r->next.at,
                      at_sign(r, ')')   ? "this parenthesis was not opened"
                      : at_sign(r, ']') ? "this bracket was not opened"
                      : at_sign(r, '=') ? "this is =, but equality is written =="
                      : at_sign(r, '~') ? "the formula has a second ~ here"
                                        : "an operator is missing here");
}

node *model_parse_expression(gla_scope *s, const formula_text *f)
{
    reader r = {.s = s, .f = f};
    advance(&r);
    node *x = read_level(&r, 0);
    expect_end(&r, x);
    model_check_calls(s, f, x, NULL);
    return s->status ? NULL : x;
}

int model_parse_parts(gla_scope *s, const formula_text *f, node *parts[FORMULA_PARTS])
{
    reader r = {.s = s, .f = f, .parts = true};
    int n = 0;
    do {
        advance(&r);
        if (n == FORMULA_PARTS) {
            model_fail_at(s, GLA_ARGUMENT_ERROR, f, r.next.at, "the formula has too many parts");
            break;
        }
        parts[n++] = read_level(&r, 0);
    } while (!s->status && at_sign(&r, '|'));
    expect_end(&r, NULL);
    for (int i = 0; i < n; i++)
        model_check_calls(s, f, parts[i], NULL);
    return s->status ? 0 : n;
}
