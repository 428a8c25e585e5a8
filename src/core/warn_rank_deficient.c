/* warn_rank_deficient.c - Warn that columns or rows of a matrix are linearly dependent (scope.h). */
#include "core/scope.h"

#include <stdio.h>

#define NAMED 8 /* maximum number of columns listed */

/* Describe the dependent lines: "column 3 depends on the others", "columns 3, 5 and 7 depend ...", "columns 0, 1, ..., 7 and 12
 * more depend ...". If it is unknown which lines are dependent, give only their number. If the rank is 0: "all of them are
 * treated as zero". */
static void name_dependent(const gla_deficiency *d, const char *line, char *text, size_t size)
{
    int64_t count = d->lines - d->rank, shown = count <= NAMED ? count : NAMED;
    const char *depend = count == 1 ? "depends on the others" : "depend on the others";
    if (d->rank == 0)
        snprintf(text, size, "all of them are treated as zero");
    else if (!d->dependent)
        snprintf(text, size, "%lld %s%s %s", (long long)count, line, count == 1 ? "" : "s", depend);
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
        used += snprintf(text + used, size - (size_t)used, " and %lld more", (long long)(count - shown));
    snprintf(text + used, size - (size_t)used, " %s", depend);
}

void gla_s_warn_rank_deficient(gla_scope *s, const gla_deficiency *d)
{
    char named[280];
    const char *line = d->wide ? "row" : "column";
    if (s->status)
        return;
    name_dependent(d, line, named, sizeof named);
    gla_s_check(s, gla_warn(GLA_RANK_DEFICIENT_WARNING, s->op,
                            "the rank is %lld for %lld %s%s%s: %s, %s; leave %s out; "
                            "set_policy('rank_deficient', 'ignore') silences this",
                            (long long)d->rank, (long long)d->lines, line, d->lines == 1 ? "" : "s", d->where, named,
                            d->wide ? "so the equations may be inconsistent" : "so x is not unique",
                            d->lines - d->rank == 1 ? "it" : "them"));
}
