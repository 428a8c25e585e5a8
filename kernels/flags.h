/* flags.h - Counters in global memory that synchronise the groups of one launch. If a group sees a flag in await() and then
 * passes a barrier, all writes that preceded the flag's set_flag() are visible to the group. A group may wait only for groups
 * that have begun. The caller defines PATIENCE, the number of polls before a waiting group gives up. */
#if defined(__OPENCL_VERSION__)
DEVICE int look_at(const GLOBAL int *flag)
{
    int seen;
    ASSEMBLY volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"((ulong)flag) : "memory");
    return seen;
}

DEVICE void write_flag(GLOBAL int *flag, int value)
{
    ASSEMBLY volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"((ulong)flag), "r"(value) : "memory");
}

DEVICE void fence_all(void)
{
    ASSEMBLY volatile("fence.acq_rel.gpu;" : : : "memory");
}

/* Return the number of the multiprocessor that runs this group. */
DEVICE int multiprocessor_id(void)
{
    int unit;
    ASSEMBLY volatile("mov.u32 %0, %%smid;" : "=r"(unit));
    return unit;
}
#elif defined(__CUDACC__)
DEVICE int look_at(const int *flag)
{
    int seen;
    ASSEMBLY volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    return seen;
}

DEVICE void write_flag(int *flag, int value)
{
    ASSEMBLY volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(flag), "r"(value) : "memory");
}

DEVICE void fence_all(void)
{
    ASSEMBLY volatile("fence.acq_rel.gpu;" : : : "memory");
}

DEVICE int multiprocessor_id(void)
{
    int unit;
    ASSEMBLY volatile("mov.u32 %0, %%smid;" : "=r"(unit));
    return unit;
}
#else /* the emulated device */
DEVICE int look_at(const int *flag)
{
    return *(const volatile int *)flag;
}

DEVICE void write_flag(int *flag, int value)
{
    *(volatile int *)flag = value;
}

DEVICE void fence_all(void)
{
    GROUP_FENCE();
}

DEVICE int multiprocessor_id(void)
{
    return (int)GROUP_ID;
}
#endif

#define WAIT_TIMED_OUT (-9) /* equal to GLA_WAIT_TIMED_OUT of device/dense/dense.h */

/* Wait until *flag is at least `wanted`, and return the value of *flag. Only one thread of the group calls this function.
 * Waiting ends if *info is not 0. After PATIENCE polls, *info is set to WAIT_TIMED_OUT. */
DEVICE int await(const GLOBAL int *flag, int wanted, GLOBAL int *info)
{
    int seen = look_at(flag), looks = 0;
    while (seen < wanted) {
        YIELD();
        looks++;
        if (looks % 256 == 0 && look_at(info) != 0)
            return wanted;
        if (looks >= PATIENCE)
            write_flag(info, WAIT_TIMED_OUT);
        seen = look_at(flag);
    }
    return seen;
}

/* Set a flag. All threads of the group call this function. All data that these threads wrote before the call are visible to
 * readers of the flag. The last thread of the group writes the flag, because the first thread also waits for other groups. */
DEVICE void set_flag(GLOBAL int *flag, int value)
{
    GLOBAL_BARRIER();
    if (LOCAL_ID == LOCAL_SIZE - 1) {
        fence_all();
        write_flag(flag, value);
    }
}
