/* trust.h - Check that a file is safe to load or run. */
#ifndef GLA_RUNTIME_TRUST_H
#define GLA_RUNTIME_TRUST_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* Return true if the file at this absolute path can be changed only by root, by the user, and by users who can change the
 * library's own file (whose code runs anyway). Each directory of the path is checked; in a directory with the sticky bit, files
 * of other users are protected. Otherwise return false and store the reason, which is phrased to follow the name of the
 * path. */
bool gla_is_trusted(const char *path, char *reason, size_t size);

GLA_END_DECLS

#endif
