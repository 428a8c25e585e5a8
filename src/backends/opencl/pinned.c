/* pinned.c - Host memory for users' arrays that the device copies directly.  Such memory is a buffer of the driver, which stays
 * mapped as long as the array exists.  If the device and the host share memory, ordinary memory is used. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"

#include <stdlib.h>

#define PAGE ((size_t)4096)

typedef struct block {
    struct block *next;
    void *data;
    cl_mem mem;
} block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static block *blocks; /* mapped blocks */

static gla_status map_block(gla_cl *cl, size_t bytes, block *b)
{
    static const char op[] = "empty_pinned";
    cl_int error;
    b->mem = clCreateBuffer(cl->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &error);
    if (error == CL_SUCCESS) {
        b->data = clEnqueueMapBuffer(gla_cl_commands(cl), b->mem, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL,
                                     &error);
        if (error != CL_SUCCESS)
            clReleaseMemObject(b->mem);
    }
    if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY || error == CL_OUT_OF_RESOURCES ||
        error == CL_INVALID_BUFFER_SIZE || error == CL_MAP_FAILURE)
        return gla_fail_memory(op, bytes);
    return gla_cl_check(op, error);
}

gla_status gla_cl_alloc_pinned(gla_device *dev, size_t bytes, void **data)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("empty_pinned", dev, &cl);
    if (st)
        return st;
    if (cl->shares_host) {
        *data = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
        return *data ? GLA_OK : gla_fail_memory("empty_pinned", bytes);
    }
    block *b = gla_calloc(1, sizeof *b);
    if (!b)
        return gla_fail_memory("empty_pinned", sizeof *b);
    if ((st = map_block(cl, bytes, b))) {
        gla_free(b);
        return st;
    }
    *data = b->data;
    gla_lock(&lock);
    b->next = blocks;
    blocks = b;
    pthread_mutex_unlock(&lock);
    return GLA_OK;
}

void gla_cl_free_pinned(gla_device *dev, void *data, size_t bytes)
{
    gla_cl *cl = dev->state;
    (void)bytes;
    if (cl->shares_host) {
        free(data);
        return;
    }
    if (!gla_cl_is_ours())
        return;
    gla_lock(&lock);
    block **at = &blocks;
    while (*at && (*at)->data != data)
        at = &(*at)->next;
    block *b = *at;
    if (b)
        *at = b->next;
    pthread_mutex_unlock(&lock);
    if (b) {
        clEnqueueUnmapMemObject(gla_cl_commands(cl), b->mem, data, 0, NULL, NULL);
        clReleaseMemObject(b->mem);
    }
    gla_free(b);
}

gla_status gla_cl_copy_pinned(gla_device *dev, void *device, void *host, size_t bytes, bool up)
{
    gla_cl *cl;
    cl_mem mem;
    size_t offset;
    gla_status st = gla_cl_enter("copy", dev, &cl);
    if (!st && !gla_cl_locate(device, &mem, &offset))
        st = gla_fail(GLA_DEVICE_ERROR, "copy: there is no OpenCL buffer at this address");
    if (st)
        return st;
    cl_command_queue q = gla_cl_commands(cl);
    st = gla_cl_check("copy", up ? clEnqueueWriteBuffer(q, mem, CL_FALSE, offset, bytes, host, 0, NULL, NULL)
                                 : clEnqueueReadBuffer(q, mem, CL_FALSE, offset, bytes, host, 0, NULL, NULL));
    return st ? st : gla_cl_queued("copy", cl);
}
