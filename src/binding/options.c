/* options.c - Arguments passed by name, and messages about wrong arguments. */
#include "gpulinalg/call.h"

#include "binding/hints.h"
#include "core/core.h"

#include <stdio.h>
#include <string.h>

int gla_find_argument(const gla_function *f, int first, const char *name, size_t length)
{
    for (int i = first; i < f->total; i++)
        if (strlen(f->arguments[i].name) == length && !memcmp(f->arguments[i].name, name, length))
            return i;
    for (int i = first; i < f->total; i++) {
        const char *alias = f->arguments[i].alias;
        if (alias && strlen(alias) == length && !memcmp(alias, name, length))
            return i;
    }
    return -1;
}

/* Format names as "dtype, device". */
static const char *list_names(const gla_function *f, int from, int to, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = 0;
    for (int i = from; i < to && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > from ? ", " : "", f->arguments[i].name);
    return buffer;
}

gla_status gla_fail_unknown_option(const gla_function *f, const char *described, const char *text)
{
    char options[300], other[GLA_DESCRIPTION];
    const char *names[GLA_MAX_ARGUMENTS];
    if (gla_ignores_nan(f, text, other))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: there is no option %s; %s ignores NaN", f->name, described, other);
    for (int i = f->required; i < f->total; i++)
        names[i - f->required] = f->arguments[i].name;
    int near = text ? gla_nearest_name(text, names, f->total - f->required) : -1;
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: there is no option %s%s%s%s; the options are: %s", f->name, described,
                    near >= 0 ? "; did you mean '" : "", near >= 0 ? names[near] : "", near >= 0 ? "'?" : "",
                    list_names(f, f->required, f->total, options, sizeof options));
}

gla_status gla_fail_twice(const gla_function *f, int argument)
{
    const gla_argument_info *a = &f->arguments[argument];
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: the %s %s%s%s%s is given twice", f->name,
                    argument < f->required ? "argument" : "option", a->name, a->alias ? " (also called " : "",
                    a->alias ? a->alias : "", a->alias ? ")" : "");
}

gla_status gla_fail_count(const gla_function *f, int given)
{
    char required[300], options[300], hint[300];
    gla_spell_print(hint, sizeof hint, gla_hint_of_count(f, given), f->name);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: got %d argument%s; expected (%s)%s%s%s", f->name, given, given == 1 ? "" : "s",
                    list_names(f, 0, f->required, required, sizeof required), f->total > f->required ? " and the options " : "",
                    list_names(f, f->required, f->total, options, sizeof options), hint);
}

/* ---- option names among positional values ----------------------------------------------------------------------------- */
/* Return a string value, or the string form of a number; NULL for other values. */
static const char *text_of(gla_reader *r, void *o, gla_value *v)
{
    if (r->binding->text)
        return r->binding->text(r, o, &v->length);
    bool readable = !r->binding->look(r, o, GLA_LOOK_ONLY, v) && (v->kind == GLA_VALUE_TEXT || v->kind == GLA_VALUE_NUMBER);
    return readable ? v->text : NULL;
}

static int find_option(gla_reader *r, const gla_function *f, void *o)
{
    gla_value v;
    const char *text = text_of(r, o, &v);
    return text ? gla_find_argument(f, f->required, text, v.length) : -1;
}

static gla_status fail_unknown(gla_reader *r, const gla_function *f, void *o)
{
    char described[GLA_DESCRIPTION];
    gla_value v, shown;
    const char *text = text_of(r, o, &v);
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &shown);
    return st ? st : gla_fail_unknown_option(f, gla_describe_value(described, &shown), text);
}

static bool is_near_option(const gla_function *f, const char *text)
{
    const char *names[GLA_MAX_ARGUMENTS];
    for (int i = f->required; i < f->total; i++)
        names[i - f->required] = f->arguments[i].name;
    return gla_nearest_name(text, names, f->total - f->required) >= 0;
}

/* Return true for a string that is not a valid value here and is followed by another value. Such a string is probably meant as
 * an option name. */
static bool is_like_option(gla_reader *r, const gla_function *f, void *o)
{
    gla_value v;
    const gla_argument_info *a = &f->arguments[f->required];
    if (f->total == f->required || r->binding->look(r, o, GLA_LOOK_ONLY, &v) || v.kind != GLA_VALUE_TEXT || !v.text)
        return false;
    if (!strcmp(a->name, "delimiter")) /* a delimiter is one character */
        return v.length > 1;
    if (a->form == GLA_FORM_TRANSPOSE) /* a value is one letter */
        return v.length > 1;
    if (a->form == GLA_FORM_TEXT) /* any string may be valid, but one spelt almost like an option is not meant */
        return !a->choices && is_near_option(f, v.text);
    return a->form != GLA_FORM_DTYPE || gla_dtype_from_name(v.text) == GLA_NO_DTYPE;
}

/* Return true if a misspelt option name was taken as the value of the first option. */
static bool is_misspelt(gla_reader *r, const gla_function *f, void *const *values)
{
    return is_like_option(r, f, values[f->required]) && find_option(r, f, values[f->required]) < 0;
}

/* Refuse a number passed by position for an option that must be true, false or undefined. The number is probably a mistake,
 * such as the second dimension in reshape($x, 4, 1). */
static gla_status check_flags(gla_reader *r, const gla_function *f, int n, void *const *values)
{
    char text[GLA_DESCRIPTION];
    gla_value v;
    for (int i = f->required; i < n && i < f->total; i++)
        if (f->arguments[i].form == GLA_FORM_MAYBE && !r->binding->look(r, values[i], GLA_LOOK_ONLY, &v) &&
            v.kind == GLA_VALUE_NUMBER && v.number.dtype != GLA_BOOL) {
            if (i > f->required && is_misspelt(r, f, values))
                return fail_unknown(r, f, values[f->required]);
            gla_argument_is(GLA_DTYPE_ERROR, gla_describe_value(text, &v), GLA_WANT_FLAG);
            return gla_argument_of(f->name, f->arguments[i].name);
        }
    return GLA_OK;
}

static gla_status place_options(gla_reader *r, const gla_function *f, int first, int n, void *const *values, void **sorted,
                                int *count)
{
    *count = first;
    for (int i = first; i < n; i += 2) {
        int option = find_option(r, f, values[i]);
        if (option < 0)
            return fail_unknown(r, f, values[i]);
        if (option < first && is_misspelt(r, f, values))
            return fail_unknown(r, f, values[f->required]);
        if (option < first || sorted[option])
            return gla_fail_twice(f, option);
        sorted[option] = values[i + 1];
        if (option >= *count)
            *count = option + 1;
    }
    return GLA_OK;
}

gla_status gla_sort_options(gla_reader *r, const gla_function *f, int n, void *const *values, void **sorted, int *count)
{
    gla_value v;
    int i = f->required;
    *count = n;
    if (n < f->required)
        return gla_fail_count(f, n);
    while (i < n && i < f->places && ((n - i) % 2 || find_option(r, f, values[i]) < 0))
        i++;
    gla_status st = check_flags(r, f, i, values);
    if (st)
        return st;
    if (i == f->places && i < f->total && (n - i) % 2) /* one value too many without a name */
        return gla_fail_count(f, n);
    bool named = i < n && i < f->total;
    for (int k = 0; k < f->total; k++)
        sorted[k] = k < (named ? i : n) ? values[k] : NULL;
    if (named)
        return place_options(r, f, i, n, values, sorted, count);
    void *next = n > f->required ? values[f->required] : NULL;
    if ((n - f->required) % 2 == 0 && next && text_of(r, next, &v) && (n > f->total || is_like_option(r, f, next)) &&
        find_option(r, f, next) < 0)
        return fail_unknown(r, f, next);
    return n > f->total ? gla_fail_count(f, n) : GLA_OK;
}
