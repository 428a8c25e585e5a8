/* version.h - the version of the headers, which configure takes from here; that of the library at run time is gla_version.
 *
 * Until 1.0 a new minor version may change functions.  From then on a new major version may; others only add: functions, values
 * at the end of enums, members at the end of structs that the library makes. */
#ifndef GPULINALG_VERSION_H
#define GPULINALG_VERSION_H

#define GLA_VERSION_MAJOR 0
#define GLA_VERSION_MINOR 1
#define GLA_VERSION_PATCH 0

/* Whether the headers are those of a version or of a later one: #if GLA_VERSION_AT_LEAST(0, 2, 0) */
#define GLA_VERSION_AT_LEAST(major, minor, patch) \
    (GLA_VERSION_MAJOR > (major) ||               \
     (GLA_VERSION_MAJOR == (major) &&             \
      (GLA_VERSION_MINOR > (minor) || (GLA_VERSION_MINOR == (minor) && GLA_VERSION_PATCH >= (patch)))))

#endif
