/* memory.h - Contract of memory and of copies between the host and a device. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_MEMORY_H
#define GLA_CONTRACT_MEMORY_H

#include "backend.h"

typedef struct gla_memory_state {
    size_t free, total; /* of the device; 0: unknown */
    size_t reserved;    /* memory of this process: in use, and cached for later arrays */
} gla_memory_state;

typedef struct gla_memory_ops {
    /* Allocate bytes > 0, aligned to 64 bytes. Work in the thread's current stream may use the memory. */
    gla_status (*alloc)(gla_device *dev, size_t bytes, void **data);
    /* Free memory. The memory may be reused once the work that is now in `stream` (a state of gla_stream_ops) has finished. */
    void (*free)(gla_device *dev, void *data, size_t bytes, void *stream);
    /* Copy contiguous blocks between host and device; NULL on devices with is_host. Blocks: when the slot returns, the host
     * block has been read, or has been written completely. */
    gla_status (*upload)(gla_device *dev, void *dst, const void *host, size_t bytes);
    gla_status (*download)(gla_device *dev, void *host, const void *src, size_t bytes);
    /* Copy between a host array with any strides, none of them negative or zero, and a device block of its elements in
     * row-major order. NULL: the facade packs the elements. */
    gla_status (*upload_array)(gla_device *dev, void *dst, const gla_array *src);
    gla_status (*download_array)(gla_device *dev, gla_array *dst, const void *src);

    /* The remaining slots may be NULL. */
    gla_status (*info)(gla_device *dev, gla_memory_state *state);
    /* Release unused memory to the system and store its size in *bytes. Blocks. */
    gla_status (*trim)(gla_device *dev, size_t *bytes);
    /* Announce the maximum number of bytes that will be used; 0 means no limit. Freed memory beyond the limit need not be
     * cached. */
    gla_status (*limit)(gla_device *dev, size_t bytes);
    /* Copy a block of memory on `from`, another device of the same backend, to dev, in the current stream of dev. The facade
     * makes that stream wait for the stream of `from` before the call, and makes the stream of `from` wait after the call. */
    gla_status (*peer)(gla_device *dev, void *dst, gla_device *from, const void *src, size_t bytes);
    /* Page-locked host memory for asynchronous copies in the current stream. Fill in all three slots or none. */
    gla_status (*alloc_pinned)(gla_device *dev, size_t bytes, void **data);
    void (*free_pinned)(gla_device *dev, void *data, size_t bytes);
    gla_status (*copy_pinned)(gla_device *dev, void *device, void *host, size_t bytes, bool up);
    /* Store the index of the device that owns memory of another library, or the index of dev if all devices can access the
     * memory. If the slot is NULL, the facade does not check. */
    gla_status (*locate)(gla_device *dev, const void *data, int *index);
    /* Like alloc, with contents of zero. NULL: the facade fills the memory. */
    gla_status (*alloc_zeros)(gla_device *dev, size_t bytes, void **data);
    /* Set the maximum number of bytes of freed memory to cache for later arrays, as chosen by the user. Called before the first
     * alloc. */
    gla_status (*keep)(gla_device *dev, size_t bytes);
} gla_memory_ops;

#endif
