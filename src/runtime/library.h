/* library.h - load libraries and modules at run time. */
#ifndef GLA_RUNTIME_LIBRARY_H
#define GLA_RUNTIME_LIBRARY_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* dlopen, with all symbols resolved at once or each at its first use.  Signals are held, since libraries start threads while
 * they are loaded, as OpenBLAS does; fork() waits for it. */
void *gla_library_open(const char *file, bool at_once);
/* `symbol` of libgpulinalg-NAME.so, loaded from the folder of the module that `neighbour` is in; NULL, with dlerror(), when it
 * is not there. */
void *gla_module_entry(const void *neighbour, const char *name, const char *symbol);
/* The processor's level of x86-64: 4, 3, or 1 for less; 0 for other processors. */
int gla_processor_level(void);
/* The file of the host backend in a folder: for the processor's level, or for what GPULINALG_HOST_LEVEL says, or, where that is
 * not there, for the next lower one. */
gla_status gla_host_module(const char *dir, char *file, size_t size);

GLA_END_DECLS

#endif
