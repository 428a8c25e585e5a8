/* nearest.c - The name that is most like a misspelled one. */
#include "runtime/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Return the edit distance of two short names: the number of letters that are changed, inserted, deleted, or swapped with a
 * neighbour. */
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

int gla_nearest_of(const char *name, const char *const *names, int n)
{
    int best = -1, length = (int)strnlen(name, 40), least = length < 3 ? length / 2 : length / 3;
    for (int i = 0; i < n; i++) {
        int far = distance(name, names[i]);
        if (far < least || (far == least && best < 0)) {
            best = i;
            least = far;
        }
    }
    return best;
}
