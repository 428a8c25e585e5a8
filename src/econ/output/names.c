/* names.c - The coefficients that a table shows, and their labels. */
#include "econ/output/output.h"
#include "runtime/nearest.h"

#include <string.h>

void out_check_fits(gla_scope *s, const gla_fits *fits)
{
    if (!fits->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no Fit; give one or more Fits", s->op);
    for (int64_t i = 0; i < fits->n && !s->status; i++)
        if (fits->v[i]->of->params)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: Fit (%lld) is a stack of regressions, which has no names; use its arrays",
                       s->op, (long long)i + 1);
}

void out_check_headers(gla_scope *s, const gla_fits *fits, const gla_strings *headers)
{
    if (headers && headers->n != fits->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: headers is a list of length %lld, but the number of Fits is %lld; give one for each", s->op,
                   (long long)headers->n, (long long)fits->n);
}

void out_check_digits(gla_scope *s, int64_t digits)
{
    if (digits < 1 || digits > 15)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: digits is %lld, but it must be from 1 to 15", s->op, (long long)digits);
}

/* ---- patterns ------------------------------------------------------------------------------------------------------- */
/* True if the name has the form of the pattern, in which * stands for any text. */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL, *resume = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++resume;
        } else
            return false;
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

static void fail_unmatched(gla_scope *s, const char *option, const char *pattern, const out_names *all)
{
    int nearest = strchr(pattern, '*') ? -1 : gla_nearest_of(pattern, all->names, (int)all->n);
    if (nearest >= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s: there is no coefficient '%.60s'; did you mean '%.60s'?", s->op, option,
                   pattern, all->names[nearest]);
    else if (all->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s: no coefficient matches '%.60s'; the first one is '%.60s'", s->op, option,
                   pattern, all->names[0]);
}

/* All names, in the order of their first appearance. */
static out_names list_names(gla_scope *s, const gla_fits *fits)
{
    out_names all = {.n = 0};
    int64_t most = 0;
    for (int64_t i = 0; i < fits->n; i++)
        most += fits->v[i]->of->k;
    all.names = gla_s_memory(s, most + 1, sizeof *all.names);
    for (int64_t i = 0; i < fits->n && all.names; i++)
        for (int64_t j = 0; j < fits->v[i]->of->k; j++) {
            const char *name = fits->v[i]->of->names->v[j];
            int64_t at = 0;
            while (at < all.n && strcmp(all.names[at], name))
                at++;
            if (at == all.n)
                all.names[all.n++] = name;
        }
    return all;
}

/* Move the names that match a pattern from `from`, where they become NULL, to `to`; NULL: leave them out. */
static void move(gla_scope *s, const char *option, const char *pattern, const out_names *all, const char **from, out_names *to)
{
    bool found = false;
    for (int64_t i = 0; i < all->n && !s->status; i++) {
        if (!matches(pattern, all->names[i]))
            continue;
        found = true;
        if (from[i] && to)
            to->names[to->n++] = from[i];
        from[i] = NULL;
    }
    if (!found && !s->status)
        fail_unmatched(s, option, pattern, all);
}

out_names out_choose(gla_scope *s, const gla_fits *fits, const gla_strings *keep, const gla_strings *drop)
{
    out_names all = list_names(s, fits), chosen = {.n = 0};
    const char **left = gla_s_memory(s, all.n + 1, sizeof *left);
    chosen.names = gla_s_memory(s, all.n + 1, sizeof *chosen.names);
    if (s->status)
        return chosen;
    memcpy(left, all.names, (size_t)all.n * sizeof *left);
    for (int64_t i = 0; drop && i < drop->n; i++)
        move(s, "drop", drop->v[i], &all, left, NULL);
    for (int64_t i = 0; keep && i < keep->n; i++)
        move(s, "keep", keep->v[i], &all, left, &chosen);
    for (int64_t i = 0; !keep && i < all.n; i++)
        if (left[i])
            chosen.names[chosen.n++] = left[i];
    if (!chosen.n && (keep || drop))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: keep and drop leave no coefficient; change one of them", s->op);
    return chosen;
}

/* ---- labels --------------------------------------------------------------------------------------------------------- */
void out_check_labels(gla_scope *s, const gla_strings *labels)
{
    if (labels && labels->n % 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: labels is a list of length %lld, but each name must be followed by its label",
                   s->op, (long long)labels->n);
}

/* The label of a name of a given length, or NULL. */
static const char *find(const gla_strings *labels, const char *name, size_t length)
{
    for (int64_t i = 0; labels && i + 1 < labels->n; i += 2)
        if (strlen(labels->v[i]) == length && !strncmp(labels->v[i], name, length))
            return labels->v[i + 1];
    return NULL;
}

/* The end of a part of a name: the next ":" or "^" outside parentheses, but not "::". */
static const char *part_end(const char *name)
{
    int depth = 0;
    for (; *name; name++) {
        depth += (*name == '(' || *name == '[') - (*name == ')' || *name == ']');
        if (name[0] == ':' && name[1] == ':')
            name++;
        else if (!depth && (*name == ':' || *name == '^'))
            break;
    }
    return name;
}

/* The label of a part: "region::west" becomes "Region = west". */
static const char *label_part(gla_scope *s, const gla_strings *labels, const char *part, size_t length, bool *changed)
{
    const char *label = find(labels, part, length), *level = strstr(part, "::");
    size_t before = level && level < part + length ? (size_t)(level - part) : 0;
    *changed |= label != NULL;
    if (label)
        return label;
    if (before && (label = find(labels, part, before))) {
        *changed = true;
        return gla_s_print(s, "%s = %.*s", label, (int)(length - before - 2), level + 2);
    }
    return gla_s_print(s, "%.*s", (int)length, part);
}

const char *out_label(gla_scope *s, const gla_strings *labels, const char *name)
{
    const char *whole = find(labels, name, strlen(name)), *joined = "";
    bool changed = false;
    if (whole || !labels)
        return whole ? whole : name;
    for (const char *part = name; *part;) {
        const char *end = part_end(part);
        joined = gla_s_print(s, "%s%s%s", joined, part == name ? "" : " x ",
                             label_part(s, labels, part, (size_t)(end - part), &changed));
        part = *end ? end + 1 : end;
    }
    return changed ? joined : name;
}
