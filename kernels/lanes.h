/* lanes.h - words of prelude.h by instructions of NVIDIA's devices, which OpenCL C has none for.  mem_fence orders memory for
 * one group there. */
#define NEIGHBOURS 32
#define GROUP_FENCE() ASSEMBLY volatile("fence.acq_rel.gpu;" : : : "memory")
#define SHUFFLE(v, lane) (sizeof(v) == 8 ? long_of_lane((ulong)(v), lane) : (ulong)int_of_lane((uint)(v), lane))
#define MAX_OF_LANES(v) max_of_lanes(v)

DEVICE uint int_of_lane(uint v, int lane)
{
    uint found;
    ASSEMBLY volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(found) : "r"(v), "r"(lane));
    return found;
}

DEVICE ulong long_of_lane(ulong v, int lane)
{
    return int_of_lane((uint)v, lane) | (ulong)int_of_lane((uint)(v >> 32), lane) << 32;
}

DEVICE uint max_of_lanes(uint v)
{
    uint largest;
    ASSEMBLY volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(largest) : "r"(v));
    return largest;
}
