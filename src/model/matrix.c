/* matrix.c - The columns that a formula makes, for users. */
#include "model/build.h"
#include "gpulinalg.h"

typedef struct result {
    int count;
    gla_array *y, *X, *rows;
    gla_strings *names, *notes;
} result;

static void take_frame(gla_scope *s, const model_frame *f, void *context)
{
    result *r = context;
    gla_array *rows = f->rows;
    if (r->count++)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula describes several regressions; give one", s->op);
    else if (!f->X.n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula has no regressor", s->op);
    if (!rows && !s->status)
        rows = model_range(s, gla_device_of(f->y), f->n);
    if (s->status)
        return;
    r->names = table_copy_strings(s, f->X.n, (char *const *)f->X.names);
    r->notes = table_copy_strings(s, f->n_notes, (char *const *)f->notes);
    if (s->status)
        return;
    r->y = gla_ref(f->y);
    r->X = gla_ref(f->X.values);
    r->rows = gla_ref(rows);
}

gla_status gla_econ_model_matrix(const gla_variable *formula, const gla_dataset *data, gla_array **y, gla_array **X,
                                 gla_strings **names, gla_array **rows, gla_strings **notes, const gla_variable *unit,
                                 const gla_variable *time)
{
    const model_options o = {.unit = unit, .time = time, .instrumental = true};
    result r = {.count = 0};
    gla_scope s;
    gla_scope_begin(&s, "model_matrix");
    model_run(&s, formula, data, &o, take_frame, &r);
    if (!s.status && !r.count)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the formula describes no regression", s.op);
    if (s.status) {
        gla_unref(r.y);
        gla_unref(r.X);
        gla_unref(r.rows);
        gla_strings_free(r.names);
        gla_strings_free(r.notes);
        r = (result){.count = 0};
    }
    *y = r.y;
    *X = r.X;
    *rows = r.rows;
    *names = r.names;
    *notes = r.notes;
    return gla_scope_end(&s);
}
