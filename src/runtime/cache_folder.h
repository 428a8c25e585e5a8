/* cache_folder.h - Folders of the disk cache: compiled kernels, and the measured rates of the machine. */
#ifndef GLA_RUNTIME_CACHE_FOLDER_H
#define GLA_RUNTIME_CACHE_FOLDER_H

#include "gpulinalg/core.h"

#include <stdbool.h>
#include <stddef.h>

GLA_BEGIN_DECLS

/* Open the user's folder. If it does not exist or is not safe, return -1 and set `reason`. */
int gla_cache_folder(bool make, char *reason, size_t size);
/* Write the name of the user's folder.  Return false if there is no such folder, for example in a program that has more rights
 * than its user. */
bool gla_name_cache_folder(char *name, size_t size);
/* Open the folder of the installation, which serves all users. `neighbour` is an address in a module; the folder is next to
 * that module. On success, `reason` is set to the name of the folder. */
int gla_shared_folder(const void *neighbour, bool make, char *reason, size_t size);

/* Name of the files of measured rates (core/rates_file.h).  They stay if the cache is emptied. */
#define GLA_RATES_PREFIX "rates-"

GLA_END_DECLS

#endif
