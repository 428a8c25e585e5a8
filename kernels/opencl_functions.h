/* opencl_functions.h - Declarations of the OpenCL C functions that the kernels call, for PoCL. Without this file, PoCL parses a
 * header of 18,000 lines for each program, which takes a third of the compile time. If a declaration is missing from this file,
 * programs are compiled with PoCL's own header, and a test fails. */
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
#define PURE __attribute__((overloadable, const))
#define OVERLOADED __attribute__((overloadable))
#define ONE(type, result, name) result PURE name(type);
#define TWO(type, result, name) result PURE name(type, type);
#define THREE(type, result, name) result PURE name(type, type, type);
#if HAS_FLOAT64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL(of, name) of(float, float, name) of(double, double, name)
#define TEST(name) ONE(float, int, name) ONE(double, int, name)
double PURE ldexp(double, int);
double OVERLOADED frexp(double, int *);
#else
#define REAL(of, name) of(float, float, name)
#define TEST(name) ONE(float, int, name)
#endif
#define WHOLE(of, name)                                                                                 \
    of(char, char, name) of(short, short, name) of(int, int, name) of(long, long, name)                 \
    of(uchar, uchar, name) of(ushort, ushort, name) of(uint, uint, name) of(ulong, ulong, name)
#define ATOMIC(type, result, name)                                                                      \
    type OVERLOADED name(volatile __global type *, type);                                               \
    type OVERLOADED name(volatile __local type *, type);
#define NEXT(type, result, name)                                                                        \
    type OVERLOADED name(volatile __global type *);                                                     \
    type OVERLOADED name(volatile __local type *);
#define PLACE(name) ONE(uint, size_t, name)

PLACE(get_global_id) PLACE(get_global_size) PLACE(get_local_id) PLACE(get_local_size) PLACE(get_group_id) PLACE(get_num_groups)
void __attribute__((overloadable, convergent)) barrier(cl_mem_fence_flags);
REAL(ONE, acos) REAL(ONE, acosh) REAL(ONE, asin) REAL(ONE, asinh) REAL(ONE, atan) REAL(ONE, atanh) REAL(ONE, ceil)
REAL(ONE, cos) REAL(ONE, cosh) REAL(ONE, erf) REAL(ONE, erfc) REAL(ONE, exp) REAL(ONE, expm1) REAL(ONE, fabs) REAL(ONE, floor)
REAL(ONE, log) REAL(ONE, log10) REAL(ONE, log1p) REAL(ONE, log2) REAL(ONE, rint) REAL(ONE, rsqrt) REAL(ONE, sin)
REAL(ONE, sinh) REAL(ONE, sqrt) REAL(ONE, tan) REAL(ONE, tanh) REAL(ONE, trunc)
REAL(TWO, atan2) REAL(TWO, copysign) REAL(TWO, fmod) REAL(TWO, hypot) REAL(TWO, nextafter) REAL(TWO, pow) REAL(THREE, fma)
TEST(ilogb) TEST(isfinite) TEST(isinf) TEST(isnan) TEST(signbit)
float PURE ldexp(float, int);
float OVERLOADED frexp(float, int *);
REAL(TWO, max) REAL(TWO, min) WHOLE(TWO, max) WHOLE(TWO, min) WHOLE(TWO, mul_hi) WHOLE(TWO, rotate)
ONE(char, uchar, abs) ONE(short, ushort, abs) ONE(int, uint, abs) ONE(long, ulong, abs)
ATOMIC(int, int, atomic_add) ATOMIC(uint, uint, atomic_add) ATOMIC(int, int, atomic_or) ATOMIC(uint, uint, atomic_or)
ATOMIC(int, int, atomic_min) ATOMIC(uint, uint, atomic_min) ATOMIC(int, int, atomic_max) ATOMIC(uint, uint, atomic_max)
NEXT(int, int, atomic_inc) NEXT(uint, uint, atomic_inc)
uint OVERLOADED atomic_cmpxchg(volatile __global uint *, uint, uint);
uint OVERLOADED atomic_cmpxchg(volatile __local uint *, uint, uint);
#ifdef cl_khr_int64_extended_atomics
ATOMIC(long, long, atom_min) ATOMIC(ulong, ulong, atom_min) ATOMIC(long, long, atom_max) ATOMIC(ulong, ulong, atom_max)
#endif
#undef PURE
#undef OVERLOADED
#undef ONE
#undef TWO
#undef THREE
#undef REAL
#undef TEST
#undef WHOLE
#undef ATOMIC
#undef NEXT
#undef PLACE
