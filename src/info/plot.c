/* plot.c - Draw curves with characters (plot.h). */
#include "config.h"
#include "info/plot.h"
#include "runtime/runtime.h"

#include <math.h>
#include <string.h>

static void find_range(int n, const gla_plot_curve *curves, double *low, double *high)
{
    *low = INFINITY;
    *high = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < GLA_PLOT_COLUMNS; k++) {
            *low = fmin(*low, curves[i].values[k]);
            *high = fmax(*high, curves[i].values[k]);
        }
    *high = fmax(*high, *low * 2);
}

void gla_plot(gla_writer *w, int n, const gla_plot_curve *curves, double from, double to)
{
    char lines[GLA_PLOT_LINES][GLA_PLOT_COLUMNS + 1], label[20], last[20];
    double low, high;
    find_range(n, curves, &low, &high);
    memset(lines, ' ', sizeof lines);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < GLA_PLOT_COLUMNS; k++) {
            double part = log(curves[i].values[k] / low) / log(high / low);
            lines[GLA_PLOT_LINES - 1 - (int)lround(part * (GLA_PLOT_LINES - 1))][k] = curves[i].mark;
        }
    for (int k = 0; k < GLA_PLOT_LINES; k++) {
        size_t length = GLA_PLOT_COLUMNS;
        while (length && lines[k][length - 1] == ' ')
            length--;
        gla_print(label, sizeof label, "%.3g ms", 1e3 * (k ? low : high));
        gla_put(w, "%12s |%.*s\n", k && k < GLA_PLOT_LINES - 1 ? "" : label, (int)length, lines[k]);
    }
    gla_print(label, sizeof label, "n = %g", from);
    gla_print(last, sizeof last, "%g", to);
    gla_put(w, "%12s +%.*s\n%14s%-12s%48s\n%14s", "", GLA_PLOT_COLUMNS,
            "------------------------------------------------------------", "", label, last, "");
    for (int i = 0; i < n; i++)
        gla_put(w, "%s%c %s", i ? ", " : "", curves[i].mark, curves[i].name);
    gla_put(w, "\n");
}
