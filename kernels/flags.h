/* flags.h - counters in global memory by which groups of a launch say what they have written: what stands before a `raise` is
 * there for those that have seen it by `await`, if a barrier of their group follows.  Groups that are waited for must have
 * begun.  Before it: PATIENCE, looks before a reader gives up. */
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

/* The unit that a group runs in. */
DEVICE int own_unit(void)
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

DEVICE int own_unit(void)
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

DEVICE int own_unit(void)
{
    return (int)GROUP_ID;
}
#endif

#define WAITED_IN_VAIN (-9) /* GLA_WAITED_IN_VAIN of device/dense/dense.h */

/* What one thread of the group has seen, at least `wanted`.  Nobody waits any more when *info is not 0; it becomes
 * WAITED_IN_VAIN where a flag never comes. */
DEVICE int await(const GLOBAL int *flag, int wanted, GLOBAL int *info)
{
    int seen = look_at(flag), looks = 0;
    while (seen < wanted) {
        YIELD();
        looks++;
        if (looks % 256 == 0 && look_at(info) != 0)
            return wanted;
        if (looks >= PATIENCE)
            write_flag(info, WAITED_IN_VAIN);
        seen = look_at(flag);
    }
    return seen;
}

/* By all threads of the group: what they have written is there for who sees the flag.  The last thread raises it, since the
 * first one waits for others. */
DEVICE void raise_flag(GLOBAL int *flag, int value)
{
    GLOBAL_BARRIER();
    if (LOCAL_ID == LOCAL_SIZE - 1) {
        fence_all();
        write_flag(flag, value);
    }
}
