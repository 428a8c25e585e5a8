/* run.c - Run an estimator over the regressions of a call. */
#include "econ/econ.h"
#include "runtime/allocation.h"

typedef struct running {
    econ_estimator *estimator;
    const econ_options *o;
    void *context;
    gla_objects *fits;
} running;

static void add(gla_scope *s, const model_frame *f, void *context)
{
    running *r = context;
    gla_econ_fit *fit = r->estimator(s, f, r->o, r->context);
    void **more = fit ? gla_realloc(r->fits->v, (size_t)(r->fits->n + 1) * sizeof *more) : NULL;
    if (!more) {
        gla_object_unref(fit);
        if (fit)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *more));
        return;
    }
    r->fits->v = more;
    r->fits->v[r->fits->n++] = fit;
}

gla_status econ_run(const char *op, const gla_variable *formula, const gla_dataset *data, const model_options *m,
                    const econ_options *o, econ_estimator *estimator, void *context, gla_objects **fits)
{
    gla_scope s;
    running r = {estimator, o, context, gla_calloc(1, sizeof *r.fits)};
    gla_scope_begin(&s, op);
    if (!r.fits)
        gla_s_check(&s, gla_fail_memory(op, sizeof *r.fits));
    else
        model_run(&s, formula, data, m, add, &r);
    if (!s.status) {
        r.fits->single = r.fits->n == 1;
        *fits = r.fits;
    } else
        gla_objects_free(r.fits);
    return gla_scope_end(&s);
}
