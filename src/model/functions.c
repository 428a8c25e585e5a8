/* functions.c - Functions in formulas. */
#include "model/syntax.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

typedef struct one_argument {
    const char *name;
    gla_unary *function;
    double least; /* for logarithms: the largest argument without a logarithm, else NaN */
} one_argument;

static const one_argument unary[] = {{"abs", gla_abs, NAN},
                                     {"exp", gla_exp, NAN},
                                     {"expm1", gla_expm1, NAN},
                                     {"log", gla_log, 0},
                                     {"log1p", gla_log1p, -1},
                                     {"log2", gla_log2, 0},
                                     {"log10", gla_log10, 0},
                                     {"sqrt", gla_sqrt, NAN},
                                     {"square", gla_square, NAN},
                                     {"sin", gla_sin, NAN},
                                     {"cos", gla_cos, NAN},
                                     {"tan", gla_tan, NAN},
                                     {"asin", gla_asin, NAN},
                                     {"acos", gla_acos, NAN},
                                     {"atan", gla_atan, NAN},
                                     {"sinh", gla_sinh, NAN},
                                     {"cosh", gla_cosh, NAN},
                                     {"tanh", gla_tanh, NAN},
                                     {"asinh", gla_asinh, NAN},
                                     {"acosh", gla_acosh, NAN},
                                     {"atanh", gla_atanh, NAN},
                                     {"floor", gla_floor, NAN},
                                     {"ceil", gla_ceil, NAN},
                                     {"ceiling", gla_ceil, NAN},
                                     {"round", gla_round, NAN},
                                     {"trunc", gla_trunc, NAN},
                                     {"sign", gla_sign, NAN},
                                     {"reciprocal", gla_reciprocal, NAN},
                                     {"erf", gla_special_erf, NAN},
                                     {"pnorm", gla_special_ndtr, NAN},
                                     {"plogis", gla_special_expit, NAN},
                                     {"expit", gla_special_expit, NAN},
                                     {"qlogis", gla_special_logit, NAN},
                                     {"logit", gla_special_logit, NAN},
                                     {"gamma", gla_special_gamma, NAN},
                                     {"lgamma", gla_special_gammaln, NAN}};

static const struct {
    const char *name;
    gla_binary *function;
} binary[] = {{"pow", gla_pow},         {"atan2", gla_atan2},        {"hypot", gla_hypot},  {"minimum", gla_minimum},
              {"maximum", gla_maximum}, {"pmin", gla_minimum},       {"pmax", gla_maximum}, {"min", gla_minimum},
              {"max", gla_maximum},     {"remainder", gla_remainder}};

enum { N_UNARY = sizeof unary / sizeof *unary, N_BINARY = sizeof binary / sizeof *binary };

/* Return the number of arguments of a function, 0 if there is none of that name. */
static int arity(const char *name, const one_argument **one, gla_binary **two)
{
    for (int i = 0; i < N_UNARY; i++)
        if (!strcmp(name, unary[i].name)) {
            *one = &unary[i];
            return 1;
        }
    for (int i = 0; i < N_BINARY; i++)
        if (!strcmp(name, binary[i].name)) {
            *two = binary[i].function;
            return 2;
        }
    return 0;
}

int model_arity(const char *name)
{
    const one_argument *one;
    gla_binary *two;
    return arity(name, &one, &two);
}

const char *model_function(int i)
{
    return i < N_UNARY ? unary[i].name : i < N_UNARY + N_BINARY ? binary[i - N_UNARY].name : NULL;
}

static gla_array *apply_one(evaluation *e, const one_argument *f, gla_array *x)
{
    gla_array *made = gla_s_apply(e->s, f->function, x);
    if (!e->strict_logs || isnan(f->least))
        return made;
    gla_array *least = gla_s_number(e->s, f->least);
    return gla_s_where(e->s, gla_s_combine(e->s, gla_equal, x, least), gla_s_number(e->s, NAN), made);
}

/* pow and hypot of NaN may be numbers, but a missing value makes a missing value. */
static gla_array *keep_missing(gla_scope *s, gla_array *a, gla_array *b, gla_array *made)
{
    gla_array *lost = gla_s_combine(s, gla_logical_or, gla_s_apply(s, gla_isnan, a), gla_s_apply(s, gla_isnan, b));
    return gla_s_where(s, lost, gla_s_number(s, NAN), made);
}

gla_array *model_power(evaluation *e, gla_array *a, gla_array *b)
{
    return keep_missing(e->s, a, b, gla_s_combine(e->s, gla_pow, a, b));
}

gla_array *model_apply(evaluation *e, const node *call, gla_array *const arguments[2])
{
    const one_argument *one = NULL;
    gla_binary *two = NULL;
    gla_array *a = arguments[0], *b = arguments[1];
    if (e->s->status)
        return NULL;
    if (arity(call->text, &one, &two) == 1)
        return apply_one(e, one, a);
    gla_array *made = gla_s_combine(e->s, two, a, b);
    return two == gla_pow || two == gla_hypot ? keep_missing(e->s, a, b, made) : made;
}
