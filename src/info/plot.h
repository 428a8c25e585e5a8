/* plot.h - Curves drawn with characters. */
#ifndef GLA_INFO_PLOT_H
#define GLA_INFO_PLOT_H

#include "runtime/writer.h"

enum { GLA_PLOT_COLUMNS = 60, GLA_PLOT_LINES = 16 };

/* A curve has a positive value for each column, and a mark. A later curve is drawn over an earlier one. */
typedef struct gla_plot_curve {
    char mark;
    const char *name;
    double values[GLA_PLOT_COLUMNS];
} gla_plot_curve;

/* Draw values over x from `from` to `to`, both in logarithms. The values are seconds, and labels are milliseconds. */
void gla_plot(gla_writer *w, int n, const gla_plot_curve *curves, double from, double to);

#endif
