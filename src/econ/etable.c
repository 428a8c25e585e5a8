/* etable.c - Fits side by side. */
#include "econ/econ.h"
#include "gpulinalg/econ_tables.h"
#include "runtime/writer.h"

gla_status gla_econ_etable(const gla_fits *fits, char **table, const char *format)
{
    gla_writer w = GLA_WRITER("etable");
    (void)format;
    for (int64_t i = 0; i < fits->n; i++)
        gla_put(&w, "%s\n", fits->v[i]->of->y_name);
    return gla_writer_finish(&w, table);
}
