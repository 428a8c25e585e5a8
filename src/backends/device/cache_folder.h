/* cache_folder.h - Folders of the disk cache of compiled kernels. */
#ifndef GLA_BACKENDS_DEVICE_FOLDER_H
#define GLA_BACKENDS_DEVICE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Open the user's folder.  Return -1, with the reason, if there is no folder or it must not be used. */
int gla_cache_folder(bool make, char *reason, size_t size);
/* Open the folder of the installation, which serves all users.  On success, `reason` is set to the name of the folder. */
int gla_shared_folder(bool make, char *reason, size_t size);

#endif
