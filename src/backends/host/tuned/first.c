/* first.c - where the first of the largest, or smallest, of a short row stands: in one pass, while the loops of
 * reduce/extremes.inc look for the best and then for its place, which leaves a loop early, at no foreseeable end. */
#include "backends/host/unroll.h"
#include "backends/host/reduce/reduce.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define AHEAD 2048 /* bytes that are asked for before: processors do not look ahead beyond a page */
#define VECTORS 4  /* that do not wait for each other */
#define BYTES 32   /* of a vector: wider ones take as long */

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
