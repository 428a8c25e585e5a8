/* calls.c - The functions of formulas and the names of their arguments: every call is checked here, once it is read. */
#include "model/syntax.h"

#include <limits.h>
#include <string.h>

/* A function that is not elementwise, or has names of arguments of its own. */
typedef struct signature {
    const char *name, *formals; /* names of the arguments, separated by blanks; NULL: any number of arguments without names */
    int least, most;            /* number of arguments that are necessary, and of those that may be without a name */
    const char *usage;          /* of a function whose arguments keep their names; NULL: they are put in order */
} signature;

#define FACTOR(name) name "(x) or " name "(x, ref = 'level')"
static const signature signatures[] = {
    {"I", "x", 1, 1, NULL},
    {"ifelse", "test yes no", 3, 3, NULL},
    {"where", "test yes no", 3, 3, NULL},
    {"is.na", "x", 1, 1, NULL},
    {"isnan", "x", 1, 1, NULL},
    {"ismissing", "x", 1, 1, NULL},
    {"l", "x lag", 1, 2, NULL},
    {"lag", "x lag", 1, 2, NULL},
    {"f", "x lead", 1, 2, NULL},
    {"lead", "x lead", 1, 2, NULL},
    {"d", "x lag", 1, 2, NULL},
    {"diff", "x lag", 1, 2, NULL},
    {"factor", "x ref", 1, 1, FACTOR("factor")},
    {"C", "x ref", 1, 1, FACTOR("C")},
    {"as.factor", "x", 1, 1, "as.factor(x)"},
    {"i", "factor_var var ref ref2", 1, 2, "i(f), i(f, x) or i(f, g), with ref = 'level' to choose the level that is left out"},
    {"poly", "x degree raw", 1, 2, "poly(x, degree) or poly(x, degree, raw = TRUE)"},
    {"scale", "x center scale", 1, 3, "scale(x), scale(x, center = FALSE) or scale(x, scale = FALSE)"},
    {"center", "x", 1, 1, "center(x)"},
    {"sw", NULL, 0, INT_MAX, NULL},
    {"sw0", NULL, 0, INT_MAX, NULL},
    {"csw", NULL, 0, INT_MAX, NULL},
    {"csw0", NULL, 0, INT_MAX, NULL},
    {"c", NULL, 0, INT_MAX, NULL}};
enum { SIGNATURES = sizeof signatures / sizeof *signatures, FORMALS = 4, NAMES = 100 };

/* Return the signature of a function; its name is NULL if there is no such function. */
static signature signature_of(const char *name)
{
    for (int i = 0; i < SIGNATURES; i++)
        if (!strcmp(signatures[i].name, name))
            return signatures[i];
    int n = model_arity(name);
    return (signature){n ? name : NULL, n == 2 ? "x y" : "x", n, n, NULL};
}

/* Return the position of a name among the arguments of a function, or -1. */
static int place_of(const signature *g, const char *key)
{
    const char *at = g->formals;
    size_t length = strlen(key);
    for (int i = 0; at; i++) {
        size_t n = strcspn(at, " ");
        if (n == length && !strncmp(at, key, n))
            return i;
        at = at[n] ? at + n + 1 : NULL;
    }
    return -1;
}

static const char *key_of(const node *call, int i)
{
    return call->keys ? call->keys[i] : NULL;
}

/* Find the argument in each place: first those with a name, then the others in order, as in R. */
static void match(const signature *g, const node *call, node *found[FORMALS])
{
    memset(found, 0, FORMALS * sizeof *found);
    for (int i = 0; i < call->n; i++)
        if (key_of(call, i) && place_of(g, key_of(call, i)) >= 0)
            found[place_of(g, key_of(call, i))] = call->items[i];
    for (int i = 0, at = 0; i < call->n; i++)
        if (!key_of(call, i)) {
            while (at < FORMALS && found[at])
                at++;
            if (at < FORMALS)
                found[at] = call->items[i];
        }
}

node *model_argument(const node *call, const char *name)
{
    node *found[FORMALS];
    signature g = signature_of(call->text);
    int place = g.name && g.formals ? place_of(&g, name) : -1;
    if (place < 0)
        return NULL;
    match(&g, call, found);
    return found[place];
}

/* ---- unknown functions ---------------------------------------------------------------------------------------------- */
/* Return the name of a function that the script may have meant, or NULL. */
static const char *suggest(const char *name)
{
    static const char *const others[][2] = {{"ln", "log"},      {"power", "pow"}, {"arcsin", "asin"},   {"arccos", "acos"},
                                            {"arctan", "atan"}, {"fabs", "abs"},  {"relevel", "factor"}};
    const char *found = NULL, *candidate;
    int least = INT_MAX, n = (int)strlen(name);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i][0]))
            return others[i][1];
    for (int i = 0; (candidate = i < SIGNATURES ? signatures[i].name : model_function(i - SIGNATURES)) != NULL; i++) {
        int longer = (int)strlen(candidate) > n ? (int)strlen(candidate) : n, changes = model_distance(name, candidate);
        if (changes <= longer / 3 && changes < least) {
            least = changes;
            found = candidate;
        }
    }
    return found;
}

static void fail_unknown(gla_scope *s, const formula_text *f, const node *call)
{
    const char *near = suggest(call->text);
    if (!strcmp(call->text, "Treatment") || !strcmp(call->text, "contr.treatment"))
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->at,
                      "there is no function '%s'; write C(x, ref = 'level') to choose the level that is left out", call->text);
    else if (near)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->at, "there is no function '%.60s'; did you mean '%s'?", call->text, near);
    else
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->at, "there is no function '%.60s'", call->text);
}

void model_fail_place(evaluation *e, const node *call)
{
    static const char lags[] = " l lag f lead d diff ";
    const char *word = gla_s_print(e->s, " %s ", call->text);
    if (e->s->status)
        return;
    if (strstr(lags, word))
        model_fail_at(e->s, GLA_ARGUMENT_ERROR, &e->formula, call->at,
                      "%s() is possible only in the formula of a regression; compute the column by the method %s of the Table",
                      call->text,
                      call->text[0] == 'l' && strcmp(call->text, "lead") ? "lag"
                      : call->text[0] == 'd'                             ? "diff"
                                                                         : "lead");
    else if (call->inside)
        model_fail_at(e->s, GLA_ARGUMENT_ERROR, &e->formula, call->at, "%s() is not possible inside %.60s()", call->text,
                      call->inside);
    else
        model_fail_at(e->s, GLA_ARGUMENT_ERROR, &e->formula, call->at,
                      "%s() is not possible here; it stands by itself among the regressors of a formula", call->text);
}

/* ---- checks --------------------------------------------------------------------------------------------------------- */
static void check_keys(gla_scope *s, const formula_text *f, const signature *g, const node *call)
{
    for (int i = 0; i < call->n && !s->status; i++) {
        const char *key = key_of(call, i);
        if (key && (!g->formals || place_of(g, key) < 0))
            model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->items[i]->at,
                          g->usage ? "'%.60s' has no argument '%.40s'; write %s" : "'%.60s' has no argument '%.40s'",
                          call->text, key, g->usage);
        for (int j = 0; j < i && key && !s->status; j++)
            if (key_of(call, j) && !strcmp(key_of(call, j), key))
                model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->items[i]->at, "the argument '%.40s' is given twice", key);
    }
}

static void check_count(gla_scope *s, const formula_text *f, const signature *g, const node *call)
{
    node *found[FORMALS] = {NULL};
    int plain = 0;
    for (int i = 0; i < call->n; i++)
        plain += !key_of(call, i);
    bool good = plain <= g->most && call->n >= g->least;
    if (g->formals)
        match(g, call, found);
    for (int i = 0; g->formals && i < g->least; i++)
        good = good && found[i];
    if (good || s->status)
        return;
    if (g->usage)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->at, "write %s", g->usage);
    else if (g->least < g->most)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->at, "write %s(x) or %s(x, 2)", g->name, g->name);
    else
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->at, "%.60s has %d argument%s, but %d %s given", g->name, g->least,
                      g->least == 1 ? "" : "s", call->n, call->n == 1 ? "was" : "were");
}

/* Put the arguments in their order, without names. */
static void put_in_order(const signature *g, node *call)
{
    node *found[FORMALS];
    match(g, call, found);
    for (int i = 0; i < call->n && i < FORMALS; i++)
        call->items[i] = found[i];
    call->keys = NULL;
}

static void check_call(gla_scope *s, const formula_text *f, node *call)
{
    signature g = signature_of(call->text);
    if (!g.name) {
        fail_unknown(s, f, call);
        return;
    }
    check_keys(s, f, &g, call);
    check_count(s, f, &g, call);
    if (!s->status && g.formals && !g.usage)
        put_in_order(&g, call);
}

void model_check_calls(gla_scope *s, const formula_text *f, node *x, const char *inside)
{
    if (s->status || !x)
        return;
    x->inside = inside;
    if (x->kind == NODE_CALL)
        check_call(s, f, x);
    for (int i = 0; i < x->n; i++)
        model_check_calls(s, f, x->items[i], x->kind == NODE_CALL ? x->text : inside);
}
