/* run.c - Run an estimator over the regressions of a call. */
#include "econ/econ.h"
#include "runtime/allocation.h"

typedef struct running {
    econ_estimator *estimator;
    const econ_options *o;
    void *context;
    int64_t n;
    gla_econ_fit **fits;
} running;

static void add(gla_scope *s, const model_frame *f, void *context)
{
    running *r = context;
    gla_econ_fit *fit = r->estimator(s, f, r->o, r->context);
    gla_econ_fit **more = fit ? gla_realloc(r->fits, (size_t)(r->n + 1) * sizeof *more) : NULL;
    if (!more) {
        gla_object_unref(fit);
        if (fit)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *more));
        return;
    }
    r->fits = more;
    r->fits[r->n++] = fit;
}

/* The Fits as a result, which is one block; NULL after a failure. */
static gla_objects *list_of(gla_scope *s, const running *r)
{
    gla_objects *list = s->status ? NULL : gla_calloc(1, sizeof *list + (size_t)r->n * sizeof *list->v);
    if (list)
        *list = (gla_objects){.n = r->n, .v = (void **)(list + 1), .single = r->n == 1};
    else if (!s->status)
        gla_s_check(s, gla_fail_memory(s->op, sizeof *list));
    for (int64_t i = 0; i < r->n; i++)
        if (list)
            list->v[i] = r->fits[i];
        else
            gla_object_unref(r->fits[i]);
    gla_free(r->fits);
    return list;
}

gla_status econ_run(const char *op, const gla_variable *formula, const gla_dataset *data, const model_options *m,
                    const econ_options *o, econ_estimator *estimator, void *context, gla_objects **fits)
{
    gla_scope s;
    running r = {estimator, o, context, 0, NULL};
    gla_scope_begin(&s, op);
    econ_check_options(&s, o);
    if (!s.status)
        model_run(&s, formula, data, m, add, &r);
    *fits = list_of(&s, &r);
    return gla_scope_end(&s);
}
