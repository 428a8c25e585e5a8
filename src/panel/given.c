/* given.c - y, X and weights as given, restricted to the kept rows. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "sparse/sparse.h"

#include <float.h>

gla_array *panel_kept(panel *p, gla_array *x)
{
    gla_array *as = p->s.status ? NULL : gla_s_astype(&p->s, p->dtype, x);
    as = p->singletons > 0 ? sparse_take(&p->s, as, p->rows) : as;
    return as && as->ndim == 1 ? gla_s_add_last(&p->s, as) : as;
}

gla_array *panel_given(panel *p, int64_t column)
{
    gla_scope *s = &p->s;
    bool is_y = column < p->of_y;
    gla_array *x = p->given[is_y ? 0 : 1];
    if (x->ndim == 2)
        x = gla_s_slice(s, x, 1, is_y ? column : column - p->of_y, 1);
    x = s->status ? NULL : panel_kept(p, x);
    return gla_s_combine(s, gla_multiply, x, gla_s_number(s, p->column[column].scale));
}

double panel_spacing(const panel *p, int64_t column)
{
    const gla_array *x = p->given[column < p->of_y ? 0 : 1];
    return p->dtype == GLA_FLOAT32 || x->dtype == GLA_FLOAT32 ? FLT_EPSILON : DBL_EPSILON;
}
