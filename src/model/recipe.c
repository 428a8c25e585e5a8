/* recipe.c - How a formula became columns, and the same columns of new data. */
#include "model/build.h"
#include "runtime/allocation.h"

#include <string.h>

model_recipe *model_recipe_ref(model_recipe *r)
{
    if (r)
        atomic_fetch_add(&r->refs, 1);
    return r;
}

static void release_state(model_state *m)
{
    gla_free(m->key);
    gla_strings_free(m->levels);
    gla_unref(m->values);
    gla_free(m->numbers);
    gla_free(m);
}

void model_recipe_unref(model_recipe *r)
{
    if (!r || atomic_fetch_sub(&r->refs, 1) > 1)
        return;
    for (model_state *m = r->states, *next; m; m = next) {
        next = m->next;
        release_state(m);
    }
    gla_free(r->formula);
    gla_free(r->unit);
    gla_free(r->time);
    gla_free(r->offset);
    gla_free(r);
}

static char *copy(gla_scope *s, const char *text)
{
    char *made = !text || s->status ? NULL : gla_malloc(strlen(text) + 1);
    if (made)
        strcpy(made, text);
    else if (text)
        gla_s_check(s, gla_fail_memory(s->op, strlen(text) + 1));
    return made;
}

model_recipe *model_new_recipe(gla_scope *s, const char *formula, const model_options *o)
{
    model_recipe *r = s->status ? NULL : gla_calloc(1, sizeof *r);
    if (!r) {
        gla_s_check(s, s->status ? s->status : gla_fail_memory(s->op, sizeof *r));
        return NULL;
    }
    atomic_init(&r->refs, 1);
    r->formula = copy(s, formula);
    r->unit = copy(s, o->unit ? o->unit->text : NULL);
    r->time = copy(s, o->time ? o->time->text : NULL);
    r->offset = copy(s, o->offset ? o->offset->text : NULL);
    r->array_offset = o->offset && o->offset->array;
    if (!s->status)
        return r;
    model_recipe_unref(r);
    return NULL;
}
