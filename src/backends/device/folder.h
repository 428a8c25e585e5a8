/* folder.h - the folders that compiled kernels are kept in. */
#ifndef GLA_BACKENDS_DEVICE_FOLDER_H
#define GLA_BACKENDS_DEVICE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* The user's folder, open; -1 with the reason when there is none or it is not to be used. */
int gla_cache_folder(bool make, char *reason, size_t size);
/* That of the installation, for all users; when it is open `reason` is its name. */
int gla_shared_folder(bool make, char *reason, size_t size);

#endif
