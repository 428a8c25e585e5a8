/* digits.c - Instantiate digits.inc, spread.inc and select.inc for keys, and for keys with positions. */
#include "sorting.h"
#include "backends/host/array/slots.h"
#include "runtime/allocation.h"

#include <string.h>

#define FEW 24              /* largest block that is sorted by insertion */
#define RUN 12              /* length of a run that is sorted by insertion before merging */
#define SOME 128            /* largest block that is sorted by merging */
#define SPARE_BITS 4        /* number of additional leading bits, so that few elements share all leading bits */
#define MAX_DIGITS 3        /* largest number of digits, of 8 bits each */
#define PARTS 64            /* number of parts of a long block, for threads */
#define BUCKET 4096         /* approximate number of elements of a bucket */
#define MAX_BUCKETS 4096    /* approximate maximum number of buckets for a long block */
#define MAX_BUCKET_BITS 12  /* maximum number of bits by which a cell is divided into buckets */
#define CELL_BITS 11        /* number of leading bits by which a sample is counted */
#define FEWER_CELLS 16384   /* blocks with fewer elements use 8 bits */
#define BITS_OF_SHIFT 7     /* number of bits of a cell that contain its shift */
#define SAMPLE 8192         /* approximate number of sampled elements */
#define SELECT_FEW 64       /* number of buckets if one thread selects */
#define SELECT_BUCKETS 2048 /* number of buckets if all threads select */
#define SELECT_SORTED 16384 /* one thread sorts blocks of at most this many elements */

/* How the parts are processed: by all threads, or one after another. */
typedef gla_status gla_each(int64_t n, int64_t grain, void (*work)(void *, int64_t, int64_t), void *arg);
static gla_status serially(int64_t n, int64_t grain, void (*work)(void *, int64_t, int64_t), void *arg)
{
    (void)grain;
    work(arg, 0, n);
    return GLA_OK;
}

#define NAME(x) x##_u32
#define E uint32_t
#define K uint32_t
#define KEY(e) (e)
#define KEY_BITS 32
#include "digits.inc"
#include "spread.inc"
#include "select.inc"
#undef NAME
#undef E
#undef K
#undef KEY_BITS

#define NAME(x) x##_u64
#define E uint64_t
#define K uint64_t
#define KEY_BITS 64
#include "digits.inc"
#include "spread.inc"
#include "select.inc"
#undef NAME
#undef E
#undef K
#undef KEY
#undef KEY_BITS

#define KEY(e) ((e).key)
#define NAME(x) x##_pair32
#define E gla_pair32
#define K uint32_t
#define KEY_BITS 32
#include "digits.inc"
#include "spread.inc"
#undef NAME
#undef E
#undef K
#undef KEY_BITS

#define NAME(x) x##_pair64
#define E gla_pair64
#define K uint64_t
#define KEY_BITS 64
#include "digits.inc"
#include "spread.inc"
#undef NAME
#undef E
#undef K
#undef KEY_BITS

#define NAME(x) x##_pair128
#define E gla_pair128
#define K gla_uint128
#define KEY_BITS 128
#include "digits.inc"
#include "spread.inc"
