/* cache.h - compiled kernels on disk, shared by processes. */
#ifndef GLA_BACKENDS_DEVICE_CACHE_H
#define GLA_BACKENDS_DEVICE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* The entry for (tag, source): true and *code from gla_malloc when it is there and whole. */
bool gla_cache_get(const char *tag, const char *source, void **code, size_t *size);

/* The folder in use, or why there is none. */
void gla_cache_state(char *text, size_t size);

/* Until the end, what this thread compiles is looked for and kept in the user's folder or, if shared, in that of the
 * installation, for all users.  False, with the reason in `folder`, when nothing can be kept there. */
bool gla_cache_begin(bool shared, char *folder, size_t size);
void gla_cache_end(void);

/* The tag of the entry of that name in an open folder, cut to size; false when it is no entry. */
bool gla_cache_tag(int folder, const char *name, char *tag, size_t size);

/* How many entries with the tag the folder of the installation has, and what else; or why it is not used. */
void gla_shared_state(const char *tag, char *text, size_t size);

/* Keep an entry.  A cache that cannot be written is no error: the next process compiles again. */
void gla_cache_put(const char *tag, const char *source, const void *code, size_t size);

#endif
