/* cache.h - Disk cache of compiled kernels, shared by processes. */
#ifndef GLA_BACKENDS_DEVICE_CACHE_H
#define GLA_BACKENDS_DEVICE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* Look up the entry for (tag, source).  Return true and set *code, allocated with gla_malloc, if the entry exists and is
 * intact. */
bool gla_cache_get(const char *tag, const char *source, void **code, size_t *size);

/* Write to `text` the name of the user's cache folder, or the reason why there is no such folder. */
void gla_cache_state(char *text, size_t size);

/* Until gla_cache_end() is called, this thread looks up and stores compiled programs in the user's folder or, if `shared`, in
 * the folder of the installation.  Return false, with the reason in `folder`, if that folder is not writable. */
bool gla_cache_begin(bool shared, char *folder, size_t size);
void gla_cache_end(void);

/* Read the tag of the entry `name` in an open folder, truncated to `size` bytes.  Return false if the file is not an entry. */
bool gla_cache_tag(int folder, const char *name, char *tag, size_t size);

/* Describe the folder of the installation: the number of entries with this tag and the number of entries for other targets, or
 * the reason why the folder is not used. */
void gla_shared_state(const char *tag, char *text, size_t size);

/* Store an entry.  Failure to write the cache is not an error, because the next process compiles again. */
void gla_cache_put(const char *tag, const char *source, const void *code, size_t size);

#endif
