/* digits.c - digits.inc and spread.inc for keys, and for keys with positions. */
#include "sorting.h"
#include "backends/host/array/slots.h"
#include "runtime/allocation.h"

#include <string.h>

#define FEW 24              /* are inserted; */
#define RUN 12              /* of what is inserted before it is merged */
#define SOME 128            /* are merged */
#define SPARE_BITS 4        /* among n, so that few elements share their leading bits */
#define MAX_DIGITS 3        /* of eight bits each */
#define PARTS 64            /* of a long block, for threads */
#define BUCKET 4096         /* elements of a bucket of a long block, about */
#define MAX_BUCKETS 4096    /* of a long block, about */
#define MAX_BUCKET_BITS 12  /* of a cell */
#define CELL_BITS 11        /* leading bits that a sample is counted by; */
#define FEWER_CELLS 16384   /* fewer elements: 8 bits */
#define BITS_OF_SHIFT 7     /* of what a cell says */
#define SAMPLE 8192         /* elements, about */
#define SELECT_FEW 64       /* buckets of what one thread selects from */
#define SELECT_BUCKETS 2048 /* of what all do, */
#define SELECT_SORTED 16384 /* down to so many elements, which one sorts */

/* How parts are worked on: by all threads, or one after the other. */
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
