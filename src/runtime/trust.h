/* trust.h - Check that a file is safe to load or run. */
#ifndef GLA_RUNTIME_TRUST_H
#define GLA_RUNTIME_TRUST_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* Return true if only root, the user, and users who can change the library's own file (whose code runs anyway) can change the
 * file at this absolute path. Each directory of the path is checked; the sticky bit protects the files of others. Otherwise
 * store the reason, phrased to follow the name of the path. */
bool gla_is_trusted(const char *path, char *reason, size_t size);

GLA_END_DECLS

#endif
