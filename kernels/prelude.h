/* prelude.h - Portable dialect of device code: one source for CUDA C (NVRTC) and OpenCL C.
 *
 *  KERNEL            entry point; it returns void
 *  GLOBAL, LOCAL     address spaces of pointers and variables
 *  DEVICE, EXTERNAL  functions; EXTERNAL functions are defined in another source of the module
 *  CONSTANT          a table that threads read at different positions
 *  BARRIER           barrier of a group
 *  GLOBAL_BARRIER    barrier of a group that also makes writes to global memory visible within the group
 *  GROUP_FENCE       makes earlier writes that this thread has seen visible to all groups before its later writes
 *  LOCAL_ID, ...     ids and sizes of a launch in one dimension; the names with _OF(d) are for dimension d
 *  DYNAMIC_LOCAL(type, name)        after the last parameter: local memory whose size the launch sets
 *  USE_DYNAMIC_LOCAL(type, name)    declaration of this local memory in the body of the kernel
 *  NOT_UNROLLED      before a loop whose code must stay short
 *  BOUNDED(threads, groups)         before a kernel's name: threads per group; groups that must fit on a multiprocessor
 *  WARP              if defined: threads that can shuffle and synchronise by WARP_BARRIER
 *  BALLOT            bit mask of the lanes whose argument is true; POPCOUNT counts bits, LAST_BIT is the highest one
 *  NEIGHBOURS        if defined: lanes that can SHUFFLE integers, exchange floating-point values by SHUFFLE_XOR and
 *                    REAL_OF_LANE, find the largest integer by MAX_OF_LANES, and synchronise
 *  LOAD_ONCE         load an element that is not needed again, so that caches keep other data
 *  MARK              store the same value from several threads at once
 *  PEEK              load an element that other threads may change by MARK or atomic operations
 *  YIELD             between two polls of memory that another group will write
 *
 * Scalar types have the names of the library's dtypes. Complex numbers are structs. */
#ifdef __OPENCL_VERSION__
#define ASSEMBLY __asm__ /* inline assembly for NVIDIA devices */
#if HAS_FLOAT64 /* defined by the backend */
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
#define ATOMIC_ADD(p, v) atomic_add(p, v) /* returns the old value */
#define ATOMIC_OR(p, v) atomic_or(p, v)
#define ATOMIC_EXCHANGE_IF(p, old, v) atomic_cmpxchg(p, old, v) /* returns the old value; stores v if the old value is `old` */
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
/* The scalar types are macros, not typedefs, because OpenCL C has vector types with some of these names. */
#define int8 char
#define int16 short
#define int32 int
#define int64 long
#define uint8 uchar
#define uint16 ushort
#define uint32 uint
#define uint64 ulong
#ifdef NVIDIA /* architecture of the device, at least 8.0; defined by the backend */
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
#if __CUDA_ARCH__ >= 700 /* __threadfence() orders more than needed and is slower */
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
typedef float float64; /* On devices without float64, this type exists only so that the sources compile: such devices have no
                        * float64 arrays, and scalar parameters are float32. */
#else
typedef double float64;
#endif
typedef struct { float32 re, im; } complex64;
typedef struct { float64 re, im; } complex128;
