/* memory.h - what the files of the pool of host memory share: blocks.c keeps those of medium size, pages.c large ones.
 *
 * Nothing here takes a lock.  Each place for a block is one atomic word, which is taken and filled by a single exchange: a
 * thread never waits for another, a block may be freed by any thread, and a forked child finds a pool that works. */
#ifndef GLA_BACKENDS_HOST_MEMORY_H
#define GLA_BACKENDS_HOST_MEMORY_H

#include "host.h"

#define GLA_HOST_ALIGNMENT 64
/* Up to here malloc's own caches are as fast. */
#define GLA_HOST_SMALL ((size_t)1 << 10)
/* From here on a block has pages of its own. */
#define GLA_HOST_PAGES ((size_t)128 << 10)

/* The size class of so many bytes: 2^bits classes for each doubling, so that a block is at most 2^-bits larger than what
 * was asked for. */
typedef struct gla_host_class {
    unsigned code; /* log2 << bits, and the step within the doubling */
    size_t size;
} gla_host_class;

static inline gla_host_class gla_host_class_of(size_t bytes, unsigned bits)
{
    unsigned log = 63u - (unsigned)__builtin_clzll(bytes - 1), shift = log - bits;
    size_t steps = (bytes - 1) >> shift; /* from 2^bits on */
    return (gla_host_class){(log << bits) + (unsigned)(steps & ((1u << bits) - 1)), (steps + 1) << shift};
}

/* ---- memory.c: what malloc gives, aligned */
void *gla_host_plain_alloc(size_t bytes);
void gla_host_plain_free(void *data);

/* ---- blocks.c: more than SMALL bytes, less than PAGES */
void *gla_host_block_alloc(size_t bytes);
void gla_host_block_free(void *data, size_t bytes);
/* Keep less than so many bytes; how many have been used of it. */
size_t gla_host_blocks_keep(size_t bytes);
size_t gla_host_blocks_idle(void);
size_t gla_host_blocks_trim(void);

/* ---- pages.c: PAGES bytes and more.  `zero`: the contents are 0 */
void *gla_host_pages_alloc(size_t bytes, bool zero);
void gla_host_pages_free(void *data, size_t bytes);
void gla_host_pages_keep(size_t bytes);
size_t gla_host_pages_idle(void);
/* Release the oldest blocks until no more than `bytes` are kept; how many were released. */
size_t gla_host_pages_trim(size_t bytes);

/* Blocks in the pool are out of bounds to AddressSanitizer. */
#if defined(__SANITIZE_ADDRESS__)
#define GLA_HOST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define GLA_HOST_ASAN __has_feature(address_sanitizer)
#endif
#endif
#if defined(GLA_HOST_ASAN) && GLA_HOST_ASAN
#include <sanitizer/asan_interface.h>
#define GLA_HOST_HIDE(data, bytes) ASAN_POISON_MEMORY_REGION(data, bytes)
#define GLA_HOST_SHOW(data, bytes) ASAN_UNPOISON_MEMORY_REGION(data, bytes)
#else
#define GLA_HOST_HIDE(data, bytes) ((void)(data))
#define GLA_HOST_SHOW(data, bytes) ((void)(data))
#endif
/* Sanitizers see each block's end best when it goes back at once. */
#if defined(GLA_HOST_ASAN) || defined(__SANITIZE_THREAD__)
#define GLA_HOST_SANITIZED 1
#else
#define GLA_HOST_SANITIZED 0
#endif

#endif
