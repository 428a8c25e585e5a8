/* product_aside.h - copies from global to local memory that go on while the thread does other work, by NVIDIA's instructions
 * for them; part of product.h.  Before it: ASIDE, as many stages as there are for copies. */
#if defined(__OPENCL_VERSION__) || defined(__CUDACC__)
#ifdef __OPENCL_VERSION__
#define LOCAL_ADDRESS(p) ((uint)(ulong)(p))
#define GLOBAL_ADDRESS(p) ((ulong)(p))
#else
#define LOCAL_ADDRESS(p) ((uint32)__cvta_generic_to_shared(p))
#define GLOBAL_ADDRESS(p) (p)
#endif

/* An item, or a zero. */
DEVICE void copy_aside(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int there)
{
    ASSEMBLY volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                     :
                     : "r"(LOCAL_ADDRESS(to)), "l"(GLOBAL_ADDRESS(from)), "n"(sizeof(ITEM)), "r"(there ? (int)sizeof(ITEM) : 0)
                     : "memory");
}

/* Two items side by side at a multiple of 16 bytes, of which the first `bytes` are there, or zeros. */
DEVICE void copy_pair_aside(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int bytes)
{
    ASSEMBLY volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                     :
                     : "r"(LOCAL_ADDRESS(to)), "l"(GLOBAL_ADDRESS(from)), "r"(bytes)
                     : "memory");
}

/* What has been copied since the last call is a group. */
DEVICE void end_copies(void)
{
    ASSEMBLY volatile("cp.async.commit_group;" : : : "memory");
}

/* Until the thread's oldest group is there, of ASIDE - 1. */
DEVICE void await_copies(void)
{
    ASSEMBLY volatile("cp.async.wait_group %0;" : : "n"(ASIDE - 2) : "memory");
}
/* Until all are. */
DEVICE void await_all_copies(void)
{
    ASSEMBLY volatile("cp.async.wait_group 0;" : : : "memory");
}
#else /* the emulated device */
DEVICE void copy_aside(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int there)
{
    *to = there ? *from : ITEM_ZERO;
}

DEVICE void copy_pair_aside(LOCAL_POINTER ITEM *to, const GLOBAL ITEM *from, int bytes)
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
