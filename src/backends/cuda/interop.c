/* interop.c - Interoperation with other CUDA libraries: their streams and their memory. */
#include "cuda.h"

static cudaStream_t stream_of(uintptr_t native)
{
    return native <= GLA_FOREIGN_DEFAULT  ? cudaStreamLegacy
           : native == GLA_FOREIGN_THREAD ? cudaStreamPerThread
                                          : (cudaStream_t)native;
}

/* Use a separate event, because another thread may record the queue's event again before the wait is enqueued. */
gla_status gla_cuda_sync_external(gla_device *dev, void *stream, uintptr_t native, bool it_waits)
{
    gla_cuda *cuda;
    cudaEvent_t mark = NULL;
    cudaStream_t ours = ((gla_cuda_queue *)stream)->stream, theirs = stream_of(native);
    gla_status st = gla_cuda_enter("stream", dev, &cuda);
    if (st || ours == theirs)
        return st;
    st = gla_cuda_check("stream", cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    if (!st)
        st = gla_cuda_check("stream", cudaEventRecord(mark, it_waits ? ours : theirs));
    if (!st)
        st = gla_cuda_check("stream", cudaStreamWaitEvent(it_waits ? theirs : ours, mark, 0));
    if (mark)
        cudaEventDestroy(mark); /* waits already enqueued remain valid */
    return st;
}

gla_status gla_cuda_synchronize(gla_device *dev)
{
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter("synchronize", dev, &cuda);
    return st ? st : gla_cuda_check("synchronize", cudaDeviceSynchronize());
}

gla_status gla_cuda_locate(gla_device *dev, const void *data, int *index)
{
    gla_cuda *cuda;
    struct cudaPointerAttributes a = {.type = cudaMemoryTypeUnregistered};
    gla_status st = gla_cuda_enter("asarray", dev, &cuda);
    if (!st)
        st = gla_cuda_check("asarray", cudaPointerGetAttributes(&a, data));
    if (!st && a.type == cudaMemoryTypeUnregistered)
        st = gla_fail(GLA_DEVICE_ERROR,
                      "asarray: address %p is not GPU memory, although the exporting library declares it as such; "
                      "report this to the authors of that library",
                      data);
    *index = a.type == cudaMemoryTypeDevice ? a.device : cuda->ordinal;
    return st;
}
