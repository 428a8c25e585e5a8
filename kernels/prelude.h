/* prelude.h - the portable dialect of device code: one source for CUDA C (NVRTC) and OpenCL C.
 *
 * KERNEL void-returning entry points; GLOBAL, LOCAL pointers; DEVICE functions, and EXTERNAL ones, which another text of the
 * module has; BARRIER, and GLOBAL_BARRIER, after which a group sees what its threads have written to global memory too;
 * GROUP_FENCE, before which what this thread has seen written is there for all groups before what it writes behind it; the
 * ids of a launch, in one dimension, or in dimension d by the names with _OF(d).  Local memory whose size the launch gives:
 * DYNAMIC_LOCAL(type, name) behind the last parameter, USE_DYNAMIC_LOCAL(type, name); in the body. NOT_UNROLLED stands before
 * a loop whose code is to stay short.  WARP, where it is known: so many threads may shuffle, and wait for each other with
 * WARP_BARRIER; BALLOT has a bit for each that says yes, POPCOUNT counts bits, and LAST_BIT is the number of the highest one.
 * NEIGHBOURS, where less is known: so many neighbours may SHUFFLE whole numbers, and real ones by SHUFFLE_XOR and
 * REAL_OF_LANE, find the largest whole number, MAX_OF_LANES, and wait for each other.
 * LOAD_ONCE reads a number that nobody reads again, so that caches keep others.  MARK writes where several threads may write
 * at once, all of them the same; PEEK reads what others may change so, or by atomic operations, at once.  CONSTANT stands
 * before a table, of which threads read different places. BOUNDED(threads, groups) before a kernel's name: it is launched with
 * groups of so many threads, and so many of them are to fit into a unit.  YIELD between two looks at what another group is to
 * write. The scalar types have the names of the library's dtypes; complex numbers are structs. */
#ifdef __OPENCL_VERSION__
#define ASSEMBLY __asm__ /* instructions of NVIDIA's devices */
#if HAS_FLOAT64 /* defined before by the backend */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
#define KERNEL kernel void
#define GLOBAL global
#define LOCAL local
#define LOCAL_POINTER local
#define CONSTANT constant
#define DEVICE static inline
#define RESTRICT restrict
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define GLOBAL_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define NOT_UNROLLED
#define BOUNDED(threads, groups) __attribute__((reqd_work_group_size(threads, 1, 1)))
#define YIELD()
#define LOCAL_ID ((uint)get_local_id(0))
#define LOCAL_SIZE ((uint)get_local_size(0))
#define GROUP_ID ((uint)get_group_id(0))
#define GROUP_COUNT ((uint)get_num_groups(0))
#define LOAD_ONCE(p) (*(p))
#define MARK(p, v) (*(p) = (v))
#define PEEK(p) (*(p))
#define ATOMIC_MIN(p, v) atomic_min(p, v)
#define ATOMIC_MAX(p, v) atomic_max(p, v)
#define ATOMIC_MIN_64(p, v) atom_min(p, v) /* not every device has these */
#define ATOMIC_MAX_64(p, v) atom_max(p, v)
#define ATOMIC_ADD(p, v) atomic_add(p, v) /* the number before */
#define ATOMIC_OR(p, v) atomic_or(p, v)
#define ATOMIC_EXCHANGE_IF(p, old, v) atomic_cmpxchg(p, old, v) /* the number before; where that is old, v comes */
#define ATOMIC_NEXT(p) (atomic_inc(p) + 1u)
#define LOCAL_ID_OF(d) ((uint)get_local_id(d))
#define LOCAL_SIZE_OF(d) ((uint)get_local_size(d))
#define GROUP_ID_OF(d) ((uint)get_group_id(d))
#define GROUP_COUNT_OF(d) ((uint)get_num_groups(d))
#define GLOBAL_ID_OF(d) ((long)get_global_id(d))
#define GLOBAL_SIZE_OF(d) ((long)get_global_size(d))
#define DYNAMIC_LOCAL(type, name) , local type *name
#define USE_DYNAMIC_LOCAL(type, name)
#define EXTERNAL
#define GLOBAL_ID ((long)get_global_id(0))
#define GLOBAL_SIZE ((long)get_global_size(0))
#define NAN_VALUE NAN
#define ALIGNED(bytes) __attribute__((aligned((bytes) > 16 ? 16 : (bytes))))
/* OpenCL C has vector types of some of these names: macros, not typedefs. */
#define int8 char
#define int16 short
#define int32 int
#define int64 long
#define uint8 uchar
#define uint16 ushort
#define uint32 uint
#define uint64 ulong
#ifdef NVIDIA /* the device's architecture, defined before by the backend: at least 8.0 */
#include "lanes.h"
#else
#define GROUP_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#define SHUFFLE(v, lane) sub_group_shuffle(v, lane)
#define SHUFFLE_XOR(v, mask) sub_group_shuffle_xor(v, mask)
#endif
#else
#define ASSEMBLY asm
#define KERNEL extern "C" __global__ void
#define GLOBAL
#define LOCAL __shared__
#define LOCAL_POINTER
#define CONSTANT static __device__ const
#define DEVICE __device__ static inline
#define RESTRICT __restrict__
#define BARRIER() __syncthreads()
#define GLOBAL_BARRIER() __syncthreads()
#if __CUDA_ARCH__ >= 700 /* __threadfence() orders more than is asked for here, and takes longer */
#define GROUP_FENCE() asm volatile("fence.acq_rel.gpu;" ::: "memory")
#else
#define GROUP_FENCE() __threadfence()
#endif
#define NOT_UNROLLED _Pragma("unroll 1")
#define LOCAL_ID threadIdx.x
#define LOCAL_SIZE blockDim.x
#define GROUP_ID blockIdx.x
#define GROUP_COUNT gridDim.x
#define LOAD_ONCE(p) __ldcs(p)
#define MARK(p, v) (*(p) = (v))
#define PEEK(p) (*(p))
#define ATOMIC_MIN(p, v) atomicMin(p, v)
#define ATOMIC_MAX(p, v) atomicMax(p, v)
#define ATOMIC_ADD(p, v) atomicAdd(p, v)
#define ATOMIC_MIN_64(p, v) atomicMin(p, v)
#define ATOMIC_MAX_64(p, v) atomicMax(p, v)
#define HAS_FLOAT64 1
#define ATOMIC_OR(p, v) atomicOr(p, v)
#define ATOMIC_EXCHANGE_IF(p, old, v) atomicCAS(p, old, v)
#define ATOMIC_ADD_64(p, v) atomicAdd(p, v)
#define SHUFFLE_XOR(v, mask) __shfl_xor_sync(0xffffffffu, v, mask)
#define SHUFFLE(v, lane) __shfl_sync(0xffffffffu, v, lane)
#define REAL_OF_LANE(v, lane) SHUFFLE(v, lane)
#define WARP 32
#define WARP_BARRIER() __syncwarp()
#define BALLOT(p) __ballot_sync(0xffffffffu, p)
#define BOUNDED(threads, groups) __launch_bounds__(threads, groups)
#define YIELD()
#define POPCOUNT(v) __popc(v)
#define LAST_BIT(v) (31 - __clz((int)(v)))
#define ATOMIC_NEXT(p) (atomicAdd(p, 1u) + 1u)
#define OF_DIMENSION(v, d) ((d) == 0 ? v.x : (d) == 1 ? v.y : v.z)
#define LOCAL_ID_OF(d) OF_DIMENSION(threadIdx, d)
#define LOCAL_SIZE_OF(d) OF_DIMENSION(blockDim, d)
#define GROUP_ID_OF(d) OF_DIMENSION(blockIdx, d)
#define GROUP_COUNT_OF(d) OF_DIMENSION(gridDim, d)
#define GLOBAL_ID_OF(d) ((long long)GROUP_ID_OF(d) * LOCAL_SIZE_OF(d) + LOCAL_ID_OF(d))
#define GLOBAL_SIZE_OF(d) ((long long)GROUP_COUNT_OF(d) * LOCAL_SIZE_OF(d))
#define DYNAMIC_LOCAL(type, name)
#define USE_DYNAMIC_LOCAL(type, name)     \
    extern __shared__ char gla_local[];   \
    type *name = (type *)gla_local
#define EXTERNAL __device__
#define GLOBAL_ID ((long long)blockIdx.x * blockDim.x + threadIdx.x)
#define GLOBAL_SIZE ((long long)gridDim.x * blockDim.x)
#define INFINITY __int_as_float(0x7f800000)
#define NAN_VALUE __int_as_float(0x7fc00000)
#define ALIGNED(bytes) __align__((bytes) > 16 ? 16 : (bytes))
typedef signed char int8;
typedef short int16;
typedef int int32;
typedef long long int64;
typedef unsigned char uint8;
typedef unsigned short uint16;
typedef unsigned int uint32;
typedef unsigned long long uint64;
#endif
typedef uint8 boolean; /* 0 or 1 */
typedef float float32;
#if defined(__OPENCL_VERSION__) && !HAS_FLOAT64
typedef float float64; /* so that texts compile; there are no such arrays, and scalar parameters are passed as float32 */
#else
typedef double float64;
#endif
typedef struct { float32 re, im; } complex64;
typedef struct { float64 re, im; } complex128;
