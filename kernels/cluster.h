/* cluster.h - Messages between the blocks of a thread block cluster. CUDA, compute capability 9.0 or later. */
#define CLUSTER 16 /* maximum number of blocks */
#define STAGES 3   /* number of message buffers; a fast block must not overwrite a message that another block still reads */

/* Older architectures compile the kernels but never launch them. */
#if __CUDA_ARCH__ >= 900
#define CLUSTER_CODE(...) asm volatile(__VA_ARGS__)
#else
#define CLUSTER_CODE(...)
#endif

DEVICE uint32 local_address(const void *p)
{
    return (uint32)__cvta_generic_to_shared(p);
}

/* Return the address in the local memory of another block that corresponds to `address` in this block's local memory. */
DEVICE uint32 address_in(uint32 address, int block)
{
    uint32 there = address;
    CLUSTER_CODE("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(block));
    return there;
}

/* Write 16 bytes to another block. In that block, `counter` counts the bytes that arrive. */
DEVICE void send_piece(uint32 to, ulonglong2 piece, uint32 counter)
{
    CLUSTER_CODE("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "l"(piece.x), "l"(piece.y), "r"(counter)
                 : "memory");
}

DEVICE void expect_bytes(uint32 counter, int bytes)
{
    CLUSTER_CODE("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(counter), "r"(bytes) : "memory");
}

DEVICE void await_bytes(uint32 counter, uint32 parity)
{
    CLUSTER_CODE("{\n.reg .pred arrived;\n"
                 "again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 arrived, [%0], %1;\n"
                 "@!arrived bra again;\n}" ::"r"(counter),
                 "r"(parity)
                 : "memory");
}

DEVICE void cluster_barrier(void)
{
    CLUSTER_CODE("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/* Initialise the counters of received bytes, one counter per stage. All blocks must call this function. */
DEVICE void begin_messages(LOCAL_POINTER uint64 *counters)
{
    if (LOCAL_ID < STAGES)
        CLUSTER_CODE("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(local_address(&counters[LOCAL_ID])));
    CLUSTER_CODE("fence.mbarrier_init.release.cluster;");
    cluster_barrier();
}
