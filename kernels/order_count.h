/* order_count.h - Part of the kernels of order.h: count keys SOURCE(begin) to SOURCE(end - 1) by their next digit. Each key is
 * counted in the histograms of the ranks whose leading digits, stored in own[], agree with the key. This is an include file,
 * not a function, because it contains barriers. */
int alike = are_alike(own, n), slots[ORDER_RANKS];
for (int k = 0; k < n; k++)
    slots[k] = bins_of(own, k);
for (int64 base = begin + t; base < end; base += OWN_KEYS * GROUP) {
    sort_key k[OWN_KEYS];
#pragma unroll
    for (int i = 0; i < OWN_KEYS; i++)
        if (base + i * GROUP < end)
            k[i] = SOURCE(base + i * GROUP);
#pragma unroll
    for (int i = 0; i < OWN_KEYS; i++)
        if (base + i * GROUP < end) {
            sort_key first = BEGIN_OF(k[i], digit);
            uint32 bin = (uint32)(k[i] >> SHIFT_OF(digit)) & ((1u << BITS_OF(digit)) - 1);
            if (alike) {
                if (first == own[0])
                    ATOMIC_ADD(&bins[t % ORDER_RANKS * BINS + bin], 1u);
            } else {
                for (int r = 0; r < n; r++)
                    if (slots[r] == r && first == own[r])
                        ATOMIC_ADD(&bins[r * BINS + bin], 1u);
            }
        }
}
BARRIER();
for (int i = t; i < BINS && alike; i += GROUP)
    for (int r = 1; r < ORDER_RANKS; r++) {
        bins[i] += bins[r * BINS + i];
        bins[r * BINS + i] = 0;
    }
BARRIER();
