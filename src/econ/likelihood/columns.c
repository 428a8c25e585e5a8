/* columns.c - Keep the regressors that are independent of each other and of the fixed effects. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

#include <string.h>

bool lik_keep_independent(gla_scope *s, model_frame *f, const gla_array *X, double tol, const bool *spanned)
{
    econ_within w = {.frame = *f, .spanned = gla_s_memory(s, f->X.n + 1, sizeof *w.spanned)};
    econ_independent d;
    const char **names = gla_s_memory(s, f->X.n + 1, sizeof *names);
    for (int64_t j = 0; j < f->X.n && spanned && !s->status; j++)
        if (spanned[j])
            w.spanned[w.n_spanned++] = j;
    econ_find_independent(s, X, f->X.names, tol, &w, &d);
    if (s->status || d.n == f->X.n)
        return false;
    for (int64_t j = 0; j < f->X.n; j++)
        if (d.reasons[j] && !(f->n_effects && strcmp(f->X.names[j], "Intercept") == 0))
            lik_note(s, f, "%s: %s", f->X.names[j], d.reasons[j]);
    if (d.n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no regressor is left; %s: %s", s->op, f->X.names[0], d.reasons[0]);
    if (s->status)
        return false;
    for (int64_t j = 0; j < d.n && names; j++)
        names[j] = f->X.names[d.kept[j]];
    gla_array *kept = econ_select(s, f->X.values, &d);
    f->constant &= names && strcmp(names[0], "Intercept") == 0;
    f->X = (model_columns){d.n, names, kept};
    return !s->status;
}
