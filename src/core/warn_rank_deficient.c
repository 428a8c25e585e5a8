/* warn_rank_deficient.c - Warn that columns or rows of a matrix are linearly dependent (scope.h). */
#include "core/scope.h"

#include <stdio.h>

#define NAMED 8 /* maximum number of columns listed */

/* Write the dependent lines: "column 3", "columns 3, 5 and 7", "columns 0, 1, ..., 7 and 12 more", "2 columns" if only their
 * number is known, or "all columns" if the rank is 0. */
static void name_dependent(const gla_deficiency *d, const char *line, char *text, size_t size)
{
    int64_t count = d->lines - d->rank, shown = count <= NAMED ? count : NAMED;
    if (d->rank == 0)
        snprintf(text, size, "all %ss", line);
    else if (!d->dependent)
        snprintf(text, size, "%lld %s%s", (long long)count, line, count == 1 ? "" : "s");
    if (d->rank == 0 || !d->dependent)
        return;
    int used = snprintf(text, size, "%s%s", line, count == 1 ? "" : "s");
    for (int64_t i = 0; i < shown; i++)
        used += snprintf(text + used, size - (size_t)used, "%s%lld",
                         i == 0           ? " "
                         : i == count - 1 ? " and "
                                          : ", ",
                         (long long)d->dependent[i]);
    if (count > shown)
        snprintf(text + used, size - (size_t)used, " and %lld more", (long long)(count - shown));
}

/* Return the statement about the dependent lines, which follows their names. */
static const char *statement(const gla_deficiency *d)
{
    bool one = d->lines - d->rank == 1;
    if (d->rank == 0)
        return "are treated as zero";
    if (d->wide)
        return one ? "is a linear combination of the others" : "are linear combinations of the others";
    return one ? "depends on the others" : "depend on the others";
}

void gla_s_warn_rank_deficient(gla_scope *s, const gla_deficiency *d)
{
    char named[280];
    const char *line = d->wide ? "row" : "column";
    if (s->status)
        return;
    name_dependent(d, line, named, sizeof named);
    gla_s_check(s, gla_warn(GLA_RANK_DEFICIENT_WARNING, s->op,
                            "the rank is %lld for %lld %s%s%s: %s %s, so %s; leave out %s; "
                            "set_policy('rank_deficient', 'ignore') silences this",
                            (long long)d->rank, (long long)d->lines, line, d->lines == 1 ? "" : "s", d->where, named,
                            statement(d), d->wide ? "the equations may be inconsistent" : "x is not unique", named));
}
