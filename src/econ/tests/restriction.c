/* restriction.c - Evaluate a function of coefficients, with its gradient by forward differentiation.
 *
 *     statement = sum [("=" | "==") sum]
 *     sum       = product {("+" | "-") product}
 *     product   = power {("*" | "/") power}
 *     power     = ["-" | "+"] atom ["^" power]
 *     atom      = number | coefficient | function "(" sum ")" | "(" sum ")"
 *
 * The names of coefficients may contain any characters, such as log(wage) or region::west:x; the longest name that fits is
 * taken. A name may also be in backquotes. */
#include "econ/tests/restriction.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 100 };

typedef struct reading {
    gla_scope *s;
    const econ_estimates *e;
    const char *text, *at;
    int depth;
    bool linear; /* what is not linear in the coefficients is an error */
} reading;

/* A value and its gradient. */
typedef struct dual {
    double value;
    double *slope;
} dual;

static dual constant(reading *r, double value)
{
    return (dual){value, gla_s_memory(r->s, r->e->k + 1, sizeof(double))};
}

static void complain(reading *r, const char *fact)
{
    gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "%s: %s:\n  %.200s\n  %*s^", r->s->op, fact, r->text, (int)(r->at - r->text), "");
}

static bool depends(const reading *r, dual x)
{
    for (int64_t i = 0; i < r->e->k && x.slope; i++)
        if (x.slope[i] != 0)
            return true;
    return false;
}

/* Fail if an operation is not linear in the coefficients, but must be. */
static void require_linear(reading *r, bool is_linear)
{
    if (r->linear && !is_linear && !r->s->status)
        complain(r, "the hypothesis is not linear in the coefficients; test it with wald");
}

static void skip_blanks(reading *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool take(reading *r, const char *symbol)
{
    skip_blanks(r);
    if (strncmp(r->at, symbol, strlen(symbol)))
        return false;
    r->at += strlen(symbol);
    return true;
}

/* a x + b y, in place of x. */
static dual combine(const reading *r, double value, double a, dual x, double b, dual y)
{
    for (int64_t i = 0; i < r->e->k && x.slope; i++)
        x.slope[i] = a * x.slope[i] + (y.slope ? b * y.slope[i] : 0);
    x.value = value;
    return x;
}

static dual chained(const reading *r, dual x, double value, double derivative)
{
    return combine(r, value, derivative, x, 0, (dual){0, NULL});
}

static dual read_sum(reading *r);

static bool is_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Return the coefficient whose name is the longest that the text begins with here; -1 if there is none. */
static int64_t find_coefficient(const reading *r)
{
    int64_t best = -1;
    size_t longest = 0;
    for (int64_t i = 0; i < r->e->k; i++) {
        const char *name = r->e->names->v[i];
        size_t n = strlen(name);
        if (n > longest && !strncmp(r->at, name, n) && !(is_name_character(name[n - 1]) && is_name_character(r->at[n]))) {
            best = i;
            longest = n;
        }
    }
    return best;
}

static dual apply(reading *r, const char *name, dual x)
{
    double v = x.value;
    require_linear(r, !depends(r, x));
    if (!strcmp(name, "exp"))
        return chained(r, x, exp(v), exp(v));
    if (!strcmp(name, "log"))
        return chained(r, x, log(v), 1 / v);
    if (!strcmp(name, "sqrt"))
        return chained(r, x, sqrt(v), 0.5 / sqrt(v));
    if (!strcmp(name, "abs"))
        return chained(r, x, fabs(v), v < 0 ? -1 : 1);
    return chained(r, x, tanh(v), 1 - tanh(v) * tanh(v));
}

static dual read_function(reading *r)
{
    static const char *const names[] = {"exp", "log", "sqrt", "abs", "tanh"};
    const char *begin = r->at;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!take(r, names[i]) || !take(r, "(")) {
            r->at = begin;
            continue;
        }
        dual x = read_sum(r);
        if (!r->s->status && !take(r, ")"))
            complain(r, "a closing parenthesis is missing");
        return apply(r, names[i], x);
    }
    complain(r, isalpha((unsigned char)*r->at) || *r->at == '`' ? "this is not the name of a coefficient; see names"
                                                                : "a coefficient or a number is missing");
    return constant(r, 0);
}

/* Return the coefficient whose name in backquotes is here, with its length; -1 if there is none. As in formulas, a backquote in
 * the name is written twice. */
static int64_t find_quoted(const reading *r, size_t *length)
{
    for (int64_t i = 0; i < r->e->k && *r->at == '`'; i++) {
        const char *at = r->at + 1, *name = r->e->names->v[i];
        while (*name && *at == *name) {
            at += *name == '`' && at[1] == '`' ? 2 : 1;
            name++;
        }
        if (!*name && at[0] == '`' && at[1] != '`') {
            *length = (size_t)(at + 1 - r->at);
            return i;
        }
    }
    return -1;
}

static dual read_atom(reading *r)
{
    char *end;
    size_t length = 0;
    skip_blanks(r);
    int64_t i = find_coefficient(r);
    if (i >= 0)
        length = strlen(r->e->names->v[i]);
    else
        i = find_quoted(r, &length);
    if (i >= 0) {
        dual x = constant(r, r->e->b[i]);
        if (x.slope)
            x.slope[i] = 1;
        r->at += length;
        return x;
    }
    if (isdigit((unsigned char)*r->at) || *r->at == '.') {
        double value = strtod(r->at, &end);
        r->at = end;
        return constant(r, value);
    }
    if (!take(r, "("))
        return read_function(r);
    dual x = read_sum(r);
    if (!r->s->status && !take(r, ")"))
        complain(r, "a closing parenthesis is missing");
    return x;
}

static dual read_power(reading *r)
{
    if (take(r, "-")) {
        dual x = read_power(r);
        return chained(r, x, -x.value, -1);
    }
    (void)take(r, "+");
    dual x = read_atom(r);
    if (r->s->status || !take(r, "^"))
        return x;
    dual y = read_power(r);
    require_linear(r, !depends(r, y) && (!depends(r, x) || y.value == 1));
    double value = pow(x.value, y.value);
    double by_y = x.value > 0 ? value * log(x.value) : 0;
    return combine(r, value, y.value == 0 ? 0 : y.value * pow(x.value, y.value - 1), x, by_y, y);
}

static dual read_product(reading *r)
{
    dual x = read_power(r);
    while (!r->s->status) {
        if (take(r, "*")) {
            dual y = read_power(r);
            require_linear(r, !depends(r, x) || !depends(r, y));
            x = combine(r, x.value * y.value, y.value, x, x.value, y);
        } else if (take(r, "/")) {
            dual y = read_power(r);
            require_linear(r, !depends(r, y));
            x = combine(r, x.value / y.value, 1 / y.value, x, -x.value / (y.value * y.value), y);
        } else
            break;
    }
    return x;
}

static dual read_sum(reading *r)
{
    if (++r->depth > DEEPEST)
        complain(r, "parentheses are nested too deeply");
    dual x = r->s->status ? constant(r, 0) : read_product(r);
    while (!r->s->status) {
        double sign = take(r, "+") ? 1 : take(r, "-") ? -1 : 0;
        if (sign == 0)
            break;
        dual y = read_product(r);
        x = combine(r, x.value + sign * y.value, 1, x, sign, y);
    }
    r->depth--;
    return x;
}

static double read_statement(gla_scope *s, const econ_estimates *e, const char *text, bool linear, double *gradient)
{
    reading r = {.s = s, .e = e, .text = text, .at = text, .linear = linear};
    dual x = read_sum(&r);
    if (!s->status && (take(&r, "==") || take(&r, "="))) {
        dual y = read_sum(&r);
        x = combine(&r, x.value - y.value, 1, x, -1, y);
    }
    skip_blanks(&r);
    if (!s->status && *r.at)
        complain(&r, *r.at == '=' || *r.at == ',' || *r.at == '&' ? "a hypothesis ends here; give several as a list of strings"
                                                                  : "an operator is missing");
    if (!s->status)
        memcpy(gradient, x.slope, (size_t)e->k * sizeof *gradient);
    return x.value;
}

double econ_restriction(gla_scope *s, const econ_estimates *e, const char *text, double *gradient)
{
    return read_statement(s, e, text, false, gradient);
}

double econ_linear_restriction(gla_scope *s, const econ_estimates *e, const char *text, double *gradient)
{
    return read_statement(s, e, text, true, gradient);
}
