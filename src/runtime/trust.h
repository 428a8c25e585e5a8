/* trust.h - check that a file is safe to load or to run. */
#ifndef GLA_RUNTIME_TRUST_H
#define GLA_RUNTIME_TRUST_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* Whether nobody can change what lies at this absolute path but root, the user, and those who can change the library's own file
 * (whose code runs here anyway).  Each folder on the way counts; the sticky bit keeps the files of others safe.  Else the
 * reason, in words that follow the path's name. */
bool gla_is_trusted(const char *path, char *reason, size_t size);

GLA_END_DECLS

#endif
