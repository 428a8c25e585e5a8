/* sort_quick.c - keys sorted by instructions of the processor: quicksort down to what a network in registers sorts.  Compilers
 * find neither the selection of lanes by a mask nor registers for a whole network in loops over numbers. */
#include "sort_quick.h"

/* NULL: this processor has not the instructions. */
static const gla_quicksort *quicksort(void)
{
#if defined(__AVX512BW__)
    return &gla_host_quicksort_v4;
#elif defined(__AVX2__)
    return &gla_host_quicksort_v3;
#endif
    return NULL;
}

bool gla_host_has_quicksort(void)
{
    return quicksort() != NULL;
}

bool gla_host_has_wide_quicksort(void)
{
    return quicksort() == &gla_host_quicksort_v4;
}

void gla_host_quicksort_u32(uint32_t *a, uint32_t *spare, int64_t n)
{
    const gla_quicksort *by = quicksort();
    if (by)
        by->keys_u32(a, spare, n);
}

void gla_host_quicksort_u64(uint64_t *a, uint64_t *spare, int64_t n)
{
    const gla_quicksort *by = quicksort();
    if (by)
        by->keys_u64(a, spare, n);
}

#define SIGN_64 ((uint64_t)1 << 63)
#define SIGN_32 ((uint32_t)1 << 31)

bool gla_host_quicksort_row(gla_dtype dtype, const void *x, int64_t n, bool descending, void *spare, void *out)
{
    const gla_quicksort *by = quicksort();
    const uint64_t turn = descending ? UINT64_MAX : 0;
    const uint32_t half = (uint32_t)turn;
    switch (by ? dtype : GLA_BOOL) {
    case GLA_INT32: return by->row_u32(x, n, spare, out, 0, SIGN_32 ^ half, false);
    case GLA_UINT32: return by->row_u32(x, n, spare, out, 0, half, false);
    case GLA_FLOAT32: return by->row_u32(x, n, spare, out, ~SIGN_32, SIGN_32 ^ half, true);
    case GLA_INT64: return by->row_u64(x, n, spare, out, 0, SIGN_64 ^ turn, false);
    case GLA_UINT64: return by->row_u64(x, n, spare, out, 0, turn, false);
    case GLA_FLOAT64:
        if (by->row_f64)
            return by->row_f64(x, n, spare, out, descending);
        return by->row_u64(x, n, spare, out, ~SIGN_64, SIGN_64 ^ turn, true);
    default: return false;
    }
}
