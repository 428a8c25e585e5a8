/* info.c - `gpulinalg info`: what is here, and why something is not. */
#include "core/registry.h"

gla_status gla_info(char **text, bool ops)
{
    (void)ops;
    *text = NULL;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "info: not written yet");
}
