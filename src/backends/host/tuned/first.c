/* first.c - Position of the first largest or smallest element of a short row, in one pass.  The loops of reduce/extremes.inc
 * need two passes: they find the best value, and then its position, with an early exit that processors mispredict. */
#include "backends/host/unroll.h"
#include "backends/host/reduce/reduce.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define AHEAD 2048 /* prefetch distance in bytes, because processors do not prefetch beyond a page */
#define VECTORS 4  /* number of independent vectors */
#define BYTES 32   /* size of a vector in bytes; wider vectors are not faster */

#define NAME(f) f##_float64
#define T double
#define W int64_t
#define U uint64_t
#define IS_NAN(e) ((e) != (e))
#define ADD(sum, e) ((sum) += (e))
#include "first.inc"
#define NAME(f) f##_float32
#define T float
#define W int32_t
#define U uint32_t
#define IS_NAN(e) ((e) != (e))
#define ADD(sum, e) ((sum) += (e))
#include "first.inc"
#define NAME(f) f##_int64
#define T int64_t
#define W int64_t
#define U uint64_t
#define IS_NAN(e) false
#define ADD(sum, e) ((void)(sum), (void)(e))
#include "first.inc"
#define NAME(f) f##_int32
#define T int32_t
#define W int32_t
#define U uint32_t
#define IS_NAN(e) false
#define ADD(sum, e) ((void)(sum), (void)(e))
#include "first.inc"
