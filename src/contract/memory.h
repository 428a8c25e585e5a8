/* memory.h - the contract of memory and of copies between the host and a device; ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_MEMORY_H
#define GLA_CONTRACT_MEMORY_H

#include "backend.h"

typedef struct gla_memory_state {
    size_t free, total; /* of the device; 0: not known */
    size_t reserved;    /* by us: what is used, and what is kept for the next arrays */
} gla_memory_state;

typedef struct gla_memory_ops {
    /* bytes > 0; the result is aligned to 64 bytes.  Work in the thread's current stream may use it. */
    gla_status (*alloc)(gla_device *dev, size_t bytes, void **data);
    /* May be used again once what `stream` (a state of gla_stream_ops) holds now is done. */
    void (*free)(gla_device *dev, void *data, size_t bytes, void *stream);
    /* Contiguous blocks between host and device; NULL on devices with is_host.  The host block has been consumed, or is
     * complete, on return (blocks). */
    gla_status (*upload)(gla_device *dev, void *dst, const void *host, size_t bytes);
    gla_status (*download)(gla_device *dev, void *host, const void *src, size_t bytes);
    /* The same between a host array of any strides, none of them negative or repeating, and a block with its elements in
     * row-major order.  NULL: the facade packs. */
    gla_status (*upload_array)(gla_device *dev, void *dst, const gla_array *src);
    gla_status (*download_array)(gla_device *dev, gla_array *dst, const void *src);

    /* What follows may be NULL. */
    gla_status (*info)(gla_device *dev, gla_memory_state *state);
    /* Release to the system what nothing uses: *bytes of it (blocks). */
    gla_status (*trim)(gla_device *dev, size_t *bytes);
    /* No more than this many bytes will be used, 0: as many as there are.  What is beyond need not be kept for later. */
    gla_status (*limit)(gla_device *dev, size_t bytes);
    /* A block of `from`, another device of the backend, to dev; in the current stream of dev, which has been made to wait for
     * that of `from`, which will be made to wait for it. */
    gla_status (*peer)(gla_device *dev, void *dst, gla_device *from, const void *src, size_t bytes);
    /* Host memory for copies that run by themselves in the current stream; all three or none. */
    gla_status (*alloc_pinned)(gla_device *dev, size_t bytes, void **data);
    void (*free_pinned)(gla_device *dev, void *data, size_t bytes);
    gla_status (*copy_pinned)(gla_device *dev, void *device, void *host, size_t bytes, bool up);
    /* Index of the device whose memory another library's address is in; dev's own if all can reach it.  NULL: not asked. */
    gla_status (*locate)(gla_device *dev, const void *data, int *index);
    /* As alloc, with contents of zero bytes.  NULL: the facade fills. */
    gla_status (*alloc_zeros)(gla_device *dev, size_t bytes, void **data);
    /* Keep at most so many bytes of freed memory for the next arrays, as the user wants it.  Called before the first alloc. */
    gla_status (*keep)(gla_device *dev, size_t bytes);
} gla_memory_ops;

#endif
