/* product_async.h - Asynchronous copies from global to local memory on NVIDIA devices; part of product.h. The caller defines
 * ASYNC_STAGES, the number of stages. */
#if defined(__OPENCL_VERSION__) || defined(__CUDACC__)
#ifdef __OPENCL_VERSION__
#define LOCAL_ADDRESS(p) ((uint)(ulong)(p))
#define GLOBAL_ADDRESS(p) ((ulong)(p))
#else
#define LOCAL_ADDRESS(p) ((uint32)__cvta_generic_to_shared(p))
#define GLOBAL_ADDRESS(p) (p)
#endif

/* Copy one item, or store zero if `there` is false. */
DEVICE void copy_async(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int there)
{
    ASSEMBLY volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                     :
                     : "r"(LOCAL_ADDRESS(to)), "l"(GLOBAL_ADDRESS(from)), "n"(sizeof(ITEM)), "r"(there ? (int)sizeof(ITEM) : 0)
                     : "memory");
}

/* Copy two adjacent items, aligned to 16 bytes. Only the first `bytes` bytes are read; the rest is set to zero. */
DEVICE void copy_pair_async(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int bytes)
{
    ASSEMBLY volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                     :
                     : "r"(LOCAL_ADDRESS(to)), "l"(GLOBAL_ADDRESS(from)), "r"(bytes)
                     : "memory");
}

/* End the group of copies that were started since the previous call to end_copies(). */
DEVICE void end_copies(void)
{
    ASSEMBLY volatile("cp.async.commit_group;" : : : "memory");
}

/* Wait until the oldest of this thread's last ASYNC_STAGES - 1 groups of copies is complete. */
DEVICE void await_copies(void)
{
    ASSEMBLY volatile("cp.async.wait_group %0;" : : "n"(ASYNC_STAGES - 2) : "memory");
}
/* Wait until all copies of this thread are complete. */
DEVICE void await_all_copies(void)
{
    ASSEMBLY volatile("cp.async.wait_group 0;" : : : "memory");
}
#else /* the emulated device */
DEVICE void copy_async(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int there)
{
    *to = there ? *from : ITEM_ZERO;
}

DEVICE void copy_pair_async(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int bytes)
{
    to[0] = bytes > 0 ? from[0] : ITEM_ZERO;
    to[1] = bytes > (int)sizeof(ITEM) ? from[1] : ITEM_ZERO;
}

DEVICE void end_copies(void)
{
}

DEVICE void await_copies(void)
{
}

DEVICE void await_all_copies(void)
{
}
#endif
