/* run.c - The regressions that a formula or arrays describe, one after the other. */
#include "model/build.h"

/* Fail if the estimator has no use for a part of the formula. */
static void check_instruments(gla_scope *s, const formula_text *f, const regression *r, const model_options *o)
{
    if (r->endogenous && !o->instrumental)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, r->endogenous->at,
                      "the formula has instruments, which %s does not use; use tsls, liml or gmm", s->op);
}

static void run_formula(gla_scope *s, const char *text, const gla_table *table, const model_options *o,
                        model_estimate *estimate, void *context)
{
    formula_text f = {text, NULL};
    int n = 0;
    regression *r = model_read_formula(s, &f, &n);
    if (n && !s->status)
        check_instruments(s, &f, r, o);
    for (int i = 0; i < n && !s->status; i++) {
        int mark = gla_scope_mark(s);
        model_run_regression(s, &r[i], &f, table, o, estimate, context);
        gla_scope_keep(s, mark, NULL);
    }
}

void model_run(gla_scope *s, const gla_variable *formula, const gla_dataset *data, const model_options *o,
               model_estimate *estimate, void *context)
{
    if (s->status)
        return;
    if (formula->array)
        model_run_arrays(s, formula, data, o, estimate, context);
    else if (data->table)
        run_formula(s, formula->text, data->table, o, estimate, context);
    else
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: a formula needs data with named columns, such as a Table or a dictionary, but data is an array", s->op);
}
