/* version.h - version of the headers, which configure reads from here. gla_version returns the version of the library at run
 * time.
 *
 * Before 1.0 a minor version may change functions. From 1.0 on only a major version may. Other versions only add functions,
 * enum values at the end, and members at the end of structs that the library allocates. */
#ifndef GPULINALG_VERSION_H
#define GPULINALG_VERSION_H

#define GLA_VERSION_MAJOR 0
#define GLA_VERSION_MINOR 1
#define GLA_VERSION_PATCH 0

/* True if the version of the headers is at least the given one: #if GLA_VERSION_AT_LEAST(0, 2, 0) */
#define GLA_VERSION_AT_LEAST(major, minor, patch) \
    (GLA_VERSION_MAJOR > (major) ||               \
     (GLA_VERSION_MAJOR == (major) &&             \
      (GLA_VERSION_MINOR > (minor) || (GLA_VERSION_MINOR == (minor) && GLA_VERSION_PATCH >= (patch)))))

#endif
