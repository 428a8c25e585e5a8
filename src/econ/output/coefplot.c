/* coefplot.c - Draw coefficients with their confidence intervals as an SVG image. */
#include "econ/output/output.h"
#include "gpulinalg/econ_tables.h"

gla_status gla_econ_coefplot(const gla_fits *fits, char **svg, const gla_strings *keep, const gla_strings *drop,
                             const gla_strings *labels, const gla_strings *headers, double level, const char *title,
                             int64_t width, int64_t height)
{
    return 0;
}
