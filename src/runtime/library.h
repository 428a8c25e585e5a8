/* library.h - Load libraries and modules at run time. */
#ifndef GLA_RUNTIME_LIBRARY_H
#define GLA_RUNTIME_LIBRARY_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* Call dlopen. Symbols are resolved immediately if `at_once` is true, else at first use. Signals are blocked, because some
 * libraries (OpenBLAS) start threads while they are loaded. fork() waits for the call to finish. */
void *gla_library_open(const char *file, bool at_once);
/* Return `symbol` of libgpulinalg-NAME.so, loaded from the directory of the module that contains `neighbour`. If the symbol is
 * missing return NULL; dlerror() states the reason. */
void *gla_module_entry(const void *neighbour, const char *name, const char *symbol);
/* Return the x86-64 level of the processor: 4, 3, or 1 if lower; 0 on other architectures. */
int gla_processor_level(void);
/* Return the file of the host backend in a directory, for the processor's level or for GPULINALG_HOST_LEVEL. If there is no
 * file for that level, the next lower level is used. */
gla_status gla_host_module(const char *dir, char *file, size_t size);

GLA_END_DECLS

#endif
