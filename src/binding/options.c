/* options.c - arguments by name, and the words about wrong ones. */
#include "gpulinalg/call.h"

#include "core/core.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int gla_find_argument(const gla_function *f, int first, const char *name, size_t length)
{
    for (int i = first; i < f->total; i++)
        if (strlen(f->arguments[i].name) == length && !memcmp(f->arguments[i].name, name, length))
            return i;
    return -1;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* How many letters must be changed, added, left out or swapped with the next to make b of a; both are short. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    int row[3][LONGEST + 1], m = (int)strnlen(a, LONGEST + 1), n = (int)strnlen(b, LONGEST + 1);
    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    for (int i = 0; i <= m; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        for (int j = 0; j <= n; j++) {
            int best = i == 0 ? j : before[j] + 1;
            if (j > 0 && now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 0 && j > 0 && before[j - 1] + !same_letter(a[i - 1], b[j - 1]) < best)
                best = before[j - 1] + !same_letter(a[i - 1], b[j - 1]);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && earlier[j - 2] + 1 < best)
                best = earlier[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[m % 3][n];
}

int gla_nearest_name(const char *name, const char *const *names, int n)
{
    int best = -1, least = (int)strnlen(name, 40) / 3 + 1;
    for (int i = 0; i < n; i++) {
        int far = distance(name, names[i]);
        if (far < least || (far == least && best < 0)) {
            best = i;
            least = far;
        }
    }
    return best;
}

/* "dtype, device" */
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
    char options[300];
    const char *names[GLA_MAX_ARGUMENTS];
    for (int i = f->required; i < f->total; i++)
        names[i - f->required] = f->arguments[i].name;
    int near = text ? gla_nearest_name(text, names, f->total - f->required) : -1;
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: there is no option %s%s%s%s; the options are: %s", f->name, described,
                    near >= 0 ? "; did you mean '" : "", near >= 0 ? names[near] : "", near >= 0 ? "'?" : "",
                    list_names(f, f->required, f->total, options, sizeof options));
}

gla_status gla_fail_twice(const gla_function *f, int argument)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: the %s %s is given twice", f->name, argument < f->required ? "argument" : "option",
                    f->arguments[argument].name);
}

gla_status gla_fail_count(const gla_function *f, int given)
{
    char required[300], options[300];
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: %d argument%s given; it takes (%s)%s%s", f->name, given, given == 1 ? "" : "s",
                    list_names(f, 0, f->required, required, sizeof required), f->total > f->required ? " and the options " : "",
                    list_names(f, f->required, f->total, options, sizeof options));
}
