/* hints.c - Hints for error messages: which function to call instead, and how to pass arguments that other libraries expect
 * differently. */
#include "binding/hints.h"

#include "runtime/runtime.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- sparse matrices passed as arrays --------------------------------------------------------------------------------- */
/* Return the method of Sparse that corresponds to a function of dense matrices. */
static const char *method_for(const char *function)
{
    static const char *const methods[][2] = {
        {"eigh", "eigsh"}, {"eigvalsh", "eigsh"}, {"eig", "eigs"},         {"eigvals", "eigs"},
        {"svd", "svds"},   {"svdvals", "svds"},   {"matrix_norm", "norm"}, {"permute_dims", "transpose"},
    };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(function, methods[i][0]))
            return methods[i][1];
    return function;
}

static bool is_product(const char *function)
{
    return !strcmp(function, "matmul") || !strcmp(function, "dot");
}

/* Return true if the function is better written as an operator. */
static bool is_operator(const char *function)
{
    static const char *const functions[] = {"add", "subtract", "multiply", "divide", "pow", "negative", "positive"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(function, functions[i]))
            return true;
    return false;
}

static const char *hint_for_sparse(const char *function, const char *argument, const char **method)
{
    int n;
    bool first = !strcmp(argument, "a") || !strcmp(argument, "x") || !strcmp(argument, "x1");
    const gla_function *all = gla_functions(&n);
    if (is_product(function))
        return first ? "; write {A @ b}" : "; write {b @ A}";
    *method = method_for(function);
    for (int i = 0; first && !is_operator(function) && i < n; i++)
        if (all[i].manner == GLA_METHOD && !strcmp(all[i].class_name, "Sparse") && !strcmp(all[i].method, *method))
            return all[i].required == 1 ? "; write {A.%s()}" : all[i].required == 2 ? "; write {A.%s(b)}" : NULL;
    return NULL;
}

/* ---- other arguments -------------------------------------------------------------------------------------------------- */
typedef struct hint {
    const char *function, *argument, *words;
} hint;

/* An array, or a number, passed as the axis is probably meant as a second operand. */
static const hint operands[] = {
    {"stack", "axis", "; pass the arrays in one list: {stack([x, y])}"},
    {"concat", "axis", "; pass the arrays in one list: {concat([x, y])}"},
    {"max", "axis", "; use maximum for the elementwise maximum of two arrays"},
    {"min", "axis", "; use minimum for the elementwise minimum of two arrays"},
};

static bool is_operand(const char *function, const char *rest)
{
    bool is_number = isdigit((unsigned char)rest[4]) || rest[4] == '-';
    return strstr(rest, " Array of shape ") || (is_number && (!strcmp(function, "max") || !strcmp(function, "min")));
}

static bool is_dictionary(const char *rest)
{
    return !strncmp(rest, " is " GLA_DESCRIBE_DICTIONARY ",", 17) || !strncmp(rest, " is a hash reference,", 21);
}

const char *gla_hint(const char *function, const char *argument, const char *rest, const char **name)
{
    *name = "";
    if (!strncmp(rest, " is a Sparse, ", 14) && strstr(rest, " must be " GLA_WANT_ARRAY))
        return hint_for_sparse(function, argument, name);
    *name = function;
    if (!strcmp(argument, "arrays") && strstr(rest, " Array of shape ") && strstr(rest, " must be " GLA_WANT_ARRAYS))
        return "; pass the arrays in one list: {%s([x, y])}";
    if (!strcmp(argument, "seed") && strstr(rest, ", but it must be " GLA_WANT_ARRAY))
        return ", but a seed must be an integer";
    const char *text = strstr(rest, " is '");
    if (!strcmp(argument, "cluster") && text && (text == rest || text[-1] == ']'))
        return strstr(rest, " must be " GLA_WANT_NUMBER) ? "; name columns as one string, such as {cluster='firm'}"
                                                         : "; name columns of the data in vcov, such as {vcov='cluster:firm'}";
    if (!strcmp(argument, "vcov") && is_dictionary(rest))
        return "; kind and columns are one string, such as {vcov='cluster:firm'}";
    char none[GLA_DESCRIPTION];
    gla_spell_print(none, sizeof none, "] is {none}, ");
    if (!strcmp(argument, "slopes") && strstr(rest, none))
        return "; use an empty list [] for a grouping variable without slopes";
    for (size_t i = 0; i < sizeof operands / sizeof *operands && is_operand(function, rest); i++)
        if (!strcmp(function, operands[i].function) && !strcmp(argument, operands[i].argument))
            return operands[i].words;
    return NULL;
}

/* ---- options ----------------------------------------------------------------------------------------------------------- */
static bool is_function(const char *name)
{
    int n;
    const gla_function *all = gla_functions(&n);
    for (int i = 0; i < n; i++)
        if (!all[i].space && !strcmp(all[i].name, name))
            return true;
    return false;
}

bool gla_ignores_nan(const gla_function *f, const char *option, char name[GLA_DESCRIPTION])
{
    static const char *const options[] = {"skipna", "na_rm", "nan_policy", "ignore_nan"};
    snprintf(name, GLA_DESCRIPTION, "nan%s", f->name);
    for (size_t i = 0; option && !f->space && i < sizeof options / sizeof *options; i++)
        if (!strcmp(option, options[i]))
            return is_function(name);
    return false;
}

/* ---- too many arguments, or too few ------------------------------------------------------------------------------------ */
const char *gla_hint_of_count(const gla_function *f, int given)
{
    if (f->space)
        return "";
    if (!strcmp(f->name, "where") && given == 1)
        return "; {nonzero(condition)} returns the positions of true elements";
    if (!strcmp(f->name, "round") && given > 1)
        return "; {around(x, decimals)} rounds to decimals";
    if (f->required == 1 && given > 1 && !strcmp(f->arguments[0].name, "arrays"))
        return "; pass the arrays in one list: {%s([x, y])}";
    return "";
}
