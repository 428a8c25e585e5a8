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
