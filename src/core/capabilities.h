/* capabilities.h - which slots of a backend an operation needs. */
#ifndef GLA_SRC_CAPABILITIES_H
#define GLA_SRC_CAPABILITIES_H

#include "backend.h"

/* The operations in the order of the headers: call visit for each one; stops at the first failure. */
gla_status gla_each_operation(gla_status (*visit)(const char *operation, const void *slots, void *context), void *context);

/* Whether a backend has all of the slots that visit was given: "yes", "no"; "on the host" where it has the
 * host's backend compute the first of them, "partly host" where it has so another one. */
const char *gla_backend_offers(const gla_backend *backend, const void *slots);

#endif
