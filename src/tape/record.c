/* record.c - Record the calls of a thread, around the functions that they call. */
#include "tape/log.h"

static gla_status look_at(void *state, int argument, const void *object)
{
    bool *watched = state;
    (void)argument;
    *watched = *watched || gla_tape_knows(object);
    return GLA_OK;
}

static gla_status renew(void *log, int argument, const void *object)
{
    (void)argument;
    return object && gla_has_shape(object) ? gla_chronicle_renew(log, (gla_array *)object) : GLA_OK;
}

gla_status gla_tape_begin(gla_node **node, const gla_derivative *f, const gla_passed *in)
{
    gla_chronicle *log = gla_chronicle_current();
    gla_status st = GLA_OK;
    *node = NULL;
    if (!log)
        return GLA_OK;
    gla_chronicle_enter(log);
    bool watched = false;
    int changed = gla_changed_argument(f);
    if (changed >= 0 && in[changed].target)
        st = gla_chronicle_prepare_change(log, in[changed].target);
    if (!st && log->n_changed)
        st = gla_visit_operands(f->forms, in, renew, log);
    if (!st)
        st = gla_visit_operands(f->forms, in, look_at, &watched);
    if (!st && watched && f->kind != GLA_VJP_ZERO)
        st = gla_node_make(log, f, in, node);
    if (!*node)
        gla_chronicle_leave(log);
    return st;
}

/* Release the results of a call whose record has failed. */
static void release_results(const gla_derivative *f, void *const *out)
{
    for (int i = 0; f->results[i]; i++) {
        void **place = out[i];
        if (f->results[i] == '-')
            continue;
        if (f->results[i] == 'l')
            gla_arrays_free(*place);
        else if (f->results[i] == 'O')
            gla_objects_free(*place);
        else
            gla_object_unref(*place);
        *place = NULL;
    }
}

gla_status gla_tape_end(gla_node *node, gla_status status, void *const *out)
{
    gla_chronicle *log = node->log;
    const gla_derivative *f = node->f;
    gla_array *changed = NULL;
    uint64_t before = 0;
    bool has_results = !status;
    if (status)
        gla_node_release(node);
    else
        status = gla_node_complete(node, out, &changed, &before);
    if (!status && changed)
        status = gla_chronicle_changed(log, changed, before);
    gla_chronicle_leave(log);
    if (status && has_results)
        release_results(f, out);
    return status;
}

bool gla_tape_concerns(const gla_array *x, const gla_array *y)
{
    const gla_chronicle *log = gla_chronicle_current();
    return log && (gla_tape_knows(x) || gla_tape_knows(y) || gla_chronicle_find_memory(log, x->buffer));
}
