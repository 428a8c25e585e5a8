/* text.c - device code of typed expressions. */
#include "kernel/text.h"

void gla_text_free(gla_variant *v)
{
    gla_free(v->device_code);
}
