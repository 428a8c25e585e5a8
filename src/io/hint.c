/* hint.c - Suggest table options with which a cell would be read as a number. */
#include "io/form.h"
#include "runtime/runtime.h"

#include <string.h>

static const char *const currencies[] = {"$", "€", "£", "¥", "US$", "USD", "EUR", "GBP", "CHF", "kr"};
static const char *const thousands[] = {",", ".", " ", "'", "_"};
enum { CURRENCIES = sizeof currencies / sizeof *currencies, THOUSANDS = sizeof thousands / sizeof *thousands };

/* Collect at most four letters and signs that follow a number and may be flags. */
static void find_flags(const gla_cell *cell, char flags[8])
{
    size_t end = cell->length, n = 0;
    for (; end > 0 && n < 4; end--) {
        char c = cell->start[end - 1];
        if (c == ' ')
            continue;
        if (!strchr("bcdefnprsuz*()[]", c))
            break;
        if (!memchr(flags, c, n))
            flags[n++] = c;
    }
    flags[n] = '\0';
}

static bool may_be_number(const gla_cell *cell)
{
    bool digit = false;
    for (size_t i = 0; i < cell->length; i++)
        digit |= cell->start[i] >= '0' && cell->start[i] <= '9';
    return digit && cell->length < 40 && !cell->escaped;
}

/* Format the options that differ between the requested notation f and the notation g. */
static void describe_options(const gla_form *f, const gla_form *g, double value, char *text, size_t size)
{
    char part[5][32];
    int n = 0;
    if (f->decimal != g->decimal)
        gla_spell_print(part[n++], 32, "{decimal='%c'}", g->decimal);
    if (f->thousands != g->thousands && strcmp(g->thousands, "'") == 0)
        gla_spell_print(part[n++], 32, "{thousands=\"'\"}");
    else if (f->thousands != g->thousands)
        gla_spell_print(part[n++], 32, "{thousands='%s'}", g->thousands);
    if (f->currency != g->currency)
        gla_spell_print(part[n++], 32, "{currency='%s'}", g->currency);
    if (f->percent != g->percent)
        gla_spell_print(part[n++], 32, "{percent='%s'}", g->percent == GLA_PERCENT_FRACTION ? "fraction" : "points");
    if (f->flags != g->flags)
        gla_spell_print(part[n++], 32, "{flags='%s'}", g->flags);
    size_t used = 0;
    for (int i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : i + 1 == n ? " with " : ", ", part[i]);
    if (used < size)
        gla_print(text + used, size - used, " to read it as %.15g", value);
}

/* Apply the i-th combination of changes to the notation f. Return the number of changes, or -1 if the combination is
 * invalid. */
static int change(const gla_form *f, int i, const char *flags, gla_form *g)
{
    int cost = 0;
    int decimal = i % 2, thousand = i / 2 % (THOUSANDS + 1), percent = i / 2 / (THOUSANDS + 1) % 3;
    int flag = i / 6 / (THOUSANDS + 1) % 2, currency = i / 12 / (THOUSANDS + 1);
    *g = *f;
    if ((thousand && f->thousands) || (percent && f->percent) || (flag && (f->flags || !*flags)) || (currency && f->currency))
        return -1;
    if (decimal)
        g->decimal = f->decimal == '.' ? ',' : '.';
    if (thousand)
        g->thousands = thousands[thousand - 1];
    if (percent)
        g->percent = percent == 1 ? GLA_PERCENT_FRACTION : GLA_PERCENT_POINTS;
    if (flag)
        g->flags = flags;
    if (currency)
        g->currency = currencies[currency - 1];
    cost = decimal + (thousand > 0) + (percent > 0) + flag + (currency > 0);
    return cost == 0 || (g->thousands && *g->thousands == g->decimal) ? -1 : cost;
}

bool gla_form_hint(const gla_form *f, const gla_cell *cell, bool with_flags, char *hint, size_t size)
{
    enum { FORMS = 12 * (THOUSANDS + 1) * (CURRENCIES + 1) };
    char flags[8] = "";
    int best = 3, found = 0; /* more than two changes would be a guess */
    size_t used = 0;
    *hint = '\0';
    if (!may_be_number(cell))
        return false;
    if (with_flags)
        find_flags(cell, flags);
    for (int i = 0; i < FORMS; i++) {
        gla_form g;
        double value;
        int cost = change(f, i, flags, &g);
        if (cost < 0 || cost > best || (cost == best && found == 2))
            continue;
        gla_cell_kind kind = gla_form_read(&g, cell, &value);
        if (kind != GLA_CELL_INTEGER && kind != GLA_CELL_REAL)
            continue;
        if (cost < best)
            found = 0, used = 0;
        best = cost;
        used += (size_t)snprintf(hint + used, size - used, "%s", found++ ? ", or " : "");
        describe_options(f, &g, value, hint + used, size - used);
        used += strlen(hint + used);
    }
    return found > 0;
}
