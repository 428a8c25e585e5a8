/* recipe.c - How a formula became columns. */
#include "model/model.h"

struct model_recipe {
    atomic_long refs;
};

model_recipe *model_recipe_ref(model_recipe *r)
{
    return r;
}

void model_recipe_unref(model_recipe *r)
{
    (void)r;
}

gla_array *model_new_columns(gla_scope *s, const model_recipe *recipe, const gla_table *data, int64_t n, char *const *names,
                             const char **unseen)
{
    (void)recipe, (void)data, (void)n, (void)names, (void)unseen;
    gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: formulas are not there yet", s->op);
    return NULL;
}

gla_array *model_new_group(gla_scope *s, const model_recipe *recipe, const gla_table *data, int effect, const char **unseen)
{
    (void)recipe, (void)data, (void)effect, (void)unseen;
    gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: formulas are not there yet", s->op);
    return NULL;
}
