/* memory.h - Shared declarations of the host memory pool.  blocks.c keeps medium-sized blocks, and pages.c large blocks.
 *
 * No function of the pool takes a lock.  Each entry for a block is one atomic word, which is taken and filled by a single
 * exchange. Therefore a thread never waits for another thread, any thread may free a block, and a forked child inherits a
 * working pool. */
#ifndef GLA_BACKENDS_HOST_MEMORY_H
#define GLA_BACKENDS_HOST_MEMORY_H

#include "host.h"

#define GLA_HOST_ALIGNMENT 64
/* Blocks smaller than this are not kept, because malloc's own caches are as fast. */
#define GLA_HOST_SMALL ((size_t)1 << 10)
/* Blocks of at least this size have separate pages. */
#define GLA_HOST_PAGES ((size_t)128 << 10)

/* Size class.  There are 2^bits classes for each doubling, so that a block is at most 2^-bits larger than requested. */
typedef struct gla_host_class {
    unsigned code; /* log2 << bits, plus the number of the step within the doubling */
    size_t size;
} gla_host_class;

static inline gla_host_class gla_host_class_of(size_t bytes, unsigned bits)
{
    unsigned log = 63u - (unsigned)__builtin_clzll(bytes - 1), shift = log - bits;
    size_t steps = (bytes - 1) >> shift; /* at least 2^bits */
    return (gla_host_class){(log << bits) + (unsigned)(steps & ((1u << bits) - 1)), (steps + 1) << shift};
}

/* ---- memory.c: aligned memory from malloc */
void *gla_host_plain_alloc(size_t bytes);
void gla_host_plain_free(void *data);

/* ---- blocks.c: blocks larger than SMALL and smaller than PAGES */
void *gla_host_block_alloc(size_t bytes);
void gla_host_block_free(void *data, size_t bytes);
/* gla_host_blocks_keep() sets the maximum size of the shelves, and returns the part of this size that they can use. */
size_t gla_host_blocks_keep(size_t bytes);
size_t gla_host_blocks_idle(void);
size_t gla_host_blocks_trim(void);

/* ---- pages.c: PAGES bytes and more.  `zero`: the contents are 0 */
void *gla_host_pages_alloc(size_t bytes, bool zero);
void gla_host_pages_free(void *data, size_t bytes);
void gla_host_pages_keep(size_t bytes);
size_t gla_host_pages_idle(void);
/* Release the oldest blocks until at most `bytes` are kept.  Return the number of bytes released. */
size_t gla_host_pages_trim(size_t bytes);

/* Mark blocks in the pool as inaccessible for AddressSanitizer. */
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
/* Sanitizers detect overruns best if each block is freed at once. */
#if defined(GLA_HOST_ASAN) || defined(__SANITIZE_THREAD__)
#define GLA_HOST_SANITIZED 1
#else
#define GLA_HOST_SANITIZED 0
#endif

#endif
