/* lanes.h - Warp operations of prelude.h for NVIDIA devices under OpenCL C. The operations are written in inline PTX, because
 * OpenCL C has no warp functions. GROUP_FENCE is also written in PTX, because mem_fence orders memory only within one group. */
#define NEIGHBOURS 32
#define GROUP_FENCE() ASSEMBLY volatile("fence.acq_rel.gpu;" : : : "memory")
#define SHUFFLE(v, lane) (sizeof(v) == 8 ? long_of_lane((ulong)(v), lane) : (ulong)int_of_lane((uint)(v), lane))
#define SHUFFLE_XOR(v, mask) REAL_OF_LANE(v, (int)(LOCAL_ID % NEIGHBOURS) ^ (mask))
#define REAL_OF_LANE(v, lane) (sizeof(v) == 8 ? double_of_lane((double)(v), lane) : float_of_lane((float)(v), lane))
#define MAX_OF_LANES(v) max_of_lanes(v)
#define WARP_BARRIER() ASSEMBLY volatile("bar.warp.sync 0xffffffff;" : : : "memory")

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

DEVICE double double_of_lane(double v, int lane)
{
    return as_double(long_of_lane(as_ulong(v), lane));
}

DEVICE float float_of_lane(float v, int lane)
{
    return as_float(int_of_lane(as_uint(v), lane));
}

DEVICE uint max_of_lanes(uint v)
{
    uint largest;
    ASSEMBLY volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(largest) : "r"(v));
    return largest;
}
