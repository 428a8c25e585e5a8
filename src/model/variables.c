/* variables.c - Read variables from a Table. */
#include "model/model.h"
gla_array *model_read_numbers(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text)
{
    (void)table, (void)rows, (void)text;
    gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: not yet", s->op);
    return NULL;
}

bool model_read_group(gla_scope *s, const gla_table *table, const gla_array *rows, const char *text, model_group *group)
{
    (void)table, (void)rows, (void)text, (void)group;
    gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: not yet", s->op);
    return false;
}
