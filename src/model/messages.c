/* messages.c - Failures that show the place in a formula, and the nearest name. */
#include "model/syntax.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 400, LONGEST = 64 };

/* Write the part of the formula around a place, and a caret under the place. */
static void show(const char *text, int at, char *to, size_t size)
{
    int length = (int)strlen(text), from = at > SHOWN / 2 ? at - SHOWN / 4 : 0, column = 0;
    while (from > 0 && ((unsigned char)text[from] & 0xc0) == 0x80)
        from--;
    int n = length - from < SHOWN / 2 ? length - from : SHOWN / 2;
    for (int i = from; i < at; i++)
        column += ((unsigned char)text[i] & 0xc0) != 0x80;
    int used = snprintf(to, size, "\n  %.*s", n, text + from);
    for (int i = 3; i < used; i++)
        if (to[i] == '\n' || to[i] == '\t' || to[i] == '\r')
            to[i] = ' ';
    snprintf(to + used, size - (size_t)used, "\n  %*s^", column, "");
}

void model_fail_at(gla_scope *s, gla_status kind, const formula_text *f, int at, const char *format, ...)
{
    char text[400], place[2 * SHOWN + 16] = "";
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (at >= 0)
        show(f->text, at, place, sizeof place);
    const char *colon = at < 0 || text[strlen(text) - 1] == '?' ? "" : ":";
    if (f->what)
        gla_s_fail(s, kind, "%s: %s: %s%s%s", s->op, f->what, text, colon, place);
    else
        gla_s_fail(s, kind, "%s: %s%s%s", s->op, text, colon, place);
}

/* Number of insertions, deletions, replacements and exchanges of neighbours that change one name into the other. */
int model_distance(const char *a, const char *b)
{
    int row[3][LONGEST + 1], n = (int)strlen(a), m = (int)strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = last[j - 1] + ((a[i - 1] | 32) != (b[j - 1] | 32));
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[n % 3][m];
}

const char *model_nearest(const char *name, int64_t n, const char *const *names)
{
    const char *found = NULL;
    int length = (int)strlen(name), least = (length < 3 ? length / 2 : length / 3) + 1;
    for (int64_t i = 0; i < n; i++) {
        int changes = model_distance(name, names[i]);
        if (changes < least) {
            least = changes;
            found = names[i];
        }
    }
    return found;
}
